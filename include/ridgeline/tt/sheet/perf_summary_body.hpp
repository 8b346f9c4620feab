#ifndef RIDGELINE_TT_SHEET_PERF_SUMMARY_BODY_HPP
#define RIDGELINE_TT_SHEET_PERF_SUMMARY_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <map>
#include <tuple>
#include <utility>

#include <ridgeline/query/group.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/tt/sheet/perf_summary.hpp>

namespace ridgeline {

namespace tt_detail {

std::optional<std::string> memory_key(std::string_view memory, const tt_faults& faults) {
  std::string text;
  for (char c : memory) text += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (faults.memory_without_l1) {  // the last two parts
    const std::size_t last = text.rfind('_');
    if (last == std::string::npos) return std::nullopt;
    const std::size_t before = last == 0 ? std::string::npos : text.rfind('_', last - 1);
    return before == std::string::npos ? text : text.substr(before + 1);
  }
  if (text.substr(0, 4) == "dev_") {  // all but the device's number
    const std::size_t number_end = text.find('_', 4);
    if (number_end != std::string::npos) text.erase(0, number_end + 1);
  }
  return text;
}

/// The category of the row's op; fallbacks to the host have their own.
tt_category row_category(const tt_perf_row& row, const tt_faults& faults, bool* listed = nullptr) {
  if (row.op->on_host() && !faults.host_ops_are_other) return tt_category::host;
  return category_of(first_word(row.label), listed);
}

}  // namespace tt_detail

std::vector<tt_summary_row> summarise(const std::vector<tt_perf_row>& rows, tt_summary_key by, bool by_device,
                                      const tt_faults& faults, std::vector<std::string>& unsorted) {
  struct keyed {
    std::string_view key;
    std::int64_t device;
    const tt_perf_row* row;
    time_quantity time() const { return known(row->time) ? row->time : time_quantity{}; }
    double flops_share() const { return row->flops_share; }
  };
  text_pool names;
  std::vector<keyed> all;
  all.reserve(rows.size());
  for (const tt_perf_row& row : rows) {
    if (row.op->is_signpost()) continue;
    if (faults.signpost_in_op_names && row.op->code.find("signpost") != std::string_view::npos) continue;
    if (by_device && row.op->device < 0 && faults.summary_without_host_rows) continue;
    const std::string_view word = first_word(row.label);
    std::string_view key = word;
    if (by == tt_summary_key::category) key = name_of(tt_detail::row_category(row, faults));
    if (by == tt_summary_key::memory && !row.op->in0.memory.empty()) {
      const std::optional<std::string> memory = tt_detail::memory_key(row.op->in0.memory, faults);
      if (!memory) continue;
      key = names.keep(std::string(word) + " (in0:" + *memory + ")");
    }
    all.push_back({key, by_device ? row.op->device : -1, &row});
  }

  const auto times = [](const keyed& k) { return k.time().in(us); };
  const auto shares = [](const keyed& k) { return k.flops_share(); };
  std::map<std::string_view, double> over_devices;
  if (by_device && faults.weighted_mean_over_devices)
    for (const auto& g : all | group_by(&keyed::key)) over_devices[g.key] = weighted_mean(shares, times)(g);

  std::vector<tt_summary_row> summary;
  std::map<std::int64_t, compensated_sum> device_time;
  for (const auto& g : all | group_by([](const keyed& k) { return std::pair(k.device, k.key); })) {
    tt_summary_row row;
    row.key = g.key.second;
    if (g.key.first >= 0) row.device = g.key.first;
    row.time_us = sum(times)(g);
    row.ops = count(g);
    const std::string_view word = first_word(g.front().row->label);
    bool listed = true;
    row.category = tt_detail::row_category(*g.front().row, faults, &listed);
    if (!listed && std::find(unsorted.begin(), unsorted.end(), word) == unsorted.end() && unsorted.size() < 64)
      unsorted.emplace_back(word);
    row.least = min(shares)(g);
    row.largest = max(shares)(g);
    row.average = mean(shares)(g);
    row.deviation = standard_deviation(shares)(g);
    row.weighted = over_devices.empty() ? weighted_mean(shares, times)(g) : over_devices[g.key.second];
    device_time[g.key.first].add(row.time_us);
    summary.push_back(std::move(row));
  }
  for (tt_summary_row& row : summary) {
    const double whole = device_time[row.device.value_or(-1)].value();
    row.share = whole != 0 ? row.time_us / whole : 0;
  }
  std::sort(summary.begin(), summary.end(), [&](const tt_summary_row& a, const tt_summary_row& b) {
    if (a.device != b.device && !faults.order_by_text) return a.device < b.device;
    if (a.time_us != b.time_us) return a.time_us > b.time_us;
    return std::tie(a.device, a.key) < std::tie(b.device, b.key);
  });
  return summary;
}

std::vector<tt_summary_row> ordered_by_text(std::vector<tt_summary_row> summary) {
  const auto text = [](const tt_summary_row& row) {
    std::string percentage;
    append_fixed(percentage, row.share * 100, 2, false);
    return percentage;
  };
  std::stable_sort(summary.begin(), summary.end(), [&](const tt_summary_row& a, const tt_summary_row& b) {
    return a.device != b.device ? a.device < b.device : text(a) > text(b);
  });
  return summary;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_SHEET_PERF_SUMMARY_BODY_HPP
