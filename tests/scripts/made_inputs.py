"""Small logs of tt-metal, as text."""

HOST_LOG = ("Name, Start timer count [ns], Stop timer count [ns], Delta timer count [ns], Global Call Count, Call Count, "
            "Stack Size, Inputs, Outputs, Math Fidelity, Parallelization Strategy, Preferred Name, Meta Data, Type\n"
            "tt::tt_metal::Matmul, 100, 300, 200, 1, 1, 1, 1_1_32_64|TILE|BFLOAT16|DEV_0_DRAM_INTERLEAVED, "
            "1_1_32_32|TILE|BFLOAT16|DEV_0_DRAM_INTERLEAVED, HiFi4, MULTI_CORE, , , tt_dnn_device\n")


def _device_log():
    lines = ["ARCH: grayskull, CHIP_FREQ[MHz]: 1000",
             "PCIe slot, core_x, core_y, RISC processor type, timer_id, time[cycles since reset]"]
    for risc in ("BRISC", "NCRISC", "TRISC_0"):
        for marker, cycles in ((1, 1000), (2, 1100), (3, 1800), (4, 1900)):
            lines.append("0, 1, 1, %s, %d, %d" % (risc, marker, cycles))
    return "\n".join(lines) + "\n"


DEVICE_LOG = _device_log()


def _varint(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out + bytes([value]))


def _number(field, value):
    return _varint(field << 3) + _varint(value)


def _bytes(field, value):
    return _varint(field << 3 | 2) + _varint(len(value)) + value


def tpu_profile():
    """An XPlane of one TPU v5e: two steps of a product, a sum over chips and a copy. The bytes of an XSpace message."""
    stats = {name: number + 1 for number, name in enumerate(
        ("hlo_category", "flops", "bytes_accessed", "run_id", "device_type_string", "convolution fusion", "all-reduce",
         "copy-done", "TPU v5 lite"))}
    names = {"0": (), "1": (), "jit_step(7)": (), "fusion.1": ("convolution fusion", 3_000_000_000, 8_000_000),
             "all-reduce.2": ("all-reduce", 0, 8_192), "copy-done.3": ("copy-done", 0, 0)}
    ids = {name: number + 1 for number, name in enumerate(names)}

    def event(name, begin_us, us, run=None):
        body = _number(1, ids[name]) + _number(2, begin_us * 10**6) + _number(3, us * 10**6)
        if run is not None:
            body += _bytes(4, _number(1, stats["run_id"]) + _number(3, run))
        return _bytes(4, body)

    def line(number, name, events):
        return _bytes(3, _number(1, number) + _bytes(2, name.encode()) + _number(3, 10**18) + b"".join(events))

    def about(name):
        body = _number(1, ids[name]) + _bytes(2, name.encode())
        if names[name]:
            category, flops, moved = names[name]
            body += _bytes(5, _number(1, stats["hlo_category"]) + _number(7, stats[category]))
            body += _bytes(5, _number(1, stats["flops"]) + _number(3, flops))
            body += _bytes(5, _number(1, stats["bytes_accessed"]) + _number(3, moved))
        return _bytes(4, _number(1, ids[name]) + _bytes(2, body))

    steps = (0, 100)
    plane = _bytes(2, b"/device:TPU:0")
    plane += line(1, "Steps", [event(str(n), at, 100) for n, at in enumerate(steps)])
    plane += line(2, "XLA Modules", [event("jit_step(7)", at, 90, n) for n, at in enumerate(steps)])
    plane += line(3, "XLA Ops", [event(name, at + begin, us) for at in steps for name, begin, us in
                                 (("fusion.1", 0, 40), ("all-reduce.2", 45, 20), ("copy-done.3", 70, 8))])
    plane += b"".join(about(name) for name in names)
    for name, number in stats.items():
        plane += _bytes(5, _number(1, number) + _bytes(2, _number(1, number) + _bytes(2, name.encode())))
    plane += _bytes(6, _number(1, stats["device_type_string"]) + _number(7, stats["TPU v5 lite"]))
    return _bytes(1, plane)


def graph_step():
    """A decode step of two requests that is one captured graph, and the trace of its capture: a product of (2, 4) and
    (4, 4). `captures/CAPTURE.json` beside the trace gives the graph's kernel its op."""
    def span(cat, name, ts, dur, **args):
        return {"ph": "X", "cat": cat, "name": name, "pid": 1, "tid": 1, "ts": ts, "dur": dur, "args": args}

    step = [span("user_annotation", "execute_context_0(0)_generation_2(2)", 0, 50), span("cpu_op", "dummy", 1, 2),
            span("cuda_runtime", "hipGraphLaunch", 10, 5, correlation=7),
            dict(span("kernel", "gemm", 20, 4, correlation=7, device=0, stream=3), pid=0, tid=3)]
    capture = [span("cuda_runtime", "hipStreamBeginCapture", 2, 1, correlation=90),
               dict(span("cpu_op", "aten::mm", 5, 10), args={"Input Dims": [[2, 4], [4, 4]], "Input type": ["float", "float"]}),
               span("cuda_runtime", "hipLaunchKernel", 6, 2, correlation=1, kernel="gemm"),
               span("cuda_runtime", "hipStreamEndCapture", 40, 1, correlation=91)]
    return {"schemaVersion": 1, "traceEvents": step}, {"schemaVersion": 1, "traceEvents": capture}
