#ifndef RIDGELINE_TT_READ_OPS_CSV_HPP
#define RIDGELINE_TT_READ_OPS_CSV_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/parallel.hpp>
#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/read/options.hpp>
#include <ridgeline/read/bytes.hpp>
#include <ridgeline/table/stored_cell.hpp>
#include <ridgeline/tt/record/log_doubts.hpp>
#include <ridgeline/tt/record/op.hpp>
#include <ridgeline/tt/record/op_detail.hpp>

namespace ridgeline {

/// The three column layouts of an ops CSV.
enum class tt_csv_format : std::uint8_t {
  v1,   ///< plain extents, `INPUT_0_W`
  v2,   ///< `padded[logical]` extents
  v2_1  ///< the same, plus the device's architecture and worker cores
};

constexpr std::string_view name_of(tt_csv_format f) {
  return f == tt_csv_format::v1 ? "v1" : f == tt_csv_format::v2 ? "v2" : "v2.1";
}

/// The rows of one or more ops CSVs, and data about the files as a whole. The texts of the records are stored in
/// `pools`.
struct tt_ops {
  using owns_texts = void;
  std::vector<text_pool> pools;
  std::vector<tt_op> ops;                 ///< in file order, files in the order they were given
  std::size_t left_out = 0;               ///< rows that are not among them, but count in their numbers
  std::size_t files = 0;
  std::int32_t devices_per_file = 0;      ///< file k's device ids start at k times this
  tt_csv_format format = tt_csv_format::v1;
  std::vector<std::string> archs;         ///< distinct values in order of appearance
  std::vector<std::int64_t> worker_cores;
  bool has_host_start = true;
  std::vector<std::string> missing;       ///< columns that reports need and the files lack
  data_quality quality{};
  bool with_details = false;              ///< set before appending to get `details` as well
  std::vector<tt_op_detail> details;      ///< by op; empty if not requested
  tt_log_doubts log{};                    ///< doubts about the device logs, if rows were made from logs
};

/// Reads ops CSVs recorded by the hosts of one workload, with their details. Problems with individual cells or rows are
/// counted in `quality`; fails if a file cannot be read or is not an ops CSV, or if the files' device counts differ.
expected<tt_ops> read_tt_ops_csv(const std::vector<std::string>& paths, const read_options& options = {});
/// The same for one path.
template <class Path>
  requires std::is_convertible_v<const Path&, std::string>
expected<tt_ops> read_tt_ops_csv(const Path& path, const read_options& options = {}) {
  return read_tt_ops_csv(std::vector<std::string>{path}, options);
}

/// Appends the rows of one file's text to `all`, for input made up of several files and folders. If `source` is not
/// null, its memory is released piece by piece.
expected<tt_ops> append_tt_ops_csv(tt_ops all, std::string_view text, const std::string& name,
                                   const read_options& options, const file_bytes* source = nullptr);

/// The same for a file, decompressed if it is gzip.
expected<tt_ops> append_tt_ops_file(tt_ops all, const std::string& path, const read_options& options);

/// The same for rows in memory, given by their titles and cells, as if read from a CSV. Texts are copied.
expected<tt_ops> append_tt_ops_rows(tt_ops all, const std::vector<std::string>& titles,
                                    const std::vector<std::vector<stored_cell>>& rows, const std::string& name,
                                    unsigned threads = default_threads());

/// The same for text in memory; `name` stands for the file in messages.
expected<tt_ops> read_tt_ops_csv_text(std::string_view text, const std::string& name = {},
                                      const read_options& options = {});

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_OPS_CSV_HPP
