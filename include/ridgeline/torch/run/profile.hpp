#ifndef RIDGELINE_TORCH_RUN_PROFILE_HPP
#define RIDGELINE_TORCH_RUN_PROFILE_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/query/distinct.hpp>
#include <ridgeline/torch/run/launches.hpp>
#include <ridgeline/torch/tree/edit.hpp>
#include <ridgeline/torch/tree/labels.hpp>
#include <ridgeline/torch/tree/recompute.hpp>

namespace ridgeline {

struct torch_run_options {
  bool python_frames = false;  ///< put Python frames into the tree: for call stacks and recomputation
  bool pseudo_ops = false;     ///< ops for what serving engines run without telling: of `torch_extended_run`
  bool recompute = false;      ///< mark what runs a second time; needs Python frames
  torch_faults faults{};
  torch_category_rule category_by_name = torch_category_by_name<>;
};

/// A PyTorch trace made ready for reports: its call tree, its launches, what its processes and threads are called. All
/// sheets of a report start from one of these. The trace must stay where it is as long as the run is in use.
class torch_profile {
 public:
  explicit torch_profile(const torch_trace& trace, const torch_run_options& options = {})
      : options_(options), tree_(tree_of(trace, options)), labels_(labels_of(trace)) {
    prepare();
  }
  /// With a step that changes the tree before anything is counted; it may add events to the trace.
  template <class Step>
  torch_profile(torch_trace& trace, const torch_run_options& options, Step&& step)
      : options_(options), tree_(tree_of(trace, options)), labels_(labels_of(trace)) {
    tree_edit edit(trace, tree_);
    step(edit);
    edit.apply();
    prepare();
  }
  torch_profile(const torch_profile&) = delete;
  torch_profile& operator=(const torch_profile&) = delete;

  const torch_trace& trace() const { return tree_.trace(); }
  const call_tree& tree() const { return tree_; }
  const torch_launches& launches() const { return launches_; }
  const torch_run_options& options() const { return options_; }
  const torch_faults& faults() const { return options_.faults; }
  const torch_event& event(std::uint32_t uid) const { return trace().events[uid]; }

  /// Whether there is any op; a trace of GPU work alone has none.
  bool has_ops() const { return has_ops_; }
  /// Whether the event runs a second time, when that was asked for.
  bool recomputed(std::uint32_t uid) const { return !recomputed_.empty() && recomputed_[uid]; }

  /// What the trace calls the event's process and thread.
  const place_labels& labels(const torch_event& e) const {
    return !known(e.place) ? unlabelled_ : labels_[e.place];
  }
  /// Equal for events whose labels are equal texts.
  std::uint32_t label_number(const torch_event& e) const { return !known(e.place) ? 0 : label_numbers_[e.place]; }

  /// The category that a name alone tells; empty for any other.
  std::string_view category_by_name(std::string_view op) const { return options_.category_by_name(op); }
  /// The category of any op: of one that launches, by its launches too.
  std::string_view category_of(std::uint32_t uid) const {
    const std::uint32_t row = launches_.row_of[uid];
    return !known(row) ? categories_[index_of(event(uid).name)] : launches_.rows[row].category;
  }

 private:
  static call_tree tree_of(const torch_trace& trace, const torch_run_options& options) {
    return build_call_tree(trace, {options.python_frames || options.recompute, options.faults});
  }
  void prepare() {
    const torch_trace& of = trace();
    torch_categories categories(of, options_.category_by_name);
    categories_.resize(of.texts.bound());
    launches_ = torch_launches_of(tree_, categories);
    if (options_.recompute) recomputed_ = recomputed_events(tree_);
    for (const torch_event& e : of.events) {
      if (e.category != kineto_category::cpu_op || e.phase != chrome_phase::complete) continue;
      has_ops_ = true;
      std::string_view& category = categories_[index_of(e.name)];
      if (category.empty()) category = categories(e.name, missing<symbol>);
    }
    number_labels();
  }
  void number_labels() {
    symbol_pool texts;
    std::string all;
    const auto number = [&](const place_labels& l) {
      all.clear();
      for (const std::string_view text : {l.process_name, l.process_label, l.thread_name}) {
        all += text;
        all += '\0';
      }
      return static_cast<std::uint32_t>(index_of(texts.keep(all))) - 1;
    };
    number(unlabelled_);  // 0
    for (const place_labels& l : labels_) label_numbers_.push_back(number(l));
  }

  torch_run_options options_;
  call_tree tree_;
  torch_launches launches_{};
  std::vector<place_labels> labels_;
  std::vector<std::string_view> categories_{};  // of ops that launch nothing themselves, by name
  std::vector<std::uint32_t> label_numbers_{};
  std::vector<bool> recomputed_{};
  place_labels unlabelled_{};
  bool has_ops_ = false;
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RUN_PROFILE_HPP
