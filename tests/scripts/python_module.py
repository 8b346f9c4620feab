#!/usr/bin/env python3
"""The Python module as its users use it.

    python_module.py CASE FOLDER PROGRAMS SOURCE     CASE: module, numpy, pandas; FOLDER has the package
"""

import gc
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping

from made_inputs import graph_step

sys.path.insert(0, sys.argv[2])
programs, source = os.path.abspath(sys.argv[3]), os.path.abspath(sys.argv[4])
sample = os.path.join(source, "examples", "sample")
torch, jax = os.path.join(sample, "transformer_step.json"), os.path.join(sample, "jax_step.xplane.pb")
ops = os.path.join(sample, "llama_decode_wormhole.csv")


def need(name):
    try:
        return __import__(name)
    except ImportError:
        print("SKIPPED: no " + name)
        sys.exit(1 if os.environ.get("CI") == "true" else 0)


def refused(call, kind, *words):
    try:
        call()
    except kind as why:
        assert all(word in str(why) for word in words), why
        return
    raise AssertionError("not refused")


def written(folder, program, *arguments):
    """What the program writes with --json, as bytes."""
    path = os.path.join(folder, "r.json")
    subprocess.run([os.path.join(programs, program), *arguments, "--json", path], check=True, capture_output=True, cwd=folder)
    with open(path, encoding="utf-8") as file:
        return file.read()


def module(ridgeline):
    with tempfile.TemporaryDirectory(prefix="ridgeline-python-") as folder:
        # The sheets equal the program's, byte for byte.
        for path, program, arguments in ((torch, "pytorch_report", ("-q",)), (ops, "tt_perf_report", ()), (jax, "jax_report", ("-q",))):
            report = ridgeline.report(path)
            assert report.program == program, report
            there = written(folder, program, path, *arguments)
            assert report.to_json() == there, program
            tables = json.loads(there)["tables"]
            assert list(report.sheets) == [t["name"] for t in tables]
            for t in tables:  # and as columns they hold the same cells
                sheet = report.sheets[t["name"]]
                assert sheet.rows == len(t["rows"]) and sheet.columns == tuple(c["title"] for c in t["columns"]), t["name"]
                assert sheet.units == tuple(c["unit"] for c in t["columns"])
                for c, title in enumerate(sheet.columns):
                    values = list(sheet.column(c))
                    for mine, theirs in zip(values, (row[c] for row in t["rows"]), strict=True):
                        empty = theirs is None and (mine is None or math.isnan(mine))
                        assert empty or mine == theirs, (t["name"], title, mine, theirs)
        report = ridgeline.report(torch, all_sheets=True)
        assert "kernel_summary" in report.sheets and "kernel_summary" not in ridgeline.report(torch).sheets
        assert report.health.startswith("unknowable") and report.findings[0]["rank"] == 1, report.findings
        assert "GPU time" in report.overview and repr(report).startswith("<ridgeline.Report by pytorch_report")
        names, counts = report.sheets["ops_summary"]["name"], report.sheets["ops_summary"]["Count"]
        assert names[0] == "aten::mm" and counts[0] == 24 and counts[-1] == list(counts)[-1] and len(counts) == 10
        assert isinstance(names, list) and counts[0:2].tolist() == [24, 1]
        view = memoryview(counts)
        assert view.readonly and view.format in ("q", "l") and view.nbytes == 80, view
        # Asking twice gives the same object, which outlives its report.
        assert report.sheets["ops_summary"]["Count"] is counts
        del report
        gc.collect()
        assert counts[0] == 24 and view[0] == 24
        refused(lambda: ridgeline.report(os.path.join(folder, "none")), ridgeline.Error, "cannot be read")
        refused(lambda: ridgeline.report(torch, arch="nope"), ValueError, "no chip")
        refused(lambda: ridgeline.report(7), TypeError)
        refused(lambda: ridgeline.report(torch + "\0x"), ValueError, "NUL")
        refused(lambda: ridgeline.report(torch).sheets["ops_summary"]["nope"], KeyError, "nope")
        refused(lambda: ridgeline.report(torch).sheets["ops_summary"].column(99), IndexError)
        with open(os.path.join(folder, "bytes.json"), "wb") as file:  # names that are not UTF-8
            file.write(b'{"traceEvents":[{"ph":"X","cat":"cpu_op","name":"\xff\xfe","pid":1,"tid":1,"ts":1,"dur":2}]}')
        report = ridgeline.report(os.path.join(folder, "bytes.json"))
        assert "\ufffd" in report.to_json()
        # A sheet supports what a mapping supports, and takes any key.
        sheet = ridgeline.report(torch, arch=None).sheets["ops_summary"]
        assert isinstance(sheet, Mapping) and list(dict(sheet.items())) == list(sheet) and len(list(sheet.values())) == len(sheet)
        assert sheet.get("name") is sheet["name"] and sheet.get("nope", 3) == 3 and "nope" not in sheet and 5 not in sheet
        assert sheet.column(-1) is sheet.column(len(sheet) - 1)
        refused(lambda: sheet.column(-len(sheet) - 1), IndexError, "columns")
        refused(lambda: ridgeline.report(""), ridgeline.Error, "expected the path of a trace")
        # File names need not be UTF-8.
        odd = os.path.join(os.fsencode(folder), b"\xff.json")
        shutil.copy(torch, odd)
        for name in (odd, os.fsdecode(odd)):
            report = ridgeline.report(name)
            assert report.path == os.fsdecode(odd) and "\ufffd.json" in repr(report)
        refused(lambda: ridgeline.report(odd + b"x"), ridgeline.Error, "\udcff.jsonx: cannot be read")
        # Captures next to a serving trace are used, as in the program.
        os.mkdir(os.path.join(folder, "captures"))
        for name, trace in zip(("trace.json", "captures/capture.json"), graph_step()):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                json.dump(trace, file)
        report = ridgeline.report(os.path.join(folder, "trace.json"))
        assert report.to_json() == written(folder, "pytorch_report", os.path.join(folder, "trace.json"), "-q")
        assert report.sheets["capture_coverage"]["merged_kernels"][0] == 1 and report.sheets["ops_summary"]["name"] == ["aten::mm"]
        # Threads make reports in parallel.
        made = []
        threads = [threading.Thread(target=lambda: made.append(ridgeline.report(torch).to_json())) for _ in range(4)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        assert len(made) == 4 and len(set(made)) == 1


def numpy(ridgeline):
    np = need("numpy")
    sheet = ridgeline.report(torch).sheets["ops_summary"]
    counts, times = np.asarray(sheet["Count"]), np.asarray(sheet["total_direct_kernel_time_ms"])
    assert counts.dtype == np.int64 and times.dtype == np.float64 and not times.flags.writeable
    assert np.shares_memory(counts, np.asarray(sheet["Count"]))  # no copy
    assert counts.sum() == sum(sheet["Count"]) and np.asarray(sheet["Count"], dtype=float).dtype == float
    flags = np.asarray(ridgeline.report(torch).sheets["unified_perf_summary"]["has_perf_model"])
    assert flags.dtype == bool, flags.dtype


def pandas(ridgeline):
    np, pd = need("numpy"), need("pandas")
    sheet = ridgeline.report(torch).sheets["ops_summary"]
    frame = sheet.to_pandas()
    assert list(frame.columns) == list(sheet.columns) and len(frame) == sheet.rows
    for title in ("Count", "total_direct_kernel_time_ms"):
        assert np.shares_memory(frame[title].to_numpy(), np.asarray(sheet[title])), title
    series = pd.Series(sheet["Count"], copy=False)
    assert np.shares_memory(series.to_numpy(), np.asarray(sheet["Count"]))
    assert frame.groupby("Categories")["Count"].sum().sum() == frame["Count"].sum()
    assert pd.DataFrame(dict(sheet))["name"][0] == "aten::mm"
    for report in (ridgeline.report(torch, all_sheets=True), ridgeline.report(ops), ridgeline.report(jax)):
        for other in report.sheets.values():
            assert other.to_pandas().shape == (other.rows, len(other)), other
    # The document's calls and its code.
    perf = ridgeline.TreePerf(torch, arch="h100")
    assert list(perf.gpu_timeline().columns) == ["type", "time ms", "percent"]
    assert len(perf.gpu_time_by_op(0)) == 0
    for few in (lambda: perf.gpu_time_by_op(-1), lambda: perf.roofline("aten::mm", -1)):
        refused(few, ValueError, "expected a number from 0 on, found -1")
    refused(lambda: ridgeline.TreePerf(torch, arch="h10"), ValueError, "did you mean h100_sxm?")
    assert list(perf.gpu_time_by_op(3)["name"])[0] == "aten::mm" and len(perf.gpu_time_by_op(3)) == 3
    mm = perf.roofline("aten::mm", 2)
    assert len(mm) == 2 and mm["Pct Roofline_mean"].between(1, 100).all() and "param: K" in mm
    assert perf.roofline("aten::mm")["Kernel Time (µs)_sum"].is_monotonic_decreasing
    refused(lambda: perf.roofline("nope"), KeyError, "nope")
    refused(lambda: ridgeline.TreePerf(ops), ValueError, "expected a PyTorch trace")
    os.chdir(source)
    with open("docs/python.md", encoding="utf-8") as file:
        for code in re.findall(r"^```python\n(.*?)^```", file.read(), re.M | re.S):
            exec(compile(code, "docs/python.md", "exec"), {})


if __name__ == "__main__":
    import ridgeline as package
    assert package.__file__.startswith(os.path.abspath(sys.argv[2])), package.__file__
    {"module": module, "numpy": numpy, "pandas": pandas}[sys.argv[1]](package)
