#!/bin/sh
# Measures pytorch_report on a Perfetto trace of 200 MB and a bare protozero walk over all of its fields on one
# processor.
#
#   bench/pftrace.sh BUILD_DIR
#
# One warm-up run, then five; the medians count, for the walk the best. If a budget is exceeded the exit code is 1; if
# nothing could be measured it is 2.
#
# Environment: SIZE in MB (200), ROUNDS (5), TMPDIR with space for the file (/tmp)
set -u
LC_ALL=C
export LC_ALL

time_budget=1.0    # median of the report over the best of the walk
memory_budget=2.0  # peak resident size over file size
size=${SIZE:-200}
rounds=${ROUNDS:-5}

. "$(dirname "$0")/common.sh"
[ $# -eq 1 ] || fail "usage: pftrace.sh BUILD_DIR"
generator=$1/bench/bench_generate_pftrace
floor=$1/bench/bench_pftrace_floor
report=$1/examples/pytorch_report
for program in "$generator" "$floor" "$report"; do [ -x "$program" ] || fail "$program is not built"; done
[ -x /usr/bin/time ] || fail "this needs GNU time (Debian: time)"

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM
trace=$work/trace.pftrace
"$generator" "$size" "$trace" || fail "cannot write $size MB to $work"

run_report() { "$report" "$trace" --output_csvs_dir "$work/out" --quiet >"$work/messages.txt" 2>&1 || fail "the report failed: $(cat "$work/messages.txt")"; }
run_report
i=0
while [ "$i" -lt "$rounds" ]; do
  start=$(date +%s%N)
  run_report
  end=$(date +%s%N)
  echo $((end - start)) >>"$work/report.ns"
  i=$((i + 1))
done
"$floor" "$trace" "$rounds" >"$work/floor.txt" || fail "the floor failed"
/usr/bin/time -f %M -o "$work/peak.txt" "$report" "$trace" --output_csvs_dir "$work/out" --quiet >"$work/messages.txt" 2>&1 || fail "the report failed"
echo "$(getconf _NPROCESSORS_ONLN) processors, load $(uptime | sed -n 's/.*load average: *//p')"
echo "$(median "$work/report.ns") $(sed -n 's/^walk //p' "$work/floor.txt") $(tail -n 1 "$work/peak.txt") $(wc -c <"$trace")" |
  awk -v time_budget="$time_budget" -v memory_budget="$memory_budget" '{
    report = $1 / 1e9
    printf "bare walk, one processor  %6.3f s, %.2f GB/s\n", $2, $4 / $2 / 1e9
    printf "whole report              %6.3f s, %.2f GB/s, %.2f of the walk\n", report, $4 / report / 1e9, report / $2
    memory = $3 * 1024 / $4
    printf "peak memory               %6.1f MB, %.2f of the file\n", $3 * 1024 / 1e6, memory
    bad = report / $2 > time_budget || memory > memory_budget
    printf "budgets: time %.1f of the walk, memory %.1f of the file: %s\n", time_budget, memory_budget, bad ? "EXCEEDED" : "kept"
    exit bad
  }'
