#ifndef RIDGELINE_RANKS_FIGURES_BODY_HPP
#define RIDGELINE_RANKS_FIGURES_BODY_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include <ridgeline/query/distinct.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/ranks/exchanges.hpp>
#include <ridgeline/ranks/figures.hpp>
#include <ridgeline/stats/statistics.hpp>

namespace ridgeline {

double bus_factor(gpu::collective_kind kind, double n) {
  using enum gpu::collective_kind;
  if (!(n > 1)) return missing<double>;
  switch (kind) {
    case allreduce: return 2 * (n - 1) / n;
    case reduce_scatter:
    case allgather:
    case alltoall:
    case gather:
    case scatter: return (n - 1) / n;
    case broadcast:
    case reduce:
    case send_recv: return 1;
    default: return missing<double>;
  }
}

namespace ranks_detail {

inline double elements_of(std::int64_t n) { return known(n) ? static_cast<double>(n) : missing<double>; }

/// The most bytes that any member of an uneven exchange sends to or receives from the others; NaN without splits.
inline double most_on_the_bus(const call_matching& all, const matched_collective& c, double bytes) {
  const std::vector<std::int64_t> members = all.expected_of(c);
  double most = 0;
  for (const std::uint32_t call : all.members(c)) {
    const matched_call& own = all.calls()[call];
    const auto place = static_cast<std::size_t>(std::find(members.begin(), members.end(), all.ranks()[own.rank].rank) -
                                                members.begin());
    const collective_use& u = all.use(own);
    for (const auto& [which, elements] :
         {std::pair(&collective_use::in_split, u.in_elements), std::pair(&collective_use::out_split, u.out_elements)}) {
      const std::vector<std::int64_t> splits = numbers_in(all.text(own, which));
      if (splits.size() != members.size() || place >= splits.size()) return missing<double>;
      double sum = 0;
      for (std::size_t i = 0; i < splits.size(); ++i)
        if (i != place) sum += static_cast<double>(splits[i]);
      most = std::max(most, sum * static_cast<double>(elements_per_split(splits, elements)) * bytes);
    }
  }
  return most;
}

}  // namespace ranks_detail

double message_bytes(const call_matching& all, const matched_collective& c) {
  using ranks_detail::elements_of;
  const auto calls = all.members(c);
  double bytes = missing<double>;  // as all of these from the first rank that states it
  for (const std::uint32_t call : calls)
    if (!known(bytes)) bytes = element_bytes(all.text(all.calls()[call], &collective_use::type));
  const auto first_known = [&](std::int64_t collective_use::*which) {
    for (const std::uint32_t call : calls)
      if (known(all.use(call).*which)) return elements_of(all.use(call).*which);
    return missing<double>;
  };
  const auto n = static_cast<double>(all.size_of(c));
  switch (c.kind) {
    case gpu::collective_kind::unknown: return missing<double>;
    case gpu::collective_kind::allgather: {
      const double out = first_known(&collective_use::out_elements), in = first_known(&collective_use::in_elements);
      return (known(out) ? std::fmax(in, out) : in * n) * bytes;  // some name the list of outputs first
    }
    case gpu::collective_kind::alltoallv: {
      double most = missing<double>;
      for (const std::uint32_t call : calls)
        for (const std::int64_t elements : {all.use(call).in_elements, all.use(call).out_elements})
          if (known(elements) && !(elements_of(elements) <= most)) most = elements_of(elements);
      return most * bytes;
    }
    case gpu::collective_kind::gather:
    case gpu::collective_kind::scatter: {
      double least = missing<double>;  // the share of one rank; the root has n shares on one side
      const auto share =
          c.kind == gpu::collective_kind::gather ? &collective_use::in_elements : &collective_use::out_elements;
      for (const std::uint32_t call : calls) {
        const double own = elements_of(all.use(call).*share);
        if (own > 0 && !(own >= least)) least = own;
      }
      return n * least * bytes;
    }
    default: return first_known(&collective_use::in_elements) * bytes;
  }
}

namespace ranks_detail {

collective_rates rates_of(const call_matching& all, const matched_collective& c, double transfer) {
  collective_rates r;
  r.message = message_bytes(all, c);
  const auto size = static_cast<double>(all.size_of(c));
  if (!(transfer > 0 && size > 1 && r.message > 0)) return r;  // a barrier moves nothing
  r.algorithm = r.message / (transfer / 1e6);
  const double bytes = element_bytes(all.text(all.calls()[all.members(c).front()], &collective_use::type));
  r.bus = c.kind == gpu::collective_kind::alltoallv ? most_on_the_bus(all, c, bytes) / (transfer / 1e6)
                                                    : r.algorithm * bus_factor(c.kind, size);
  return r;
}

/// `starts` is a scratch buffer for the members' starts that the caller reuses across collectives.
inline collective_figures figures_of_one(const call_matching& all, std::uint32_t number,
                                         std::vector<corrected_stamp>& starts) {
  const matched_collective& c = all.collectives()[number];
  collective_figures f;
  f.collective = number;
  const auto calls = all.members(c);
  corrected_stamp last, second;
  double waited = 0, raw_first = missing<double>, raw_last = missing<double>, end_first = 0, end_last = 0;
  double shortest = missing<double>;
  bool one_clock = true, first_call = true;
  starts.clear();
  const std::int64_t base = all.ranks()[all.calls()[calls.front()].rank].base;
  const std::int64_t zero = all.use(calls.front()).begin;
  for (const std::uint32_t call : calls) {
    const std::uint32_t rank = all.calls()[call].rank;
    const collective_use& u = all.use(call);
    const corrected_stamp start = starts.emplace_back(all.start_of(call)), end = all.end_of(call);
    const clock_estimate& clock = all.clocks()[rank];
    if (first_call) f.reference = clock.is_known() ? clock.reference : rank;
    one_clock = one_clock && clock.is_known() && clock.reference == f.reference;
    const double raw =
        static_cast<double>(u.begin - zero) / 1000 + static_cast<double>(all.ranks()[rank].base - base) / 1000;
    if (!(raw >= raw_first)) raw_first = raw;
    if (!(raw <= raw_last)) raw_last = raw;
    if (!(static_cast<double>(u.span) >= shortest)) shortest = static_cast<double>(u.span);
    if (known(start.at)) {
      if (!(start.at <= last.at))
        second = last, last = start, f.last_call = call;
      else if (!(start.at <= second.at))
        second = start;
      waited += start.at;
      if (first_call || end.at < end_first) end_first = end.at;
      if (first_call || end.at > end_last) end_last = end.at;
    }
    first_call = false;
  }
  if (one_clock)
    f.last_start = last.at;
  else if (calls.size() == 1 && !all.clocks()[all.calls()[calls.front()].rank].is_known())
    f.last_start = all.local(all.calls()[calls.front()].rank, all.use(calls.front()).begin);
  const double n = static_cast<double>(calls.size());
  if (!c.complete) {
    f.last_call = missing<std::uint32_t>;
    return f;
  }
  f.transfer = shortest / 1000;
  f.raw_skew = raw_last - raw_first;
  if (one_clock) {
    const corrected_extremes extremes = extremes_of(starts);
    f.skew = extremes.skew();
    f.uncertainty = extremes.half_width();
    f.mean_wait = last.at - waited / n;
    f.end_skew = end_last - end_first;
    f.lead = calls.size() > 1 ? last.at - second.at : missing<double>;
    bool certain = calls.size() > 1;
    for (std::size_t i = 0; i < starts.size(); ++i)
      certain = certain && (calls[i] == f.last_call ||
                            last.at - starts[i].at > 2 * std::hypot(last.half_width, starts[i].half_width));
    if (!certain) f.last_call = missing<std::uint32_t>;
  } else {
    f.last_call = missing<std::uint32_t>;
  }
  const collective_rates rates = rates_of(all, c, f.transfer);
  f.message = rates.message, f.algorithm_rate = rates.algorithm, f.bus_rate = rates.bus;
  return f;
}

}  // namespace ranks_detail

std::vector<collective_figures> figures_of(const call_matching& all) {
  std::vector<collective_figures> list;
  std::vector<corrected_stamp> starts;
  for (std::uint32_t i = 0; i < all.collectives().size(); ++i)
    list.push_back(ranks_detail::figures_of_one(all, i, starts));
  return std::move(list) | sort_by([](const collective_figures& f) { return known(f.reference) ? f.reference : 0; },
                                   [](const collective_figures& f) { return known(f.last_start) ? f.last_start : 0; },
                                   &collective_figures::collective);
}

double wait_of(const call_matching& all, const collective_figures& f, std::uint32_t call) {
  return known(f.skew) ? f.last_start - all.start_of(call).at : missing<double>;
}
double transfer_of(const call_matching& all, const collective_figures& f, std::uint32_t call) {
  return known(f.skew) ? all.end_of(call).at - f.last_start : missing<double>;
}
double work_beside(const call_matching& all, std::uint32_t call) {
  const collective_use& u = all.use(call);
  const double work = (static_cast<double>(u.work_at_end) - static_cast<double>(u.work_at_begin)) / 1000;
  return std::max(0.0, std::min(work, all.end_of(call).at - all.start_of(call).at));
}

std::vector<double> open_waits_of(const call_matching& all) {
  struct like {
    std::int64_t kind, elements, size;
  };
  distinct<like> likes;
  std::vector<std::uint32_t> like_of;
  std::vector<double> shortest, open(all.calls().size(), 0);
  for (const matched_call& c : all.calls()) {
    const collective_use& u = all.use(c);
    like_of.push_back(likes.number({static_cast<std::int64_t>(u.kind), u.in_elements, u.size}));
    if (like_of.back() == shortest.size()) shortest.push_back(static_cast<double>(u.span) / 1000);
    shortest[like_of.back()] = std::min(shortest[like_of.back()], static_cast<double>(u.span) / 1000);
  }
  for (std::uint32_t i = 0; i < open.size(); ++i) {
    const std::uint32_t c = all.calls()[i].collective;
    if (known(c) && all.collectives()[c].complete) continue;
    open[i] = std::max(0.0, static_cast<double>(all.use(i).span) / 1000 -
                                std::max(work_beside(all, i), shortest[like_of[i]]));
  }
  return open;
}

namespace ranks_detail {

std::vector<double> medians_of(const std::vector<std::uint32_t>& class_of, const std::vector<double>& values,
                               std::size_t classes) {
  const grouping groups = grouped(class_of, classes);
  std::vector<double> all(classes, 0), some;
  for (std::size_t c = 0; c < classes; ++c) {
    some.clear();
    for (const std::uint32_t i : groups.of(c)) some.push_back(values[i]);
    all[c] = statistics_of(some).median;
  }
  return all;
}

sums_by_end::sums_by_end(const call_matching& all, const std::vector<double>& of_calls) {
  for (std::uint32_t i = 0; i < of_calls.size(); ++i)
    if (of_calls[i] != 0) ends_.push_back({all.calls()[i].rank, all.use(i).finish(), of_calls[i]});
  ends_ = std::move(ends_) | sort_by(&ended::rank, &ended::at);
  for (std::size_t i = 1; i < ends_.size(); ++i) ends_[i].sum += ends_[i - 1].sum;
}
double sums_by_end::until(std::uint32_t rank, std::int64_t time) const {
  const auto at = std::upper_bound(ends_.begin(), ends_.end(), std::pair(rank, time),
                                   [](const auto& t, const ended& e) { return t < std::pair(e.rank, e.at); });
  return at == ends_.begin() ? 0 : (at - 1)->sum;
}
double sums_by_end::in(std::uint32_t rank, std::int64_t after, std::int64_t last) const {
  return after < last ? std::max(0.0, until(rank, last) - until(rank, after)) : 0;
}

}  // namespace ranks_detail

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_FIGURES_BODY_HPP
