#ifndef RIDGELINE_HW_FIND_BODY_HPP
#define RIDGELINE_HW_FIND_BODY_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <utility>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/hw/find.hpp>

namespace ridgeline::hw {

static_assert(checked_chips::clash.name.empty());

namespace detail {

/// Lower case, words separated by one blank, without trademark signs and vendor names.
inline std::string plain_name(std::string_view name) {
  std::string text;
  for (const char c : name.substr(0, 200)) {
    const bool kept = core_detail::is_letter_or_digit(c) || c == '.' || c == '(' || c == ')';
    if (kept) text += core_detail::lower_letter(c);
    else if (!text.empty() && text.back() != ' ') text += ' ';
  }
  for (const std::string_view mark : {"(tm)", "(r)", "(c)"})
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark)) text.erase(at, mark.size());
  for (const std::string_view word : {"nvidia ", "amd ", "instinct ", "intel ", "google ", "tenstorrent ", "tesla "})
    if (text.starts_with(word)) text.erase(0, word.size());
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

/// Edit distance: the number of letters to insert, remove or replace to turn one text into the other.
inline std::size_t letters_apart(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j < row.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t corner = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = corner + (a[i - 1] == b[j - 1] ? 0 : 1);
      corner = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

/// Calls `to(chip, name)` for every name of every chip, normalised by `plain_name`.
template <class To>
void each_plain_name(list_of<device> among, To to) {
  for (const device& chip : among) {
    to(chip, plain_name(chip.name));
    for (const std::string_view alias : chip.aliases) to(chip, plain_name(alias));
  }
}

/// Of the chips that are `eligible`, the one with the most similar name; null if none is.
template <class Eligible>
const device* nearest_of(list_of<device> among, std::string_view name, Eligible eligible) {
  const std::string wanted = plain_name(name);
  const device* best = nullptr;
  std::size_t least = 0;
  each_plain_name(among, [&](const device& chip, const std::string& its) {
    if (!eligible(chip)) return;
    // At equal distance, prefer the one with the same beginning: "h10" is closer to "h100" than to "h20".
    const bool begins_alike = its != wanted && (its.starts_with(wanted) || wanted.starts_with(its));
    const std::size_t apart = 2 * letters_apart(wanted, its) - (begins_alike ? 1 : 0);
    const bool like = apart <= std::max(wanted.size(), its.size());
    if (!wanted.empty() && like && (best == nullptr || apart < least)) {
      best = &chip;
      least = apart;
    }
  });
  return best;
}

}  // namespace detail

const device* nearest(list_of<device> among, std::string_view name) {
  return detail::nearest_of(among, name, [](const device&) { return true; });
}

found_device find_by_device_name(list_of<device> among, std::string_view name) {
  for (const device& chip : among)
    if (answers_to(chip, name)) return {&chip, nullptr};
  const std::string wanted = detail::plain_name(name);
  const device* same = nullptr;
  detail::each_plain_name(among, [&](const device& chip, const std::string& its) {
    if (same == nullptr && its == wanted && !wanted.empty()) same = &chip;
  });
  if (same != nullptr) return {same, nullptr};
  return {nullptr, nearest(among, name)};
}

bool is_part_of(const device& chip, std::int64_t cores) {
  return known(cores) && cores > 0 && cores <= chip.cores - chip.cores / 3;
}

std::string_view vendor_of(std::string_view name) {
  if (const device* const chip = find_by_device_name(name).chip) return chip->vendor;
  constexpr std::pair<std::string_view, std::string_view> fronts[] = {
      {"NVIDIA", "NVIDIA"}, {"Tesla", "NVIDIA"}, {"GeForce", "NVIDIA"}, {"Quadro", "NVIDIA"}, {"AMD", "AMD"},
      {"Radeon", "AMD"},    {"Intel", "Intel"},  {"HL-", "Intel"},      {"Ascend", "Huawei"}};
  for (const auto& [front, vendor] : fronts)
    if (name.starts_with(front)) return vendor;
  return {};
}

reported_build::reported_build(bool amd, std::int64_t major, std::int64_t minor, std::int64_t cores,
                               std::int64_t memory) {
  if (known(major) && known(minor))
    architecture_ = (amd ? "gfx" : "sm_") + std::to_string(major) + std::to_string(minor);
  const auto number = [](std::int64_t n) { return known(n) ? static_cast<double>(n) : -1; };
  build_ = {architecture_, number(cores), number(memory)};
}

std::string build_text(const device_build& build) {
  std::string text(build.architecture);
  const auto add = [&](double n, const char* unit) {
    if (n >= 1 && n < 1e15) text.append(text.empty() ? "" : ", ").append(std::to_string(std::llround(n))).append(unit);
  };
  add(build.cores, " multiprocessors");
  add(build.memory < 0 ? build.memory : std::round(build.memory / (1 * GiB).base()), " GiB");
  return text;
}

const device* nearest_build(list_of<device> among, std::string_view name, const device_build& build) {
  const auto of_it = [&](const device& chip) {
    return !build.architecture.empty() && chip.architecture.starts_with(build.architecture);
  };
  if (const device* const by_name = detail::nearest_of(among, name, of_it)) return by_name;
  const device* best = nullptr;
  std::pair<double, double> least{};
  const double gibibytes = build.memory / (1 * GiB).base();
  for (const device& chip : among) {
    if (!of_it(chip)) continue;
    // the 80 GB of a data sheet are 80 GiB, of which a device has a little less, never more
    const double spare = (known(chip.memory) ? chip.memory.in(GB) : 0) - gibibytes;
    const std::pair<double, double> far{build.cores < 0 ? 0 : std::abs(chip.cores - build.cores),
                                        build.memory < 0 ? 0 : spare >= 0 ? spare : 1e6 - spare};
    if (best == nullptr || far < least) best = &chip, least = far;
  }
  return best != nullptr ? best : nearest(among, name);
}

std::string list_text(list_of<device> among) {
  std::string text;
  for (const device& chip : among) {
    flop_rate rate = peak_rate(chip, matrix_bf16);
    const bool by_fidelity = !known(rate);
    if (by_fidelity) rate = peak_rate(chip, lofi);
    char line[160];
    std::snprintf(line, sizeof line, "%-18.*s %-12.*s %6.0f GB/s ", static_cast<int>(chip.name.size()),
                  chip.name.data(), static_cast<int>(chip.vendor.size()), chip.vendor.data(), chip.dram.in(GBps));
    text += line;
    if (known(rate)) {
      std::snprintf(line, sizeof line, "%8.1f TFLOP/s %s", rate.in(TFLOPps), by_fidelity ? "LoFi" : "BF16");
      text += line;
    } else {
      text += "                     ";
    }
    const char* before = "  ";
    for (const std::string_view alias : chip.aliases) {
      text.append(std::exchange(before, ", ")).append(alias);
    }
    while (text.back() == ' ') text.pop_back();
    text += '\n';
  }
  return text;
}

found_device find_by_device_name(std::string_view name) { return find_by_device_name(chips::images, name); }
const device* nearest(std::string_view name) { return nearest(chips::images, name); }
const device* nearest_build(std::string_view name, const device_build& build) {
  return nearest_build(chips::images, name, build);
}

}  // namespace ridgeline::hw

#endif  // RIDGELINE_HW_FIND_BODY_HPP
