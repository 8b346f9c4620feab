#ifndef RIDGELINE_TORCH_PATH_ORIGINAL_ROWS_HPP
#define RIDGELINE_TORCH_PATH_ORIGINAL_ROWS_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/torch/path/critical_path.hpp>
#include <ridgeline/torch/path/original.hpp>

/// A trace as HolisticTraceAnalysis sees it: rows, links and kinds, including its faults.
namespace ridgeline::torch_detail {

/// A span of any kind. Times are in microseconds since the first row. If stamps have decimals, they are rounded:
/// begins up and ends down, so that a length can be -1.
struct original_row {
  double begin = 0, end = 0;
  std::int64_t stream = -1, correlation = -1;
  std::int64_t link = -1;             ///< number of the row on the other side; 0: none, -1: no correlation
  std::int64_t wait_stream = -1, wait_record = -1;
  std::int64_t process = 0, thread = 0;
  std::string_view name{};
  std::string_view category{};
  double bandwidth = 0;
  std::uint32_t uid = 0;

  double length() const { return end - begin; }
  bool of_stream() const { return stream != -1; }
  /// Whether the original considers it a device row.
  bool of_device() const {
    return (stream >= 0 && correlation >= 0) || name == "Event Sync" || name == "Context Sync";
  }
};

struct original_rows {
  std::vector<original_row> rows{};      ///< in the original's order: devices first if the last step was dropped
  double zero = 0;                       ///< the first begin, in the trace's own microseconds
  std::vector<std::uint32_t> row_of{};   ///< by event number; missing if it has no row or was dropped

  const original_row* row(std::int64_t uid) const {
    if (uid < 0 || static_cast<std::size_t>(uid) >= row_of.size()) return nullptr;
    const std::uint32_t at = row_of[static_cast<std::size_t>(uid)];
    return known(at) ? &rows[at] : nullptr;
  }
};

original_rows original_rows_of(const torch_trace& trace, std::size_t recorded, bool keep_last_step);

enum class original_kind : std::uint8_t { computation, communication, memory, other };
original_kind original_kind_of(std::string_view name);
/// The name without any text in brackets, from its last blank on.
std::string original_short_name(std::string_view name);

bool is_original_launch(std::string_view name);

/// A change of a queue's length: a launch that adds, or a task that removes.
struct original_queue_point {
  std::uint32_t row = 0;
  std::int64_t stream = 0;
  std::int64_t change = 0, length = 0;
};
/// By time; `stops` is set if the original stops with an error.
struct original_queues {
  std::vector<original_queue_point> points;
  bool stops = false;
};
original_queues original_queues_of(const original_rows& rows);

/// Adds the graph and its path to the rows of the sheets. Returns false if there is no such window.
bool add_original_path(const original_rows& rows, const original_queues& queues, const critical_path_options& options,
                       const original_path_options& original, critical_path_report& report);
/// The other sheets.
void add_original_usage(const original_rows& rows, const original_queues& queues, const critical_path_options& options,
                        const original_path_options& original, path_rows& out);

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_PATH_ORIGINAL_ROWS_HPP
