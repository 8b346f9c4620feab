#ifndef RIDGELINE_RANKS_RECORDS_HPP
#define RIDGELINE_RANKS_RECORDS_HPP

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

#include <ridgeline/core/time.hpp>
#include <ridgeline/core/units.hpp>
#include <ridgeline/query/step.hpp>
#include <ridgeline/ranks/matching.hpp>

namespace ridgeline {

/// One rank's call of a collective as a record for pipelines. The matching, and the ranks behind it, must not move.
class collective_record {
 public:
  collective_record(const call_matching& all, std::uint32_t call, double bytes)
      : all_(&all), call_(call), bytes_(bytes) {}

  const collective_use& use() const { return all_->use(call_); }
  std::string_view name() const { return all_->text(call(), &collective_use::name); }
  /// On the clock of its rank's file; `call_matching::start_of` has it on a common one.
  time_point start() const { return time_point::of(use().begin); }
  /// Includes waiting for the other ranks.
  duration time() const { return duration::of(use().span); }
  std::int64_t rank() const { return all_->ranks()[call().rank].rank; }
  std::int64_t device() const { return use().device; }
  std::int64_t stream() const { return use().stream; }
  gpu::collective_kind kind() const { return use().kind; }
  /// The name of the process group; empty if the trace does not name it.
  std::string_view group() const {
    const fleet_group& g = all_->groups()[call().group];
    return g.named ? std::string_view(g.name) : std::string_view();
  }
  /// The message of the whole collective, as nccl-tests defines it; missing if a size is not recorded, or if the call
  /// was not matched with those of other ranks.
  byte_count bytes() const { return known(bytes_) ? bytes_ * B : missing<byte_count>; }

 private:
  const matched_call& call() const { return all_->calls()[call_]; }

  const call_matching* all_;
  std::uint32_t call_;
  double bytes_;
};

/// The calls of all ranks, by rank and in file order.
std::vector<collective_record> collectives(const call_matching& all);
std::vector<collective_record> collectives(call_matching&&) = delete;  // The matching must outlive them: name it.
/// Rejects what is not matched yet.
template <class Other>
constexpr refused collectives(const Other&) {
  static_assert(!std::is_same_v<Other, Other>,
                "collectives takes the matching of a run's ranks: const call_matching matching(all.ranks), where all "
                "is the fleet_partial of all of them; collectives(matching)");
  return {};
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_RECORDS_HPP
