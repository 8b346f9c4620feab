#!/usr/bin/env python3
"""Writes docs/sheets.md: every sheet that the programs write, with its columns. Runs the programs on the samples and on
small inputs made here, with every option that adds a sheet.

    reference.py PROGRAMS SOURCE [--check]     --check: reports whether the document is stale, writes nothing
"""

import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tests", "scripts"))

TITLES = {  # headings of the programs' sections
    "pytorch_report": "A PyTorch trace", "gpu_report": "A GPU trace", "jax_report": "A JAX profile",
    "multi_rank_report": "Traces of many ranks", "compare_report": "Runs against a baseline",
    "tt_perf_report": "An ops CSV", "tt_ops_report": "A folder of op logs", "tt_device_report": "A device log",
    "op_model": "An op without a trace"}


# Sheets that no run below writes, and what they need.
OTHERS = [("trace_health_ranks", "multi_rank_report", "a health check that finds a problem on a rank"),
          ("capture_coverage", "pytorch_report", "graph captures of a serving engine, `--capture_folder`"),
          ("gpu_user_annotations", "pytorch_report", "GPU annotations in the window, `--critical_path`"),
          ("conv", "multi_rank_report", "convolutions; same columns as `gemm`"),
          ("attn", "multi_rank_report", "attention; same columns as `gemm`"),
          ("conv_node_replay", "multi_rank_report", "convolutions, `--node_replay`"),
          ("nccl_all2allv", "multi_rank_report", "all-to-all with uneven sizes; the columns of `long`, plus what each rank sends")]


def serving_trace():
    """Steps of a serving engine: prefill, decode and mixed; modules; a kernel under each op."""
    events, at, uid = [], 1000.0, 0
    events.append({"ph": "M", "name": "process_name", "pid": 1, "tid": 0, "args": {"name": "python"}})
    for step in range(12):
        prompts, tokens = ((1, 0), (0, 2), (1, 2))[0 if step == 0 else 1 if step % 4 else 2]
        name = "execute_context_%d(%d)_generation_%d(%d)" % (prompts, 64 * prompts, tokens, tokens)
        rows = 64 * prompts + tokens
        events.append({"ph": "X", "cat": "user_annotation", "name": name, "pid": 1, "tid": 1, "ts": at, "dur": 95.0})
        for number, (frame, parent) in enumerate((("nn.Module: Model_0", None), ("nn.Module: Linear_%d" % (step % 2), step * 2))):
            events.append({"ph": "X", "cat": "python_function", "name": frame, "pid": 1, "tid": 1, "ts": at + 1 + number,
                           "dur": 90.0 - 2 * number, "args": {"Python id": step * 2 + number, "Python parent id": parent}})
        for op, kernel, dims in (("aten::mm", "gemm_kernel", [[rows, 64], [64, 64]]), ("aten::add", "vectorized_elementwise_kernel", [[rows, 64], [rows, 64]])):
            uid += 1
            at += 20
            events.append({"ph": "X", "cat": "cpu_op", "name": op, "pid": 1, "tid": 1, "ts": at, "dur": 15.0,
                           "args": {"External id": uid, "Input Dims": dims, "Input type": ["c10::BFloat16"] * 2,
                                    "Input Strides": [[64, 1], [64, 1]], "Concrete Inputs": ["", ""]}})
            events.append({"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": at + 5,
                           "dur": 4.0, "args": {"External id": uid, "correlation": uid}})
            events.append({"ph": "X", "cat": "kernel", "name": kernel, "pid": 0, "tid": 7, "ts": at + 12, "dur": 8.0,
                           "args": {"External id": uid, "correlation": uid, "device": 0, "stream": 7}})
        events.append({"ph": "X", "cat": "gpu_user_annotation", "name": name, "pid": 0, "tid": 7, "ts": at - 20, "dur": 30.0})
        events.append({"ph": "X", "cat": "gpu_memcpy", "name": "Memcpy HtoD (Pageable -> Device)", "pid": 0, "tid": 7,
                       "ts": at + 25, "dur": 3.0, "args": {"bytes": 4096, "memory bandwidth (GB/s)": 1.4, "stream": 7, "device": 0}})
        at += 80
    return {"traceEvents": events}


def host_trace():
    return {"traceEvents": [{"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 1, "tid": 1, "ts": 1.0, "dur": 5.0,
                             "args": {"External id": 1, "Input Dims": [[2, 2], [2, 2]]}}]}


def runs(source, folder):
    """The command lines to run."""
    from made_inputs import DEVICE_LOG, HOST_LOG, tpu_profile
    sample = os.path.join(source, "examples", "sample")
    torch, jax = os.path.join(sample, "transformer_step.json"), os.path.join(sample, "jax_step.xplane.pb")
    ops = os.path.join(sample, "llama_decode_wormhole.csv")
    for name, text in (("logs/ops/Matmul/profile_log_host.csv", HOST_LOG), ("device.csv", DEVICE_LOG),
                       ("serving.json", json.dumps(serving_trace())), ("host.json", json.dumps(host_trace()))):
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    with open(os.path.join(folder, "tpu.xplane.pb"), "wb") as file:
        file.write(tpu_profile())
    os.mkdir(os.path.join(folder, "ranks"))
    with open(torch, encoding="utf-8") as file:
        trace = json.load(file)
    for rank in (0, 1):
        trace["distributedInfo"] = {**trace.get("distributedInfo", {}), "rank": rank, "world_size": 2}
        with open(os.path.join(folder, "ranks", "rank%d_trace.json" % rank), "w", encoding="utf-8") as file:
            json.dump(trace, file)
    return [
        ["pytorch_report", torch, "-q"],
        ["pytorch_report", torch, "-q", "--sheets", "all"],
        ["pytorch_report", torch, "-q", "--critical_path", "--kernel_sequence_op", "aten", "--kernel_sequence_min_len", "1"],
        ["pytorch_report", torch, "-q", "--critical_path", "--max_queue_length", "1"],
        ["pytorch_report", torch, "-q", "--critical_path", "--parity", "--cp_edges"],
        ["pytorch_report", "serving.json", "-q", "--critical_path", "--cp_annotation", ""],
        ["pytorch_report", "serving.json", "-q", "--sheets", "all"],
        ["pytorch_report", "serving.json", "-q", "--steady_state", "all", "--modules"],
        ["pytorch_report", "host.json", "-q"],
        ["gpu_report", torch, "-q", "--gpu_trace"],
        ["gpu_report", torch, "-q", "--short_kernel_study", "--short_kernel_threshold_us", "100"],
        ["jax_report", jax, "-q"],
        ["jax_report", "tpu.xplane.pb", "-q"],
        ["multi_rank_report", "-b", "ranks", "-q"],
        ["multi_rank_report", "-b", "ranks", "-q", "--all_kernels", "-r", "--write_replay_only"],
        ["compare_report", "a=" + torch, "b=" + torch, "c=" + torch, "-q", "--gate", "default"],
        ["compare_report", "a=" + torch, "b=" + torch, "-q", "--trace-diff", "diff"],
        ["tt_perf_report", ops],
        ["tt_ops_report", "-i", "logs/ops", "-o", "out"],
        ["tt_device_report", "-d", "device.csv", "-o", "out"],
        ["op_model", "aten::mm", "4096x4096", "4096x4096", "--dtype", "bf16", "--arch", "mi300x"],
    ]


def kind_of(values):
    kinds = {"text" if isinstance(v, str) else "yes or no" if isinstance(v, bool) else "number"
             for v in values if v is not None}
    return " or ".join(sorted(kinds)) if kinds else ""


class Sheet:
    def __init__(self):
        self.columns, self.kinds = {}, {}

    def add(self, table):
        for c, column in enumerate(table["columns"]):
            key = (column["title"], column["unit"])
            # Some columns depend on the rows: collect those of all runs, each once.
            self.columns.setdefault(key, None)
            kind = kind_of(row[c] for row in table["rows"])
            self.kinds[key] = self.kinds.get(key) or kind


def escaped(text):
    return text.replace("|", "\\|").replace("<", "&lt;")


def guide_places(source):
    """Headings in the guides that name sheets: maps (program or None, sheet) to (text, link)."""
    places = {}
    folder = os.path.join(source, "docs")
    for file in sorted(os.listdir(folder)):
        if not file.endswith(".md") or file in ("sheets.md", "architecture.md", "CONTRIBUTING.md", "deviations.md"):
            continue
        with open(os.path.join(folder, file), encoding="utf-8") as text:
            inside = False
            for line in text:
                inside = inside != line.startswith("```")
                if inside or not re.match(r"#+ ", line):
                    continue
                title = line.lstrip("#").strip()
                anchor = re.sub(r"[^\w\- ]", "", title.replace("`", "").lower()).replace(" ", "-")
                for name in re.findall(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)+|^[a-z]+$", title.replace("`", "")):
                    place = (file, file + "#" + anchor)
                    places.setdefault((file[:-3], name), place)
                    if file[:-3] not in TITLES:
                        places.setdefault((None, name), place)
    return places


def document(programs, source):
    sheets, first = {}, {}
    with tempfile.TemporaryDirectory(prefix="ridgeline-reference-") as folder:
        for run in runs(source, folder):
            out = os.path.join(folder, "report.json")
            done = subprocess.run([os.path.join(programs, run[0]), *run[1:], "--json", out], cwd=folder,
                                  capture_output=True, text=True, check=False)
            if not os.path.exists(out):
                sys.exit("%s: exit %d: %s" % (" ".join(run), done.returncode, done.stderr))
            with open(out, encoding="utf-8") as file:
                tables = json.load(file)["tables"]
            os.remove(out)
            for table in tables:
                name = re.sub(r"^kernels_\d+$", "kernels_RANK", table["name"])
                sheets.setdefault(run[0], {}).setdefault(name, Sheet()).add(table)
                first.setdefault((run[0], name), [w for w in run[1:] if w.startswith("--") and w not in ("--arch",)])
    places = guide_places(source)
    lines = ["# Sheets and columns", "",
             "Every sheet that the programs write, with all its possible columns, in order. `docs/make/reference.py` generates",
             "this page from the programs' output; a test fails when it is stale. What the columns mean is explained in the",
             "guide of each program. Sheets of op categories have additional columns that depend on the op model: the `param:`",
             "columns hold the parameters that the model takes from an op's arguments, as far as they occur in the samples.", ""]
    lines += ["| program | sheets |", "|---|---|"]
    for program, found in sheets.items():
        lines.append("| [`%s`](%s.md) | %s |" % (program, program, ", ".join("`%s`" % n for n in found)))
    for program, found in sheets.items():
        lines += ["", "## %s: %s" % (program, TITLES[program])]
        for name, sheet in found.items():
            options = " ".join(first[program, name])
            place = places.get((program, name)) or places.get((None, name))
            where = " Its columns are explained in [%s](%s)." % place if place else ""
            lines += ["", "### %s" % name, "", "`%s`%s.%s" % (program, " with `%s`" % options if options else "", where), "",
                      "| column | unit | holds |", "|---|---|---|"]
            for (title, unit), _ in sheet.columns.items():
                lines.append("| `%s` | %s | %s |" % (escaped(title), escaped(unit), sheet.kinds[title, unit]))
    written = {name for found in sheets.values() for name in found}
    lines += ["", "## Sheets that the samples do not produce", "", "| sheet | program | needs |", "|---|---|---|"]
    lines += ["| `%s` | `%s` | %s |" % row for row in OTHERS if row[0] not in written]
    return "\n".join(lines) + "\n"


def main():
    programs, source = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    text = document(programs, source)
    path = os.path.join(source, "docs", "sheets.md")
    if "--check" not in sys.argv:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return 0
    there = ""
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            there = file.read()
    if there == text:
        return 0
    for a, b in zip(there.split("\n") + [""], text.split("\n") + [""]):
        if a != b:
            print("docs/sheets.md is stale: has %r, wanted %r; regenerate it with docs/make/reference.py" % (a, b))
            break
    return 1


sys.exit(main())
