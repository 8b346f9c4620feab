#!/bin/sh
# Checks that only a compiler can make. Everything after the third argument is passed to it.
#   compile.sh must_fail CXX FILE [FLAGS]     FILE fails with every `// expect: words` it names, in at most `// lines: N`
#                                             lines
#   compile.sh must_pass CXX FOLDER [FLAGS]   every .cpp in FOLDER compiles with RIDGELINE_MUST_PASS, each in a namespace of its
#                                             own in one source file: what they include is most of the time of each
#   compile.sh syntax CXX FOLDER HEADERS [FLAGS]   every .cpp directly in FOLDER is accepted; HEADERS, if any, are compiled
#                                             once for all of them
#   compile.sh light CXX HEADER [FLAGS]       HEADER includes no file beyond those of <array>, <concepts>,
#                                             <string_view>, <compare>, <cstddef>, <cstdint> and <limits>
#   compile.sh lines CXX HEADER PERCENT [FLAGS]   HEADER has, preprocessed, at most PERCENT of the lines of a file that
#                                             includes <array>, <concepts>, <string_view> and <compare>
#   compile.sh work CXX HEADER PERCENT [FLAGS]    HEADER takes at most PERCENT of the memory that g++ needs for that
#                                             file: a measure of declarations and instantiations, equal on any machine
#   compile.sh accepts CXX HEADER [FLAGS]     HEADER is accepted alone with FLAGS: `-fno-exceptions`
#   compile.sh old CXX FLAGS -- HEADER...     each HEADER says in at most 12 lines, and first of all, that C++17 is too old
#   compile.sh headers CXX FOLDER [FLAGS]     every .hpp under FOLDER is accepted with nothing before it but what it includes;
#                                             except bodies, which nobody includes
#   compile.sh orders CXX FOLDER SEED [FLAGS] all .hpp under FOLDER are accepted together in the order of SEED, and each again
#                                             after them, except bodies
set -u
export GLIBC_TUNABLES=glibc.malloc.hugetlb=1  # huge pages make a compiler a seventh faster
what=$1 cxx=$2 where=$3
shift 3

# clang instantiates what a precompiled header needs again in each file that uses it, unless told otherwise.
once() {
  flag=-fpch-instantiate-templates
  if "$1" $flag -fsyntax-only -x c++ /dev/null 2>/dev/null; then echo $flag; fi
}

case $what in
must_pass)
  all=$(mktemp)
  trap 'rm -f "$all"' EXIT
  sed -n '/^#include </p' "$where"/*.cpp | sort -u >"$all"  # before any namespace
  for file in "$where"/*.cpp; do
    name=${file##*/}
    printf 'namespace good_%s {\n#include "%s"\n}\n' "${name%.cpp}" "$file"
  done >>"$all"
  "$cxx" -fsyntax-only -DRIDGELINE_MUST_PASS "$@" -x c++ "$all" ||
    { echo "a good variant (RIDGELINE_MUST_PASS) does not compile"; exit 1; }
  ;;
must_fail)
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
  common=$(mktemp -d)
  trap 'rm -rf "$common"' EXIT
  for header in $1; do echo "#include <$header>"; done >"$common/common.hpp"
  shift
  if [ -s "$common/common.hpp" ]; then
    "$cxx" "$@" $(once "$cxx") -x c++-header "$common/common.hpp" -o "$common/common.hpp.gch" || exit 1
  fi
  find "$where" -maxdepth 1 -name '*.cpp' | sort |
    xargs -P 2 -I '{}' sh -c 'file=$1; shift; "$@" -fsyntax-only "$file" || { echo "not accepted: $file"; exit 1; }' \
      sh '{}' "$cxx" "$@" -include "$common/common.hpp"
  ;;
headers)
  # impl.hpp consists of its parts, which are sources of the build
  work=$(mktemp -d)
  export work
  trap 'rm -rf "$work"' EXIT
  (cd "$where" && find . -name '*.hpp' ! -name '*_body.hpp' ! -path '*/impl[./]*' | sed 's|^\./||' | sort) |
    awk -v "root=$where" -f "$(dirname "$0")/headers.awk" >"$work/plan"
  : >"$work/0.hpp"
  status=0
  sed -n 's/^precompile //p' "$work/plan" |
    xargs -P 2 -I '{}' sh -c 'file=$work/${1% *}.hpp header=${1#* }; shift
      echo "#include <$header>" >"$file"
      "$@" -x c++-header "$file" -o "$file.gch" ||
        { echo "not accepted with nothing before it: $header"; exit 1; }' sh '{}' "$cxx" "$@" $(once "$cxx") || status=1
  sed -n 's/^after //p' "$work/plan" |
    xargs -P 2 -I '{}' sh -c 'file=$work/${1%% *}.hpp headers=${1#* }; shift
      printf "#include <%s>\n" $headers | "$@" -include "$file" -fsyntax-only -x c++ - ||
        { echo "not accepted with nothing before them: $headers"; exit 1; }' sh '{}' "$cxx" "$@" || status=1
  exit $status
  ;;
orders)
  seed=$1 without='_body[.]hpp$|(^|/)impl(/|[.])'
  shift
  list=$(mktemp)
  (cd "$where" && find . -name '*.hpp' | sed 's|^\./||' | grep -v -E "$without" | sort) |
    awk -v seed="$seed" 'BEGIN { srand(seed) } { printf "%.9f %s\n", rand(), $0 }' | sort |
    sed 's|^[^ ]* \(.*\)|#include <\1>|' >"$list"
  cat "$list" "$list" | "$cxx" "$@" -fsyntax-only -x c++ - || { echo "not accepted: order $seed"; exit 1; }
  rm -f "$list"
  ;;
light)
  # The files that a list of headers includes, one per line, without the library's own.
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
work)
  percent=$1
  shift
  flags=$*
  work_of() {
    for header; do printf '#include <%s>\n' "$header"; done |
      "$cxx" $flags -fsyntax-only -ftime-report -x c++ - 2>&1 | sed -n 's/^ *TOTAL.* \([0-9]*\)M$/\1/p'
  }
  base=$(work_of array concepts string_view compare)
  work=$(work_of "$where")
  [ -n "$base" ] && [ -n "$work" ] || { echo "$cxx -ftime-report does not tell its memory"; exit 1; }
  echo "<$where> takes $work MB, $((work * 100 / base)) % of $base MB"
  [ $((work * 100)) -le $((base * percent)) ] || { echo "at most $percent % are allowed"; exit 1; }
  ;;
accepts)
  printf '#include <%s>\n' "$where" | "$cxx" "$@" -fsyntax-only -x c++ - || exit 1
  ;;
old)
  flags=$where
  while [ "$1" != -- ]; do flags="$flags $1"; shift; done
  shift
  status=0
  for header; do
    said=$(printf '#include <%s>\n' "$header" | "$cxx" $flags -std=c++17 -fsyntax-only -x c++ - 2>&1)
    first=$(printf '%s\n' "$said" | grep -m 1 'error:')
    case $first in *"ridgeline needs C++20"*) [ "$(printf '%s\n' "$said" | wc -l)" -gt 12 ] || continue ;; esac
    printf '%s\n' "<$header> does not say in a few lines that it needs C++20:" "$said" | head -30
    status=1
  done
  exit $status
  ;;
*)
  echo "compile.sh: unknown task $what" >&2
  exit 2
  ;;
esac
