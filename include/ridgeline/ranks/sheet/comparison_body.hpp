#ifndef RIDGELINE_RANKS_SHEET_COMPARISON_BODY_HPP
#define RIDGELINE_RANKS_SHEET_COMPARISON_BODY_HPP

#include <cstddef>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include <ridgeline/ranks/rank_list.hpp>
#include <ridgeline/ranks/sheet/attendance.hpp>
#include <ridgeline/ranks/sheet/comparison.hpp>
#include <ridgeline/ranks/sheet/comparison_columns.hpp>
#include <ridgeline/table/format.hpp>

namespace ridgeline {

struct rank_comparison::parts {
  explicit parts(const std::vector<rank_facts>& ranks)
      : matching(ranks),
        figures(figures_of(matching)),
        what_if(what_if_of(matching, figures)),
        figure_of(matching.collectives().size(), missing<std::uint32_t>) {
    for (std::uint32_t f = 0; f < figures.size(); ++f) figure_of[figures[f].collective] = f;
  }

  call_matching matching;
  std::vector<collective_figures> figures;
  what_if_analysis what_if;
  std::vector<std::uint32_t> figure_of;    // by collective
};

rank_comparison::rank_comparison(const std::vector<rank_facts>& ranks) : parts_(new parts(ranks)) {}

const call_matching& rank_comparison::matching() const { return parts_->matching; }
const std::vector<collective_figures>& rank_comparison::figures() const { return parts_->figures; }
const what_if_analysis& rank_comparison::what_if() const { return parts_->what_if; }

const collective_figures* rank_comparison::figures_of_call(std::uint32_t call) const {
  const std::uint32_t c = matching().calls()[call].collective;
  return known(c) ? &figures()[parts_->figure_of[c]] : nullptr;
}

call_arrangement rank_comparison::arrangement() const {
  call_arrangement a;
  a.collectives = matching().collectives().size();
  a.names = &matching();
  for (std::uint32_t i = 0; i < matching().calls().size(); ++i) {
    const collective_figures* const f = figures_of_call(i);
    const bool compared = f != nullptr && known(f->skew);
    a.collective_of.push_back(compared ? f->collective : no_group);
    a.starts.push_back(compared ? matching().start_of(i).at : matching().use(i).start);
  }
  return a;
}

void rank_comparison::judge(data_quality& quality) const {
  matching().judge(quality);
  std::map<std::int64_t, std::size_t> seen;
  std::size_t stepped = 0;
  for (const rank_facts& r : matching().ranks()) {
    bool any = false;
    for (const rank_step& s : r.steps)
      if (known(s.number)) ++seen[s.number], any = true;
    stepped += any ? 1 : 0;
  }
  ranks_detail::rank_list some;
  for (const auto& [number, ranks] : seen)
    if (ranks != stepped) some.add(number);
  if (some.count() > 0)
    quality.add("step window differs: not all ranks have these steps; comparisons use the steps that all have", {},
                "step " + some.text(), false, some.count());
  ranks_detail::rank_list cut;
  for (const std::int64_t number : matching().cut_steps()) cut.add(number);
  if (cut.count() > 0)
    quality.add("step window differs: a rank's GPU record has only a part of these steps; who is slow is told from the "
                "others", {}, "step " + cut.text(), false, cut.count());
}

cell stamp_cell_of(std::int64_t nanoseconds, std::string& scratch) {
  scratch = microseconds_text(nanoseconds);
  return cell::of(std::string_view(scratch));
}

std::vector<table> comparison_tables(const rank_comparison& c) {
  using namespace ranks_detail;
  const call_matching& all = c.matching();
  std::vector<table> tables;
  std::vector<straggling_rank> ranks;
  for (std::uint32_t r = 0; r < all.ranks().size(); ++r) ranks.push_back({&c, r});
  if (ranks.size() > 1) {
    tables.emplace_back("straggler_verdict", std::vector{&c}, verdict_columns);
    tables.emplace_back("stragglers", ranks, straggling_columns);
    tables.emplace_back("what_if", c.what_if().rows, what_if_columns);
  }
  std::vector<step_view> steps;
  for (const rank_facts& r : all.ranks())
    for (const rank_step& s : r.steps)
      if (known(s.first)) steps.push_back({&r, &s});
  tables.emplace_back("rank_steps", std::move(steps), step_columns);
  std::vector<figures_view> collectives;
  for (const collective_figures& f : c.figures()) collectives.push_back({&c, &f});
  tables.emplace_back("collectives", std::move(collectives), figures_columns);
  std::vector<group_row> groups(all.groups().size() + 1);
  std::vector<std::set<match_basis>> by(groups.size());
  for (std::size_t g = 0; g < all.groups().size(); ++g) {
    groups[g].of = &all.groups()[g];
    groups[g].unmatched = all.unmatched_of(static_cast<std::uint32_t>(g));
    groups[g].evidence = all.evidence_of(static_cast<std::uint32_t>(g));
  }
  for (const matched_call& call : all.calls()) ++groups[call.group].calls;
  for (const matched_collective& m : all.collectives()) {
    ++(m.complete ? groups[m.group].complete : groups[m.group].incomplete);
    if (m.by != match_basis::none) by[m.group].insert(m.by);
  }
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const match_basis b : by[g]) groups[g].by += (groups[g].by.empty() ? "" : " ") + std::string(name_of(b));
    if (g + 1 == groups.size()) break;
    group_row& sum = groups.back();
    sum.calls += groups[g].calls, sum.complete += groups[g].complete, sum.incomplete += groups[g].incomplete;
    sum.unmatched += groups[g].unmatched;
  }
  tables.emplace_back("collective_matching", std::move(groups), group_columns);
  std::vector<call_view> calls;
  for (std::uint32_t i = 0; i < all.calls().size(); ++i) calls.push_back({&c, i});
  tables.emplace_back("long", std::move(calls), call_view_columns);
  if (ranks.size() > 1) tables.emplace_back("clock_offsets", std::move(ranks), rank_clock_columns);
  return tables;
}

table ranks_table(const fleet_partial& partial, const experiment& e) {
  using ranks_detail::rank_file_row;
  std::vector<rank_file_row> rows;
  std::size_t next = 0;
  for (const rank_file& f : e.files) {
    while (next < partial.ranks.size() && partial.ranks[next].rank < f.rank) ++next;
    const bool here = next < partial.ranks.size() && partial.ranks[next].rank == f.rank;
    const bool other = !here && ranks_detail::is_no_trace(partial, f);
    rows.push_back(
        {&f, here ? &partial.ranks[next] : nullptr, here ? "read" : other ? "no trace" : "unreadable", f.note});
  }
  for (const rank_file& f : e.doubled) rows.push_back({&f, nullptr, "doubled", "another file of this rank is read"});
  for (rank_file_row& row : rows)
    if (row.facts != nullptr && row.facts->cut) row.status = "truncated";
  return table("ranks", std::move(rows), ranks_detail::rank_file_columns);
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_SHEET_COMPARISON_BODY_HPP
