#ifndef RIDGELINE_XLA_READ_XPLANE_TABLES_HPP
#define RIDGELINE_XLA_READ_XPLANE_TABLES_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/core/missing.hpp>
#include <ridgeline/xla/record/event.hpp>

/// The numbered tables of a plane in an XPlane file: names of events, names and kinds of stats.
namespace ridgeline::xla_detail {

/// Values by number. Numbers are usually small and dense, so that a look-up is an index operation; for sparse
/// numbers it is a binary search.
template <class Value>
class numbered {
 public:
  void add(std::int64_t number, Value value) { all_.emplace_back(number, value); }
  /// Call this when all values have been added. If a number occurs twice the last one counts, as in any protocol
  /// buffer map.
  void finish() {
    merge_sorted_runs(all_, [](const auto& a, const auto& b) { return a.first < b.first; });
    const auto least = all_.empty() ? 0 : all_.front().first, most = all_.empty() ? 0 : all_.back().first;
    if (least < 0 || static_cast<std::uint64_t>(most) > 4 * all_.size() + 1024) return;
    dense_.assign(static_cast<std::size_t>(most) + 1, nothing);
    for (std::size_t i = 0; i < all_.size(); ++i)
      dense_[static_cast<std::size_t>(all_[i].first)] = static_cast<std::uint32_t>(i);
  }
  /// The value with that number; null if there is none.
  const Value* find(std::int64_t number) const {
    if (!dense_.empty()) {
      if (number < 0 || static_cast<std::uint64_t>(number) >= dense_.size()) return nullptr;
      const std::uint32_t i = dense_[static_cast<std::size_t>(number)];
      return i == nothing ? nullptr : &all_[i].second;
    }
    const auto after = std::upper_bound(all_.begin(), all_.end(), number,
                                        [](std::int64_t n, const auto& entry) { return n < entry.first; });
    return after != all_.begin() && (after - 1)->first == number ? &(after - 1)->second : nullptr;
  }

 private:
  static constexpr std::uint32_t nothing = 0xFFFFFFFF;
  std::vector<std::pair<std::int64_t, Value>> all_{};
  std::vector<std::uint32_t> dense_{};
};

/// A number in decimal digits, missing if the text is not one. It wraps around, because the identifiers of programs
/// are 64-bit hashes.
constexpr std::int64_t number_of_digits(std::string_view text) {
  std::uint64_t number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return missing<std::int64_t>;
    number = number * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return text.empty() ? missing<std::int64_t> : static_cast<std::int64_t>(number);
}

/// The stats that are read; all others are skipped.
enum class xla_stat : std::uint8_t {
  other, correlation, program, hlo_module, hlo_op, op_name, kernel_details, memcpy_details, hlo_proto, vendor, clock,
  cores, memory_bandwidth, memory, compute_major, compute_minor, profile_start, profile_stop, run, dropped,
  residency, step_number, producer, consumer, device,                                            // host only
  framework_op, source, category, flops, model_flops, bytes_accessed, memory_breakdown, shape,  // TPUs only
  device_type, peak_teraflops, peak_hbm
};

inline constexpr std::array<std::pair<std::string_view, xla_stat>, 26> xla_stat_names{{
    {"dropped_traces", xla_stat::dropped},           {"hlo_module_id", xla_stat::program},
    {"correlation_id", xla_stat::correlation},       {"program_id", xla_stat::program},
    {"hlo_module", xla_stat::hlo_module},            {"hlo_op", xla_stat::hlo_op},
    {"name", xla_stat::op_name},                     {"kernel_details", xla_stat::kernel_details},
    {"memcpy_details", xla_stat::memcpy_details},    {"Hlo Proto", xla_stat::hlo_proto},
    {"device_vendor", xla_stat::vendor},             {"clock_rate", xla_stat::clock},
    {"core_count", xla_stat::cores},                 {"memory_bandwidth", xla_stat::memory_bandwidth},
    {"memory_size", xla_stat::memory},               {"compute_cap_major", xla_stat::compute_major},
    {"compute_cap_minor", xla_stat::compute_minor},  {"profile_start_time", xla_stat::profile_start},
    {"profile_stop_time", xla_stat::profile_stop},   {"run_id", xla_stat::run},
    {"hlo_proto", xla_stat::hlo_proto},              {"Memset_details", xla_stat::memcpy_details},
    {"memset_details", xla_stat::memcpy_details},    {"MemoryResidency_details", xla_stat::residency},
    {"gpu_device_name", xla_stat::device_type},      {"HLO Proto", xla_stat::hlo_proto},
}};

/// Stats that only TPU planes have, or that are read only there: GPU kernels have some of these names on every
/// event.
inline constexpr std::array<std::pair<std::string_view, xla_stat>, 11> tpu_stat_names{{
    {"tf_op", xla_stat::framework_op},               {"source", xla_stat::source},
    {"hlo_category", xla_stat::category},            {"flops", xla_stat::flops},
    {"model_flops", xla_stat::model_flops},          {"bytes_accessed", xla_stat::bytes_accessed},
    {"memory_access_breakdown", xla_stat::memory_breakdown}, {"shape_with_layout", xla_stat::shape},
    {"device_type_string", xla_stat::device_type},   {"peak_teraflops_per_second", xla_stat::peak_teraflops},
    {"peak_hbm_bw_gigabytes_per_second", xla_stat::peak_hbm},
}};

/// Stats that are read on host planes only. `_p` and `_c` are the number that connects an event with another one, which
/// happens because of it.
inline constexpr std::array<std::pair<std::string_view, xla_stat>, 4> host_stat_names{{
    {"step_num", xla_stat::step_number}, {"device_ordinal", xla_stat::device},
    {"_p", xla_stat::producer},          {"_c", xla_stat::consumer},
}};

/// How the names of events begin that mark when an op of the host ended.
inline constexpr std::string_view end_front = "end: ";

constexpr xla_stat stat_of(std::string_view name, xla_plane_kind plane) {
  for (const auto& [known_name, stat] : xla_stat_names)
    if (known_name == name) return stat;
  if (plane == xla_plane_kind::host)
    for (const auto& [known_name, stat] : host_stat_names)
      if (known_name == name) return stat;
  if (plane != xla_plane_kind::tpu) return xla_stat::other;
  for (const auto& [known_name, stat] : tpu_stat_names)
    if (known_name == name) return stat;
  return xla_stat::other;
}

/// Sets what `own` has, and returns whether that changed anything; the program's number is read apart.
inline bool overwrite(xla_op_facts& facts, const xla_op_facts& own) {
  bool changed = false;
  const auto take = [&](auto& to, const auto& from) {
    if (known(from) && !(to == from)) to = from, changed = true;
  };
  take(facts.category, own.category), take(facts.op_name, own.op_name), take(facts.source, own.source);
  take(facts.shape, own.shape), take(facts.flops, own.flops), take(facts.model_flops, own.model_flops);
  take(facts.bytes, own.bytes), take(facts.hbm_bytes, own.hbm_bytes);
  return changed;
}

inline bool are_equal(const xla_op_facts& a, const xla_op_facts& b) {
  const auto same = [](const auto& x, const auto& y) { return known(x) == known(y) && (!known(x) || x == y); };
  return same(a.category, b.category) && same(a.op_name, b.op_name) && same(a.source, b.source) &&
         same(a.shape, b.shape) && same(a.program, b.program) && same(a.flops, b.flops) && same(a.bytes, b.bytes) &&
         same(a.model_flops, b.model_flops) && same(a.hbm_bytes, b.hbm_bytes) && a.host_memory == b.host_memory;
}

/// The name of events, and further data that the plane has about them.
struct xla_event_name {
  symbol text = missing<symbol>;
  std::uint32_t facts = missing<std::uint32_t>;
  std::uint32_t args = missing<std::uint32_t>;  ///< of a GPU's events: index into the plane's `common_args`
  bool no_work = false;  ///< of a GPU's events: `is_no_xla_work`; of the host's: they launch none
};

struct xla_stat_name {
  symbol text = missing<symbol>;
  xla_stat stat = xla_stat::other;
};

}  // namespace ridgeline::xla_detail

#endif  // RIDGELINE_XLA_READ_XPLANE_TABLES_HPP
