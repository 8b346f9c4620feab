#ifndef RIDGELINE_LIVE_RECORDER_HPP
#define RIDGELINE_LIVE_RECORDER_HPP

#include <cstddef>
#include <cstdint>
#include <utility>

#include <ridgeline/live/collected.hpp>
#include <ridgeline/live/keep.hpp>
#include <ridgeline/live/shared.hpp>

namespace ridgeline::live {

/// The capacity of a recorder; it allocates lanes * records * sizeof(Record) bytes.
struct room {
  std::size_t lanes = 1;    ///< producers that can record at the same time
  std::size_t records = 0;  ///< records kept per lane
};

template <class Recorder>
class producer;

/// Collects records from several threads of a running program in memory allocated on construction. Each thread records
/// through a `producer`, which owns a lane: threads share no written data, so recording is wait-free, takes no lock and
/// allocates nothing. Records that do not fit are dropped and counted. `Keep` decides which records to keep:
/// `keep_first` or `keep_latest`. A recorder cannot move and must outlive its producers, with one exception: a static
/// one may be destroyed when `main` returns while threads still record; what they record after that is lost.
template <copied_as_bytes Record, template <class> class Keep = keep_first>
class recorder {
 public:
  using record_type = Record;

  /// Throws std::bad_alloc if memory is insufficient; when built without exceptions, terminates the program instead.
  /// Apart from this, only `collect` can fail.
  explicit recorder(room size) : size_(size), lanes_(new lanes(size.lanes, size.records)) {}
  ~recorder() {
    if (gate_.close()) delete lanes_;
  }
  recorder(const recorder&) = delete;
  recorder& operator=(const recorder&) = delete;

  room size() const { return size_; }

  /// A copy of everything kept at this moment, lane by lane in order of production; lanes are numbered in the order in
  /// which they were taken. May be called while producers run, and repeatedly: it removes nothing, and sees each lane
  /// up to its last complete record.
  collected<Record> collect() const {
    collected<Record> all;
    std::size_t likely = 0;
    for (const lane& l : *lanes_) likely += detail::live::smaller(l.produced.relaxed(), size_.records);
    all.records.reserve(likely);
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
  /// The same in ascending order of `key`, for example `collect(&tt_op::host_start)`; see `ordered_by`. Lanes are taken
  /// in the order in which threads happen to start. If records of several threads have equal keys and the order must be
  /// reproducible, the key has to distinguish the threads.
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
    detail::live::shared<std::uint64_t> produced{};  ///< written only by the lane's producer; publishes the records
    Keep<Record> kept;
  };
  using lanes = detail::live::fixed_array<lane>;

  /// The free lane with the fewest records, of several the first, and its number; null and the number of lanes if all
  /// are taken.
  std::pair<lane*, std::size_t> take_lane() noexcept {
    if (!gate_.enter()) return {nullptr, size_.lanes};
    for (;;) {
      std::size_t least = size_.lanes;
      for (std::size_t i = 0; i < size_.lanes; ++i) {
        const lane& l = (*lanes_)[i];
        if (!l.taken.relaxed() &&
            (least == size_.lanes || l.produced.relaxed() < (*lanes_)[least].produced.relaxed()))
          least = i;
      }
      if (least == size_.lanes) break;
      if (lane& l = (*lanes_)[least]; !l.taken.exchange(true)) return {&l, least};  // else another thread was faster
    }
    leave();
    return {nullptr, size_.lanes};
  }
  void leave() noexcept {
    if (gate_.leave()) delete lanes_;
  }

  room size_;
  lanes* lanes_;  // freed by whichever is last: the recorder or a producer
  alignas(cache_line) detail::live::gate gate_{};
  detail::live::shared<std::uint64_t> without_lane_{};
};

/// One thread's access to a recorder: takes a free lane on construction and returns it on destruction, so that a later
/// thread can continue in it. A hook that any thread may enter should hold one per thread: `thread_local live::producer
/// mine{trace};`. Use it from one thread only. A signal handler, which could interrupt that thread in the middle of a
/// record, should create its own producer on its stack. In a child of `fork`, the producers of the surviving thread
/// keep working; the lanes of other threads stay taken. If all lanes are taken, records are dropped and counted.
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

  /// The number of its lane, the index in `collected::lanes`; the recorder's `size().lanes` if it has none.
  std::size_t lane() const { return number_; }

 private:
  Recorder& into_;
  typename Recorder::lane* lane_ = nullptr;
  std::size_t number_ = 0;
};

/// Catches a producer of records instead of one into a recorder.
template <class Record>
  requires(!requires { typename Record::record_type; })
class producer<Record> {
 public:
  static_assert(sizeof(Record) == 0, "a producer records into a recorder, which its type names: "
                                     "live::producer<live::recorder<span>>");
  explicit producer(auto&) noexcept {}
  void record(const Record&) noexcept {}
};

}  // namespace ridgeline::live

#endif  // RIDGELINE_LIVE_RECORDER_HPP
