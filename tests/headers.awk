# Prints how to compile each header with nothing before it that it does not include itself, in few and short compiler
# runs.
#   awk -v root=FOLDER -f headers.awk LIST      LIST: headers under FOLDER, one per line
# Two kinds of lines: `precompile N HEADER`, and `after N HEADER...`, where N is 0 or one of those headers.
# If A includes B, directly or not, A also gets all that B includes: `#include <B>`, `#include <A>` checks both as
# strictly as a separate file for each would. So the headers of a line are each included by the next one, and the
# precompiled one by all of them.
function load(file,   text, name) {
  while ((getline text < (root "/" file)) > 0) {
    ++weight[file]
    if (match(text, /^[ \t]*#[ \t]*include[ \t]*<[^>]*>/)) {
      name = substr(text, RSTART, RLENGTH)
      gsub(/^[^<]*<|>$/, "", name)
      direct[file, ++counts[file]] = name
    }
  }
  close(root "/" file)
}
# own[A, B]: A includes B; size[A]: how many headers A includes; cost[A]: lines of A and of all that it includes
function walk(file,   i, j, parts, n) {
  if (file in size) return
  size[file] = 0  # stops at include cycles
  if (file !~ /^ridgeline\//) {
    weight[file] = 2000  # headers of other libraries, roughly
    return
  }
  load(file)
  cost[file] = weight[file]
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
  cost[file] += weight[name]
}
# What precompiling a header spares those that include it. Writing it takes half as long as compiling it.
function gain(name,   i, n, list, all) {
  all = -1.5 * cost[name]
  n = split(users[name], list, " ")
  for (i = 1; i <= n; ++i)
    if (cost[name] > spared[list[i]]) all += cost[name] - spared[list[i]]
  return all
}

{
  walk($1)
  for (at = ++total; at > 1 && size[headers[at - 1]] < size[$1]; --at) headers[at] = headers[at - 1]
  headers[at] = $1
}

END {
  for (i = 1; i <= total; ++i)
    for (j = i + 1; j <= total; ++j)
      if ((headers[i], headers[j]) in own) users[headers[j]] = users[headers[j]] " " headers[i]
  while (hubs < 20) {
    most = 0
    for (i = 1; i <= total; ++i)
      if ((saved = gain(headers[i])) > most) {
        most = saved
        best = headers[i]
      }
    if (most == 0) break
    print "precompile", ++hubs, best
    done[best] = 1
    n = split(users[best], list, " ")
    for (i = 1; i <= n; ++i)
      if (cost[best] > spared[list[i]]) {
        spared[list[i]] = cost[best]
        hub[list[i]] = hubs
      }
  }
  # The largest remaining header takes the largest one that it includes before it, and so on.
  for (i = 1; i <= total; ++i) {
    if (headers[i] in done) continue
    line = first = headers[i]
    for (j = i + 1; j <= total; ++j)
      if (!(headers[j] in done) && hub[headers[j]] == hub[headers[i]] && (first, headers[j]) in own) {
        first = headers[j]
        line = first " " line
        done[first] = 1
      }
    print "after", hub[headers[i]] + 0, line
  }
}
