#!/bin/sh
# Measures tt_perf_report against awk on ops CSVs of 10 MB and 270 MB.
#
#   bench/ops_csv.sh BUILD_DIR
#
# For each file: one warm-up run of both, then five alternating pairs; medians count. awk only splits the lines, which
# is the least that any reader has to do. The full table goes to a file. If a budget is exceeded the exit code is 1; if
# nothing could be measured it is 2.
#
# Environment:
#   RIDGELINE_SHARED_DATA  folder of the shared data, for the file that is repeated (default ../shared/data)
#   TT_PERF_REPORT         command to use instead of tt_perf_report; it gets the options and the file
#   SMALL, LARGE           sizes in bytes (10000000, 270000000)
#   PAIRS                  measured pairs (5)
#   TMPDIR                 folder with space for files of up to LARGE bytes and the report on them (/tmp)
set -u
LC_ALL=C
export LC_ALL

time_budget=2.0    # median of the report over median of awk, at the large size: at the small one startup dominates
memory_budget=1.2  # peak resident size over file size, at the large size: at the small one the program itself dominates
small=${SMALL:-10000000}
large=${LARGE:-270000000}
pairs=${PAIRS:-5}

. "$(dirname "$0")/common.sh"

[ $# -eq 1 ] || fail "usage: ops_csv.sh BUILD_DIR"
build=$1
[ -d "$build" ] || fail "$build is not a folder"
root=$(cd "$(dirname "$0")/.." && pwd) || exit 2
case $(date +%N) in
  '' | *[!0-9]*) fail "this needs a date command that knows %N (Debian: coreutils)" ;;
esac
command -v awk >/dev/null || fail "this needs awk"

find_program() {
  for folder in "$build" "$build/bench" "$build/examples" "$build/bin"; do
    if [ -f "$folder/$1" ] && [ -x "$folder/$1" ]; then
      echo "$folder/$1"
      return
    fi
  done
  return 1
}
generator=$(find_program bench_generate_ops_csv) || fail "$build has no bench_generate_ops_csv; build the benches"
if [ -n "${TT_PERF_REPORT:-}" ]; then
  report=$TT_PERF_REPORT
else
  report=$(find_program tt_perf_report) || fail "$build has no tt_perf_report; build the examples first"
fi

data=${RIDGELINE_SHARED_DATA:-$root/../shared/data}
repeated=$data/tt/perf-report/inputs/ops_perf_results_2025_09_18_11_39_20.csv
[ -r "$repeated" ] || repeated=$root/examples/sample/llama_decode_wormhole.csv
[ -r "$repeated" ] || fail "cannot read $repeated"

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM

run_report() { $report --ignore-signposts "$1" >"$work/report.txt" 2>"$work/messages.txt"; }
run_awk() { awk -F, '{n+=NF} END{print n}' "$1" >"$work/fields.txt"; }

# Nanoseconds that `$@` takes.
nanoseconds() {
  start=$(date +%s%N)
  "$@" || return 1
  end=$(date +%s%N)
  echo $((end - start))
}

# Peak resident kilobytes of the report over file $1: from GNU time, else from the kernel's counter, polled until the
# process ends, which misses allocations in the last hundredths of a second. Empty when neither works.
peak_kilobytes() {
  if [ -x /usr/bin/time ] && /usr/bin/time -f %M -o "$work/peak.txt" true 2>/dev/null; then
    # shellcheck disable=SC2086 # a command with its options
    /usr/bin/time -f %M -o "$work/peak.txt" $report --ignore-signposts "$1" >"$work/report.txt" \
      2>"$work/messages.txt" || return 1
    tail -n 1 "$work/peak.txt"
  elif [ -r /proc/self/status ]; then
    # shellcheck disable=SC2086
    $report --ignore-signposts "$1" >"$work/report.txt" 2>"$work/messages.txt" &
    pid=$!
    peak=
    while kill -0 "$pid" 2>/dev/null; do
      now=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$pid/status" 2>/dev/null)
      [ -n "$now" ] || break
      peak=$now
      sleep 0.01
    done
    wait "$pid" || return 1
    echo "$peak"
  fi
}
if [ -x /usr/bin/time ]; then
  memory_by="GNU time"
else
  memory_by="VmHWM, polled (the Debian package time measures it exactly)"
fi

# Measures file $1, named $2 in the table, of mode $3; appends `name bytes report_ns awk_ns peak_kB` to the results.
measure() {
  file=$1
  bytes=$(($(wc -c <"$file")))
  run_report "$file" || {
    sed -n 1,5p "$work/messages.txt" >&2
    fail "'$report --ignore-signposts' failed on $2"
  }
  run_awk "$file" || fail "awk failed on $2"
  : >"$work/report.ns"
  : >"$work/awk.ns"
  i=0
  while [ "$i" -lt "$pairs" ]; do
    nanoseconds run_report "$file" >>"$work/report.ns" || fail "the report failed on $2"
    nanoseconds run_awk "$file" >>"$work/awk.ns" || fail "awk failed on $2"
    i=$((i + 1))
  done
  peak=$(peak_kilobytes "$file") || fail "the report failed on $2"
  echo "$2 $bytes $(median "$work/report.ns") $(median "$work/awk.ns") ${peak:--}" >>"$work/results.txt"
}

# mawk and gawk both answer -W version. The load is that of the previous minutes: on a busy machine figures mean little.
awk_program=$(readlink -f "$(command -v awk)" 2>/dev/null || command -v awk)
awk_version=$(awk -W version </dev/null 2>&1 | sed -n 1p)
load=$(uptime 2>/dev/null | sed -n 's/.*load average: *//p')
processor=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo 2>/dev/null | sed -n 1p)

: >"$work/results.txt"
for mode in repeat generate; do
  for size in "$small" "$large"; do
    echo "ops_csv.sh: $mode, $size bytes" >&2
    if [ $mode = repeat ]; then
      "$generator" --repeat "$repeated" "$size" "$work/ops.csv" || fail "cannot write $size bytes to $work"
    else
      "$generator" --generate "$size" "$work/ops.csv" || fail "cannot write $size bytes to $work"
    fi
    measure "$work/ops.csv" "$mode-$size"
    rm -f "$work/ops.csv"
  done
done

processors=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo '?')
echo "machine: ${processor:-$(uname -m)}, $processors processors, load ${load:-not known}"
echo "awk:     $awk_program ($awk_version)"
echo "report:  $(basename "${report%% *}") --ignore-signposts FILE > report.txt"
echo "repeat:  rows of $(basename "$repeated")"
echo "memory:  $memory_by"
echo "medians of $pairs pairs after a warm-up"
echo
awk -v time_budget="$time_budget" -v memory_budget="$memory_budget" -v small="$small" '
  function row(a, b, c, d, e, f, g, h) {
    printf "| %-8s | %7s | %9s | %7s | %5s | %6s | %7s | %9s |\n", a, b, c, d, e, f, g, h
  }
  BEGIN {
    row("rows", "MB", "report ms", "awk ms", "ratio", "MB/s", "peak MB", "peak/size")
    row("---", "---:", "---:", "---:", "---:", "---:", "---:", "---:")
  }
  {
    split($1, name, "-")
    bytes = $2; report = $3; awk = $4
    ratio = report / awk
    per_byte[NR] = report / bytes
    memory = $5 == "-" ? "" : $5 * 1024 / bytes
    row(name[1], sprintf("%.1f", bytes / 1e6), sprintf("%.1f", report / 1e6), sprintf("%.1f", awk / 1e6),
        sprintf("%.2f", ratio), sprintf("%.0f", bytes * 1e3 / report),
        $5 == "-" ? "?" : sprintf("%.1f", $5 * 1024 / 1e6), memory == "" ? "?" : sprintf("%.2f", memory))
    if (name[2] != small && ratio > time_budget) past[++n] = sprintf("%s: time is %.2f of awk, budget %.1f", $1, ratio, time_budget)
    if (name[2] != small && memory != "" && memory > memory_budget)
      past[++n] = sprintf("%s: peak memory is %.2f of the file, budget %.1f", $1, memory, memory_budget)
    if (NR % 2 == 0)
      growth[NR / 2] = sprintf("%s: %.3f ns a byte at the small size, %.3f at the large one, factor %.2f", name[1],
                               per_byte[NR - 1], per_byte[NR], per_byte[NR] / per_byte[NR - 1])
  }
  END {
    print ""
    for (i = 1; i <= NR / 2; ++i) print growth[i]
    printf "budgets: time %.1f of awk, peak memory %.1f of the file: ", time_budget, memory_budget
    print n ? "EXCEEDED" : "kept"
    for (i = 1; i <= n; ++i) print "  " past[i]
    exit n ? 1 : 0
  }' "$work/results.txt"
