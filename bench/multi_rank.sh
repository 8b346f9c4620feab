#!/bin/sh
# Measures multi_rank_report on many ranks: time relative to single reads, peak memory relative to four ranks, and
# whether two MPI processes write the same bytes.
#
#   bench/multi_rank.sh BUILD_DIR
#
# If a budget is exceeded or the bytes differ, the exit code is 1; if nothing could be measured it is 2.
#
# Environment: RANKS (64), SIZE of a trace in MB (10), RUNS (5), COPIES (64): ranks beyond that number are links to the
# first ones, so TMPDIR needs COPIES * SIZE MB for any number of ranks; SINGLES (RANKS): how many single reads are
# measured
set -u
LC_ALL=C
export LC_ALL

time_budget=1.1    # over RANKS single reads divided by the processors used
memory_budget=1.1  # over the peak of four ranks and the tables (the bytes of the CSVs)
ranks=${RANKS:-64}
size=${SIZE:-10}
runs=${RUNS:-5}
copies=${COPIES:-64}
singles_read=${SINGLES:-$ranks}

. "$(dirname "$0")/common.sh"

[ $# -eq 1 ] || fail "usage: multi_rank.sh BUILD_DIR"
generator=$1/bench/bench_generate_kineto
report=$1/examples/multi_rank_report
for program in "$generator" "$report"; do
  [ -x "$program" ] || fail "no $program; build the benches and examples"
done
[ -x /usr/bin/time ] || fail "this needs GNU time (Debian: time)"

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM
mkdir "$work/one" "$work/four" "$work/all"
"$generator" "$size" "$work/trace.json" || fail "cannot write $size MB to $work"
rank=0
while [ $rank -lt "$ranks" ]; do
  if [ $rank -lt "$copies" ]; then
    cp "$work/trace.json" "$work/all/trace_rank_$rank.json" || fail "cannot write to $work"
  else
    ln "$work/all/trace_rank_$((rank % copies)).json" "$work/all/trace_rank_$rank.json" || fail "cannot link in $work"
  fi
  [ $rank -ge 4 ] || ln "$work/all/trace_rank_$rank.json" "$work/four/" || fail "cannot link in $work"
  [ $rank -ge 1 ] || ln "$work/all/trace_rank_$rank.json" "$work/one/" || fail "cannot link in $work"
  rank=$((rank + 1))
done

cores=$(getconf _NPROCESSORS_ONLN)
processor=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo 2>/dev/null | sed -n 1p)
echo "machine: ${processor:-$(uname -m)}, $cores processors, load $(uptime | sed -n 's/.*load average: *//p')"

# run NAME COMMAND...: appends seconds, processor seconds, peak kB to NAME.txt
run() {
  name=$1
  shift
  /usr/bin/time -f '%e %U %S %M' -a -o "$work/$name.txt" "$@" >"$work/messages.txt" 2>&1 ||
    fail "multi_rank_report failed: $(head -c 300 "$work/messages.txt")"
}
ranks_of() { run "$1" "$report" -b "$work/$1" -f trace --threads "$2" --output_csvs_dir "$work/out_$1"; }
# All single reads in sequence: a single one is too short for processor clocks.
single_reads() {
  run one sh -c 'i=0; while [ $i -lt "$1" ]; do "$2" -b "$3/one" -f trace --threads 1 --output_csvs_dir "$3/out_one" || exit 1
    i=$((i + 1)); done' sh "$singles_read" "$report" "$work"
}
ranks_of four "$cores" # warms the caches
rm -f "$work/four.txt"
i=0
while [ $i -lt "$runs" ]; do
  single_reads
  ranks_of four "$cores"
  ranks_of all "$cores"
  i=$((i + 1))
done
singles=$(awk '{print $1}' "$work/one.txt" | median)
singles_cpu=$(awk '{print $2 + $3}' "$work/one.txt" | median)
all=$(awk '{print $1}' "$work/all.txt" | median)
all_cpu=$(awk '{print $2 + $3}' "$work/all.txt" | median)
peak_four=$(awk '{print $4}' "$work/four.txt" | sort -n | tail -n 1) # whether two peaks meet is chance: the worst of all
peak_all=$(awk '{print $4}' "$work/all.txt" | sort -n | tail -n 1)
tables=$(cat "$work"/out_all/*.csv | wc -c)

# scales fewer single reads up to the number of ranks
scaled() { echo "$1" | awk -v n="$ranks" -v of="$singles_read" '{print $1 * n / of}'; }
singles=$(scaled "$singles")
singles_cpu=$(scaled "$singles_cpu")
verdict=$(echo "$singles $all $ranks $cores $peak_four $peak_all $tables $singles_cpu $all_cpu" |
  awk -v t=$time_budget -v m=$memory_budget '{
    time = $2 / ($1 / $4); memory = $6 * 1024 / ($5 * 1024 + $7)
    printf "%d single reads, one thread: %.2f s, processor %.2f s\n", $3, $1, $8
    printf "%d ranks, %d threads: %.2f s, processor %.2f s\n", $3, $4, $2, $9
    printf "time over single reads / %d processors: %.2f (budget %.1f); processor time over theirs: %.2f\n", $4, time, t, $9 / $8
    printf "peak memory: 4 ranks %.1f MB, %d ranks %.1f MB, tables %.1f MB: %.2f (budget %.1f)\n",
           $5 / 1024, $3, $6 / 1024, $7 / 1e6, memory, m
    printf "budgets: %s\n", (time > t || memory > m) ? "PAST" : "kept" }')
echo "$verdict"
past=0
case $verdict in *PAST*) past=1 ;; esac

if command -v mpirun >/dev/null && ldd "$report" | grep -q libmpi; then
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n 2 "$report" -b "$work/all" -f trace \
    --threads 1 --output_csvs_dir "$work/out_mpi" >"$work/messages.txt" 2>&1 || fail "mpirun failed: $(head -c 300 "$work/messages.txt")"
  if diff -r "$work/out_all" "$work/out_mpi" >/dev/null; then
    echo "mpirun -n 2: the same bytes"
  else
    echo "mpirun -n 2: other bytes"
    past=1
  fi
else
  echo "mpirun -n 2: not measured, there is no MPI"
fi
exit $past
