# Prints how to compile each header with nothing before it that it does not include itself, in few compiler runs.
#   awk -v root=FOLDER -f headers.awk LIST      LIST: headers under FOLDER, one per line
# If A includes B, directly or not, A also gets all that B includes: `#include <B>`, `#include <A>` checks both as
# strictly as a separate file for each would. So headers are printed in lines, each included by the next one.
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
  size[file] = 0  # stops at include cycles
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

# The largest remaining header takes the largest one that it includes before it, and so on.
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
