#ifndef RIDGELINE_TORCH_SHEET_OP_GROUPS_HPP
#define RIDGELINE_TORCH_SHEET_OP_GROUPS_HPP

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <ridgeline/query/distinct.hpp>
#include <ridgeline/query/project.hpp>
#include <ridgeline/stats/compensated_sum.hpp>
#include <ridgeline/torch/sheet/ops.hpp>

namespace ridgeline {

/// Fills in the shares of rows that are in their final order: each row's `amount` divided by the total.
template <class Row, class Amount>
void fill_shares(std::vector<Row>& rows, Amount amount) {
  compensated_sum total;
  for (const Row& r : rows) total.add(project(amount, r));
  compensated_sum so_far;
  for (Row& r : rows) {
    r.part.share = total.value() != 0 ? project(amount, r) / total.value() : missing<double>;
    so_far.add(r.part.share);
    r.part.cumulative = so_far.value();
  }
}

/// The key that the events in a row share.
struct torch_op_key {
  symbol name;
  std::uint32_t category;  ///< number of the category, by first appearance
  std::uint32_t labels;
  symbol dims, types, strides, concrete;
  std::uint32_t kernels;   ///< number of kernels, or the kernel, if rows are divided by it
  std::uint32_t recomputed;
  std::uint32_t apart;     ///< additional division; 0 for none
};
torch_op_key torch_op_key_of(const torch_profile& run, std::uint32_t event, std::uint32_t category,
                             std::uint32_t kernels, std::uint32_t apart);

/// Numbers the categories, of which there are few.
class category_numbers {
 public:
  std::uint32_t operator()(std::string_view category) {
    std::uint32_t at = 0;
    while (at < known_.size() && known_[at] != category) ++at;
    if (at == known_.size()) known_.push_back(category);
    return at;
  }

 private:
  std::vector<std::string_view> known_{};
};

/// Groups the launches by name and arguments, in order of first appearance; members are positions in
/// `launches().rows`. If `apart` is not empty, it has a number for each launch that divides the groups further.
grouping torch_op_groups(const torch_profile& run, bool by_number_of_kernels,
                         std::span<const std::uint32_t> apart = {});

/// One row per group, longest time first.
std::vector<torch_op_row> torch_op_rows(const torch_profile& run, const grouping& groups);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_OP_GROUPS_HPP
