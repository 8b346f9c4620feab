#ifndef RIDGELINE_TORCH_DIFF_SIDE_HPP
#define RIDGELINE_TORCH_DIFF_SIDE_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/query/key_table.hpp>
#include <ridgeline/torch/tree/call_tree.hpp>

/// A call tree prepared for alignment with another one.
namespace ridgeline {

/// Numbers for names, shared by both trees.
using diff_names = query_detail::key_table<std::string>;

/// The form in which names are compared: `0x7f12` becomes `0xXXXX`, `.py(13):` becomes `.py:`, and launches of both
/// driver interfaces get one name. With `loose`, also without the function after the last `: ` and the folders
/// before a `.py` file.
std::string compared_name(std::string_view name, bool loose);

/// One of the trees: children by event, names as numbers.
class diff_side {
 public:
  diff_side(const call_tree& tree, diff_names& names);

  const call_tree& tree() const { return *tree_; }
  const torch_event& event(std::uint32_t uid) const { return tree_->trace().events[uid]; }
  std::string_view name(std::uint32_t uid) const { return tree_->trace().name(event(uid)); }
  std::uint32_t strict(std::uint32_t uid) const { return strict_[index_of(event(uid).name)]; }
  std::uint32_t loose(std::uint32_t uid) const { return loose_[index_of(event(uid).name)]; }
  bool is_work(std::uint32_t uid) const { return is_gpu(event(uid).category); }
  bool is_op(std::uint32_t uid) const { return event(uid).category == kineto_category::cpu_op; }
  /// A kernel or a copy, but not a fill.
  bool is_kernel_or_copy(std::uint32_t uid) const {
    const kineto_category c = event(uid).category;
    return c == kineto_category::kernel || c == kineto_category::gpu_memcpy;
  }
  /// A runtime or driver call that is not a graph launch.
  bool is_launch(std::uint32_t uid) const;
  /// Whether it is GPU work or has some below it.
  bool on_path(std::uint32_t uid) const { return is_work(uid) || tree_->has_gpu_work(uid); }

  std::vector<std::uint32_t> children(std::uint32_t uid) const {
    return {kids_.begin() + first_[uid].from, kids_.begin() + first_[uid].to};
  }
  std::vector<std::uint32_t> children_on_path(std::uint32_t uid) const;
  /// Gives `uid` the children of `of`.
  void take_children(std::uint32_t uid, std::uint32_t of) { first_[uid] = first_[of]; }
  /// GPU work at or below `uid`, in file order of launches.
  std::vector<std::uint32_t> work_below(std::uint32_t uid) const;
  /// The nearest op around an event.
  std::uint32_t op_above(std::uint32_t uid) const { return tree_->op_around(uid); }
  std::int64_t start(std::uint32_t uid) const { return tree_->clock().start(event(uid)); }
  /// Events without a parent, in calling order.
  const std::vector<std::uint32_t>& tops() const { return tops_; }

 private:
  struct stretch {
    std::ptrdiff_t from = 0, to = 0;
  };
  const call_tree* tree_;
  std::vector<std::uint32_t> strict_, loose_, kids_, tops_;
  std::vector<stretch> first_;
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_DIFF_SIDE_HPP
