#ifndef RIDGELINE_TORCH_TREE_LINK_HPP
#define RIDGELINE_TORCH_TREE_LINK_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <ridgeline/torch/record/faults.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline {

/// The number that links a launch and its GPU work.
enum class link_key : std::uint8_t { correlation, external_id };

constexpr std::int64_t link_of(const torch_event& e, link_key key) {
  return key == link_key::correlation ? e.correlation : e.external_id;
}

/// Tells numbers of ops from others in `External id`. In it, Kineto of PyTorch 1.12 to 2.5 gives calls and GPU work
/// their own correlation where it knows no op, on ROCm without writing the correlation; an op may have that number too.
class op_numbers {
 public:
  explicit op_numbers(const torch_trace& trace);

  /// The number of the op that a call or GPU work names; missing if its id is its own correlation, or links it to its
  /// launch.
  std::int64_t of(const torch_event& e) const {
    return link_by_id_ || e.external_id == e.correlation ? missing<std::int64_t> : e.external_id;
  }

 private:
  bool link_by_id_ = false;  ///< `External id` links work to calls, none of which has a correlation
};

/// Events by one of their numbers, as pairs (number, event); ordered by number, and by file order for equal numbers.
using numbered_events = std::vector<std::pair<std::int64_t, std::uint32_t>>;

inline constexpr auto by_number = [](const auto& a, const auto& b) { return a.first < b.first; };
/// Puts such a list in order; expects it in file order.
void order_by_number(numbered_events& list);

/// Launches, each with a piece of its GPU work.
using linked_pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// The GPU work of each launch. `work_of(launch)` is in file order.
class gpu_links {
 public:
  using slice = std::span<const std::uint32_t>;

  gpu_links() = default;
  /// From pairs (launch, GPU event) in any order.
  gpu_links(linked_pairs pairs, std::size_t events);

  slice work_of(std::uint32_t launch) const {
    return {work_.data() + offsets_[launch], work_.data() + offsets_[launch + 1]};
  }

 private:
  std::vector<std::uint32_t> offsets_;
  std::vector<std::uint32_t> work_;
};

/// By event: whether it is GPU work whose number several launches share, so that the trace does not show for certain
/// which one started it.
std::vector<bool> work_of_several_launches(const torch_trace& trace, torch_faults faults);

/// Determines the GPU work that each launch of the trace started; problems with links are added to `problems`.
gpu_links link_gpu_work(const torch_trace& trace, torch_faults faults, torch_problems& problems);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_LINK_HPP
