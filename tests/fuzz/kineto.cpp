// Any bytes as a Kineto trace: no crash, no hang, and the same records for any split into pieces.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include <ridgeline/ridgeline.hpp>
#include <ridgeline/gpu/gpu_timeline.hpp>
#include <ridgeline/torch/read/kineto.hpp>
#include <ridgeline/torch/tree/backward.hpp>
#include <ridgeline/torch/tree/gpu_time.hpp>
#include <ridgeline/torch/tree/labels.hpp>
#include <ridgeline/torch/tree/launcher.hpp>
#include <ridgeline/torch/tree/recompute.hpp>

#include "tests/support/torch_tables.hpp"

using namespace ridgeline;

namespace {

gpu_timeline timeline_of(const call_tree& tree, bool unlinked = false, std::optional<double> micro_idle_below = {}) {
  return gpu_timeline_of(tree, gpu_events_of(tree, unlinked), micro_idle_below);
}

void demand(bool good) {
  if (!good) std::abort();
}

bool same_number(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

/// Texts and places are compared by content: their numbers may differ, since skipped events have some too.
struct traces {
  const torch_trace &a, &b;

  bool same(symbol x, symbol y) const { return known(x) == known(y) && a.text(x) == b.text(y); }
  bool same_place(const torch_event& x, const torch_event& y) const {
    if (known(x.place) != known(y.place)) return false;
    if (!known(x.place)) return true;
    const torch_place &p = a.places[x.place], &q = b.places[y.place];
    return same(p.process, q.process) && same(p.thread, q.thread);
  }
};

void compare(const torch_trace& a, const torch_trace& b) {
  const traces both{a, b};
  demand(a.events.size() == b.events.size() && a.ops.size() == b.ops.size() && a.gpus.size() == b.gpus.size());
  demand(a.labels.size() == b.labels.size());
  for (std::size_t i = 0; i < a.labels.size(); ++i) demand(both.same(a.labels[i], b.labels[i]));
  for (std::size_t i = 0; i < a.events.size(); ++i) {
    const torch_event &x = a.events[i], &y = b.events[i];
    demand(same_number(a.start_us(x), b.start_us(y)) && same_number(a.length_us(x), b.length_us(y)));
    demand(x.start.base() == y.start.base() && x.time.base() == y.time.base() && x.correlation == y.correlation);
    demand(x.external_id == y.external_id && x.args == y.args && x.category == y.category && x.phase == y.phase);
    demand(both.same(x.name, y.name) && both.same_place(x, y));
  }
  for (std::size_t i = 0; i < a.ops.size(); ++i)
    demand(both.same(a.ops[i].input_dims, b.ops[i].input_dims) &&
           both.same(a.ops[i].concrete_inputs, b.ops[i].concrete_inputs) && a.ops[i].sequence == b.ops[i].sequence);
  for (const torch_problem_facts& f : torch_problem_table)
    demand(a.problems[f.kind].count == b.problems[f.kind].count && a.problems[f.kind].first_byte == b.problems[f.kind].first_byte);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  if (is_gzip(text)) {
    const auto inflated = inflate(text, std::size_t{1} << 22);
    if (inflated) static_cast<void>(read_kineto(inflated->view(), {.threads = 1}));
    return 0;
  }
  const auto whole = read_kineto(text, {.threads = 1, .piece = size + 1});
  const auto pieces = read_kineto(text, {.threads = 1, .piece = 64});
  demand(whole.has_value() == pieces.has_value());
  if (!whole) return 0;
  compare(*whole, *pieces);
  for (const torch_event& e : whole->events) demand(!(e.time < duration()));
  for (const bool frames : {false, true}) {
    const call_tree tree = build_call_tree(*whole, {frames, frames ? torch_faults::parity() : torch_faults{}});
    static_cast<void>(timeline_of(tree, true, 10.0));
    static_cast<void>(launchers_of(tree));
    static_cast<void>(link_backward(tree));
    static_cast<void>(recomputed_events(tree));
  }
  static_cast<void>(labels_of(*whole));
  for (const bool parity : {false, true}) demand(sheets_of(*whole, parity) == sheets_of(*pieces, parity));
  return 0;
}
