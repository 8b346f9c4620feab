#ifndef RIDGELINE_XLA_OP_COLLECTIVE_BODY_HPP
#define RIDGELINE_XLA_OP_COLLECTIVE_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/xla/op/collective.hpp>
#include <ridgeline/xla/op/op_words.hpp>
#include <ridgeline/xla/op/start_results.hpp>

namespace ridgeline {

namespace xla_detail {

/// The kind of collective of an opcode; unknown if it is not a collective.
constexpr gpu::collective_kind collective_kind_of_opcode(std::string_view opcode) {
  using enum gpu::collective_kind;
  constexpr std::string_view start = "-start";
  if (opcode.ends_with(start)) opcode.remove_suffix(start.size());
  return opcode == "all-reduce"             ? allreduce
         : opcode == "all-gather"           ? allgather
         : opcode == "reduce-scatter"       ? reduce_scatter
         : opcode == "all-to-all"           ? alltoall
         : opcode == "ragged-all-to-all"    ? alltoallv
         : opcode == "collective-broadcast" ? broadcast
         : opcode == "collective-reduce"    ? reduce
         : opcode == "collective-permute"   ? send_recv
                                            : unknown;
}

/// The contents of shapes: a number of elements if all have the same type, else bytes.
class shape_contents {
 public:
  explicit shape_contents(const hlo_module& m) : m_(&m) {}

  void add(std::uint32_t shape) {
    if (!known(shape)) {
      whole_ = false;
      return;
    }
    const hlo_shape& s = m_->shapes[shape];
    for (const std::int64_t part : m_->list(s.parts))  // recursion is limited by the reader's limit on tuple depth
      add(static_cast<std::uint32_t>(part));
    if (s.type == hlo_type::tuple || s.type == hlo_type::token) return;
    std::int64_t elements = 1;
    for (const std::int64_t d : m_->list(s.dims))
      whole_ = whole_ && d >= 0 && !__builtin_mul_overflow(elements, d, &elements);
    const std::int64_t bits = facts_of(s.type).bits;
    constexpr std::int64_t most = std::int64_t{1} << 60;
    whole_ = whole_ && bits > 0 && elements < (std::int64_t{1} << 50) && elements_ < most && bytes_ < most;
    if (!whole_) return;
    same_ = same_ && (!any_ || type_ == s.type);
    type_ = s.type, any_ = true;
    elements_ += elements, bytes_ += elements * bits / 8;
  }
  bool whole() const { return whole_ && any_; }
  bool same() const { return same_; }
  hlo_type type() const { return type_; }
  std::int64_t elements() const { return elements_; }
  std::int64_t bytes() const { return bytes_; }

 private:
  const hlo_module* m_;
  hlo_type type_ = hlo_type::invalid;
  std::int64_t elements_ = 0, bytes_ = 0;
  bool whole_ = true, same_ = true, any_ = false;
};

/// The first collective in a fusion.
inline const hlo_instruction* fused_collective(const xla_trace& trace, const hlo_module& m, const hlo_instruction& i) {
  constexpr std::uint32_t most = 4096;
  if (i.called.count == 0) return nullptr;
  const std::uint32_t c = m.find_computation(m.list(i.called)[0]);
  if (!known(c)) return nullptr;
  const hlo_computation& inside = m.computations[c];
  for (std::uint32_t n = 0; n < inside.count && n < most; ++n) {
    const hlo_instruction& one = m.instructions[inside.first + n];
    if (collective_kind_of_opcode(trace.text(one.opcode)) != gpu::collective_kind::unknown) return &one;
  }
  return nullptr;
}

/// The root of the computation called by an asynchronous instruction, if it is a collective, or the collective in it if
/// it is a fusion or calls another computation.
inline const hlo_instruction* called_collective(const xla_trace& trace, const hlo_module& m, const hlo_instruction& i,
                                                int depth = 0) {
  constexpr int deepest = 4;
  if (i.called.count == 0 || depth > deepest) return nullptr;
  const std::uint32_t c = m.find_computation(m.list(i.called)[0]);
  if (!known(c)) return nullptr;
  const std::uint32_t root = m.find(c, m.computations[c].root);
  if (!known(root)) return nullptr;
  const hlo_instruction& called = m.instructions[root];
  const std::string_view opcode = trace.text(called.opcode);
  if (opcode == "fusion") return fused_collective(trace, m, called);
  if (opcode == "call") return called_collective(trace, m, called, depth + 1);
  return collective_kind_of_opcode(opcode) == gpu::collective_kind::unknown ? nullptr : &called;
}

/// What the members of a collective's groups are (XLA, GetCollectiveOpGroupMode): replicas, for each partition;
/// replicas with all their partitions; partitions, for each replica; or devices.
enum class group_members : std::uint8_t { replicas, whole_replicas, partitions, devices };
inline group_members members_of_groups(const hlo_instruction& i, gpu::collective_kind kind) {
  using enum gpu::collective_kind;
  if (!i.has_channel) return group_members::replicas;
  if (i.global_ids) return group_members::devices;
  const bool may_be_global = kind == allreduce || kind == allgather || kind == reduce_scatter;
  return may_be_global ? group_members::whole_replicas : group_members::partitions;
}

/// Groups of devices, which are numbered by replica and then by partition. Groups whose members do not fit the
/// program's replicas and partitions, or are not known, are taken as they are; none stand for a group of all.
inline std::vector<std::vector<std::int64_t>> groups_of_devices(std::vector<std::vector<std::int64_t>> groups,
                                                                group_members are, const hlo_module& m) {
  constexpr std::int64_t most = 1 << 20;
  if (are == group_members::devices || !known(m.partitions) || m.devices > most) return groups;
  const std::int64_t partitions = m.partitions, replicas = m.devices / partitions;
  const bool of_partitions = are == group_members::partitions;
  const std::int64_t members = of_partitions ? partitions : replicas, others = of_partitions ? replicas : partitions;
  std::int64_t all = 0;
  for (const std::vector<std::int64_t>& g : groups) {
    all += static_cast<std::int64_t>(g.size());
    for (const std::int64_t n : g)
      if (n < 0 || n >= members) return groups;
  }
  if (others == 1 || all > members) return groups;
  if (groups.empty()) {
    if (members == 1 || are == group_members::whole_replicas) return groups;
    groups.emplace_back();
    for (std::int64_t n = 0; n < members; ++n) groups.back().push_back(n);
  }
  std::vector<std::vector<std::int64_t>> result;
  for (const std::vector<std::int64_t>& g : groups) {
    for (std::int64_t other = 0; other < others; ++other) {
      if (other == 0 || are != group_members::whole_replicas) result.emplace_back();
      for (const std::int64_t n : g)
        result.back().push_back(of_partitions ? other * partitions + n : n * partitions + other);
    }
  }
  return result;
}

inline std::vector<std::vector<std::int64_t>> groups_of(const hlo_module& m, const hlo_instruction& i,
                                                        gpu::collective_kind kind) {
  std::vector<std::vector<std::int64_t>> groups;
  const std::span<const std::int64_t> list = m.list(i.groups);
  for (std::size_t at = 0; at < list.size();) {
    const auto size = static_cast<std::size_t>(list[at++]);
    if (size > list.size() - at) break;
    if (size > 0) groups.emplace_back(list.begin() + static_cast<std::ptrdiff_t>(at),
                                      list.begin() + static_cast<std::ptrdiff_t>(at + size));
    at += size;
  }
  std::vector<std::int64_t> joined(m.list(i.pairs).begin(), m.list(i.pairs).end());
  if (!joined.empty()) {
    keep_each_once(joined);
    groups.push_back(std::move(joined));
  }
  groups = groups_of_devices(std::move(groups), members_of_groups(i, kind), m);
  for (std::vector<std::int64_t>& g : groups) keep_each_once(g);
  return groups;
}

}  // namespace xla_detail

const std::vector<std::int64_t>* xla_collective::group_of(std::int64_t device) const {
  for (const std::vector<std::int64_t>& g : groups)
    if (std::binary_search(g.begin(), g.end(), device)) return &g;
  return nullptr;
}

std::optional<xla_collective> collective_of(const xla_trace& trace, xla_place place) {
  using namespace xla_detail;
  if (!place.found()) return std::nullopt;
  const hlo_module& m = trace.modules[place.module];
  const hlo_instruction& named = m.instructions[place.instruction];
  const hlo_instruction* i = &named;
  if (trace.text(named.opcode) == "async-start") i = called_collective(trace, m, named);
  if (trace.text(named.opcode) == "fusion") i = fused_collective(trace, m, named);
  if (i == nullptr) return std::nullopt;
  xla_collective c;
  c.kind = collective_kind_of_opcode(trace.text(i->opcode));
  if (c.kind == gpu::collective_kind::unknown) return std::nullopt;
  shape_contents in(m), out(m);
  std::size_t operands = 0;
  const std::uint32_t given = results_of_start(m, *i, trace.text(i->opcode));
  const std::size_t results = known(given) ? m.shapes[given].parts.count : 0;
  for (const std::int64_t id : m.list(i->operands)) {
    const std::uint32_t operand = m.find(i->computation, id);
    in.add(known(operand) ? m.instructions[operand].shape : missing<std::uint32_t>);
    if (++operands == 1 && c.kind == gpu::collective_kind::alltoallv) break;  // the rest are offsets and sizes
    const bool rooted = c.kind == gpu::collective_kind::broadcast || c.kind == gpu::collective_kind::reduce;
    if (rooted && operands == std::max<std::size_t>(results, 1)) break;  // the last one may be the number of the root
  }
  out.add(given);
  const bool elements = in.same() && (!out.whole() || (out.same() && out.type() == in.type()));
  const auto size = [&](const shape_contents& s) { return elements ? s.elements() : s.bytes(); };
  if (in.whole()) {
    c.type = elements ? name_of(in.type()) : name_of(hlo_type::u8);
    c.in_elements = size(in);
  }
  if (in.whole() && out.whole()) c.out_elements = size(out);
  c.groups = groups_of(m, *i, c.kind);
  c.devices = m.devices;
  return c;
}

xla_place start_of(const xla_trace& trace, xla_place done) {
  constexpr int longest = 4;
  const hlo_module& m = trace.modules[done.module];
  std::uint32_t at = done.instruction;
  for (int steps = 0; steps < longest && m.instructions[at].operands.count != 0; ++steps) {
    at = m.find(m.instructions[at].computation, m.list(m.instructions[at].operands)[0]);
    if (!known(at)) break;
    if (xla_half_of(trace.text(m.instructions[at].opcode)) == xla_half::start) return {done.module, at};
  }
  return {};
}

bool awaits_collective(const xla_trace& trace, xla_place place) {
  if (!place.found()) return false;
  const hlo_module& m = trace.modules[place.module];
  const hlo_instruction& i = m.instructions[place.instruction];
  const std::string_view opcode = trace.text(i.opcode);
  if (opcode != "async-done" && opcode != "async-update") return false;
  return collective_of(trace, start_of(trace, place)) || xla_detail::called_collective(trace, m, i) != nullptr;
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_OP_COLLECTIVE_BODY_HPP
