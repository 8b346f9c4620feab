#ifndef RIDGELINE_RANKS_REPLAY_HIPBLASLT_HPP
#define RIDGELINE_RANKS_REPLAY_HIPBLASLT_HPP

#include <array>
#include <cstddef>
#include <string_view>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/ranks/replay/command.hpp>
#include <ridgeline/read/number.hpp>
#include <ridgeline/torch/op/call.hpp>
#include <ridgeline/torch/op/gemm.hpp>

namespace ridgeline {

/// hipBLASLt's names for PyTorch's data types.
struct hipblaslt_type {
  std::string_view torch, name;
};
inline constexpr std::array hipblaslt_types{
    hipblaslt_type{"float", "f32_r"},          hipblaslt_type{"c10::Half", "f16_r"},
    hipblaslt_type{"c10::BFloat16", "bf16_r"}, hipblaslt_type{"double", "f64_r"},
    hipblaslt_type{"c10::Float8_e4m3fn", "f8_r"},   hipblaslt_type{"c10::Float8_e4m3fnuz", "f8_r"},
    hipblaslt_type{"c10::Float8_e5m2", "bf8_r"},    hipblaslt_type{"c10::Float8_e5m2fnuz", "bf8_r"},
    hipblaslt_type{"Float8_e4m3fn", "f8_r"},   hipblaslt_type{"Float8_e4m3fnuz", "f8_r"},
    hipblaslt_type{"Float8_e5m2", "bf8_r"},    hipblaslt_type{"Float8_e5m2fnuz", "bf8_r"},
    hipblaslt_type{"signed char", "i8_r"}};

constexpr std::string_view hipblaslt_type_of(std::string_view torch) {
  for (const hipblaslt_type& t : hipblaslt_types)
    if (t.torch == torch) return t.name;
  return {};
}

namespace ranks_detail {

/// How BLAS reads a matrix of shape (rows, columns) with strides (s0, s1), seen as a column-major one of shape
/// (columns, rows).
struct blas_operand {
  bool transposed = false;
  double leading = missing<double>;
};
constexpr blas_operand blas_operand_of(double rows, double columns, double s0, double s1) {
  if (s1 == 1 && s0 >= columns) return {false, s0};
  if (s0 == 1 && s1 >= rows) return {true, s1};
  return {false, columns};
}

}  // namespace ranks_detail

/// The command that benchmarks one of PyTorch's matrix products in isolation; empty for other ops and for unknown
/// shapes or types. Row-major C[M,N] = A B is the column-major C' = B' A', so BLAS's first operand is B.
inline tool_command hipblaslt_command(const torch_call& c) {
  const bool batched = c.name == "aten::bmm" || c.name == "aten::baddbmm";
  const bool with_c = c.name == "aten::addmm" || c.name == "aten::baddbmm";
  if (!batched && !with_c && c.name != "aten::mm" && c.name != "aten::_scaled_mm") return {};
  const int at = with_c ? 1 : 0;
  const torch_shape a = c.shape(at), b = c.shape(at + 1), sa(c.stride(at)), sb(c.stride(at + 1));
  const int rank = batched ? 3 : 2;
  if (a.rank() != rank || b.rank() != rank) return {};
  const double m = a[-2], k = a[-1], n = b[-1], batch = batched ? a[0] : 1;
  if (b[-2] != k || (batched && b[0] != batch)) return {};
  const std::string_view a_type = hipblaslt_type_of(c.type(at + 1)), b_type = hipblaslt_type_of(c.type(at));
  if (a_type.empty() || b_type.empty()) return {};
  const ranks_detail::blas_operand first = ranks_detail::blas_operand_of(k, n, sb[-2], sb[-1]);
  const ranks_detail::blas_operand second = ranks_detail::blas_operand_of(m, k, sa[-2], sa[-1]);
  const bool fp8 = a_type == "f8_r" || a_type == "bf8_r";
  const std::string_view d_type = fp8 ? std::string_view("bf16_r") : a_type;
  const std::string_view compute = a_type == "f64_r" ? "f64_r" : a_type == "i8_r" ? "i32_r" : "f32_r";
  const bool beta = c.name == "aten::baddbmm";
  const bool may_have_bias = c.name == "aten::_scaled_mm" && (c.arguments() == 3 || c.arguments() >= 8);
  const bool bias = c.name == "aten::addmm" || (may_have_bias && c.tensor(torch_scaled_mm::bias_at(c)));
  const bool many = batch > 1;
  const auto stride = [&](const torch_shape& s, double otherwise) {
    return !many ? 0 : s.rank() == 3 ? s[0] : otherwise;
  };
  command_builder out("hipblaslt-bench");
  out.words("--api_method c").option("-m", n).option("-n", m).option("-k", k);
  out.option("--lda", first.leading).option("--ldb", second.leading).option("--ldc", n).option("--ldd", n);
  out.option("--stride_a", stride(sb, k * n)).option("--stride_b", stride(sa, m * k));
  out.option("--stride_c", many ? m * n : 0).option("--stride_d", many ? m * n : 0);
  out.words("--alpha 1.000000").option("--beta", beta ? "1.000000" : "0.000000");
  out.option("--transA", first.transposed ? "T" : "N").option("--transB", second.transposed ? "T" : "N");
  out.option("--batch_count", batch).words("--scaleA 0 --scaleB 0");
  out.option("--a_type", a_type).option("--b_type", b_type).option("--c_type", d_type).option("--d_type", d_type);
  out.option("--scale_type", compute).option("--bias_type", bias && !beta ? d_type : compute);
  out.option("--compute_type", compute);
  out.words("--algo_method heuristic --requested_solution 1 --activation_type none");
  if (bias && !beta) out.words("--bias_vector");
  out.words("--rotating 512 --cold_iters 100 --iters 100 --flush --initialization trig_float --use_gpu_timer "
            "--print_kernel_info");
  return out.take();
}

namespace ranks_detail {

/// The last field of a comma-separated line; NaN if it is not a number.
inline double last_field(std::string_view line) {
  while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.remove_suffix(1);
  const std::size_t comma = line.rfind(',');
  if (comma == std::string_view::npos) return missing<double>;
  std::string_view field = line.substr(comma + 1);
  while (!field.empty() && field.front() == ' ') field.remove_prefix(1);
  const auto number = leading_double(field.data(), field.data() + field.size());
  return number.stop == field.data() + field.size() && !field.empty() ? number.value : missing<double>;
}

/// Calls `take(line)` for each line until it returns false.
template <class Take>
void each_line(std::string_view text, Take take) {
  while (!text.empty()) {
    std::string_view line = core_detail::take_part(text, '\n');
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!take(line)) return;
  }
}

}  // namespace ranks_detail

/// The time in microseconds from the output of hipblaslt-bench: the last field of the line after the header. NaN if
/// there is none.
inline double hipblaslt_time(std::string_view printed) {
  double time = missing<double>;
  bool header = false;
  ranks_detail::each_line(printed, [&](std::string_view line) {
    if (header) {
      time = ranks_detail::last_field(line);
      return false;
    }
    while (line.ends_with(' ')) line.remove_suffix(1);
    header = line.ends_with("hipblaslt-Gflops,hipblaslt-GB/s,us");
    return true;
  });
  return time;
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_REPLAY_HIPBLASLT_HPP
