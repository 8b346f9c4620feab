#ifndef RIDGELINE_TORCH_TREE_EDIT_HPP
#define RIDGELINE_TORCH_TREE_EDIT_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/torch/tree/link.hpp>
#include <ridgeline/torch/tree/walk.hpp>

namespace ridgeline {

/// Edits a call tree before it is reported: renames ops, and adds ops around calls that belong together.
///
/// A new op is an event appended to those of the trace. It starts with the first call in it and has no length, since
/// the host did not record one. `tree()` shows the tree as it was until `apply` has made all requested changes,
/// which takes time and memory linear in the size of the tree, however many changes there are.
class tree_edit {
 public:
  tree_edit(torch_trace& trace, call_tree& tree) : trace_(trace), tree_(tree) {}
  tree_edit(const tree_edit&) = delete;
  tree_edit& operator=(const tree_edit&) = delete;

  const torch_trace& trace() const { return trace_; }
  const call_tree& tree() const { return tree_; }
  call_node node(std::uint32_t event) const { return {tree_, event}; }

  void rename(std::uint32_t event, std::string_view name) { trace_.events[event].name = trace_.texts.keep(name); }
  /// Interns a text for `op_arguments`, such as computed shapes: `[[16,559],[]]`.
  symbol text(std::string_view json) { return trace_.texts.keep(json); }

  /// Puts a new op around one call and everything below it, after the other calls of its parent. Returns the number
  /// of the new op; `missing<std::uint32_t>`, without any change, if `event` is GPU work or not in the tree.
  std::uint32_t wrap(std::uint32_t event, std::string_view name, const op_arguments& arguments = {});
  /// Puts a new op between a call and everything it calls; GPU work that the call launches itself stays with it.
  /// Returns the number of the new op; `missing<std::uint32_t>` if it calls nothing.
  std::uint32_t wrap_calls_of(std::uint32_t event, std::string_view name, const op_arguments& arguments = {});

  /// Reserves space once for the given number of calls to be added.
  void expect(std::size_t calls);
  /// Adds a call after those that `parent` makes; `parent` may itself have been added. Returns its number.
  std::uint32_t add_call(const torch_event& call, std::uint32_t parent);
  /// Makes `launch`, an added call, the launch of a piece of GPU work that belonged to `from`.
  void move_work(std::uint32_t work, std::uint32_t from, std::uint32_t launch);

  torch_trace& trace() { return trace_; }

  /// The number of added ops.
  std::size_t added() const { return places_.empty() ? 0 : places_.size() - tree_.nodes_.size(); }

  /// Makes the changes; `tree()` reflects them from then on.
  void apply();

 private:
  struct place {
    std::uint32_t parent = missing<std::uint32_t>;
    std::uint32_t previous = missing<std::uint32_t>, next = missing<std::uint32_t>;  // siblings
    std::uint32_t first = missing<std::uint32_t>, last = missing<std::uint32_t>;     // first and last of its own calls
  };

  bool in_tree(std::uint32_t event) const;
  /// The calls of each event as linked lists, so that a change takes constant time; built on first use.
  std::vector<place>& places();
  place& calls_of(std::uint32_t parent) { return !known(parent) ? roots_ : places_[parent]; }
  void hook(std::uint32_t event, std::uint32_t parent);
  void unhook(std::uint32_t event);
  std::uint32_t add(std::uint32_t like, std::string_view name, const op_arguments& arguments);

  /// Writes the GPU work below the calls of its launch.
  void leave(call_tree& next, std::uint32_t event, const gpu_links& moved) const;
  bool is_moved(std::uint32_t work, std::uint32_t from) const {
    return !moved_from_.empty() && moved_from_[work] == from;
  }
  void find_root_ops(call_tree& next) const;

  torch_trace& trace_;
  call_tree& tree_;
  std::vector<place> places_;
  place roots_{};
  std::vector<std::uint32_t> moved_from_;                              // by GPU event: the call it is taken from
  linked_pairs moved_;         // launch, work
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_EDIT_HPP
