#!/bin/sh
# Measures what captures of graphs cost pytorch_report: a capture read as a capture against the same file read as a trace,
# and a replay with all of its captures against the replay alone.
#
#   bench/captures.sh BUILD_DIR
#
# Times are medians. If a budget is exceeded the exit code is 1; if nothing could be measured it is 2.
#
# Environment: SIZE of the replay in MB (220), CAPTURES (20), LAYERS (24), FRAMES (200) around each op, RUNS (5), TMPDIR for
# the replay and the captures (220 + 20 * 21 MB)
set -u
LC_ALL=C
export LC_ALL

as_trace_budget=1.0  # processor time of a capture over that of the same file as a trace
replay_budget=2.0    # time of the replay with its captures over that of the replay alone
memory_budget=2.0    # peak memory, likewise
size=${SIZE:-220}
captures=${CAPTURES:-20}
runs=${RUNS:-5}

. "$(dirname "$0")/common.sh"

[ $# -eq 1 ] || fail "usage: captures.sh BUILD_DIR"
generator=$1/bench/bench_generate_captures
report=$1/examples/pytorch_report
for program in "$generator" "$report"; do
  [ -x "$program" ] || fail "no $program; build the benches and examples"
done
[ -x /usr/bin/time ] || fail "this needs GNU time (Debian: time)"

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM
"$generator" "$work" "$size" "$captures" "${LAYERS:-24}" "${FRAMES:-200}" || fail "cannot write to $work"
"$generator" "$work/short" 1 "$captures" "${LAYERS:-24}" "${FRAMES:-200}" || fail "cannot write to $work"
rm -rf "$work/short/graphs" "$work/short/unlisted"
first=$(find "$work/graphs" -name '*.trace.json' | sort | sed -n 1p)

# run NAME ARGUMENT...: appends seconds, processor seconds, peak MB to NAME.txt
run() {
  name=$1
  shift
  /usr/bin/time -f '%e %U %S %M' -o "$work/time.txt" "$report" "$@" --output_csvs_dir "$work/out" >"$work/messages.txt" 2>&1 ||
    fail "pytorch_report failed: $(head -c 300 "$work/messages.txt")"
  awk '{print $1, $2 + $3, $4 / 1024}' "$work/time.txt" >>"$work/$name.txt"
}
i=0
while [ $i -le "$runs" ]; do
  run trace "$first"
  run short "$work/short/trace.json" --no_captures
  run captured "$work/short/trace.json" --capture_folder "$work/graphs"
  run alone "$work/trace.json" --no_captures
  run listed "$work/trace.json" --capture_folder "$work/graphs"
  run unlisted "$work/trace.json" --capture_folder "$work/unlisted"
  [ $i -ne 0 ] || rm -f "$work"/trace.txt "$work"/short.txt "$work"/captured.txt "$work"/alone.txt "$work"/listed.txt \
    "$work"/unlisted.txt # warms the caches
  i=$((i + 1))
done
# median_of NAME COLUMN
median_of() { awk -v c="$2" '{print $c}' "$work/$1.txt" | median; }

machine
echo "replay: $(wc -c <"$work/trace.json" | awk '{printf "%.0f", $1 / 1e6}') MB; $captures captures of $(wc -c <"$first" |
  awk '{printf "%.1f", $1 / 1e6}') MB; medians of $runs runs"
echo
echo "| what | s | processor s | peak MB |"
echo "|---|---:|---:|---:|"
for name in trace short captured alone listed unlisted; do
  case $name in
    trace) what="a capture as a trace" ;;
    short) what="a replay of 1 MB" ;;
    captured) what="a replay of 1 MB and the captures" ;;
    alone) what="the replay" ;;
    listed) what="the replay and the captures, listed" ;;
    unlisted) what="the replay and the captures, not listed" ;;
  esac
  printf '| %s | %.3f | %.3f | %.0f |\n' "$what" "$(median_of $name 1)" "$(median_of $name 2)" "$(median_of $name 3)"
done
echo
echo "$(median_of trace 2) $(median_of short 2) $(median_of captured 2) $captures $(median_of alone 1) $(median_of listed 1) \
$(median_of unlisted 1) $(median_of alone 3) $(median_of unlisted 3)" |
  awk -v t=$as_trace_budget -v r=$replay_budget -v m=$memory_budget '{
    capture = ($3 - $2) / $4 / $1; worst = ($6 > $7 ? $6 : $7) / $5; memory = $9 / $8
    printf "a capture over the same file as a trace: %.2f (budget %.1f)\n", capture, t
    printf "the replay and its captures over the replay: %.2f (budget %.1f), peak memory %.2f (budget %.1f)\n", worst, r, memory, m
    past = capture > t || worst > r || memory > m
    print "budgets: " (past ? "PAST" : "kept")
    exit past }'
