#ifndef RIDGELINE_RANKS_COLLECTIVES_BODY_HPP
#define RIDGELINE_RANKS_COLLECTIVES_BODY_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/ranks/collectives.hpp>
#include <ridgeline/ranks/figures.hpp>
#include <ridgeline/ranks/matching.hpp>

namespace ridgeline {

fleet_collectives::fleet_collectives(const std::vector<rank_facts>& ranks, const fleet_faults& faults,
                                     const call_arrangement* arranged)
    : ranks_(&ranks), faults_(faults) {
  one_group_ = only_one_group();
  number_texts();
  if (arranged == nullptr) match();
  else take(*arranged);
}

double fleet_collectives::last_start(std::uint32_t instance) const {
  double last = -HUGE_VAL;
  for (const std::uint32_t p : instances_.of(instance)) last = std::max(last, start_of(parts_[p]));
  return last;
}

std::string fleet_collectives::id(const collective_part& p) const {
  std::string out;
  if (!known(p.index)) return out;
  if (names_ != nullptr) return names_->id_of(names_->calls()[position(p)]);
  if (!one_group_) {
    out = group_name(p);
    if (ambiguous_[group_of_[position(p)]]) out += text(p, &collective_use::members);
    out += '_';
  }
  out += std::to_string(p.index);
  return out;
}

std::string_view fleet_collectives::group_name(const collective_part& p) const {
  if (names_ != nullptr) return names_->groups()[names_->calls()[position(p)].group].name;
  if (one_group_) return "all";
  return use(p).group == 0 ? unnamed_group : text(p, &collective_use::group);
}

std::int64_t fleet_collectives::size(const collective_part& p) const {
  return names_ == nullptr ? use(p).size : names_->size_of(names_->calls()[position(p)]);
}

gpu::collective_kind fleet_collectives::kind(const collective_part& p) const {
  if (faults_.collectives_by_listed_names) return listed_kind_of(text(p, &collective_use::name));
  return names_ == nullptr ? use(p).kind : names_->kind_of(names_->calls()[position(p)]);
}

bool fleet_collectives::waits(const collective_part& p) const {
  const gpu::collective_kind k = kind(p);
  if (k == gpu::collective_kind::unknown) return faults_.collectives_by_listed_names && one_group_;
  return ranks_detail::ends_together(k) && k != gpu::collective_kind::alltoallv;
}

bool fleet_collectives::only_one_group() const {
  for (const rank_facts& r : *ranks_)
    for (const collective_use& u : r.collectives)
      if (u.group != 0 || u.stream != r.collectives.front().stream) return false;
  return true;
}

void fleet_collectives::number_texts() {
  rank_texts names, keys;
  std::string key;
  for (const rank_facts& r : *ranks_) {
    std::unordered_map<std::uint64_t, std::uint32_t> known;  // by number of this rank's text
    for (const collective_use& u : r.collectives) {
      const bool by_name = faults_.groups_by_name_alone || one_group_;
      const std::uint64_t pair = std::uint64_t{u.group} << 32 | (by_name ? 0 : u.members);
      const auto [at, is_new] = known.try_emplace(pair, 0);
      if (is_new) {
        key = r.texts.text(u.group);
        const std::uint32_t name = names.number(key) - 1;
        key += u.group == 0 ? '\1' : '\0';
        if (!by_name) key += r.texts.text(u.members);
        at->second = keys.number(key) - 1;
        if (at->second == name_of_group_.size()) name_of_group_.push_back(name);
      }
      group_of_.push_back(at->second);
    }
  }
  std::vector<std::uint32_t> groups_with_name(name_of_group_.size() + 1, 0);
  for (const std::uint32_t name : name_of_group_) ++groups_with_name[name];
  for (const std::uint32_t name : name_of_group_) ambiguous_.push_back(groups_with_name[name] > 1);
}

void fleet_collectives::take(const call_arrangement& arranged) {
  starts_ = arranged.starts;
  names_ = arranged.names;
  std::vector<std::uint32_t> instance_of, place(arranged.collectives, no_group);  // by call; by collective
  std::uint32_t next = 0;
  for (std::uint32_t r = 0; r < ranks_->size(); ++r) {
    offsets_.push_back(static_cast<std::uint32_t>(parts_.size()));
    for (std::uint32_t i = 0; i < (*ranks_)[r].collectives.size(); ++i) {
      const std::size_t call = parts_.size();
      const std::uint32_t of = names_ == nullptr ? no_group : names_->calls()[call].collective;
      const std::uint32_t collective = arranged.collective_of[call];
      if (collective != no_group && place[collective] == no_group) place[collective] = next++;
      instance_of.push_back(collective == no_group ? no_group : place[collective]);
      parts_.push_back({r, i, instance_of.back(),
                        known(of) ? names_->collectives()[of].place : missing<std::uint32_t>});
    }
  }
  instances_ = grouped(instance_of, next);
}

void fleet_collectives::match() {
  struct key {
    std::uint32_t group, index;
  };
  distinct<key> known;
  std::vector<std::uint32_t> instance_of;
  std::vector<std::uint32_t> next(name_of_group_.size(), 0);
  for (std::uint32_t r = 0; r < ranks_->size(); ++r) {
    const std::vector<collective_use>& uses = (*ranks_)[r].collectives;
    const auto first = static_cast<std::uint32_t>(parts_.size());
    offsets_.push_back(first);
    for (std::uint32_t i = 0; i < uses.size(); ++i) parts_.push_back({r, i, 0, 0});
    std::fill(next.begin(), next.end(), 0);
    for (const std::uint32_t i : numbers_below(uses.size()) | sort_by([&](std::uint32_t i) { return uses[i].start; }))
      parts_[first + i].index = next[group_of_[first + i]]++;
    for (std::uint32_t i = first; i < parts_.size(); ++i) {
      parts_[i].instance = known.number({group_of_[i], parts_[i].index});
      instance_of.push_back(parts_[i].instance);
    }
  }
  instances_ = grouped(instance_of, known.size());
}

double megabytes_of(const fleet_collectives& all, const collective_part& p, std::int64_t elements) {
  if (!known(elements)) return missing<double>;
  const std::string_view type = all.text(p, &collective_use::type);
  const double bytes = element_bytes(type, all.faults().collectives_of_old_types);
  return static_cast<double>(elements) * bytes / 1048576;
}

namespace ranks_detail {

/// Fills in what a collective moved and how fast: as in the sheet of all collectives, or as the original does.
inline void rate(const fleet_collectives& all, collective_row& row) {
  const collective_part& first = all.part(row.first_part);
  const call_matching* const matching = all.matching();
  if (matching != nullptr && !all.faults().collectives_by_listed_names) {
    const std::uint32_t c = matching->calls()[row.first_part].collective;
    const collective_rates rates = rates_of(*matching, matching->collectives()[c], row.latency);
    row.full_megabytes = rates.message / 1048576;
    row.algorithm_rate = rates.algorithm / 1e9, row.bus_rate = rates.bus / 1e9;
    return;
  }
  const gpu::collective_kind kind = all.kind(first);
  const bool gathers = kind == gpu::collective_kind::allgather;
  row.full_megabytes = megabytes_of(all, first, gathers ? all.use(first).out_elements : all.use(first).in_elements);
  row.algorithm_rate =
      row.latency > 0 ? all.shown_rate(row.full_megabytes / 1024 / (row.latency / 1e6)) : missing<double>;
  const std::int64_t size = all.use(first).size;
  const double factor = size == 1 && kind != gpu::collective_kind::unknown ? 0
                        : known(size) ? bus_factor(kind, static_cast<double>(size)) : missing<double>;
  row.bus_rate = row.algorithm_rate * factor;
}

}  // namespace ranks_detail

std::vector<collective_row> collective_rows(const fleet_collectives& all) {
  std::vector<collective_row> rows;
  for (std::uint32_t g = 0; g < all.instances().size(); ++g) {
    const grouping::slice parts = all.instances().of(g);
    if (parts.size() == 0) continue;
    const collective_part& first = all.part(parts.front());
    if (!all.waits(first)) continue;
    collective_row row;
    row.instance = g;
    row.first_part = parts.front();
    const double last_start = all.last_start(g);
    double first_end = HUGE_VAL, last_end = -HUGE_VAL;
    row.latency = HUGE_VAL;
    for (const std::uint32_t p : parts) {
      const collective_use& u = all.use(all.part(p));
      row.latency = std::min(row.latency, u.length);
      const double end = all.end_of(all.part(p));
      first_end = std::min(first_end, end), last_end = std::max(last_end, end);
    }
    row.end_skew = last_end - first_end;
    row.start_skew = -1;
    for (const std::uint32_t p : parts) {
      const double wait = last_start - all.start_of(all.part(p));
      row.mean_wait += wait;
      if (wait >= row.start_skew) row.start_skew = wait, row.earliest = all.part(p).rank;
    }
    row.mean_wait /= static_cast<double>(parts.size());
    ranks_detail::rate(all, row);
    rows.push_back(row);
  }
  return rows;
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_COLLECTIVES_BODY_HPP
