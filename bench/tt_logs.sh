#!/bin/sh
# Measures tt_ops_report against awk on the logs of a Tracy run: 100,000 host ops and a million rows of the device log.
#
#   bench/tt_logs.sh BUILD_DIR
#
# One warm-up run of each, then five alternating rounds; medians count. awk only splits the lines of all three files. If
# a budget is exceeded the exit code is 1; if nothing could be measured it is 2.
#
# Environment: OPS (100000; ten device rows each), ROUNDS (5), TMPDIR with space for 2 kB per op (/tmp)
set -u
LC_ALL=C
export LC_ALL

time_budget=4.0    # median of the report over median of awk
memory_budget=4.0  # peak resident size over the size of the files
ops=${OPS:-100000}
rounds=${ROUNDS:-5}

. "$(dirname "$0")/common.sh"
[ $# -eq 1 ] || fail "usage: tt_logs.sh BUILD_DIR"
generator=$1/bench/bench_generate_tt_logs
report=$1/examples/tt_ops_report
[ -x "$generator" ] || fail "$generator is not built"
[ -x "$report" ] || fail "$report is not built"
[ -x /usr/bin/time ] || fail "this needs GNU time (Debian: time)"

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM
logs=$work/logs
mkdir "$logs"
"$generator" "$ops" "$logs" || fail "cannot write the logs of $ops ops to $work"
bytes=$(cat "$logs"/*.csv | wc -c)

run_awk() { awk -F, '{n+=NF} END{print n}' "$logs"/*.csv; }
run_report() { "$report" -i "$logs" -o "$work/out"; }

for what in awk report; do nanoseconds run_$what >/dev/null; done
rows=$(cat $(find "$work/out" -name 'ops_perf_results*.csv') | wc -l)
[ "$rows" -gt "$ops" ] || fail "the report has $rows rows for $ops ops"
i=0
while [ "$i" -lt "$rounds" ]; do
  for what in awk report; do nanoseconds run_$what >>"$work/$what.ns" || exit 2; done
  i=$((i + 1))
done
/usr/bin/time -f %M -o "$work/peak.txt" "$report" -i "$logs" -o "$work/out" >"$work/out.txt" 2>"$work/messages.txt" || fail "the report failed"
echo "$(getconf _NPROCESSORS_ONLN) processors, load $(uptime | sed -n 's/.*load average: *//p'); $ops ops, $((ops * 10)) device rows, $bytes bytes"
echo "$(median "$work/awk.ns") $(median "$work/report.ns") $(tail -n 1 "$work/peak.txt") $bytes" |
  awk -v time_budget="$time_budget" -v memory_budget="$memory_budget" '{
    printf "awk          %7.1f ms\n", $1 / 1e6
    printf "ops CSV      %7.1f ms, %.2f of awk\n", $2 / 1e6, $2 / $1
    memory = $3 * 1024 / $4
    printf "peak memory  %7.1f MB, %.2f of the files\n", $3 * 1024 / 1e6, memory
    bad = $2 / $1 > time_budget || memory > memory_budget
    printf "budgets: time %.1f of awk, memory %.1f of the files: %s\n", time_budget, memory_budget, bad ? "EXCEEDED" : "kept"
    exit bad
  }'
