#ifndef RIDGELINE_TT_READ_OPS_CSV_ROWS_BODY_HPP
#define RIDGELINE_TT_READ_OPS_CSV_ROWS_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include <ridgeline/tt/read/cell_row.hpp>
#include <ridgeline/tt/read/ops_csv_body.hpp>

namespace ridgeline {

namespace tt_detail {

/// Appends rows in memory to `all`, and the inputs of their ops to `inputs` if it is not null.
expected<tt_ops> append_rows(tt_ops all, const std::vector<std::string>& titles,
                             const std::vector<std::vector<stored_cell>>& rows, const std::string& name,
                             unsigned threads, std::vector<tt_input_texts>* inputs) {
  const cell_row header(titles);
  tt_row_reader reader(tt_csv_fields, name);
  reader.bind(header, all.quality);
  if (std::optional<failure> why = take_header(header, reader, all)) return *why;
  ops_detail_reader details(name);
  details.bind(header);
  const tt_detailed_reader detailed{reader, details, inputs != nullptr};
  const std::size_t before = all.ops.size();
  all.ops.resize(before + rows.size());
  if (all.with_details) all.details.resize(before + rows.size());
  if (inputs != nullptr) inputs->resize(before + rows.size());
  struct piece {
    tt_file_facts facts{};
    data_quality quality{};
  };
  constexpr std::size_t step = 1024;
  std::vector<piece> pieces((rows.size() + step - 1) / step);
  std::vector<text_pool> pools(threads_for(pieces.size(), threads));
  parallel_for(pieces.size(), static_cast<unsigned>(pools.size()), [&](std::size_t i, unsigned worker) {
    cell_row row(titles.size());
    for (std::size_t r = i * step; r < std::min(rows.size(), (i + 1) * step); ++r) {
      row.take(rows[r], r + 1);
      tt_detailed_row read;
      if (all.with_details) read = detailed.read(row, {}, pools[worker], pieces[i].quality);
      else read.row = reader.read(row, {}, pools[worker], pieces[i].quality);
      pieces[i].facts.settle(read.row, all.files, all.left_out + before + r);
      all.ops[before + r] = read.row.op;
      if (all.with_details) all.details[before + r] = read.detail;
      if (inputs != nullptr) (*inputs)[before + r] = read.inputs;
    }
  });
  tt_file_facts facts;
  for (const piece& p : pieces) facts.merge(p.facts), all.quality.merge(p.quality);
  return with_file(std::move(all), before, facts, pools, name);
}

expected<tt_ops> read_tt_ops_with_inputs(const std::vector<std::string>& titles,
                                         const std::vector<std::vector<stored_cell>>& rows, const std::string& name,
                                         std::vector<tt_input_texts>& inputs) {
  tt_ops all;
  all.with_details = true;
  return append_rows(std::move(all), titles, rows, name, default_threads(), &inputs);
}

}  // namespace tt_detail

expected<tt_ops> append_tt_ops_rows(tt_ops all, const std::vector<std::string>& titles,
                                    const std::vector<std::vector<stored_cell>>& rows, const std::string& name,
                                    unsigned threads) {
  return tt_detail::append_rows(std::move(all), titles, rows, name, threads, nullptr);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_OPS_CSV_ROWS_BODY_HPP
