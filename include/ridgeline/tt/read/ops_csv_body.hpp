#ifndef RIDGELINE_TT_READ_OPS_CSV_BODY_HPP
#define RIDGELINE_TT_READ_OPS_CSV_BODY_HPP

#include <algorithm>
#include <optional>
#include <utility>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/utf8.hpp>
#include <ridgeline/read/csv_records.hpp>
#include <ridgeline/read/inflate.hpp>
#include <ridgeline/read/text_file.hpp>
#include <ridgeline/tt/read/ops_csv.hpp>
#include <ridgeline/tt/read/ops_csv_cells.hpp>
#include <ridgeline/tt/read/ops_csv_detail.hpp>
#include <ridgeline/tt/read/ops_csv_header_body.hpp>
#include <ridgeline/tt/read/ops_csv_starts_body.hpp>
#include <ridgeline/tt/record/captures.hpp>

namespace ridgeline {

/// A row of an ops CSV: the record, and data about its device.
struct tt_csv_row {
  tt_op op{};
  tt_device_id device{};
  std::string_view type{};
  std::string_view arch{};
  std::string_view of_constants{}, of_inputs{};
  tt_host_stamp host_start{};
  tt_count<std::int64_t> calls{}, worker_cores{}, trace{};
  tt_count<std::int32_t> cores{}, session{}, sub_device{};
};

// The twelve extents are read in the same way; each is identified by a tensor and an index into its W, Z, Y, X.
template <tt_tensor tt_op::*Tensor, std::size_t Dim>
inline constexpr auto tt_extent = [](auto& r) -> auto& { return (r.op.*Tensor).dims[Dim]; };

/// How an ops CSV is read: one line per column.
inline constexpr auto tt_csv_fields = caseless(
    field<"OP CODE">([](auto& r) -> auto& { return r.op.code; }),
    field<"OP TYPE">(&tt_csv_row::type),
    field<"GLOBAL CALL COUNT">(&tt_csv_row::calls),
    field<"DEVICE ID">(&tt_csv_row::device),
    field<"DEVICE ARCH">(&tt_csv_row::arch),
    field<"ATTRIBUTES">([](auto& r) -> auto& { return r.op.attributes; }),
    field<"MATH FIDELITY">([](auto& r) -> auto& { return r.op.fidelity; }),
    field<"CORE COUNT">(&tt_csv_row::cores),
    field<"AVAILABLE WORKER CORE COUNT">(&tt_csv_row::worker_cores),
    field<"HOST START TS", ns>(&tt_csv_row::host_start),
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
    field<"METAL TRACE ID">(&tt_csv_row::trace), field<"SUB DEVICE ID">(&tt_csv_row::sub_device),
    field<"METAL TRACE REPLAY SESSION ID">(&tt_csv_row::session),
    field<"CONST_EVAL_OP">(&tt_csv_row::of_constants), field<"INPUT_LAYOUT_CONVERSION_OP">(&tt_csv_row::of_inputs));

namespace tt_detail {

template <class T, class U>
void add_distinct(std::vector<T>& values, const U& value) {
  constexpr std::size_t enough = 64;  // a file that names more is broken; only the first one counts anyway
  if (values.size() < enough && std::find(values.begin(), values.end(), value) == values.end())
    values.emplace_back(value);
}

using tt_row_reader = csv_record_reader<tt_csv_row, decltype(tt_csv_fields)>;

/// A row with the details beyond its op.
struct tt_detailed_row {
  tt_csv_row row{};
  tt_op_detail detail{};
  tt_input_texts inputs{};
};

inline tt_csv_row& op_row(tt_csv_row& row) { return row; }
inline tt_csv_row& op_row(tt_detailed_row& row) { return row.row; }

/// Reads such rows.
struct tt_detailed_reader {
  const tt_row_reader& ops;
  const ops_detail_reader& details;
  bool with_inputs;

  template <class Row>
  tt_detailed_row read(const Row& row, std::string_view text, text_pool& pool, data_quality& quality) const {
    tt_detailed_row read{ops.read(row, text, pool, quality), details.read(row, text, pool, quality)};
    read.detail.trace_id = read.row.trace.value, read.detail.sub_device = read.row.sub_device.value;
    if (with_inputs) read.inputs = details.inputs(row.cells(), pool);
    return read;
  }
  bool repeats_header(const csv_scanner& row) const { return ops.repeats_header(row); }
  bool is_aligned(const csv_scanner& row, data_quality& quality) const { return ops.is_aligned(row, quality); }
  const std::string& file() const { return ops.file(); }
  char separator() const { return ops.separator(); }
};

/// What the rows of one file show about it as a whole.
struct tt_file_facts {
  std::vector<std::string_view> archs{};
  std::vector<std::int64_t> worker_cores{};
  std::int32_t devices = 0;  ///< the largest id plus one
  std::uint64_t preparations = 0;
  std::uint32_t first_preparation = 0;  ///< the id of its op

  /// Completes the op of a row, which is the `place`-th of file `file`, and updates the facts about the file.
  void settle(tt_csv_row& row, std::size_t file, std::size_t place) {
    tt_op& op = row.op;
    op.code = without_blanks(op.code);
    op.attributes = without_blanks(op.attributes);
    row.arch = unqualified(stated(row.arch)), op.fidelity = tt_fidelity_name(unqualified(stated(op.fidelity)));
    for (tt_tensor* t : {&op.in0, &op.in1, &op.out0})
      t->type = unqualified(stated(t->type)), t->memory = stated(t->memory);
    op.type = tt_op_type_named(without_blanks(row.type));
    op.host = static_cast<std::int32_t>(std::min<std::size_t>(file, 0x7fffffff));
    op.id = static_cast<std::uint32_t>(std::min<std::size_t>(place + 2, 0xffffffffu));
    if (!row.arch.empty()) add_distinct(archs, row.arch);
    constexpr std::int64_t most_cores = 1'000'000;
    if (const std::int64_t workers = row.worker_cores.value; workers > 0) {
      add_distinct(worker_cores, workers);
      op.available_cores = static_cast<std::int32_t>(std::min(workers, most_cores));
    }
    op.host_start = row.host_start.value;
    op.cores = row.cores.value;
    op.global_call_count = row.calls.value;
    op.replay_session = row.session.value > 0 ? row.session.value : -1;  // they count from 1
    op.device = row.device.value;
    op.sub_device = row.sub_device.value;
    op.captured = row.trace.value >= 0 && is_without_run(op);
    devices = std::max(devices, op.device + 1);
    const auto yes = [](std::string_view cell) { return core_detail::same_letters(without_blanks(cell), "true"); };
    if ((yes(row.of_constants) || yes(row.of_inputs)) && preparations++ == 0) first_preparation = op.id;
  }
  /// Adds the facts from later rows.
  void merge(const tt_file_facts& later) {
    for (const std::string_view arch : later.archs) add_distinct(archs, arch);
    for (const std::int64_t cores : later.worker_cores) add_distinct(worker_cores, cores);
    devices = std::max(devices, later.devices);
    if (preparations == 0) first_preparation = later.first_preparation;
    preparations += later.preparations;
  }
};

/// Copies the information in a header to `all`; fails if it is not that of an ops CSV.
template <class Row>
std::optional<failure> take_header(const Row& header, const tt_row_reader& reader, tt_ops& all,
                                   std::uint64_t lines = 0, bool needs_device = true) {
  for (std::string_view title : {"OP CODE", "OP TYPE", "DEVICE ID"})
    if (!reader.has(title) && (needs_device || title != "DEVICE ID")) {
      std::string scratch;
      const std::string_view first = header.cells().empty() ? "" : header.cells().front().text(scratch);
      const bool streamed = std::any_of(header.cells().begin(), header.cells().end(), [](const csv_cell& cell) {
        return core_detail::same_letters(without_blanks(cell.raw), "EXECUTION");
      });
      return failure{errc::not_a_report, {reader.file(), lines + header.row_line() + 1, 1},
                     "expected a column \"" + std::string(title) + "\" in the header of an ops CSV, found " +
                         std::to_string(header.cells().size()) +
                         (header.cells().size() == 1 ? " column from \"" : " columns from \"") +
                         std::string(utf8_front(first, 60)) + "\" on" +
                         (title != "OP CODE" || !reader.has("GLOBAL CALL COUNT") ? ""
                          : streamed ? "; the streaming profiler's times of ops are not one: tt_ops_report makes one "
                                       "from its log of zones (TT_METAL_STREAMING_PROFILER_ZONE_CSV)"
                                     : "; a file of device times is not one: it is read under the "
                                       "name cpp_device_perf_report.csv")};
    }
  constexpr std::string_view padded_tail = "_PAD[LOGICAL]";
  const bool padded = std::any_of(header.cells().begin(), header.cells().end(), [&](const csv_cell& cell) {
    const std::size_t at = cell.raw.find('[');
    return at != cell.raw.npos && at >= 4 &&
           core_detail::same_letters(cell.raw.substr(at - 4, padded_tail.size()), padded_tail);
  });
  if (padded && all.format == tt_csv_format::v1) all.format = tt_csv_format::v2;
  if (reader.has("DEVICE ARCH") || reader.has("AVAILABLE WORKER CORE COUNT")) all.format = tt_csv_format::v2_1;
  all.has_host_start = all.has_host_start && reader.has("HOST START TS");
  reader.list().for_each([&](const auto& f, std::size_t) {
    const bool optional = f.name == "DEVICE ARCH" || f.name == "AVAILABLE WORKER CORE COUNT" ||
                          f.name == "HOST START TS" || f.name == "METAL TRACE ID" ||
                          f.name == "SUB DEVICE ID" || f.name == "METAL TRACE REPLAY SESSION ID" ||
                          f.name == "CONST_EVAL_OP" || f.name == "INPUT_LAYOUT_CONVERSION_OP";
    if (optional || reader.has(f.name)) return;
    std::string_view name = f.name;
    if (!padded && name.ends_with(padded_tail)) name.remove_suffix(padded_tail.size());
    add_distinct(all.missing, std::string(name));
  });
  return std::nullopt;
}

/// Adds the ops from `before` on to `all` as those of one more file. Fails if the file does not match the others.
expected<tt_ops> with_file(tt_ops all, std::size_t before, const tt_file_facts& facts, std::vector<text_pool>& pools,
                           const std::string& name) {
  for (const std::string_view arch : facts.archs) add_distinct(all.archs, arch);
  for (const std::int64_t cores : facts.worker_cores) add_distinct(all.worker_cores, cores);
  if (all.files > 0 && facts.devices != all.devices_per_file)
    return failure{errc::not_a_report, {name},
                   "expected " + std::to_string(all.devices_per_file) + " devices as in the files before it, found " +
                       std::to_string(facts.devices) + "; files of one workload must agree"};
  all.devices_per_file = facts.devices;
  if (facts.preparations != 0)
    all.quality.add("op computes constants or converts inputs (CONST_EVAL_OP, INPUT_LAYOUT_CONVERSION_OP): it counts, "
                    "although not every pass needs it; ttrt also writes files without such ops",
                    {name, facts.first_preparation}, "", false, facts.preparations);
  find_captures(all.ops, before);
  const std::uint64_t first = all.files * static_cast<std::uint64_t>(facts.devices);
  if (first + tt_device_id::most > 0x7fffffff)
    return failure{errc::not_a_report, {name}, "expected at most 2147483647 devices in all files, found more"};
  for (std::size_t i = before; first > 0 && i < all.ops.size(); ++i)
    if (all.ops[i].device >= 0) all.ops[i].device += static_cast<std::int32_t>(first);
  mark_stale_starts(all, before);
  ++all.files;
  for (text_pool& pool : pools) all.pools.push_back(std::move(pool));
  return all;
}

/// Reads the rows of a text after its header, which is preceded by `lines` lines, into `all` and `facts`.
template <class Record, class Reader>
void read_ops(std::string_view text, const csv_scanner& header, std::uint64_t lines, const Reader& reader,
              std::vector<text_pool>& pools, const read_options& options, const file_bytes* source, tt_ops& all,
              tt_file_facts& facts, std::vector<tt_input_texts>* inputs) {
  const std::size_t before = all.ops.size();
  lines += header.lines();
  for_csv_pieces<Record>(text, header.position(), reader, pools, options, source, [&](auto& piece) {
    all.quality.merge(piece.quality, lines);
    lines += piece.lines;
    if (all.ops.size() == before && !piece.records.empty()) {  // as many to a byte as here, and some more
      const std::size_t rows = piece.records.size(), left = text.size() - piece.begin, bytes = piece.end - piece.begin;
      const std::size_t more = std::min((left / bytes + 1) * (rows + rows / 16), left / shortest_row<Reader> + rows);
      const std::size_t room = std::max(before + more, 2 * before);
      all.ops.reserve(room);
      if (all.with_details) all.details.reserve(room);
    }
    auto gap = piece.gaps.begin();
    for (std::size_t i = 0; i < piece.records.size(); ++i) {
      for (; gap != piece.gaps.end() && *gap == i; ++gap) ++all.left_out;
      tt_csv_row& row = op_row(piece.records[i]);
      facts.settle(row, all.files, all.ops.size() + all.left_out);
      all.ops.push_back(row.op);
      if constexpr (std::is_same_v<Record, tt_detailed_row>) {
        all.details.push_back(piece.records[i].detail);
        if (inputs != nullptr) inputs->push_back(piece.records[i].inputs);
      }
    }
    all.left_out += static_cast<std::size_t>(piece.gaps.end() - gap);
  });
}

/// Reads a table, whose header is the first line of `text`, preceded by `lines` lines.
std::optional<failure> read_table(std::string_view text, const csv_front& front, std::uint64_t lines,
                                  const std::string& name, std::vector<text_pool>& pools, const read_options& options,
                                  const file_bytes* source, tt_ops& all, tt_file_facts& facts,
                                  std::vector<tt_input_texts>* inputs) {
  csv_scanner header(text, front.from, front.separator);
  if (!header.next()) return failure{errc::not_a_report, {name, 1, 1}, "expected an ops CSV, found blank lines only"};
  tt_row_reader reader(tt_csv_fields, name);
  data_quality found;
  reader.bind(header, found);
  is_complete(header, name, found);  // a truncated header lacks columns
  all.quality.merge(found, lines);
  if (std::optional<failure> why = take_header(header, reader, all, lines, inputs == nullptr)) return why;
  if (!all.with_details) {
    read_ops<tt_csv_row>(text, header, lines, reader, pools, options, source, all, facts, nullptr);
    return std::nullopt;
  }
  ops_detail_reader details(name);
  details.bind(header);
  read_ops<tt_detailed_row>(text, header, lines, tt_detailed_reader{reader, details, inputs != nullptr}, pools, options,
                            source, all, facts, inputs);
  return std::nullopt;
}

/// Appends the rows of one file's text to `all`, and the inputs of their ops to `inputs` if it is not null.
expected<tt_ops> append_tables(tt_ops all, std::string_view text, const std::string& name, const read_options& options,
                               const file_bytes* source, std::vector<tt_input_texts>* inputs) {
  const csv_front front = csv_front_of(text);
  if (text.size() == byte_order_mark_size(text))
    return failure{errc::not_a_report, {name, 1, 1}, "expected an ops CSV, found an empty file"};
  if (text.find('\n') == std::string_view::npos && text.find('\r') != std::string_view::npos)
    return failure{errc::not_a_report, {name, 1, 1},
                   "lines end in carriage returns alone, expected line feeds: convert them (tr '\\r' '\\n')"};
  std::vector<text_pool> pools(threads_for(text.size() / std::max<std::size_t>(options.piece, 1) + 1, options.threads));
  const std::size_t before = all.ops.size();
  tt_file_facts facts;
  std::uint64_t lines = 0;
  constexpr int most_tables = 1000;  // more than anyone concatenates; each costs time
  int tables = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t from = at == 0 ? front.from : at;
    const bool last = ++tables == most_tables;
    const std::size_t next = last ? text.size() : from + next_header(text.substr(from));
    if (at != 0) {
      all.quality.add("file has another header with other columns: the rows after it are read by it",
                      {name, lines + 1}, "", false);
      ++all.left_out;
    }
    const std::string_view table = text.substr(at, next - at);
    const csv_front columns = at == 0 ? front : csv_front_of(table);
    const auto above = static_cast<std::uint64_t>(std::count(table.begin(), table.begin() + columns.from, '\n'));
    if (std::optional<failure> why =
            read_table(table, columns, lines + above, name, pools, options, source, all, facts, inputs))
      return *why;
    if (next < text.size()) lines += static_cast<std::uint64_t>(std::count(table.begin(), table.end(), '\n'));
    at = next;
  }
  return with_file(std::move(all), before, facts, pools, name);
}

expected<tt_ops> read_tt_ops_with_inputs(std::string_view text, const std::string& name,
                                         std::vector<tt_input_texts>& inputs) {
  tt_ops all;
  all.with_details = true;
  return append_tables(std::move(all), text, name, {}, nullptr, &inputs);
}

}  // namespace tt_detail

expected<tt_ops> append_tt_ops_csv(tt_ops all, std::string_view text, const std::string& name,
                                   const read_options& options, const file_bytes* source) {
  return tt_detail::append_tables(std::move(all), text, name, options, source, nullptr);
}

expected<tt_ops> append_tt_ops_file(tt_ops all, const std::string& path, const read_options& options) {
  const expected<text_file> file = text_file::open(path);
  if (!file) return file.error();
  expected<tt_ops> more = append_tt_ops_csv(std::move(all), file->view(), path, options, file->source());
  if (more) file->tell(more->quality, path);
  return more;
}

expected<tt_ops> read_tt_ops_csv(const std::vector<std::string>& paths, const read_options& options) {
  tt_ops all;
  all.with_details = true;
  for (const std::string& path : paths) {
    expected<tt_ops> more = append_tt_ops_file(std::move(all), path, options);
    if (!more) return more;
    all = std::move(*more);
  }
  return all;
}

expected<tt_ops> read_tt_ops_csv_text(std::string_view text, const std::string& name,
                                      const read_options& options) {
  if (std::optional<failure> other = refused_text(text, name)) return *std::move(other);
  tt_ops all;
  all.with_details = true;
  return append_tt_ops_csv(std::move(all), text, name, options, nullptr);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_OPS_CSV_BODY_HPP
