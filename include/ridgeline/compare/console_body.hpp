#ifndef RIDGELINE_COMPARE_CONSOLE_BODY_HPP
#define RIDGELINE_COMPARE_CONSOLE_BODY_HPP

/// The body of `write_console` of a comparison.

#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/compare/comparison.hpp>
#include <ridgeline/compare/percent_text.hpp>
#include <ridgeline/sink/fitted.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/sink/terminal.hpp>

namespace ridgeline {

namespace compare_detail {

/// A limited number of lines of limited width.
class console_lines {
 public:
  console_lines(output& to, std::size_t width, std::size_t most) : to_(to), width_(width), left_(most) {}

  bool full() const { return left_ == 0; }
  std::size_t left() const { return left_; }
  void line(const std::string& text) {
    if (left_ == 0) return;
    --left_;
    std::string plain;
    append_plain(plain, text, width_);
    to_.write(plain + "\n");
  }
  /// What must not be cut, in as many lines as it takes.
  void paragraph(const std::string& text) {
    string_output lines;
    print_paragraph(lines, text, width_);
    std::size_t end = 0;
    for (; left_ != 0 && end < lines.text().size(); --left_) end = lines.text().find('\n', end) + 1;
    to_.write(std::string_view(lines.text()).substr(0, end));
  }

 private:
  output& to_;
  std::size_t width_, left_;
};

inline std::string padded(std::string text, std::size_t width) {
  const std::size_t has = display_width(text);
  return has < width ? std::string(width - has, ' ') + text : text;
}

inline std::string heading_of(const version& v) {
  const measured_run& first = v.runs.front();
  std::string text = v.label + ": " + first.run->kind;
  if (v.runs.size() > 1) text = v.label + ": " + std::to_string(v.runs.size()) + " runs, " + first.run->kind;
  if (!first.run->chip.empty()) text += ", " + first.run->chip;
  const bool nothing = v.used_steps() == 0 && !first.run->unit.empty();  // steps without GPU work do not count
  const std::string steps = std::to_string(v.used_steps()) + (v.used_steps() == 1 ? " step" : " steps");
  text += ", " + (nothing ? "no steps with GPU work" : steps) + " (" + first.run->unit + ")";
  const double mean = v.mean_step();
  if (!known(mean)) return text;
  text += " of " + time_text(mean);
  const step_length length = first.run->length;
  const bool alone = length == step_length::unknown && !known(first.run->world);
  const bool sums = first.run->devices > 1 && (length == step_length::of_all_devices || alone);
  return sums ? text + " on " + std::to_string(first.run->devices) + " devices together" : text;
}

/// Writes one version: refusals, the sentence, the origin of the difference, ops with a verdict, and what is undecided.
inline void write_version(console_lines& out, const comparison& c, const version& v, std::size_t rows) {
  for (const comparability_row* r : c.of(c.checks, v.label))
    if (r->severity == check_severity::refuse)
      out.paragraph("not comparable (" + std::string(r->check) + "): " + r->text + " (" + r->base +
                    (r->base.empty() || r->next.empty() ? "" : " / ") + r->next + ")");
  out.paragraph(sentence_of(c, v));
  std::size_t shown = 0;
  for (const attribution_row& r : with_replaced_work_as_one(c.of(c.attribution, v.label))) {
    const double each = static_cast<double>(r.delta()) / static_cast<double>(r.steps);
    constexpr double seen = 0.5;  // less is shown as 0 ns
    if (r.part == "total" || !(std::fabs(each) >= seen) || shown == rows || out.left() <= 4) continue;
    ++shown;
    out.line("  " + padded((each > 0 ? "+" : "") + time_text(each), 12) + "  " + padded(std::string(r.cause()), 14) +
             "  " + std::string(r.part) + "  " + r.what());
  }
  std::size_t changed = 0, same = 0, open = 0, appeared = 0, gone = 0, moved = 0;
  std::string names;
  for (const verdict* t : c.of(c.verdicts, v.label)) {
    if (t->level != verdict_level::op) continue;
    same += t->is == change_verdict::same ? 1 : 0;
    open += t->is == change_verdict::cannot_tell ? 1 : 0;
    appeared += t->is == change_verdict::appeared ? 1 : 0;
    gone += t->is == change_verdict::gone ? 1 : 0;
    const bool lone = t->is == change_verdict::appeared || t->is == change_verdict::gone;
    moved += lone && !t->reason.empty() ? 1u : 0u;
    if (t->is != change_verdict::slower && t->is != change_verdict::faster) continue;
    if (++changed <= 4) {
      names += (names.empty() ? "" : ", ") + t->name + " " + std::string(name_of(t->is));
      if (known(t->change)) names += " " + percent_text(std::fabs(t->change));
      if (!t->reason.empty()) names += " (" + t->reason + ")";
    }
  }
  if (c.refused && changed + same + open == 0) return;
  std::string one_sided;
  if (appeared + gone != 0) one_sided = ", " + std::to_string(appeared) + " new, " + std::to_string(gone) + " gone";
  if (moved != 0) one_sided += " (" + std::to_string(moved) + " with the same kernels in other ops)";
  if (!names.empty()) names = " (" + names + (changed > 4 ? ", ...)" : ")");
  out.paragraph("ops: " + std::to_string(changed) + " changed" + names + ", " + std::to_string(same) +
                " the same within " + percent_text(c.options.min_effect) + ", " + std::to_string(open) +
                " cannot be told" + one_sided);
}

}  // namespace compare_detail

void write_console(output& to, const comparison& c, std::size_t width) {
  using namespace compare_detail;
  constexpr std::size_t most = 25;
  console_lines out(to, width, most - 1);  // the last line is for the gate
  const std::vector<version>& all = c.versions.all;
  if (all.size() == 2) {
    for (const version& v : all) out.paragraph(heading_of(v));
    write_version(out, c, all[1], 10);
  } else {
    out.paragraph(heading_of(all.front()));
    const std::size_t rows = all.size() <= 4 ? 3 : 0;
    for (std::size_t i = 1; i < all.size(); ++i) {
      if (out.left() <= 4 && i + 1 < all.size()) {
        out.line("... and " + std::to_string(all.size() - i) + " more runs: see the sheet trend");
        break;
      }
      if (rows == 0) out.line(sentence_of(c, all[i]));
      else write_version(out, c, all[i], rows);
    }
    for (const change_point_row& p : change_points_of(c.versions, c.options))
      out.line("changed with " + p.first_after + ": " + p.name + (p.dims.empty() ? "" : " " + p.dims) + " " +
               (p.change > 0 ? "+" : "") + percent_text(p.change));
  }
  if (c.gate) to.write("gate: " + std::string(name_of(c.gate->state)) + "\n");
}

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_CONSOLE_BODY_HPP
