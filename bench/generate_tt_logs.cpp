// Writes the logs of a Tracy run of spring 2025 into a folder: bench_generate_tt_logs OPS FOLDER.
//
// Ten rows of the device log for each op (one core: BRISC with its firmware's zone, NCRISC, TRISC_0 and TRISC_1). Every
// tenth op is a full message, as when a program is compiled; the nine after it come from the program cache.

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <ridgeline/sink/output.hpp>

namespace {

constexpr std::string_view message_of_program = R"text( ->
{
    "attributes": {
        "bcast_batch": "1",
        "compute_kernel_config": "WormholeComputeKernelConfig(math_fidelity=HiFi2,math_approx_mode=0,fp32_dest_acc_en=0)",
        "output_dtype": "DataType::BFLOAT8_B",
        "program_config": "MatmulMultiCoreReuseMultiCastProgramConfig(compute_with_storage_grid_size=(x=8,y=7),in0_block_w=2)"
    },
    "device_id": 0,
    "input_tensors": [
        {
            "dtype": "BFLOAT16",
            "layout": "TILE",
            "shape": {"W": 1, "X": 4096, "Y": 64, "Z": 8},
            "storage_type": {"device_id": 0, "memory_config": {"buffer_type": "DRAM", "memory_layout": "INTERLEAVED"}}
        },
        {
            "dtype": "BFLOAT8_B",
            "layout": "TILE",
            "shape": {"W": 1, "X": 128, "Y": 4096, "Z": 1},
            "storage_type": {"device_id": 0, "memory_config": {"buffer_type": "DRAM", "memory_layout": "INTERLEAVED"}}
        }
    ],
    "kernel_info": {
        "compute_kernels": [{"math_fidelity": "HiFi2", "name": "compute/1/", "source": "bmm_large_block_zm.cpp"}],
        "datamovement_kernels": [{"name": "reader/1/", "source": "reader_bmm.cpp"}, {"name": "writer/1/", "source": "writer_bmm.cpp"}]
    },
    "op_type": "tt_dnn_device",
    "optional_input_tensors": [],
    "output_tensors": [
        {
            "dtype": "BFLOAT8_B",
            "layout": "TILE",
            "shape": {"W": 1, "X": 128, "Y": 64, "Z": 8},
            "storage_type": {"device_id": 0, "memory_config": {"buffer_type": "L1", "memory_layout": "HEIGHT_SHARDED"}}
        }
    ],
    "performance_model": {"bandwidth_ns": 5120, "compute_ns": 4096, "ideal_ns": 5120, "input_bws": [1.5, 2.5], "output_bws": [0.5]},
)text";

/// The lines of op `i` in the three logs; ids count from 1. Its program is that of the last full op.
struct op_lines {
  long long i;
  long long id() const { return i + 1; }
  long long hash() const { return 1'000'000'007 * (i / 10 + 1); }
  std::int64_t host_time() const { return 2'093'739'258 + 25'000 * i; }

  void message(std::string& text) const {
    text += "`TT_DNN_DEVICE_OP: \"MatmulDeviceOperation\", " + std::to_string(hash()) + ", 0, ";
    if (i % 10 != 0) text += "1, ";
    text += std::to_string(id());
    if (i % 10 == 0) {
      text += message_of_program;
      text += "    \"global_call_count\": " + std::to_string(id()) + ",\n    \"op_code\": \"MatmulDeviceOperation\",\n    \"op_hash\": " +
              std::to_string(hash()) + "\n}";
    }
    text += "`;" + std::to_string(host_time()) + '\n';
  }
  void zone(std::string& text) const {
    text += "TT_DNN_DEVICE_OP,op_profiler.hpp,86,,id:" + std::to_string(id()) + ',' + std::to_string(host_time()) + ",20000,1,\n";
  }
  void markers(std::string& text) const {
    struct marker {
      std::string_view risc, zone, type;
      int after;  ///< cycles since the op began
    };
    static constexpr std::array<marker, 10> all{{{"BRISC", "BRISC-FW", "ZONE_START", 0},
                                                 {"BRISC", "BRISC-KERNEL", "ZONE_START", 400},
                                                 {"NCRISC", "NCRISC-KERNEL", "ZONE_START", 450},
                                                 {"TRISC_0", "TRISC-KERNEL", "ZONE_START", 500},
                                                 {"TRISC_1", "TRISC-KERNEL", "ZONE_START", 510},
                                                 {"TRISC_0", "TRISC-KERNEL", "ZONE_END", 9'000},
                                                 {"TRISC_1", "TRISC-KERNEL", "ZONE_END", 9'500},
                                                 {"NCRISC", "NCRISC-KERNEL", "ZONE_END", 9'700},
                                                 {"BRISC", "BRISC-KERNEL", "ZONE_END", 10'100},
                                                 {"BRISC", "BRISC-FW", "ZONE_END", 10'400}}};
    const std::int64_t begin = 9'078'247'254'438 + 12'000 * i;
    for (const auto& m : all) {
      text += "0,1,1,";
      text += m.risc;
      text += ",40000," + std::to_string(begin + m.after + i % 97) + ",0," + std::to_string(i) + ',' + std::to_string(id()) + ',';
      text += m.zone;
      text += ',';
      text += m.type;
      text += ",308,tt_metal/hw/firmware/src/firmware.cc\n";
    }
  }
};

using writer = void (op_lines::*)(std::string&) const;

bool write(const std::string& path, std::string_view head, writer lines, long long ops) {
  const auto why = ridgeline::write_file(path, [&](ridgeline::output& to) {
    to.write(head);
    std::string text;
    for (long long i = 0; i < ops; ++i) {
      text.clear();
      (op_lines{i}.*lines)(text);
      to.write(text);
    }
  });
  if (why) std::fprintf(stderr, "%s\n", to_string(*why).c_str());
  return !why;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: bench_generate_tt_logs OPS FOLDER\n", stderr);
    return 2;
  }
  const long long ops = std::atoll(argv[1]);
  const std::string folder = argv[2];
  const bool written =
      write(folder + "/tracy_ops_data.csv", "MessageName;total_ns\n", &op_lines::message, ops) &&
      write(folder + "/tracy_ops_times.csv",
            "name,src_file,src_line,zone_name,zone_text,ns_since_start,exec_time_ns,thread,special_parent_text\n", &op_lines::zone, ops) &&
      write(folder + "/profile_log_device.csv",
            "ARCH: wormhole_b0, CHIP_FREQ[MHz]: 1000\n"
            "PCIe slot, core_x, core_y, RISC processor type, timer_id, time[cycles since reset], data, run ID, run host ID,  zone name, "
            "type, source line, source file\n",
            &op_lines::markers, ops);
  return written ? 0 : 1;
}
