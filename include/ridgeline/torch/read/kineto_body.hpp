#ifndef RIDGELINE_TORCH_READ_KINETO_BODY_HPP
#define RIDGELINE_TORCH_READ_KINETO_BODY_HPP

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/parallel.hpp>
#include <ridgeline/read/bytes.hpp>
#include <ridgeline/torch/read/content.hpp>
#include <ridgeline/torch/read/kineto.hpp>
#include <ridgeline/torch/read/kineto_gathering.hpp>
#include <ridgeline/torch/read/kineto_piece.hpp>
#include <ridgeline/torch/read/kineto_stream.hpp>

namespace ridgeline {

namespace torch_detail {

/// The starts of the pieces into which `text` is split for reading. The first is the head of the document, the
/// others are at places that look like events.
inline std::vector<const char*> kineto_starts(std::string_view text, std::size_t piece) {
  std::vector<const char*> starts{text.data()};
  const std::size_t step = std::max<std::size_t>(piece, 64);
  constexpr std::size_t window = std::size_t{1} << 20;  // an event is hardly ever larger
  for (std::size_t i = step; i < text.size(); i += step) {
    const char* const from = std::max(text.data() + i, starts.back() + 1);
    if (from >= text.data() + text.size()) break;
    const auto left = static_cast<std::size_t>(text.data() + text.size() - from);
    const char* const start = find_event(text.data(), from, from + std::min(window, left));
    if (start != nullptr) starts.push_back(start);
  }
  return starts;
}

/// Reads all pieces in parallel, then verifies each start: it is valid if the previous piece stopped exactly there.
/// If not, the previous piece continues in its place. The records are therefore those of a single reader, whatever
/// the number of threads and pieces.
inline std::vector<kineto_piece_reader> read_kineto_pieces(std::string_view text, const kineto_options& options,
                                                           const file_bytes* source) {
  const std::vector<const char*> starts = kineto_starts(text, options.piece);
  const char* const end = text.data() + text.size();
  const auto limit = [&](std::size_t i) { return i + 1 < starts.size() ? starts[i + 1] : end; };
  std::vector<kineto_piece_reader> readers;
  std::vector<kineto_piece_reader::stop> stops(starts.size());
  readers.reserve(starts.size());
  for (std::size_t i = 0; i < starts.size(); ++i)
    readers.push_back(i == 0 ? kineto_piece_reader::from_head(text) : kineto_piece_reader::from_event(text, starts[i]));
  std::atomic<std::uint64_t> done{0};
  parallel_for(starts.size(), options.threads == 0 ? default_threads() : options.threads,
               [&](std::size_t i, unsigned) {
                 stops[i] = readers[i].read(limit(i), source);
                 if (options.progress) options.progress(++done, starts.size());
               });

  std::vector<kineto_piece_reader> proved;
  proved.push_back(std::move(readers[0]));
  kineto_piece_reader::stop last = stops[0];
  for (std::size_t i = 1; i < starts.size() && last == kineto_piece_reader::stop::at_event; ++i) {
    if (proved.back().at() == starts[i]) {
      proved.push_back(std::move(readers[i]));
      last = stops[i];
    } else if (proved.back().at() < limit(i) || i + 1 == starts.size()) {
      last = proved.back().read(limit(i), source);
    }
  }
  return proved;
}

/// Combines the pieces, given in file order, into one trace.
inline torch_trace gather_kineto(std::vector<kineto_piece_reader>& readers) {
  kineto_gathering gathering;
  std::vector<kineto_piece*> pieces;
  for (kineto_piece_reader& r : readers) {
    kineto_stretch s{{}, {}, {}, std::string(r.devices()), std::string(r.distributed()), std::string(r.base_time()),
                     std::string(r.warnings()), std::string(r.errors())};
    kineto_numbers numbers;
    pieces.push_back(&r.out());
    if (readers.size() != 1) kineto_hand_over()(r.out(), s);
    gathering.add(s, numbers, static_cast<double>(pieces.size()) / static_cast<double>(readers.size()));
  }
  return gathering.take(pieces, readers.front().lines());
}

inline source_pos place_of(std::string_view text, const char* at, const std::string& file) {
  source_pos pos{file, 1, 1};
  for (const char* p = text.data(); p != at; ++p) {
    ++pos.column;
    if (*p == '\n') ++pos.line, pos.column = 1;
  }
  return pos;
}

}  // namespace torch_detail

namespace torch_detail {

/// Reads the trace from the content of a file and adds the problems of its compression.
inline expected<torch_trace> read_kineto_content(const trace_content& in, const kineto_options& options,
                                                 const std::string& path) {
  expected<torch_trace> trace = read_kineto(in.bytes, options, path, in.source);
  if (trace && in.cut && trace->problems[torch_problem::file_cut].count == 0)
    trace->problems.add(torch_problem::file_cut, in.bytes.size());
  if (trace && in.damaged_after) trace->problems.add(torch_problem::gzip_damaged, in.bytes.size());
  return trace;
}

}  // namespace torch_detail

expected<torch_trace> read_kineto(std::string_view text, const kineto_options& options,
                                  const std::string& file, const file_bytes* source) {
  std::vector<torch_detail::kineto_piece_reader> pieces = torch_detail::read_kineto_pieces(text, options, source);
  bool saw_events = false;
  for (const torch_detail::kineto_piece_reader& p : pieces) saw_events = saw_events || p.saw_events();
  if (!saw_events) {
    const char* const at = pieces.front().first_error();
    if (at == nullptr)
      return failure{errc::not_a_report, {file}, "expected a JSON object with \"traceEvents\", found none in it"};
    const std::string found = at == text.data() + text.size() ? "the end of the file" : "something else";
    return failure{errc::not_a_report, torch_detail::place_of(text, at, file),
                   "expected a JSON object with \"traceEvents\", found " + found};
  }
  const bool bare = pieces.front().bare();
  torch_trace trace = torch_detail::gather_kineto(pieces);
  if (bare && trace.events.empty())
    return failure{errc::not_a_report, {file}, "expected events of a trace, found an empty list"};
  return trace;
}

expected<torch_trace> read_kineto_file(const std::string& path, const kineto_options& options) {
  if (std::optional<torch_trace> trace = torch_detail::read_kineto_stream(path, options)) return *std::move(trace);
  return torch_detail::read_content(path, options,
                                    [&](const torch_detail::trace_content& in, const kineto_options& how) {
                                      return torch_detail::read_kineto_content(in, how, path);
                                    });
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_READ_KINETO_BODY_HPP
