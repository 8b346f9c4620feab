#ifndef RIDGELINE_RANKS_PARTIAL_BODY_HPP
#define RIDGELINE_RANKS_PARTIAL_BODY_HPP

#include <algorithm>
#include <iterator>
#include <utility>

#include <ridgeline/ranks/partial.hpp>
#include <ridgeline/ranks/wire.hpp>

namespace ridgeline {

namespace ranks_detail {

/// Two sorted lists as one.
template <class Entry, class Before>
std::vector<Entry> merged(std::vector<Entry>&& a, std::vector<Entry>&& b, Before before) {
  std::vector<Entry> all;
  all.reserve(a.size() + b.size());
  std::merge(std::make_move_iterator(a.begin()), std::make_move_iterator(a.end()), std::make_move_iterator(b.begin()),
             std::make_move_iterator(b.end()), std::back_inserter(all), before);
  return all;
}

}  // namespace ranks_detail

void fleet_call::merge(fleet_call&& o) {
  count += o.count;
  first.merge(std::move(o.first));
  for (of_lowest_rank<double> fleet_call::*which :
       {&fleet_call::gflops, &fleet_call::megabytes, &fleet_call::intensity})
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

void fleet_call::merge_kernels(std::vector<fleet_kernel>&& others) {
  const auto before = [](const fleet_kernel& a, const fleet_kernel& b) {
    return a.name != b.name ? a.name < b.name : a.stream < b.stream;
  };
  for (fleet_kernel& k : ranks_detail::merged(std::exchange(kernels, {}), std::move(others), before)) {
    if (!kernels.empty() && kernels.back().name == k.name && kernels.back().stream == k.stream)
      kernels.back().time.merge(k.time);
    else kernels.push_back(std::move(k));
  }
}

namespace ranks_detail {

/// Merges two lists ordered by key into one; entries with the same key are merged.
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

fleet_partial merge(fleet_partial a, fleet_partial b) {
  fleet_partial all;
  const auto before = [](const auto& x, const auto& y) { return x.rank != y.rank ? x.rank < y.rank : x.path < y.path; };
  all.ranks = ranks_detail::merged(std::move(a.ranks), std::move(b.ranks), before);
  const auto twice = std::unique(all.ranks.begin(), all.ranks.end(),
                                 [](const rank_facts& x, const rank_facts& y) { return x.rank == y.rank; });
  all.ranks.erase(twice, all.ranks.end());
  all.launchers = ranks_detail::merge_by_key(std::move(a.launchers), std::move(b.launchers));
  all.calls = ranks_detail::merge_by_key(std::move(a.calls), std::move(b.calls));
  all.unread = ranks_detail::merged(std::move(a.unread), std::move(b.unread), before);
  return all;
}

namespace ranks_detail {

/// Reads or writes a value of an enumeration that ends with `last`, depending on `Wire`.
template <class Wire, class Enum>
void transfer_one_of(Wire& wire, Enum& value, Enum last) {
  auto number = static_cast<std::uint8_t>(value);
  wire(number);
  if constexpr (Wire::reads) {
    if (number > static_cast<std::uint8_t>(last)) return wire.fail();
    value = static_cast<Enum>(number);
  }
}

/// Reads or writes a rank, depending on `Wire`.
template <class Wire>
void transfer(Wire& wire, rank_facts& r) {
  wire(r.rank), wire(r.path), wire(r.world_size), wire(r.trace_rank), wire(r.devices), wire(r.events), wire(r.chip);
  wire(r.kernels_in_all), wire(r.communication_kernels), wire(r.gpu_events), wire(r.base);
  wire(r.cut), wire(r.timeline_empty), wire(r.steps_by_place);
  for (double& t : r.timeline) wire(t);
  wire.for_each(r.quality.issues(), [&](quality_issue& issue) {
    wire(issue.reason), wire(issue.count), wire(issue.first.file), wire(issue.first.line), wire(issue.first.column);
    wire(issue.example), wire(issue.lost_input);
  });
  r.texts.transfer(wire);
  wire.for_each(r.collectives, [&](collective_use& u) {
    for (std::uint32_t* n : {&u.name, &u.group, &u.members, &u.type, &u.in_split, &u.out_split}) wire(*n);
    for (std::int64_t* n : {&u.size, &u.in_elements, &u.out_elements, &u.stream}) wire(*n);
    for (std::int64_t* n : {&u.begin, &u.span, &u.sequence, &u.source, &u.destination, &u.step, &u.device})
      wire(*n);
    for (std::int64_t* n : {&u.work_at_begin, &u.work_at_end, &u.launched.at, &u.launched.time, &u.launched.done})
      wire(*n);
    transfer_one_of(wire, u.kind, gpu::collective_kind::send_recv);
    transfer_one_of(wire, u.from, metadata_source::kernel_name);
    wire(u.sends), wire(u.receives), wire(u.start), wire(u.length);
  });
  wire.for_each(r.steps, [&](rank_step& s) {
    for (std::int64_t* n : {&s.number, &s.begin, &s.span, &s.first, &s.last, &s.work_at_first, &s.work_at_last,
                            &s.launched.at, &s.launched.time, &s.launched.done})
      wire(*n);
    for (double& t : s.timeline) wire(t);
  });
  wire.for_each(r.groups, [&](rank_group& g) { wire(g.name), wire(g.members); });
  wire.for_each(r.kernels, [&](rank_kernel& k) {
    for (std::uint32_t* n : {&k.event, &k.op_event, &k.name, &k.op, &k.dims, &k.types, &k.strides, &k.concrete, &k.file,
                             &k.category})
      wire(*n);
    wire(k.stream), wire(k.op_kernels), wire(k.start), wire(k.length), wire(k.op_busy), wire(k.op_share);
  });
  wire(r.checks.sound);
  wire.for_each(r.checks.found, [&](rank_check& c) {
    wire(c.number), transfer_one_of(wire, c.is, trace_verdict::unknowable);
    wire(c.count), wire(c.share), wire(c.first), wire(c.message);
    if constexpr (Wire::reads)
      if (c.number >= rank_check_names.size()) wire.fail();
  });
}

template <class Wire, class T>
void transfer(Wire& wire, of_lowest_rank<T>& f) {
  wire(f.rank), wire(f.value);
}

template <class Wire>
void transfer(Wire& wire, fleet_call& c) {
  wire(c.identity), wire(c.name), wire(c.count);
  wire.for_each(c.parameters, [&](fleet_parameter& p) {
    wire(p.name), transfer_one_of(wire, p.value.is, torch_value::kind::list_of_tuples);
    wire(p.value.number), wire(p.value.text);
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
  constexpr std::uint32_t this_format = 0x374C4652;  // "RFL7"
  std::uint32_t mark = this_format;
  wire(mark);
  if (mark != this_format) {
    if constexpr (Wire::reads) wire.fail();
    return;
  }
  wire.for_each(p.ranks, [&](rank_facts& r) { transfer(wire, r); });
  wire.for_each(p.launchers, [&](fleet_launcher& l) {
    wire(l.name), wire(l.count), wire(l.time), wire(l.copy_time);
  });
  wire.for_each(p.calls, [&](fleet_call& c) { transfer(wire, c); });
  wire.for_each(p.unread, [&](unread_rank& u) { wire(u.rank), wire(u.path), wire(u.why), wire(u.no_trace); });
}

}  // namespace ranks_detail

std::string to_bytes(fleet_partial& partial) {
  wire_writer wire;
  ranks_detail::transfer(wire, partial);
  return wire.take();
}

expected<fleet_partial> partial_from(std::string_view bytes) {
  wire_reader wire(bytes);
  fleet_partial partial;
  ranks_detail::transfer(wire, partial);
  if (!wire.done()) return failure{errc::not_a_report, {}, "the bytes are not a partial result of this version"};
  return partial;
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_PARTIAL_BODY_HPP
