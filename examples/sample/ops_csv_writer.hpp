#ifndef RIDGELINE_EXAMPLES_SAMPLE_OPS_CSV_WRITER_HPP
#define RIDGELINE_EXAMPLES_SAMPLE_OPS_CSV_WRITER_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "device_op.hpp"
#include "random_numbers.hpp"

/// Ops as rows of an ops CSV, with consistent host and device clocks.
namespace sample {

inline constexpr std::size_t max_inputs = 4, max_outputs = 3;

inline std::string header() {
  std::string out =
      "OP CODE,OP TYPE,GLOBAL CALL COUNT,DEVICE ID,DEVICE ARCH,ATTRIBUTES,MATH FIDELITY,CORE COUNT,"
      "AVAILABLE WORKER CORE COUNT,PARALLELIZATION STRATEGY,HOST START TS,HOST END TS,HOST DURATION [ns],"
      "DEVICE FW START CYCLE,DEVICE FW END CYCLE,OP TO OP LATENCY [ns],OP TO OP LATENCY BR/NRISC START [ns],"
      "DEVICE FW DURATION [ns],DEVICE KERNEL DURATION [ns],DEVICE KERNEL DURATION DM START [ns],"
      "DEVICE KERNEL FIRST TO LAST START [ns],DEVICE BRISC KERNEL DURATION [ns],DEVICE NCRISC KERNEL DURATION [ns],"
      "DEVICE TRISC0 KERNEL DURATION [ns],DEVICE TRISC1 KERNEL DURATION [ns],DEVICE TRISC2 KERNEL DURATION [ns],"
      "DEVICE ERISC KERNEL DURATION [ns]";
  const auto tensor_columns = [&](std::string_view side, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
      for (std::string_view what :
           {"W_PAD[LOGICAL]", "Z_PAD[LOGICAL]", "Y_PAD[LOGICAL]", "X_PAD[LOGICAL]", "LAYOUT", "DATATYPE", "MEMORY"})
        out += joined({",", side, "_", std::to_string(i), "_", what});
  };
  tensor_columns("INPUT", max_inputs);
  tensor_columns("OUTPUT", max_outputs);
  return out +
         ",METAL TRACE ID,METAL TRACE REPLAY SESSION ID,PROGRAM HASH,PROGRAM CACHE HIT,PM IDEAL [ns],PM COMPUTE [ns],"
         "PM BANDWIDTH [ns],PM REQ I BW,PM REQ O BW,PM FPU UTIL (%)\n";
}

/// Writes rows in order and advances both clocks.
class writer {
 public:
  explicit writer(std::uint64_t start) : random_(start), out_(header()) {
    for (char c : out_) commas_ += c == ',';
  }

  void signpost(std::string_view name) {
    cell(name), cell("signpost"), empty(8), cell(host_);
    host_ += random_.between(4000, 9000);
    end_row();
  }

  /// An op that fell back to the host: the device waits for it and for its result.
  void host_op(std::string_view name, std::int64_t length) {
    length = random_.near(length);
    const std::int64_t device_done = device_ - device_offset;
    if (host_ < device_done) host_ = device_done + random_.between(9000, 15000);
    cell(name), cell("python_fallback"), cell(1024 * ++calls_), empty(2), cell("{}"), empty(4);
    cell(host_), cell(host_ + length), cell(length);
    host_ += length + random_.between(3000, 6000);
    end_row();
  }

  /// `compile`: kernels are built on the way, and the device waits for them.
  void device_ops(const op_list& ops, bool compile) {
    for (const device_op& op : ops) row(op, compile);
  }

  std::string take() { return std::move(out_); }

 private:
  static constexpr std::int64_t device_offset = 5'000'000'000'000;  // the device's clock was started earlier

  void row(const device_op& op, bool compile) {
    const std::int64_t host_time = compile ? random_.between(18'000'000, 240'000'000) : random_.between(7000, 16000);
    const std::int64_t kernel = random_.near(op.time);
    const std::int64_t firmware = kernel + random_.between(620, 1250);
    // The next op starts once it was sent and the device is free; one op in sixteen takes the dispatcher longer.
    std::int64_t start = device_ + random_.between(680, 1900);
    if (random_.between(1, 16) == 1) start += random_.between(5600, 24000);
    const std::int64_t sent = host_ + host_time + device_offset;
    if (start < sent) start = sent + random_.between(300, 900);
    const std::int64_t gap = first_ ? 0 : start - device_;
    first_ = false;

    cell(op.code), cell("tt_dnn_device"), cell(1024 * ++calls_), cell(0), cell("wormhole_b0"), cell(op.attributes);
    cell(op.fidelity), cell(op.cores), cell(64), empty(1), cell(host_), cell(host_ + host_time), cell(host_time);
    cell(start), cell(start + firmware), cell(gap), cell(gap), cell(firmware), cell(kernel), cell(kernel - 1);
    cell(random_.between(90, 480));                  // from the first core that starts to the last
    cell(kernel - random_.between(1, 40));           // writer
    cell(kernel - kernel / random_.between(9, 60));  // reader
    const bool computes = !op.fidelity.empty();
    for (int i = 0; computes && i < 3; ++i) cell(kernel - kernel / random_.between(30, 90));
    empty(computes ? 1 : 4);
    tensors(op.inputs, max_inputs);
    tensors(op.outputs, max_outputs);
    empty(2), cell(hash(op)), cell(compile ? "False" : "True");
    const std::int64_t ideal = op.memory_bound > op.compute_bound ? op.memory_bound : op.compute_bound;
    cell(ideal), cell(op.compute_bound), cell(op.memory_bound), cell("[]"), cell("[]");
    const std::int64_t utilisation = op.compute_bound * 100'000 / kernel;  // thousandths of a percent
    const std::string fraction = text(1000 + utilisation % 1000);
    cell(joined({text(utilisation / 1000), ".", std::string_view(fraction).substr(1)}));
    end_row();
    host_ += host_time + random_.between(400, 2500);
    device_ = start + firmware;
  }

  void tensors(const std::vector<tensor>& list, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      if (i >= list.size()) {
        empty(7);
        continue;
      }
      const tensor& t = list[i];
      const auto extent = [&](int padded, int logical) { cell(joined({text(padded), "[", text(logical), "]"})); };
      extent(t.w, t.w), extent(t.z, t.z), extent(t.y, t.logical_y), extent(t.x, t.x);
      cell(t.layout), cell(t.type), cell(joined({"DEV_0_", t.memory}));
    }
  }

  /// FNV-1a over the parts that define a program: equal ops have equal hashes.
  static std::string hash(const device_op& op) {
    std::uint64_t h = 14695981039346656037u;
    const auto mix = [&](std::string_view s) {
      for (char c : s) h = (h ^ static_cast<unsigned char>(c)) * 1099511628211u;
    };
    mix(op.code), mix(op.attributes);
    for (const tensor& t : op.inputs) mix(text(t.y)), mix(text(t.x)), mix(t.type), mix(t.memory);
    return std::to_string(h);
  }

  void cell(std::string_view s) {
    if (cells_++ != 0) out_ += ',';
    out_ += s;
  }
  void cell(std::int64_t value) { cell(std::string_view(std::to_string(value))); }
  void empty(int count) {
    for (int i = 0; i < count; ++i) cell("");
  }
  void end_row() {
    while (cells_ <= commas_) cell("");
    out_ += '\n';
    cells_ = 0;
  }

  random_numbers random_;
  std::string out_;
  std::size_t commas_ = 0, cells_ = 0;
  std::int64_t host_ = 10'273'780'000, device_ = host_ + device_offset, calls_ = 0;
  bool first_ = true;
};

}  // namespace sample

#endif  // RIDGELINE_EXAMPLES_SAMPLE_OPS_CSV_WRITER_HPP
