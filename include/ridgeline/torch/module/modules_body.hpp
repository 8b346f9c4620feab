#ifndef RIDGELINE_TORCH_MODULE_MODULES_BODY_HPP
#define RIDGELINE_TORCH_MODULE_MODULES_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/timeline/intervals.hpp>
#include <ridgeline/torch/module/module_names.hpp>
#include <ridgeline/torch/module/modules.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/tree/link.hpp>

namespace ridgeline {

namespace torch_detail {

/// Nested modules with one node per instance; node 0 encloses all.
class module_trie {
 public:
  static constexpr std::uint32_t most_depth = 100;

  module_trie() : nodes_(1) {}
  std::uint32_t child(std::uint32_t parent, symbol name) {
    if (nodes_[parent].depth == most_depth) return parent;
    const std::uint64_t key = static_cast<std::uint64_t>(parent) << 32 | static_cast<std::uint64_t>(name);
    const auto [at, is_new] = numbers_.try_emplace(key, static_cast<std::uint32_t>(nodes_.size()));
    if (is_new) {
      nodes_.push_back({name, nodes_[parent].depth + 1, {}, 0});
      nodes_[parent].children.push_back(at->second);
    }
    return at->second;
  }
  struct node {
    symbol name = missing<symbol>;
    std::uint32_t depth = 0;
    std::vector<std::uint32_t> children{};
    std::int64_t calls = 0;
  };
  std::vector<node>& nodes() { return nodes_; }

 private:
  std::vector<node> nodes_;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_{};
};

class module_counter {
 public:
  module_counter(const torch_profile& run, bool unlinked, std::span<const module_op> ops)
      : run_(run), trace_(run.trace()), tree_(run.tree()), ops_(ops), work_(gpu_events_of(tree_, unlinked)),
        several_(work_of_several_launches(trace_, run.faults())) {
    std::erase_if(work_, [&](std::uint32_t e) { return !trace_.events[e].has_span(); });
    merge_sorted_runs(work_, [&](std::uint32_t a, std::uint32_t b) {
      return trace_.events[a].start < trace_.events[b].start;
    });
  }

  torch_modules count() && {
    walk();
    out_.by_ranges = out_.module_frames == 0;
    if (out_.by_ranges) use_ranges();
    fold();
    add_work();
    add_counts();
    add_exposed();
    sum_up();
    return std::move(out_);
  }

 private:
  /// Finds the module and the program line of each event, from the outermost inwards.
  void walk() {
    names_.resize(trace_.texts.bound());
    module_of_.assign(trace_.events.size(), 0);
    source_of_.assign(trace_.events.size(), missing<symbol>);
    launch_of_.assign(trace_.events.size(), missing<std::uint32_t>);
    for (const std::uint32_t e : tree_.order()) {
      const torch_event& event = trace_.events[e];
      const std::uint32_t parent = tree_.parent_of(e);
      if (known(parent)) {
        module_of_[e] = module_of_[parent], source_of_[e] = source_of_[parent];
        launch_of_[e] = run_.grafted().grafted(e) || is_gpu(event.category) ? launch_of_[parent] : e;
      } else {
        launch_of_[e] = e;
      }
      if (event.category != kineto_category::python_function) continue;
      frame_name& n = names_[index_of(event.name)];
      if (n.is == frame_name::kind::unasked) n.is = kind_of_frame(trace_.name(event));
      if (n.is == frame_name::kind::source) source_of_[e] = event.name;
      if (n.is != frame_name::kind::module) continue;
      ++out_.module_frames;
      module_of_[e] = trie_.child(module_of_[e], event.name);
      ++trie_.nodes()[module_of_[e]].calls;
    }
  }

  struct span {
    std::int64_t start, end;
    std::uint32_t event;
  };
  /// Uses host ranges in place of modules: those on the thread of a launch that contain its start.
  void use_ranges() {
    std::unordered_map<std::uint32_t, std::vector<span>> ranges, launches;  // by place
    asked_once counts(trace_.texts, may_name_module);
    for (std::uint32_t i = 0; i < trace_.events.size(); ++i) {
      const torch_event& e = trace_.events[i];
      if (e.category == kineto_category::user_annotation && e.is_complete() && counts(e.name))
        ranges[e.place].push_back({e.start.base(), e.end().base(), i});
    }
    std::vector<std::uint32_t>& range_of = range_of_launch_;
    range_of.assign(trace_.events.size(), 0);
    for (const std::uint32_t w : work_) {
      const std::uint32_t call = known(tree_.parent_of(w)) ? launch_of_[tree_.parent_of(w)] : missing<std::uint32_t>;
      if (!known(call) || range_of[call] != 0) continue;
      range_of[call] = 1;  // checked once
      launches[trace_.events[call].place].push_back({trace_.events[call].start.base(), 0, call});
    }
    for (auto& [place, of_place] : launches)
      for (const span& l : of_place) range_of[l.event] = 0;
    for (auto& [place, of_place] : ranges) {
      merge_sorted_runs(of_place, [](const span& a, const span& b) {
        return a.start != b.start ? a.start < b.start : a.end != b.end ? a.end > b.end : a.event < b.event;
      });
      sweep(of_place, launches[place]);
    }
  }
  void sweep(const std::vector<span>& ranges, std::vector<span>& launches) {
    merge_sorted_runs(launches, [](const span& a, const span& b) { return a.start < b.start; });
    std::vector<span> open;  // by start
    std::size_t next = 0;
    const auto begin_until = [&](std::int64_t time) {
      for (; next < ranges.size() && ranges[next].start <= time; ++next) {
        const span& r = ranges[next];
        std::erase_if(open, [&](const span& o) { return o.end <= r.start; });
        std::uint32_t module = 0;
        for (const span& o : open)
          if (o.end >= r.end) module = trie_.child(module, trace_.events[o.event].name);
        ++trie_.nodes()[trie_.child(module, trace_.events[r.event].name)].calls;
        if (open.size() < 4 * module_trie::most_depth) open.push_back(r);
      }
    };
    for (const span& l : launches) {
      begin_until(l.start);
      std::uint32_t module = 0;
      for (const span& o : open)
        if (o.end > l.start) module = trie_.child(module, trace_.events[o.event].name);
      range_of_launch_[l.event] = module;
    }
    begin_until(INT64_MAX);
  }

  /// Merges the instances of a class whose parents are one node.
  void fold() {
    folded_.assign(trie_.nodes().size(), 0);
    out_.nodes.emplace_back();
    std::vector<std::vector<std::uint32_t>> members{{0}};  // instances of each node
    for (std::uint32_t n = 0; n < out_.nodes.size(); ++n) {
      std::unordered_map<std::string, std::uint32_t> by_class;
      std::vector<std::uint32_t> last_parent;  // by class; whether one parent had two
      std::vector<bool> repeated;
      const auto first = static_cast<std::uint32_t>(out_.nodes.size());
      for (const std::uint32_t parent : members[n]) {
        for (const std::uint32_t child : trie_.nodes()[parent].children) {
          std::string kind = out_.by_ranges ? without_numbered_parts(trace_.text(trie_.nodes()[child].name))
                                            : class_of_module(trace_.text(trie_.nodes()[child].name));
          const auto [at, is_new] = by_class.try_emplace(kind, static_cast<std::uint32_t>(by_class.size()));
          if (is_new) {
            module_node& added = out_.nodes.emplace_back();
            added.parent = n, added.label = std::move(kind), added.depth = n == 0 ? 0 : out_.nodes[n].depth + 1;
            members.emplace_back();
            last_parent.push_back(missing<std::uint32_t>);
            repeated.push_back(false);
          }
          const std::uint32_t c = at->second, node = first + c;
          if (last_parent[c] == parent) repeated[c] = true;
          last_parent[c] = parent;
          members[node].push_back(child);
          folded_[child] = node;
          ++out_.nodes[node].instances;
          out_.nodes[node].calls += trie_.nodes()[child].calls;
        }
      }
      for (std::size_t c = 0; c < repeated.size(); ++c) {
        module_node& node = out_.nodes[first + c];
        if (repeated[c] && !out_.by_ranges) node.label += ".*";
        node.path = n == 0 ? node.label : out_.nodes[n].path + "/" + node.label;
      }
      members[n].clear();
    }
  }

  struct line_key {
    std::uint32_t node;
    symbol source;
  };
  void add_work() {
    distinct<line_key> lines;
    std::int64_t covered = 0;
    bool any = false;
    for (const std::uint32_t w : work_) {
      const torch_event& e = trace_.events[w];
      const std::int64_t start = e.start.base(), end = e.end().base();
      const std::int64_t own = std::max<std::int64_t>(0, any && covered > start ? end - covered : end - start);
      covered = any ? std::max(covered, end) : end;
      any = true;
      const std::uint32_t call = launch_of_work(w);
      const line_key key{node_of_work(w), known(call) ? source_of_[call] : missing<symbol>};
      const std::uint32_t n = lines.number(key);
      if (n == out_.lines.size()) out_.lines.push_back({key.node, trace_.text(key.source), 0, {}});
      ++out_.lines[n].kernels;
      out_.lines[n].time = out_.lines[n].time + duration::of(own);
      out_.nodes[key.node].self = out_.nodes[key.node].self + duration::of(own);
      ++out_.nodes[key.node].self_kernels;
      out_.busy = out_.busy + duration::of(own);
    }
  }
  /// The call that started a piece of work; missing if that is not certain.
  std::uint32_t launch_of_work(std::uint32_t work) const {
    return several_[work] ? missing<std::uint32_t> : tree_.parent_of(work);
  }
  std::uint32_t node_of_work(std::uint32_t work) const {
    const std::uint32_t call = launch_of_work(work);
    if (!known(call)) return 0;
    return folded_[out_.by_ranges ? range_of_launch_[launch_of_[call]] : module_of_[call]];
  }

  /// Adds the costs of each op to the module that called it, or to that of its first launch if ranges are used as
  /// modules.
  void add_counts() {
    for (const module_op& op : ops_) {
      const auto [first, last] = tree_.gpu_positions_of(op.event);
      if (first == last) continue;
      const std::uint32_t work = tree_.order()[*first];
      const bool by_first = out_.by_ranges || several_[work];
      out_.nodes[by_first ? node_of_work(work) : folded_[module_of_[op.event]]].counts.add(op.counts);
    }
  }
  /// Adds communication time during which nothing is computed, as in the time line: each nanosecond once, where
  /// communication overlaps other communication, to what began first.
  void add_exposed() {
    std::vector<basic_interval<std::int64_t>> computing;
    for (const std::uint32_t w : work_)
      if (tree_.lane_of(w) == gpu_lane::compute)
        computing.push_back({trace_.events[w].start.base(), trace_.events[w].end().base()});
    computing = union_of(std::move(computing));
    std::size_t at = 0;
    std::int64_t covered = INT64_MIN;
    for (const std::uint32_t w : work_) {  // by start
      const std::int64_t start = std::max(covered, trace_.events[w].start.base()), end = trace_.events[w].end().base();
      if (tree_.lane_of(w) != gpu_lane::communication || end <= start) continue;
      covered = end;
      while (at < computing.size() && computing[at].last <= start) ++at;
      std::int64_t exposed = end - start;
      for (std::size_t i = at; i < computing.size() && computing[i].first < end; ++i)
        exposed -= std::min(end, computing[i].last) - std::max(start, computing[i].first);
      module_node& node = out_.nodes[node_of_work(w)];
      node.exposed_communication = node.exposed_communication + duration::of(exposed);
    }
  }

  void sum_up() {
    for (std::size_t n = out_.nodes.size(); n-- > 0;) {  // children come after their parent
      module_node& node = out_.nodes[n];
      node.total = node.total + node.self;
      node.kernels += node.self_kernels;
      if (n == 0 || node.parent == 0) continue;
      module_node& around = out_.nodes[node.parent];
      around.total = around.total + node.total;
      around.exposed_communication = around.exposed_communication + node.exposed_communication;
      around.kernels += node.kernels;
      around.counts.add(node.counts);
    }
  }

  const torch_profile& run_;
  const torch_trace& trace_;
  const call_tree& tree_;
  std::span<const module_op> ops_;
  std::vector<std::uint32_t> work_;
  std::vector<bool> several_;
  module_trie trie_{};
  std::vector<frame_name> names_{};
  std::vector<std::uint32_t> module_of_{}, launch_of_{}, range_of_launch_{}, folded_{};
  std::vector<symbol> source_of_{};
  torch_modules out_{};
};

}  // namespace torch_detail

void module_counts::add(const module_counts& more) {
  const auto sum = [](double& a, double b) {
    if (known(b)) a = known(a) ? a + b : b;
  };
  sum(flops, more.flops), sum(bytes, more.bytes);
  time += more.time, roof_time += more.roof_time, roofed += more.roofed;
  compute += more.compute, memory += more.memory;
}

torch_modules torch_modules_of(const torch_profile& run, bool unlinked, std::span<const module_op> ops) {
  return torch_detail::module_counter(run, unlinked, ops).count();
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_MODULE_MODULES_BODY_HPP
