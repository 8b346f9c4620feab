#!/bin/sh
# Measures reading, linking and summarising an XPlane file of 200 MB against a bare protozero walk over all its fields in
# the same run, its memory against the file, and writing the sheet of kernels against writing as many plain bytes.
#
#   bench/xplane.sh BUILD_DIR
#
# Medians of five rounds after a warm-up. Exit code 1 if a budget is exceeded, 2 if nothing could be measured.
#
# Environment:
#   SIZE    bytes of the file (200000000)
#   TMPDIR  folder with space for the file and a sheet of four times its size (/tmp)
set -u
LC_ALL=C
export LC_ALL

time_budget=3.0    # reading, linking and summarising over the walk
memory_budget=2.5  # peak resident size over file size
write_budget=2.0   # writing the sheet over writing as many plain bytes
size=${SIZE:-200000000}

. "$(dirname "$0")/common.sh"
[ $# -eq 1 ] || fail "usage: xplane.sh BUILD_DIR"
generator=$1/bench/bench_generate_xplane
measure=$1/bench/bench_xplane
[ -x "$generator" ] && [ -x "$measure" ] || fail "$1 has no bench_generate_xplane and bench_xplane; build the benches"
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM

"$generator" "$size" "$work/x.xplane.pb" || fail "cannot write $size bytes to $work"
bytes=$(($(wc -c <"$work/x.xplane.pb")))
load=$(uptime 2>/dev/null | sed -n 's/.*load average: *//p')
for what in time memory write; do
  TMPDIR=$work "$measure" $what "$work/x.xplane.pb" >>"$work/results.txt" || fail "bench_xplane $what failed"
done

column() { awk -v what="$1" -v c="$2" '$1 == what {print $c}' "$work/results.txt" | median; }
processor=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo 2>/dev/null | sed -n 1p)
echo "machine: ${processor:-$(uname -m)}, $(getconf _NPROCESSORS_ONLN 2>/dev/null || echo '?') processors, load ${load:-not known}"
awk -v walk="$(column time 2)" -v read="$(column time 3)" -v all="$(column time 4)" -v peak="$(column memory 2)" \
    -v plain="$(column write 2)" -v sheet="$(column write 3)" -v out="$(column write 5)" -v bytes="$bytes" \
    -v time_budget="$time_budget" -v memory_budget="$memory_budget" -v write_budget="$write_budget" '
  BEGIN {
    printf "file: %.1f MB; sheet kernel_launchers: %.1f MB\n\n", bytes / 1e6, out / 1e6
    print "| what | ms | MB/s | ratio |"
    print "| --- | ---: | ---: | ---: |"
    printf "| bare protozero walk over all fields | %.0f | %.0f | 1 |\n", walk, bytes / walk / 1e3
    printf "| read | %.0f | %.0f | %.2f |\n", read, bytes / read / 1e3, read / walk
    printf "| read, link, summarise | %.0f | %.0f | %.2f |\n", all, bytes / all / 1e3, all / walk
    printf "| plain bytes written | %.0f | %.0f | 1 |\n", plain, out / plain / 1e3
    printf "| `kernel_launchers` written | %.0f | %.0f | %.2f |\n", sheet, out / sheet / 1e3, sheet / plain
    memory = peak * 1024 / bytes
    printf "\npeak memory: %.1f MB, %.2f of the file\n", peak * 1024 / 1e6, memory
    if (all / walk > time_budget) past[++n] = sprintf("time is %.2f of the walk, budget %.1f", all / walk, time_budget)
    if (memory > memory_budget) past[++n] = sprintf("peak memory is %.2f of the file, budget %.1f", memory, memory_budget)
    if (sheet / plain > write_budget) past[++n] = sprintf("writing takes %.2f of plain bytes, budget %.1f", sheet / plain, write_budget)
    printf "budgets: time %.1f, memory %.1f, writing %.1f: %s\n", time_budget, memory_budget, write_budget, n ? "EXCEEDED" : "kept"
    for (i = 1; i <= n; ++i) print "  " past[i]
    exit n ? 1 : 0
  }'
