#ifndef RIDGELINE_QUERY_GAPS_HPP
#define RIDGELINE_QUERY_GAPS_HPP

#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <ridgeline/query/step.hpp>
#include <ridgeline/query/project.hpp>
#include <ridgeline/query/sort_by.hpp>

namespace ridgeline {

/// An interval in which none of the given records ran, with the record that ended last before it and the one that
/// started at its end. Words the gap itself does not answer (`device`, `stream`) are passed to the record after it.
template <class Record>
struct gap {
  using takes_keys_of_group = void;
  time_point start{};
  duration time{};
  Record before;
  Record after;

  template <query_word Word>
    requires(!std::is_same_v<Word, start_word> && !std::is_same_v<Word, time_word> && !std::is_same_v<Word, end_word> &&
             asks<Word, Record>)
  constexpr decltype(auto) answers(const Word& of) const {
    return project(of, after);
  }
};

namespace query_detail {

/// The value of a word for one part of a record, such as `after(name)` for a gap.
template <class What, class Part>
struct of_part {
  What what;
  template <class Record>
    requires requires(const Record& r) { requires asks<What, decltype(Part::of(r))>; }
  constexpr decltype(auto) operator()(const Record& record) const {
    return project(what, Part::of(record));
  }
};
struct part_before {
  static constexpr std::string_view title = "before";
  static constexpr auto of(const auto& r) -> decltype((r.before)) { return (r.before); }
};
struct part_after {
  static constexpr std::string_view title = "after";
  static constexpr auto of(const auto& r) -> decltype((r.after)) { return (r.after); }
};

struct gaps_step {
  template <class Range>
  auto operator()(Range&& range) const {
    using record = record_of<Range>;
    static_assert(timed<record>, "gaps needs records with a start (a time_point) and a time (a duration)");
    if constexpr (!records_stay<Range>()) {
      return refused{};
    } else if constexpr (!can_copy<record>()) {
      return refused{};
    } else if constexpr (timed<record>) {
      if constexpr (is_stored<decltype(std::begin(range))>)
        if (in_order(range)) return between<record>(range);
      std::vector<record> list = list_of(std::forward<Range>(range));
      if (!in_order(list)) list = sort_step<start_word>{{{start}}}(std::move(list));
      return between<record>(list);
    } else {
      return refused{};
    }
  }

 private:
  /// Records that stay where they are, so that they can be gone through twice and pointed to.
  template <class Iterator>
  static constexpr bool is_stored =
      std::forward_iterator<Iterator> && std::is_lvalue_reference_v<std::iter_reference_t<Iterator>>;

  template <class Record, class Range>
  static std::vector<gap<Record>> between(Range& in_order) {
    std::vector<gap<Record>> found;
    const Record* latest = nullptr;  // the record with the latest end so far
    time_point latest_end;
    for (const Record& r : in_order) {
      const time_point r_start = project(start, r), r_end = r_start + project(time, r);
      if (!(r_end >= r_start)) continue;
      if (latest != nullptr && r_start > latest_end) found.push_back({latest_end, r_start - latest_end, *latest, r});
      if (latest == nullptr || r_end > latest_end) latest = &r, latest_end = r_end;
    }
    return found;
  }

  /// Whether no known start is before an earlier one.
  template <class Range>
  static bool in_order(Range& list) {
    time_point last = missing<time_point>;
    for (const auto& r : list) {
      const time_point now = project(start, r);
      if (known(last) && now < last) return false;
      if (known(now)) last = now;
    }
    return true;
  }
};

}  // namespace query_detail

/// The gaps between timed records in the order of their starts: intervals between the end of all earlier records and
/// the next start. Records that are not in that order are sorted first; those without a start or a time, or with
/// a time below zero, are skipped. Example: `gaps() | top<10>(time)`.
constexpr auto gaps() { return step{query_detail::gaps_step{}}; }

/// The value of a word for the record before a gap, or for the one after it: `after(launch_name)`.
template <class What>
constexpr auto before(What what) {
  return query_detail::of_part<What, query_detail::part_before>{what};
}
template <class What>
constexpr auto after(What what) {
  return query_detail::of_part<What, query_detail::part_after>{what};
}

}  // namespace ridgeline

#endif  // RIDGELINE_QUERY_GAPS_HPP
