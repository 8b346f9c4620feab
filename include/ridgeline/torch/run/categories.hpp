#ifndef RIDGELINE_TORCH_RUN_CATEGORIES_HPP
#define RIDGELINE_TORCH_RUN_CATEGORIES_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <ridgeline/torch/record/trace.hpp>
#include <ridgeline/torch/run/category_table.hpp>
#include <ridgeline/torch/run/extension_table.hpp>

namespace ridgeline {

/// The categories of a trace's ops; each name is looked up once.
class torch_categories {
 public:
  /// `by_table`: attention, matrix products and graph launches in no table are `other`, and the first kernel of a
  /// launch decides, as in the original.
  torch_categories(const torch_trace& trace, const torch_extension_table& extension, bool by_table)
      : trace_(&trace), extension_(&extension), by_table_(by_table), ops_(trace.texts.bound()),
        kernels_(trace.texts.bound(), unseen) {}

  /// The category of an op. `work` is the GPU work that it launched itself, by start; `launch` is the runtime call
  /// that launched it. What is in no table has the category of its first kernel, if that is one of PyTorch's own that
  /// says its work, else that of the kernels that ran longest, by their names, and that of a word in its own name if
  /// theirs say nothing.
  std::string_view operator()(symbol op, std::span<const std::uint32_t> work = {}, symbol launch = missing<symbol>) {
    const op_name& name = name_of(op);
    if (!name.listed.empty()) return name.listed;
    std::string_view found = name.word;
    if (by_table_) {
      if (!work.empty()) found = by_kernel(work.front());
    } else if (known(launch) && torch_detail::launches_graph(trace_->text(launch))) {
      if (found.empty()) found = torch_category_graph;
    } else if (const std::string_view of_work = by_work(work); !of_work.empty()) {
      found = of_work;
    }
    return found.empty() ? torch_category_other : found;
  }

 private:
  static constexpr std::string_view unseen = "?";
  struct op_name {
    std::string_view listed = unseen, word{};  ///< the category by a table, and by a word in the name
  };
  struct category_time {
    std::string_view category{};
    duration time{};
  };

  const op_name& name_of(symbol op) {
    op_name& name = ops_[index_of(op)];
    if (name.listed.data() != unseen.data()) return name;
    name.listed = extension_->category_by_name(trace_->text(op));
    if (name.listed.empty() && !by_table_) name.word = torch_detail::category_by_words(trace_->text(op));
    return name;
  }
  std::string_view by_kernel(std::uint32_t work) {
    const symbol name = trace_->events[work].name;
    std::string_view& category = kernels_[index_of(name)];
    if (category.data() == unseen.data())
      category = by_table_ ? torch_detail::category_by_kernel(trace_->text(name))
                           : torch_detail::kernel_category(trace_->text(name));
    return category;
  }
  /// That of PyTorch's own kernel in front; else of most of the time, of equally long ones that of the first work.
  std::string_view by_work(std::span<const std::uint32_t> work) {
    if (work.empty()) return {};
    const std::string_view of_first = by_kernel(work.front());
    if (work.size() == 1 || torch_detail::is_kernel_word(of_first)) return of_first;
    times_.clear();
    for (const std::uint32_t w : work) {
      const std::string_view category = by_kernel(w);
      std::size_t at = 0;
      while (at < times_.size() && times_[at].category != category) ++at;
      if (at == times_.size()) times_.push_back({category, {}});
      if (trace_->events[w].has_span()) times_[at].time += trace_->events[w].time;
    }
    const category_time* longest = &times_.front();
    for (const category_time& t : times_)
      if (t.time > longest->time) longest = &t;
    return longest->category;
  }

  const torch_trace* trace_;
  const torch_extension_table* extension_;
  bool by_table_;
  std::vector<op_name> ops_;
  std::vector<std::string_view> kernels_;
  std::vector<category_time> times_{};  // scratch space
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RUN_CATEGORIES_HPP
