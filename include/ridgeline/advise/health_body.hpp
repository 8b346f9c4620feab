#ifndef RIDGELINE_ADVISE_HEALTH_BODY_HPP
#define RIDGELINE_ADVISE_HEALTH_BODY_HPP

#include <algorithm>
#include <utility>

#include <ridgeline/advise/health.hpp>
#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/utf8.hpp>
#include <ridgeline/table/format.hpp>

namespace ridgeline {

namespace advise_detail {

/// Calls `each(name)` for each name in a comma-separated list.
template <class Each>
void for_each_name(std::string_view list, Each each) {
  while (!list.empty()) {
    std::string_view name = core_detail::take_part(list, ',');
    while (name.starts_with(' ')) name.remove_prefix(1);
    if (!name.empty()) each(name);
  }
}

bool stands_for(std::string_view pattern, std::string_view sheet) {
  return pattern.ends_with('*') ? sheet.starts_with(pattern.substr(0, pattern.size() - 1)) : pattern == sheet;
}

bool affects(const health_check& c, std::string_view sheet) {
  const std::vector<std::string_view> names = c.affects();
  return std::any_of(names.begin(), names.end(), [&](std::string_view name) { return stands_for(name, sheet); });
}

/// What those of the checks that count say is missing in unknown places.
template <class Counts>
std::string_view lost_of(const std::vector<health_check>& checks, Counts counts) {
  for (const health_check& c : checks)
    if (counts(c) && !c.lost.empty()) return c.lost;
  return {};
}

/// The worst verdict of the checks that count, what they say is missing, the one with the largest share of those with
/// that verdict, and the number of others; at most 160 characters with the words before it. Empty if none counts.
template <class Counts>
std::string headline_of(const std::vector<health_check>& checks, Counts counts) {
  const health_check* first = nullptr;
  std::size_t more = 0;
  for (const health_check& c : checks) {
    if (!counts(c)) continue;
    ++more;
    if (first == nullptr || c.is > first->is || (c.is == first->is && c.share > first->share)) first = &c;
  }
  if (first == nullptr) return {};
  constexpr std::size_t most = 160, prefix = std::string_view("trace health: ").size();
  const std::string rest = --more == 0 ? std::string() : " (and " + std::to_string(more) + " more)";
  const std::string_view lost = lost_of(checks, counts);
  const bool names_it = lost.empty() || first->message.find(lost) != std::string::npos;
  std::string text = std::string(name_of(first->is)) + ": ";
  if (!names_it) text.append(lost).append("; ");
  text += first->message;
  if (prefix + text.size() + rest.size() > most) {
    text = std::string(utf8_front(text, most - prefix - rest.size() - 3));
    while (prefix + text.size() + rest.size() + 3 > most) text.pop_back();
    text += "...";
  }
  return text + rest;
}

inline constexpr auto health_columns = columns(
    column<"check">(&health_check::name).left(),
    column<"verdict">([](const health_check& c) { return name_of(c.is); }).left(),
    column<"count">([](const health_check& c) { return c.count; }),
    column<"share_of_time">(&health_check::share).digits(4),
    column<"first">([](const health_check& c, std::string& scratch) -> std::string_view {
      return scratch = known(c.first) ? std::to_string(c.first) : std::string();
    }),
    column<"affected sheets">([](const health_check& c) { return joined_text(c.affects()); }).left(),
    column<"message">(&health_check::message).left(), column<"advice">(&health_check::advice).left());

inline constexpr auto sheet_health_columns =
    columns(column<"sheet">(&sheet_health::sheet).left(),
            column<"verdict">([](const sheet_health& s) { return name_of(s.is); }).left(),
            column<"because">([](const sheet_health& s) { return joined_text(s.because); }).left());

}  // namespace advise_detail

std::string health_check::advice() const {
  if (!found()) return {};
  return ignored ? "ignored" : std::string(other_advice.empty() ? facts->advice : other_advice);
}

bool health_check::fails_strict() const {
  constexpr double most = 0.05;
  if (ignored || (facts->for_option && !needed)) return false;
  return is == trace_verdict::unknowable || (is == trace_verdict::degraded && share > most);
}

std::vector<std::string_view> health_check::affects() const {
  std::vector<std::string_view> names;
  const auto add = [&](std::string_view name) { names.push_back(name); };
  advise_detail::for_each_name(facts->affects, add);
  if (is == trace_verdict::unknowable) advise_detail::for_each_name(facts->unknowable_affects, add);
  return names;
}

const health_check* trace_health::find(std::string_view name) const {
  for (const health_check& c : checks)
    if (c.name() == name) return &c;
  return nullptr;
}
bool trace_health::found(std::string_view name) const {
  const health_check* const c = find(name);
  return c != nullptr && c->found();
}
bool trace_health::unknowable(std::string_view name) const {
  const health_check* const c = find(name);
  return c != nullptr && c->is == trace_verdict::unknowable;
}

std::string_view trace_health::lost() const {
  return advise_detail::lost_of(checks, [](const health_check&) { return true; });
}

unknown_times trace_health::times_unknown() const {
  unknown_times most = unknown_times::none;
  for (const health_check& c : checks)
    if (c.is == trace_verdict::unknowable) most = std::max(most, c.facts->unknowable_times);
  return most;
}

trace_verdict trace_health::worst() const {
  trace_verdict all = trace_verdict::sound;
  for (const health_check& c : checks)
    if (!c.ignored) all = std::max(all, c.is);
  return all;
}

std::string trace_health::headline() const {
  if (worst() != trace_verdict::sound)
    return advise_detail::headline_of(checks, [](const health_check& c) { return !c.ignored && c.found(); });
  const auto made = std::count_if(checks.begin(), checks.end(),
                                  [](const health_check& c) { return c.is != trace_verdict::not_applicable; });
  return "sound (" + std::to_string(made) + (made == 1 ? " check)" : " checks)");
}

std::string trace_health::strict_headline() const {
  return advise_detail::headline_of(checks, [](const health_check& c) { return c.fails_strict(); });
}

bool trace_health::fails_strict() const {
  return std::any_of(checks.begin(), checks.end(), [](const health_check& c) { return c.fails_strict(); });
}

std::string trace_health::ignore(std::span<const std::string> names) {
  for (const std::string& name : names) {
    bool any = false;
    for (health_check& c : checks)
      if (c.name() == name) any = c.ignored = true;
    if (!any) return name;
  }
  return {};
}

std::string trace_health::why_unknowable(std::string_view sheet) const {
  std::string why;
  for (const health_check& c : checks)
    if (c.is == trace_verdict::unknowable && !c.ignored && advise_detail::affects(c, sheet))
      why += (why.empty() ? "" : "; ") + c.message;
  return why;
}

sheet_health trace_health::of_sheet(std::string_view sheet) const {
  sheet_health s{std::string(sheet), trace_verdict::sound, {}};
  for (const health_check& c : checks) {
    if (!c.found() || !advise_detail::affects(c, sheet)) continue;
    s.is = std::max(s.is, c.is);
    s.because.push_back(c.name());
  }
  return s;
}

table health_table(const trace_health& health) {
  return {"trace_health", health.checks, advise_detail::health_columns};
}

table sheet_health_table(const trace_health& health, std::span<const table> sheets) {
  std::vector<sheet_health> rows;
  for (const table& t : sheets) rows.push_back(health.of_sheet(t.name()));
  return {"trace_health_sheets", std::move(rows), advise_detail::sheet_health_columns};
}

}  // namespace ridgeline

#endif  // RIDGELINE_ADVISE_HEALTH_BODY_HPP
