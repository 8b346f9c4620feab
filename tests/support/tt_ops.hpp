#ifndef RIDGELINE_TESTS_SUPPORT_TT_OPS_HPP
#define RIDGELINE_TESTS_SUPPORT_TT_OPS_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/tt/tree/window.hpp>
#include <ridgeline/tt/record/op.hpp>

/// Ops for tests, one line each.
namespace test {

using namespace ridgeline;

inline tt_op device_op(std::string_view code, std::int32_t device = 0, time_quantity time = 10 * us) {
  tt_op op;
  op.code = code;
  op.device = device;
  op.time = time;
  op.cores = 64;
  return op;
}
inline tt_op signpost(std::string_view name) {
  tt_op op;
  op.code = name;
  op.type = tt_op_type::signpost;
  return op;
}
inline tt_op host_op(std::string_view code) {
  tt_op op;
  op.code = code;
  op.type = tt_op_type::other;
  return op;
}

inline constexpr std::string_view in_dram = "DEV_0_DRAM_INTERLEAVED", in_l1 = "DEV_0_L1_INTERLEAVED";

inline tt_tensor tensor(std::uint32_t w, std::uint32_t z, std::uint32_t y, std::uint32_t x, std::string_view type,
                        std::string_view memory) {
  return {{w, z, y, x}, type, memory};
}

/// M x K x N without batch, all three tensors with one number format and in one memory.
inline tt_op matmul_op(std::uint32_t m, std::uint32_t k, std::uint32_t n, time_quantity time,
                       std::string_view fidelity = "HiFi4", std::string_view memory = in_dram,
                       std::string_view type = "BFLOAT16") {
  tt_op op = device_op("Matmul", 0, time);
  op.fidelity = fidelity;
  op.in0 = tensor(1, 1, m, k, type, memory);
  op.in1 = tensor(1, 1, k, n, type, memory);
  op.out0 = tensor(1, 1, m, n, type, memory);
  return op;
}

/// The ops as in a file: ids from 2, host times 1,000 ns apart unless given.
inline std::vector<tt_op> as_file(std::vector<tt_op> ops) {
  for (std::size_t i = 0; i < ops.size(); ++i) {
    ops[i].id = static_cast<std::uint32_t>(i + 2);
    if (!known(ops[i].host_start)) ops[i].host_start = 1000.0 * static_cast<double>(i) * ns;
  }
  return ops;
}
inline tt_op at_time(tt_op op, double host_ns) {
  op.host_start = host_ns * ns;
  return op;
}

inline tt_selection all_of(const std::vector<tt_op>& ops) {
  tt_selection all;
  for (const tt_op& op : ops) all.push_back(&op);
  return all;
}

/// `2 3 5`.
inline std::string ids_of(const tt_selection& ops) {
  std::string text;
  for (const tt_op* op : ops) {
    if (!text.empty()) text += ' ';
    text += std::to_string(op->id);
  }
  return text;
}
inline std::string ids_of(const std::vector<tt_op_use>& uses) {
  tt_selection ops;
  for (const tt_op_use& use : uses) ops.push_back(use.op);
  return ids_of(ops);
}

}  // namespace test

#endif  // RIDGELINE_TESTS_SUPPORT_TT_OPS_HPP
