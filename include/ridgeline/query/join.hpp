#ifndef RIDGELINE_QUERY_JOIN_HPP
#define RIDGELINE_QUERY_JOIN_HPP

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <ridgeline/query/gaps.hpp>
#include <ridgeline/query/group_by.hpp>
#include <ridgeline/query/sort_by.hpp>

namespace ridgeline {

/// Two records with equal keys. Words apply to the left one; `right(time)` refers to the right one.
template <class Left, class Right>
struct joined {
  Left left_record;
  Right right_record;

  template <query_word Word>
    requires asks<Word, Left>
  constexpr decltype(auto) answers(const Word& of) const {
    return project(of, left_record);
  }
};

namespace query_detail {

struct part_left {
  static constexpr std::string_view title = "left";
  static constexpr auto of(const auto& r) -> decltype((r.left_record)) { return (r.left_record); }
};
struct part_right {
  static constexpr std::string_view title = "right";
  static constexpr auto of(const auto& r) -> decltype((r.right_record)) { return (r.right_record); }
};

template <class Right, class... Keys>
struct join_step {
  std::vector<Right> right;
  pack<Keys...> keys;

  template <class Range>
  auto operator()(Range&& range) const {
    constexpr bool left_has_keys = groupable<record_of<Range>, Keys...>();
    if constexpr (!left_has_keys) return refused{};  // one error is enough, whatever the right-hand records lack
    else if constexpr (groupable<Right, Keys...>())
      return pairs(std::forward<Range>(range), std::index_sequence_for<Keys...>{});
    else return refused{};
  }

 private:
  template <class Range, std::size_t... I>
  auto pairs(Range&& range, std::index_sequence<I...>) const {
    using left = record_of<Range>;
    key_table<projected<Keys, Right>...> table;
    std::vector<std::vector<std::uint32_t>> of_key;
    for (std::uint32_t i = 0; i < right.size(); ++i) {
      const std::uint32_t key =
          table.number(project(static_cast<const core_detail::pack_item<I, Keys>&>(keys).value, right[i])...);
      if (key == of_key.size()) of_key.emplace_back();
      of_key[key].push_back(i);
    }
    std::vector<std::size_t> next(of_key.size());
    std::vector<joined<left, Right>> found;
    for (auto&& r : range) {
      const std::uint32_t key =
          table.number(project(static_cast<const core_detail::pack_item<I, Keys>&>(keys).value, r)...);
      if (key >= of_key.size() || next[key] == of_key[key].size()) continue;
      found.push_back({r, right[of_key[key][next[key]++]]});
    }
    return found;
  }
};

}  // namespace query_detail

/// Pairs records with those of `other` that have equal keys: the first record of a key with the first, the second with
/// the second, and so on, in the order of the left records. Records without a partner are dropped. `other` is copied.
template <class Range, class... Keys>
auto join(Range&& other, Keys... keys) {
  constexpr bool fits = sizeof...(Keys) > 0 && query_detail::is_range_of_records<Range>;
  static_assert(fits, "join takes the other records, then the keys: join(others, name)");
  if constexpr (fits) {
    auto list = query_detail::list_of(std::forward<Range>(other));
    return step{query_detail::join_step<typename decltype(list)::value_type, Keys...>{std::move(list), {{keys}...}}};
  } else {
    return step{[](auto&&) { return refused{}; }};
  }
}

/// The value of a word for the left record of a joined pair, or for the right one.
template <class What>
constexpr auto left(What what) {
  return query_detail::of_part<What, query_detail::part_left>{what};
}
template <class What>
constexpr auto right(What what) {
  return query_detail::of_part<What, query_detail::part_right>{what};
}

}  // namespace ridgeline

#endif  // RIDGELINE_QUERY_JOIN_HPP
