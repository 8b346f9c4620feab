#ifndef RIDGELINE_TT_REPORT_PERF_BODY_HPP
#define RIDGELINE_TT_REPORT_PERF_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include <ridgeline/hw/catalog.hpp>
#include <ridgeline/hw/tt_perf_report_1_2_4.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/tt/op/analysis.hpp>
#include <ridgeline/tt/report/perf.hpp>
#include <ridgeline/tt/sheet/perf_hints.hpp>
#include <ridgeline/tt/tree/blocks.hpp>

namespace ridgeline {

namespace tt_detail {

void count_kinds(tt_perf_result& result, const tt_faults& faults) {
  for (const tt_perf_row& row : result.rows) {
    const bool ran = row.op->type == tt_op_type::device || faults.footer_of_the_window;
    if (row.captured) continue;
    if (row.op->is_signpost()) {
      ++result.signposts;
    } else if (row.op->on_host() || !ran) {
      ++result.host_ops;
    } else if (faults.signpost_in_op_names && row.op->says_signpost()) {
      ++result.signposts;
    } else {
      ++result.device_ops;
    }
  }
}

void sum_up(tt_perf_result& result) {
  time_quantity over;
  for (std::size_t i = 0; i < result.rows.size(); ++i) {
    const tt_perf_row& row = result.rows[i];
    if (known(row.time)) result.time += row.time;
    if (known(row.gap)) result.gap += row.gap;
    if (!(row.gap > high_gap_from)) continue;
    result.high_gaps.push_back(static_cast<std::uint32_t>(i));
    over += row.gap - gap_with_tracing;
  }
  result.saving = over;
  const time_quantity whole = result.time + result.gap;
  if (whole.base() > 0) result.saving_share = over / whole;
}

/// The name of the last signpost before each op, on its host.
std::vector<std::string_view> regions_of(const std::vector<tt_op>& ops, const tt_selection& order) {
  std::vector<std::string_view> regions(ops.size());
  std::map<std::int32_t, std::string_view> last;  // by host
  for (const tt_op* op : order) {
    std::string_view& name = last[op->host];
    if (op->is_signpost()) name = op->code;
    regions[static_cast<std::size_t>(op - ops.data())] = name;
  }
  return regions;
}

/// Explains why the report has no rows; `inside` are the ops in the window.
std::string why_empty(const std::vector<tt_op>& ops, const tt_selection& inside, const tt_perf_options& options) {
  if (ops.empty()) return "the input has a header but no rows";
  if (std::all_of(ops.begin(), ops.end(), [](const tt_op& op) { return op.is_signpost(); }))
    return "the input has signposts but no ops";
  if (inside.empty()) return "no op is in the window (--ignore-signposts reports the whole file)";
  if (!options.id_range) return "all ops of the window ran on the host, and --no-host-ops leaves them out";
  const auto [first, last] = std::minmax_element(inside.begin(), inside.end(),
                                                 [](const tt_op* a, const tt_op* b) { return a->id < b->id; });
  return "no selected op has an ID in --id-range; the IDs in the window go from " + std::to_string((*first)->id) +
         " to " + std::to_string((*last)->id);
}

/// Makes the rows of a report in blocks on several threads; the result does not depend on their number.
void analyse_rows(std::span<const tt_op_use> uses, const tt_context& context, tt_cost_function cost, unsigned threads,
                  tt_perf_result& result) {
  constexpr std::size_t block_rows = 4096;
  const std::size_t blocks = (uses.size() + block_rows - 1) / block_rows;
  result.rows.resize(uses.size());
  result.labels.resize(std::max(1u, threads));
  std::vector<data_quality> quality(blocks);
  parallel_for(blocks, threads, [&](std::size_t block, unsigned worker) {
    tt_analysis analyse(context, cost, result.labels[worker], quality[block]);
    for (std::size_t i = block * block_rows; i < std::min(uses.size(), (block + 1) * block_rows); ++i)
      result.rows[i] = analyse.row(uses[i]);
  });
  for (const data_quality& part : quality) result.quality.merge(part);
}

}  // namespace tt_detail

tt_perf_result report_tt_ops(std::span<const tt_op_use> uses, const hw::device* on,
                             const tt_perf_options& options,
                             tt_cost_function cost) {
  tt_perf_result result;
  if (on != nullptr) result.on = *on;
  const tt_faults& faults = options.faults;
  result.faults = faults;
  result.by_device = !options.merge_devices;
  tt_detail::analyse_rows(uses, {on, faults}, cost, options.threads, result);
  const auto drop_first = [&](bool filtered) {
    if (faults.first_gap_by_row) return drop_first_gap_by_row(result.rows, filtered);
    drop_first_gaps(result.rows, result.by_device);
  };
  drop_first(false);
  drop_gaps_after_stale_starts(result.rows);
  if (faults.footer_of_the_window) tt_detail::count_kinds(result, faults);
  const time_quantity window = total_of(result.rows);
  if (options.id_range) {
    std::erase_if(result.rows, [&](const tt_perf_row& row) {
      return row.op->id < options.first_id || row.op->id > options.last_id;
    });
    drop_first(true);
  }
  if (!options.host_ops) std::erase_if(result.rows, [](const tt_perf_row& row) { return row.on_host; });
  set_shares(result.rows, options.least_share);
  if (!faults.footer_of_the_window) tt_detail::count_kinds(result, faults);
  tt_detail::sum_up(result);
  if (faults.footer_of_the_window) {
    result.shown = 1;
  } else if (window.base() > 0) {
    result.shown = total_of(result.rows) / window;
    if (result.shown < 1)
      result.notes.push_back("the rows shown take " + in_percent(result.shown) +
                             " of the window's time and gaps (footer); Total % refers to the rows shown");
  }
  std::vector<std::string> unlisted;
  result.summary = summarise(result.rows, options.group, result.by_device, faults, unlisted);
  if (!unlisted.empty()) result.notes.push_back("no category is listed for: " + joined_text(unlisted));
  return result;
}

tt_perf_result report_tt_ops(std::span<const tt_op> ops, const hw::device* on, const tt_perf_options& options,
                             tt_cost_function cost) {
  std::vector<tt_op_use> uses;
  uses.reserve(ops.size());
  for (const tt_op& op : ops) uses.push_back({&op, op.time});
  return report_tt_ops(std::span<const tt_op_use>(uses), on, options, cost);
}

tt_perf_result report_tt_perf(const std::vector<tt_op>& ops, std::int32_t devices_per_host, const hw::device* on,
                              tt_perf_options options, tt_cost_function cost) {
  tt_selection order;
  if (options.file_order) {
    for (const tt_op& op : ops) order.push_back(&op);
  } else {
    order = in_time_order(ops, options.faults);
  }
  std::vector<std::string_view> regions;
  if (by_region(options.group)) regions = tt_detail::regions_of(ops, order);
  tt_window_result window = cut_window(order, options.window, options.faults);
  order = {};
  const std::size_t devices = tt_detail::by_device(window.ops).size();
  const bool merge = options.merge_devices || devices < 2;
  data_quality merging;
  std::vector<tt_op_use> uses;
  std::vector<tt_lack> lacks;
  std::vector<tt_spread> spreads;
  tt_selection shown_as;
  if (merge && devices > 0) {
    tt_merged merged = merged_devices(window.ops, devices_per_host, options.faults, merging);
    uses = std::move(merged.ops);
    lacks = std::move(merged.lacks);
    spreads = std::move(merged.spreads);
    if (options.id_range && devices > 1) {
      shown_as.resize(ops.size());
      for (std::size_t i = 0; i < window.ops.size(); ++i)
        shown_as[static_cast<std::size_t>(window.ops[i] - ops.data())] = merged.shown_as[i];
    }
  } else {
    for (const tt_op* op : window.ops) uses.push_back({op, op->time});
  }
  if (!regions.empty())
    for (tt_op_use& use : uses) use.region = regions[static_cast<std::size_t>(use.op - ops.data())];
  tt_perf_result result = report_tt_ops(std::span<const tt_op_use>(uses), on, options, cost);
  result.lacks = std::move(lacks);
  result.shown_as = std::move(shown_as);
  if (options.id_range)
    std::erase_if(spreads, [&](const tt_spread& s) {
      return s.op->id < options.first_id || s.op->id > options.last_id;
    });
  result.spreads = std::move(spreads);
  result.window = window.notes;
  if (result.rows.empty()) result.why_empty = tt_detail::why_empty(ops, window.ops, options);
  result.notes.insert(result.notes.begin(), window.notes.begin(), window.notes.end());
  if (devices > 1)
    result.notes.push_back(std::to_string(devices) + (merge ? " devices, merged into one row an op"
                                                            : " devices, one row for each"));
  merging.merge(result.quality);
  result.quality = std::move(merging);
  return result;
}

tt_chip_choice choose_tt_chip_by(std::string_view file_arch, std::int64_t worker_cores, std::string_view wanted,
                                 const hw::device* (*find)(std::string_view name)) {
  tt_chip_choice choice;
  const hw::device* const named = wanted.empty() ? nullptr : find(wanted);
  const hw::device* const in_file = file_arch.empty() ? nullptr : find(file_arch);
  const hw::device* chosen = in_file;
  choice.from = file_arch.empty() ? (named != nullptr ? "--arch" : "guessed") : "input";
  if (file_arch.empty()) {
    chosen = named != nullptr ? named : find("wormhole");
  } else if (in_file == nullptr) {
    chosen = named;
    if (named != nullptr) choice.from = "--arch";
    choice.notes.push_back("architecture " + std::string(file_arch) + " is not known: " +
                           (named != nullptr ? "ops are judged as on " + std::string(named->name)
                                             : std::string("shares of peaks are left empty")));
  } else if (named != nullptr && named->architecture == in_file->architecture) {
    chosen = named;
    choice.from = "input, board by --arch";
  } else if (!wanted.empty()) {
    choice.notes.push_back("--arch " + std::string(wanted) + " is ignored: the file names " + std::string(file_arch));
  }
  if (chosen != nullptr)
    choice.on = chosen->with_cores(static_cast<int>(std::clamp<std::int64_t>(worker_cores, 0, 1'000'000)));
  return choice;
}

tt_chip_choice choose_tt_chip(std::string_view file_arch, std::int64_t worker_cores, std::string_view wanted,
                              const tt_faults& faults) {
  if (!faults.constants_of_1_2_4) return choose_tt_chip<hw::tenstorrent_chips>(file_arch, worker_cores, wanted);
  using chips = hw::tt_perf_report_1_2_4::chips;
  const hw::device* const in_file = file_arch.empty() ? nullptr : chips::find(file_arch);
  const bool ignored = in_file != nullptr && !wanted.empty() && chips::find(wanted) != in_file;
  tt_chip_choice choice = choose_tt_chip<chips>(file_arch, worker_cores, in_file != nullptr ? "" : wanted);
  if (ignored)
    choice.notes.push_back("--arch " + std::string(wanted) + " is ignored: the file names " + std::string(file_arch));
  return choice;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_REPORT_PERF_BODY_HPP
