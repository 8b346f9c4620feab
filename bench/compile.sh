#!/usr/bin/env bash
# What it costs to include each umbrella: user time of the compiler (front end only) against a file that includes
# <array>, <concepts>, <string_view> and <compare>. Exit 1 when core.hpp costs more than twice that.
#
#   bench/compile.sh BUILD_DIR
#
# Environment: CXX, a compiler in place of the one that BUILD_DIR is configured for; RUNS of each file (9).
set -eu
[ $# -eq 1 ] || { echo "usage: bench/compile.sh BUILD_DIR" >&2; exit 2; }
cxx=${CXX:-$(sed -n 's/^CMAKE_CXX_COMPILER:[A-Z]*=//p' "$1/CMakeCache.txt")} runs=${RUNS:-9}
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

printf '#include <%s>\n' array concepts string_view compare >"$folder/four.cpp"
for name in core profiler ridgeline; do echo "#include <ridgeline/$name.hpp>" >"$folder/$name.cpp"; done

# milliseconds NAME: the median of the user times. Runs of the files take turns, so that a busy moment hits all alike.
TIMEFORMAT=%U
for ((i = 0; i < runs; ++i)); do
  for name in four core profiler ridgeline; do
    { time "$cxx" -std=c++20 -I "$root/include" -fsyntax-only "$folder/$name.cpp"; } 2>>"$folder/$name.times"
  done
done
milliseconds() { sort -n "$folder/$1.times" | awk '{ v[NR] = 1000 * $1 } END { print v[int((NR + 1) / 2)] }'; }

four=$(milliseconds four)
printf '%-28s %8s %8s\n' "compile, $(basename "$cxx")" 'ms' 'ratio'
printf '%-28s %8d %8s\n' 'four standard headers' "$four" 1.00
status=0
for name in core profiler ridgeline; do
  ms=$(milliseconds $name)
  budget=
  if [ $name = core ]; then
    budget='budget 2.00'
    if awk "BEGIN { exit !($ms > 2 * $four) }"; then budget='over the budget of 2.00' status=1; fi
  fi
  printf '%-28s %8d %8s %s\n' "ridgeline/$name.hpp" "$ms" "$(awk "BEGIN { printf \"%.2f\", $ms / $four }")" "$budget"
done
exit $status
