#ifndef RIDGELINE_QUERY_PROJECT_HPP
#define RIDGELINE_QUERY_PROJECT_HPP

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <ridgeline/core/own_value.hpp>
#include <ridgeline/core/time.hpp>
#include <ridgeline/query/words.hpp>

namespace ridgeline {

/// A query word: an enumeration type with a specialisation of `word`.
template <class P>
concept query_word = std::is_enum_v<P> && requires { word<P>::title; };

/// Makes a record type you cannot edit usable in pipelines: specialise it with a `static auto of(word, const Record&)`
/// for each word it should answer, such as `static time_point of(start_word, const foreign& f)`.
template <class Record>
struct record_traits {};

namespace query_detail {

enum class answer { none, traits, self, word, end, object, function, call };

template <class Result>
concept gives_value = !std::is_void_v<Result>;

/// Which mechanism answers for a record. A record with a member `answers(what)` (a row of `aggregate`, a joined pair)
/// answers for itself.
template <class What, class Record>
consteval answer answer_of() {
  if constexpr (requires(const What& w, const Record& r) { record_traits<Record>::of(w, r); }) {
    return answer::traits;
  } else if constexpr (requires(const What& w, const Record& r) { r.answers(w); }) {
    return answer::self;
  } else if constexpr (query_word<What>) {
    if constexpr (requires(const Record& r) { word<What>::of(r); }) return answer::word;
    return std::is_same_v<What, end_word> && answer_of<start_word, Record>() != answer::none &&
                   answer_of<time_word, Record>() != answer::none
               ? answer::end
               : answer::none;
  } else if constexpr (std::is_member_object_pointer_v<What>) {
    return requires(const What& w, const Record& r) { r.*w; } ? answer::object : answer::none;
  } else if constexpr (std::is_member_function_pointer_v<What>) {
    return requires(const What& w, const Record& r) { (r.*w)(); } ? answer::function : answer::none;
  } else {
    return requires(const What& w, const Record& r) { { w(r) } -> gives_value; } ? answer::call : answer::none;
  }
}

}  // namespace query_detail

/// Whether `what` can be evaluated on a record: a word, a pointer to a member, a callable, or a column of an
/// `aggregate` row.
template <class What, class Record>
concept asks = query_detail::answer_of<std::remove_cvref_t<What>, std::remove_cvref_t<Record>>() !=
               query_detail::answer::none;

template <class What, class Record>
  requires asks<What, Record>
constexpr decltype(auto) project(const What& what, const Record& record);

namespace query_detail {

template <class What, class Record>
constexpr decltype(auto) answered(const What& what, const Record& record) {
  constexpr answer by = answer_of<What, Record>();
  if constexpr (by == answer::traits) {
    return record_traits<Record>::of(what, record);
  } else if constexpr (by == answer::self) {
    return record.answers(what);
  } else if constexpr (by == answer::word) {
    return word<What>::of(record);
  } else if constexpr (by == answer::end) {
    return project(start, record) + project(time, record);
  } else if constexpr (by == answer::object) {
    return core_detail::member_of(record, what);
  } else if constexpr (by == answer::function) {
    return (record.*what)();
  } else {
    return what(record);
  }
}

}  // namespace query_detail

namespace query_detail {
/// Text that stands in the record itself, `char name[16]`, and is gone with it.
struct text_in_record : std::string_view {};
}  // namespace query_detail

/// The value of `what` for a record. std::chrono durations and time points are converted to `duration` and
/// `time_point`, and `char name[16]` to text.
template <class What, class Record>
  requires asks<What, Record>
constexpr decltype(auto) project(const What& what, const Record& record) {
  using answer = decltype(query_detail::answered(what, record));
  if constexpr (core_detail::is_text_array<std::remove_cvref_t<answer>>)
    return query_detail::text_in_record{core_detail::own_value(query_detail::answered(what, record))};
  else if constexpr (core_detail::foreign_value<answer>)
    return core_detail::own_value(query_detail::answered(what, record));
  else
    return query_detail::answered(what, record);
}

namespace query_detail {
template <class Value>
using outlives_record = std::conditional_t<std::is_same_v<Value, text_in_record>, std::string, Value>;
}
/// The type in which that value is kept, without reference or const: text that stands in the record is copied.
template <class What, class Record>
using projected = query_detail::outlives_record<
    std::remove_cvref_t<decltype(project(std::declval<const What&>(), std::declval<const Record&>()))>>;

/// A word as a callable object.
template <query_word Word>
struct callable_word {
  template <class Record>
    requires asks<Word, Record>
  constexpr decltype(auto) operator()(const Record& record) const {
    return project(Word{}, record);
  }
};
template <query_word Word>
constexpr auto operator+(Word) {
  return callable_word<Word>{};
}

// Concepts for what a record provides.

/// A name: text or a symbol.
template <class Record>
concept named = asks<name_word, Record>;
/// A start time and a duration.
template <class Record>
concept timed = asks<start_word, Record> && asks<time_word, Record> && requires(const Record& r) {
  { project(start, r) } -> std::convertible_to<time_point>;
  { project(time, r) } -> std::convertible_to<duration>;
};
/// A device and a stream on that device.
template <class Record>
concept placed = asks<device_word, Record> && asks<stream_word, Record>;
/// The name of the call that launched it.
template <class Record>
concept launched = asks<launch_name_word, Record>;
/// A size in bytes.
template <class Record>
concept sized = asks<size_word, Record>;

namespace query_detail {

template <class Range>
using record_of = std::remove_cvref_t<decltype(*std::begin(std::declval<Range&>()))>;

/// The range behind `where`.
template <class Range>
struct unfiltered {
  using type = Range;
};
template <class Range>
  requires requires { typename std::remove_cvref_t<Range>::filters; }
struct unfiltered<Range> : unfiltered<typename std::remove_cvref_t<Range>::filters> {};

/// Whether the records of a range are gone when a step is done with it: those of a temporary, and those that are made
/// one by one.
template <class Range>
inline constexpr bool is_passing =
    !std::is_lvalue_reference_v<Range> || !std::is_lvalue_reference_v<decltype(*std::begin(std::declval<Range&>()))>;

/// Whether text that records refer to may be gone with them: their own, or that of a temporary range which declares
/// `using owns_texts = ...`, as `csv_records` does.
template <class Range, class All = typename unfiltered<Range>::type>
inline constexpr bool has_passing_text =
    is_passing<All> && (!std::is_trivially_copyable_v<record_of<All>> || requires { typename All::owns_texts; });

/// Whether a range is a temporary that owns the texts of its records, or a `where` over one: it takes them along.
template <class Range>
inline constexpr bool takes_texts_along = requires { typename Range::owns_texts; };
template <class Range>
  requires requires { typename Range::filters; }
inline constexpr bool takes_texts_along<Range> = takes_texts_along<typename Range::filters>;

/// Rejects a step that keeps the records of such a range. What is made of single values keeps a copy of their text.
template <class Range>
consteval bool records_stay() {
  static_assert(!takes_texts_along<Range>, "the records of this temporary refer to its texts, which are gone with it: "
                                           "name the result of read_csv first, and let the steps go over that");
  return !takes_texts_along<Range>;
}

/// The type in which a value is kept beyond the range: a view of text that may be gone by then is copied.
template <class What, class Range>
using kept_from =
    std::conditional_t<std::is_same_v<projected<What, record_of<Range>>, std::string_view> && has_passing_text<Range>,
                       std::string, projected<What, record_of<Range>>>;

template <class Record>
concept is_row = requires { typename Record::row_of_aggregate; };

/// One of the library's own predicates, such as `equals(device, 0)` or `is_kernel`.
template <class What>
concept predicate_of_words = requires { typename What::asks_by_words; };

/// A user's callable; wrappers such as `equals`, `in` and `titled` have a member `what` or `of`.
template <class What>
inline constexpr bool is_callable_of_ones_own =
    std::is_class_v<What> && !predicate_of_words<What> && !requires(const What& w) { w.what; } &&
    !requires(const What& w) { w.of; };

/// Rejects, with a readable error, a step that asks for something the record does not have.
template <class Record, class... What>
consteval bool answers_all() {
  constexpr bool all = (asks<What, Record> && ...);
  constexpr bool callables = ((asks<What, Record> || !is_callable_of_ones_own<What>) && ...);
  constexpr bool no_texts = (!std::is_convertible_v<What, std::string_view> && ...);
  constexpr bool no_numbers = (!std::is_arithmetic_v<What> && ...);
  if constexpr (is_row<Record> && callables && no_numbers) {
    static_assert(all, "this row has no such column: a measure or key that is read from an aggregate's rows must "
                       "appear in its aggregate(...) or group_by(...)");
  } else if constexpr (is_row<Record> && !callables) {
    static_assert(all, "a callable in a step takes one row here, and asks for its columns in brackets: "
                       "where([](const auto& row) { return row[count] > 3; })");
  } else if constexpr (requires(const Record& r) { *r; }) {
    static_assert(all, "these are pointers to records: steps work on the records, which range-v3's views::indirect "
                       "puts in front of them");
  } else if constexpr (!no_texts) {
    static_assert(all, "a step takes words, pointers to members and callables, not strings: group_by(name), "
                       "group_by(&record::model)");
  } else if constexpr (!no_numbers) {
    static_assert(all, "a step takes words, pointers to members and callables, not numbers, as which -time and !time "
                       "count: sort_by(desc(time)), where([](const auto& r) { return r.retries == 0; })");
  } else if constexpr (!callables) {
    static_assert(all, "a callable in a step takes one record of the range and gives a value, and this one does not: "
                       "where([](const auto& r) { return r.time > 5 * us; }), "
                       "sort_by([](const auto& r) { return r.cost; })");
  } else {
    static_assert(all, "this record does not have what the step asks for: give it a member of that name (`bytes` "
                       "for size), or specialise record_traits for it");
  }
  return all;
}

}  // namespace query_detail

}  // namespace ridgeline

#endif  // RIDGELINE_QUERY_PROJECT_HPP
