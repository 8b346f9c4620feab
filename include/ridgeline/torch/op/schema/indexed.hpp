#ifndef RIDGELINE_TORCH_OP_SCHEMA_INDEXED_HPP
#define RIDGELINE_TORCH_OP_SCHEMA_INDEXED_HPP

#include <array>
#include <string_view>

#include <ridgeline/op/picked.hpp>
#include <ridgeline/torch/op/elementwise.hpp>
#include <ridgeline/torch/op/schema/words.hpp>

/// Ops of PyTorch that read or write where indices say, or order elements. Of what is picked from, and of what is
/// written to, an element is counted at most once, however many indices name it.
namespace ridgeline {

struct torch_eager_indexed : torch_schema_words {
  static constexpr std::string_view source = "self, dim, index, src";
  static constexpr std::string_view written = "min(n0,n2)*e0+r2*e2+t3?(min(r3,n2)*e3)";
  static constexpr std::string_view copied_and_written = "2*n0*e0+min(n0,n2)*e0+r2*e2+t3?(min(r3,n2)*e3)";
  static constexpr std::string_view added = "2*min(n0,n2)*e0+r2*e2+min(r3,n2)*e3";
  static constexpr std::string_view copied_and_added = "2*n0*e0+2*min(n0,n2)*e0+r2*e2+min(r3,n2)*e3";
  static constexpr std::string_view bag = "weight (V,H), indices, offsets, scale_grad_by_freq, "
                                          "mode, sparse, per_sample_weights, include_last_offset, padding_idx";
  static constexpr std::string_view bag_bytes = "(min(d0[0],n1)+n2-f7)*d0[1]*e0+n1*e1+n2*e2+t6?(n6*e6)";
  static constexpr std::array rows{
      indexed_row("aten::scatter_", "0", written, source),
      indexed_row("aten::scatter", "0", copied_and_written, source),
      indexed_row("aten::scatter_add_ aten::scatter_reduce_", "n2", added, source),
      indexed_row("aten::scatter_add aten::scatter_reduce", "n2", copied_and_added, source),
      indexed_row("aten::index_add_", "n3*(1+a4)", "r2*e2+2*min(n0,n3)*e0+r3*e3", "self, dim, index, source, alpha"),
      indexed_row("aten::index_add", "n3*(1+a4)", "2*n0*e0+r2*e2+2*min(n0,n3)*e0+r3*e3",
          "self, dim, index, source, alpha"),
      indexed_row("aten::index_copy_", "0", "r2*e2+min(n0,n3)*e0+r3*e3", "self, dim, index, source"),
      indexed_row("aten::index_copy", "0", "2*n0*e0+r2*e2+min(n0,n3)*e0+r3*e3", "self, dim, index, source"),
      indexed_row("aten::index_fill_", "0", "min(n0,n0/x0(c1)*n2)*e0+r2*e2", "self, dim, index, value"),
      indexed_row("aten::index_fill", "0", "2*n0*e0+min(n0,n0/x0(c1)*n2)*e0+r2*e2", "self, dim, index, value"),
      alike_row("aten::take", "0", "(min(r0,n1)+n1)*e0+r1*e1", "self, index"),
      alike_row("aten::put_", "0", "min(n0,n1)*e0+r1*e1+r2*e2", "self, index, source, accumulate"),
      alike_row("aten::_embedding_bag aten::_embedding_bag_forward_only", "n1*d0[1]*(1+t6?1)", bag_bytes, bag),
      alike_row("aten::_embedding_bag_dense_backward", "n1*d0[-1]*(1+t8?1)",
          "n0*e0+n1*e1+n2*e2+(c5+min(c5,n1))*d0[-1]*e0+t8?(n8*e8)",
          "grad (bags,H), indices, offset2bag, bag_size, maximum_indices, num_weights, scale_grad_by_freq, mode, "
          "per_sample_weights, ...; as embedding_dense_backward"),
      reduced_row("aten::sort", "n0", "n0*(2*e0+8)", "self, [stable], dim, descending; one pass, as many indices"),
      reduced_row("aten::kthvalue", "n0", "n0*e0+n0/x0(c2)*(e0+8)", "self, k, dim, keepdim"),
      reduced_row("aten::cummax aten::cummin", "n0", "n0*(2*e0+8)", "self, dim"),
      reduced_row("aten::logcumsumexp", "10*n0", "2*n0*e0", "self, dim; two exponentials, a logarithm, two sums"),
      reduced_row("aten::_logcumsumexp", "10*n0", "2*n0*e0", "self, dim"),
      alike_row("aten::searchsorted", "n1", "n0*e0+n1*(e1+8-4*f2)",
          "sorted, self, out_int32, ...; at least one comparison each"),
      alike_row("aten::bucketize", "n0", "n1*e1+n0*(e0+8-4*f2)", "self, boundaries, out_int32, right")};
};

/// Tensors that are indexed by a list of tensors. PyTorch's profiler leaves out the shapes of such a list: what is
/// picked is unknown then. Nor can a mask be told from an index of the same shape.
struct torch_indexed_by_list : torch_unary_family {
  static constexpr bool alone = true;
  struct row { std::string_view names, schema; bool writes, copies; };
  static constexpr std::array rows{
      row{"aten::index aten::_unsafe_index", "self, indices[]", false, false},
      row{"aten::index_put_ aten::_index_put_impl_", "self, indices[], values, accumulate, [unsafe]", true, false},
      row{"aten::index_put", "self, indices[], values, accumulate", true, true}};
  static constexpr torch_counted from(const torch_call& c, const row& r) {
    if (c.dims.empty()) return {};
    const double picked = elements_picked(c);
    torch_counted of{0, (op::at_most(c.stored_elements(0), picked) + picked) * c.size(0) + index_bytes(c)};
    if (!r.writes) return of;
    const bool adds = c.flag(3);
    if (!c.has_value(3)) return {};
    of.work = adds ? picked : 0;
    const double written = op::at_most(c.shape(0).size(), picked);
    of.moved = written * (adds ? 2 : 1) * c.size(0) + c.stored_elements(2) * c.size(2) + index_bytes(c);
    if (r.copies) of.moved += 2 * c.shape(0).size() * c.size(0);
    return of;
  }
  static constexpr torch_shown parameters{"input_shape=D0 indices=D1 dtype_in_out=(T0,T0)"};

 private:
  static constexpr double elements_picked(const torch_call& c) {
    const torch_shape self = c.shape(0);
    torch_shape index = torch_shape::of({});
    int lists = 0;
    bool sure = true;
    json_list(c.dims_text(1)).for_each([&](std::string_view text) {
      const torch_shape one(text);
      sure = sure && !one.empty();  // None, or one number
      index = torch_broadcast(index, one);
      ++lists;
      return true;
    });
    if (lists == 0 && c.lacks != nullptr) *c.lacks = true;
    bool mask = lists == 1 && index.rank() > 1;
    for (int i = 0; mask && i < index.rank(); ++i) mask = index[i] == self[i];
    return lists == 0 || !sure || mask ? missing<double> : index.size() * self.size(lists);
  }
  /// Indices are of eight bytes: PyTorch's own are.
  static constexpr byte_count index_bytes(const torch_call& c) {
    byte_count all{};
    json_list(c.dims_text(1)).for_each([&](std::string_view text) {
      all += torch_shape(text).size() * 8 * B;
      return true;
    });
    return all;
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_SCHEMA_INDEXED_HPP
