mkdir all
bad() {
  heading "$1"
  printf '%s\n' "$1" >all/index.json
  try list all
}
bad ''
bad '[]'
bad '{}'
bad '{"cases": []}'
bad '{"cases": ["a", "a"]}'
bad '{"cases": [1]}'
bad '{"cases": ["../x"]}'
bad '{"cases": ["/x"]}'
bad '{"cases": ["a/./b"]}'
bad '{"cases": ["a//b"]}'
bad '{"cases": [""]}'
bad '{"cases": ["a"], "cases": ["b"]}'
bad '{"cases": ["missing"]}'
