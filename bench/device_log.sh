#!/bin/sh
# Measures tt_device_report against awk on a device log of a million rows (35 MB).
#
#   bench/device_log.sh BUILD_DIR
#
# One warm-up run of each, then five alternating rounds; medians count. awk only splits the lines, which is the least
# that any reader has to do. Two commands are measured: statistics and CSV alone (--no-json --no-artifacts), and with
# the compressed archive of both and of the log (--no-json). If a budget is exceeded the exit code is 1; if nothing
# could be measured it is 2.
#
# Environment: ROWS (1000000), ROUNDS (5), TMPDIR with space for 100 bytes per row (/tmp)
set -u
LC_ALL=C
export LC_ALL

time_budget=1.5    # median of the report over median of awk
memory_budget=8.0  # peak resident size over file size
rows=${ROWS:-1000000}
rounds=${ROUNDS:-5}

. "$(dirname "$0")/common.sh"
[ $# -eq 1 ] || fail "usage: device_log.sh BUILD_DIR"
case $(date +%N) in
  '' | *[!0-9]*) fail "this needs a date command that knows %N (Debian: coreutils)" ;;
esac
generator=$1/bench/bench_generate_device_log
report=$1/examples/tt_device_report
[ -x "$generator" ] || fail "$generator is not built"
[ -x "$report" ] || fail "$report is not built"

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM
log=$work/profile_log_device.csv
"$generator" "$rows" "$log" || fail "cannot write $rows rows to $work"
bytes=$(($(wc -c <"$log")))

run_awk() { awk -F, '{n+=NF} END{print n}' "$log"; }
run_statistics() { "$report" -d "$log" -o "$work/statistics" --no-json --no-plots --no-artifacts; }
run_all() { "$report" -d "$log" -o "$work/all" --no-json --no-plots; }

for what in awk statistics all; do nanoseconds run_$what >/dev/null; done
i=0
while [ "$i" -lt "$rounds" ]; do
  for what in awk statistics all; do nanoseconds run_$what >>"$work/$what.ns" || exit 2; done
  i=$((i + 1))
done
peak=0
if [ -x /usr/bin/time ]; then
  /usr/bin/time -f %M -o "$work/peak.txt" "$report" -d "$log" -o "$work/all" --no-json --no-plots \
    >"$work/out.txt" 2>"$work/messages.txt" || fail "the report failed"
  peak=$(tail -n 1 "$work/peak.txt")
fi
echo "$(getconf _NPROCESSORS_ONLN) processors, load $(uptime | sed -n 's/.*load average: *//p'); $rows rows, $bytes bytes"
echo "$(median "$work/awk.ns") $(median "$work/statistics.ns") $(median "$work/all.ns") $peak $bytes" |
  awk -v time_budget="$time_budget" -v memory_budget="$memory_budget" '{
    printf "awk                                %7.1f ms\n", $1 / 1e6
    printf "statistics and CSV                 %7.1f ms, %.2f of awk\n", $2 / 1e6, $2 / $1
    printf "statistics, CSV and their archive  %7.1f ms, %.2f of awk\n", $3 / 1e6, $3 / $1
    memory = $4 * 1024 / $5
    if ($4 > 0) printf "peak memory                        %7.1f MB, %.2f of the file\n", $4 * 1024 / 1e6, memory
    bad = $2 / $1 > time_budget || memory > memory_budget
    printf "budgets: time %.1f of awk for statistics and CSV, memory %.1f of the file: %s\n", time_budget, memory_budget, bad ? "EXCEEDED" : "kept"
    exit bad
  }'
