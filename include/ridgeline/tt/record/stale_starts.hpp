#ifndef RIDGELINE_TT_RECORD_STALE_STARTS_HPP
#define RIDGELINE_TT_RECORD_STALE_STARTS_HPP

#include <cstdint>
#include <set>

namespace ridgeline::tt_detail {

/// Goes through ops in the order they ran. The gap of an op is measured from the end of the one before it on its
/// device; if that one has a stale start, the gap means nothing.
class stale_starts {
 public:
  /// Whether the op before this one on its device has a stale start. To be asked once for each op.
  bool behind(std::int64_t device, bool stale) {
    const bool is_behind = devices_.erase(device) != 0;
    if (stale) devices_.insert(device);
    return is_behind;
  }

 private:
  std::set<std::int64_t> devices_{};  ///< those whose last op has a stale start
};

}  // namespace ridgeline::tt_detail

#endif  // RIDGELINE_TT_RECORD_STALE_STARTS_HPP
