#ifndef RIDGELINE_TORCH_RUN_PROFILE_HPP
#define RIDGELINE_TORCH_RUN_PROFILE_HPP

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <ridgeline/core/owned.hpp>
#include <ridgeline/torch/capture/graft.hpp>
#include <ridgeline/torch/run/extension_table.hpp>
#include <ridgeline/torch/run/launches.hpp>
#include <ridgeline/torch/tree/call_tree.hpp>
#include <ridgeline/torch/tree/labels.hpp>

namespace ridgeline {

struct torch_run_options {
  bool python_frames = false;  ///< put Python frames into the tree: for call stacks and recomputation
  bool pseudo_ops = false;     ///< ops for what serving engines run without telling the profiler; changes the trace
  torch_captures* captures =
      nullptr;                 ///< captures of the graphs, grafted below their launches; changes the trace
  bool recompute = false;      ///< mark what runs a second time; needs Python frames
  torch_faults faults{};
  const gpu::communication_table* communication = nullptr;  ///< what is communication; null: the built-in table
  torch_extension_table extension{};  ///< what a user adds; its step over the tree changes the trace
};

/// A PyTorch trace made ready for reports: its call tree, its launches, what its processes and threads are called. All
/// sheets of a report start from one of these. The trace must stay where it is as long as the run is in use.
class torch_profile {
 public:
  /// Leaves the trace as it is: without captures, pseudo ops and the extension's step over the tree.
  explicit torch_profile(const torch_trace& trace, const torch_run_options& options = {});
  /// With all of them where the options ask for them; new ops are appended to the trace's events.
  explicit torch_profile(torch_trace& trace, const torch_run_options& options = {});
  torch_profile(torch_trace&&, const torch_run_options& = {}) = delete;  // The trace outlives it, and has a name.
  torch_profile(const expected<torch_trace>&, const torch_run_options& = {}) = delete;  // Is checked: `run(*trace)`.
  torch_profile(const torch_profile&) = delete;
  torch_profile& operator=(const torch_profile&) = delete;

  /// A profile is no list: a loop over it does not compile.
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

  /// Whether there is any op; a trace of GPU work alone has none.
  bool has_ops() const { return has_ops_; }
  /// Whether the event runs a second time, when that was asked for.
  bool recomputed(std::uint32_t uid) const { return !recomputed_.empty() && recomputed_[uid]; }

  /// The run that sheets of ops and kernels are of: this one; the original does not see there that pseudo ops are
  /// around calls out of captures.
  const torch_profile& of_ops() const { return before_pseudo_ops_ == nullptr ? *this : *before_pseudo_ops_; }

  /// What was grafted below launches of graphs.
  const graft_result& grafted() const { return grafted_; }
  /// How long the host took for a call, in microseconds; of a call out of a capture it is not known.
  double host_time(std::uint32_t uid) const {
    return grafted_.grafted(uid) && !faults().grafted_ops_last_like_launch ? missing<double>
                                                                           : trace().length_us(event(uid));
  }

  /// What the trace calls the event's process and thread.
  const place_labels& labels(const torch_event& e) const {
    return !known(e.place) ? unlabelled_ : labels_[e.place];
  }
  /// Equal for events whose labels are equal texts.
  std::uint32_t label_number(const torch_event& e) const { return !known(e.place) ? 0 : label_numbers_[e.place]; }

  /// The category that a name alone tells; empty for any other.
  std::string_view category_by_name(std::string_view op) const { return extension().category_by_name(op); }
  /// The category of any op: of one that launches, by its launches too.
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
  std::vector<std::string_view> categories_;    // of ops that launch nothing themselves, by name
  std::vector<std::uint32_t> label_numbers_;
  std::vector<bool> recomputed_;
  place_labels unlabelled_;
  owned<const torch_profile> before_pseudo_ops_;
  bool has_ops_ = false;
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RUN_PROFILE_HPP
