#ifndef RIDGELINE_RANKS_MATCHING_BODY_HPP
#define RIDGELINE_RANKS_MATCHING_BODY_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/ranks/call_matcher.hpp>
#include <ridgeline/ranks/matching.hpp>
#include <ridgeline/ranks/rank_list.hpp>

namespace ridgeline {

namespace ranks_detail {
/// Whether more ranks have calls of its group than that has members, and no list shows which are.
inline bool is_unclear(const call_matching& all, const matched_collective& c) {
  return !all.groups()[c.group].listed && all.size_of(c) < std::ssize(all.expected_of(c));
}
}  // namespace ranks_detail

call_matching::call_matching(const std::vector<rank_facts>& ranks) : ranks_(&ranks) {
  ranks_detail_matcher(*this).run();
  number_in_groups();
  cut_steps_ = find_cut_steps();
}

void call_matching::number_in_groups() {
  const auto name_of = [](const fleet_group& g) { return g.named ? std::string_view(g.name) : unnamed_group; };
  std::map<std::string_view, std::size_t> groups_with_name;
  for (const fleet_group& g : groups_) ++groups_with_name[name_of(g)];
  for (const fleet_group& g : groups_) {
    std::string& label = labels_.emplace_back();
    if (!g.named && groups_.size() == 1) continue;
    label = name_of(g);
    if (groups_with_name[name_of(g)] > 1) {
      std::string which = g.named ? "" : g.name;
      for (const std::int64_t m : g.named ? g.members : std::vector<std::int64_t>())
        which += (which.empty() ? "" : ",") + std::to_string(m);
      label += "[" + which + "]";
    }
    label += '_';
  }
  std::vector<double> last(collectives_.size(), -HUGE_VAL);
  std::vector<std::uint32_t> next(groups_.size(), 0);
  for (std::uint32_t c = 0; c < collectives_.size(); ++c)
    for (const std::uint32_t call : members(collectives_[c])) {
      const double at = start_of(call).at;  // by the rank's own clock it is as early among the group's, if all have it
      last[c] = std::max(last[c], known(at) ? at : local(calls_[call].rank, use(call).begin));
    }
  for (const std::uint32_t c : numbers_below(last.size()) | sort_by([&](std::uint32_t c) { return last[c]; }))
    collectives_[c].place = next[collectives_[c].group]++;
}

std::string call_matching::id_of(const matched_call& c) const {
  return known(c.collective) ? labels_[c.group] + std::to_string(collectives_[c.collective].place) : std::string();
}

std::vector<std::int64_t> call_matching::expected_of(const matched_collective& c) const {
  if (!known(c.from)) return groups_[c.group].members;
  return c.from < c.to ? std::vector{c.from, c.to} : std::vector{c.to, c.from};
}

std::vector<std::int64_t> call_matching::missing_of(const matched_collective& c) const {
  std::set<std::int64_t> here;
  for (const std::uint32_t call : members(c)) here.insert((*ranks_)[calls_[call].rank].rank);
  std::vector<std::int64_t> gone;
  if (ranks_detail::is_unclear(*this, c)) return gone;
  for (const std::int64_t rank : expected_of(c))
    if (!here.contains(rank)) gone.push_back(rank);
  return gone;
}

std::int64_t call_matching::step_of(std::uint32_t call) const {
  const std::int64_t step = use(call).step;
  return known(step) ? (*ranks_)[calls_[call].rank].steps[static_cast<std::size_t>(step)].number
                     : missing<std::int64_t>;
}

std::int64_t call_matching::step_of(const matched_collective& c) const {
  std::int64_t number = missing<std::int64_t>;
  for (const std::uint32_t call : members(c)) {
    const std::int64_t own = step_of(call);
    if (!known(own) || (known(number) && number != own)) return missing<std::int64_t>;
    number = own;
  }
  return number;
}

std::vector<std::int64_t> call_matching::find_cut_steps() const {
  struct record {  // of a rank: its first and last step with GPU work
    std::uint32_t rank = 0;
    const rank_step *first = nullptr, *last = nullptr;
  };
  std::map<std::int64_t, record> records;
  for (std::uint32_t r = 0; r < ranks_->size(); ++r) {
    record own{r};
    for (const rank_step& s : (*ranks_)[r].steps) {
      if (!known(s.number) || !known(s.first)) continue;
      if (own.first == nullptr) own.first = &s;
      own.last = &s;
    }
    if (own.first != nullptr) records[(*ranks_)[r].rank] = own;
  }
  std::map<std::pair<std::int64_t, std::uint32_t>, std::size_t> outside;  // by step and rank
  for (const matched_collective& c : collectives_) {
    const bool open = !c.complete && !c.disagrees && size_of(c) <= 2 * static_cast<std::int64_t>(members(c).size());
    const std::int64_t number = open ? step_of(c) : missing<std::int64_t>;
    if (!known(number)) continue;
    const std::uint32_t present = members(c).front(), reference = clocks_[calls_[present].rank].reference;
    const double begin = start_of(present).at, end = end_of(present).at;
    for (const std::int64_t gone : missing_of(c)) {
      const auto at = records.find(gone);
      if (at == records.end() || clocks_[at->second.rank].reference != reference) continue;
      const auto& [rank, first, last] = at->second;
      if ((last->number == number && begin >= stamp_of(rank, last->last).at) ||
          (first->number == number && end <= stamp_of(rank, first->first).at))
        ++outside[{number, rank}];
    }
  }
  std::vector<std::int64_t> cut;
  for (const auto& [key, calls] : outside)
    if (calls > 1 && (cut.empty() || cut.back() != key.first)) cut.push_back(key.first);
  return cut;
}

std::int64_t call_matching::size_of(const matched_collective& c) const {
  if (known(c.from)) return 2;
  const fleet_group& g = groups_[c.group];
  const std::int64_t stated = use(members(c).front()).size;
  return known(stated) ? stated : g.size;
}

double call_matching::absolute_offset(std::uint32_t rank) const {
  const clock_estimate& c = clocks_[rank];
  if (!c.is_known()) return missing<double>;
  const auto absolute = [&](std::uint32_t r) { return zeros_[r] + (*ranks_)[r].base; };
  return c.offset + static_cast<double>(absolute(rank) - absolute(c.reference)) / 1000;
}

merged_clock call_matching::merged_clock_of(std::uint32_t rank) const {
  merged_clock m;
  const clock_estimate& c = clocks_[rank];
  const std::uint32_t reference = c.is_known() ? c.reference : rank;
  if (c.is_known()) {
    m.at = zeros_[rank] + std::llround(c.own_at * 1000);
    m.by = zeros_[rank] - zeros_[reference] + std::llround(c.offset * 1000);
    m.drift = known(c.drift) ? c.drift * 1e-6 : 0;
  }
  m.by += (*ranks_)[0].base - (*ranks_)[reference].base;
  return m;
}

bool call_matching::one_clock() const {
  if (clocks_.size() < 2) return false;
  for (const clock_estimate& c : clocks_)
    if (!c.is_measured() || c.reference != clocks_.front().reference) return false;
  return true;
}

void call_matching::judge(data_quality& quality) const {
  const auto at = [&](std::uint32_t call) { return source_pos{(*ranks_)[calls_[call].rank].path}; };
  for (const matched_collective& c : collectives_) {
    if (!c.disagrees) continue;
    quality.add(ranks_detail::is_unclear(*this, c)
                    ? "collectives unclear: more ranks have calls of a group than it has members, and no list shows "
                      "which belong together; they are not compared"
                    : "collectives disagree: calls with the same number differ in kind or size; they are not compared",
                at(members(c).front()), groups_[c.group].name, false);
  }
  std::uint64_t incomplete = 0;
  for (const matched_collective& c : collectives_) incomplete += !c.complete && !c.disagrees ? 1 : 0;
  if (incomplete > 0)
    quality.add("collective incomplete: the call of a member is missing; it is listed but not judged", {}, "", false,
                incomplete);
  for (std::uint32_t g = 0; g < groups_.size(); ++g)
    if (unmatched_[g] > 0)
      quality.add("collective unmatched: nothing shows which calls of other ranks a call belongs to", {},
                  groups_[g].name + ": " + evidence_[g], false, unmatched_[g]);
  for (std::uint32_t r = 0; r < drifting_.size(); ++r)
    if (drifting_[r])
      quality.add("drift implausible: ends move apart faster than a clock can; the match is to be doubted first",
                  source_pos{(*ranks_)[r].path}, "rank " + std::to_string((*ranks_)[r].rank), false);
  for (const rank_facts& r : *ranks_)
    if (r.has_several_gpus())
      quality.add("several GPUs in one trace: its time lines unite them, and who is slow is not told",
                  source_pos{r.path}, "rank " + std::to_string(r.rank), false);
  ranks_detail::rank_list apart;
  for (std::uint32_t r = 1; r < clocks_.size(); ++r)
    if (clocks_[r].reference != clocks_.front().reference || !clocks_[r].is_known()) apart.add((*ranks_)[r].rank);
  if (apart.count() > 0)
    quality.add("no common clock: no collective connects these ranks with the first one", {}, "rank " + apart.text(),
                false, apart.count());
}

std::vector<std::vector<merged_arrow>> arrows_of(const call_matching& all) {
  std::vector<std::vector<merged_arrow>> arrows(all.ranks().size());
  for (std::uint32_t c = 0; c < all.collectives().size(); ++c) {
    const matched_collective& collective = all.collectives()[c];
    std::vector<std::pair<std::int64_t, std::uint32_t>> came;  // in ns: of equal stamps, the first rank's comes first
    for (const std::uint32_t call : all.members(collective)) {
      const double at = all.start_of(call).at;
      came.emplace_back(known(at) ? std::llround(at * 1000) : 0, call);
    }
    if (came.size() < 2) continue;
    came = std::move(came) | sort_by(&std::pair<std::int64_t, std::uint32_t>::first);
    for (std::size_t i = 0; i < came.size(); ++i) {
      const collective_use& u = all.use(came[i].second);
      const char phase = i == 0 ? 's' : i + 1 == came.size() ? 'f' : 't';
      arrows[all.calls()[came[i].second].rank].push_back(
          {u.begin, u.span, u.stream, c, phase, name_of(collective.kind)});
    }
  }
  for (std::vector<merged_arrow>& of_rank : arrows)
    of_rank = std::move(of_rank) | sort_by(&merged_arrow::begin, &merged_arrow::span);
  return arrows;
}

namespace ranks_detail {

/// Numbers the steps of ranks of which some lack steps of others, as a server that has no range for a step in which a
/// rank only keeps the others company: steps that share a collective are one, in the order that they have on all ranks.
/// False if that joins steps of one rank, or ranks have them in different orders.
inline bool number_by_calls(const call_matching& all, std::vector<rank_facts>& ranks) {
  std::vector<std::size_t> begin{0}, of;  // each rank's first among all steps; the one that stands for each step
  for (const rank_facts& f : ranks) begin.push_back(begin.back() + f.steps.size());
  for (std::size_t s = 0; s < begin.back(); ++s) of.push_back(s);
  const auto one_of = [&](std::size_t s) {
    while (of[s] != s) s = of[s] = of[of[s]];
    return s;
  };
  for (const matched_collective& c : all.collectives()) {
    if (c.disagrees) continue;
    std::size_t last = missing<std::size_t>;
    for (const std::uint32_t call : all.members(c)) {
      if (!known(all.use(call).step)) continue;
      const std::size_t s = one_of(begin[all.calls()[call].rank] + static_cast<std::size_t>(all.use(call).step));
      if (known(last)) of[one_of(s)] = one_of(last);
      last = s;
    }
  }
  std::vector<std::vector<std::size_t>> next(of.size());
  std::vector<std::size_t> before(of.size(), 0), ready;
  std::vector<std::int64_t> number(of.size(), missing<std::int64_t>);
  std::size_t open = 0;
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    std::set<std::size_t> own;
    for (std::size_t s = begin[r]; s < begin[r + 1]; ++s) {
      if (!own.insert(one_of(s)).second) return false;
      if (s > begin[r]) next[one_of(s - 1)].push_back(one_of(s)), ++before[one_of(s)];
    }
  }
  for (std::size_t s = of.size(); s-- > 0;) {
    if (one_of(s) != s) continue;
    ++open;
    if (before[s] == 0) ready.push_back(s);
  }
  for (std::int64_t n = 0; !ready.empty(); ++n, --open) {
    const std::size_t s = ready.back();
    ready.pop_back();
    number[s] = n;
    for (const std::size_t after : next[s])
      if (--before[after] == 0) ready.push_back(after);
  }
  if (open > 0) return false;
  for (std::size_t r = 0; r < ranks.size(); ++r)
    for (std::size_t s = begin[r]; s < begin[r + 1]; ++s) ranks[r].steps[s - begin[r]].number = number[one_of(s)];
  return true;
}

}  // namespace ranks_detail

void number_steps_alike(std::vector<rank_facts>& ranks) {
  const auto by_place = [](const rank_facts& f) { return f.steps_by_place; };
  if (ranks.size() < 2 || std::none_of(ranks.begin(), ranks.end(), by_place)) return;
  // by a rank and another one: how far the steps of their calls of one collective are apart, and how often
  std::map<std::pair<std::size_t, std::size_t>, std::map<std::int64_t, std::size_t>> apart;
  const call_matching all(ranks);
  for (const matched_collective& c : all.collectives())
    for (const std::uint32_t call : all.members(c)) {
      const std::uint32_t first = all.members(c).front();
      const std::size_t a = all.calls()[first].rank, b = all.calls()[call].rank;
      const std::int64_t at = all.step_of(first), there = all.step_of(call);
      if (a == b || !known(at) || !known(there)) continue;
      ++apart[{a, b}][at - there], ++apart[{b, a}][there - at];
    }
  std::vector<std::int64_t> shift(ranks.size(), missing<std::int64_t>);
  std::vector<bool> cut_apart(ranks.size());
  std::vector<std::size_t> next;
  const auto place = [&](std::size_t r, std::int64_t by) { shift[r] = by, next.push_back(r); };
  for (std::size_t r = 0; r < ranks.size(); ++r)
    if (!ranks[r].steps_by_place) place(r, 0);
  if (next.empty()) place(0, 0);
  for (std::size_t i = 0; i < next.size(); ++i) {
    for (auto of = apart.lower_bound({next[i], 0}); of != apart.end() && of->first.first == next[i]; ++of) {
      const std::size_t other = of->first.second;
      if (known(shift[other])) continue;
      std::size_t stated = 0;
      std::pair<std::size_t, std::int64_t> most{0, 0};
      for (const auto& [by, count] : of->second) stated += count, most = std::max(most, std::pair(count, by));
      const bool alike = 10 * most.first >= 9 * stated;
      if (!alike) cut_apart[other] = true;
      if (alike) place(other, shift[next[i]] + most.second);
    }
    if (i + 1 < next.size()) continue;
    std::map<std::string_view, std::int64_t> of_files;  // no collective joins the rest: like others of their files
    for (const std::size_t r : next) of_files.try_emplace(ranks[r].path, shift[r]);
    for (std::size_t r = 0; r < ranks.size(); ++r)
      if (const auto f = of_files.find(ranks[r].path); f != of_files.end() && !known(shift[r]) && !cut_apart[r])
        place(r, f->second);
  }
  std::vector<bool> unlike(ranks.size());
  for (std::size_t r = 0; r < ranks.size(); ++r) unlike[r] = cut_apart[r] && !known(shift[r]);
  const bool all_by_place = std::all_of(ranks.begin(), ranks.end(), by_place);
  const bool any_unlike = std::find(unlike.begin(), unlike.end(), true) != unlike.end();
  if (any_unlike && all_by_place && ranks_detail::number_by_calls(all, ranks)) return;
  std::int64_t least = 0;  // the earliest step of a run without numbers is step 0
  for (const std::int64_t s : shift)
    if (all_by_place && known(s)) least = std::min(least, s);
  for (std::int64_t& s : shift)
    if (known(s)) s -= least;
  for (std::size_t r = 0; r < ranks.size(); ++r)
    for (rank_step& s : ranks[r].steps)
      if (known(s.number) && known(shift[r])) s.number += shift[r];
      else if (unlike[r]) s.number = missing<std::int64_t>;
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_MATCHING_BODY_HPP
