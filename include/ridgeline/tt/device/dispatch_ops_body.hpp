#ifndef RIDGELINE_TT_DEVICE_DISPATCH_OPS_BODY_HPP
#define RIDGELINE_TT_DEVICE_DISPATCH_OPS_BODY_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/tt/device/dispatch_ops.hpp>

namespace ridgeline::tt_detail {

/// A zone of a command queue: its ends, which bear the name of its command, and the data in markers inside it.
struct command_zone {
  tt_entry begin{}, end{};
  std::int64_t op = -1;
  bool notifies = false, sends = false;
};

/// What BRISC did for one op, or for one whose name is lost.
struct dispatch_of_op {
  std::int64_t op = -1;
  bool notified = false;
  std::vector<command_zone> commands{};
  std::optional<command_zone> signal{};
};

/// Collects the work of one device's dispatch cores.
class device_dispatch {
 public:
  explicit device_dispatch(const tt_lines& lines) : lines_(lines), queue_(lines.log->zones.bound()) {
    for (std::size_t s = 1; s < queue_.size(); ++s)
      queue_[s] = lines.log->zones.text(symbol{static_cast<std::uint32_t>(s)}).find("CQ-DISPATCH") !=
                  std::string_view::npos;
  }

  void add(const tt_core_line& core) {
    struct risc_state {
      command_zone zone{};
      bool open = false;
    };
    std::array<risc_state, 2> riscs{};
    for (const tt_entry& e : lines_.of(core)) {
      if (e.risc != tt_risc::brisc && e.risc != tt_risc::ncrisc) continue;
      auto& [zone, open] = riscs[e.risc == tt_risc::brisc ? 0 : 1];
      const bool inside = e.phase == tt_phase::data || e.phase == tt_phase::event;
      const bool bounds = e.phase == tt_phase::begin || e.phase == tt_phase::end;
      if (!inside && !(bounds && queue_[lines_.at(e.marker).what])) continue;
      const std::int64_t same = open ? zone.begin.cycles : zone.end.cycles;
      if (e.phase == (open ? tt_phase::begin : tt_phase::end) && e.cycles == same) continue;  // the same row again
      if (e.phase == tt_phase::begin) {
        if (open) ++endless_, close(zone);
        open = false;
      }
      if (!open) {
        if (inside && !says_something(e)) continue;
        if (e.phase != tt_phase::begin) ++beginless_;
        zone = {e, e};
        zone.begin.phase = tt_phase::begin;
        open = true;
      }
      describe(zone, e);
      zone.end.cycles = e.cycles;
      zone.end.marker = e.marker;
      if (e.phase != tt_phase::end) continue;
      close(zone);
      open = false;
    }
    finish_op();
    if (ops_.empty() || signals_.empty()) {
      keep(ops_, lone_ops_);
      keep(signals_, lone_signals_);
      return;
    }
    pair_signals();  // each command queue has a core of its own, whose NCRISC sends the signals of its BRISC
    signals_.clear();
    keep(ops_, all_ops_);
  }

  /// Adds the device's ops to `out`.
  void finish(std::uint16_t device, tt_device_ops& out) {
    const auto commanded = [](const dispatch_of_op& o) { return o.commands.back().begin.cycles; };
    ops_ = std::move(lone_ops_) | sort_by(commanded);
    signals_ = std::move(lone_signals_) | sort_by([](const command_zone& z) { return z.begin.cycles; });
    pair_signals();
    keep(ops_, all_ops_);
    all_ops_ = std::move(all_ops_) | sort_by(commanded);
    if (unpaired_)
      out.quality_of_dispatch.add("dispatch cores sent fewer or more go signals than there are ops: markers are lost",
                                  {}, "");
    out.quality_of_dispatch.add("command of a dispatch core does not end; it counts up to its last marker", {}, "",
                                true, endless_);
    out.quality_of_dispatch.add("command of a dispatch core does not begin; it counts from its first marker", {}, "",
                                true, beginless_);
    std::set<std::int64_t> seen;
    for (const dispatch_of_op& o : all_ops_) {
      if (o.op < 0 || !seen.insert(o.op).second) continue;
      std::vector<tt_entry> entries;
      const auto add_zone = [&](const command_zone& z) { entries.push_back(z.begin), entries.push_back(z.end); };
      for (const command_zone& z : o.commands) add_zone(z);
      if (o.signal) add_zone(*o.signal);
      entries = std::move(entries) | sort_by(&tt_entry::cycles);
      const std::size_t first = out.entries.size();
      out.entries.insert(out.entries.end(), entries.begin(), entries.end());
      out.dispatch.push_back({o.op, 1, device, first, out.entries.size(), -1, -1, entries.front().cycles});
    }
  }

 private:
  /// The op that a marker names; null if it names none.
  const tt_dispatch_mark* op_in(const tt_entry& e) const {
    const auto& marks = lines_.log->dispatch;
    const auto mark = std::lower_bound(marks.begin(), marks.end(), e.marker,
                                       [](const tt_dispatch_mark& a, std::uint32_t m) { return a.marker < m; });
    return mark == marks.end() || mark->marker != e.marker ? nullptr : &*mark;
  }
  /// The command that a marker names.
  const tt_marker_note* command_in(const tt_entry& e) const {
    const tt_marker_note* const note = note_of(*lines_.log, e);
    return note == nullptr || note->what > tt_note::go_sent ? nullptr : note;
  }
  bool says_something(const tt_entry& e) const { return op_in(e) != nullptr || command_in(e) != nullptr; }

  void describe(command_zone& zone, const tt_entry& e) const {
    if (const tt_dispatch_mark* const mark = op_in(e)) zone.op = mark->op;
    const tt_marker_note* const note = command_in(e);
    if (note == nullptr) return;
    zone.notifies = zone.notifies || note->what == tt_note::go_notified;
    zone.sends = zone.sends || note->what == tt_note::go_sent;
    zone.begin.what = zone.end.what = static_cast<std::uint16_t>(std::min<std::int64_t>(note->value, 65535));
  }

  /// A zone has ended: takes it for its op.
  void close(command_zone& zone) {
    zone.end.phase = tt_phase::end;
    if (zone.begin.risc == tt_risc::ncrisc) {
      if (zone.sends) signals_.push_back(zone);
      return;
    }
    const bool begins = zone.op >= 0 && (now_.commands.empty() || now_.op != zone.op);
    if (begins) {
      finish_op();
      now_.op = zone.op;
    } else if (now_.commands.empty() && !zone.notifies) {
      return;  // for no op
    }
    now_.notified = zone.notifies;
    now_.commands.push_back(zone);
    if (zone.notifies) finish_op();
  }
  void finish_op() {
    if (!now_.commands.empty()) ops_.push_back(std::move(now_));
    now_ = {};
  }

  template <class Record>
  static void keep(std::vector<Record>& some, std::vector<Record>& all) {
    all.insert(all.end(), std::make_move_iterator(some.begin()), std::make_move_iterator(some.end()));
    some.clear();
  }
  /// Gives each op its go signal; both are listed by time.
  void pair_signals() {
    const auto notified = static_cast<std::size_t>(
        std::count_if(ops_.begin(), ops_.end(), [](const dispatch_of_op& o) { return o.notified; }));
    const bool by_notice = notified == signals_.size();
    if (by_notice || ops_.size() == signals_.size()) {
      std::size_t next = 0;
      for (dispatch_of_op& o : ops_)
        if (o.notified || !by_notice) o.signal = signals_[next++];
      return;
    }
    std::size_t at = 0;  // the first op after the signal
    for (const command_zone& s : signals_) {
      while (at < ops_.size() && ops_[at].commands.back().begin.cycles <= s.begin.cycles) ++at;
      if (at > 0) ops_[at - 1].signal = s;
    }
    unpaired_ = unpaired_ || !signals_.empty();
  }

  const tt_lines& lines_;
  std::vector<bool> queue_;
  dispatch_of_op now_{};
  std::vector<dispatch_of_op> ops_{}, lone_ops_{}, all_ops_{};       // of the core; of cores without signals; of all
  std::vector<command_zone> signals_{}, lone_signals_{};             // of the core; of cores without ops
  bool unpaired_ = false;
  std::uint64_t endless_ = 0, beginless_ = 0;
};

std::vector<bool> dispatch_cores(const tt_lines& lines) {
  std::vector<bool> dispatching(lines.log->zones.bound());
  for (std::size_t s = 1; s < dispatching.size(); ++s) {
    const std::string_view name = lines.log->zones.text(symbol{static_cast<std::uint32_t>(s)});
    dispatching[s] = name.find("CQ-DISPATCH") != std::string_view::npos ||
                     name.find("CQ-PREFETCH") != std::string_view::npos;
  }
  std::vector<bool> cores(lines.cores.size());
  if (std::find(dispatching.begin(), dispatching.end(), true) == dispatching.end()) return cores;
  for (std::size_t c = 0; c < cores.size(); ++c)
    for (const tt_entry& e : lines.of(lines.cores[c])) {
      const tt_marker& m = lines.at(e.marker);
      if (m.risc != tt_risc::erisc && dispatching[m.what]) cores[c] = true;
    }
  return cores;
}

void cut_dispatch(const tt_lines& lines, const std::vector<bool>& dispatching, tt_device_ops& out) {
  if (lines.log->dispatch.empty()) return;
  for (std::size_t d = 0; d < lines.devices.size(); ++d) {
    device_dispatch all(lines);
    for (std::size_t c = lines.devices[d].first_core; c < lines.devices[d].last_core; ++c)
      if (dispatching[c]) all.add(lines.cores[c]);
    all.finish(static_cast<std::uint16_t>(d), out);
  }
}

}  // namespace ridgeline::tt_detail

#endif  // RIDGELINE_TT_DEVICE_DISPATCH_OPS_BODY_HPP
