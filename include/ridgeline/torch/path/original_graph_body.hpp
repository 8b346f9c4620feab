#ifndef RIDGELINE_TORCH_PATH_ORIGINAL_GRAPH_BODY_HPP
#define RIDGELINE_TORCH_PATH_ORIGINAL_GRAPH_BODY_HPP

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <utility>

#include <ridgeline/query/distinct.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/timeline/longest_path.hpp>
#include <ridgeline/torch/path/original_rows.hpp>

namespace ridgeline::torch_detail {

enum class original_edge_type : std::uint8_t { plain, dependency, launch, kernel, sync };
inline constexpr std::array<std::string_view, 5> original_edge_names{
    "operator", "dependency", "kernel_launch_delay", "kernel_kernel_delay", "sync_dependency"};

struct original_node {
  std::uint32_t row;
  bool is_end;
  double at;
};

/// The graph of one window. Nodes are numbered by time, then by row number, begins before ends.
class original_graph {
 public:
  original_graph(const original_rows& all, const original_queues& queues, const critical_path_options& options,
                 const original_path_options& original)
      : all_(all), queues_(queues), options_(options), original_(original) {}

  /// Returns false if there are no such annotations.
  bool choose_window(std::size_t& annotations);
  /// Makes nodes and edges. Returns false where the original stops with an error.
  bool build();
  /// False for a graph that the original considers invalid.
  bool valid() const { return valid_; }
  void show(path_rows& out);

 private:
  struct edge {
    original_edge_type type;
    double weight;
  };
  const original_row& row(std::uint32_t i) const { return all_.rows[i]; }
  bool has_nodes(std::uint32_t i) const { return known(begin_[i]); }
  double counted(const edge& e) const { return e.weight <= -1 && !original_.strict ? 0 : e.weight; }

  void make_nodes();
  void add_edge(std::uint32_t from, std::uint32_t to, original_edge_type type, bool weightless = false);
  void add_locks();
  void add_calls();
  bool add_device();
  void add_thread(std::vector<std::uint32_t>& rows);
  void step_to(std::uint32_t node, original_edge_type type, std::uint32_t& before, bool weightless);
  std::uint32_t owner(std::size_t e) const;
  std::string_view bound_by(original_edge_type type, std::uint32_t owner) const;
  std::vector<double> weights(const run_change* change) const;

  const original_rows& all_;
  const original_queues& queues_;
  const critical_path_options& options_;
  const original_path_options& original_;
  double window_begin_ = 0, window_end_ = 0;
  std::vector<std::uint32_t> rows_{};                // rows of the window, by number
  std::vector<original_node> nodes_{};
  std::vector<std::uint32_t> begin_{}, end_{}, parent_{};  // by row
  distinct<weighted_link> links_{};
  std::vector<edge> edges_{};                        // by link
  bool valid_ = true;
};

bool original_graph::choose_window(std::size_t& annotations) {
  const path_steps& steps = options_.steps;
  bool any = false;
  annotations = 0;
  for (const original_row& r : all_.rows) {
    const bool named = steps.annotation.empty() || r.name.find(steps.annotation) != std::string_view::npos;
    if (!named) continue;
    const std::size_t place = annotations++;
    if (!steps.annotation.empty() && (place < steps.first || place > steps.last)) continue;
    window_begin_ = any ? std::min(window_begin_, r.begin) : r.begin;
    window_end_ = any ? std::max(window_end_, r.end) : r.end;
    any = true;
  }
  if (!any || (!steps.annotation.empty() && annotations <= steps.last)) return false;
  std::vector<bool> chosen(all_.rows.size(), false);
  for (std::uint32_t i = 0; i < all_.rows.size(); ++i) {
    const original_row& r = row(i);
    if (r.of_stream()) {
      if (r.name == "Stream Wait Event") chosen[i] = true;
      continue;
    }
    if (r.begin < window_begin_ || (!steps.annotation.empty() && r.begin > window_end_) || !(r.length() > 0)) continue;
    chosen[i] = true;
    if (const original_row* const linked = all_.row(r.link); linked != nullptr && linked->of_stream())
      chosen[static_cast<std::size_t>(linked - all_.rows.data())] = true;
  }
  for (std::uint32_t i = 0; i < all_.rows.size(); ++i)
    if (chosen[i] && all_.row_of[row(i).uid] == i) rows_.push_back(i);
  rows_ = std::move(rows_) | sort_by([&](std::uint32_t i) { return row(i).uid; });
  return true;
}

void original_graph::make_nodes() {
  begin_.assign(all_.rows.size(), missing<std::uint32_t>);
  end_ = parent_ = begin_;
  for (const std::uint32_t i : rows_) {
    const original_row& r = row(i);
    bool has = r.category == "cpu_op" || r.category == "cuda_runtime" || r.category == "cuda_driver" ||
        (r.of_stream() && r.link >= 0);
    for (const std::string& text : options_.data_load) has = has || r.name.find(text) != std::string_view::npos;
    if (has) nodes_.push_back({i, false, r.begin}), nodes_.push_back({i, true, r.end});
  }
  nodes_ = std::move(nodes_) | sort_by(&original_node::at, [&](const original_node& n) { return row(n.row).uid; },
                                       [](const original_node& n) { return n.is_end ? 1 : 0; });
  for (std::uint32_t n = 0; n < nodes_.size(); ++n) (nodes_[n].is_end ? end_ : begin_)[nodes_[n].row] = n;
}

void original_graph::add_edge(std::uint32_t from, std::uint32_t to, original_edge_type type, bool weightless) {
  const std::uint32_t n = links_.number({from, to});
  if (n == edges_.size()) edges_.push_back({});
  const bool none = weightless || type == original_edge_type::dependency || type == original_edge_type::sync;
  edges_[n] = {type, none ? 0 : nodes_[to].at - nodes_[from].at};
}

bool takes_lock(std::string_view name) {
  return name == "cudaHostAlloc" || name == "cudaLaunchKernel" || name == "cudaMemcpyAsync";
}
bool blocks(std::string_view name) {
  return name == "cudaDeviceSynchronize" || name == "cudaStreamSynchronize" || name == "cudaEventQuery" ||
         name == "cudaEventSynchronize" || name == "cudaMemcpy" || name == "cudaMemcpyAsync";
}

void original_graph::add_locks() {
  std::vector<std::uint32_t> open;
  std::uint32_t before = missing<std::uint32_t>;
  for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
    if (!takes_lock(row(nodes_[n].row).name)) continue;
    if (!nodes_[n].is_end) open.push_back(n);
    for (; nodes_[n].is_end && !open.empty(); open.pop_back())
      add_edge(open.back(), n, nodes_[open.back()].row == nodes_[n].row ? original_edge_type::plain
          : original_edge_type::dependency);
    if (nodes_[n].is_end && known(before) && nodes_[before].is_end) add_edge(before, n, original_edge_type::dependency);
    before = n;
  }
}

void original_graph::step_to(std::uint32_t node, original_edge_type type, std::uint32_t& before, bool weightless) {
  if (known(before)) {
    const bool locks = takes_lock(row(nodes_[before].row).name) && takes_lock(row(nodes_[node].row).name);
    if (!locks || (nodes_[before].is_end && !nodes_[node].is_end)) add_edge(before, node, type, weightless);
  }
  before = node;
}

void original_graph::add_thread(std::vector<std::uint32_t>& rows) {
  struct point {
    std::uint32_t row;
    bool is_end;
  };
  std::vector<point> points;
  for (const std::uint32_t i : rows) points.push_back({i, false}), points.push_back({i, true});
  // rows of the window last: at equal times ends come first, shorter and then later ones first; then begins, longer
  // first
  const auto at = [&](const point& p) { return p.is_end ? row(p.row).end : row(p.row).begin; };
  const auto begins = [](const point& p) { return p.is_end ? 0 : 1; };
  const auto length = [&](const point& p) { return p.is_end ? row(p.row).length() : -row(p.row).length(); };
  const auto number = [&](const point& p) {
    return p.is_end ? -static_cast<std::int64_t>(row(p.row).uid) : static_cast<std::int64_t>(row(p.row).uid);
  };
  std::vector<std::uint32_t> open;
  std::size_t open_nodes = 0;
  std::uint32_t before = missing<std::uint32_t>;
  const auto leave = [&] {
    const std::uint32_t i = open.back();
    open.pop_back();
    if (!has_nodes(i)) return;
    --open_nodes;
    step_to(end_[i], original_edge_type::plain, before, blocks(row(i).name));
  };
  for (const point& p : std::move(points) | sort_by(at, begins, length, number)) {
    if (p.is_end) {
      if (!open.empty()) leave();
      continue;
    }
    parent_[p.row] = open.empty() ? missing<std::uint32_t> : open.back();
    open.push_back(p.row);
    if (!has_nodes(p.row)) continue;
    step_to(begin_[p.row], open_nodes == 0 ? original_edge_type::dependency : original_edge_type::plain, before, false);
    ++open_nodes;
  }
  while (!open.empty()) leave();
}

void original_graph::add_calls() {
  // the thread of the backward pass counts as that of the forward pass if names identify both
  std::vector<std::int64_t> forward, autograd;
  for (const std::uint32_t i : rows_) {
    const original_row& r = row(i);
    if (r.category != "cpu_op" && r.category != "user_annotation") continue;
    const auto note = [&](std::string_view word, std::vector<std::int64_t>& threads) {
      if (threads.size() < 2 && r.name.find(word) != std::string_view::npos &&
          std::find(threads.begin(), threads.end(), r.thread) == threads.end())
        threads.push_back(r.thread);
    };
    note("forward", forward), note("autograd", autograd);
  }
  const bool merged = forward.size() == 1 && autograd.size() == 1 && forward[0] != autograd[0] && forward[0] != 0 &&
      autograd[0] != 0;
  const auto thread = [&](std::uint32_t i) { return merged && row(i).thread == autograd[0] ? forward[0]
      : row(i).thread; };
  const auto by_thread = rows_ | sort_by([&](std::uint32_t i) { return row(i).process; }, thread);
  for (std::size_t i = 0, first = 0; i < by_thread.size(); first = i) {
    std::vector<std::uint32_t> rows;
    bool host = true;
    for (; i < by_thread.size() && row(by_thread[i]).process == row(by_thread[first]).process &&
           thread(by_thread[i]) == thread(by_thread[first]); ++i) {
      host = host && row(by_thread[i]).stream < 0;
      rows.push_back(by_thread[i]);
    }
    if (host) add_thread(rows);
  }
}

std::uint32_t original_graph::owner(std::size_t e) const {
  const auto [from, to] = links_.keys()[e];
  const original_edge_type type = edges_[e].type;
  if (type == original_edge_type::kernel) return nodes_[from].row;
  if (type != original_edge_type::plain) return missing<std::uint32_t>;
  if (!nodes_[from].is_end) return nodes_[from].row;
  return nodes_[to].is_end ? nodes_[to].row : parent_[nodes_[from].row];
}

std::string_view original_graph::bound_by(original_edge_type type, std::uint32_t owner) const {
  if (type == original_edge_type::kernel) return "gpu_kernel_kernel_overhead";
  if (type == original_edge_type::launch) return "gpu_kernel_launch_overhead";
  if (type != original_edge_type::plain || !known(owner)) return {};
  const std::string name = original_short_name(row(owner).name);
  if (!row(owner).of_stream()) {
    for (const std::string& text : options_.data_load)
      if (name.find(text) != std::string::npos) return "data_loading";
    return "cpu_bound";
  }
  return original_kind_of(name) == original_kind::communication ? "gpu_communication_bound" : "gpu_compute_bound";
}

std::vector<double> original_graph::weights(const run_change* change) const {
  std::vector<double> weights(edges_.size());
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    weights[e] = counted(edges_[e]);
    const std::uint32_t of = change != nullptr && edges_[e].type == original_edge_type::plain ? owner(e)
        : missing<std::uint32_t>;
    if (!known(of)) continue;
    for (const change_item& item : change->items) {
      const bool fits = item.what == (row(of).of_stream() ? change_item::kind::kernels : change_item::kind::ops);
      if (fits && row(of).name.find(item.text) != std::string_view::npos) weights[e] *= item.factor;
    }
  }
  return weights;
}

bool original_graph::build() {
  make_nodes();
  add_locks();
  add_calls();
  if (!add_device()) return false;
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    const auto [from, to] = links_.keys()[e];
    const std::int64_t stream = row(nodes_[from].row).stream;
    if (original_.strict && edges_[e].weight < -1) valid_ = false;
    if (edges_[e].type == original_edge_type::sync && stream != -1 &&
        stream == row(nodes_[to].row).stream) valid_ = false;
  }
  return true;
}

void original_graph::show(path_rows& out) {
  const longest_path_finder finder(links_.keys(), nodes_.size());
  valid_ = valid_ && finder.without_circle();
  longest_path path;
  if (valid_) path = finder.find(weights(nullptr));
  const auto point = [&](std::uint32_t n) {
      return std::pair(row(nodes_[n].row).uid, std::string_view(nodes_[n].is_end ? "end" : "start")); };
  const auto name = [&](std::size_t e) { return original_edge_names[static_cast<std::size_t>(edges_[e].type)]; };
  for (const std::uint32_t e : path.links) {
    const auto [from, to] = links_.keys()[e];
    path_row r;
    std::tie(r.from_uid, r.from_point) = point(from);
    std::tie(r.to_uid, r.to_point) = point(to);
    const std::uint32_t of = owner(e);
    r.type = name(e), r.bound_by = bound_by(edges_[e].type, of);
    r.duration = edges_[e].weight;
    r.begin = nodes_[from].at - window_begin_, r.end = nodes_[to].at - window_begin_;
    if (known(of)) {
      r.event_uid = row(of).uid, r.name = row(of).name;
      if (row(of).of_stream()) r.stream = row(of).stream;
    }
    out.path.push_back(r);
  }
  out.summary = shares_of(out.path);
  if (valid_ && !edges_.empty()) {
    out.what_if.push_back(what_if_of("measured", path.length, path.length));
    for (const asked_change& a : options_.what_if)
      out.what_if.push_back(what_if_of(a.text, finder.find(weights(&a.change)).length, path.length));
  }
  if (!original_.edges) return;
  std::vector<bool> critical(edges_.size(), false);
  for (const std::uint32_t e : path.links) critical[e] = true;
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    const auto [from, to] = links_.keys()[e];
    path_edge_row r;
    std::tie(r.from_uid, r.from_point) = point(from);
    std::tie(r.to_uid, r.to_point) = point(to);
    r.type = name(e), r.duration = edges_[e].weight, r.critical = critical[e];
    if (const std::uint32_t of = owner(e); known(of)) r.event_uid = row(of).uid;
    out.edges.push_back(r);
  }
  const auto ends = [](std::string_view p) { return p == "end" ? 1 : 0; };
  out.edges = std::move(out.edges) | sort_by(&path_edge_row::from_uid, [&](const path_edge_row& r) {
      return ends(r.from_point); },
                                             &path_edge_row::to_uid, [&](const path_edge_row& r) {
                                                 return ends(r.to_point); });
}

bool add_original_path(const original_rows& rows, const original_queues& queues, const critical_path_options& options,
                       const original_path_options& original, critical_path_report& report) {
  original_graph graph(rows, queues, options, original);
  if (!graph.choose_window(report.window.annotations)) return false;
  if (graph.build()) graph.show(report.rows);
  return true;
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_PATH_ORIGINAL_GRAPH_BODY_HPP
