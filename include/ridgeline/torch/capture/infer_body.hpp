#ifndef RIDGELINE_TORCH_CAPTURE_INFER_BODY_HPP
#define RIDGELINE_TORCH_CAPTURE_INFER_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/gpu/call_kind.hpp>
#include <ridgeline/torch/capture/capture_body.hpp>
#include <ridgeline/torch/capture/infer.hpp>

namespace ridgeline {

namespace torch_detail {

/// The first extents in a list of shapes; each list is read once.
class first_extents {
 public:
  explicit first_extents(const torch_trace& trace) : trace_(trace) {}

  const std::vector<std::int64_t>& operator()(symbol dims) {
    const auto [at, is_new] = read_.try_emplace(dims);
    std::vector<std::int64_t>& list = at->second;
    if (is_new && known(dims)) {
      json_list(trace_.text(dims)).for_each([&](std::string_view shape) {
        const double n = torch_shape(shape)[0];
        if (known(n) && n >= 0 && n < 1e15) list.push_back(static_cast<std::int64_t>(n));
        return true;
      });
    }
    return list;
  }

 private:
  const torch_trace& trace_;
  std::unordered_map<symbol, std::vector<std::int64_t>> read_{};
};

/// How often extents appear.
class extent_count {
 public:
  void add(std::int64_t extent) { ++counts_.try_emplace(extent, 0, counts_.size()).first->second.first; }
  /// The one seen first, of those that are equally frequent; missing if there is none.
  std::int64_t most_frequent() const {
    std::int64_t out = missing<std::int64_t>;
    std::pair<std::size_t, std::size_t> best{0, 0};
    for (const auto& [extent, seen] : counts_) {
      if (seen.first < best.first || (seen.first == best.first && seen.second > best.second)) continue;
      best = seen, out = extent;
    }
    return out;
  }
  bool has(std::int64_t extent) const { return counts_.contains(extent); }

 private:
  std::unordered_map<std::int64_t, std::pair<std::size_t, std::size_t>, byte_hash> counts_{};  // count; first one
};

class window_size_finder {
 public:
  explicit window_size_finder(capture_file& file) : file_(file), extents_of_(file.trace) {}

  void find(std::int64_t of_file) && {
    std::map<std::vector<symbol>, std::vector<std::size_t>> alike;  // windows by the names of their ops
    for (std::size_t w = 0; w < file_.windows.size(); ++w)
      if (!known(file_.windows[w].range)) alike[names_of(w)].push_back(w);
    std::vector<bool> decided(file_.windows.size(), false);
    for (const auto& [names, windows] : alike)
      if (windows.size() > 1) compare(windows, decided);
    std::int64_t likely = of_file;
    const auto first = std::find(decided.begin(), decided.end(), true);
    if (first != decided.end()) likely = file_.windows[static_cast<std::size_t>(first - decided.begin())].size;
    for (std::size_t w = 0; w < file_.windows.size(); ++w) {
      capture_window& window = file_.windows[w];
      if (known(window.range)) continue;
      if (!decided[w]) window.size = own_size(w, likely);
      else likely = window.size;
    }
  }

 private:
  /// The extents of each op of a window that has shapes.
  std::vector<const std::vector<std::int64_t>*> shapes_of(std::size_t w) {
    std::vector<const std::vector<std::int64_t>*> out;
    for (const captured_call& c : file_.windows[w].calls)
      if (const op_arguments* const op = file_.trace.op(file_.trace.events[c.event]))
        out.push_back(&extents_of_(op->input_dims));
    return out;
  }
  std::vector<symbol> names_of(std::size_t w) const {
    std::vector<symbol> out;
    for (const captured_call& c : file_.windows[w].calls)
      if (file_.trace.op(file_.trace.events[c.event]) != nullptr) out.push_back(file_.trace.events[c.event].name);
    return out;
  }

  /// Sets the sizes of windows with the same ops, if the shapes of half of the ops are not the same in all of them.
  void compare(const std::vector<std::size_t>& windows, std::vector<bool>& decided) {
    const auto first = shapes_of(windows.front());
    std::vector<std::vector<bool>> differs(first.size());
    for (std::size_t op = 0; op < first.size(); ++op) differs[op].resize(first[op]->size(), false);
    for (const std::size_t w : windows) {
      const auto shapes = shapes_of(w);
      for (std::size_t op = 0; op < shapes.size(); ++op)
        for (std::size_t a = 0; a < std::min(shapes[op]->size(), first[op]->size()); ++a)
          if ((*shapes[op])[a] != (*first[op])[a]) differs[op][a] = true;
    }
    std::size_t shaped = 0, differing = 0;
    for (const std::vector<bool>& op : differs) {
      shaped += op.empty() ? 0u : 1u;
      differing += std::find(op.begin(), op.end(), true) != op.end() ? 1u : 0u;
    }
    if (differing == 0 || 2 * differing < shaped) return;
    for (const std::size_t w : windows) {
      const auto shapes = shapes_of(w);
      extent_count count;
      for (std::size_t op = 0; op < shapes.size(); ++op)
        for (std::size_t a = 0; a < std::min(shapes[op]->size(), differs[op].size()); ++a)
          if (differs[op][a]) count.add((*shapes[op])[a]);
      file_.windows[w].size = count.most_frequent();
      decided[w] = known(file_.windows[w].size);
    }
  }

  std::int64_t own_size(std::size_t w, std::int64_t likely) {
    const auto shapes = shapes_of(w);
    extent_count count;
    for (const auto* const extents : shapes)
      for (const std::int64_t n : *extents) count.add(n);
    const std::int64_t own = count.most_frequent();
    if (!known(own) || count.has(likely)) return likely;
    std::size_t shaped = 0, having = 0;
    for (const auto* const extents : shapes) {
      shaped += extents->empty() ? 0u : 1u;
      having += std::find(extents->begin(), extents->end(), own) != extents->end() ? 1u : 0u;
    }
    return 2 * having < shaped ? likely : own;
  }

  capture_file& file_;
  first_extents extents_of_;
};

}  // namespace torch_detail

inferred_capture infer_capture(const torch_trace& trace) {
  std::size_t runs = 0, ranges = 0, begins = 0;
  const torch_event* first = nullptr;
  torch_detail::first_extents extents_of(trace);
  torch_detail::extent_count extents;
  for (const torch_event& e : trace.events) {
    const std::string_view name = trace.name(e);
    if (torch_detail::is_dummy_run(name)) ++runs;
    if (e.category == kineto_category::cuda_runtime && begins_capture(name)) ++begins;
    if (e.category == kineto_category::user_annotation && known(torch_detail::capture_range_of(name).size)) {
      ++ranges;
      if (first == nullptr || e.start < first->start) first = &e;
    }
    const symbol dims = trace.arguments(e).input_dims;
    if (!known(dims)) continue;
    for (const std::int64_t n : extents_of(dims)) extents.add(n);
  }
  if (ranges != 0 && ranges == runs) {
    const torch_detail::capture_range_name n = torch_detail::capture_range_of(trace.name(*first));
    return {n.size, std::string(n.mode)};
  }
  return {extents.most_frequent(), begins <= 1 ? "FULL" : "PIECEWISE"};
}

void infer_window_sizes(capture_file& file, std::int64_t of_file) {
  torch_detail::window_size_finder(file).find(of_file);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_CAPTURE_INFER_BODY_HPP
