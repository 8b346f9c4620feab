#ifndef RIDGELINE_LIVE_RECORDER_HPP
#define RIDGELINE_LIVE_RECORDER_HPP

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include <ridgeline/live/collected.hpp>
#include <ridgeline/live/keep.hpp>

namespace ridgeline::live {

/// What a recorder allocates: lanes * records * sizeof(Record) bytes.
struct room {
  std::size_t lanes = 1;    ///< producers that can record at the same time
  std::size_t records = 0;  ///< kept of each lane
};

template <class Recorder>
class producer;

/// Takes records from several threads of a running program into memory that it allocates when it is made. Each thread
/// records through a `producer`, which owns a lane: threads share nothing that is written, so recording is wait-free,
/// takes no lock and allocates nothing. What does not fit is dropped and counted. `Keep` says which records stay:
/// `keep_first` or `keep_latest`. A recorder outlives its producers and stays where it is made.
template <copied_as_bytes Record, template <class> class Keep = keep_first>
class recorder {
 public:
  using record_type = Record;

  /// Throws std::bad_alloc when there is no such memory; nothing else of a recorder's does before `collect`.
  explicit recorder(room size) : size_(size) {
    for (std::size_t i = 0; i < size.lanes; ++i) lanes_.emplace_back(size.records);
  }
  recorder(const recorder&) = delete;
  recorder& operator=(const recorder&) = delete;

  room size() const { return size_; }

  /// A copy of all that is kept at this moment, lane after lane, in order of production; lanes are numbered in the
  /// order in which they were taken. May be called while producers run, and again later: it takes nothing away, and
  /// sees each lane up to a record that was complete.
  collected<Record> collect() const {
    collected<Record> all;
    std::uint64_t likely = 0;
    for (const lane& l : lanes_)
      likely += std::min<std::uint64_t>(l.produced.load(std::memory_order_relaxed), size_.records);
    all.records.reserve(static_cast<std::size_t>(likely));
    all.lanes.reserve(lanes_.size());
    for (const lane& l : lanes_) {
      const std::uint64_t produced = l.produced.load(std::memory_order_acquire);
      const std::size_t before = all.records.size();
      l.kept.append_to(all.records, produced);
      const std::uint64_t kept = all.records.size() - before;
      all.lanes.push_back({kept, produced - kept});
    }
    all.without_lane = without_lane_.load(std::memory_order_relaxed);
    return all;
  }
  /// The same in rising order of `key`, `collect(&tt_op::host_start)`: see `ordered_by`. Lanes are taken in the order
  /// in which threads happen to start; where equal keys of several threads must come out the same on every run, the
  /// key has to tell the threads apart.
  template <orders_records<Record> Key>
  collected<Record> collect(const Key& key) const {
    return ordered_by(collect(), key);
  }

 private:
  template <class Recorder>
  friend class producer;

  static constexpr std::size_t cache_line = 64;

  struct alignas(cache_line) lane {
    explicit lane(std::size_t records) : kept(records) {}

    void record(const Record& r) noexcept {
      const std::uint64_t number = produced.load(std::memory_order_relaxed);
      kept.put(number, r);
      produced.store(number + 1, std::memory_order_release);
    }

    std::atomic<bool> taken{false};
    std::atomic<std::uint64_t> produced{0};  ///< written by the lane's producer alone; also publishes the records
    Keep<Record> kept;
  };

  /// The first free lane, and its number; null and the count of lanes when all are taken.
  std::pair<lane*, std::size_t> take_lane() noexcept {
    for (std::size_t i = 0; i < lanes_.size(); ++i) {
      lane& l = lanes_[i];
      if (l.taken.load(std::memory_order_relaxed)) continue;
      if (!l.taken.exchange(true, std::memory_order_acquire)) return {&l, i};
    }
    return {nullptr, lanes_.size()};
  }

  room size_;
  std::deque<lane> lanes_{};  // lanes hold atomics and do not move
  alignas(cache_line) std::atomic<std::uint64_t> without_lane_{0};
};

/// One thread's way into a recorder: takes a free lane when it is made and gives it back at its end, so that a later
/// thread can go on in it. A hook that any thread may enter holds one per thread:
/// `thread_local live::producer mine{trace};`. Belongs to one thread; not for signal handlers, which could interrupt
/// that thread in the middle of a record. When all lanes are taken, its records are dropped and counted.
template <class Recorder>
class producer {
 public:
  using record_type = typename Recorder::record_type;

  explicit producer(Recorder& into) noexcept : into_(into) {
    const auto [lane, number] = into.take_lane();
    lane_ = lane;
    number_ = number;
  }
  producer(const producer&) = delete;
  producer& operator=(const producer&) = delete;
  ~producer() {
    if (lane_ != nullptr) lane_->taken.store(false, std::memory_order_release);
  }

  /// Copies `r` into the lane, or counts it as dropped.
  void record(const record_type& r) noexcept {
    if (lane_ != nullptr) {
      lane_->record(r);
    } else {
      into_.without_lane_.fetch_add(1, std::memory_order_relaxed);
    }
  }

  /// Number of its lane, the index in `collected::lanes`; the recorder's `size().lanes` when it has none.
  std::size_t lane() const { return number_; }

 private:
  Recorder& into_;
  typename Recorder::lane* lane_ = nullptr;
  std::size_t number_ = 0;
};

}  // namespace ridgeline::live

#endif  // RIDGELINE_LIVE_RECORDER_HPP
