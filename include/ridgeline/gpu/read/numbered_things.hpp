#ifndef RIDGELINE_GPU_READ_NUMBERED_THINGS_HPP
#define RIDGELINE_GPU_READ_NUMBERED_THINGS_HPP

#include <cstdint>
#include <utility>
#include <vector>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/query/distinct.hpp>

namespace ridgeline::gpu_detail {

/// A number that counts within a process.
struct number_in_process {
  std::int64_t process, id;
  friend constexpr bool known(const number_in_process& n) { return ridgeline::known(n.id); }
};

/// Objects by number; the first of several with the same number is used.
template <class T, class Number = std::int64_t>
class numbered_things {
 public:
  void add(Number id, T thing) {
    if (known(id) && ids_.number(id) == things_.size()) things_.push_back(std::move(thing));
  }
  /// Null if there is none. After a lookup, nothing may be added any more.
  const T* find(Number id) {
    if (!known(id)) return nullptr;
    const std::uint32_t n = ids_.number(id);
    return n < things_.size() ? &things_[n] : nullptr;
  }

 private:
  distinct<Number> ids_{};
  std::vector<T> things_{};
};

}  // namespace ridgeline::gpu_detail

#endif  // RIDGELINE_GPU_READ_NUMBERED_THINGS_HPP
