#!/usr/bin/env python3
"""What every program writes with --json and --findings-json is what docs/schema promises.

    reports_fit_the_schema.py PROGRAMS SOURCE
"""

import json
import os
import subprocess
import sys
import tempfile

from json_schema import problems
from made_inputs import DEVICE_LOG, HOST_LOG

def constant(word):
    raise ValueError("%s is no JSON" % word)


def check(path, schema):
    """The problems of a document; the schema cannot say that a row has as many cells as there are columns."""
    with open(path, encoding="utf-8") as file:
        document = json.load(file, parse_constant=constant)
    found = problems(document, schema)
    for table in document.get("tables", []):
        width = len(table["columns"])
        if any(len(row) != width for row in table["rows"]):
            found.append(table["name"] + ": a row does not have a cell for each column")
        if "colors" in table and len(table["colors"]) != len(table["rows"]):
            found.append(table["name"] + ": colors are not one for each row")
    return document, found


def main():
    programs, source = map(os.path.abspath, sys.argv[1:3])
    schema = {}
    for kind in ("report", "findings"):
        with open(os.path.join(source, "docs", "schema", kind + ".schema.json"), encoding="utf-8") as file:
            schema[kind] = json.load(file)
    sample = os.path.join(source, "examples", "sample")
    torch, jax = os.path.join(sample, "transformer_step.json"), os.path.join(sample, "jax_step.xplane.pb")
    ops = os.path.join(sample, "llama_decode_wormhole.csv")
    failed = 0
    with tempfile.TemporaryDirectory(prefix="ridgeline-schema-") as folder:
        for name, text in (("logs/ops/Matmul/profile_log_host.csv", HOST_LOG), ("device.csv", DEVICE_LOG)):
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        os.mkdir(os.path.join(folder, "ranks"))
        for rank in (0, 1):
            os.symlink(torch, os.path.join(folder, "ranks", "rank%d_trace.json" % rank))
        runs = [
            ["pytorch_report", torch, "-q", "--sheets", "all", "--findings-json", "f.json"],
            ["pytorch_report", torch, "-q", "--parity"],
            ["gpu_report", torch, "-q", "--sheets", "all"],
            ["jax_report", jax, "-q"],
            ["jax_report", jax, "-q", "--parity"],
            ["tt_perf_report", ops, "--findings-json", "f.json"],
            ["tt_perf_report", ops, "--parity"],
            ["tt_ops_report", "-i", "logs/ops", "-o", "out"],
            ["tt_device_report", "-d", "device.csv", "-o", "out"],
            ["multi_rank_report", "-b", "ranks", "-q"],
            ["compare_report", "a=" + torch, "b=" + torch, "-q", "--gate", "default"],
            ["compare_report", "a=" + ops, "b=" + ops, "-q"],
            ["op_model", "aten::mm", "4096x4096", "4096x4096", "--dtype", "bf16", "--arch", "mi300x"],
        ]
        for run in runs:
            title = " ".join(os.path.basename(word) for word in run)
            done = subprocess.run([os.path.join(programs, run[0]), *run[1:], "--json", "r.json"], cwd=folder,
                                  capture_output=True, text=True, check=False)
            judged = "--gate" in run and done.returncode in (4, 5)
            wrong = [] if done.returncode == 0 or judged else ["exit %d: %s" % (done.returncode, done.stderr)]
            written = [("r.json", "report")] + ([("f.json", "findings")] if "f.json" in run else [])
            for name, kind in written:
                path = os.path.join(folder, name)
                if not os.path.exists(path):
                    wrong.append("no " + name)
                    continue
                document, found = check(path, schema[kind])
                wrong += found
                if document.get("program") != run[0]:
                    wrong.append("program is " + str(document.get("program")))
                if kind == "report" and not any(t["rows"] for t in document["tables"]):
                    wrong.append("all tables are empty")
                os.remove(path)
            for line in wrong[:10]:
                print(title + ": " + line)
            failed += bool(wrong)
        # The check itself detects errors.
        good = {"schema": 1, "program": "a", "version": "1.0.0",
                "tables": [{"name": "t", "columns": [{"title": "x", "unit": ""}], "rows": [[None]]}]}
        assert not problems(good, schema["report"])
        for bad in ({**good, "schema": 2}, {**good, "schema": True}, {**good, "more": 1}, {**good, "gate": "maybe"},
                    {**good, "tables": [{"name": "", "columns": [], "rows": []}]},
                    {**good, "tables": [{"name": "t", "columns": [{"title": "x"}], "rows": []}]},
                    {**good, "tables": [{"name": "t", "columns": [], "rows": [[{}]]}]},
                    {k: v for k, v in good.items() if k != "tables"}):
            assert problems(bad, schema["report"]), bad
    print("%d of %d as promised" % (len(runs) - failed, len(runs)))
    return 1 if failed else 0


sys.exit(main())
