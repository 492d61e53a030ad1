# the page of attest report in a browser: nothing to complain of, nothing wider than a telephone
command -v chromium >/dev/null || skip 'chromium is not installed'
ln -s "$ATTEST_INCLUDE/../tests" "$ATTEST_INCLUDE/../proofs" .
"$ATTEST" report --smoke >/dev/null
echo "exit $?"
measure='<script>document.documentElement.setAttribute("data-wide", document.documentElement.scrollWidth - document.documentElement.clientWidth)</script>'
sed "s|^</body></html>|$measure</body></html>|" report/index.html >report/measured.html
for width in 1280 400; do
  chromium --headless --no-sandbox --disable-gpu --user-data-dir="$PWD/profile" --enable-logging=stderr --window-size=$width,900 --dump-dom \
    "file://$PWD/report/measured.html" >dom 2>said
  echo "$width: $(grep -c CONSOLE said) complaints, $(sed -n 's/.*<html[^>]* data-wide="\([0-9]*\)".*/\1/p' dom | head -n 1) pixels too wide"
done
