# How each header is compiled with nothing before it that it does not include itself, in few runs of the compiler.
#   awk -v root=FOLDER -f headers.awk LIST      LIST: headers under FOLDER, one a line
# If A includes B, directly or not, all that B brings along is A's own: `#include <B>`, `#include <A>` asks of both what a
# file of its own would ask of each. So headers are printed in lines, each header included by the one behind it.
function load(file,   text, name) {
  while ((getline text < (root "/" file)) > 0)
    if (match(text, /^[ \t]*#[ \t]*include[ \t]*<ridgeline\/[^>]*>/)) {
      name = substr(text, RSTART, RLENGTH)
      gsub(/^[^<]*<|>$/, "", name)
      direct[file, ++counts[file]] = name
    }
  close(root "/" file)
}
# own[A, B]: A includes B; size[A]: how many headers A includes
function walk(file,   i, j, parts, n) {
  if (file in size) return
  size[file] = 0  # a circle of includes ends here
  load(file)
  for (i = 1; i <= counts[file]; ++i) {
    walk(direct[file, i])
    n = split(members[direct[file, i]], parts, " ")
    for (j = 1; j <= n; ++j) add(file, parts[j])
    add(file, direct[file, i])
  }
}
function add(file, name) {
  if ((file, name) in own) return
  own[file, name] = 1
  members[file] = members[file] " " name
  ++size[file]
}

{
  walk($1)
  for (at = ++total; at > 1 && size[headers[at - 1]] < size[$1]; --at) headers[at] = headers[at - 1]
  headers[at] = $1
}

# The largest that is left takes the largest that it includes before it, and so on.
END {
  for (i = 1; i <= total; ++i) {
    if (headers[i] in done) continue
    line = first = headers[i]
    for (j = i + 1; j <= total; ++j)
      if (!(headers[j] in done) && (first, headers[j]) in own) {
        first = headers[j]
        line = first " " line
        done[first] = 1
      }
    print line
  }
}
