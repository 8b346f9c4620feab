#!/usr/bin/env python3
"""ridgeline-mcp as a client of the Model Context Protocol uses it, and as a hostile one does.

    mcp.py CASE PROGRAMS SOURCE [DATA]     CASE: answers, refusals, hostile, formats
"""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

from made_inputs import graph_step

programs, source, data = "", "", None
LIMIT = 2000


def tokens(text):
    """More than any tokenizer in use makes of a text: pieces of three letters, of two digits, and all marks alone."""
    return len(re.findall(r"[A-Za-z]{1,3}|[0-9]{1,2}|[^A-Za-z0-9\s]|\n| {2,8}", text))


class Server:
    def __init__(self, *options, folder=None):
        self.process = subprocess.Popen([os.path.join(programs, "ridgeline-mcp"), *options], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder or source)
        self.number = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            pipe.close()

    def send(self, raw):
        self.process.stdin.write(raw if raw.endswith(b"\n") else raw + b"\n")
        self.process.stdin.flush()

    def read(self):
        line = self.process.stdout.readline()
        assert line.endswith(b"\n"), "the server ended: %r" % self.process.stderr.read()
        return json.loads(line.decode("utf-8"))

    def ask(self, method, params=None):
        self.number += 1
        message = {"jsonrpc": "2.0", "id": self.number, "method": method}
        if params is not None:
            message["params"] = params
        self.send(json.dumps(message).encode())
        answer = self.read()
        assert answer["jsonrpc"] == "2.0" and answer["id"] == self.number, answer
        return answer

    def tool(self, name, failed=False, **arguments):
        answer = self.ask("tools/call", {"name": name, "arguments": arguments})
        result = answer["result"]
        assert result["isError"] is failed, (name, arguments, result)
        assert [c["type"] for c in result["content"]] == ["text"], result
        text = result["content"][0]["text"]
        assert 0 < tokens(text) <= LIMIT, (name, arguments, tokens(text))
        return text

    def end(self):
        """Closes its input; it must end by itself, and well."""
        self.process.stdin.close()
        assert self.process.wait(timeout=60) == 0, self.process.returncode


def has(text, *words):
    for word in words:
        assert word in text, "%r is not in %r" % (word, text)


def sample(name):
    return os.path.join(source, "examples", "sample", name)


def answers():
    torch, ops = sample("transformer_step.json"), sample("llama_decode_wormhole.csv")
    with Server() as s:
        hello = s.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {},
                                     "clientInfo": {"name": "test", "version": "1"}})["result"]
        assert hello["protocolVersion"] == "2025-06-18" and "tools" in hello["capabilities"], hello
        assert hello["serverInfo"]["name"] == "ridgeline-mcp", hello
        s.send(b'{"jsonrpc":"2.0","method":"notifications/initialized"}')  # gets no answer
        old = s.ask("initialize", {"protocolVersion": "2024-11-05"})["result"]
        assert old["protocolVersion"] == "2024-11-05", old
        new = s.ask("initialize", {"protocolVersion": "2999-01-01"})["result"]
        assert new["protocolVersion"] == "2025-06-18", new
        assert s.ask("ping")["result"] == {}
        tools = s.ask("tools/list")["result"]["tools"]
        assert [t["name"] for t in tools] == ["summary", "findings", "compare", "drill_down"], tools
        for t in tools:
            assert t["description"] and t["inputSchema"]["type"] == "object", t
            assert set(t["inputSchema"]["required"]) <= set(t["inputSchema"]["properties"]), t

        text = s.tool("summary", trace=torch)
        has(text, "pytorch_report of", "trace health:", "GPU time", "aten::mm", "sheets (rows): gpu_timeline", "Bounds refer to")
        has(s.tool("summary", trace=torch, arch="mi300x"), "mi300x")
        has(s.tool("summary", trace=ops), "tt_perf_report of", "chip: wormhole", "Matmul")
        has(s.tool("summary", trace=sample("jax_step.xplane.pb")), "jax_report of", "computation_time")

        has(s.tool("findings", trace=torch), "1. copies_exposed", "sheet traceEvents event")
        whole = s.tool("findings", trace=ops, key="1")
        has(whole, "1. tt_dram_sharded", "Shard the weights")
        few = s.tool("findings", trace=ops, most=2)
        assert "\n2. " in few and "\n3. " not in few and "3 more" in few, few

        has(s.tool("drill_down", trace=torch), "gpu_timeline:", "ops_summary:", "columns:")
        rows = s.tool("drill_down", trace=torch, sheet="ops_summary", columns=["name", "Count"], rows=3).split("\n")
        assert rows[1] == "row | name | Count" and rows[2] == "0 | aten::mm | 24", rows
        assert "go on with first: 3" in rows[5], rows
        rows = s.tool("drill_down", trace=torch, sheet="ops_summary", columns=["name", "Count"], first=3).split("\n")
        assert rows[2].startswith("3 | "), rows
        # The same row found by its text, and by its position in a sorted order.
        rows = s.tool("drill_down", trace=torch, sheet="ops_summary", columns="name", contains="FUSED_ADAMW").split("\n")
        assert rows[0].startswith("ops_summary of pytorch_report: 1 rows") and "_fused_adamw_" in rows[2], rows
        rows = s.tool("drill_down", trace=torch, sheet="ops_summary", columns=["name", "count"], sort_by="Count").split("\n")
        counts = [int(r.split(" | ")[2]) for r in rows[2:] if r.count(" | ") == 2]
        assert counts == sorted(counts, reverse=True) and len(counts) == 10, rows
        rows = s.tool("drill_down", trace=torch, sheet="ops_summary", columns=["Count"], sort_by="Count", ascending=True)
        assert [int(r.split(" | ")[1]) for r in rows.split("\n")[2:12]] == sorted(counts), rows
        # A sheet that programs write only on request; the widest sheet, which does not fit as a whole.
        has(s.tool("drill_down", trace=torch, sheet="kernel_summary", rows=1), "row | Kernel category")
        has(s.tool("drill_down", trace=torch, sheet="ops_all", rows=1000, whole_texts=True), "go on with first:")

        same = s.tool("compare", baseline=torch, candidate=[torch])
        has(same, "baseline: Kineto trace", "candidate: Kineto trace")
        s.send(b'[{"jsonrpc":"2.0","id":"a","method":"ping"},{"jsonrpc":"2.0","method":"x"},'
               b'{"jsonrpc":"2.0","id":2.5,"method":"nope"}]')
        both = s.read()
        assert [a["id"] for a in both] == ["a", 2.5] and both[1]["error"]["code"] == -32601, both
        # An id comes back spelled as it was sent, and null arguments count as none.
        for number in (b"0", b"-7", b"1e2", b"1e400", b"18446744073709551615", b"12345678901234567890123"):
            s.send(b'\xef\xbb\xbf{"params":{"id":[5]}, "id" : %s ,"jsonrpc":"2.0","method":"ping"}' % number)
            raw = s.process.stdout.readline()
            assert raw == b'{"jsonrpc":"2.0","id":%s,"result":{}}\n' % number, raw
        s.send(b'{"jsonrpc":"2.0","id":1,"method":"ping","params":null}')
        assert s.read()["result"] == {}
        has(s.ask("tools/call", {"name": "summary", "arguments": None})["result"]["content"][0]["text"], "trace is missing")
        s.process.stdin.write(b'{"jsonrpc":"2.0","id":9,"method":"ping"}')  # the last line has no line end
        s.process.stdin.close()
        assert s.read() == {"jsonrpc": "2.0", "id": 9, "result": {}}
        assert s.process.wait(timeout=60) == 0
    # Captures next to a trace are used, as in pytorch_report: the graph's kernel gets the captured op.
    with tempfile.TemporaryDirectory(prefix="ridgeline-mcp-") as folder, Server(folder=folder) as s:
        os.mkdir(os.path.join(folder, "captures"))
        for name, trace in zip(("trace.json", "captures/capture.json"), graph_step()):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                json.dump(trace, file)
        rows = s.tool("drill_down", trace="trace.json", sheet="ops_summary", columns=["name", "Count"]).split("\n")
        assert rows[2] == "0 | aten::mm | 1", rows
        has(s.tool("drill_down", trace="trace.json", sheet="capture_coverage", columns=["merged_kernels"]), "0 | 1")
        os.mkdir(os.path.join(folder, "profiles"))
        shutil.copy(sample("jax_step.xplane.pb"), os.path.join(folder, "profiles", "host.xplane.pb"))
        has(s.tool("summary", trace="profiles"), "jax_report of profiles")
        os.mkdir(os.path.join(folder, "csvs"))
        shutil.copy(ops, os.path.join(folder, "csvs", "ops_perf_results_1.csv"))
        has(s.tool("summary", trace="csvs"), "tt_perf_report of csvs")
        s.end()


def refusals():
    torch = sample("transformer_step.json")
    with tempfile.TemporaryDirectory(prefix="ridgeline-mcp-") as folder:
        with open(os.path.join(folder, "broken.json"), "w", encoding="utf-8") as file:
            file.write('{"traceEvents": [{"ph": ')
        with open(os.path.join(folder, "empty"), "w", encoding="utf-8"):
            pass
        with open(os.path.join(folder, "report.json"), "w", encoding="utf-8") as file:
            file.write('{"schema": 1, "program": "pytorch_report", "sheets": []}')
        os.mkdir(os.path.join(folder, "nothing"))
        os.makedirs(os.path.join(folder, "logs", "ops", "Matmul_1"))  # as before Tracy: a folder for each op
        with open(os.path.join(folder, "logs", "ops", "Matmul_1", "profile_log_host.csv"), "w", encoding="utf-8"):
            pass
        with Server(folder=folder) as s:
            has(s.tool("summary", failed=True), "trace is missing")
            has(s.tool("summary", failed=True, trace=7), "trace: expected a text")
            has(s.tool("summary", failed=True, trace=""), "expected the path of a trace")
            has(s.tool("summary", failed=True, trace=torch, sheets="x"), "no argument sheets")
            has(s.tool("summary", failed=True, trace=torch, arch="mi300y"), "no chip")
            has(s.tool("summary", failed=True, trace="not there"), "not there: cannot be read")
            has(s.tool("summary", trace="broken.json"), "data quality: ")
            for name in ("empty", "nothing", "/dev/zero", "/dev/stdin"):
                s.tool("summary", failed=True, trace=name)
            has(s.tool("summary", failed=True, trace="nothing"), "without traces of ranks and without op logs")
            for name in ("logs", "logs/ops"):
                has(s.tool("summary", failed=True, trace=name), "op logs from before Tracy, which tt_ops_report reads")
            has(s.tool("summary", failed=True, trace="/usr"), "too many files")  # in / processes come and go
            has(s.tool("findings", failed=True, trace=torch, most=0), "most: expected a whole number from 1")
            has(s.tool("findings", failed=True, trace=torch, key="nope"), "no finding nope")
            has(s.tool("drill_down", failed=True, trace=torch, sheet="ops_sumary"), "did you mean ops_summary?")
            has(s.tool("drill_down", failed=True, trace=torch, sheet="ops_summary", columns=["Cuont"]), "did you mean Count?")
            has(s.tool("drill_down", failed=True, trace=torch, sheet="ops_summary", sort_by="x"), "has no column x")
            has(s.tool("drill_down", failed=True, trace=torch, columns=[1]), "columns: expected texts")
            has(s.tool("compare", failed=True, baseline=torch), "baseline and candidate are needed")
            has(s.tool("compare", failed=True, baseline=torch, candidate=sample("llama_decode_wormhole.csv")), "different kinds")
            has(s.tool("compare", failed=True, baseline=torch, candidate=torch, step="("), "step:")
            has(s.tool("compare", failed=True, baseline="/dev/zero", candidate=torch), "is a device")
            has(s.tool("compare", failed=True, baseline="report.json", candidate=torch), "compare_report compares reports")
            # A trace that is rewritten is read again.
            copy = os.path.join(folder, "t.json")
            shutil.copy(torch, copy)
            has(s.tool("summary", trace=copy), "pytorch_report of")
            shutil.copy(sample("llama_decode_wormhole.csv"), copy)
            has(s.tool("summary", trace=copy), "tt_perf_report of")
            os.remove(copy)
            s.tool("summary", failed=True, trace=copy)
            s.end()
        # With --root nothing outside is read, however the path is spelled.
        inside = os.path.join(folder, "in")
        os.mkdir(inside)
        shutil.copy(torch, os.path.join(inside, "t.json"))
        os.symlink(torch, os.path.join(inside, "out.json"))
        with Server("--root", inside) as s:
            s.tool("summary", trace=os.path.join(inside, "t.json"))
            for path in (torch, os.path.join(inside, "..", "broken.json"), os.path.join(inside, "out.json"), inside + "x"):
                has(s.tool("summary", failed=True, trace=path), "reads what is in")
                has(s.tool("compare", failed=True, baseline=path, candidate=path), "reads what is in")
            has(s.tool("summary", failed=True, trace=torch + "\0/../../../" + inside + "/t.json"), "NUL character")
            s.end()
        for root in ("", os.path.join(folder, "missing"), os.path.join(inside, "t.json")):  # invalid roots
            with Server("--root", root) as s:
                assert s.process.wait(timeout=60) == 2
                has(s.process.stderr.read().decode(), "--root: ")


def hostile():
    good = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
    lines = [b"x", b"{", b"null", b"1", b'"text"', b"[]", b"[1,[2]]", b"[{]", b"\x00", b"\xff\xfe", b'{"a":1}{"b":2}', b"[" * 100000,
             b'{"a":' * 100000, b'{"jsonrpc":"1.0","id":1,"method":"ping"}', b'{"jsonrpc":"2.0","id":1}',
             b'{"jsonrpc":"2.0","id":null,"method":"ping"}', b'{"jsonrpc":"2.0","id":{},"method":"ping"}',
             b'{"jsonrpc":"2.0","id":[1],"method":"ping"}', b'{"jsonrpc":"2.0","id":true,"method":"ping"}',
             b'{"jsonrpc":"2.0","id":1,"method":7}', b'{"jsonrpc":"2.0","id":1,"method":"tools/call"}',
             b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[1]}',
             b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}}',
             b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"summary","arguments":[]}}',
             b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nope\\u0000\\u001b[2J"}}',
             b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"summary","arguments":{"trace":"' +
             b"a" * 100000 + b'"}}}',
             b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"summary","arguments":{"trace":"\\u0000\\u001b[2J\xff"}}}',
             b'{"jsonrpc":"2.0","id":1,"method":"' + b"m" * 1000000 + b'"}',
             b'{"jsonrpc":"2.0","id":1e999,"method":"ping"}',
             b'{"' + b"k" * 400000 + b'":{"' + b"k" * 400000 + b'":[' + b"1," * 400000 + b"1]}}"]
    with Server() as s:
        for line in lines:
            s.send(line)
            answer = s.read()
            failed = isinstance(answer, list) or "error" in answer or answer.get("result", {}).get("isError") or answer.get("result") == {}
            assert failed, (line[:60], answer)
        s.send(b"y" * (5 << 20))
        assert "4 MiB" in s.read()["error"]["message"]
        s.send(b'{"jsonrpc":"2.0","id":1,"result":{}}')  # a response to no request: no answer
        s.send(b" \t\r")
        s.send(good)
        assert s.read() == {"jsonrpc": "2.0", "id": 1, "result": {}}
        # Messages with changed bytes get an answer or none, and the server keeps running.
        rng = random.Random(20)
        seed = json.dumps({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {
            "name": "drill_down", "arguments": {"trace": "examples/sample/transformer_step.json", "sheet": "gpu_timeline",
                                                "columns": ["type"], "rows": 2, "ascending": True}}}).encode()
        for _ in range(400):
            text = bytearray(seed)
            for _ in range(rng.randint(1, 4)):
                at = rng.randrange(len(text))
                text[at:at + rng.randint(0, 3)] = bytes(rng.choice(b'{}[]",:0 \\ex\xc3') for _ in range(rng.randint(0, 3)))
            s.send(bytes(text).replace(b"\n", b" "))
        s.send(b'{"jsonrpc":"2.0","id":"last","method":"ping"}')
        while (answer := s.read()) and (isinstance(answer, list) or answer.get("id") != "last"):
            pass
        s.end()


def formats():
    if data is None or not os.path.isdir(data):
        print("SKIPPED: no example data at %s" % data)
        sys.exit(1 if os.environ.get("CI") == "true" else 0)

    def first(*parts):
        folder = os.path.join(data, *parts)
        for base, _, names in sorted(os.walk(folder)):
            for name in sorted(names):
                if re.search(r"\.(sqlite|db|pftrace)(\.gz)?$|trace.*\.json(\.gz)?$", name) and "expected" not in base:
                    return os.path.join(base, name)
        raise AssertionError("no trace in " + folder)

    with Server() as s:
        for path in (first("nsys", "one_gpu_a"), first("rocpd", "v3_one_gpu_a"), first("pftrace", "rocprof_a"),
                     first("pytorch", "h100_vit_nsfw"), os.path.join(data, "multirank", "simple_inference_2rank", "traces")):
            has(s.tool("summary", trace=path), "_report of", "sheets (rows):")
            s.tool("findings", trace=path)
            listed = s.tool("drill_down", trace=path)
            sheet = re.search(r"sheets \(rows\): (\w+)", listed).group(1)
            s.tool("drill_down", trace=path, sheet=sheet, rows=1000)
        s.end()


if __name__ == "__main__":
    programs, source = os.path.abspath(sys.argv[2]), os.path.abspath(sys.argv[3])
    data = os.environ.get("RIDGELINE_SHARED_DATA", os.path.join(source, "..", "shared", "data"))
    {"answers": answers, "refusals": refusals, "hostile": hostile, "formats": formats}[sys.argv[1]]()
