#ifndef RIDGELINE_TESTS_SUPPORT_XLA_CALLS_HPP
#define RIDGELINE_TESTS_SUPPORT_XLA_CALLS_HPP

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/table/format.hpp>
#include <ridgeline/xla/sheet/tables.hpp>
#include <ridgeline/xla/read/xplane.hpp>

#include "xplane_bytes.hpp"

/// Calls for op models, and helpers that read and report whole profiles.
namespace test {

inline ridgeline::xla_tensor tensor(ridgeline::hlo_type type, std::vector<std::int64_t> dims) {
  ridgeline::xla_tensor t;
  t.type = type;
  t.dims = std::move(dims);
  t.has_layout = true;
  for (std::size_t d = t.dims.size(); d-- > 0;) t.layout.push_back(static_cast<std::int64_t>(d));
  return t;
}
inline ridgeline::xla_tensor bf16(std::vector<std::int64_t> dims) { return tensor(ridgeline::hlo_type::bf16, std::move(dims)); }
inline ridgeline::xla_tensor f32(std::vector<std::int64_t> dims) { return tensor(ridgeline::hlo_type::f32, std::move(dims)); }

inline ridgeline::xla_call gemm_call(ridgeline::xla_tensor a, ridgeline::xla_tensor b, ridgeline::xla_tensor c,
                                     std::string_view config, std::string_view target = "__cublas$gemm") {
  ridgeline::xla_call call;
  call.kernel = "Cijk_Alik_Bljk_BBS_BH";
  call.category = ridgeline::xla_category::gemm;
  call.opcode = "custom-call";
  call.target = target;
  call.config = config;
  call.operands = {std::move(a), std::move(b)};
  call.outputs = {std::move(c)};
  return call;
}

/// `"dot_dimension_numbers"` of a product that sums over one dimension of each side.
inline std::string gemm_config(int lhs, int rhs, std::string_view batch = "", std::string_view beta = "0",
                               std::string_view epilogue = "DEFAULT") {
  std::string text = "{\"gemm_backend_config\":{\"alpha_real\":1,\"beta\":";
  text += beta;
  text += ",\"dot_dimension_numbers\":{\"lhs_contracting_dimensions\":[\"";
  text += std::to_string(lhs);
  text += "\"],\"rhs_contracting_dimensions\":[\"";
  text += std::to_string(rhs);
  text += "\"],\"lhs_batch_dimensions\":[";
  text += batch;
  text += "],\"rhs_batch_dimensions\":[";
  text += batch;
  text += "]},\"epilogue\":\"";
  text += epilogue;
  text += "\"}}";
  return text;
}

/// A profile of one program on GPU 0: kernels back to back on stream 1, each 10 µs long and launched 5 µs before.
struct profile {
  struct kernel {
    std::string name, op;
    bool launched = true;
  };
  xplane::module program{"jit_f"};
  std::vector<kernel> kernels{};

  ridgeline::xla_trace read() {
    xplane::plane gpu("/device:GPU:0"), host("/host:CPU"), metadata("/host:metadata");
    metadata.program("jit_f(7)", 7, program.hlo_proto());
    gpu.line(1, "Stream #1(Kernel)", 1'000'000);
    host.line(9, "python", 1'000'000);
    std::int64_t at = 20'000'000, link = 1;
    for (const kernel& k : kernels) {
      gpu.kernel(k.name, at, 10'000'000, link, "jit_f", k.op, 7);
      if (k.launched) host.event("launch", at - 5'000'000, 1'000'000, {{"correlation_id", link}});
      at += 10'000'000;
      ++link;
    }
    auto trace = ridgeline::read_xplane(xplane::file({metadata.bytes(), gpu.bytes(), host.bytes()}));
    return std::move(*trace);
  }
};

/// The text of a cell, as in a CSV for pandas, by row and title; `(none)` if the column is absent.
inline std::string cell_of(const ridgeline::table& t, std::size_t row, std::string_view title) {
  const std::size_t c = t.find(title);
  if (c == t.columns() || row >= t.rows()) return "(none)";
  std::string scratch, text;
  const ridgeline::cell value = t.at(row, c, scratch);
  switch (value.kind) {
    case ridgeline::cell_kind::none: break;
    case ridgeline::cell_kind::boolean: text = value.integer != 0 ? "True" : "False"; break;
    case ridgeline::cell_kind::integer: text = std::to_string(value.integer); break;
    case ridgeline::cell_kind::real: ridgeline::append_shortest(text, value.real); break;
    case ridgeline::cell_kind::text: text = value.text; break;
  }
  return text;
}

}  // namespace test

#endif  // RIDGELINE_TESTS_SUPPORT_XLA_CALLS_HPP
