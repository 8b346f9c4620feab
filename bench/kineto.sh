#!/bin/sh
# Measures pytorch_report with CSV output on Kineto traces, beside three floors of the same run: reading the file,
# Boost.JSON's parser with an empty handler, and simdjson on demand touching name, cat, ts and dur of each event.
#
#   bench/kineto.sh BUILD_DIR
#
# The report uses all processors, the floors one. Medians of the report, best of the floors. Past a budget the exit
# code is 1; when nothing could be measured it is 2.
#
# Environment: SIZES in MB (10 220 1000; budgets hold for the second), RUNS (5), TMPDIR for files of up to the largest size
set -u
LC_ALL=C
export LC_ALL

time_budget=1.5    # report over the empty handler, at the middle size
memory_budget=1.5  # peak resident size over file size, at the middle size
sizes=${SIZES:-10 220 1000}
runs=${RUNS:-5}

fail() {
  echo "kineto.sh: $*" >&2
  exit 2
}

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

run_report() {
  "$report" --profile_json_path "$work/trace.json" --output_csvs_dir "$work/out" >"$work/messages.txt" 2>&1
}
median() { sort -n "$1" | awk '{v[NR] = $1} END {print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2}'; }
floor() { sed -n "s/^$1.* \([0-9.]*\) s  *[0-9.]* s cpu.*/\1/p" "$work/floors.txt"; }

processor=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo 2>/dev/null | sed -n 1p)
load=$(uptime 2>/dev/null | sed -n 's/.*load average: *//p')
echo "machine: ${processor:-$(uname -m)}, $(getconf _NPROCESSORS_ONLN) processors, load ${load:-not known}"
echo "report:  pytorch_report --output_csvs_dir, median of $runs; floors: one thread, best of $runs"
echo
row() { printf '| %-8s | %7s | %8s | %9s | %7s | %8s | %8s | %6s | %8s | %9s |\n' "$@"; }
row layout MB events 'report s' 'read s' 'empty s' simdjson ratio 'ns/event' peak/size
row --- ---: ---: ---: ---: ---: ---: ---: ---: ---:
past=
middle=$(echo "$sizes" | awk '{print $2}')
for layout in indented lines; do
  for size in $sizes; do
    "$generator" "$size" "$work/trace.json" $([ $layout = lines ] && echo --lines) || fail "cannot write $size MB to $work"
    run_report || fail "pytorch_report failed: $(head -c 300 "$work/messages.txt")"
    : >"$work/report.ns"
    i=0
    while [ $i -lt "$runs" ]; do
      start=$(date +%s%N)
      run_report || fail "pytorch_report failed"
      end=$(date +%s%N)
      echo $((end - start)) >>"$work/report.ns"
      i=$((i + 1))
    done
    "$floors" "$work/trace.json" "$runs" --floors >"$work/floors.txt" || fail "the floors failed"
    /usr/bin/time -f %M -o "$work/peak.txt" "$report" --profile_json_path "$work/trace.json" \
      --output_csvs_dir "$work/out" >"$work/messages.txt" 2>&1
    events=$(grep -o '"ph":' "$work/trace.json" | wc -l)
    bytes=$(wc -c <"$work/trace.json")
    line=$(echo "$bytes $events $(median "$work/report.ns") $(floor 'read the file') $(floor 'Boost.JSON, empty') \
      $(floor simdjson) $(tail -n 1 "$work/peak.txt")" | awk '{
        if (NF < 7) { $7 = $6; $6 = "-" }
        printf "%.0f %d %.3f %.3f %.3f %s %.2f %.0f %.2f", $1 / 1e6, $2, $3 / 1e9, $4, $5, $6, $3 / 1e9 / $5,
               $3 / $2, $7 * 1024 / $1 }')
    # shellcheck disable=SC2086 # nine cells
    row $layout $line
    if [ "$size" = "$middle" ]; then
      past=$past$(echo "$line" | awk -v t=$time_budget -v m=$memory_budget -v l=$layout '{
        if ($7 > t) printf "  %s: time is %.2f of the empty handler", l, $7
        if ($9 > m) printf "  %s: peak memory is %.2f of the file", l, $9 }')
    fi
    rm -f "$work/trace.json"
  done
done
echo
echo "budgets at $middle MB: time $time_budget of the empty handler, peak memory $memory_budget of the file: ${past:-kept}"
[ -z "$past" ]
