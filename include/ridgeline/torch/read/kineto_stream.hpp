#ifndef RIDGELINE_TORCH_READ_KINETO_STREAM_HPP
#define RIDGELINE_TORCH_READ_KINETO_STREAM_HPP

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
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
#include <ridgeline/torch/read/kineto_merge.hpp>
#include <ridgeline/torch/read/kineto_piece.hpp>

/// Kineto traces in which nothing is wrong, read while they come from the disk or out of their packing: a few chunks
/// are in memory at a time. Any other file is for `read_kineto`, which sees all of it at once.
namespace ridgeline::torch_detail {

/// Cuts a stream into chunks that begin with an event, but for the first, and end where the next one begins. Whether
/// such a place is an event, and not an object in one, is for the reader to prove.
class kineto_chunks {
 public:
  struct chunk {
    std::unique_ptr<char[]> bytes{};  // NOLINT: filled by reading, with no zeros before
    std::size_t room = 0;      ///< of `bytes`
    std::size_t size = 0;      ///< of what is in them
    std::size_t end = 0;       ///< where the next chunk begins
    std::uint64_t offset = 0;  ///< of its first byte in the document
    bool last = false;
    std::string_view text() const { return {bytes.get(), size}; }
  };

  kineto_chunks(content_stream& from, std::size_t step) : from_(from), step_(std::max<std::size_t>(step, 64)) {}

  /// The next chunk; false where there is none, or none can be made.
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
  static constexpr std::size_t most = std::size_t{1} << 26;  ///< no event of a trace is that large

  static void make_room(chunk& c, std::size_t wanted) {
    if (wanted <= c.room) return;
    chunk larger;
    larger.room = std::max(wanted, c.room * 2);
    larger.bytes.reset(new char[larger.room]);  // NOLINT: make_unique would fill it
    c.text().copy(larger.bytes.get(), c.size);
    c.bytes.swap(larger.bytes);
    c.room = larger.room;
  }
  bool fail() {
    failed_ = ended_ = true;
    return false;
  }
  /// The last event that begins at or behind `from`, seen from the end; 0 without one.
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
  std::string rest_{};  ///< behind the last chunk's end
  std::uint64_t offset_ = 0;
  bool ended_ = false, failed_ = false;
};

/// What one thread reads, chunk after chunk of those that it gets.
class kineto_stream_reader {
 public:
  /// A part of the trace and what stands beside the events there, as copies: a chunk's bytes are gone when it was read.
  struct stretch {
    std::size_t number = 0;
    kineto_part part{};
    std::string devices{}, distributed{}, base_time{}, warnings{}, errors{};
  };

  /// False where something is wrong with the chunk.
  /// `share`: how many bytes this thread will read, about; 0 where nobody knows.
  bool read(const kineto_chunks::chunk& c, std::size_t number, bool bare, std::size_t share) {
    const std::string_view text = c.text();
    if (number == 0) {
      if (reader_) return false;  // cannot be: numbers ascend
      reader_.emplace(kineto_piece_reader::from_head(text));
    } else if (!reader_) {
      reader_.emplace(kineto_piece_reader::from_event(text, text.data()));
    }
    if (number != 0) reader_->move_to(text, c.offset, bare);
    kineto_piece& out = reader_->out();
    stretch s{number, {0, kineto_extent::of(out), {}, {}}, {}, {}, {}, {}, {}};
    if (!reader_->read_sound(text.data() + c.end)) return false;
    if (reader_->ended() != c.last || (!c.last && reader_->at() != text.data() + c.end)) return false;
    if (!reader_->saw_events()) return false;
    s.part.last = kineto_extent::of(out);
    s.part.unknown_work.swap(out.unknown_work);
    s.devices = reader_->devices();
    s.distributed = reader_->distributed();
    s.base_time = reader_->base_time();
    s.warnings = reader_->warnings();
    s.errors = reader_->errors();
    if (read_.empty() && c.end != 0) {  // most lists grow as they did in the first chunk
      const std::size_t times = share / c.end + 1;
      out.events.reserve(std::min(out.events.size() * times, share / 64));
      out.ops.reserve(std::min(out.ops.size() * times, share / 256));
    }
    read_.push_back(std::move(s));
    return true;
  }

  std::vector<stretch>& stretches() { return read_; }
  kineto_piece* out() { return reader_ ? &reader_->out() : nullptr; }

 private:
  std::optional<kineto_piece_reader> reader_{};
  std::vector<stretch> read_{};
};

/// The trace that comes from `from`; nothing where something is wrong with it, or where it is no Kineto trace.
inline std::optional<torch_trace> read_kineto_stream(content_stream& from, const kineto_options& options) {
  using stretch = kineto_stream_reader::stretch;
  constexpr std::size_t least = std::size_t{1} << 17, most = std::size_t{1} << 20;  // a processor's cache holds it
  constexpr std::size_t worth_a_thread = std::size_t{1} << 23;
  const auto bytes = static_cast<std::size_t>(from.likely_size());
  const unsigned threads = threads_for(bytes / std::min(options.piece, worth_a_thread),
                                       options.threads == 0 ? default_threads() : options.threads);
  kineto_chunks chunks(from, std::min(options.piece, std::clamp(bytes / 32, least, most)));
  std::vector<kineto_chunks::chunk> slots(threads == 1 ? 1 : threads + std::size_t{1});
  std::vector<kineto_stream_reader> readers(threads);
  std::atomic<bool> sound{true}, bare{false};
  std::size_t count = 0;
  parallel_pipeline(
      slots.size(), threads,
      [&](std::size_t number, std::size_t slot) {
        if (!sound || !chunks.next(slots[slot])) return false;
        if (number == 0) {
          const std::string_view text = slots[slot].text();
          if (is_sqlite(text) || is_perfetto(text) || is_rocprof_json(text)) return static_cast<bool>(sound = false);
          bare = kineto_piece_reader::from_head(text).bare();
        }
        ++count;
        if (options.progress) options.progress(from.taken(), from.size());
        return true;
      },
      [&](std::size_t number, std::size_t slot, unsigned worker) {
        if (sound && !readers[worker].read(slots[slot], number, bare, bytes / threads)) sound = false;
      });
  if (!sound || chunks.failed() || count == 0) return std::nullopt;

  std::vector<const stretch*> stretches(count);
  std::vector<kineto_part> parts(count);
  std::vector<kineto_piece*> pieces;
  for (kineto_stream_reader& r : readers) {
    if (r.out() == nullptr) continue;
    for (stretch& s : r.stretches()) {
      stretches[s.number] = &s;
      parts[s.number] = std::move(s.part);
      parts[s.number].piece = pieces.size();
    }
    pieces.push_back(r.out());
  }
  torch_trace trace = merge_kineto(pieces, parts, threads);
  for (const stretch* s : stretches)
    take_remarks(trace, s->devices, s->distributed, s->warnings, s->errors, s->base_time);
  return trace;
}

/// The same of a file.
inline std::optional<torch_trace> read_kineto_stream(const std::string& path, const kineto_options& options) {
  content_stream from(path, options.inflate_limit != 0 ? options.inflate_limit : memory_limit());
  return from.odd() ? std::nullopt : read_kineto_stream(from, options);
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_READ_KINETO_STREAM_HPP
