#ifndef RIDGELINE_SINK_ROW_COUNT_BODY_HPP
#define RIDGELINE_SINK_ROW_COUNT_BODY_HPP

/// Code shared by the sinks, for their bodies: how many rows are written.

#include <cstdint>
#include <mutex>
#include <span>

#include <ridgeline/core/progress.hpp>
#include <ridgeline/table/table.hpp>

namespace ridgeline::sink_detail::sink {

inline std::uint64_t rows_of(std::span<const table> tables) {
  std::uint64_t all = 0;
  for (const table& t : tables) all += t.rows();
  return all;
}

/// Counts written rows and tells a listener of rising numbers, the last of which is all of them. From any thread.
class row_count {
 public:
  row_count(const progress_function& to, std::uint64_t all) : to_(to), all_(all) {}
  row_count(const row_count&) = delete;
  row_count& operator=(const row_count&) = delete;
  ~row_count() = default;

  void add(std::uint64_t rows) {
    constexpr std::uint64_t at_once = 512;  // a call for each row would take longer than writing it
    if (!to_ || rows == 0) return;
    const std::lock_guard lock(mutex_);
    unreported_ += rows;
    if (unreported_ < at_once && reported_ + unreported_ < all_) return;
    reported_ += unreported_;
    unreported_ = 0;
    to_(reported_, all_);
  }
  /// A listener of one of several sinks, whose rows are part of these.
  progress_function part() {
    if (!to_) return {};
    return [this, before = std::uint64_t{0}](std::uint64_t done, std::uint64_t) mutable {
      add(done - before);
      before = done;
    };
  }

 private:
  const progress_function& to_;
  std::uint64_t all_, reported_ = 0, unreported_ = 0;
  std::mutex mutex_{};
};

}  // namespace ridgeline::sink_detail::sink

#endif  // RIDGELINE_SINK_ROW_COUNT_BODY_HPP
