#ifndef RIDGELINE_TT_READ_OPS_CSV_DETAIL_HPP
#define RIDGELINE_TT_READ_OPS_CSV_DETAIL_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/read/csv_records.hpp>
#include <ridgeline/read/number.hpp>
#include <ridgeline/table/python_text.hpp>
#include <ridgeline/tt/read/ops_csv_inputs.hpp>
#include <ridgeline/tt/record/op.hpp>
#include <ridgeline/tt/record/op_detail.hpp>

namespace ridgeline::tt_detail {

/// The columns of one tensor in a row.
struct tensor_columns {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  std::array<std::size_t, 4> dims{none, none, none, none};
  std::size_t type = none, memory = none;
  std::size_t number = 0;
  bool output = false;
};

/// Splits `INPUT_12_Y_PAD[LOGICAL]` into 12 and `Y_PAD[LOGICAL]`; nothing if the column does not belong to a tensor.
inline std::optional<std::pair<std::size_t, std::string_view>> tensor_column(std::string_view title) {
  title.remove_prefix(std::min(title.find('_'), title.size() - 1) + 1);
  constexpr std::size_t most = 256;
  std::size_t number = 0, digits = 0;
  while (digits < title.size() && title[digits] >= '0' && title[digits] <= '9' && number < most)
    number = number * 10 + static_cast<std::size_t>(title[digits++] - '0');
  if (digits == 0 || digits == title.size() || title[digits] != '_' || number >= most) return std::nullopt;
  return std::pair(number, title.substr(digits + 1));
}

/// The content of a cell: its text without surrounding blanks, or empty if it says that there is none (`nan`, `-`).
constexpr std::string_view stated(std::string_view text) {
  constexpr std::size_t longest_word = 4;
  text = without_blanks(text);
  return text.size() <= longest_word && says_no_value(text) ? std::string_view() : text;
}

/// Whether a number is written in a short form that leaves out digits, as spreadsheets save large ones: `1.00000E+12`.
constexpr bool lacks_digits(std::string_view number) {
  const std::size_t e = number.find_first_of("eE"), point = number.find_first_of(".,");
  if (e == std::string_view::npos) return false;
  std::size_t power = 0;
  for (const char c : number.substr(e + 1))
    if (c >= '0' && c <= '9' && power < 1000) power = power * 10 + static_cast<std::size_t>(c - '0');
  return power > (point < e ? e - point - 1 : 0);
}
/// What `data_quality` says of cycles of that form.
inline constexpr std::string_view rounded_cycles =
    "cycles are rounded, as spreadsheets save large numbers: they tell no order of ops";

inline constexpr std::string_view rounded_time =
    "time has the few digits that spreadsheets save of large numbers: it may be rounded";

/// Turns `MathFidelity::HiFi4`, or Python's `MathFidelity.HiFi4`, into `HiFi4`.
constexpr std::string_view unqualified(std::string_view name) {
  return name.substr(name.find_last_of(":.") + 1);
}

/// The columns of an ops CSV beyond its ops: one line per column.
inline constexpr auto tt_csv_detail_fields = caseless(
    field<"OP TYPE">(&tt_op_detail::type), field<"DEVICE ARCH">(&tt_op_detail::arch),
    field<"PROGRAM CACHE HIT">(&tt_op_detail::cache_hit), field<"PROGRAM HASH">(&tt_op_detail::program),
    field<"HOST DURATION [ns]", ns>(&tt_op_detail::host_time),
    field<"DEVICE FW DURATION [ns]", ns>(&tt_op_detail::firmware),
    field<"DEVICE FW START CYCLE">(&tt_op_detail::start_cycle), field<"DEVICE FW END CYCLE">(&tt_op_detail::end_cycle),
    field<"DEVICE KERNEL FIRST TO LAST START [ns]", ns>(&tt_op_detail::start_skew),
    field<"PM IDEAL [ns]", ns>(&tt_op_detail::ideal), field<"PM COMPUTE [ns]", ns>(&tt_op_detail::compute),
    field<"PM BANDWIDTH [ns]", ns>(&tt_op_detail::memory));

/// Reads these, and computes a number for all cells of a row that describe its tensors.
class ops_detail_reader {
 public:
  explicit ops_detail_reader(std::string file) : plain_(tt_csv_detail_fields, std::move(file)) {}

  template <class Row>
  void bind(const Row& header) {
    data_quality unused;  // the reader of the ops has counted it
    plain_.bind(header, unused);
    std::string scratch;
    for (std::size_t c = 0; c < header.cells().size(); ++c) {
      const std::string upper = core_detail::upper_case(std::string(without_blanks(header.cells()[c].text(scratch))));
      const std::string_view title = upper;
      const bool output = title.starts_with("OUTPUT_");
      if (title.starts_with("INPUT_") || output)
        (title.find("MEMORY") != title.npos ? memories_ : tensors_).push_back(c), add_tensor(title, c, output);
      if (title.starts_with("INPUT_0_")) first_.push_back(c);
      for (std::size_t i = 0; i < cycle_names.size(); ++i)
        if (core_detail::same_letters(title, cycle_names[i])) cycles_[i] = c;
      for (std::size_t i = 0; i < time_names.size(); ++i)
        if (core_detail::same_letters(title, time_names[i])) times_[i] = c;
      for (std::size_t i = 0; i < share_names.size(); ++i)
        if (core_detail::same_letters(title, share_names[i])) shares_[i] = c;
    }
    columns_ = std::move(columns_) | sort_by(&tensor_columns::number);
    if constexpr (requires { header.separator(); }) {
      std::vector<bool> shares(header.cells().size());
      for (const std::size_t c : shares_)
        if (c < shares.size()) shares[c] = true;
      share_point_ = header.point(shares);
    }
  }
  template <class Row>
  tt_op_detail read(const Row& row, std::string_view text, text_pool& pool, data_quality& quality) const {
    tt_op_detail d = plain_.read_cells(row, text, pool, quality);
    // The ideal is the longer of the two others; tt-metal exchanged it with compute until February 2025.
    if (d.ideal < d.compute && d.compute == d.memory) std::swap(d.ideal, d.compute);
    const std::vector<csv_cell>& cells = row.cells();
    std::string scratch;
    const auto add = [&](std::string_view cell) {
      d.tensors = d.tensors * 0x9E3779B97F4A7C15u + (cell.empty() ? 0 : hash_of(cell));
    };
    for (const std::size_t c : tensors_) add(text_of(cells, c, scratch));
    for (const std::size_t c : memories_) add(tt_memory_without_device(text_of(cells, c, scratch)));
    constexpr std::array<double tt_op_detail::*, 7> shares{
        &tt_op_detail::fpu,  &tt_op_detail::sfpu,     &tt_op_detail::noc,       &tt_op_detail::multicast,
        &tt_op_detail::dram, &tt_op_detail::ethernet, &tt_op_detail::congestion};
    for (const std::size_t c : first_) d.has_tensor = d.has_tensor || !text_of(cells, c, scratch).empty();
    d.type = stated(d.type), d.arch = unqualified(stated(d.arch)), d.cache_hit = stated(d.cache_hit);
    d.program = stated(d.program);
    for (std::size_t i = 0; i < shares.size(); ++i)
      if (const std::string_view cell = text_of(cells, shares_[i], scratch); !cell.empty()) {
        d.*shares[i] = share_of(cell);
        if (!known(d.*shares[i]))
          quality.add("expected a number in column \"" + std::string(share_names[i]) + "\"",
                      plain_.place_of(cells[shares_[i]], row, text), cell);
      }
    constexpr std::array<std::int64_t tt_op_detail::*, 2> cycles{&tt_op_detail::start_cycle, &tt_op_detail::end_cycle};
    for (std::size_t i = 0; i < cycles.size(); ++i)
      if (const std::string_view cell = text_of(cells, cycles_[i], scratch); d.*cycles[i] >= 0 && lacks_digits(cell)) {
        d.*cycles[i] = -1;
        quality.add(rounded_cycles, plain_.place_of(cells[cycles_[i]], row, text), cell);
      }
    for (const std::size_t c : times_)
      if (const std::string_view cell = text_of(cells, c, scratch); lacks_digits(cell))
        quality.add(rounded_time, plain_.place_of(cells[c], row, text), cell, false);
    if (d.has_tensor) d.dram_in = d.dram_out = byte_count{};
    for (const tensor_columns& t : columns_) add_bytes(d, t, cells, pool);
    return d;
  }
  tt_input_texts inputs(const std::vector<csv_cell>& cells, text_pool& pool) const {
    std::string dims, types, scratch;
    std::size_t given = 0;
    for (const tensor_columns& t : columns_) {
      if (t.output || text_of(cells, t.dims[0], scratch).empty()) continue;
      dims += given == 0 ? "(" : ", (", types += given == 0 ? "" : ", ";
      const std::array<std::uint32_t, 4> extents = extents_of(t, cells, pool);
      for (std::size_t i = 0; i < 4; ++i)
        dims.append(i == 0 ? "" : ", ").append(extents[i] == unknown_dim ? "" : std::to_string(extents[i]));
      dims += ")";
      append_python_text(types, core_detail::upper_case(std::string(unqualified(text_of(cells, t.type, scratch)))));
      ++given;
    }
    if (given == 0) return {};
    const std::string_view end = given == 1 ? ",)" : ")";
    return {pool.keep("(" + dims.append(end)), pool.keep("(" + types.append(end))};
  }

 private:
  static constexpr std::array<std::string_view, 2> cycle_names{"DEVICE FW START CYCLE", "DEVICE FW END CYCLE"};
  static constexpr std::array<std::string_view, 2> time_names{"DEVICE KERNEL DURATION [ns]", "OP TO OP LATENCY [ns]"};
  static constexpr std::array<std::string_view, 7> share_names{
      "PM FPU UTIL (%)",  "SFPU Util Median (%)", "NOC UTIL (%)",       "MULTICAST NOC UTIL (%)",
      "DRAM BW UTIL (%)", "ETH BW UTIL (%)",      "NPE CONG IMPACT (%)"};

  static std::string_view text_of(const std::vector<csv_cell>& cells, std::size_t column, std::string& scratch) {
    return column < cells.size() ? stated(cells[column].text(scratch)) : std::string_view();
  }
  /// A share in percent. A list such as `(0;1;2):12.3% (0;1;3):4.0%`, as tt-npe writes the
  /// use of each Ethernet core, is its mean.
  double share_of(std::string_view percent) const {
    if (percent.starts_with('(')) return mean_of_list(percent);
    return csv_number(percent, plain_.separator(), share_point_).value_or(missing<double>) / 100;
  }
  static double mean_of_list(std::string_view list) {
    double sum = 0;
    int n = 0;
    while (!list.empty()) {
      const std::size_t colon = list.find("):"), end = colon == list.npos ? list.npos : list.find('%', colon);
      if (list[0] != '(' || end == list.npos) return missing<double>;
      const std::optional<double> share = to_double(without_blanks(list.substr(colon + 2, end - colon - 2)));
      if (!share) return missing<double>;
      sum += *share;
      ++n;
      list = without_blanks(list.substr(end + 1));
    }
    return sum / n / 100;
  }
  void add_tensor(std::string_view title, std::size_t column, bool output) {
    const auto named = tensor_column(title);
    if (!named) return;
    auto at = std::find_if(columns_.begin(), columns_.end(), [&](const tensor_columns& t) {
      return t.number == named->first && t.output == output;
    });
    if (at == columns_.end()) {
      columns_.emplace_back();
      at = columns_.end() - 1;
      at->number = named->first, at->output = output;
    }
    const std::string_view part = named->second;
    constexpr std::string_view order = "WZYX";
    const std::string_view extent = part.substr(0, part.find('_'));
    if (extent.size() == 1 && order.find(extent[0]) != std::string_view::npos) at->dims[order.find(extent[0])] = column;
    if (part == "DATATYPE") at->type = column;
    if (part == "MEMORY") at->memory = column;
  }
  std::array<std::uint32_t, 4> extents_of(const tensor_columns& t, const std::vector<csv_cell>& cells,
                                          text_pool& pool) const {
    std::array<std::uint32_t, 4> extents = tt_tensor{}.dims;
    std::string scratch;
    for (std::size_t i = 0; i < 4; ++i) {
      const std::string_view extent = text_of(cells, t.dims[i], scratch);
      if (!read_cell(extent, extents[i], pool, no_unit{}))
        read_cell(plain_number(extent, plain_.separator(), plain_.point()), extents[i], pool, no_unit{});
    }
    return extents;
  }
  /// Adds the bytes of a tensor in DRAM. Unknown extents or number formats make the sum unknown.
  void add_bytes(tt_op_detail& d, const tensor_columns& t, const std::vector<csv_cell>& cells, text_pool& pool) const {
    std::string scratch;
    const std::string_view memory = text_of(cells, t.memory, scratch);
    if (memory.empty()) return;
    const bool in_dram = tt_lies_in(memory, "DRAM", "dram");
    const tt_tensor shape{extents_of(t, cells, pool)};
    if (t.number == 3 && !t.output) d.in3_rows = shape.y(), d.in3_elements = shape.elements();
    const dtype type = tt_dtype(unqualified(text_of(cells, t.type, scratch)));
    const byte_count element = !in_dram ? byte_count{} : type == dtype::any ? missing<byte_count> : size_of(type);
    if (t.number == 2 && !t.output) d.in2_element = element;
    byte_count& sum = t.output ? d.dram_out : d.dram_in;
    if (in_dram) sum += shape.elements() * element;
  }

  csv_record_reader<tt_op_detail, decltype(tt_csv_detail_fields)> plain_;
  std::vector<std::size_t> tensors_{}, memories_{}, first_{};  // columns: of tensors, those of their memory, of input 0
  std::vector<tensor_columns> columns_;
  std::array<std::size_t, 2> cycles_{tensor_columns::none, tensor_columns::none};
  std::array<std::size_t, 2> times_{tensor_columns::none, tensor_columns::none};
  csv_point share_point_ = csv_point::decimal;  // in the columns of shares, the only ones with fractions
  std::array<std::size_t, 7> shares_{tensor_columns::none, tensor_columns::none, tensor_columns::none,
                                     tensor_columns::none, tensor_columns::none, tensor_columns::none,
                                     tensor_columns::none};
};

}  // namespace ridgeline::tt_detail

#endif  // RIDGELINE_TT_READ_OPS_CSV_DETAIL_HPP
