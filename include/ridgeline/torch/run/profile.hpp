#ifndef RIDGELINE_TORCH_RUN_PROFILE_HPP
#define RIDGELINE_TORCH_RUN_PROFILE_HPP

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

#include <ridgeline/core/owned.hpp>
#include <ridgeline/torch/capture/graft.hpp>
#include <ridgeline/torch/run/extension_table.hpp>
#include <ridgeline/torch/run/launches.hpp>
#include <ridgeline/torch/tree/call_tree.hpp>
#include <ridgeline/torch/tree/labels.hpp>

namespace ridgeline {

struct torch_run_options {
  bool python_frames = false;  ///< put Python frames into the tree, for call stacks and recomputation
  bool pseudo_ops = false;     ///< add ops for hidden work of serving engines; changes the trace
  torch_captures* captures =
      nullptr;                 ///< graph captures to graft below their launches; changes the trace
  bool recompute = false;      ///< mark recomputed events; needs Python frames
  torch_faults faults{};
  const gpu::communication_table* communication = nullptr;  ///< defines communication; null: the built-in table
  torch_extension_table extension{};  ///< user additions; an edit of the tree changes the trace
  unsigned threads = 1;               ///< for the call tree
};

/// A PyTorch trace prepared for reports: its call tree, its launches, the names of its processes and threads. All
/// sheets of a report are made from one of these. The trace must outlive the run and must not move.
class torch_profile {
 public:
  /// Leaves the trace unchanged: no captures, pseudo ops or tree edits by an extension.
  explicit torch_profile(const torch_trace& trace, const torch_run_options& options = {});
  /// Applies all of these if the options ask for them; new ops are appended to the trace's events.
  explicit torch_profile(torch_trace& trace, const torch_run_options& options = {});
  torch_profile(torch_trace&&, const torch_run_options& = {}) = delete;  // The trace must outlive it: name it.
  torch_profile(const expected<torch_trace>&, const torch_run_options& = {}) = delete;  // Check first: `run(*trace)`.
  torch_profile(const torch_profile&) = delete;
  torch_profile& operator=(const torch_profile&) = delete;

  /// A profile is not a range: a loop over it does not compile.
  using is_no_range = void;
  template <class Profile = torch_profile>
  const Profile* begin() const {
    static_assert(!std::is_same_v<Profile, Profile>, "a profile is no list, what it has are lists: gpu_work(run), "
                                                     "cpu_ops(run)");
    return nullptr;
  }
  template <class Profile = torch_profile>
  const Profile* end() const {
    return nullptr;
  }

  const torch_trace& trace() const { return tree_.trace(); }
  const call_tree& tree() const { return tree_; }
  const torch_launches& launches() const { return launches_; }
  const torch_run_options& options() const { return options_; }
  const torch_extension_table& extension() const { return options_.extension; }
  const torch_faults& faults() const { return options_.faults; }
  const torch_event& event(std::uint32_t uid) const { return trace().events[uid]; }

  /// Whether there are any ops; a trace with GPU work only has none.
  bool has_ops() const { return has_ops_; }
  /// Whether the event is recomputation, if that was requested.
  bool recomputed(std::uint32_t uid) const { return !recomputed_.empty() && recomputed_[uid]; }

  /// The run that the sheets of ops and kernels describe: this one, except that the original does not see pseudo ops
  /// around calls from captures there.
  const torch_profile& of_ops() const { return before_pseudo_ops_ == nullptr ? *this : *before_pseudo_ops_; }

  /// The events that were grafted below graph launches.
  const graft_result& grafted() const { return grafted_; }
  /// The host time of a call in microseconds; unknown for a call from a capture.
  double host_time(std::uint32_t uid) const {
    return grafted_.grafted(uid) && !faults().grafted_ops_last_like_launch ? missing<double>
                                                                           : trace().length_us(event(uid));
  }

  /// The labels of the event's process and thread in the trace.
  const place_labels& labels(const torch_event& e) const {
    return !known(e.place) ? unlabelled_ : labels_[e.place];
  }
  /// Equal for events whose labels have equal texts.
  std::uint32_t label_number(const torch_event& e) const { return !known(e.place) ? 0 : label_numbers_[e.place]; }

  /// The category of an op by its name alone; empty if unknown.
  std::string_view category_by_name(std::string_view op) const { return extension().category_by_name(op); }
  /// The category of any op; if it launches work, its launches are taken into account.
  std::string_view category_of(std::uint32_t uid) const {
    const std::uint32_t row = launches_.row_of(tree_, uid);
    return !known(row) ? categories_[index_of(event(uid).name)] : launches_.rows[row].category;
  }

 private:
  torch_profile(const torch_run_options& options, call_tree tree, graft_result grafted,
                std::vector<place_labels> labels);
  void prepare();
  void number_labels();

  torch_run_options options_;
  call_tree tree_;
  graft_result grafted_;
  torch_launches launches_;
  std::vector<place_labels> labels_;
  std::vector<std::string_view> categories_;    // for ops that launch nothing themselves, by name
  std::vector<std::uint32_t> label_numbers_;
  std::vector<bool> recomputed_;
  place_labels unlabelled_;
  owned<const torch_profile> before_pseudo_ops_;
  bool has_ops_ = false;
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RUN_PROFILE_HPP
