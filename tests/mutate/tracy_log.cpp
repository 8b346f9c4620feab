#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/tt/read/tracy_messages.hpp>

#include "tests/mutate/csv.hpp"
#include "tests/mutate/format.hpp"
#include "tests/support/tracy_text.hpp"

/// Tracy's logs of the host: no stamp is shorter than in the file, and missing ones are counted. The first byte of an
/// input gives its kind: M messages, Z zones of the ops 1 to 3.
namespace mutate {
namespace {

namespace rl = ridgeline;

std::string messages(random* r) {
  std::string text = test::tracy::messages_head;
  std::int64_t now = 1'000'000;
  for (std::uint64_t id = 1; id <= 3; ++id) {
    text += test::tracy::op("Add", id, std::to_string(70 + id), now);
    now += r == nullptr ? 5'000 : r->between(1'000, 90'000);
    text += test::tracy::message("TT_SIGNPOST: after " + std::to_string(id), now);
  }
  return text;
}

std::string damaged(random& r) {
  if (below(r, 2) == 0) return "M" + damaged_bytes(messages(&r), r);
  csv_rows rows{{"name", "src_file", "src_line", "zone_name", "zone_text", "ns_since_start", "exec_time_ns", "thread",
                 "special_parent_text"}};
  std::int64_t now = 1'000'000;
  for (std::size_t id = 1; id <= 3; ++id) {
    const std::string of = "id:" + std::to_string(id);
    const std::int64_t length = r.between(1'000, 90'000);
    rows.push_back({"TT_DNN_DEVICE_OP", "op.hpp", "12", "", of, std::to_string(now), std::to_string(length), "1", ""});
    rows.push_back({"compile", "op.cpp", "3", "", "", std::to_string(now + 1), std::to_string(length / 2), "1", of});
    now += length + r.between(0, 5'000);
  }
  for (std::size_t changes = below(r, 3); changes > 0; --changes) damage_rows(rows, 1, r);
  const std::string text = text_of(rows, ",");
  return "Z" + (below(r, 2) == 0 ? damaged_bytes(text, r) : text);
}

/// How many complete signposts there are, each on its own line; nothing if quotes could be read in two ways.
std::optional<std::size_t> whole_signposts(std::string_view text) {
  bool open = false;
  std::size_t found = 0, first = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '`') continue;
    if (open && text.substr(i + 1, 1) != ";") return std::nullopt;
    if (!open && i != 0 && text[i - 1] != '\n') return std::nullopt;
    open = !open;
    if (open) first = i + 1;
    const std::size_t end = text.find('\n', i);
    const bool ends = !open && end != text.npos && plain_number(text.substr(i + 2, end - i - 2)).has_value();
    if (ends && text.substr(first).starts_with("TT_SIGNPOST: ")) ++found;
  }
  if (open || text.find('\0') != text.npos) return std::nullopt;
  return found;
}

void check_messages(std::string_view text, complaints& found) {
  rl::tt_tracy_capture capture;
  if (rl::read_tt_tracy_messages(text, "f", capture)) return;
  const std::uint64_t lost = left_out(capture.quality);
  if (!text.empty() && text.find_last_of('\n') + 1 < text.find_last_not_of('\r') + 1)
    found.demand(lost > 0, "messages that end within a row say so");
  for (const rl::tt_tracy_signpost& s : capture.signposts) {
    const std::string digits = std::to_string(s.at);
    bool stands = false;
    for (std::size_t at = text.find(digits); at != text.npos; at = text.find(digits, at + 1)) {
      const std::string_view behind = text.substr(at + digits.size(), 1);
      stands = stands || (!behind.empty() && (behind[0] < '0' || behind[0] > '9'));
    }
    found.demand(stands, "no stamp is shorter than in the file", digits);
  }
  if (const std::optional<std::size_t> whole = whole_signposts(text))
    found.demand(capture.signposts.size() + lost >= *whole, "each whole signpost is read or counted",
                 std::to_string(*whole) + " whole, " + std::to_string(capture.signposts.size()) + " read");
}

void check_zones(std::string_view text, complaints& found) {
  rl::tt_tracy_capture capture;
  if (rl::read_tt_tracy_messages(messages(nullptr), "m", capture)) return;
  const std::uint64_t before = left_out(capture.quality);
  if (rl::read_tt_tracy_zones(text, "f", capture)) return;
  const std::uint64_t lost = left_out(capture.quality) - before;
  const csv_contents own = csv_contents_of(text);
  if (own.ends_within) found.demand(lost > 0, "zones that end within a row say so");
  if (!own.plain || own.rows.empty()) return;
  const auto start = column_of(own.rows[0], "ns_since_start"), name = column_of(own.rows[0], "name"),
             of = column_of(own.rows[0], "zone_text"), time = column_of(own.rows[0], "exec_time_ns");
  if (!start || !name || !of || !time) return;
  std::vector<std::int64_t> said, there;
  for (const rl::tt_tracy_op& op : capture.ops)
    if (op.start >= 0) said.push_back(op.start);
  std::size_t whole = 0;
  bool all_plain = true;  // no number has a spelling that only one of the two readers accepts
  for (std::size_t i = 1; i < own.rows.size() - (own.ends_within ? 1 : 0); ++i) {
    const std::vector<std::string>& cells = own.rows[i];
    if (cells.size() <= std::max({*start, *name, *of, *time})) continue;
    const std::optional<std::int64_t> at = plain_number(cells[*start]);
    if (at) there.push_back(*at);
    all_plain = all_plain && at;
    if (at && plain_number(cells[*time]) && cells[*name] == "TT_DNN_DEVICE_OP" && cells[*of] == "id:2") ++whole;
  }
  const std::vector<std::int64_t> made = only_in_first(said, there);
  if (all_plain)
    found.demand(made.empty(), "no zone starts where none stands", made.empty() ? "" : std::to_string(made[0]));
  const auto second = std::find_if(capture.ops.begin(), capture.ops.end(), [](const auto& op) { return op.id == 2; });
  if (whole != 0 && second != capture.ops.end())
    found.demand(second->start >= 0 || lost > 0, "the zone of an op is read or counted");
}

void check(const std::string& input, complaints& found) {
  if (input.empty()) return;
  const std::string_view text = std::string_view(input).substr(1);
  input[0] == 'M' ? check_messages(text, found) : check_zones(text, found);
}

}  // namespace

extern const format tracy_log{"tracy_log", 20261123, &damaged, &check};

}  // namespace mutate
