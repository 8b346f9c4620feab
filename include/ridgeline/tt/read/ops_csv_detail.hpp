#ifndef RIDGELINE_TT_READ_OPS_CSV_DETAIL_HPP
#define RIDGELINE_TT_READ_OPS_CSV_DETAIL_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/read/csv_records.hpp>
#include <ridgeline/tt/record/op_detail.hpp>

namespace ridgeline::tt_detail {

/// What an ops CSV says beside its ops: one line a column.
inline constexpr auto tt_csv_detail_fields = fields(
    field<"OP TYPE">(&tt_op_detail::type), field<"DEVICE ARCH">(&tt_op_detail::arch),
    field<"AVAILABLE WORKER CORE COUNT">(&tt_op_detail::available_cores),
    field<"PROGRAM CACHE HIT">(&tt_op_detail::cache_hit), field<"METAL TRACE ID">(&tt_op_detail::trace_id),
    field<"HOST DURATION [ns]", ns>(&tt_op_detail::host_time),
    field<"DEVICE FW DURATION [ns]", ns>(&tt_op_detail::firmware),
    field<"DEVICE FW START CYCLE">(&tt_op_detail::start_cycle), field<"DEVICE FW END CYCLE">(&tt_op_detail::end_cycle),
    field<"DEVICE KERNEL FIRST TO LAST START [ns]", ns>(&tt_op_detail::start_skew),
    field<"PM IDEAL [ns]", ns>(&tt_op_detail::ideal), field<"PM COMPUTE [ns]", ns>(&tt_op_detail::compute),
    field<"PM BANDWIDTH [ns]", ns>(&tt_op_detail::memory));

/// Reads these, and a number for all cells of a row that describe its tensors.
class ops_detail_reader {
 public:
  explicit ops_detail_reader(std::string file) : plain_(tt_csv_detail_fields, std::move(file)) {}

  void bind(const csv_scanner& header) {
    data_quality unused;  // the reader of the ops has counted it
    plain_.bind(header, unused);
    std::string scratch;
    for (std::size_t c = 0; c < header.cells().size(); ++c) {
      const std::string_view title = without_blanks(header.cells()[c].text(scratch));
      if (title.starts_with("INPUT_") || title.starts_with("OUTPUT_")) tensors_.push_back(c);
      if (title.starts_with("INPUT_0_")) first_.push_back(c);
    }
  }
  tt_op_detail read(const csv_scanner& row, std::string_view text, text_pool& pool, data_quality&) const {
    data_quality unused;
    tt_op_detail d = plain_.read(row, text, pool, unused);
    const std::vector<csv_cell>& cells = row.cells();
    for (const std::size_t c : tensors_)
      d.tensors = d.tensors * 0x9E3779B97F4A7C15u + (c < cells.size() ? hash_of(cells[c].raw) : 0);
    for (const std::size_t c : first_) d.has_tensor = d.has_tensor || (c < cells.size() && !cells[c].raw.empty());
    return d;
  }
  const std::string& file() const { return plain_.file(); }

 private:
  csv_record_reader<tt_op_detail, decltype(tt_csv_detail_fields)> plain_;
  std::vector<std::size_t> tensors_{}, first_{};  // columns
};

}  // namespace ridgeline::tt_detail

#endif  // RIDGELINE_TT_READ_OPS_CSV_DETAIL_HPP
