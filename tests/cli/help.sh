try --help
for command in bench check generate list merge report run study verify zoo; do
  try $command --help
done
"$ATTEST" --version | grep -E -x 'attest [0-9]+\.[0-9]+\.[0-9]+' >/dev/null || echo 'no version'
try check --help case
