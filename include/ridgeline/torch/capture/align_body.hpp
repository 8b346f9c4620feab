#ifndef RIDGELINE_TORCH_CAPTURE_ALIGN_BODY_HPP
#define RIDGELINE_TORCH_CAPTURE_ALIGN_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/torch/capture/align.hpp>

namespace ridgeline {

namespace torch_detail {

bool moves_memory(const graph_item& i) { return i.copy || i.fill; }
bool fits(const graph_item& call, const graph_item& work) {
  return (call.copy && work.copy) || (call.fill && work.fill) || call.launches() == work.name;
}

/// Whether recorded data rule out a pair: another kernel, different numbers of blocks or threads, a copy versus a
/// fill.
bool contradict(const graph_item& call, const graph_item& work) {
  if (moves_memory(call)) return (call.copy && work.fill && !work.copy) || (call.fill && work.copy);
  if (known(call.kernel) ? call.kernel != work.name : work.copy) return true;
  return (known(call.grid) && known(work.grid) && call.grid != work.grid) ||
         (known(call.block) && known(work.block) && call.block != work.block);
}

class graph_aligner {
 public:
  graph_aligner(std::span<const graph_item> calls, std::span<const graph_item> work, torch_faults faults)
      : calls_(calls), work_(work), faults_(faults), budget_(64 * (calls.size() + work.size()) + 1'000'000) {}

  graph_alignment align() && {
    if (!faults_.graph_ids_unused && by_ids()) return std::move(out_);
    graph_alignment found = by_names();
    found.ids_unused = ids_unused_;
    return found;
  }

 private:
  graph_alignment by_names() {
    if (work_.empty() || calls_.size() < work_.size()) {
      if (!work_.empty() && lacks_names() && several_streams()) out_.by = graph_match::no_names;
      return std::move(out_);
    }
    if (several_streams()) by_stream();
    else if (calls_.size() == work_.size()) by_position();
    else greedy();
    if (!out_.aligned()) {
      out_.calls.clear();
      return std::move(out_);
    }
    out_.skipped = calls_.size() - work_.size();
    const bool too_loose = !faults_.one_capture_a_file && out_.skipped * 10 > calls_.size();
    if (too_loose) out_ = {};
    return std::move(out_);
  }

  bool by_ids() {
    const auto has = [](const graph_item& i) { return i.has_node(); };
    if (!std::any_of(work_.begin(), work_.end(), has) || !std::any_of(calls_.begin(), calls_.end(), has)) return false;
    const auto whole = [](const graph_item& i) { return node_key{i.graph_number(), i.node}; };
    const auto local = [](const graph_item& i) { return node_key{0, i.node & 0xFFFF'FFFFu}; };
    out_.same_graph = pair_nodes(whole);
    if (!out_.same_graph && !(of_one_graph(calls_) && of_one_graph(work_) && pair_nodes(local))) {
      out_ = {};
      ids_unused_ = true;
      return false;
    }
    out_.by = graph_match::ids;
    out_.skipped = calls_.size() - work_.size();
    return true;
  }
  static bool of_one_graph(std::span<const graph_item> items) {
    const auto first = std::find_if(items.begin(), items.end(), [](const graph_item& i) { return i.has_node(); });
    return std::all_of(first, items.end(), [&](const graph_item& i) {
      return !i.has_node() || (i.graph_number() == first->graph_number() && i.node >> 32 == first->node >> 32);
    });
  }
  struct node_key {
    std::uint64_t graph, node;
    friend bool operator==(const node_key&, const node_key&) = default;
  };
  /// Finds the call of each piece of work by its node; returns false if one has none, or a node occurs twice.
  template <class KeyOf>
  bool pair_nodes(KeyOf key_of) {
    std::unordered_map<node_key, std::uint32_t, byte_hash> calls;
    for (std::uint32_t c = 0; c < calls_.size(); ++c)
      if (calls_[c].has_node() && !calls.emplace(key_of(calls_[c]), c).second) return false;
    out_.calls.clear();
    for (const graph_item& w : work_) {
      const auto at = w.has_node() ? calls.find(key_of(w)) : calls.end();
      if (at == calls.end() || contradict(calls_[at->second], w)) return false;
      out_.calls.push_back(at->second);
      calls.erase(at);
    }
    return true;
  }

  bool several_streams() const {
    return std::any_of(work_.begin(), work_.end(), [&](const graph_item& w) { return w.stream != work_[0].stream; });
  }
  bool lacks_names() const {
    return std::any_of(calls_.begin(), calls_.end(),
                       [](const graph_item& c) { return !known(c.kernel) && !moves_memory(c); });
  }

  void by_stream() {
    if (lacks_names()) {
      out_.by = graph_match::no_names;
      return;
    }
    std::vector<std::vector<std::uint32_t>> queues;
    std::unordered_map<std::int64_t, std::size_t, byte_hash> number;
    for (std::uint32_t w = 0; w < work_.size(); ++w) {
      const auto [at, is_new] = number.try_emplace(work_[w].stream, queues.size());
      if (is_new) queues.emplace_back();
      queues[at->second].push_back(w);
    }
    if (queues.size() > 64) return;
    if (!faults_.streams_without_return) {
      if (in_order() || (enough_of_each_name() && interleave(queues)))
        out_.by = work_.size() == calls_.size() ? graph_match::exact : graph_match::greedy;
      return;
    }
    std::vector<std::size_t> front(queues.size(), 0), fitting;
    out_.calls.assign(work_.size(), missing<std::uint32_t>);
    std::size_t taken = 0;
    for (std::uint32_t c = 0; c < calls_.size(); ++c) {
      fitting.clear();
      for (std::size_t q = 0; q < queues.size(); ++q)
        if (front[q] < queues[q].size() && fits(calls_[c], work_[queues[q][front[q]]])) fitting.push_back(q);
      if (fitting.empty()) continue;
      std::size_t best = fitting.front(), longest = 0;
      if (fitting.size() > 1) {
        for (const std::size_t q : fitting)
          if (const std::size_t n = run_length(c, queues[q], front[q]); n > longest) best = q, longest = n;
      }
      out_.calls[queues[best][front[best]++]] = c;
      ++taken;
    }
    if (taken == work_.size()) out_.by = taken == calls_.size() ? graph_match::exact : graph_match::greedy;
  }
  /// Whether all work, by start, fits the calls in their order.
  bool in_order() {
    if (calls_.size() != work_.size()) return false;
    for (std::size_t i = 0; i < work_.size(); ++i)
      if (!fits(calls_[i], work_[i])) return false;
    for (std::uint32_t i = 0; i < work_.size(); ++i) out_.calls.push_back(i);
    return true;
  }
  /// Whether no name has more work than calls.
  bool enough_of_each_name() const {
    std::unordered_map<std::uint64_t, std::size_t> left;
    for (const graph_item& c : calls_) ++left[class_of(c, c.launches())];
    return std::all_of(work_.begin(), work_.end(), [&](const graph_item& w) {
      const auto at = left.find(class_of(w, w.name));
      return at != left.end() && at->second-- != 0;
    });
  }
  /// Calls as an interleaving of the streams: each takes the front of a stream that it fits, first the one that goes
  /// on longest, or is passed over; where that leads nowhere, the next one. What a call and the fronts left behind it
  /// cannot be completed from is remembered.
  bool interleave(const std::vector<std::vector<std::uint32_t>>& queues) {
    struct place {
      std::vector<std::size_t> ways{};  // streams still to be tried, the best one last; all of them: pass the call over
      std::size_t taken = 0;
      bool asked = false;
    };
    constexpr std::size_t most_returns = 20'000;
    const std::size_t none = queues.size();
    std::vector<std::size_t> front(none, 0);
    std::size_t left = calls_.size() - work_.size(), done = 0;
    std::set<std::vector<std::size_t>> dead;
    std::vector<place> path(1);
    out_.calls.assign(work_.size(), missing<std::uint32_t>);
    while (done < work_.size()) {
      const std::size_t c = path.size() - 1;
      place& here = path.back();
      if (!here.asked) {
        here.asked = true;
        if (dead.empty() || !dead.contains(key_of(c, front))) here.ways = ways_of(c, queues, front, left != 0);
      } else if (here.taken != none) {  // came back
        --front[here.taken], --done;
      } else {
        ++left;
      }
      if (here.ways.empty()) {
        if (path.size() == 1 || dead.size() == most_returns) return out_.calls.clear(), false;
        dead.insert(key_of(c, front));
        path.pop_back();
        continue;
      }
      here.taken = here.ways.back();
      here.ways.pop_back();
      if (here.taken == none) {
        --left;
      } else {
        out_.calls[queues[here.taken][front[here.taken]++]] = static_cast<std::uint32_t>(c);
        ++done;
      }
      path.emplace_back();
    }
    return true;
  }
  static std::vector<std::size_t> key_of(std::size_t call, std::vector<std::size_t> front) {
    front.push_back(call);
    return front;
  }
  std::vector<std::size_t> ways_of(std::size_t c, const std::vector<std::vector<std::uint32_t>>& queues,
                                   const std::vector<std::size_t>& front, bool may_pass) {
    std::vector<std::size_t> fitting;
    for (std::size_t q = queues.size(); c < calls_.size() && q-- > 0;)
      if (front[q] < queues[q].size() && fits(calls_[c], work_[queues[q][front[q]]])) fitting.push_back(q);
    if (fitting.size() > 1) {
      std::vector<std::pair<std::size_t, std::size_t>> runs;
      for (const std::size_t q : fitting) runs.emplace_back(run_length(c, queues[q], front[q]), q);
      merge_sorted_runs(runs, [](const auto& a, const auto& b) { return a.first < b.first; });
      for (std::size_t i = 0; i < runs.size(); ++i) fitting[i] = runs[i].second;
    }
    if (c < calls_.size() && may_pass) fitting.insert(fitting.begin(), queues.size());
    return fitting;
  }
  std::size_t run_length(std::size_t call, const std::vector<std::uint32_t>& queue, std::size_t at) {
    std::size_t n = 0;
    while (budget_ != 0 && at + n < queue.size() && call + n < calls_.size() &&
           fits(calls_[call + n], work_[queue[at + n]]))
      ++n, --budget_;
    return n;
  }

  void by_position() {
    for (std::uint32_t i = 0; i < work_.size(); ++i) {
      const graph_item &c = calls_[i], &w = work_[i];
      const bool moved = !faults_.fills_do_not_pair && moves_memory(c);
      const bool differs = moved ? !fits(c, w) : known(c.kernel) && c.kernel != w.name;
      const bool shaped = !faults_.fills_do_not_pair && ((known(c.grid) && known(w.grid) && c.grid != w.grid) ||
                                                         (known(c.block) && known(w.block) && c.block != w.block));
      if (differs) return by_name();
      if (!known(c.kernel) && shaped && !moves_memory(c)) return;  // only its position supports the pair
      if (!known(c.kernel) && !moves_memory(c)) ++out_.unverified;
      out_.calls.push_back(i);
    }
    out_.by = graph_match::exact;
  }

  /// The class of a name: one for all copies and one for all fills, except with the original's rule.
  std::uint64_t class_of(const graph_item& i, symbol its_name) const {
    if (!faults_.fills_do_not_pair && i.copy) return ~std::uint64_t{0};
    if (!faults_.fills_do_not_pair && i.fill) return ~std::uint64_t{1};
    return index_of(its_name);
  }
  void by_name() {
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> named;
    for (std::uint32_t i = calls_.size() > 0 ? static_cast<std::uint32_t>(calls_.size()) : 0; i-- > 0;)
      named[class_of(calls_[i], calls_[i].launches())].push_back(i);  // in reverse order
    out_.calls.clear();
    out_.unverified = 0;
    for (const graph_item& w : work_) {
      const auto at = named.find(class_of(w, w.name));
      if (at == named.end() || at->second.empty()) return;
      out_.calls.push_back(at->second.back());
      at->second.pop_back();
    }
    out_.by = graph_match::by_name;
  }

  void greedy() {
    std::uint32_t next = 0;
    for (const graph_item& w : work_) {
      while (next < calls_.size() && !fits(calls_[next], w)) ++next;
      if (next == calls_.size()) return;
      out_.calls.push_back(next++);
    }
    out_.by = graph_match::greedy;
  }

  std::span<const graph_item> calls_, work_;
  torch_faults faults_;
  std::size_t budget_;
  bool ids_unused_ = false;
  graph_alignment out_{};
};

}  // namespace torch_detail

graph_alignment align_graph(std::span<const graph_item> calls, std::span<const graph_item> work, torch_faults faults) {
  return torch_detail::graph_aligner(calls, work, faults).align();
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_CAPTURE_ALIGN_BODY_HPP
