#ifndef RIDGELINE_TORCH_OP_SCHEMA_LAYERS_HPP
#define RIDGELINE_TORCH_OP_SCHEMA_LAYERS_HPP

#include <array>
#include <string_view>

#include <ridgeline/op/rounding.hpp>
#include <ridgeline/torch/op/gemm.hpp>
#include <ridgeline/torch/op/schema/words.hpp>

/// Ops of PyTorch that are layers: products that dispatch to another op on most devices and launch by themselves on
/// some, recurrent layers, transforms, decompositions.
namespace ridgeline {

/// Products whose work is that of the op below them, where there is one.
struct torch_linear : torch_gemm {
  static constexpr bool alone = true;
  static constexpr std::string_view name = "aten::linear", schema = "input (..,K), weight (N,K), bias";

  static constexpr torch_product from(const torch_call& c) {
    const double k = c.extent(0, -1);
    const double n = c.shape(1).rank() == 1 ? 1 : c.extent(1, 0);
    torch_product g = torch_product::of(c, op::divide(c.shape(0).size(), k), n, k);
    if (c.extent(1, -1) != k) g.m = missing<double>;
    g.c = g.a, g.bias = c.tensor(2), g.bias_element = c.size(2);
    g.count_stored(c), g.count_pairs(c, true);
    return g;
  }
};

/// `matmul`: leading extents of both broadcast; where B has none, those of A are rows.
struct torch_matmul : torch_gemm {
  static constexpr bool alone = true;
  static constexpr std::string_view name = "aten::matmul", schema = "self, other";

  static constexpr torch_product from(const torch_call& c) {
    const torch_shape a = c.shape(0), b = c.shape(1);
    const double k = a[-1], n = b.rank() == 1 ? 1 : b[-1];
    torch_product g = torch_product::of(c, a.rank() == 1 ? 1 : a[-2], n, k);
    if (b.rank() <= 2 && a.rank() > 2) g.m = op::divide(a.size(), k);
    else g.batch = torch_broadcast(leading(a), leading(b)).size();
    if (a.empty() || b.empty() || (b.rank() == 1 ? b[0] : b[-2]) != k) g.m = missing<double>;
    g.c = g.a;
    const double all = g.batch * g.m * k;  // what repeats is read once
    if (all > 0) g.a = g.a * (a.size() / all), g.b = g.b * (b.size() / (g.batch * k * n));
    g.count_stored(c), g.count_pairs(c, true);
    return g;
  }

 private:
  static constexpr torch_shape leading(const torch_shape& s) {
    torch_shape all = torch_shape::of({});
    for (int i = 0; i + 2 < s.rank(); ++i) all.push(s[i]);
    return all;
  }
};

/// Recurrent layers in one call: each weight matrix meets each token once, whatever the cells, directions and
/// projections. A bias is added to each token. What gates compute element by element is little beside it, and left out.
struct torch_recurrent {
  struct row {
    std::string_view name, category, schema;
    int state, cell, directions;
    int result, mask;  ///< of gradients: the forward result, its gradient behind it; which are wanted; else -1
  };
  static constexpr engine compute = engine::matrix;
  static constexpr std::string_view sheet{};
  static constexpr std::array rows{
      row{"aten::_cudnn_rnn", "RNN_fwd", "input (..,F), weight[], weight_stride0, weight_buf, hx, cx, mode, "
          "hidden_size, proj_size, num_layers, batch_first, dropout, train, bidirectional, batch_sizes, dropout_state",
          4, 5, 13, -1, -1},
      row{"aten::miopen_rnn", "RNN_fwd", "input (..,F), weight[], weight_stride0, hx, cx, mode, hidden_size, "
          "num_layers, batch_first, dropout, train, bidirectional, batch_sizes, dropout_state", 3, 4, 11, -1, -1},
      row{"aten::_cudnn_rnn_backward", "RNN_bwd", "input, weight[], weight_stride0, weight_buf, hx, cx, output, "
          "grad_output, grad_hy, grad_cy, mode, ..., reserve, output_mask (input, hx, cx, weights)", 4, 5, 17, 6, 21},
      row{"aten::miopen_rnn_backward", "RNN_bwd", "input, weight[], weight_stride0, weight_buf, hx, cx, output, "
          "grad_output, grad_hy, grad_cy, mode, hidden_size, num_layers, ..., reserve, output_mask", 4, 5, 16, 6, 20}};

  static constexpr torch_counted from(const torch_call& c, const row& r) {
    double matrices = 0, all = 0;
    const double tokens = op::divide(c.shape(0).size(), c.extent(0, -1));
    json_list(c.dims_text(1)).for_each([&](std::string_view text) {
      const torch_shape weight(text);
      all += weight.size(), matrices += weight.rank() == 2 ? weight.size() : 0;
      return true;
    });
    if (!(matrices > 0)) {
      if (c.lacks != nullptr) *c.lacks = true;
      return {};
    }
    const double states = c.shape(r.state).size() + (c.tensor(r.cell) ? c.shape(r.cell).size() : 0);
    const double forward = tokens * (matrices + all);  // two a weight, one an element of a bias
    if (r.result < 0) {
      if (!c.has_value(r.directions)) return {forward, missing<byte_count>};
      const double results = tokens * c.extent(r.state, -1) * (c.flag(r.directions) ? 2 : 1);
      return {forward, (c.shape(0).size() + all + 2 * states + results) * c.size(0)};
    }
    if (json_list(c.value(r.mask)).size() != 4) return {};
    const bool weights = c.wants(r.mask, 3);
    const double results = c.shape(r.result).size() + c.shape(r.result + 1).size();
    return {2 * tokens * matrices + (weights ? forward : 0),
            (2 * c.shape(0).size() + (weights ? 2 : 1) * all + 3 * states + results) * c.size(0)};
  }
  static constexpr torch_shown parameters{"input_shape=D0 weights=D1 dtype_in_out=(T0,T0)"};
};

/// Fourier transforms: 5 n log2(n) FLOP for n complex points, half of it where one side is real.
struct torch_fourier {
  enum class kind : unsigned char { complex, from_real, to_real };
  struct row { std::string_view name, schema; kind is; };
  static constexpr std::string_view category = "FFT", sheet{};
  static constexpr engine compute = engine::vector;
  static constexpr std::array rows{
      row{"aten::_fft_c2c", "self, dim[], normalization, forward", kind::complex},
      row{"aten::_fft_r2c", "self, dim[], normalization, onesided", kind::from_real},
      row{"aten::_fft_c2r", "self, dim[], normalization, last_dim_size", kind::to_real}};

  static constexpr torch_counted from(const torch_call& c, const row& r) {
    torch_shape in = c.shape(0), out = in;
    const torch_shape over = c.numbers(1);
    const int last = over.rank() > 0 ? place(over[over.rank() - 1], in.rank()) : -1;
    if (last < 0) return {};
    byte_count result = c.size(0);
    if (r.is == kind::from_real) {
      if (!c.has_value(3)) return {};
      if (c.flag(3)) out.set(last, op::floor(in[last] / 2) + 1);
      result = 2 * result;
    } else if (r.is == kind::to_real) {
      out.set(last, c.number(3)), result = result / 2;
    }
    const torch_shape& points = r.is == kind::to_real ? out : in;
    double n = 1;
    for (int i = 0; i < over.rank(); ++i) n *= points[place(over[i], points.rank())];
    const double of_a_point = r.is == kind::complex ? 5 : 2.5;
    return {of_a_point * points.size() * log2_of(n), in.size() * c.size(0) + out.size() * result};
  }
  static constexpr torch_shown parameters{"op_shape=D0 dims=C1 dtype_in_out=(T0,-)"};

 private:
  static constexpr int place(double d, int rank) {
    const double at = d < 0 ? d + rank : d;
    return at >= 0 && at < rank ? static_cast<int>(at) : -1;
  }
  static constexpr double log2_of(double n) {
    if (!(n >= 1 && n < 1e18)) return missing<double>;
    double log = 0;
    for (; n >= 2; n /= 2) ++log;
    for (double bit = 0.5; bit > 1e-16 && n > 1; bit /= 2) {
      n *= n;
      if (n >= 2) n /= 2, log += bit;
    }
    return log;
  }
};

/// Decompositions and solvers: the leading term of LAPACK's operation counts.
struct torch_solvers : torch_schema_words {
  static constexpr engine compute = engine::matrix;
  static constexpr torch_columns<0> shown{"op_shape=D0 dtype=T0"};
  static constexpr std::array rows{
      row{"aten::linalg_cholesky_ex", "Linalg", "", "n0*d0[-1]/3", "2*n0*e0", shown, "self (n,n), upper, check_errors"},
      row{"aten::linalg_lu_factor_ex", "Linalg", "", "2*n0*d0[-1]/3", "2*n0*e0+4*n0/d0[-1]", shown,
          "A (n,n), pivot, check_errors; pivots of 4 B"},
      row{"aten::linalg_inv_ex", "Linalg", "", "2*n0*d0[-1]", "2*n0*e0", shown, "A (n,n), check_errors"},
      row{"aten::linalg_solve_triangular", "Linalg", "", "n1*d0[-1]", "n0*e0/2+2*n1*e1", shown,
          "self (n,n), B (n,k), upper, left, unitriangular; half of self is read"},
      row{"aten::cholesky_solve", "Linalg", "", "2*n0*d0[-2]", "2*n0*e0+n1*e1/2", shown,
          "self (n,k), input2 (n,n), upper; half of input2 is read"},
      row{"aten::_linalg_solve_ex", "Linalg", "", "2*n0*d0[-1]/3+2*n1*d0[-1]", "2*n0*e0+2*n1*e1+4*n0/d0[-1]", shown,
          "A (n,n), B (n,k), left, check_errors; pivots of 4 B"}};
};

/// Cells of recurrent layers, whose products are ops of their own. An element of LSTM: 4 sums, 4 gates of 4, 3 for the
/// cell, 5 for the result, and 8 for biases; of GRU 19, and 6. Of LSTM's gradients: a tanh, 6 for the cell, 4 products
/// and 12 for the gates; of GRU's 5 for each of two gates and 6 besides.
struct torch_recurrent_cells : torch_schema_words {
  static constexpr torch_columns<0> shown{"op_shape=D0 dtype_in_out=(T0,T0)"};
  static constexpr std::array rows{
      row{"aten::_thnn_fused_lstm_cell", "RNN_fwd", "", "28*n2+t3?(8*n2)",
          "2*n0*e0+n1*e1+3*n2*e2+t3?(n3*e3)+t4?(n4*e4)", shown,
          "input_gates (B,4H), hidden_gates (B,4H), cx (B,H), input_bias, hidden_bias; hy, cy and the gates are "
          "written"},
      row{"aten::_thnn_fused_gru_cell", "RNN_fwd", "", "19*n2+t3?(6*n2)", "n0*e0+n1*e1+7*n2*e2+t3?(n3*e3)+t4?(n4*e4)",
          shown, "input_gates (B,3H), hidden_gates (B,3H), hx (B,H), input_bias, hidden_bias; hy and 5 H of work "
          "space are written"},
      row{"aten::_thnn_fused_lstm_cell_backward_impl", "RNN_bwd", "", "26*n2",
          "t0?(n0*e0)+t1?(n1*e1)+2*n2*e2+n3*e3+2*n4*e4", torch_columns<0>{"op_shape=D2 dtype_in_out=(T2,T2)"},
          "grad_hy, grad_cy, cx (B,H), cy, workspace (B,4H), has_bias; gradients of the gates and of cx", 2},
      row{"aten::_thnn_fused_gru_cell_backward", "RNN_bwd", "", "16*n0", "8*n0*e0+n1*e1", shown,
          "grad_hy (B,H), workspace (B,5H), has_bias; gradients of the gates (B,3H) twice and of hx"}};
};

/// bitsandbytes: weights of four or eight bits beside scales of blocks.
struct torch_bitsandbytes : torch_schema_words {
  static constexpr std::array rows{
      elementwise_row("bitsandbytes::dequantize_4bit", "2*n0*e0", "n0*e0+n1*e1+2*n0*e0*l5", shown_over,
          "A (packed), absmax, blocksize, quant_type, shape, dtype", -1),
      elementwise_row("bitsandbytes::quantize_4bit", "3*n0", "n0*e0+n0/2+4*up(n0,c1)", shown_over,
          "A, blocksize, quant_type, quant_storage; a scale of 4 B for each block"),
      elementwise_row("bitsandbytes::int8_vectorwise_quant", "3*n0", "n0*e0+n0+4*n0/d0[-1]", shown_over,
          "A, threshold; a scale of 4 B for each row"),
      elementwise_row("bitsandbytes::dequantize_blockwise", "n0", "n0*e0+n1*e1+n2*e2+n0*l4", shown_over,
          "A, absmax, code, blocksize, dtype", -1),
      elementwise_row("bitsandbytes::quantize_blockwise", "3*n0", "n0*e0+n1*e1+n0+4*up(n0,c2)", shown_over,
          "A, code, blocksize"),
      elementwise_row("bitsandbytes::int8_mm_dequant", "2*n0+t4?n0", "n0*e0+n1*e1+n2*e2+t4?(n4*e4)+n0*l3", shown_over,
          "A (M,N) of int32, row_stats, col_stats, dtype, bias", -1)};
};
struct torch_bitsandbytes_products : torch_product_model {
  static constexpr std::array rows{
      row{"bitsandbytes::gemv_4bit", "GEMM", "1", "n0/d0[-1]", "2*n1*e1/d0[-1]", "d0[-1]", "0",
          "n0*e0+n1*e1+n3*e3+n4*e4+2*n0/d0[-1]*n1*e1/d0[-1]*e0", "B M N K bias=false dtype_A_B=(T0,T1)",
          "A (..,K), B (packed), shapeB, absmax, code, blocksize"}};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_SCHEMA_LAYERS_HPP
