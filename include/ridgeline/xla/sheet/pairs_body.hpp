#ifndef RIDGELINE_XLA_SHEET_PAIRS_BODY_HPP
#define RIDGELINE_XLA_SHEET_PAIRS_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/xla/op/collective.hpp>
#include <ridgeline/xla/op/op_words.hpp>
#include <ridgeline/xla/sheet/pairs.hpp>

namespace ridgeline {

namespace xla_detail {

/// The key that both halves of a pair share: the start's place if the file contains the instructions, else the name
/// without its half.
class pair_keys {
 public:
  explicit pair_keys(const jax_result& r) : trace_(*r.trace), kinds_(r.kinds) {}

  std::string key_of(const xla_kernel_kind& kind, xla_half half) const {
    std::string key(kind.hlo_module);
    key += '/';
    if (half == xla_half::done) {
      const xla_place place = kinds_.instruction(kind).place;
      if (place.found()) {
        if (const xla_place start = start_of(trace_, place); start.found())
          return key.append(trace_.text(trace_.modules[start.module].instructions[start.instruction].name));
      }
    }
    std::string name(kind.hlo_op);
    if (half == xla_half::done)
      for (const std::string_view word : {"-done", "-update"})
        if (const std::size_t at = name.find(word); at != std::string::npos) name.replace(at, word.size(), "-start");
    return key += name;
  }

 private:
  const xla_trace& trace_;
  const xla_kernels& kinds_;
};

}  // namespace xla_detail

std::vector<std::string> pair_names(const jax_result& r) {
  const xla_detail::pair_keys keys(r);
  std::vector<std::string> names;
  for (const xla_kernel_kind& kind : r.kinds.kinds)
    names.push_back(keys.key_of(kind, xla_half_of(kind.hlo_op, r.kinds.instruction(kind).call.opcode)));
  return names;
}

xla_pairs::xla_pairs(const jax_result& r) : end_(r.events.size()), second_(r.events.size()) {
  const xla_trace& trace = *r.trace;
  struct stretch {
    std::int64_t start, end;
    std::uint32_t uid;
  };
  using key_of_pair = std::tuple<std::uint32_t, std::int32_t, std::string>;  // plane, device of the host, name
  std::map<key_of_pair, std::pair<std::vector<stretch>, std::vector<stretch>>> by_pair;
  std::vector<std::pair<xla_half, std::string>> of_kind;  // computed once per kind
  const xla_detail::pair_keys keys(r);
  for (const xla_kernel_kind& kind : r.kinds.kinds) {
    const xla_half half = xla_half_of(kind.hlo_op, r.kinds.instruction(kind).call.opcode);
    of_kind.emplace_back(half, half == xla_half::none ? std::string() : keys.key_of(kind, half));
  }
  const auto is_async = [&](std::uint32_t uid) {
    return r.line_of(uid).kind == xla_line_kind::async_ops;
  };
  const auto pair_of = [&](std::uint32_t uid, const std::string& name) {
    return key_of_pair(r.line_of(uid).plane, trace.stats_of(r.event_of(uid)).device, name);
  };
  for (std::uint32_t uid = 0; uid < r.events.size(); ++uid) {
    const xla_event& e = r.event_of(uid);
    end_[uid] = trace.end_of(e);
    const auto& [half, key] = of_kind[r.kinds.kind_of[uid]];
    if (is_async(uid)) {
      std::string own(r.kind_of(uid).hlo_module);
      own.append("/").append(r.kind_of(uid).hlo_op);
      by_pair[pair_of(uid, half == xla_half::none ? own : key)].first.push_back({e.start_ps, end_[uid], uid});
    } else if (half == xla_half::done) {
      second_[uid] = true;
      by_pair[pair_of(uid, key)].second.push_back({e.start_ps, end_[uid], uid});
    }
  }
  for (auto& [pair, lists] : by_pair)  // threads of the host, one after another
    for (std::vector<stretch>* const list : {&lists.first, &lists.second})
      merge_sorted_runs(*list, [](const stretch& a, const stretch& b) { return a.start < b.start; });
  for (std::uint32_t uid = 0; uid < r.events.size(); ++uid) {
    const auto& [half, key] = of_kind[r.kinds.kind_of[uid]];
    if (half != xla_half::start || is_async(uid)) continue;
    const auto found = by_pair.find(pair_of(uid, key));
    if (found == by_pair.end()) continue;
    const auto& [passing, done] = found->second;
    const std::int64_t own_end = end_[uid];
    // Events are ordered by start. The transfer that this event starts may begin slightly before it.
    const auto first_after = [&](const std::vector<stretch>& all, std::int64_t start) {
      const auto at = std::lower_bound(all.begin(), all.end(), start,
                                       [](const stretch& s, std::int64_t t) { return s.start < t; });
      return at != all.begin() && (at - 1)->end > start ? at - 1 : at;
    };
    if (const auto at = first_after(passing, r.event_of(uid).start_ps); at != passing.end()) {
      end_[uid] = std::max(own_end, at->end);
      second_[at->uid] = true;
    } else if (const auto waited = first_after(done, own_end); waited != done.end()) {
      end_[uid] = std::max(own_end, waited->end);
    }
  }
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_SHEET_PAIRS_BODY_HPP
