#ifndef RIDGELINE_ADVISE_FINDING_BODY_HPP
#define RIDGELINE_ADVISE_FINDING_BODY_HPP

#include <algorithm>
#include <map>
#include <set>

#include <ridgeline/advise/finding.hpp>
#include <ridgeline/advise/health_body.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/core/utf8.hpp>
#include <ridgeline/table/format.hpp>

namespace ridgeline {

namespace advise_detail {

inline constexpr std::size_t most_evidence = 3, longest_advice = 160;

bool may_speak(const trace_health& health, std::string_view silent, std::string_view rests_on, std::string_view front) {
  bool may = true;
  const auto can_tell = [&](std::string_view name) {
    may = may && !health.unknowable(std::string(front).append(name));
  };
  for_each_name(silent, [&](std::string_view name) { may = may && !health.found(std::string(front).append(name)); });
  for_each_name(rests_on, can_tell);
  for_each_name("no_gpu_work,epoch_mixed", can_tell);
  return may;
}

/// An upper bound for the saving: the time by which GPU work gets shorter. Missing if host time changes as well.
duration most_of(const replay_change& change, const gpu_activity& a) {
  const bool removes = !change.gone.empty() || !change.gone_alone.empty() || !change.cuts.empty();
  if (removes || !change.freed.empty() || !change.sooner.empty() || change.fast_host) return missing<duration>;
  duration sum;
  for (const auto& [w, t] : change.times)
    if (a.works[w].time > t) sum += a.works[w].time - t;
  return sum;
}

/// Whether a change lets the host go on earlier.
bool moves_host(const replay_change& change) {
  return !change.cuts.empty() || !change.freed.empty() || change.fast_host;
}

/// Whether collectives wait for other ranks, which come no earlier when this one does: those above the shortest of
/// their kind, group and shapes take more than 1 % of the window longer.
bool waits_for_ranks(const gpu_activity& a, duration window) {
  std::map<std::array<symbol, 4>, std::pair<duration, duration>> kinds;  // the shortest, and the sum above it
  for (const bool count : {false, true})
    for (const activity_work& w : a.works) {
      if (!w.communicates) continue;
      const activity_op* const op = a.op_of(w);
      const std::array<symbol, 4> kind{w.name, w.collective, w.group, op == nullptr ? missing<symbol> : op->dims};
      auto& [shortest, above] = kinds.try_emplace(kind, w.time, duration()).first->second;
      if (!count) shortest = std::min(shortest, w.time);
      else above += w.time - shortest;
    }
  duration all;
  for (const auto& [kind, times] : kinds) all += times.second;
  return all.in(us) > 0.01 * window.in(us);
}

/// Leaves out numbers that no work or call has, such as those of events.
void keep_possible(replay_change& change, const gpu_activity& a) {
  const auto no_work = [&](std::uint32_t w) { return w >= a.works.size(); };
  std::erase_if(change.times, [&](const auto& t) { return no_work(t.first); });
  std::erase_if(change.gone, no_work);
  std::erase_if(change.gone_alone, no_work);
  std::erase_if(change.sooner, [&](const auto& t) { return no_work(t.first); });
  std::erase_if(change.freed, [&](std::uint32_t c) { return c >= a.calls.size(); });
}

std::string cut_at(std::string text, std::size_t most) {
  if (text.size() <= most) return text;
  text.resize(utf8_front(text, most - 3).size());
  return text + "...";
}

/// Determines which findings share work.
void find_overlaps(std::vector<finding>& all, const std::vector<judged_draft>& drafts,
                   const std::vector<std::size_t>& draft_of) {
  std::vector<std::pair<std::uint32_t, std::size_t>> users;  // work, rank
  for (std::size_t r = 0; r < all.size(); ++r)
    for (const std::uint32_t w : drafts[draft_of[r]].draft.works) users.emplace_back(w, r);
  keep_each_once(users);
  std::set<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t i = 1; i < users.size(); ++i)
    for (std::size_t k = i; k > 0 && users[k - 1].first == users[i].first; --k)
      pairs.emplace(users[k - 1].second, users[i].second);
  for (const auto& [a, b] : pairs) {
    all[a].overlaps.push_back(b + 1);
    all[b].overlaps.push_back(a + 1);
  }
}

std::string place_of(const finding& f) {
  if (f.evidence.empty()) return {};
  const finding_evidence& e = f.evidence.front();
  if (known(e.row)) return e.sheet + " " + std::to_string(e.row);
  return known(e.start) ? "ts " + std::to_string(e.start.base()) + " ns" : e.sheet;
}

inline constexpr auto finding_columns = columns(
    column<"rank">(&finding::rank), column<"id">(&finding::id).left(),
    column<"recoverable (µs)">([](const finding& f) { return f.recoverable.in(us); }).digits(1),
    column<"% of window">([](const finding& f) { return f.share * 100; }).digits(1),
    column<"count">([](const finding& f) { return f.count; }),
    column<"confidence">([](const finding& f) { return name_of(f.confidence); }).left(),
    column<"bound">([](const finding& f) { return name_of(f.bound); }).left(),
    column<"what">([](const finding& f) -> std::string_view {
      return f.evidence.empty() ? std::string_view() : std::string_view(f.evidence.front().name);
    }).left(),
    column<"where">([](const finding& f) { return place_of(f); }).left(), column<"advice">(&finding::advice).left(),
    column<"overlaps">([](const finding& f) { return joined_text(f.overlaps); }).left(),
    column<"key">(&finding::key).left());

}  // namespace advise_detail

std::string short_name(std::string_view name) {
  constexpr std::size_t most = 80, front = 60, back = 17;
  if (name.size() <= most) return std::string(name);
  std::size_t from = name.size() - back;
  while (from < name.size() && (static_cast<unsigned char>(name[from]) & 0xC0u) == 0x80u) ++from;
  return std::string(utf8_front(name, front)) + "..." + std::string(name.substr(from));
}

finding_list ranked(std::vector<judged_draft> drafts, const gpu_replay* replay, duration window,
                    const finding_options& options) {
  using namespace advise_detail;
  finding_list out{window, {}, {}};
  std::vector<std::size_t> kept;
  const auto large = [&](duration t) { return options.reports(t, window); };
  for (std::size_t i = 0; i < drafts.size(); ++i) {
    finding_draft& d = drafts[i].draft;
    if (replay != nullptr) {
      keep_possible(d.change, replay->activity());
      keep_possible(d.besides, replay->activity());
      if (d.recoverable > window) d.recoverable = window;
    }
    if (!known(d.recoverable) && replay != nullptr) {
      const duration most = most_of(d.change, replay->activity());
      if (known(most) && !large(most)) continue;
      replay_change with = d.besides;
      with.add(d.change);
      d.recoverable = d.besides.empty() ? replay->saved(with) : replay->total(d.besides) - replay->total(with);
    }
    if (known(d.recoverable) && large(d.recoverable)) kept.push_back(i);
  }
  std::vector<std::string> keys(drafts.size());
  for (const std::size_t i : kept) {
    keys[i] = std::string(drafts[i].id);
    if (!drafts[i].draft.group.empty()) keys[i] += ":" + drafts[i].draft.group;
  }
  // Savings of several devices are sums over all of them; the time of one that the others wait for passes on each.
  const auto of_all = [&](const finding_draft& d) {
    return d.is_wall_time ? duration(d.recoverable.in(ns) * options.lanes * ns) : d.recoverable;
  };
  merge_sorted_runs(kept, [&](std::size_t a, std::size_t b) {
    const duration x = of_all(drafts[a].draft), y = of_all(drafts[b].draft);
    return x == y ? keys[a] < keys[b] : x > y;
  });
  if (kept.size() > options.most) kept.resize(options.most);
  replay_change all;
  bool asked = false, waits = false;  // for other ranks
  duration sum, longest;
  for (const std::size_t i : kept) {
    judged_draft& j = drafts[i];
    if (replay != nullptr && j.bound == finding_bound::exact && moves_host(j.draft.change)) {
      if (!asked) asked = true, waits = waits_for_ranks(replay->activity(), window);
      if (waits) j.bound = finding_bound::upper;
    }
    if (replay != nullptr && j.draft.change.empty()) j.bound = finding_bound::upper;  // not replayed
    // more than the GPU is idle: work of several streams runs at once that need not be able to
    if (j.draft.change.fast_host && j.draft.recoverable > j.draft.concerned) j.bound = finding_bound::upper;
    if (!j.lost.empty()) j.bound = finding_bound::upper;
    const finding_confidence most = j.draft.guess || !j.lost.empty() ? finding_confidence::low
                                    : j.draft.unsure                 ? finding_confidence::medium
                                                                     : finding_confidence::high;
    finding f{out.all.size() + 1, std::string(j.id), keys[i], j.draft.recoverable, 0, j.draft.concerned, j.draft.count,
              std::max(most, j.confidence), j.bound, {}, {}, {}, std::move(j.draft.rows), of_all(j.draft)};
    f.share = window.base() > 0 ? f.recoverable / window / (j.draft.is_wall_time ? 1 : options.lanes) : 0;
    f.evidence = j.draft.evidence;
    if (f.evidence.size() > most_evidence) f.evidence.resize(most_evidence);
    for (finding_evidence& e : f.evidence) e.name = short_name(e.name);
    const std::string_view name = f.evidence.empty() ? std::string_view() : std::string_view(f.evidence.front().name);
    if (!j.lost.empty()) f.advice = "At most (parts are missing): ";
    f.advice = cut_at(f.advice + j.advice({f.count, f.concerned, f.recoverable, window, name, j.draft.detail, f.rows}),
                      longest_advice);
    longest = std::max(longest, f.recoverable);
    all.add(j.draft.change);
    all.add(j.draft.besides);
    sum += f.of_all;
    out.all.push_back(std::move(f));
  }
  out.combined = replay == nullptr ? sum : all.empty() ? duration() : replay->saved(all);
  if (replay != nullptr) out.combined = std::max(out.combined, longest);
  find_overlaps(out.all, drafts, kept);
  return out;
}

table findings_table(const finding_list& list) { return {"findings", list.all, advise_detail::finding_columns}; }

finding_drafts::finding_drafts(std::size_t works)
    : claimed_(works) {}

finding_draft& finding_drafts::add(std::string group) {
  finding_draft& d = list_.emplace_back();
  d.group = std::move(group);
  return d;
}

void finding_drafts::claim(std::span<const std::uint32_t> works) {
  for (const std::uint32_t w : works)
    if (w < claimed_.size()) claimed_[w] = true;
}

std::vector<finding_draft> finding_drafts::take() { return std::exchange(list_, {}); }

}  // namespace ridgeline

#endif  // RIDGELINE_ADVISE_FINDING_BODY_HPP
