#!/usr/bin/env bash
# Measures what including each umbrella costs: user time of the compiler (front end only) relative to a file that
# includes <array>, <concepts>, <string_view> and <compare>. Exit 1 when core.hpp costs more than 2 times that,
# profiler.hpp more than 7 times or ridgeline.hpp more than 17 times.
#
# Also measures what one user-defined op model costs: a source file that runs an extension with and without it, not
# counting the bodies of the library. Exit 1 when the model costs more than 0.3 s.
#
#   bench/compile.sh BUILD_DIR
#
# Environment: CXX, a compiler other than the one that BUILD_DIR is configured for; RUNS of each file (9);
# MODEL_RUNS of the extension with a model and without (3; 0: not measured).
set -eu
[ $# -eq 1 ] || { echo "usage: bench/compile.sh BUILD_DIR" >&2; exit 2; }
cxx=${CXX:-$(sed -n 's/^CMAKE_CXX_COMPILER:[A-Z]*=//p' "$1/CMakeCache.txt")} runs=${RUNS:-9}
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

printf '#include <%s>\n' array concepts string_view compare >"$folder/four.cpp"
for name in core profiler ridgeline; do echo "#include <ridgeline/$name.hpp>" >"$folder/$name.cpp"; done

# milliseconds NAME: the median of the user times. Runs of the files alternate, so that a busy moment affects all alike.
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
  case $name in core) most=2 ;; profiler) most=7 ;; *) most=17 ;; esac
  budget="budget $most.00"
  if awk "BEGIN { exit !($ms > $most * $four) }"; then budget="over the budget of $most.00" status=1; fi
  printf '%-28s %8d %8s %s\n' "ridgeline/$name.hpp" "$ms" "$(awk "BEGIN { printf \"%.2f\", $ms / $four }")" "$budget"
done

model_runs=${MODEL_RUNS:-3}
[ "$model_runs" -gt 0 ] || exit $status
cat >"$folder/without.cpp" <<'END'
#include <ridgeline/torch/report/report.hpp>
#include <ridgeline/torch/run/extension.hpp>
std::vector<ridgeline::table> report(ridgeline::torch_trace& trace) {
  return torch_tables(ridgeline::torch_extended_run<ridgeline::torch_no_extension>(trace), {});
}
END
cat >"$folder/with.cpp" <<'END'
#include <ridgeline/torch/report/report.hpp>
#include <ridgeline/torch/run/extension.hpp>
struct swiglu {
  static constexpr std::string_view name = "my::swiglu", category = "elementwise";
  double elements = 0;
  ridgeline::byte_count element{};
  static constexpr swiglu from(const ridgeline::torch_call& c) { return {c.shape(0).size() / 2, c.size(0)}; }
  constexpr auto flops() const { return 5 * elements * ridgeline::FLOP; }
  constexpr auto bytes() const { return 3 * elements * element; }
};
struct additions {
  using models = ridgeline::torch_models::with<swiglu>;
};
std::vector<ridgeline::table> report(ridgeline::torch_trace& trace) {
  return torch_tables(ridgeline::torch_extended_run<additions>(trace), {});
}
END
for ((i = 0; i < model_runs; ++i)); do
  for name in without with; do
    { time "$cxx" -std=c++20 -O1 -I "$root/include" -c "$folder/$name.cpp" -o "$folder/out.o"; } 2>>"$folder/$name.times"
  done
done
without=$(milliseconds without) with=$(milliseconds with)
printf '%-28s %8d\n%-28s %8d %+8d ms of 300\n' 'torch extension, -O1' "$without" 'with a model of a user' "$with" \
  $((with - without))
[ $((with - without)) -le 300 ] || status=1
exit $status
