#ifndef RIDGELINE_TT_SHEET_PERF_SUMMARY_BODY_HPP
#define RIDGELINE_TT_SHEET_PERF_SUMMARY_BODY_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/group_by.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/query/within.hpp>
#include <ridgeline/stats/compensated_sum.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/tt/sheet/perf_summary.hpp>

namespace ridgeline {

namespace tt_detail {

std::optional<std::string> memory_key(std::string_view memory, const tt_faults& faults) {
  if (!faults.memory_without_l1) return core_detail::lower_case(std::string(tt_memory_without_device(memory)));
  const std::string text = core_detail::lower_case(std::string(memory));  // keep the last two parts
  const std::size_t last = text.rfind('_');
  if (last == std::string::npos) return std::nullopt;
  const std::size_t before = last == 0 ? std::string::npos : text.rfind('_', last - 1);
  return before == std::string::npos ? text : text.substr(before + 1);
}

/// The module in a signpost's name: the text before the first `/`, `::` or `.`, else the whole name.
std::string_view module_of(std::string_view name) {
  const std::size_t end = std::min({name.find('/'), name.find("::"), name.find('.')});
  return end == 0 ? name : name.substr(0, end);
}

/// The category of the row's op; host fallbacks have their own.
tt_category row_category(const tt_perf_row& row, const tt_faults& faults, bool* listed = nullptr) {
  if (row.on_host && !faults.host_ops_are_other) return tt_category::host;
  return category_of(first_word(row.label), listed);
}

/// A row of the report with its summary key.
struct summed_row {
  std::string_view key{};
  std::int64_t device = -1;                 ///< -1: devices are merged, or it ran on none
  const tt_perf_row* row = nullptr;
  double time_us = 0;                       ///< an unknown time counts as zero
  double flops_share = missing<double>;
  double weight = missing<double>;          ///< the time, if the share is known
  double weighted_share = missing<double>;
};

/// The mean of shares weighted by time; missing if the total time is zero.
inline constexpr auto weighted_mean_of = [](const auto& sums) {
  const double weight = sums[sum(&summed_row::weight)];
  return weight != 0 ? sums[sum(&summed_row::weighted_share)] / weight : missing<double>;
};

/// The sample standard deviation, in two passes like the original's; missing for fewer than two values.
double deviation_of_shares(const std::vector<summed_row>& rows, double average) {
  compensated_sum squares;
  double n = 0;
  for (const summed_row& r : rows)
    if (known(r.flops_share)) squares.add((r.flops_share - average) * (r.flops_share - average)), ++n;
  return n > 1 ? std::sqrt(squares.value() / (n - 1)) : missing<double>;
}

/// One row of the summary, from the rows of a group.
tt_summary_row summary_row_of(const std::vector<summed_row>& group, const tt_faults& faults) {
  const auto all = group | aggregate(count, sum(&summed_row::time_us), min(&summed_row::flops_share),
                                     max(&summed_row::flops_share), mean(&summed_row::flops_share),
                                     sum(&summed_row::weight), sum(&summed_row::weighted_share));
  const auto& of = all.front();
  tt_summary_row row;
  row.key = group.front().key;
  if (group.front().device >= 0) row.device = group.front().device;
  row.time_us = of[sum(&summed_row::time_us)];
  row.ops = of[count];
  row.category = row_category(*group.front().row, faults);
  row.least = of[min(&summed_row::flops_share)];
  row.largest = of[max(&summed_row::flops_share)];
  row.average = of[mean(&summed_row::flops_share)];
  row.deviation = deviation_of_shares(group, row.average);
  row.weighted = weighted_mean_of(of);
  return row;
}

/// The device of a summary row; -1 if it does not belong to one.
inline constexpr auto device_in_row = [](const tt_summary_row& r) { return r.device.value_or(-1); };

}  // namespace tt_detail

std::vector<tt_summary_row> summarise(const std::vector<tt_perf_row>& rows, tt_summary_key by, bool by_device,
                                      const tt_faults& faults, std::vector<std::string>& unsorted) {
  using tt_detail::summed_row;
  text_pool names;
  std::vector<summed_row> all;
  all.reserve(rows.size());
  for (const tt_perf_row& row : rows) {
    if (row.op->is_signpost() || row.captured) continue;
    if (faults.signpost_in_op_names && row.op->says_signpost()) continue;
    const std::string_view word = first_word(row.label);
    std::string_view key = word;
    if (by == tt_summary_key::signpost || by == tt_summary_key::module) {
      key = by == tt_summary_key::module ? tt_detail::module_of(row.region) : row.region;
      if (key.empty()) key = "(before the first signpost)";
    }
    if (by == tt_summary_key::category) key = name_of(tt_detail::row_category(row, faults));
    if (by == tt_summary_key::memory && !row.op->in0.memory.empty()) {
      const std::optional<std::string> memory = tt_detail::memory_key(row.op->in0.memory, faults);
      if (!memory) continue;
      key = names.keep(std::string(word) + " (in0:" + *memory + ")");
    }
    const double time_us = known(row.time) ? row.time.in(us) : 0;
    all.push_back({key, by_device ? row.op->device : -1, &row, time_us, row.flops_share,
                   known(row.flops_share) ? time_us : missing<double>, row.flops_share * time_us});
  }

  std::map<std::string_view, double> over_devices;  // of rows without a device, too
  if (by_device && faults.weighted_mean_over_devices)
    for (const auto& sums :
         all | group_by(&summed_row::key) | aggregate(sum(&summed_row::weight), sum(&summed_row::weighted_share)))
      over_devices[sums[&summed_row::key]] = tt_detail::weighted_mean_of(sums);
  if (by_device && faults.summary_without_host_rows)
    std::erase_if(all, [](const summed_row& r) { return r.device < 0; });

  constexpr std::size_t most_words = 64;
  const auto summary_row = step{[&](const std::vector<summed_row>& group) {
    const std::string_view word = first_word(group.front().row->label);
    bool listed = true;
    tt_detail::row_category(*group.front().row, faults, &listed);
    if (!listed && unsorted.size() < most_words && std::find(unsorted.begin(), unsorted.end(), word) == unsorted.end())
      unsorted.emplace_back(word);
    return std::vector<tt_summary_row>{tt_detail::summary_row_of(group, faults)};
  }};
  std::vector<tt_summary_row> summary = all | group_by(&summed_row::device, &summed_row::key) | within(summary_row);
  if (by_device && faults.weighted_mean_over_devices)
    for (tt_summary_row& row : summary) row.weighted = over_devices[row.key];
  const auto shares = step{[](std::vector<tt_summary_row> of_device) {
    const auto total = of_device | aggregate(sum(&tt_summary_row::time_us));
    const double all_time = total.front()[sum(&tt_summary_row::time_us)];
    for (tt_summary_row& row : of_device) row.share = all_time != 0 ? row.time_us / all_time : 0;
    return of_device;
  }};
  const auto device_first = [&](const tt_summary_row& r) {
    return faults.order_by_text ? -1 : tt_detail::device_in_row(r);
  };
  return std::move(summary) | group_by(tt_detail::device_in_row) | within(shares) |
         sort_by(device_first, desc(&tt_summary_row::time_us), tt_detail::device_in_row, &tt_summary_row::key);
}

std::vector<tt_summary_row> ordered_by_text(std::vector<tt_summary_row> summary) {
  const auto percentage = [](const tt_summary_row& row) { return fixed_text(row.share * 100, 2); };
  return std::move(summary) | sort_by(tt_detail::device_in_row, desc(percentage));
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_SHEET_PERF_SUMMARY_BODY_HPP
