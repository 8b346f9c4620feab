#!/bin/sh
# What only a compiler can answer. Everything after the third argument is passed to it.
#   compile.sh must_fail CXX FILE [FLAGS]     FILE compiles with RIDGELINE_MUST_PASS, and without it fails with every
#                                             `// expect: words` it names, in at most `// lines: N` lines
#   compile.sh syntax CXX FOLDER [FLAGS]      every .cpp directly in FOLDER is accepted
#   compile.sh light CXX HEADER [FLAGS]       HEADER pulls in no file that <array>, <concepts>, <string_view>, <compare>,
#                                             <cstddef>, <cstdint> and <limits> together do not
#   compile.sh lines CXX HEADER PERCENT [FLAGS]   HEADER has, preprocessed, at most PERCENT of the lines of a file that
#                                             includes <array>, <concepts>, <string_view> and <compare>
#   compile.sh accepts CXX HEADER [FLAGS]     HEADER is accepted alone with FLAGS: `-fno-exceptions`
#   compile.sh headers CXX FOLDER [FLAGS]     every .hpp under FOLDER is accepted alone; bodies apart, which nobody includes
#   compile.sh orders CXX FOLDER COUNT [FLAGS]    all .hpp under FOLDER, bodies too, are accepted together in COUNT orders,
#                                             each with one of them before all others, and each again behind them
#   compile.sh umbrellas CXX FOLDER [FLAGS]   the same of those under FOLDER/ridgeline itself, which have all others
set -u
what=$1 cxx=$2 where=$3
shift 3

case $what in
must_fail)
  if ! good=$("$cxx" -fsyntax-only -DRIDGELINE_MUST_PASS "$@" "$where" 2>&1); then
    printf '%s\n' "$good" "the good variant (RIDGELINE_MUST_PASS) does not compile"
    exit 1
  fi
  if said=$("$cxx" -fsyntax-only "$@" "$where" 2>&1); then
    echo "$where compiles, and should not"
    exit 1
  fi
  status=0
  list=$(mktemp)
  sed -n 's|^// expect: *||p' "$where" >"$list"
  [ -s "$list" ] || { echo "$where names no '// expect:' words"; status=1; }
  while IFS= read -r words; do
    printf '%s\n' "$said" | grep -qF -e "$words" || { echo "the diagnostic does not say: $words"; status=1; }
  done <"$list"
  rm -f "$list"
  most=$(sed -n 's|^// lines: *||p' "$where")
  lines=$(printf '%s\n' "$said" | wc -l)
  if [ -n "$most" ] && [ "$lines" -gt "$most" ]; then
    echo "the diagnostic has $lines lines, and should have at most $most"
    status=1
  fi
  [ $status -eq 0 ] || printf '%s\n' "--- the diagnostic:" "$said"
  exit $status
  ;;
syntax)
  find "$where" -maxdepth 1 -name '*.cpp' | sort |
    xargs -P 2 -I '{}' sh -c 'file=$1; shift; "$@" -fsyntax-only "$file" || { echo "not accepted: $file"; exit 1; }' \
      sh '{}' "$cxx" "$@"
  ;;
headers | umbrellas)
  depth=99
  [ "$what" = umbrellas ] && depth=2
  # the parts of impl/ are sources of the build already
  (cd "$where" && find . -maxdepth $depth -name '*.hpp' ! -name '*_body.hpp' ! -path '*/impl/*' | sed 's|^\./||' | sort) |
    xargs -P 2 -I '{}' sh -c 'header=$1; shift
      printf "#include <%s>\n" "$header" | "$@" -fsyntax-only -x c++ - ||
        { echo "not accepted alone: $header"; exit 1; }' sh '{}' "$cxx" "$@"
  ;;
orders)
  count=$1
  shift
  (cd "$where" && find . -name '*.hpp' | sed 's|^\./||' | sort) >"${TMPDIR:-/tmp}/orders.$$"
  seq "$count" | xargs -P 2 -I '{}' sh -c 'seed=$1 list=$2; shift 2
      awk -v seed="$seed" "BEGIN { srand(seed) } { printf \"%.9f %s\\n\", rand(), \$0 }" "$list" | sort |
        sed "s|^[^ ]* \(.*\)|#include <\1>|" >"$list.$seed.cpp"
      cat "$list.$seed.cpp" >>"$list.$seed.cpp.twice" && cat "$list.$seed.cpp" >>"$list.$seed.cpp.twice"
      "$@" -fsyntax-only -x c++ "$list.$seed.cpp.twice" || { echo "not accepted: order $seed"; exit 1; }' \
      sh '{}' "${TMPDIR:-/tmp}/orders.$$" "$cxx" "$@"
  status=$?
  rm -f "${TMPDIR:-/tmp}/orders.$$"*
  exit $status
  ;;
light)
  # The files, one a line, that a list of headers reads; those of the library itself left out.
  files() {
    for header; do printf '#include <%s>\n' "$header"; done >"$list.cpp"
    "$cxx" $flags -M "$list.cpp" | tr -s ' \\' '\n' | grep '^/' | grep -v -e /ridgeline/ -e "^$list" | sort -u
  }
  list=$(mktemp) flags=$*
  files array concepts string_view compare cstddef cstdint limits >"$list.allowed"
  files "$where" >"$list.used"
  extra=$(comm -13 "$list.allowed" "$list.used")
  [ -s "$list.used" ] || extra="nothing: the compiler listed no file"
  rm -f "$list" "$list.cpp" "$list.allowed" "$list.used"
  [ -z "$extra" ] || { printf '<%s> pulls in more than it may:\n%s\n' "$where" "$extra"; exit 1; }
  ;;
lines)
  percent=$1
  shift
  lines_of() { for header; do printf '#include <%s>\n' "$header"; done | "$cxx" $flags -E -P -x c++ - | wc -l; }
  flags=$*
  base=$(lines_of array concepts string_view compare)
  lines=$(lines_of "$where")
  echo "<$where> has $lines lines, $((lines * 100 / base)) % of $base"
  [ "$lines" -gt 0 ] && [ $((lines * 100)) -le $((base * percent)) ] || { echo "at most $percent % are allowed"; exit 1; }
  ;;
accepts)
  printf '#include <%s>\n' "$where" | "$cxx" "$@" -fsyntax-only -x c++ - || exit 1
  ;;
*)
  echo "compile.sh: unknown task $what" >&2
  exit 2
  ;;
esac
