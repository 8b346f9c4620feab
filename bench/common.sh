# Helpers that the scripts here source.

# One line on standard error, and exit code 2.
fail() {
  echo "${0##*/}: $*" >&2
  exit 2
}

# The median of the numbers in file $1, or on standard input.
median() { sort -n "${1:--}" | awk '{v[NR] = $1} END {print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2}'; }

# Runs a command and prints how long it took. Its output goes to $work/out.txt; if it fails, the script ends.
nanoseconds() {
  start=$(date +%s%N)
  "$@" >"$work/out.txt" 2>"$work/messages.txt" || fail "$* failed: $(cat "$work/messages.txt")"
  end=$(date +%s%N)
  echo $((end - start))
}

# The processors of this machine and its current load.
machine() {
  processor=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo 2>/dev/null | sed -n 1p)
  echo "machine: ${processor:-$(uname -m)}, $(getconf _NPROCESSORS_ONLN 2>/dev/null || echo '?') processors, load $(uptime | sed -n 's/.*load average: *//p')"
}
