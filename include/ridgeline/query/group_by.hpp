#ifndef RIDGELINE_QUERY_GROUP_BY_HPP
#define RIDGELINE_QUERY_GROUP_BY_HPP

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include <ridgeline/query/step.hpp>
#include <ridgeline/query/key_table.hpp>
#include <ridgeline/query/where.hpp>

namespace ridgeline {

namespace query_detail {

/// The records of a group whose texts go with the range that is grouped.
template <class Record>
struct passing_members : std::vector<Record> {
  using owns_texts = void;
};

/// Records and the keys to group them by, for `aggregate` and `within` to iterate over. Stores no records of its own.
/// Without keys, all records form one group.
template <class Range, class... Keys>
struct grouped_records {
  using goes_into_steps = void;
  using is_no_range = void;
  using record = record_of<Range>;
  using members = std::conditional_t<takes_texts_along<Range>, passing_members<record>, std::vector<record>>;
  template <class What>
  using kept = kept_from<What, Range>;
  using table = key_table<kept<Keys>...>;
  template <template <class...> class List>
  using key_list = List<Keys...>;
  template <template <class...> class List>
  using value_list = List<kept<Keys>...>;

  held<Range> records;
  pack<Keys...> keys;

  /// Catches a loop over groups.
  template <class Never = void>
  const record* begin() const {
    static_assert(!std::is_same_v<Never, Never>, "groups are no range: group_by must be followed by aggregate(count, "
                                                 "sum<us>(time)), whose rows are one, or by within(sort_by(start) | "
                                                 "gaps())");
    return nullptr;
  }
  template <class Never = void>
  const record* end() const {
    return nullptr;
  }

  /// Calls `visit(group, record)` for each record; groups are numbered from 0 in order of their first record.
  template <class Visitor>
  table visit(Visitor&& visit) const {
    return walk(visit, std::index_sequence_for<Keys...>{});
  }

 private:
  template <class Visitor, std::size_t... P>
  table walk(Visitor& visit, std::index_sequence<P...>) const {
    table groups;
    for (auto&& r : records.get()) {
      const std::uint32_t group =
          groups.number(project(static_cast<const core_detail::pack_item<P, Keys>&>(keys).value, r)...);
      visit(group, std::forward<decltype(r)>(r));
    }
    return groups;
  }
};

template <class Record, class... Keys>
consteval bool groupable() {
  if constexpr (answers_all<Record, Keys...>()) {
    constexpr bool all = (groups_by<projected<Keys, Record>> && ...);
    static_assert(all, "a key of group_by must be text, a number, an enumeration, a time or a type that key_traits is "
                       "specialised for; of a struct, give its members as several keys");
    return all;
  } else {
    return false;
  }
}

template <class... Keys>
struct group_step {
  pack<Keys...> keys;

  template <class Range>
  constexpr auto operator()(Range&& range) const {
    if constexpr (groupable<record_of<Range>, Keys...>())
      return grouped_records<Range, Keys...>{held<Range>(std::forward<Range>(range)), keys};
    else return refused{};
  }
};

}  // namespace query_detail

/// Groups records by the values of the keys, each a word, a pointer to a member or a callable. The next step decides
/// what to do with each group: `aggregate(count, sum<us>(time))` turns it into one row, `within(sort_by(start) |
/// gaps())` runs a pipeline over its records. Groups are in order of their first record.
template <class... Keys>
  requires(sizeof...(Keys) > 0)
constexpr auto group_by(Keys... keys) {
  return step{query_detail::group_step<Keys...>{{{keys}...}}};
}
constexpr lacks_arguments group_by() { return {}; }

}  // namespace ridgeline

#endif  // RIDGELINE_QUERY_GROUP_BY_HPP
