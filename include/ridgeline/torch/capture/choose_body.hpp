#ifndef RIDGELINE_TORCH_CAPTURE_CHOOSE_BODY_HPP
#define RIDGELINE_TORCH_CAPTURE_CHOOSE_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/gpu/work.hpp>
#include <ridgeline/torch/capture/choose.hpp>

namespace ridgeline {

symbol capture_texts::moved(std::size_t file, symbol text) {
  if (!known(text)) return text;
  const symbol_pool& from = from_.files[file].trace.texts;
  std::vector<symbol>& table = moved_[file];
  if (table.empty()) table.resize(from.bound(), missing<symbol>);
  symbol& to = table[index_of(text)];
  if (!known(to)) to = to_.texts.keep(from.text(text));
  return to;
}

graph_item capture_texts::named(symbol name) {
  constexpr std::uint8_t asked = 8, copy = 1, fill = 2, fills = 4;
  graph_item item;
  item.name = name;
  if (kinds_.size() <= index_of(name)) kinds_.resize(to_.texts.bound() + 256, 0);
  std::uint8_t& kind = kinds_[index_of(name)];
  if (kind == 0) {
    const std::string_view text = to_.texts.text(name);
    kind = asked;
    const bool copies = text.find("Memcpy") != text.npos;
    if (copies || (!from_.faults.fills_do_not_pair && is_copy_kernel(text))) kind |= copy;
    if (text.find("Memset") != text.npos) kind |= fill;
    if (text.find("fillBuffer") != text.npos) kind |= fills;
  }
  item.copy = (kind & copy) != 0, item.fill = (kind & fill) != 0;
  return item;
}

graph_item capture_texts::item_of_call(std::size_t file, const torch_event& call) {
  graph_item item = named(moved(file, call.name));
  if (const launch_arguments* const a = from_.files[file].trace.launch(call))
    item.kernel = moved(file, a->kernel), item.grid = moved(file, a->grid), item.block = moved(file, a->block);
  item.copy = item.copy || (known(item.kernel) && named(item.kernel).copy);
  if (const torch_graph_node* const at = from_.files[file].trace.graph_node(call))
    item.graph = at->graph, item.node = at->node;
  return item;
}

graph_item capture_texts::item_of_work(const torch_event& work) {
  graph_item item = named(work.name);
  item.fill = item.fill || to_.texts.text(work.name).find("fillBuffer") != std::string_view::npos;
  if (!from_.faults.fills_do_not_pair) {  // ROCm names them otherwise: CopyDeviceToDevice, FillBuffer
    item.copy = item.copy || work.category == kineto_category::gpu_memcpy;
    item.fill = item.fill || work.category == kineto_category::gpu_memset;
  }
  if (const gpu_arguments* const a = to_.gpu(work)) item.stream = a->stream, item.grid = a->grid, item.block = a->block;
  if (const torch_graph_node* const at = to_.graph_node(work)) item.graph = at->graph, item.node = at->node;
  return item;
}

std::uint64_t capture_texts::graph_of(std::span<const graph_item> items) {
  std::uint64_t graph = missing<std::uint64_t>;
  for (const graph_item& i : items) {
    if (!i.has_node()) continue;
    if (known(graph) && graph != i.graph_number()) return missing<std::uint64_t>;
    graph = i.graph_number();
  }
  return graph;
}

std::uint32_t capture_chooser::kind_of(const std::vector<graph_item>& items) {
  std::string text;
  const auto append = [&](const auto& value) { text.append(reinterpret_cast<const char*>(&value), sizeof value); };
  for (const graph_item& i : items)
    append(i.name), append(i.stream), append(i.grid), append(i.block), append(i.graph), append(i.node);
  return static_cast<std::uint32_t>(index_of(graphs_.keep(text)));
}

const std::vector<graph_item>& capture_chooser::items_of(std::size_t number, std::uint32_t window) {
  const auto [items, unread] = dispatches_.try_emplace({number, window});
  if (unread) {
    const capture_file& file = captures_.files[number];
    const capture_window& w = file.windows[window];
    for (const std::uint32_t d : w.dispatches)
      items->second.push_back(texts_.item_of_call(number, file.trace.events[w.calls[d].event]));
  }
  return items->second;
}

const graph_alignment& capture_chooser::alignment(const torch_capture& capture, std::uint32_t window,
                                                  const replayed_graph& graph) {
  const std::pair<std::size_t, std::uint32_t> place{capture.file, window};
  const auto [at, is_new] = alignments_.try_emplace({place, graph.kind});
  if (!is_new) return at->second;
  return at->second = align_graph(items_of(capture.file, window), graph.items, captures_.faults);
}

namespace torch_detail {
inline const graph_alignment not_aligned{};
inline const window_choice no_window{nullptr, missing<std::uint32_t>, &not_aligned};
graft_reason reason_of(const graph_alignment& a) {
  return a.by == graph_match::no_names ? graft_reason::no_kernel_names : graft_reason::names_differ;
}
/// Whether every piece of work was paired with a call, by node or by name.
bool agrees(const graph_alignment& a) {
  return a.by == graph_match::ids || (a.by == graph_match::exact && a.unverified == 0 && a.skipped == 0);
}
}  // namespace torch_detail

capture_choice capture_chooser::by_size_alone(std::int64_t rows, std::span<const replayed_graph> graphs) {
  capture_choice out;
  out.pairs.assign(graphs.size(), torch_detail::no_window);
  out.reason = graft_reason::no_capture_for_size;
  const std::vector<torch_capture>* const of_size = captures_.next(rows);
  if (of_size == nullptr) return out;
  for (const torch_capture& c : *of_size) {
    const bool other_mode = out.capture != nullptr && c.piecewise == (graphs.size() == 1);
    if (!other_mode) out.capture = &c;
  }
  const torch_capture& c = *out.capture;
  out.reason = graft_reason::file_missing;
  if (!captures_.files[c.file].readable) return out;
  out.reason = graft_reason::launch_count;
  if (c.windows.size() != 1 && c.windows.size() != graphs.size()) return out;
  out.reason = graft_reason::none;
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    const std::uint32_t window = c.windows.size() == 1 ? c.windows.front() : c.windows[i];
    const graph_alignment& a = alignment(c, window, graphs[i]);
    out.pairs[i] = {&c, window, &a};
    if (a.by == graph_match::no_names) out.give_up = captures_.faults.one_bad_graph_ends_all;
    if (!a.aligned() && out.reason == graft_reason::none) out.reason = torch_detail::reason_of(a);
  }
  return out;
}

/// Finds the window of each launch by its graph id; returns false if one has none.
bool capture_chooser::pair_by_graph(const torch_capture& capture, std::span<const replayed_graph> graphs,
                                    capture_choice& out) {
  const auto says = [](const replayed_graph& g) { return known(g.graph); };
  if (captures_.files[capture.file].trace.graph_nodes.empty() || !std::all_of(graphs.begin(), graphs.end(), says))
    return false;
  std::unordered_map<std::uint64_t, std::uint32_t, byte_hash> windows;
  for (const std::uint32_t w : capture.windows) {
    const std::uint64_t graph = capture_texts::graph_of(items_of(capture.file, w));
    if (!known(graph)) continue;
    const auto [at, is_new] = windows.emplace(graph, w);
    if (!is_new) at->second = missing<std::uint32_t>;  // the id does not say which of them
  }
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    const auto at = windows.find(graphs[i].graph);
    if (at == windows.end() || !known(at->second)) return false;
    out.pairs[i] = {&capture, at->second, &alignment(capture, at->second, graphs[i])};
    if (!out.pairs[i].alignment->same_graph) return false;
  }
  return true;
}

/// By graph ids if they are given. Otherwise, as many windows as launches are paired in order, and a single window
/// is paired with all launches; if the numbers differ, the longest in-order sequence of matching pairs.
capture_choice capture_chooser::pair(const torch_capture& capture, std::span<const replayed_graph> graphs) {
  capture_choice out;
  out.capture = &capture;
  out.pairs.assign(graphs.size(), torch_detail::no_window);
  if (pair_by_graph(capture, graphs, out)) return out;
  out.pairs.assign(graphs.size(), torch_detail::no_window);
  const std::vector<std::uint32_t>& windows = capture.windows;
  if (windows.size() != 1 && windows.size() != graphs.size()) {
    pair_by_order(capture, graphs, out);
    return out;
  }
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    const std::uint32_t window = windows.size() == 1 ? windows.front() : windows[i];
    const graph_alignment& a = alignment(capture, window, graphs[i]);
    out.pairs[i] = {&capture, window, &a};
    if (!a.aligned() && out.reason == graft_reason::none) out.reason = torch_detail::reason_of(a);
  }
  return out;
}

void capture_chooser::pair_by_order(const torch_capture& capture, std::span<const replayed_graph> graphs,
                                    capture_choice& out) {
  const std::vector<std::uint32_t>& windows = capture.windows;
  const std::size_t rows = graphs.size(), width = windows.size() + 1;
  out.reason = graft_reason::launch_count;
  if (rows * width > 4'000'000) return;  // more than any engine has
  std::vector<std::uint32_t> best((rows + 1) * width, 0);  // number of pairs from launch i and window j on
  const auto agree = [&](std::size_t i, std::size_t j) {
    return torch_detail::agrees(alignment(capture, windows[j], graphs[i]));
  };
  for (std::size_t i = rows; i-- > 0;)
    for (std::size_t j = width - 1; j-- > 0;)
      best[i * width + j] = std::max({best[(i + 1) * width + j], best[i * width + j + 1],
                                      agree(i, j) ? 1 + best[(i + 1) * width + j + 1] : 0});
  std::vector<std::size_t> taken(rows, width);  // positions in `windows`
  for (std::size_t i = 0, j = 0; i < rows && j + 1 < width;) {
    if (agree(i, j) && best[i * width + j] == 1 + best[(i + 1) * width + j + 1]) {
      taken[i++] = j++;
    } else if (best[i * width + j] == best[(i + 1) * width + j]) {
      ++i;
    } else {
      ++j;
    }
  }
  // a window between those of the launches before and behind may fit as well, and have other shapes
  for (std::size_t i = 0, from = 0; i < rows; ++i) {
    if (taken[i] == width) continue;
    const auto next = std::find_if(taken.begin() + static_cast<std::ptrdiff_t>(i) + 1, taken.end(),
                                   [&](std::size_t j) { return j != width; });
    const std::size_t to = next == taken.end() ? width - 1 : *next;
    bool several = false;
    for (std::size_t j = from; j < to && !several; ++j)
      several = j != taken[i] && agree(i, j) &&
                ops_of(capture.file, windows[j]) != ops_of(capture.file, windows[taken[i]]);
    if (several) out.reason = graft_reason::ambiguous;
    else out.pairs[i] = {&capture, windows[taken[i]], &alignment(capture, windows[taken[i]], graphs[i])};
    from = taken[i] + 1;
  }
}

/// A number that is equal for windows of the same ops with the same shapes.
std::uint32_t capture_chooser::ops_of(std::size_t number, std::uint32_t window) {
  const auto [at, is_new] = ops_.try_emplace({number, window}, 0);
  if (!is_new) return at->second;
  std::string text;
  const auto append = [&](symbol s) { text.append(reinterpret_cast<const char*>(&s), sizeof s); };
  const capture_file& file = captures_.files[number];
  for (const captured_call& call : file.windows[window].calls) {
    const torch_event& event = file.trace.events[call.event];
    const op_arguments* const op = file.trace.op(event);
    if (op == nullptr) continue;
    for (const symbol s : {event.name, op->input_dims, op->input_types}) append(texts_.moved(number, s));
  }
  return at->second = static_cast<std::uint32_t>(index_of(op_lists_.keep(text)));
}

bool capture_chooser::alike(const torch_capture& a, const torch_capture& b) {
  return std::equal(a.windows.begin(), a.windows.end(), b.windows.begin(), b.windows.end(),
                    [&](std::uint32_t v, std::uint32_t w) { return ops_of(a.file, v) == ops_of(b.file, w); });
}

capture_choice capture_chooser::choose_one(std::int64_t rows, std::span<const replayed_graph> graphs) {
  capture_choice best;
  best.pairs.assign(graphs.size(), torch_detail::no_window);
  best.reason = graft_reason::no_capture_for_size;
  std::pair<duration, std::size_t> most{};  // the time of the launches described, and their number
  bool exact = false, same = false, by_ids = false, seen = false, ambiguous = false;
  // if nodes match but belong to another graph, a larger capture may still contain this very graph
  for (std::int64_t size = rows; known(rows) && (!exact || (by_ids && !same)) && size != INT64_MAX;) {
    const std::vector<torch_capture>* const of_size = captures_.next(size);
    if (of_size == nullptr) break;
    size = of_size->front().size < INT64_MAX ? of_size->front().size + 1 : INT64_MAX;
    for (const bool piecewise : {graphs.size() != 1, graphs.size() == 1}) {  // the likelier mode first
      for (const torch_capture& c : *of_size) {
        if (c.piecewise != piecewise || !captures_.files[c.file].readable) continue;
        capture_choice found = pair(c, graphs);
        std::pair<duration, std::size_t> merged{};
        std::size_t agreeing = 0, of_same = 0, of_ids = 0;
        for (std::size_t i = 0; i < graphs.size(); ++i) {
          const window_choice& p = found.pairs[i];
          if (p.alignment->aligned()) merged.first = merged.first + graphs[i].time, ++merged.second;
          agreeing += torch_detail::agrees(*p.alignment) ? 1u : 0u;
          of_same += p.alignment->same_graph ? 1u : 0u;
          of_ids += p.alignment->by == graph_match::ids ? 1u : 0u;
        }
        const bool all = agreeing == graphs.size();
        const bool these = of_same == graphs.size();
        if (exact && all && same == these && best.capture->size == c.size &&
            best.capture->piecewise == c.piecewise && !alike(*best.capture, c))
          ambiguous = true;
        if (these && !same) ambiguous = false;
        if (!(these && !same) && (exact || (seen && !all && merged <= most))) continue;
        best = std::move(found), most = merged, exact = all, same = these, seen = true;
        by_ids = of_ids == graphs.size();
      }
    }
  }
  if (ambiguous) {
    best = {};
    best.pairs.assign(graphs.size(), torch_detail::no_window);
    best.reason = graft_reason::ambiguous;
    return best;
  }
  if (best.capture != nullptr && most.second == 0) best.capture = nullptr;
  if (exact || (best.capture != nullptr && most.second == graphs.size())) best.reason = graft_reason::none;
  return best;
}

/// The window that one launch fits by itself: of the given size, else of the smallest from `rows` on; without rows of
/// any. All names must agree; by position alone it may be the only graph of a capture of the given size. Windows that
/// fit equally and have other ops or shapes are ambiguous, unless one is of this very graph.
capture_chooser::lone_choice capture_chooser::alone(std::int64_t size, std::int64_t rows,
                                                    const replayed_graph& graph) {
  const auto [at, is_new] = lone_.try_emplace({{size, rows}, graph.kind});
  if (!is_new) return at->second;
  lone_choice& out = at->second;
  const auto look = [&](const std::vector<torch_capture>& of_size, bool by_position) {
    bool verified = !by_position;
    for (const torch_capture& c : of_size) {
      if (!captures_.files[c.file].readable) continue;
      for (const std::uint32_t w : c.windows) {
        const graph_alignment& a = alignment(c, w, graph);
        const bool agrees = torch_detail::agrees(a);
        const bool placed = by_position && !verified && c.windows.size() == 1 && a.by == graph_match::exact;
        if (!agrees && a.by == graph_match::exact) out.unnamed = true;
        if (!agrees && !placed) continue;
        if (out.pair.capture == nullptr || a.same_graph || (agrees && !verified))
          out.pair = {&c, w, &a}, out.ambiguous = false, verified = agrees;
        else if (ops_of(c.file, w) != ops_of(out.pair.capture->file, out.pair.window))
          out.ambiguous = true;
        if (a.same_graph) return true;
      }
    }
    return false;
  };
  if (known(size))
    if (const std::vector<torch_capture>* const of_size = captures_.next(size)) look(*of_size, true);
  const bool any_size = !known(rows);
  for (std::int64_t from = any_size ? INT64_MIN + 1 : rows; out.pair.capture == nullptr || any_size;) {
    const std::vector<torch_capture>* const of_size = captures_.next(from);
    if (of_size == nullptr || look(*of_size, false) || of_size->front().size == INT64_MAX) break;
    from = of_size->front().size + 1;
  }
  return out;
}

void capture_chooser::pair_left(std::int64_t rows, std::span<const replayed_graph> graphs, capture_choice& to) {
  const std::int64_t size = to.capture != nullptr ? to.capture->size : missing<std::int64_t>;
  bool first = true;  // of those that are left
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    if (to.pairs[i].alignment->aligned()) continue;
    const lone_choice found = graphs[i].work.empty() ? lone_choice{} : alone(size, rows, graphs[i]);
    if (found.pair.capture != nullptr && !found.ambiguous) {
      to.pairs[i] = found.pair;
      if (to.capture == nullptr) to.capture = found.pair.capture;
    } else if (std::exchange(first, false)) {
      if (found.ambiguous) to.reason = graft_reason::ambiguous;
      else if (!known(rows)) to.reason = found.unnamed ? graft_reason::no_kernel_names : graft_reason::names_differ;
    }
  }
  if (first) to.reason = graft_reason::none;
}

capture_choice capture_chooser::choose(std::int64_t rows, std::span<const replayed_graph> graphs) {
  if (captures_.faults.captures_by_size_alone) return by_size_alone(known(rows) ? rows : INT64_MAX, graphs);
  capture_choice out = choose_one(rows, graphs);
  if (out.reason != graft_reason::ambiguous) pair_left(rows, graphs, out);
  return out;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_CAPTURE_CHOOSE_BODY_HPP
