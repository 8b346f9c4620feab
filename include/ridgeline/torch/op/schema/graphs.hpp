#ifndef RIDGELINE_TORCH_OP_SCHEMA_GRAPHS_HPP
#define RIDGELINE_TORCH_OP_SCHEMA_GRAPHS_HPP

#include <array>

#include <ridgeline/torch/op/schema/products.hpp>
#include <ridgeline/torch/op/schema/words.hpp>

/// Ops of PyG over the nodes and edges of a graph.
namespace ridgeline {

/// Rows that belong to a node are added; of the matrix that edges pick rows from, each row is read once at most.
struct torch_graph_sums : torch_schema_words {
  static constexpr std::array rows{
      elementwise_row("torch_scatter::segment_sum_csr torch_scatter::segment_mean_csr torch_scatter::segment_max_csr "
          "torch_scatter::segment_min_csr", "n0", "n0*e0+n1*e1+(d1[-1]-1)*n0/d0[0]*e0", shown_over,
          "src (rows, ..), indptr (nodes + 1), out"),
      elementwise_row("torch_sparse::spmm_sum torch_sparse::spmm_mean torch_sparse::spmm_max torch_sparse::spmm_min",
          "n2*d6[-1]+t3?(n2*d6[-1])", "n1*e1+n2*e2+t3?(n3*e3)+(min(d6[0],n2)+d1[0]-1)*d6[-1]*e6",
          torch_columns<0>{"op_shape=D6 edges=D2 dtype_in_out=(T6,T6)"},
          "row, rowptr (nodes + 1), col (edges), value, colptr, csr2csc, mat (nodes, K)", 6)};
};

/// Rows of a type of nodes meet the weights of that type.
struct torch_graph_products : torch_product_words {
  static constexpr std::array rows{
      row{"pyg::segment_matmul", "GroupedGEMM_fwd", "1", "d0[0]", "d2[2]", "d0[1]", "0",
          "n0*e0+n1*e1+min(d2[0],d0[0])*n2*e2/d2[0]+d0[0]*d2[2]*e0", of_0_and_2,
          "input (rows, K), ptr (types + 1), other (types, K, N)"}};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_SCHEMA_GRAPHS_HPP
