#ifndef RIDGELINE_QUERY_GROUP_HPP
#define RIDGELINE_QUERY_GROUP_HPP

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <type_traits>
#include <utility>
#include <vector>

#include <ridgeline/query/step.hpp>
#include <ridgeline/core/units.hpp>
#include <ridgeline/query/lasting.hpp>
#include <ridgeline/stats/compensated_sum.hpp>

namespace ridgeline {

/// The records that share a key, in the order in which they came.
template <class Key, class Record>
struct group {
  Key key{};
  std::vector<const Record*> members{};

  const Record& front() const { return *members.front(); }
};

/// `rows | group_by(&row::code)`: one group for each key, in the order in which keys first occur. The rows must outlive
/// the groups. Keys need an order.
template <class Projection>
auto group_by(Projection key_of) {
  return step{[key_of](auto&& rows) {  // not const: views that filter cannot be walked when const
    static_assert(lasting_elements<decltype(rows)>,
                  "group_by keeps the addresses of rows: group a named container or a view, not rows made on the way");
    using record = std::remove_cvref_t<decltype(*std::begin(rows))>;
    using key = std::remove_cvref_t<decltype(std::invoke(key_of, *std::begin(rows)))>;
    std::vector<group<key, record>> groups;
    std::map<key, std::size_t, std::less<>> place;
    for (auto&& row : rows) {
      const auto [at, is_new] = place.try_emplace(std::invoke(key_of, row), groups.size());
      if (is_new) groups.push_back({at->first, {}});
      groups[at->second].members.push_back(&row);
    }
    return groups;
  }};
}

// Reductions: what a column over groups shows. Each is a callable of a group; values that are not known are left out.

/// Number of members.
inline constexpr auto count = [](const auto& g) { return static_cast<std::int64_t>(g.members.size()); };

namespace query_detail {
constexpr double number_of(double v) { return v; }
template <dim D>
constexpr double number_of(quantity<D> q) {
  return q.base();
}
template <class Projection, class Member>
double number_in(const Projection& of, const Member& member) {
  return number_of(std::invoke(of, member));
}
/// Gives a number back as what the projection yields.
template <class Projection, class Group>
constexpr auto as_projected(double value) {
  using result = std::remove_cvref_t<decltype(std::invoke(std::declval<const Projection&>(),
                                                          std::declval<const Group&>().front()))>;
  if constexpr (std::is_same_v<result, double>) {
    return value;
  } else {
    return result::of(value);
  }
}
}  // namespace query_detail

/// The sum of what is known; zero when nothing is.
template <class Projection>
constexpr auto sum(Projection of) {
  return [of](const auto& g) {
    compensated_sum total;
    for (const auto* member : g.members)
      if (const double v = query_detail::number_in(of, *member); known(v)) total.add(v);
    return query_detail::as_projected<Projection, std::remove_cvref_t<decltype(g)>>(total.value());
  };
}

/// The least, the largest, the mean; unknown when nothing is known.
template <class Projection>
constexpr auto min(Projection of) {
  return [of](const auto& g) {
    double least = missing<double>;
    for (const auto* member : g.members)
      if (const double v = query_detail::number_in(of, *member); known(v) && !(v >= least)) least = v;
    return query_detail::as_projected<Projection, std::remove_cvref_t<decltype(g)>>(least);
  };
}
template <class Projection>
constexpr auto max(Projection of) {
  return [of](const auto& g) {
    double largest = missing<double>;
    for (const auto* member : g.members)
      if (const double v = query_detail::number_in(of, *member); known(v) && !(v <= largest)) largest = v;
    return query_detail::as_projected<Projection, std::remove_cvref_t<decltype(g)>>(largest);
  };
}
template <class Projection>
constexpr auto mean(Projection of) {
  return [of](const auto& g) {
    compensated_sum total;
    double n = 0;
    for (const auto* member : g.members)
      if (const double v = query_detail::number_in(of, *member); known(v)) total.add(v), ++n;
    const double result = n > 0 ? total.value() / n : missing<double>;
    return query_detail::as_projected<Projection, std::remove_cvref_t<decltype(g)>>(result);
  };
}

/// The sample standard deviation (n - 1 in the denominator); unknown for fewer than two values.
template <class Projection>
constexpr auto standard_deviation(Projection of) {
  return [of, average = mean(of)](const auto& g) {
    const double middle = query_detail::number_of(average(g));
    compensated_sum squares;
    double n = 0;
    for (const auto* member : g.members)
      if (const double v = query_detail::number_in(of, *member); known(v)) squares.add((v - middle) * (v - middle)), ++n;
    const double deviation = n > 1 ? std::sqrt(squares.value() / (n - 1)) : missing<double>;
    return query_detail::as_projected<Projection, std::remove_cvref_t<decltype(g)>>(deviation);
  };
}

/// The mean of `of` weighted by `by`, over members where both are known; unknown when the weights sum to zero.
template <class Projection, class Weight>
constexpr auto weighted_mean(Projection of, Weight by) {
  return [of, by](const auto& g) {
    compensated_sum total, weights;
    for (const auto* member : g.members) {
      const double v = query_detail::number_in(of, *member), w = query_detail::number_in(by, *member);
      if (!known(v) || !known(w)) continue;
      total.add(v * w);
      weights.add(w);
    }
    const double result = weights.value() != 0 ? total.value() / weights.value() : missing<double>;
    return query_detail::as_projected<Projection, std::remove_cvref_t<decltype(g)>>(result);
  };
}

}  // namespace ridgeline

#endif  // RIDGELINE_QUERY_GROUP_HPP
