#!/bin/sh
# The report built with examples/extensions/megatron.hpp: a linear layer's matrix product has an op and a model, and the
# extension's sheet is present.
#   extension.sh PYTORCH_REPORT
set -u
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/trace.json" <<'END'
{"traceEvents": [
{"ph": "X", "cat": "cpu_op", "name": "_Linear", "pid": 1, "tid": 1, "ts": 0, "dur": 20,
 "args": {"External id": 1, "Sequence number": 3, "Input Dims": [[6,4],[2,5,4]],
          "Input type": ["c10::BFloat16","c10::BFloat16"], "Input Strides": [[4,1],[20,4,1]],
          "Concrete Inputs": ["",""]}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 3, "dur": 1,
 "args": {"External id": 1, "correlation": 7}},
{"ph": "X", "cat": "kernel", "name": "nvjet_tst", "pid": 0, "tid": 7, "ts": 100, "dur": 10,
 "args": {"External id": 1, "correlation": 7, "stream": 7, "device": 0}},
{"ph": "s", "cat": "ac2g", "name": "ac2g", "id": 7, "pid": 1, "tid": 1, "ts": 3},
{"ph": "f", "cat": "ac2g", "name": "ac2g", "id": 7, "pid": 0, "tid": 7, "ts": 100, "bp": "e"}
]}
END
"$1" --profile_json_path "$folder/trace.json" --output_csvs_dir "$folder/csv" >"$folder/out" 2>&1 || {
  echo "exit $?" && cat "$folder/out"
  exit 1
}
# M, N and K; 2 * 10 * 6 * 4 FLOP
grep -q '^_Linear_yfwd_mm,10,6,4,.*4[.]8e-07' "$folder/csv/GEMM.csv" &&
  grep -q '^_Linear_yfwd_mm,' "$folder/csv/megatron_ops.csv" && exit 0
head "$folder"/csv/*.csv
exit 1
