#ifndef RIDGELINE_RANKS_PARTIAL_HPP
#define RIDGELINE_RANKS_PARTIAL_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/stats/moments.hpp>
#include <ridgeline/core/expected.hpp>
#include <ridgeline/ranks/rank_facts.hpp>
#include <ridgeline/torch/op/parameters.hpp>

namespace ridgeline {

/// What the lowest rank says that says anything.
template <class T>
struct of_lowest_rank {
  static constexpr std::int64_t nobody = std::numeric_limits<std::int64_t>::max();
  std::int64_t rank = nobody;
  T value{};

  bool said() const { return rank != nobody; }
  void say(std::int64_t by, const T& what) {
    if (by < rank) rank = by, value = what;
  }
  void merge(of_lowest_rank&& other) {
    if (other.rank < rank) *this = std::move(other);
  }
};

/// Ops that launch, by name: how often, and how long their work took, in microseconds.
struct fleet_launcher {
  std::string name{};
  std::int64_t count = 0;
  exact_sum time{};
  exact_sum copy_time{};  ///< of those that copy or fill and do nothing else

  std::string_view key() const { return name; }
  void merge(fleet_launcher&& o) {
    count += o.count;
    time.merge(o.time);
    copy_time.merge(o.copy_time);
  }
};

/// Kernels of one name and stream below calls of one kind; microseconds.
struct fleet_kernel {
  std::string name{};
  std::int64_t stream = missing<std::int64_t>;
  moments time{};
};

struct fleet_parameter {
  std::string name{};
  torch_value value{};
};

/// Calls of one op with the same parameters, on any ranks. `identity` holds the op's name and its parameters as bytes.
struct fleet_call {
  std::string identity{}, name{};
  std::vector<fleet_parameter> parameters{};
  std::int64_t count = 0;
  of_lowest_rank<std::uint32_t> first{};           ///< the first call's event in its trace
  of_lowest_rank<double> gflops{}, megabytes{}, intensity{};
  of_lowest_rank<std::string> process_name{}, process_label{}, thread_name{}, spec{};
  of_lowest_rank<std::string> dims{}, types{}, strides{}, concrete{};  ///< JSON texts
  moments memory_rate{}, compute_rate{}, time{};  ///< TB/s, TFLOP/s, microseconds
  moments compute_rate_without_moves{};           ///< TFLOP/s over the time without kernels that only move data
  exact_sum time_without_moves{};
  std::vector<fleet_kernel> kernels{};            ///< by name and stream

  std::string_view key() const { return identity; }
  void merge(fleet_call&& o) {
    count += o.count;
    first.merge(std::move(o.first));
    for (of_lowest_rank<double> fleet_call::*which : {&fleet_call::gflops, &fleet_call::megabytes, &fleet_call::intensity})
      (this->*which).merge(std::move(o.*which));
    for (of_lowest_rank<std::string> fleet_call::*which :
         {&fleet_call::process_name, &fleet_call::process_label, &fleet_call::thread_name, &fleet_call::spec,
          &fleet_call::dims, &fleet_call::types, &fleet_call::strides, &fleet_call::concrete})
      (this->*which).merge(std::move(o.*which));
    for (moments fleet_call::*which : {&fleet_call::memory_rate, &fleet_call::compute_rate, &fleet_call::time,
                                       &fleet_call::compute_rate_without_moves})
      (this->*which).merge(o.*which);
    time_without_moves.merge(o.time_without_moves);
    merge_kernels(std::move(o.kernels));
  }

 private:
  void merge_kernels(std::vector<fleet_kernel>&& others) {
    const auto before = [](const fleet_kernel& a, const fleet_kernel& b) {
      return a.name != b.name ? a.name < b.name : a.stream < b.stream;
    };
    std::vector<fleet_kernel> all;
    std::merge(std::make_move_iterator(kernels.begin()), std::make_move_iterator(kernels.end()),
               std::make_move_iterator(others.begin()), std::make_move_iterator(others.end()), std::back_inserter(all),
               before);
    kernels.clear();
    for (fleet_kernel& k : all) {
      if (!kernels.empty() && kernels.back().name == k.name && kernels.back().stream == k.stream)
        kernels.back().time.merge(k.time);
      else kernels.push_back(std::move(k));
    }
  }
};

/// A rank whose trace could not be read.
struct unread_rank {
  std::int64_t rank = missing<std::int64_t>;
  std::string path{}, why{};
};

/// What some ranks of a run say, summed up: a partial result. It does not grow with what the traces hold beyond the
/// tables' rows. Two of different ranks merge into that of all their ranks; sums are exact, so that neither the order
/// of merging nor who computed what changes a bit of it.
struct fleet_partial {
  std::vector<rank_facts> ranks{};           ///< by rank, each once
  std::vector<fleet_launcher> launchers{};   ///< by name
  std::vector<fleet_call> calls{};           ///< by identity
  std::vector<unread_rank> unread{};         ///< by rank
};

namespace ranks_detail {

/// Two lists that are ordered by key, into one; entries with one key become one.
template <class Entry>
std::vector<Entry> merge_by_key(std::vector<Entry>&& a, std::vector<Entry>&& b) {
  if (a.empty()) return std::move(b);
  std::vector<Entry> all;
  all.reserve(a.size() + b.size());
  auto i = a.begin(), j = b.begin();
  while (i != a.end() && j != b.end()) {
    if (i->key() < j->key()) {
      all.push_back(std::move(*i++));
    } else if (j->key() < i->key()) {
      all.push_back(std::move(*j++));
    } else {
      i->merge(std::move(*j++));
      all.push_back(std::move(*i++));
    }
  }
  std::move(i, a.end(), std::back_inserter(all));
  std::move(j, b.end(), std::back_inserter(all));
  return all;
}

}  // namespace ranks_detail

/// The partial result of the ranks of both. Of a rank that both have, the one with the lesser path is kept.
inline fleet_partial merge(fleet_partial a, fleet_partial b) {
  fleet_partial all;
  const auto before = [](const auto& x, const auto& y) { return x.rank != y.rank ? x.rank < y.rank : x.path < y.path; };
  std::merge(std::make_move_iterator(a.ranks.begin()), std::make_move_iterator(a.ranks.end()),
             std::make_move_iterator(b.ranks.begin()), std::make_move_iterator(b.ranks.end()),
             std::back_inserter(all.ranks), before);
  const auto twice = std::unique(all.ranks.begin(), all.ranks.end(),
                                 [](const rank_facts& x, const rank_facts& y) { return x.rank == y.rank; });
  all.ranks.erase(twice, all.ranks.end());
  all.launchers = ranks_detail::merge_by_key(std::move(a.launchers), std::move(b.launchers));
  all.calls = ranks_detail::merge_by_key(std::move(a.calls), std::move(b.calls));
  std::merge(std::make_move_iterator(a.unread.begin()), std::make_move_iterator(a.unread.end()),
             std::make_move_iterator(b.unread.begin()), std::make_move_iterator(b.unread.end()),
             std::back_inserter(all.unread), before);
  return all;
}

namespace ranks_detail {

template <class Wire, class T>
void transfer(Wire& wire, of_lowest_rank<T>& f) {
  wire(f.rank), wire(f.value);
}

template <class Wire>
void transfer(Wire& wire, fleet_call& c) {
  wire(c.identity), wire(c.name), wire(c.count);
  wire.for_each(c.parameters, [&](fleet_parameter& p) {
    auto kind = static_cast<std::uint8_t>(p.value.is);
    wire(p.name), wire(kind), wire(p.value.number), wire(p.value.text);
    if constexpr (Wire::reads) {
      if (kind > static_cast<std::uint8_t>(torch_value::kind::list_of_tuples)) wire.fail();
      else p.value.is = static_cast<torch_value::kind>(kind);
    }
  });
  transfer(wire, c.first), transfer(wire, c.gflops), transfer(wire, c.megabytes), transfer(wire, c.intensity);
  transfer(wire, c.process_name), transfer(wire, c.process_label), transfer(wire, c.thread_name);
  transfer(wire, c.spec), transfer(wire, c.dims), transfer(wire, c.types), transfer(wire, c.strides);
  transfer(wire, c.concrete);
  transfer_moments(wire, c.memory_rate), transfer_moments(wire, c.compute_rate), transfer_moments(wire, c.time);
  transfer_moments(wire, c.compute_rate_without_moves);
  wire(c.time_without_moves);
  wire.for_each(c.kernels, [&](fleet_kernel& k) {
    wire(k.name), wire(k.stream), transfer_moments(wire, k.time);
  });
}

template <class Wire>
void transfer(Wire& wire, fleet_partial& p) {
  std::uint32_t mark = 0x314C4652;  // "RFL1"
  wire(mark);
  if (mark != 0x314C4652) {
    if constexpr (Wire::reads) wire.fail();
    return;
  }
  wire.for_each(p.ranks, [&](rank_facts& r) { ridgeline::transfer(wire, r); });
  wire.for_each(p.launchers, [&](fleet_launcher& l) {
    wire(l.name), wire(l.count), wire(l.time), wire(l.copy_time);
  });
  wire.for_each(p.calls, [&](fleet_call& c) { transfer(wire, c); });
  wire.for_each(p.unread, [&](unread_rank& u) { wire(u.rank), wire(u.path), wire(u.why); });
}

}  // namespace ranks_detail

/// A partial result as bytes; equal results give equal bytes, on every machine.
inline std::string to_bytes(fleet_partial& partial) {
  wire_writer wire;
  ranks_detail::transfer(wire, partial);
  return wire.take();
}

/// What `to_bytes` wrote; a failure for other bytes.
inline expected<fleet_partial> partial_from(std::string_view bytes) {
  wire_reader wire(bytes);
  fleet_partial partial;
  ranks_detail::transfer(wire, partial);
  if (!wire.done()) return failure{errc::not_a_report, {}, "the bytes are no partial result of this version"};
  return partial;
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_PARTIAL_HPP
