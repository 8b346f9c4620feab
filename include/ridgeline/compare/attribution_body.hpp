#ifndef RIDGELINE_COMPARE_ATTRIBUTION_BODY_HPP
#define RIDGELINE_COMPARE_ATTRIBUTION_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <ridgeline/compare/attribution.hpp>
#include <ridgeline/compare/replaced_work.hpp>
#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/wide.hpp>
#include <ridgeline/query/sort_by.hpp>

namespace ridgeline {

namespace compare_detail {
constexpr std::int64_t size_of(std::int64_t x) { return x < 0 ? -x : x; }

/// A kernel's name without its type and namespaces: `copy_kernel<4, Gelu>` for `void at::copy_kernel<4, at::Gelu>`.
inline std::string without_qualifiers(std::string_view kernel) {
  constexpr std::string_view unnamed = "(anonymous namespace)";
  core_detail::take_front(kernel, "void ");
  std::string text;
  std::size_t word = 0;  // where the current one begins in `text`
  for (std::size_t i = 0; i < kernel.size(); ++i) {
    if (kernel.substr(i).starts_with(unnamed)) i += unnamed.size();
    if (kernel.substr(i).starts_with("::")) {
      text.resize(word), ++i;
      continue;
    }
    if (i == kernel.size()) break;
    text += kernel[i];
    if (std::string_view("<>(), ;*&").find(kernel[i]) != std::string_view::npos) word = text.size();
  }
  return text;
}
}  // namespace compare_detail

std::string_view attribution_row::cause() const {
  const std::int64_t largest = std::max({compare_detail::size_of(more_calls), compare_detail::size_of(per_call),
      appeared, -gone});
  if (part == "total") return "";  // combines the effects of many
  if (replaced == work_replaced::by_kernel && (delta() != 0 || largest != 0)) return "other kernel";
  if (replaced == work_replaced::by_op && (delta() != 0 || largest != 0)) return "other op";
  if (largest == 0) return "";
  if (part == name_of(step_part::idle)) return delta() > 0 ? "more idle time" : "less idle time";
  if (largest == appeared) return "new";
  if (largest == -gone) return "gone";
  if (largest == compare_detail::size_of(more_calls)) return more_calls > 0 ? "more calls" : "fewer calls";
  if (2 * (delta() > 0 ? own : -own) < compare_detail::size_of(delta()))
    return delta() > 0 ? "less hidden" : "more hidden";
  return per_call > 0 ? "slower" : "faster";
}

std::string attribution_row::what() const {
  const std::string text = dims.empty() ? name : name + " " + dims;
  if (!one_of_several || kernel.empty() || kernel == name) return text;
  return compare_detail::without_qualifiers(kernel) + " of " + text;
}

std::int64_t effect_of_calls(std::int64_t n0, std::int64_t time0, std::int64_t n1, std::int64_t time1) {
  // a / b with a = (n1 - n0) (T0 n1 + T1 n0) and b = 2 n0 n1; 128 bits are enough for counts below 2^20 and times below
  // 2^63; beyond that, doubles have more digits than anybody reads
  using core_detail::wide;
  constexpr std::int64_t most = std::int64_t{1} << 30;
  if (n0 > most || n1 > most || time0 > (most << 30) || time1 > (most << 30)) {
    const double x0 = static_cast<double>(n0), x1 = static_cast<double>(n1);
    return static_cast<std::int64_t>((x1 - x0) * (static_cast<double>(time0) / x0
        + static_cast<double>(time1) / x1) / 2);
  }
  const wide rate = static_cast<wide>(time0) * n1 + static_cast<wide>(time1) * n0;  // below 2^91
  const wide b = static_cast<wide>(2) * n0 * n1;                                    // below 2^61
  const wide whole = rate / b, rest = rate % b, more = n1 - n0;
  wide a = rest * more, up = a / b;
  a -= up * b;
  const wide left = a < 0 ? -a : a, sum = whole * more + up;
  const wide away = a < 0 ? -1 : 1;
  if (2 * left > b || (2 * left == b && (sum % 2 != 0))) return static_cast<std::int64_t>(sum + away);
  return static_cast<std::int64_t>(sum);
}

namespace compare_detail {

/// Splits the difference of a row into its effects; `appeared` and `gone`: whether only one side has it.
inline void split_delta(attribution_row& r, bool appeared, bool gone) {
  r.appeared = appeared ? r.next : 0, r.gone = gone ? -r.base : 0;
  const bool calls = !appeared && !gone && r.base_calls != 0 && r.next_calls != 0;
  r.more_calls = calls ? effect_of_calls(r.base_calls, r.base, r.next_calls, r.next) : 0;
  r.per_call = r.delta() - r.more_calls - r.appeared - r.gone;
}

/// Marks the rows of ops with several rows in their part.
inline void mark_several(std::vector<attribution_row>& rows) {
  using key = std::tuple<std::string_view, std::string_view, std::string_view, std::string_view, std::string_view>;
  std::map<key, std::size_t> first;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    attribution_row& r = rows[i];
    const auto [at, is_new] = first.try_emplace(key{r.run, r.part, r.name, r.dims, r.types}, i);
    if (!is_new) r.one_of_several = rows[at->second].one_of_several = true;
  }
}

/// Rows that replace each other, which are becoming one.
struct replacing_rows {
  std::size_t at = 0;
  std::vector<std::string_view> names[2]{}, inputs{};  ///< of the baseline's rows and of the new ones; of both
};

/// `aten::gelu, now aten::gelu_v2`; of several ops `2 ops`.
inline std::string name_of(const replacing_rows& rows) {
  const auto text = [](const std::vector<std::string_view>& names) {
    return names.size() == 1 ? std::string(names[0]) : std::to_string(names.size()) + " ops";
  };
  const std::string before = text(rows.names[0]), after = text(rows.names[1]);
  return before == after ? before : before + ", now " + after;
}

}  // namespace compare_detail

std::vector<attribution_row> attribution_of(const compared_versions& versions, std::size_t next) {
  const version &a = versions.all.front(), &b = versions.all[next];
  const std::int64_t steps = std::min(a.used_steps(), b.used_steps());
  const std::size_t size = versions.pieces.size();
  const auto pieces_of = [&](const version& v) {
    return shares_of(v, &compared_step::pieces, &measured_run::piece_of, size, steps);
  };
  const auto ops_of = [&](const version& v) {
    return shares_of(v, &compared_step::ops, &measured_run::op_of, versions.ops.size(), steps);
  };
  const std::vector<counted_share> of_a = pieces_of(a), of_b = pieces_of(b), ops_a = ops_of(a), ops_b = ops_of(b);
  const compare_detail::replaced_work replaced(versions, of_a, of_b);
  // by op: how much more of its time runs beside other work; what was launched in no step is in pieces only
  std::vector<std::int64_t> alone_a(ops_a.size()), alone_b(ops_a.size()), hidden(ops_a.size());
  for (std::size_t i = 0; i < size; ++i) {
    if (versions.pieces[i].part == step_part::idle) continue;
    alone_a[versions.pieces[i].op] += of_a[i].time, alone_b[versions.pieces[i].op] += of_b[i].time;
  }
  for (std::size_t op = 0; op < hidden.size(); ++op)
    hidden[op] = std::max<std::int64_t>(0, ops_b[op].time - alone_b[op]) -
                 std::max<std::int64_t>(0, ops_a[op].time - alone_a[op]);
  attribution_row total{b.label, "total", {}, {}, {}, {}, steps, 0, 0, 0, 0, 0, 0, 0, 0};
  std::vector<attribution_row> rows;
  for (std::size_t i = 0; i < size; ++i) {
    const counted_share &x = of_a[i], &y = of_b[i];
    const bool in_a = x.calls != 0 || x.time != 0, in_b = y.calls != 0 || y.time != 0;
    if (!in_a && !in_b) continue;
    const numbered_piece& piece = versions.pieces[i];
    const compared_op& op = versions.ops[piece.op];
    attribution_row r{b.label, name_of(piece.part), op.name, op.dims, op.types, piece.kernel, steps,
                      x.calls, y.calls, x.time, y.time, 0, 0, 0, 0};
    compare_detail::split_delta(r, !in_a, !in_b);
    r.own = r.delta() + hidden[piece.op];
    r.replaced = replaced.of(i), r.group = replaced.group_of(i);
    if (piece.part != step_part::idle) total.base_calls += x.calls, total.next_calls += y.calls;
    total.base += r.base, total.next += r.next;
    total.more_calls += r.more_calls, total.per_call += r.per_call;
    total.appeared += r.appeared, total.gone += r.gone;
    rows.push_back(std::move(r));
  }
  using row = attribution_row;
  rows = std::move(rows) | sort_by(desc([](const row& r) { return compare_detail::size_of(r.delta()); }), &row::part,
                                   &row::name, &row::dims, &row::types, &row::kernel);
  rows.insert(rows.begin(), std::move(total));
  return rows;
}

std::vector<attribution_row> with_replaced_work_as_one(const std::vector<const attribution_row*>& rows) {
  std::vector<attribution_row> all;
  std::map<std::pair<std::string_view, std::uint32_t>, compare_detail::replacing_rows> groups;  // by run and group
  for (const attribution_row* const r : rows) {
    if (r->replaced == work_replaced::no) {
      all.push_back(*r);
      continue;
    }
    const auto [at, is_new] = groups.try_emplace({r->run, r->group});
    compare_detail::replacing_rows& group = at->second;
    compare_detail::add_name(group.names[r->base_calls != 0 || r->base != 0 ? 0 : 1], r->name);
    if (!r->dims.empty() && r->dims != "()") compare_detail::add_name(group.inputs, r->dims);
    if (is_new) {
      group.at = all.size();
      all.push_back(*r);
      continue;
    }
    attribution_row& sum = all[group.at];
    sum.base_calls += r->base_calls, sum.next_calls += r->next_calls;
    sum.base += r->base, sum.next += r->next, sum.own += r->own;
    sum.appeared += r->appeared, sum.gone += r->gone;
  }
  for (const auto& [key, group] : groups) {
    attribution_row& sum = all[group.at];
    if (sum.replaced == work_replaced::by_kernel) {
      sum.kernel.clear();
      continue;
    }
    sum.name = name_of(group);
    sum.dims = group.inputs.size() == 1 ? std::string(group.inputs[0]) : "";
    compare_detail::split_delta(sum, false, false);
    sum.replaced = work_replaced::no;
  }
  const auto size = [](const attribution_row& r) {
    return std::pair(r.part != "total", -compare_detail::size_of(r.delta()));
  };
  all = std::move(all) | sort_by(size);
  compare_detail::mark_several(all);
  return all;
}

namespace compare_detail {
inline constexpr auto attribution_columns = columns(
    column<"run">(&attribution_row::run).left(), column<"part">(&attribution_row::part).left(),
    column<"name">(&attribution_row::name).left(), column<"Input Dims">(&attribution_row::dims).left(),
    column<"Input type">(&attribution_row::types).left(), column<"kernel">(&attribution_row::kernel).left(),
    column<"steps">(&attribution_row::steps), column<"base calls">(&attribution_row::base_calls),
    column<"new calls">(&attribution_row::next_calls), column<"base (ns)">(&attribution_row::base),
    column<"new (ns)">(&attribution_row::next), column<"delta (ns)">(&attribution_row::delta),
    column<"more calls (ns)">(&attribution_row::more_calls), column<"per call (ns)">(&attribution_row::per_call),
    column<"appeared (ns)">(&attribution_row::appeared), column<"gone (ns)">(&attribution_row::gone),
    column<"cause">(&attribution_row::cause).left());
}  // namespace compare_detail

table sheet_of_attribution(std::vector<attribution_row> rows) {
  return table("attribution", std::move(rows), compare_detail::attribution_columns);
}

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_ATTRIBUTION_BODY_HPP
