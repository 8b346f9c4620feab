#ifndef RIDGELINE_TT_DEVICE_DISPATCH_TIMES_BODY_HPP
#define RIDGELINE_TT_DEVICE_DISPATCH_TIMES_BODY_HPP

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/tt/device/device_ops.hpp>
#include <ridgeline/tt/device/dispatch_times.hpp>

namespace ridgeline {

namespace tt_detail::tt_tracy {

/// A command queue zone, and the data in markers inside it.
struct command_zone {
  std::int64_t start = 0, end = 0;
  std::int64_t op = -1;
  tt_note note = tt_note::none;
};

/// Collects the zones of one device's dispatch cores.
class command_zones {
 public:
  explicit command_zones(const tt_lines& lines) : lines_(lines), queue_(lines.log->zones.bound()) {
    for (std::size_t s = 1; s < queue_.size(); ++s)
      queue_[s] = lines.log->zones.text(symbol{static_cast<std::uint32_t>(s)}).find("CQ-DISPATCH") !=
                  std::string_view::npos;
  }

  void add(const tt_core_line& core, std::vector<command_zone>& of_brisc, std::vector<command_zone>& of_ncrisc) const {
    std::array<std::vector<command_zone>, 2> open;
    for (const tt_entry& e : lines_.of(core)) {
      if (e.risc != tt_risc::brisc && e.risc != tt_risc::ncrisc) continue;
      const bool brisc = e.risc == tt_risc::brisc;
      std::vector<command_zone>& stack = open[brisc ? 0 : 1];
      if (e.phase == tt_phase::data || e.phase == tt_phase::event) {
        if (!stack.empty()) describe(stack.back(), e.marker);
      } else if (!queue_[lines_.at(e.marker).what]) {
        continue;
      } else if (e.phase == tt_phase::begin) {
        stack.push_back({e.cycles, e.cycles, -1, tt_note::none});
        describe(stack.back(), e.marker);
      } else if (e.phase == tt_phase::end && !stack.empty()) {
        stack.back().end = e.cycles;
        describe(stack.back(), e.marker);
        (brisc ? of_brisc : of_ncrisc).push_back(stack.back());
        stack.pop_back();
      }
    }
  }

 private:
  void describe(command_zone& zone, std::uint32_t marker) const {
    const auto before = [](const auto& mark, std::uint32_t m) { return mark.marker < m; };
    const auto& marks = lines_.log->dispatch;
    const auto& notes = lines_.log->notes;
    const auto mark = std::lower_bound(marks.begin(), marks.end(), marker, before);
    if (mark != marks.end() && mark->marker == marker) zone.op = mark->op;
    const auto note = std::lower_bound(notes.begin(), notes.end(), marker, before);
    if (note != notes.end() && note->marker == marker) zone.note = note->what;
  }

  const tt_lines& lines_;
  std::vector<bool> queue_;
};

}  // namespace tt_detail::tt_tracy

std::vector<tt_dispatch_time> dispatch_times_of(const tt_lines& lines, bool from_first_marker) {
  using tt_detail::tt_tracy::command_zone;
  std::vector<tt_dispatch_time> all;
  if (lines.log->dispatch.empty()) return all;
  const std::vector<bool> dispatching = tt_detail::dispatch_cores(lines);
  const tt_detail::tt_tracy::command_zones zones(lines);
  for (std::size_t d = 0; d < lines.devices.size(); ++d) {
    std::vector<command_zone> commands, signals;
    for (std::size_t c = lines.devices[d].first_core; c < lines.devices[d].last_core; ++c)
      if (dispatching[c]) zones.add(lines.cores[c], commands, signals);
    commands = std::move(commands) | sort_by(&command_zone::start);
    std::erase_if(signals, [](const command_zone& z) { return z.note != tt_note::go_sent; });
    signals = std::move(signals) | sort_by(&command_zone::start);
    if (from_first_marker && !signals.empty()) signals.front().start = lines.devices[d].t0;
    const std::size_t first = all.size();
    struct span {
      std::int64_t start, end;
    };
    std::vector<span> spans;  // spans of the ops dispatched on this device
    bool open = false;
    for (const command_zone& z : commands) {
      if (z.op >= 0 && !(open && all.back().op == z.op)) {
        all.push_back({static_cast<std::uint16_t>(d), z.op, -1, -1});
        spans.push_back({z.start, z.end});
        open = true;
      }
      if (!open) continue;
      spans.back().end = std::max(spans.back().end, z.end);
      open = z.note != tt_note::go_notified;
    }
    for (std::size_t i = 0; i < spans.size(); ++i) {
      all[first + i].commands = spans[i].end - spans[i].start;
      if (i < signals.size()) all[first + i].go_wait = signals[i].end - signals[i].start;
    }
    const auto from = all.begin() + static_cast<std::ptrdiff_t>(first);
    std::stable_sort(from, all.end(), [](const auto& a, const auto& b) { return a.op < b.op; });
    all.erase(std::unique(from, all.end(), [](const auto& a, const auto& b) { return a.op == b.op; }), all.end());
  }
  return all;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_DEVICE_DISPATCH_TIMES_BODY_HPP
