#ifndef RIDGELINE_TT_READ_OPS_CSV_BODY_HPP
#define RIDGELINE_TT_READ_OPS_CSV_BODY_HPP

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/utf8.hpp>
#include <ridgeline/read/csv_records.hpp>
#include <ridgeline/tt/read/ops_csv.hpp>
#include <ridgeline/tt/read/ops_csv_detail.hpp>

namespace ridgeline {

/// A device id as a file gives it. One of `most` or above is not believed: no host has as many devices.
struct tt_device_id {
  static constexpr std::int32_t most = 65536;
  std::int32_t value = -1;
};
inline bool read_cell(std::string_view text, tt_device_id& out, text_pool& pool, no_unit unit) {
  std::int32_t value = -1;
  if (!read_cell(text, value, pool, unit) || value >= tt_device_id::most) return false;
  out.value = value;
  return true;
}
constexpr std::string_view expected_in(const tt_device_id&) { return "a device id below 65536"; }

/// A row of an ops CSV: the record, and what it says of its device.
struct tt_csv_row {
  tt_op op{};
  tt_device_id device{};
  std::string_view type{};
  std::string_view arch{};
  std::int64_t worker_cores = 0;
};

// The twelve extents are read alike; a tensor and a position in its W, Z, Y, X name one.
template <tt_tensor tt_op::*Tensor, std::size_t Dim>
inline constexpr auto tt_extent = [](auto& r) -> auto& { return (r.op.*Tensor).dims[Dim]; };

/// How an ops CSV is read: one line a column.
inline constexpr auto tt_csv_fields = fields(
    field<"OP CODE">([](auto& r) -> auto& { return r.op.code; }),
    field<"OP TYPE">(&tt_csv_row::type),
    field<"GLOBAL CALL COUNT">([](auto& r) -> auto& { return r.op.global_call_count; }),
    field<"DEVICE ID">(&tt_csv_row::device),
    field<"DEVICE ARCH">(&tt_csv_row::arch),
    field<"ATTRIBUTES">([](auto& r) -> auto& { return r.op.attributes; }),
    field<"MATH FIDELITY">([](auto& r) -> auto& { return r.op.fidelity; }),
    field<"CORE COUNT">([](auto& r) -> auto& { return r.op.cores; }),
    field<"AVAILABLE WORKER CORE COUNT">(&tt_csv_row::worker_cores),
    field<"HOST START TS", ns>([](auto& r) -> auto& { return r.op.host_start; }),
    field<"OP TO OP LATENCY [ns]", ns>([](auto& r) -> auto& { return r.op.gap; }),
    field<"DEVICE KERNEL DURATION [ns]", ns>([](auto& r) -> auto& { return r.op.time; }),
    field<"INPUT_0_W_PAD[LOGICAL]">(tt_extent<&tt_op::in0, 0>, "INPUT_0_W"),
    field<"INPUT_0_Z_PAD[LOGICAL]">(tt_extent<&tt_op::in0, 1>, "INPUT_0_Z"),
    field<"INPUT_0_Y_PAD[LOGICAL]">(tt_extent<&tt_op::in0, 2>, "INPUT_0_Y"),
    field<"INPUT_0_X_PAD[LOGICAL]">(tt_extent<&tt_op::in0, 3>, "INPUT_0_X"),
    field<"INPUT_0_DATATYPE">([](auto& r) -> auto& { return r.op.in0.type; }),
    field<"INPUT_0_MEMORY">([](auto& r) -> auto& { return r.op.in0.memory; }),
    field<"INPUT_1_W_PAD[LOGICAL]">(tt_extent<&tt_op::in1, 0>, "INPUT_1_W"),
    field<"INPUT_1_Z_PAD[LOGICAL]">(tt_extent<&tt_op::in1, 1>, "INPUT_1_Z"),
    field<"INPUT_1_Y_PAD[LOGICAL]">(tt_extent<&tt_op::in1, 2>, "INPUT_1_Y"),
    field<"INPUT_1_X_PAD[LOGICAL]">(tt_extent<&tt_op::in1, 3>, "INPUT_1_X"),
    field<"INPUT_1_DATATYPE">([](auto& r) -> auto& { return r.op.in1.type; }),
    field<"INPUT_1_MEMORY">([](auto& r) -> auto& { return r.op.in1.memory; }),
    field<"OUTPUT_0_W_PAD[LOGICAL]">(tt_extent<&tt_op::out0, 0>, "OUTPUT_0_W"),
    field<"OUTPUT_0_Z_PAD[LOGICAL]">(tt_extent<&tt_op::out0, 1>, "OUTPUT_0_Z"),
    field<"OUTPUT_0_Y_PAD[LOGICAL]">(tt_extent<&tt_op::out0, 2>, "OUTPUT_0_Y"),
    field<"OUTPUT_0_X_PAD[LOGICAL]">(tt_extent<&tt_op::out0, 3>, "OUTPUT_0_X"),
    field<"OUTPUT_0_DATATYPE">([](auto& r) -> auto& { return r.op.out0.type; }),
    field<"OUTPUT_0_MEMORY">([](auto& r) -> auto& { return r.op.out0.memory; }),
    field<"METAL TRACE REPLAY SESSION ID">([](auto& r) -> auto& { return r.op.replay_session; }));

namespace tt_detail {

template <class T, class U>
void add_distinct(std::vector<T>& values, const U& value) {
  constexpr std::size_t enough = 64;  // a file that names more than that is broken, and the first counts anyway
  if (values.size() < enough && std::find(values.begin(), values.end(), value) == values.end())
    values.emplace_back(value);
}

}  // namespace tt_detail

expected<tt_ops> append_tt_ops_csv(tt_ops all, std::string_view text, const std::string& name,
                                   const read_options& options, const file_bytes* source) {
  const std::size_t mark = text.substr(0, 3) == "\xEF\xBB\xBF" ? 3 : 0;
  if (text.size() == mark) return failure{errc::not_a_report, {name, 1, 1}, "expected an ops CSV, found an empty file"};
  csv_scanner header(text, mark);
  if (!header.next()) return failure{errc::not_a_report, {name, 1, 1}, "expected an ops CSV, found blank lines only"};
  csv_record_reader<tt_csv_row, decltype(tt_csv_fields)> reader(tt_csv_fields, name);
  reader.bind(header, all.quality);
  is_complete(header, name, all.quality);  // a header that was cut lacks columns
  for (std::string_view title : {"OP CODE", "OP TYPE", "DEVICE ID"})
    if (!reader.has(title)) {
      std::string scratch;
      return failure{errc::not_a_report, {name, header.row_line() + 1, 1},
                     "expected a column \"" + std::string(title) + "\" in the header of an ops CSV, found " +
                         std::to_string(header.cells().size()) + " columns from \"" +
                         std::string(utf8_front(header.cells().front().text(scratch), 60)) + "\" on"};
    }
  bool padded = false;
  for (const csv_cell& cell : header.cells())
    padded = padded || cell.raw.find("_PAD[LOGICAL]") != std::string_view::npos;
  if (padded && all.format == tt_csv_format::v1) all.format = tt_csv_format::v2;
  if (reader.has("DEVICE ARCH") || reader.has("AVAILABLE WORKER CORE COUNT")) all.format = tt_csv_format::v2_1;
  all.has_host_start = all.has_host_start && reader.has("HOST START TS");
  reader.list().for_each([&](const auto& f, std::size_t) {
    const bool optional = f.name == "DEVICE ARCH" || f.name == "AVAILABLE WORKER CORE COUNT" ||
                          f.name == "HOST START TS" || f.name == "METAL TRACE REPLAY SESSION ID";
    if (!optional && !reader.has(f.name)) tt_detail::add_distinct(all.missing, std::string(f.name));
  });

  std::vector<text_pool> pools(threads_for(text.size() / std::max<std::size_t>(options.piece, 1) + 1, options.threads));
  auto pieces = read_csv_pieces<tt_csv_row>(text, header.position(), reader, pools, options, source);
  if (all.with_details) {
    tt_detail::ops_detail_reader details(name);
    details.bind(header);
    read_options quiet = options;
    quiet.progress = {};
    for (auto& piece : read_csv_pieces<tt_op_detail>(text, header.position(), details, pools, quiet, source))
      all.details.insert(all.details.end(), piece.records.begin(), piece.records.end());
  }
  std::size_t rows = 0;
  for (const auto& piece : pieces) rows += piece.records.size();
  const std::size_t before = all.ops.size();
  if (before + rows > all.ops.capacity()) all.ops.reserve(std::max(before + rows, before == 0 ? 0 : 2 * before));
  std::uint64_t lines = header.lines();
  std::int32_t devices = 0;
  for (auto& piece : pieces) {
    all.quality.merge(piece.quality, lines);
    lines += piece.lines;
    for (tt_csv_row& row : piece.records) {
      row.op.type = row.type == "tt_dnn_device" ? tt_op_type::device
                    : row.type == "signpost"    ? tt_op_type::signpost
                                                : tt_op_type::other;
      row.op.host = static_cast<std::int32_t>(std::min<std::size_t>(all.files, 0x7fffffff));
      row.op.id = static_cast<std::uint32_t>(std::min<std::size_t>(all.ops.size() + 2, 0xffffffffu));
      if (!row.arch.empty()) tt_detail::add_distinct(all.archs, row.arch);
      if (row.worker_cores != 0) tt_detail::add_distinct(all.worker_cores, row.worker_cores);
      constexpr std::int64_t most_cores = 1'000'000;
      if (row.worker_cores > 0)
        row.op.available_cores = static_cast<std::int32_t>(std::min(row.worker_cores, most_cores));
      row.op.device = row.device.value;
      devices = std::max(devices, row.op.device + 1);
      all.ops.push_back(row.op);
    }
    piece = {};
  }
  if (all.files > 0 && devices != all.devices_per_file)
    return failure{errc::not_a_report, {name},
                   "expected " + std::to_string(all.devices_per_file) + " devices as in the files before it, found " +
                       std::to_string(devices) + "; files of one workload must agree"};
  all.devices_per_file = devices;
  const std::uint64_t first = all.files * static_cast<std::uint64_t>(devices);
  if (first + tt_device_id::most > 0x7fffffff)
    return failure{errc::not_a_report, {name}, "expected at most 2147483647 devices in all files, found more"};
  for (std::size_t i = before; i < all.ops.size(); ++i)
    if (all.ops[i].device >= 0) all.ops[i].device += static_cast<std::int32_t>(first);
  ++all.files;
  for (text_pool& pool : pools) all.pools.push_back(std::move(pool));
  return all;
}

expected<tt_ops> read_tt_ops_csv(const std::vector<std::string>& paths, const read_options& options) {
  tt_ops all;
  for (const std::string& path : paths) {
    const expected<file_bytes> file = file_bytes::open(path);
    if (!file) return file.error();
    expected<tt_ops> more = append_tt_ops_csv(std::move(all), file->view(), path, options, &*file);
    if (!more) return more;
    all = std::move(*more);
  }
  return all;
}

expected<tt_ops> read_tt_ops_csv_text(std::string_view text, const std::string& name,
                                      const read_options& options) {
  return append_tt_ops_csv({}, text, name, options, nullptr);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_OPS_CSV_BODY_HPP
