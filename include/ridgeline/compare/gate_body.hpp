#ifndef RIDGELINE_COMPARE_GATE_BODY_HPP
#define RIDGELINE_COMPARE_GATE_BODY_HPP

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/compare/gate.hpp>
#include <ridgeline/compare/percent_text.hpp>
#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/utf8.hpp>
#include <ridgeline/core/xml_text.hpp>
#include <ridgeline/read/json.hpp>
#include <ridgeline/sink/terminal.hpp>

namespace ridgeline {

bool fits_wildcards(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = pattern.npos, resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && (pattern[p] == '?' || (pattern[p] == text[t] && pattern[p] != '*'))) {
      ++p, ++t;
    } else if (p < pattern.size() && pattern[p] == '*') {
      star = p++, resume = t;
    } else if (star != pattern.npos) {
      p = star + 1, t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

namespace compare_detail {

/// Reads a gate file value by value and keeps the first error.
class gate_reader {
 public:
  gate_reader(std::string_view json, const std::string& file) : json_(json), file_(file) {}

  void take(std::string_view path, const json_leaf& v) {
    using kind = json_leaf::kind;
    if (path.empty()) return require(v.is == kind::object, "the document", "an object");
    constexpr std::string_view rules = "/rules/";
    if (path == "/schema") {
      seen_schema_ = true;
      return require(v.is == kind::text && v.text == "ridgeline-gate/1", "schema", "\"ridgeline-gate/1\"");
    }
    if (path == "/min_effect_pct") return percent(v, "min_effect_pct", to_.min_effect, 0, 1000);
    if (path == "/false_alarms_pct") {
      percent(v, "false_alarms_pct", to_.false_alarms, 0, 50);
      return require(to_.false_alarms > 0, "false_alarms_pct", "a number above 0 and up to 50");
    }
    if (path == "/unknown") {
      require(v.is == kind::text && (v.text == "pass" || v.text == "fail"), "unknown", "\"pass\" or \"fail\"");
      to_.unknown_fails = v.text == "fail";
      return;
    }
    if (path == "/rules") return require(v.is == kind::array, "rules", "a list");
    if (!core_detail::take_front(path, rules)) return require(false, std::string(path.substr(1)), "no such key");
    const std::size_t slash = path.find('/');
    if (slash == path.npos) {
      close_rule();
      to_.rules.emplace_back();
      has_what_ = false;
      return require(v.is == kind::object, "rules", "objects");
    }
    rule(path.substr(slash + 1), v);
  }

  expected<gate_limits> result() {
    close_rule();
    if (!seen_schema_) require(false, "schema", "\"ridgeline-gate/1\"");
    if (wrong_) return *wrong_;
    return std::move(to_);
  }

 private:
  void rule(std::string_view key, const json_leaf& v) {
    using kind = json_leaf::kind;
    gate_rule& r = to_.rules.back();
    if (key == "what") {
      const bool step = v.text == "step", part = v.text == "part";
      require(v.is == kind::text && (step || part || v.text == "op"), "what", "\"step\", \"part\" or \"op\"");
      r.what = step ? verdict_level::step : part ? verdict_level::part : verdict_level::op;
      has_what_ = true;
    } else if (key == "name") {
      require(v.is == kind::text, "name", "a text");
      r.name = v.text;
    } else if (key == "max_slower_pct") {
      percent(v, "max_slower_pct", r.most_slower, 0, 1e9);
    } else if (key == "max_slower_us") {
      require(v.is_number() && v.real >= 0 && v.real < 1e15, "max_slower_us", "a number that is not below 0");
      r.most_slower_ns = v.real * 1000;
    } else {
      require(false, std::string(key), "no such key");
    }
  }
  void close_rule() {
    if (to_.rules.empty()) return;
    if (!has_what_) require(false, "rules", "a key \"what\" in each rule");
    const gate_rule& r = to_.rules.back();
    bool is_part = r.what != verdict_level::part;
    std::string parts;
    for (std::size_t p = 0; p < step_parts; ++p) {
      const std::string_view name = name_of(static_cast<step_part>(p));
      is_part = is_part || fits_wildcards(r.name, name);
      parts += (p == 0 ? "" : p + 1 < step_parts ? ", " : " or ") + std::string(name);
    }
    require(is_part, "name", "for a part " + parts + ", found \"" + r.name + "\"", r.name);
  }
  void percent(const json_leaf& v, const char* key, double& to, double least, double most) {
    require(v.is_number() && v.real >= least && v.real <= most, key,
            "a number from " + decimal_text(least, 0) + " to " + decimal_text(most, 0));
    to = v.real / 100;
  }
  /// The line is that of the value, if it is given, otherwise of the key.
  void require(bool holds, const std::string& key, const std::string& what, const std::string& value = {}) {
    if (holds || wrong_) return;
    const std::size_t of_value = value.empty() ? json_.npos : json_.find("\"" + value + "\"");
    const std::size_t at = of_value == json_.npos ? json_.find("\"" + key + "\"") : of_value;
    source_pos pos{file_, 1, 0};
    for (std::size_t i = 0; at != json_.npos && i < at; ++i) pos.line += json_[i] == '\n' ? 1u : 0u;
    wrong_ = failure{errc::usage, pos, what == "no such key" ? "there is no key \"" + key + "\" in a gate file"
                                                             : "key \"" + key + "\": expected " + what};
  }

  std::string_view json_;
  const std::string& file_;
  gate_limits to_{};
  std::optional<failure> wrong_{};
  bool seen_schema_ = false, has_what_ = true;
};

constexpr bool is_judged(const verdict& v) {
  return v.is != change_verdict::small && v.is != change_verdict::appeared && v.is != change_verdict::gone;
}

inline bool fits(const gate_rule& rule, const verdict& v) {
  return rule.what == v.level && (v.level == verdict_level::step || fits_wildcards(rule.name, v.name));
}

/// Which rules judge nothing, whichever rule stands in front of them.
inline std::vector<std::string> idle_rules(const std::vector<verdict>& verdicts, const gate_limits& limits) {
  std::vector<std::string> idle;
  if (verdicts.empty()) return idle;
  if (limits.rules.empty()) idle.emplace_back("there are no rules, so nothing is judged");
  for (std::size_t i = 0; i < limits.rules.size(); ++i) {
    const gate_rule& rule = limits.rules[i];
    if (rule.name == "*") continue;
    bool fitting = false, judging = false;
    for (const verdict& v : verdicts) {
      if (judging) break;
      if (!fits(rule, v)) continue;
      fitting = true;
      judging = is_judged(v);
    }
    if (judging) continue;
    idle.push_back("rule " + std::to_string(i + 1) + " (" + std::string(name_of(rule.what)) + " " + rule.name + ") " +
                   (fitting ? "fits only what is small, new or gone" : "fits nothing") + ", so it judges nothing");
  }
  return idle;
}

/// Escapes text for Markdown; text from a trace, for a cell in a table, is cut.
inline void append_markdown(std::string& to, std::string_view text, std::size_t most = 100) {
  const std::string_view front = utf8_front(text, most);
  for (const char c : front) {
    if (std::string_view("\\`*_{}[]<>()#+-.!|~&@:").find(c) != std::string_view::npos) to += '\\';
    to += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  if (front.size() < text.size()) to += " ...";
}

inline void append_xml(std::string& to, std::string_view text) {
  bool was_cut = false;
  for (const char c : xml_text(text, text.size(), was_cut)) {
    if (c == '&') to += "&amp;";
    else if (c == '<') to += "&lt;";
    else if (c == '>') to += "&gt;";
    else if (c == '"') to += "&quot;";
    else to += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
}

inline std::string name_with_dims(const verdict& v) { return v.dims.empty() ? v.name : v.name + " " + v.dims; }

/// `+3.1 % (2.6 to 3.6 %)`
inline std::string change_text(const verdict& v) {
  if (!known(v.change)) return "";
  std::string text = (v.change > 0 ? "+" : "") + percent_text(v.change);
  if (known(v.low)) text += " (" + percent_text(v.low, false) + " to " + percent_text(v.high) + ")";
  return text;
}

inline constexpr auto gate_columns = columns(
    column<"run">([](const gate_row& r) { return std::string_view(r.of->run); }).left(),
    column<"level">([](const gate_row& r) { return name_of(r.of->level); }).left(),
    column<"name">([](const gate_row& r) { return std::string_view(r.of->name); }).left(),
    column<"Input Dims">([](const gate_row& r) { return std::string_view(r.of->dims); }).left(),
    column<"Input type">([](const gate_row& r) { return std::string_view(r.of->types); }).left(),
    column<"limit (%)">([](const gate_row& r) { return 100 * r.limit; }),
    column<"change (%)">([](const gate_row& r) { return 100 * r.of->change; }),
    column<"low (%)">([](const gate_row& r) { return 100 * r.of->low; }),
    column<"high (%)">([](const gate_row& r) { return 100 * r.of->high; }),
    column<"result">([](const gate_row& r) { return name_of(r.result); }).left());

}  // namespace compare_detail

expected<gate_limits> read_gate(std::string_view json, const std::string& file) {
  compare_detail::gate_reader reader(json, file);
  const expected<bool> read =
      read_json(json, [&](std::string_view path, const json_leaf& leaf) { reader.take(path, leaf); }, file);
  if (!read) return read.error();
  return reader.result();
}

gate_outcome gate_of(const std::vector<verdict>& verdicts, const gate_limits& limits, double min_effect, bool refused) {
  gate_outcome gate;
  for (const verdict& v : verdicts) {
    if (!compare_detail::is_judged(v)) continue;
    for (const gate_rule& rule : limits.rules) {
      if (!compare_detail::fits(rule, v)) continue;
      gate_row row{&v, known(rule.most_slower) ? rule.most_slower : min_effect, rule.most_slower_ns, gate_result::pass};
      const bool slower = v.is == change_verdict::slower && v.low > row.limit &&
                          (!known(row.limit_ns) || v.next_time - v.base_time > row.limit_ns);
      if (slower) row.result = gate_result::fail;
      if (v.is == change_verdict::cannot_tell) row.result = gate_result::cannot_tell;
      if (v.is == change_verdict::not_judged) row.result = gate_result::not_judged;
      if (slower && gate.state == gate_state::pass) gate.state = gate_state::fail;
      if (v.level == verdict_level::step && v.is == change_verdict::cannot_tell && limits.unknown_fails) refused = true;
      gate.rows.push_back(row);
      break;
    }
  }
  if (refused) gate.state = gate_state::refused;
  gate.idle = compare_detail::idle_rules(verdicts, limits);
  return gate;
}

table sheet_of_gate(const gate_outcome& gate) { return table("gate", gate.rows, compare_detail::gate_columns); }

void write_gate_markdown(output& to, const gate_outcome& gate, std::string_view sentence,
                         const std::vector<attribution_row>& attribution) {
  using namespace compare_detail;
  std::string out = "## Performance gate: " + std::string(name_of(gate.state)) + "\n\n";
  append_markdown(out, sentence, sentence.size());
  out += ".\n";
  for (const std::string& text : gate.idle) {
    out += "\nIn the limits, ";
    append_markdown(out, text, text.size());
    out += ".\n";
  }
  bool several = false;  // versions
  for (const gate_row& r : gate.rows) several = several || r.of->run != gate.rows.front().of->run;
  out += several ? "\n| run | | what | change | limit | result |\n|---|---|---|---|---|---|\n"
                 : "\n| | what | change | limit | result |\n|---|---|---|---|---|\n";
  constexpr std::size_t most = 20;
  std::size_t shown = 0, more = 0;
  for (const gate_row& r : gate.rows) {
    if (r.of->level != verdict_level::step && r.result == gate_result::pass) continue;
    if (shown++ >= most) {
      ++more;
      continue;
    }
    if (several) {
      out += "| ";
      append_markdown(out, r.of->run);
      out += ' ';
    }
    out += "| " + std::string(name_of(r.of->level)) + " | ";
    append_markdown(out, name_with_dims(*r.of));
    out += " | ";
    append_markdown(out, change_text(*r.of));
    out += " | " + percent_text(r.limit) + " | " + std::string(name_of(r.result)) + " |\n";
  }
  if (more != 0) out += "\nand " + std::to_string(more) + " more.\n";
  std::size_t listed = 0;
  std::vector<const attribution_row*> pieces;
  for (const attribution_row& r : attribution) pieces.push_back(&r);
  for (const attribution_row& r : with_replaced_work_as_one(pieces)) {
    if (r.part == "total" || r.delta() == 0 || listed == 3) continue;
    if (listed++ == 0) out += "\nWhere the difference comes from:\n\n| time a step | cause | what |\n|---|---|---|\n";
    const double each = static_cast<double>(r.delta()) / static_cast<double>(r.steps);
    out += "| " + std::string(each > 0 ? "+" : "") + time_text(each) + " | " + std::string(r.cause()) + " | ";
    append_markdown(out, several ? r.run + ": " + r.what() : r.what());
    out += " |\n";
  }
  to.write(out);
}

void write_gate_junit(output& to, const gate_outcome& gate) {
  using namespace compare_detail;
  std::size_t failed = 0, skipped = 0;
  for (const gate_row& r : gate.rows) {
    failed += r.result == gate_result::fail ? 1 : 0;
    skipped += r.result == gate_result::cannot_tell || r.result == gate_result::not_judged ? 1 : 0;
  }
  const std::string totals = " tests=\"" + std::to_string(gate.rows.size()) + "\" failures=\""
      + std::to_string(failed) +
                             "\" errors=\"0\" skipped=\"" + std::to_string(skipped) + "\"";
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + totals +
                    ">\n<testsuite name=\"performance gate\"" + totals + ">\n";
  for (const gate_row& r : gate.rows) {
    out += "<testcase classname=\"" + std::string(name_of(r.of->level)) + "\" name=\"";
    std::string name;
    append_plain(name, r.of->run + ": " + name_with_dims(*r.of), 1000);
    append_xml(out, name);
    out += "\"";
    if (r.result == gate_result::pass) {
      out += "/>\n";
      continue;
    }
    out += ">";
    std::string text = change_text(*r.of) + ", limit " + percent_text(r.limit);
    if (r.result == gate_result::fail) {
      out += "<failure message=\"";
      append_xml(out, text);
      out += "\"/>";
    } else {
      out += "<skipped message=\"";
      append_xml(out, std::string(name_of(r.result)) + (r.of->reason.empty() ? "" : ": " + r.of->reason));
      out += "\"/>";
    }
    out += "</testcase>\n";
  }
  out += "</testsuite>\n</testsuites>\n";
  to.write(out);
}

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_GATE_BODY_HPP
