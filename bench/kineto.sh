#!/bin/sh
# Measures pytorch_report with CSV output on Kineto traces, plain and compressed, and what reading them costs others:
# Boost.JSON's parser with an empty handler, simdjson on demand touching name, cat, ts and dur of each event, simdjson's
# tree, both including the file read; the same walk with the file already in memory (bare); and gzip -dc of the
# compressed trace. The cost of timing itself, two starts of date, is not counted.
#
#   bench/kineto.sh BUILD_DIR
#
# The report uses all processors, the others one. Medians of the report and of gzip, alternating; best of the parsers.
# If a budget is exceeded the exit code is 1; if nothing could be measured it is 2.
#
# Environment: SIZES in MB (10 220 1000; budgets hold for the first two), RUNS (5), TMPDIR for files of up to the largest
# size
set -u
LC_ALL=C
export LC_ALL

walk_budget=0.75    # report over simdjson on demand, at the second size
gzip_budget=0.6     # report of the compressed trace over gzip -dc, at the second size
memory_budget=0.5   # peak resident size over file size, at the second size
small_budget=0.012  # seconds of the report, at the first size
sizes=${SIZES:-10 220 1000}
runs=${RUNS:-5}

. "$(dirname "$0")/common.sh"

[ $# -eq 1 ] || fail "usage: kineto.sh BUILD_DIR"
build=$1
generator=$build/bench/bench_generate_kineto
floors=$build/bench/bench_kineto_floor
report=$build/examples/pytorch_report
for program in "$generator" "$floors" "$report"; do
  [ -x "$program" ] || fail "no $program; build the benches and examples"
done
[ -x /usr/bin/time ] || fail "this needs GNU time (Debian: time)"

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM

run_report() { "$report" --profile_json_path "$1" --output_csvs_dir "$work/out" >"$work/messages.txt" 2>&1; }
timed() {  # timed FILE COMMAND...: appends the seconds that the command takes
  to=$1
  shift
  start=$(date +%s%N)
  "$@" || fail "$1 failed: $(head -c 300 "$work/messages.txt")"
  end=$(date +%s%N)
  echo "$start $end" | awk '{printf "%.6f\n", ($2 - $1) / 1e9}' >>"$to"
}
unpack() { gzip -dc "$work/trace.json.gz" >/dev/null; }
floor() {
  best=$(sed -n "s/^$1.* \([0-9.]*\) s  *[0-9.]* s cpu.*/\1/p" "$work/floors.txt")
  echo "${best:--}"
}

processor=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo 2>/dev/null | sed -n 1p)
load=$(uptime 2>/dev/null | sed -n 's/.*load average: *//p')
echo "machine: ${processor:-$(uname -m)}, $(getconf _NPROCESSORS_ONLN) processors, load ${load:-not known}"
echo "report:  pytorch_report --output_csvs_dir, median of $runs; parsers: one thread, best of $runs; times in seconds"
echo
row() { printf '| %-8s | %6s | %8s | %7s | %7s | %9s | %7s | %7s | %7s | %9s | %8s | %9s |\n' "$@"; }
row layout MB events report empty on-demand bare tree gz 'gzip -dc' ns/event peak/size
row --- ---: ---: ---: ---: ---: ---: ---: ---: ---: ---: ---:
past=
first=$(echo "$sizes" | awk '{print $1}')
second=$(echo "$sizes" | awk '{print $2}')
for layout in indented lines; do
  for size in $sizes; do
    "$generator" "$size" "$work/trace.json" $([ $layout = lines ] && echo --lines) || fail "cannot write $size MB to $work"
    gzip -c "$work/trace.json" >"$work/trace.json.gz" || fail "cannot write to $work"
    run_report "$work/trace.json" || fail "pytorch_report failed: $(head -c 300 "$work/messages.txt")"
    rm -f "$work"/*.s
    i=0
    while [ $i -lt "$runs" ]; do
      timed "$work/report.s" run_report "$work/trace.json"
      timed "$work/packed.s" run_report "$work/trace.json.gz"
      timed "$work/gzip.s" unpack
      timed "$work/nothing.s" :
      i=$((i + 1))
    done
    "$floors" "$work/trace.json" "$runs" --floors >"$work/floors.txt" || fail "the floors failed"
    /usr/bin/time -f %M -o "$work/peak.txt" "$report" --profile_json_path "$work/trace.json" \
      --output_csvs_dir "$work/out" >"$work/messages.txt" 2>&1
    events=$(grep -o '"ph":' "$work/trace.json" | wc -l)
    bytes=$(wc -c <"$work/trace.json")
    line=$(echo "$bytes $events $(median "$work/report.s") $(floor 'Boost.JSON, empty') $(floor 'simdjson on demand') \
      $(floor 'bare walk') $(floor 'simdjson tree') $(median "$work/packed.s") $(median "$work/gzip.s") $(tail -n 1 "$work/peak.txt") \
      $(median "$work/nothing.s")" | awk '{
        $3 -= $11; $8 -= $11; $9 -= $11
        printf "%.0f %d %.3f %s %s %s %s %.3f %.3f %.0f %.2f", $1 / 1e6, $2, $3, $4, $5, $6, $7, $8, $9, $3 * 1e9 / $2,
               $10 * 1024 / $1 }')
    # shellcheck disable=SC2086 # eleven cells
    row $layout $line
    past=$past$(echo "$line" | awk -v size="$size" -v first="$first" -v second="$second" -v l=$layout -v small=$small_budget \
      -v walk=$walk_budget -v unpack=$gzip_budget -v memory=$memory_budget '
      function over(ratio, budget, what) { if (ratio > budget) printf "  %s: %s is %.3f\n", l, what, ratio }
      size == first { over($3, small, "the small report, s,") }
      size == second {
        if ($5 + 0 > 0) over($3 / $5, walk, "the report over the walk on demand")
        over($8 / $9, unpack, "the packed report over gzip -dc")
        over($11, memory, "peak memory over the file")
      }')
    rm -f "$work/trace.json" "$work/trace.json.gz"
  done
done
echo
echo "budgets: $first MB $small_budget s; $second MB $walk_budget of simdjson on demand, packed $gzip_budget of gzip -dc, memory $memory_budget of the file"
if [ -n "$past" ]; then
  echo "past them:"
  printf '%s\n' "$past"
  exit 1
fi
echo "kept"
