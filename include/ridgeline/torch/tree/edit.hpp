#ifndef RIDGELINE_TORCH_TREE_EDIT_HPP
#define RIDGELINE_TORCH_TREE_EDIT_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/torch/tree/link.hpp>
#include <ridgeline/torch/tree/walk.hpp>

namespace ridgeline {

/// A step between a call tree and its report: gives ops other names, puts new ops around calls that belong together.
///
/// A new op is an event behind those of the trace. It starts when the first call in it does and has no length: the host
/// did not record one. `tree()` is the tree as it was; what a step asks for shows when `apply` has run, which takes
/// time and memory linear in the tree, whatever the number of changes.
class tree_edit {
 public:
  tree_edit(torch_trace& trace, call_tree& tree) : trace_(trace), tree_(tree) {}
  tree_edit(const tree_edit&) = delete;
  tree_edit& operator=(const tree_edit&) = delete;

  const torch_trace& trace() const { return trace_; }
  const call_tree& tree() const { return tree_; }
  call_node node(std::uint32_t event) const { return {tree_, event}; }

  void rename(std::uint32_t event, std::string_view name) { trace_.events[event].name = trace_.texts.keep(name); }
  /// A text for `op_arguments`, such as shapes that the step works out: `[[16,559],[]]`.
  symbol text(std::string_view json) { return trace_.texts.keep(json); }

  /// Puts a new op around one call and what is below it. It stands behind the other calls of its parent. The number of
  /// the new op; `missing<std::uint32_t>`, and nothing done, where `event` is GPU work or not in the tree.
  std::uint32_t wrap(std::uint32_t event, std::string_view name, const op_arguments& arguments = {});
  /// Puts a new op between a call and all that it calls; GPU work that the call launches itself stays where it is. The
  /// number of the new op; `missing<std::uint32_t>` where nothing is called.
  std::uint32_t wrap_calls_of(std::uint32_t event, std::string_view name, const op_arguments& arguments = {});

  /// Makes room for so many calls that are to be added, once.
  void expect(std::size_t calls);
  /// Puts a new call behind those that `parent` makes; `parent` may be one that was added. Its number.
  std::uint32_t add_call(const torch_event& call, std::uint32_t parent);
  /// Makes `launch`, a call that was added, the one that started a piece of GPU work of `from`.
  void move_work(std::uint32_t work, std::uint32_t from, std::uint32_t launch);

  torch_trace& trace() { return trace_; }

  /// How many ops were added.
  std::size_t added() const { return places_.empty() ? 0 : places_.size() - tree_.nodes_.size(); }

  /// Makes the changes: `tree()` has them from then on.
  void apply();

 private:
  struct place {
    std::uint32_t parent = missing<std::uint32_t>;
    std::uint32_t previous = missing<std::uint32_t>, next = missing<std::uint32_t>;  // among the calls of its parent
    std::uint32_t first = missing<std::uint32_t>, last = missing<std::uint32_t>;     // its own calls
  };

  bool in_tree(std::uint32_t event) const;
  /// Who calls whom, as lists that a change takes constant time in; made when the first one asks.
  std::vector<place>& places();
  place& calls_of(std::uint32_t parent) { return !known(parent) ? roots_ : places_[parent]; }
  void hook(std::uint32_t event, std::uint32_t parent);
  void unhook(std::uint32_t event);
  std::uint32_t add(std::uint32_t like, std::string_view name, const op_arguments& arguments);

  /// GPU work stands below the calls of its launch.
  void leave(call_tree& next, std::uint32_t event, const gpu_links& moved) const;
  bool is_moved(std::uint32_t work, std::uint32_t from) const {
    return !moved_from_.empty() && moved_from_[work] == from;
  }
  void find_root_ops(call_tree& next) const;

  torch_trace& trace_;
  call_tree& tree_;
  std::vector<place> places_;
  place roots_{};
  std::vector<std::uint32_t> moved_from_;                              // by GPU event: the call that it is taken from
  std::vector<std::pair<std::uint32_t, std::uint32_t>> moved_;         // launch, work
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_EDIT_HPP
