#!/bin/sh
# ./run report, with inputs made here: which program it picks, where it writes the report, its exit code.
#   run_script.sh ROOT BUILD_DIR
set -u
run=$1/run RIDGELINE_BUILD=$2 RIDGELINE_NO_INSTALL=1
export RIDGELINE_BUILD RIDGELINE_NO_INSTALL
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failures=0

# expect NAME STATUS STDOUT_WORDS STDERR_WORDS ARGUMENTS: the words must appear; '' skips the check.
expect() {
  name=$1 status=$2 out=$3 err=$4
  shift 4
  was=0
  timeout 120 "$run" "$@" 2>err.txt </dev/null >out.txt || was=$?
  bad=
  [ $was -eq "$status" ] || bad="exit $was instead of $status"
  [ -z "$out" ] || grep -qF -e "$out" out.txt || bad="$bad; standard output lacks: $out"
  [ -z "$err" ] || grep -qF -e "$err" err.txt || bad="$bad; standard error lacks: $err"
  if [ -n "$bad" ]; then
    failures=$((failures + 1))
    printf '%s\n' "$name: ${bad#; }" "--- standard error:" "$(cat err.txt)"
  fi
}

# picked NAME PROGRAM TRACE: checks the choice of program. The program need not be built, and what it prints for a
# truncated trace is not checked.
picked() {
  "$run" report "$3" >out.txt 2>err.txt </dev/null
  if ! grep -qF -e "$2" err.txt out.txt; then
    failures=$((failures + 1))
    printf '%s\n' "$1: should be given to $2" "$(cat err.txt)"
  fi
}

expect 'help' 0 'usage: ./run report [TRACE] [OPTIONS]' '' help
expect 'help of reports, without a build' 0 'usage: ./run report [TRACE] [OPTIONS]' '' report --help
expect 'unknown command' 2 '' 'unknown command frobnicate' frobnicate
expect 'no trace: the sample' 0 'Performance report' 'reporting on the sample' report
expect 'options without a trace' 0 'Performance report' 'reporting on the sample' report --no-color

expect 'the sample of JAX' 0 'nvjet_hsh' 'jax_report on' report --sample jax --quiet --json /dev/stdout
expect 'a sample that there is not' 2 '' 'the samples are tt, pytorch and jax' report --sample rocm

# A pipe cannot be inspected first.
expect 'a value that is a pipe' 0 'OP Code' 'reporting on the sample' report --csv /dev/stdout

cp "$1/examples/sample/llama_decode_wormhole.csv" 'a trace.csv'
expect 'a path with a space, from another folder' 0 'Performance report' '' report 'a trace.csv'
expect 'options before the trace' 0 'Performance report' '' report --no-color 'a trace.csv'
expect 'no such file' 1 '' 'missing.csv: cannot read: no such file or folder' report missing.csv
expect 'exit code of the program' 2 '' 'unknown option --frobnicate' report 'a trace.csv' --frobnicate

# What the run before wrote is not the trace of the next one.
for again in first second; do
  expect "an output before the trace, $again run" 0 'Performance report' 'on a trace.csv' report --json out.json 'a trace.csv'
  expect "an output and no trace, $again run" 0 '' 'reporting on the sample' report --json out.json
done
expect 'an output behind an option and before the trace' 0 'Performance report' 'on a trace.csv' \
  report --no-color --json out.json 'a trace.csv'
rm out.json

echo 'what is this' >notes.txt
expect 'no trace at all' 1 '' 'notes.txt:1: expected an ops CSV' report notes.txt
mkdir empty
expect 'an empty folder' 1 '' 'found "a folder without any"' report empty

echo 'ARCH: wormhole_b0, CHIP_FREQ[MHz]: 1000' >device.csv
picked 'device log' tt_device_report device.csv
echo 'Chip clock is at 1.2 GHz' >oldest.csv
picked 'oldest device log' tt_device_report oldest.csv
echo '{"traceEvents": []}' >rank_0.json
picked 'Kineto trace' pytorch_report rank_0.json
gzip -c rank_0.json >rank_0.json.gz
picked 'packed Kineto trace' pytorch_report rank_0.json.gz
: >a.xplane.pb
picked 'XPlane trace' jax_report a.xplane.pb
mkdir -p logs/ops/add ranks
: >logs/ops/add/profile_log_host.csv
picked 'op logs' tt_ops_report logs
cp rank_0.json ranks
picked 'traces of ranks' multi_rank_report ranks
for rank in 0 1; do
  echo '{"traceEvents": [{"ph": "X", "cat": "cpu_op", "name": "aten::mm", "ts": 1, "dur": 1, "pid": 1, "tid": 1}]}' >ranks/rank_$rank.json
done
expect 'all ranks of a folder' 0 'rank_1.json' '' report ranks --dry_run
expect 'some ranks of a folder' 0 'rank_0.json' '' report ranks --dry_run --filters rank_0
! grep -q rank_1.json out.txt || { failures=$((failures + 1)) && echo 'some ranks of a folder: all'; }
mkdir packed_ranks
cp rank_0.json.gz packed_ranks
picked 'packed traces of ranks' 'multi_rank_report on packed_ranks' packed_ranks
! grep -q 'no files' err.txt || { failures=$((failures + 1)) && echo 'packed traces of ranks: not found'; }

# What a file is, its content says, whatever its name, packing, blank lines or letter case.
gzip -c rank_0.json >no_ending
picked 'packed Kineto trace without an ending' pytorch_report no_ending
printf '\n\n  {"traceEvents": []}\n' >late
picked 'Kineto trace behind blank lines' pytorch_report late
cp "$1/examples/sample/jax_step.xplane.pb" renamed.pb
picked 'XPlane trace by another name' 'jax_report on' renamed.pb
gzip -c renamed.pb >renamed_packed
picked 'packed XPlane trace by another name' 'jax_report on' renamed_packed
printf 'Op Code;Op Type;Device Id\nMatmul;tt_dnn_device;0\n' >lower
picked 'ops CSV of a spreadsheet' tt_perf_report lower
gzip -c 'a trace.csv' >ops_packed
picked 'packed ops CSV without an ending' tt_perf_report ops_packed

# Colours on a terminal, but not on one that would print the sequences.
escapes() { TERM=$1 script -qec "'$run' report 'a trace.csv'" /dev/null </dev/null | grep -c "$(printf '\033')\["; }
[ "$(escapes xterm)" -gt 0 ] || { failures=$((failures + 1)) && echo 'terminal: no colours'; }
[ "$(escapes dumb)" -eq 0 ] || { failures=$((failures + 1)) && echo 'dumb terminal: colours or progress'; }

# The folders that tt-metal writes: `.logs` has a device log too, `reports/DATE` often a settings file.
mkdir -p generated/profiler/.logs generated/profiler/reports/2025_01_01
: >generated/profiler/.logs/tracy_ops_data.csv
: >generated/profiler/.logs/tracy_ops_times.csv
cp device.csv generated/profiler/.logs/profile_log_device.csv
picked "Tracy's logs" tt_ops_report generated/profiler/.logs
picked "Tracy's logs below" 'tt_ops_report on generated/profiler/.logs' generated
cp 'a trace.csv' generated/profiler/reports/2025_01_01/ops_perf_results_2025_01_01.csv
echo '{}' >generated/profiler/reports/2025_01_01/config.json
picked 'folder with an ops CSV' tt_perf_report generated/profiler/reports

[ $failures -eq 0 ] || exit 1
