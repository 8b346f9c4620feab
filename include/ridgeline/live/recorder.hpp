#ifndef RIDGELINE_LIVE_RECORDER_HPP
#define RIDGELINE_LIVE_RECORDER_HPP

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <ridgeline/live/collected.hpp>
#include <ridgeline/live/keep.hpp>
#include <ridgeline/live/shared.hpp>

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
/// `keep_first` or `keep_latest`. A recorder stays where it is made and outlives its producers, with one exception: a
/// static one may be destroyed, as `main` returns, while threads record; what they record from then on is lost.
template <copied_as_bytes Record, template <class> class Keep = keep_first>
class recorder {
 public:
  using record_type = Record;

  /// Throws std::bad_alloc when there is no such memory, and ends the program there when it is built without
  /// exceptions; nothing else of a recorder's does before `collect`.
  explicit recorder(room size) : size_(size), lanes_(new lanes(size.lanes, size.records)) {}
  ~recorder() {
    if (gate_.close()) delete lanes_;
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
    for (const lane& l : *lanes_) likely += detail::live::smaller(l.produced.relaxed(), size_.records);
    all.records.reserve(static_cast<std::size_t>(likely));
    all.lanes.reserve(lanes_->size());
    for (const lane& l : *lanes_) {
      const std::uint64_t produced = l.produced.acquire();
      const std::size_t before = all.records.size();
      l.kept.append_to(all.records, produced);
      const std::uint64_t kept = all.records.size() - before;
      all.lanes.push_back({kept, produced - kept});
    }
    all.without_lane = without_lane_.relaxed();
    return all;
  }
  /// The same in rising order of `key`, `collect(&tt_op::host_start)`: see `ordered_by`. Lanes are taken in the order
  /// in which threads happen to start; where equal keys of several threads must come out the same on every run, the
  /// key has to tell the threads apart.
  template <orders_records<Record> Key>
  collected<Record> collect(const Key& key) const {
    return ordered_by(collect(), key);
  }
  template <class Key>
  collected<Record> collect(const Key&) const = delete;  // A member or a callable with an order: `&tt_op::host_start`.
  void record(const Record&) = delete;  // By a producer: `live::producer mine{trace}; mine.record(r);`.

 private:
  template <class Recorder>
  friend class producer;

  static constexpr std::size_t cache_line = 64;

  struct alignas(cache_line) lane {
    explicit lane(std::size_t records) : kept(records) {}

    void record(const Record& r) noexcept {
      const std::uint64_t number = produced.relaxed();
      kept.put(number, r);
      produced.put_release(number + 1);
    }

    detail::live::shared<bool> taken{};
    detail::live::shared<std::uint64_t> produced{};  ///< written by the lane's producer alone; publishes the records
    Keep<Record> kept;
  };
  using lanes = detail::live::fixed_array<lane>;

  /// The first free lane, and its number; null and the count of lanes when all are taken.
  std::pair<lane*, std::size_t> take_lane() noexcept {
    if (!gate_.enter()) return {nullptr, size_.lanes};
    for (std::size_t i = 0; i < size_.lanes; ++i) {
      lane& l = (*lanes_)[i];
      if (!l.taken.relaxed() && !l.taken.exchange(true)) return {&l, i};
    }
    leave();
    return {nullptr, size_.lanes};
  }
  void leave() noexcept {
    if (gate_.leave()) delete lanes_;
  }

  room size_;
  lanes* lanes_;  // freed by the last of the recorder and its producers
  alignas(cache_line) detail::live::gate gate_{};
  detail::live::shared<std::uint64_t> without_lane_{};
};

/// One thread's way into a recorder: takes a free lane when it is made and gives it back at its end, so that a later
/// thread can go on in it. A hook that any thread may enter holds one per thread: `thread_local live::producer
/// mine{trace};`. Belongs to one thread. A signal handler, which could interrupt that thread in the middle of a
/// record, makes a producer of its own on its stack. In a child of `fork` the producers of its only thread go on;
/// lanes of the others stay taken. When all lanes are taken, its records are dropped and counted.
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
    if (lane_ == nullptr) return;
    lane_->taken.put_release(false);
    into_.leave();
  }

  /// Copies `r` into the lane, or counts it as dropped.
  void record(const record_type& r) noexcept {
    if (lane_ != nullptr) {
      lane_->record(r);
    } else {
      into_.without_lane_.add_relaxed(1);
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
