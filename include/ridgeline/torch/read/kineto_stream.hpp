#ifndef RIDGELINE_TORCH_READ_KINETO_STREAM_HPP
#define RIDGELINE_TORCH_READ_KINETO_STREAM_HPP

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/parallel_pipeline.hpp>
#include <ridgeline/gpu/read/perfetto.hpp>
#include <ridgeline/gpu/read/rocprof_json.hpp>
#include <ridgeline/read/content_stream.hpp>
#include <ridgeline/read/sqlite.hpp>
#include <ridgeline/torch/read/kineto.hpp>
#include <ridgeline/torch/read/kineto_gathering.hpp>
#include <ridgeline/torch/read/kineto_piece.hpp>

/// Reads flawless Kineto traces while they are loaded from disk or decompressed, with only a few chunks in memory at
/// a time. Any other file is left to `read_kineto`, which sees all of it at once.
namespace ridgeline::torch_detail {

/// Cuts a stream into chunks, each of which (except the first) begins with an event and ends where the next one
/// begins. The reader must verify that such a place is an event and not an object inside one.
class kineto_chunks {
 public:
  struct chunk {
    std::unique_ptr<char[]> bytes{};  // NOLINT: filled by reading, so not zeroed first
    std::size_t room = 0;      ///< capacity of `bytes`
    std::size_t size = 0;      ///< bytes in use
    std::size_t end = 0;       ///< start of the next chunk
    std::uint64_t offset = 0;  ///< position of its first byte in the document
    bool last = false;
    std::string_view text() const { return {bytes.get(), size}; }
  };

  kineto_chunks(content_stream& from, std::size_t step) : from_(from), step_(std::max<std::size_t>(step, 64)) {}

  /// Reads the next chunk; returns false if there is none or none can be formed.
  bool next(chunk& c) {
    if (ended_) return false;
    c.offset = offset_;
    c.size = 0;
    make_room(c, rest_.size() + step_);
    c.size = rest_.copy(c.bytes.get(), rest_.size());
    do {
      make_room(c, c.size + step_);
      const std::size_t got = from_.read(c.bytes.get() + c.size, step_);
      const std::size_t searched = c.size;
      c.size += got;
      c.last = got < step_;
      if (from_.odd() || c.size > most) return fail();
      c.end = c.last ? c.size : last_event(c.text(), searched < window ? 0 : searched - window);
    } while (!c.last && c.end == 0);
    rest_ = c.text().substr(c.end);
    offset_ += c.end;
    ended_ = c.last;
    return true;
  }
  bool failed() const { return failed_; }

 private:
  static constexpr std::size_t window = std::size_t{1} << 14;
  static constexpr std::size_t most = std::size_t{1} << 26;  ///< larger than any event of a trace

  static void make_room(chunk& c, std::size_t wanted) {
    if (wanted <= c.room) return;
    chunk larger;
    larger.room = std::max(wanted + wanted / 8, c.room + c.room / 2);  // for the remainder of the previous chunk
    larger.bytes.reset(new char[larger.room]);  // NOLINT: make_unique would zero it
    c.text().copy(larger.bytes.get(), c.size);
    c.bytes.swap(larger.bytes);
    c.room = larger.room;
  }
  bool fail() {
    failed_ = ended_ = true;
    return false;
  }
  /// The last event that begins at or after `from`, searching backwards; 0 if there is none.
  static std::size_t last_event(std::string_view text, std::size_t from) {
    const char* const end = text.data() + text.size();
    from = std::max<std::size_t>(from, 1);
    for (std::size_t back = window;; back *= 8) {
      const std::size_t first = text.size() - from > back ? text.size() - back : from;
      const char* found = nullptr;
      for (const char* p = text.data() + first; p != nullptr && p < end;) {
        p = find_event(text.data(), p, end);
        if (p != nullptr) found = p++;
      }
      if (found != nullptr) return static_cast<std::size_t>(found - text.data());
      if (first == from) return 0;
    }
  }

  content_stream& from_;
  std::size_t step_;
  std::string rest_{};  ///< bytes after the last chunk
  std::uint64_t offset_ = 0;
  bool ended_ = false, failed_ = false;
};

/// The state of one thread, which reads the chunks it is given one after another.
class kineto_stream_reader {
 public:
  /// Reads a chunk; `part` is the fraction of the file up to its end. Returns false if anything is wrong with it.
  bool read(const kineto_chunks::chunk& c, bool bare, double part) {
    const std::string_view text = c.text();
    const bool first = !reader_;
    if (first) {
      reader_.emplace(c.offset == 0 ? kineto_piece_reader::from_head(text)
                                    : kineto_piece_reader::from_event(text, text.data()));
    }
    if (c.offset != 0) reader_->move_to(text, c.offset, bare);
    if (!reader_->read_sound(text.data() + c.end)) return false;
    if (reader_->ended() != c.last || (!c.last && reader_->at() != text.data() + c.end)) return false;
    if (first && c.offset == 0) expect(reader_->out(), part);
    return reader_->saw_events();
  }

  /// Takes the data outside the events from the last chunk.
  void take_remarks(kineto_stretch& to) const {
    to.devices = reader_->devices();
    to.distributed = reader_->distributed();
    to.base_time = reader_->base_time();
    to.warnings = reader_->warnings();
    to.errors = reader_->errors();
  }
  void take_records(kineto_stretch& to) { hand_over_(reader_->out(), to); }

  kineto_piece* piece() { return reader_ ? &reader_->out() : nullptr; }
  kineto_numbers numbers{};  ///< maps the reader's numbers to those of the trace

 private:
  static void expect(kineto_piece& p, double part) {
    p.events.reserve(likely_count(p.events.size(), part));
    p.ops.reserve(likely_count(p.ops.size(), part));
  }

  std::optional<kineto_piece_reader> reader_{};
  kineto_hand_over hand_over_{};
};

/// Stretches that have been read, added in order; added lists are reused.
class kineto_stretches {
 public:
  struct entry {
    kineto_stretch stretch{};
    std::size_t reader = 0;
    double part = 0;  ///< fraction of the file up to the end of this stretch
  };

  /// At most `most` stretches wait for their turn, so that memory is bounded where reading is faster than adding.
  explicit kineto_stretches(std::size_t most) : most_waiting_(most) {}

  /// Returns a spare stretch, or a new one; may be called from any thread.
  entry take() {
    const std::lock_guard<std::mutex> lock(lock_);
    if (spare_.empty()) return {};
    entry e = std::move(spare_.back());
    spare_.pop_back();
    return e;
  }

  /// Hands in stretch number `n`. `add(entry&)` is called for every stretch whose turn has come, by one thread at a
  /// time; the others go on reading meanwhile, unless they are far ahead.
  template <class Add>
  void put(std::size_t n, entry e, Add add) {
    std::unique_lock<std::mutex> lock(lock_);
    while (adding_ && n - next_ >= most_waiting_) changed_.wait(lock);
    waiting_.resize(std::max(waiting_.size(), n - next_ + 1));
    waiting_[n - next_].emplace(std::move(e));
    if (adding_) return;  // the thread that adds also takes this one
    adding_ = true;
    while (!waiting_.empty() && waiting_.front()) {
      entry turn = std::move(*waiting_.front());
      waiting_.pop_front();
      ++next_;
      lock.unlock();
      add(turn);
      clear(turn.stretch.records);
      lock.lock();
      spare_.push_back(std::move(turn));
      changed_.notify_all();
    }
    adding_ = false;
  }

 private:
  static void clear(torch_trace_lists& r) {
    r.events.clear(), r.ops.clear(), r.launches.clear(), r.gpus.clear(), r.collectives.clear(), r.labels.clear();
    r.file_times.clear(), r.details.clear(), r.graph_nodes.clear(), r.announcements.clear(), r.unknown_work.clear();
  }

  std::mutex lock_{};
  std::condition_variable changed_{};
  std::deque<std::optional<entry>> waiting_{};
  std::vector<entry> spare_{};
  std::size_t most_waiting_;
  std::size_t next_ = 0;
  bool adding_ = false;
};

/// Reads a trace from `from`; returns nothing if anything is wrong with it or it is not a Kineto trace.
inline std::optional<torch_trace> read_kineto_stream(content_stream& from, const kineto_options& options) {
  constexpr std::size_t least = std::size_t{1} << 17, most = std::size_t{1} << 20;  // fits into a processor's cache
  constexpr std::size_t worth_a_thread = std::size_t{1} << 21;
  const auto bytes = static_cast<std::size_t>(from.likely_size());
  const unsigned threads = threads_for(bytes / std::min(options.piece, worth_a_thread),
                                       options.threads == 0 ? default_threads() : options.threads);
  kineto_chunks chunks(from, std::min(options.piece, std::clamp(bytes / 32, least, most)));
  std::vector<kineto_chunks::chunk> slots(threads == 1 ? 1 : threads + std::size_t{1});
  std::vector<kineto_stream_reader> readers(threads);
  kineto_stretches stretches(2 * std::size_t{threads});
  kineto_gathering gathering;
  std::atomic<bool> sound{true}, bare{false}, lines{false};
  std::size_t count = 0;
  parallel_pipeline(
      slots.size(), threads,
      [&](std::size_t number, std::size_t slot) {
        if (!sound || !chunks.next(slots[slot])) return false;
        if (number == 0) {
          const std::string_view text = slots[slot].text();
          if (is_sqlite(text) || is_perfetto(text) || is_rocprof_json(text)) return static_cast<bool>(sound = false);
          const kineto_piece_reader head = kineto_piece_reader::from_head(text);
          bare = head.bare(), lines = head.lines();
        }
        ++count;
        if (options.progress) options.progress(from.taken(), from.size());
        return true;
      },
      [&](std::size_t number, std::size_t slot, unsigned worker) {
        if (!sound) return;
        const kineto_chunks::chunk& chunk = slots[slot];
        const double part = static_cast<double>(chunk.offset + chunk.end) / static_cast<double>(bytes + 1);
        if (!readers[worker].read(chunk, bare, threads == 1 ? part : 1)) {
          sound = false;
          return;
        }
        kineto_stretches::entry e = stretches.take();
        e.reader = worker, e.part = part;
        readers[worker].take_remarks(e.stretch);
        if (threads != 1) readers[worker].take_records(e.stretch);  // a single reader has them in place
        stretches.put(number, std::move(e), [&](const kineto_stretches::entry& next) {
          gathering.add(next.stretch, readers[next.reader].numbers, next.part);
        });
      });
  if (!sound || chunks.failed() || count == 0) return std::nullopt;
  std::vector<kineto_piece*> pieces;
  for (kineto_stream_reader& r : readers)
    if (r.piece() != nullptr) pieces.push_back(r.piece());
  torch_trace trace = gathering.take(pieces, lines);
  if (bare && trace.events.empty()) return std::nullopt;
  return trace;
}

/// The same for a file.
inline std::optional<torch_trace> read_kineto_stream(const std::string& path, const kineto_options& options) {
  content_stream from(path, options.inflate_limit != 0 ? options.inflate_limit : memory_limit());
  return from.odd() ? std::nullopt : read_kineto_stream(from, options);
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_READ_KINETO_STREAM_HPP
