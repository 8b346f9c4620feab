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
