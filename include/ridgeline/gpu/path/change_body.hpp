#ifndef RIDGELINE_GPU_PATH_CHANGE_BODY_HPP
#define RIDGELINE_GPU_PATH_CHANGE_BODY_HPP

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/gpu/path/graph.hpp>

namespace ridgeline {

namespace gpu_detail {

struct change_word {
  std::string_view word;
  change_item::kind what;
  bool takes_text, takes_factor;
};
inline constexpr std::array change_words{
    change_word{"kernels", change_item::kind::kernels, true, true},
    change_word{"compute", change_item::kind::compute, false, true},
    change_word{"communication", change_item::kind::communication, false, true},
    change_word{"copies", change_item::kind::copies, false, true},
    change_word{"ops", change_item::kind::ops, true, true},
    change_word{"gaps", change_item::kind::gaps, false, true},
    change_word{"host", change_item::kind::host, false, true},
    change_word{"launch", change_item::kind::launch, false, true},
    change_word{"stream_gap", change_item::kind::stream_gap, false, true},
    change_word{"sync", change_item::kind::sync, false, true},
    change_word{"overlap", change_item::kind::overlap, false, false},
    change_word{"roof", change_item::kind::roof, true, false}};

failure not_understood(std::string_view item, const std::string& why) {
  return {errc::bad_value, {}, "\"" + std::string(item) + "\": " + why};
}

expected<change_item> read_item(std::string_view item) {
  change_item read;
  std::string_view left = item;
  const std::string_view front = item.substr(0, item.find_first_of(":*"));
  const auto known_word = std::find_if(change_words.begin(), change_words.end(),
                                       [&](const change_word& w) { return w.word == front; });
  if (known_word == change_words.end()) {
    std::string all;
    for (const change_word& w : change_words) all += (all.empty() ? "" : ", ") + std::string(w.word);
    return not_understood(item, "expected one of " + all + ", found \"" + std::string(front) + "\"");
  }
  read.what = known_word->what;
  if (known_word->takes_factor) {
    const std::size_t star = left.rfind('*');
    if (star == std::string_view::npos) return not_understood(item, "expected a factor after a *");
    const std::string_view number = left.substr(star + 1);
    const auto [stop, error] = std::from_chars(number.data(), number.data() + number.size(), read.factor);
    if (error != std::errc{} || stop != number.data() + number.size() || !std::isfinite(read.factor) || read.factor < 0)
      return not_understood(item,
          "expected a factor of at least 0 after the last *, found \"" + std::string(number) + "\"");
    left = left.substr(0, star);
  }
  left.remove_prefix(front.size());
  if (left.starts_with(':') && known_word->takes_text) read.text = left.substr(1);
  else if (!left.empty())
    return not_understood(item, std::string(front) + (left.front() == '*' ? " takes no factor" : " takes no text"));
  return read;
}

/// Whether an item changes this delay.
bool fits(const change_item& item, const run_graph& g, const delay_facts& d) {
  using kind = change_item::kind;
  if (d.kind == delay_kind::task) {
    const gpu_task& t = g.activity->tasks[d.owner];
    switch (item.what) {
      case kind::kernels: return t.name.find(item.text) != std::string_view::npos;
      case kind::compute: return t.lane == gpu_lane::compute;
      case kind::communication: return t.lane == gpu_lane::communication;
      case kind::copies: return t.lane == gpu_lane::copy;
      case kind::roof: return known(t.roof) && t.op.find(item.text) != std::string_view::npos;
      default: return false;
    }
  }
  const bool of_event = d.kind == delay_kind::host && known(d.owner);
  switch (item.what) {
    case kind::ops: return of_event && g.activity->host[d.owner].name.find(item.text) != std::string_view::npos;
    case kind::gaps: return d.kind == delay_kind::wakeup || (d.kind == delay_kind::host && !of_event);
    case kind::host: return d.kind == delay_kind::wakeup || d.kind == delay_kind::host;
    case kind::launch: return d.kind == delay_kind::launch;
    case kind::stream_gap: return d.kind == delay_kind::stream_gap;
    case kind::sync: return d.kind == delay_kind::sync_return;
    default: return false;
  }
}

bool communicates(const run_graph& g, std::uint32_t task) {
  return g.activity->tasks[task].lane == gpu_lane::communication;
}

/// Whether this delay is communication's wait for other work before it in its stream, which `overlap` removes.
bool is_removed_by_overlap(const run_graph& g, const delay_facts& d) {
  return d.in_stream && known(d.owner) && communicates(g, d.owner) &&
         !communicates(g, g.waits->tasks[d.owner].before);
}

/// The graph of communication in a stream of its own: the order of a stream's communication, and that of its other
/// work, no longer follow from what is between them, and are delays of their own.
run_graph with_order_of_kinds(run_graph g) {
  constexpr std::uint32_t none = missing<std::uint32_t>;
  std::vector<std::array<std::uint32_t, 2>> last(g.begin_node.size(), {none, none});
  for (const std::uint32_t t : g.waits->by_device) {
    const std::uint32_t before = g.waits->tasks[t].before;
    if (!known(before)) continue;
    const bool kind = communicates(g, t), other = communicates(g, before);
    last[t] = last[before], last[t][other] = before;
    const std::uint32_t same = last[t][kind];
    if (kind == other || !known(same) || !known(g.begin_node[t]) || !g.in_window[t]) continue;
    const std::uint32_t begin = g.begin_node[t], from = g.begin_node[same];
    const std::int64_t end = g.activity->tasks[same].end - g.window.begin, measured = g.graph.measured(begin) - end;
    g.graph.add_edge(known(from) ? from + 1 : g.graph.add_node(end), begin,
                     std::min(g.waits->model.stream_gap.ns, measured));
    g.delays.push_back({delay_kind::stream_gap, false, measured});
  }
  g.graph.order();
  return g;
}

/// A delay according to the model alone: the constant, or the measured value where clocks disagree.
double replayed(const run_graph& g, const delay_facts& d, double unchanged) {
  const wait_model& m = g.waits->model;
  const auto usual = [&](const wait_constant& c) {
    return static_cast<double>(d.measured < 0 ? std::min(d.measured, c.ns) : c.ns);
  };
  if (d.kind == delay_kind::launch) return usual(m.launch_latency);
  if (d.kind == delay_kind::stream_gap) return usual(m.stream_gap);
  if (d.kind == delay_kind::sync_return) return usual(m.sync_return);
  return unchanged;
}

}  // namespace gpu_detail

bool run_change::asks_for_roofs() const {
  return std::any_of(items.begin(), items.end(),
                     [](const change_item& i) { return i.what == change_item::kind::roof; });
}

expected<run_change> read_change(std::string_view text) {
  run_change change;
  for (;;) {
    const std::size_t end = text.find(';');
    expected<change_item> item = gpu_detail::read_item(text.substr(0, end));
    if (!item) return item.error();
    change.items.push_back(std::move(*item));
    if (end == std::string_view::npos) return change;
    text.remove_prefix(end + 1);
  }
}

std::string_view name_of(change_item::kind what) {
  for (const gpu_detail::change_word& w : gpu_detail::change_words)
    if (w.what == what) return w.word;
  return {};
}

const change_item* without_effect(const run_graph& g, const run_change& change) {
  for (const change_item& item : change.items)
    if (std::none_of(g.delays.begin(), g.delays.end(), [&](const delay_facts& d) {
          return item.what == change_item::kind::overlap ? gpu_detail::is_removed_by_overlap(g, d)
                                                         : gpu_detail::fits(item, g, d);
        }))
      return &item;
  return nullptr;
}

double simulate(const run_graph& graph, const run_change& change) {
  const bool overlaps = std::any_of(change.items.begin(), change.items.end(), [](const change_item& i) {
    return i.what == change_item::kind::overlap;
  });
  std::optional<run_graph> other;
  if (overlaps) other = gpu_detail::with_order_of_kinds(graph);
  const run_graph& g = other ? *other : graph;
  const std::vector<dependency_graph::edge>& edges = g.graph.edges();
  std::vector<double> delays(edges.size());
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const delay_facts& d = g.delays[e];
    delays[e] = static_cast<double>(edges[e].delay);
    if (change.replay) delays[e] = gpu_detail::replayed(g, d, delays[e]);
    if (edges[e].delay < 0) continue;
    for (const change_item& item : change.items) {
      if (!gpu_detail::fits(item, g, d)) continue;
      if (item.what == change_item::kind::roof) delays[e] = std::min(delays[e], g.activity->tasks[d.owner].roof);
      else delays[e] *= item.factor;
    }
    // nothing holds the task back in its stream: the edge remains but has no effect
    if (overlaps && gpu_detail::is_removed_by_overlap(g, d)) delays[e] = -std::numeric_limits<double>::infinity();
  }
  const std::vector<double> at = g.graph.simulate(delays);
  double last = missing<double>;
  for (const std::uint32_t goal : g.goals) last = known(last) ? std::max(last, at[goal]) : at[goal];
  return last;
}

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_PATH_CHANGE_BODY_HPP
