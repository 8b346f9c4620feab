#!/bin/sh
# Measures the page of a device log of a million rows in a browser: how long it takes to be ready, and how long it is
# unresponsive at most while a user zooms and pans its timeline.
#
#   bench/device_page.sh BUILD_DIR
#
# If the budget is exceeded the exit code is 1; if nothing could be measured it is 2.
#
# Environment: ROWS (1000000), TMPDIR with space for 150 bytes per row (/tmp)
set -u
LC_ALL=C
export LC_ALL
stall_budget=200  # ms

. "$(dirname "$0")/common.sh"
[ $# -eq 1 ] || fail "usage: device_page.sh BUILD_DIR"
generator=$1/bench/bench_generate_device_log
report=$1/examples/tt_device_report
[ -x "$generator" ] || fail "$generator is not built"
[ -x "$report" ] || fail "$report is not built"
command -v python3 >/dev/null || fail "python3 is not installed"

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM
"$generator" "${ROWS:-1000000}" "$work/log.csv" || fail "cannot write to $work"
"$report" -d "$work/log.csv" -o "$work/out" --no-json --no-artifacts --no-print-stats || fail "the report failed"
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
PYTHONDONTWRITEBYTECODE=1 python3 "$here/device_page.py" "$work/out/device_perf.html" "$stall_budget"
