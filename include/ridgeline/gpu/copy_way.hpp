#ifndef RIDGELINE_GPU_COPY_WAY_HPP
#define RIDGELINE_GPU_COPY_WAY_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include <ridgeline/core/letters.hpp>

namespace ridgeline {

/// Where a copy leads.
enum class copy_way : std::uint8_t { unknown, to_device, to_host, on_device, on_host, between_peers };

/// As in `gpu_report`; empty for `unknown`.
constexpr std::string_view name_of(copy_way w) {
  switch (w) {
    case copy_way::to_device: return "Host-to-Device";
    case copy_way::to_host: return "Device-to-Host";
    case copy_way::on_device: return "Device-to-Device";
    case copy_way::on_host: return "Host-to-Host";
    case copy_way::between_peers: return "Peer-to-Peer";
    case copy_way::unknown: break;
  }
  return {};
}

/// As CUPTI writes it: `HtoD`; empty for `unknown`.
constexpr std::string_view letters_of(copy_way w) {
  switch (w) {
    case copy_way::to_device: return "HtoD";
    case copy_way::to_host: return "DtoH";
    case copy_way::on_device: return "DtoD";
    case copy_way::on_host: return "HtoH";
    case copy_way::between_peers: return "PtoP";
    case copy_way::unknown: break;
  }
  return {};
}

/// Whether a copy crosses the bus between host and device.
constexpr bool crosses_the_bus(copy_way w) { return w == copy_way::to_device || w == copy_way::to_host; }

namespace gpu_detail {

/// The kinds of memory between which copies lead, as profilers name them.
enum class copy_end : std::uint8_t { none, host, device, shared, peer };

struct copy_end_word {
  std::string_view text;
  copy_end end;
};

/// `HOST_TO_DEVICE`, `HostToDevice`, `Host-to-Device`, `host to device`.
inline constexpr copy_end_word copy_end_names[] = {
    {"host", copy_end::host}, {"device", copy_end::device}, {"peer", copy_end::peer}};
/// `HtoD`, `H2D`, and those that mean memory only in names of copies: CUPTI's A is an array on the device; Intel's M is
/// host memory that SYCL did not allocate, and S is memory shared by both, taken for that opposite to the other end.
inline constexpr copy_end_word copy_end_letters[] = {{"H", copy_end::host},   {"D", copy_end::device},
                                                     {"A", copy_end::device}, {"M", copy_end::host},
                                                     {"S", copy_end::shared}, {"P", copy_end::peer}};
inline constexpr std::size_t letters_of_any_name = 2;
/// What stands between two words, and between two letters.
inline constexpr std::string_view between_ends[] = {"_to_", "-to-", " to ", "to"}, between_letters[] = {"to", "2"};

constexpr copy_way way_between(copy_end from, copy_end to) {
  if (from == copy_end::shared && to == copy_end::shared) return copy_way::unknown;
  if (from == copy_end::shared) from = to == copy_end::host ? copy_end::device : copy_end::host;
  if (to == copy_end::shared) to = from == copy_end::host ? copy_end::device : copy_end::host;
  if (from == copy_end::host && to == copy_end::device) return copy_way::to_device;
  if (from == copy_end::device && to == copy_end::host) return copy_way::to_host;
  if (from != to) return copy_way::unknown;
  return from == copy_end::host ? copy_way::on_host : from == copy_end::device ? copy_way::on_device
                                                                               : copy_way::between_peers;
}

/// Takes the word for one end from the front of a text.
constexpr copy_end take_copy_end(std::string_view& text, std::span<const copy_end_word> words) {
  for (const copy_end_word& w : words) {
    if (!core_detail::stands_at(text, 0, w.text)) continue;
    text.remove_prefix(w.text.size());
    return w.end;
  }
  return copy_end::none;
}

/// The direction that the front of a text spells, in words of one list with `between` between them.
constexpr copy_way way_at_front(std::string_view& text, std::span<const copy_end_word> words,
                                std::string_view between) {
  std::string_view rest = text;
  const copy_end from = take_copy_end(rest, words);
  if (from == copy_end::none || !core_detail::stands_at(rest, 0, between)) return copy_way::unknown;
  rest.remove_prefix(between.size());
  const copy_end to = take_copy_end(rest, words);
  if (to == copy_end::none) return copy_way::unknown;
  text = rest;
  return way_between(from, to);
}

/// Whether a word may begin at this position of a name: at its front, behind what is no letter or digit, and with a
/// capital behind a small letter.
constexpr bool begins_word(std::string_view name, std::size_t at) {
  if (at == 0) return true;
  const char before = core_detail::lower_letter(name[at - 1]);
  if (!core_detail::is_small_letter(before) && !core_detail::is_digit(before)) return true;
  return core_detail::is_small_letter(name[at - 1]) && !core_detail::is_small_letter(name[at]);
}

/// Whether a direction may be spelt here: the first letters of one of the words above, for most positions at a glance.
constexpr bool may_spell_way(char first, char second) {
  const char c = core_detail::lower_letter(first), next = core_detail::lower_letter(second);
  if (c != 'h' && c != 'd' && c != 'p' && c != 'a' && c != 'm' && c != 's') return false;
  return next == '2' || next == 't' || (c == 'h' && next == 'o') || (c != 'h' && next == 'e');
}

/// Where the first word for a copy ends; beyond the name if there is none.
constexpr std::size_t end_of_copy(std::string_view name) {
  constexpr std::string_view memcpy = "memcpy", copy = "copy";
  for (std::size_t at = 0; at < name.size(); ++at) {
    const char c = core_detail::lower_letter(name[at]);
    if (c == 'c' && core_detail::stands_at(name, at, copy)) return at + copy.size();
    if (c == 'm' && core_detail::stands_at(name, at, memcpy)) return at + memcpy.size();
  }
  return std::string_view::npos;
}

}  // namespace gpu_detail

/// The direction in the name of a copy, in the words of any profiler: `Memcpy HtoD (Pinned -> Device)`, `MemcpyD2H`,
/// `Memcpy M2D`, `MEMORY_COPY_HOST_TO_DEVICE`, `CopyDeviceToHost`, `host to device`, `[CUDA memcpy Host-to-Device]`. A
/// word begins with a letter that `begins_word`, and no small letter follows it.
constexpr copy_way copy_way_of(std::string_view name) {
  using namespace gpu_detail;
  std::size_t copy_ends = 0;  // the word that says so; 0: not looked for yet
  for (std::size_t at = 0; at + 3 <= name.size(); ++at) {
    if (!may_spell_way(name[at], name[at + 1]) || !begins_word(name, at)) continue;
    std::string_view rest = name.substr(at);
    const std::span<const copy_end_word> letters(copy_end_letters);
    if (copy_ends == 0) copy_ends = end_of_copy(name);
    copy_way way = copy_way::unknown;
    for (const std::string_view between : between_ends)
      if (way == copy_way::unknown) way = way_at_front(rest, copy_end_names, between);
    const std::span<const copy_end_word> used = copy_ends <= at ? letters : letters.first(letters_of_any_name);
    for (const std::string_view between : between_letters)
      if (way == copy_way::unknown) way = way_at_front(rest, used, between);
    if (way != copy_way::unknown && (rest.empty() || !core_detail::is_small_letter(rest.front()))) return way;
  }
  return copy_way::unknown;
}

/// Whether the host memory of a copy has pages that may move, by its name: `Memcpy HtoD (Pageable -> Device)`, and
/// Intel's `M2D`, `D2M`.
constexpr bool is_pageable_copy(std::string_view name) {
  if (core_detail::stands_in(name, "pageable")) return true;
  return name.starts_with("Memcpy M2") || (name.starts_with("Memcpy ") && name.substr(7).starts_with("D2M"));
}

/// Whether the host memory of a copy across the bus may be such: its name says so, or names no kinds of memory.
constexpr bool may_be_pageable(std::string_view name) {
  if (is_pageable_copy(name)) return true;
  return crosses_the_bus(copy_way_of(name)) && name.find("->") == name.npos;
}

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_COPY_WAY_HPP
