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
#include <ridgeline/core/wide.hpp>
#include <ridgeline/query/sort_by.hpp>

namespace ridgeline {

namespace compare_detail {
constexpr std::int64_t size_of(std::int64_t x) { return x < 0 ? -x : x; }
}  // namespace compare_detail

std::string_view attribution_row::cause() const {
  const std::int64_t largest = std::max({compare_detail::size_of(more_calls), compare_detail::size_of(per_call),
      appeared, -gone});
  if (part == "total") return "";  // combines the effects of many
  if (replaced && (delta() != 0 || largest != 0)) return "other kernel";
  if (largest == 0) return "";
  if (part == name_of(step_part::idle)) return delta() > 0 ? "more idle time" : "less idle time";
  if (largest == appeared) return "new";
  if (largest == -gone) return "gone";
  if (largest == compare_detail::size_of(more_calls)) return more_calls > 0 ? "more calls" : "fewer calls";
  return per_call > 0 ? "slower" : "faster";
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

std::vector<attribution_row> attribution_of(const compared_versions& versions, std::size_t next) {
  const version &a = versions.all.front(), &b = versions.all[next];
  const std::int64_t steps = std::min(a.used_steps(), b.used_steps());
  const std::size_t size = versions.pieces.size();
  const auto shares = [&](const version& v) {
    return shares_of(v, &compared_step::pieces, &measured_run::piece_of, size, steps);
  };
  const std::vector<counted_share> of_a = shares(a), of_b = shares(b);
  attribution_row total{b.label, "total", {}, {}, {}, {}, steps, 0, 0, 0, 0, 0, 0, 0, 0};
  std::vector<attribution_row> rows;
  struct sides {
    bool appeared = false, gone = false;
  };
  std::map<std::pair<step_part, std::uint32_t>, sides> one_sided;  // by part and op
  std::vector<std::uint32_t> piece_of_row;
  for (std::size_t i = 0; i < size; ++i) {
    const counted_share &x = of_a[i], &y = of_b[i];
    const bool in_a = x.calls != 0 || x.time != 0, in_b = y.calls != 0 || y.time != 0;
    if (!in_a && !in_b) continue;
    const numbered_piece& piece = versions.pieces[i];
    const compared_op& op = versions.ops[piece.op];
    attribution_row r{b.label, name_of(piece.part), op.name, op.dims, op.types, piece.kernel, steps,
                      x.calls, y.calls, x.time, y.time, 0, 0, 0, 0};
    if (!in_a) r.appeared = y.time;
    else if (!in_b) r.gone = -x.time;
    else if (x.calls != 0 && y.calls != 0) r.more_calls = effect_of_calls(x.calls, x.time, y.calls, y.time);
    r.per_call = r.delta() - r.more_calls - r.appeared - r.gone;
    if (piece.part != step_part::idle) total.base_calls += x.calls, total.next_calls += y.calls;
    total.base += r.base, total.next += r.next;
    total.more_calls += r.more_calls, total.per_call += r.per_call;
    total.appeared += r.appeared, total.gone += r.gone;
    if (piece.part != step_part::idle && (!in_a || !in_b)) {
      sides& of_op = one_sided[{piece.part, piece.op}];
      (in_a ? of_op.gone : of_op.appeared) = true;
    }
    rows.push_back(std::move(r));
    piece_of_row.push_back(static_cast<std::uint32_t>(i));
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const numbered_piece& piece = versions.pieces[piece_of_row[i]];
    const auto at = one_sided.find({piece.part, piece.op});
    rows[i].replaced = (rows[i].appeared != 0 || rows[i].gone != 0) && at != one_sided.end() && at->second.appeared &&
                       at->second.gone;
  }
  using row = attribution_row;
  rows = std::move(rows) | sort_by(desc([](const row& r) { return compare_detail::size_of(r.delta()); }), &row::part,
      &row::name,
                                   &row::dims, &row::types, &row::kernel);
  rows.insert(rows.begin(), std::move(total));
  return rows;
}

std::vector<attribution_row> with_replaced_kernels_as_one(const std::vector<const attribution_row*>& rows) {
  std::vector<attribution_row> all;
  using key = std::tuple<std::string_view, std::string_view, std::string_view, std::string_view, std::string_view>;
  std::map<key, std::size_t> places;
  for (const attribution_row* const r : rows) {
    if (!r->replaced) {
      all.push_back(*r);
      continue;
    }
    const auto [at, is_new] = places.try_emplace(key{r->run, r->part, r->name, r->dims, r->types}, all.size());
    if (is_new) {
      all.push_back(*r);
      continue;
    }
    attribution_row& sum = all[at->second];
    sum.base_calls += r->base_calls, sum.next_calls += r->next_calls;
    sum.base += r->base, sum.next += r->next;
    sum.appeared += r->appeared, sum.gone += r->gone;
  }
  const auto size = [](const attribution_row& r) {
    return std::pair(r.part != "total", -compare_detail::size_of(r.delta()));
  };
  return std::move(all) | sort_by(size);
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
