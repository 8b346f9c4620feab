#ifndef RIDGELINE_QUERY_WHERE_HPP
#define RIDGELINE_QUERY_WHERE_HPP

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

#include <ridgeline/query/plain_text.hpp>
#include <ridgeline/query/project.hpp>
#include <ridgeline/query/step.hpp>

namespace ridgeline {

namespace query_detail {

/// A range held by a step: an lvalue by address, a temporary by value.
template <class Range>
class held {
 public:
  constexpr explicit held(Range&& range) : range_(std::forward<Range>(range)) {}
  constexpr auto& get() const { return range_; }

 private:
  mutable Range range_;  // filtering views of range-v3 cannot be iterated when const
};
template <class Range>
class held<Range&> {
 public:
  constexpr explicit held(Range& range) : range_(&range) {}
  constexpr auto& get() const { return *range_; }

 private:
  Range* range_;
};

/// Makes a predicate assignable, which other libraries' views require; a capturing lambda is not.
template <class Predicate>
class kept_predicate {
 public:
  constexpr explicit kept_predicate(Predicate&& keep) : keep_(std::move(keep)) {}
  constexpr kept_predicate(const kept_predicate&) = default;
  constexpr kept_predicate(kept_predicate&&) = default;
  kept_predicate& operator=(const kept_predicate& other) { return *this = kept_predicate(other); }
  kept_predicate& operator=(kept_predicate&& other) {
    if (this == &other) return *this;
    keep_.~Predicate();
    ::new (static_cast<void*>(&keep_)) Predicate(std::move(other.keep_));
    return *this;
  }
  constexpr const Predicate& get() const { return keep_; }

 private:
  Predicate keep_;
};

/// Whether the value of a predicate means yes: a missing value does not, and an optional means what it holds.
template <class Value>
constexpr bool holds(const Value& value) {
  if constexpr (requires { value.has_value(); *value; }) {
    return value.has_value() && holds(*value);
  } else if constexpr (may_be_missing<Value> && std::is_arithmetic_v<Value>) {
    return known(value) && value != 0;
  } else {
    return static_cast<bool>(value);
  }
}

/// Equality that ignores the signedness of integers, compares text by content, and an optional by what it holds: an
/// empty one equals nothing.
template <class A, class B>
concept compared_by_text = std::is_convertible_v<const A&, plain_text> && std::is_convertible_v<const B&, plain_text>;
template <class A, class B>
  requires compared_by_text<A, B> || requires(const A& a, const B& b) { a == b; }
constexpr bool equal_values(const A& a, const B& b) {
  if constexpr (requires { a.has_value(); equal_values(*a, b); }) {
    return a.has_value() && equal_values(*a, b);
  } else if constexpr (requires { b.has_value(); equal_values(a, *b); }) {
    return b.has_value() && equal_values(a, *b);
  } else if constexpr (std::is_integral_v<A> && std::is_integral_v<B> && std::is_signed_v<A> != std::is_signed_v<B>) {
    if constexpr (std::is_signed_v<A>) return a >= 0 && static_cast<std::make_unsigned_t<A>>(a) == b;
    else return b >= 0 && a == static_cast<std::make_unsigned_t<B>>(b);
  } else if constexpr (compared_by_text<A, B>) {
    return plain_text(a).text == plain_text(b).text;
  } else {
    return a == b;
  }
}

}  // namespace query_detail

/// The records of a range that satisfy a predicate, evaluated lazily during iteration.
template <class Range, class Predicate>
class filtered {
  using inner = decltype(std::begin(std::declval<std::remove_reference_t<Range>&>()));
  using inner_end = decltype(std::end(std::declval<std::remove_reference_t<Range>&>()));

 public:
  using filters = Range;

  class iterator {
   public:
    using reference = decltype(*std::declval<inner&>());
    using value_type = std::remove_cvref_t<reference>;
    using difference_type = std::ptrdiff_t;
    using pointer = std::add_pointer_t<reference>;
    using iterator_category = std::forward_iterator_tag;

    constexpr iterator() = default;
    constexpr iterator(inner at, inner_end last, const Predicate* keep) : at_(at), last_(last), keep_(keep) {
      settle();
    }
    constexpr reference operator*() const { return *at_; }
    constexpr pointer operator->() const
      requires std::is_lvalue_reference_v<reference>
    {
      return __builtin_addressof(*at_);
    }
    constexpr iterator& operator++() {
      ++at_;
      settle();
      return *this;
    }
    constexpr iterator operator++(int) {
      iterator before = *this;
      ++*this;
      return before;
    }
    friend constexpr bool operator==(const iterator& a, const iterator& b) { return a.at_ == b.at_; }
    constexpr bool at_end() const { return at_ == last_; }

   private:
    constexpr void settle() {
      while (at_ != last_ && !query_detail::holds(project(*keep_, *at_))) ++at_;
    }
    inner at_{};
    inner_end last_{};
    const Predicate* keep_ = nullptr;
  };
  struct past_the_end {
    friend constexpr bool operator==(const iterator& i, past_the_end) { return i.at_end(); }
  };

  constexpr filtered(Range&& range, Predicate keep) : range_(std::forward<Range>(range)), keep_(std::move(keep)) {}
  constexpr iterator begin() const { return {std::begin(range_.get()), std::end(range_.get()), &keep_.get()}; }
  constexpr past_the_end end() const { return {}; }
  /// Whether no record satisfies it; the first that does, if there is one.
  constexpr bool empty() const { return begin() == end(); }
  constexpr decltype(auto) front() const { return *begin(); }

 private:
  query_detail::held<Range> range_;
  query_detail::kept_predicate<Predicate> keep_;
};

/// A predicate, `where(equals(device, 0))`. Integers compare by value regardless of type (4294967295 is not -1), text
/// by content. A missing double, duration or timestamp equals nothing.
template <class What, class Value>
struct equals_value {
  using asks_by_words = void;
  What what;
  Value value;
  template <class Record>
    requires asks<What, Record>
  constexpr bool operator()(const Record& record) const {
    return query_detail::equal_values(project(what, record), value);
  }
};

/// Negates a predicate: `!is_kernel`.
template <class Predicate>
struct not_so {
  using asks_by_words = void;
  Predicate one;
  template <class Record>
    requires asks<Predicate, Record>
  constexpr bool operator()(const Record& record) const {
    return !query_detail::holds(project(one, record));
  }
};
/// Combines two predicates: both hold, `is_kernel && equals(device, 0)`, or either, `is_copy || is_fill`.
template <bool All, class Predicate, class Other>
struct two_predicates {
  using asks_by_words = void;
  Predicate one;
  Other other;
  template <class Record>
    requires asks<Predicate, Record> && asks<Other, Record>
  constexpr bool operator()(const Record& record) const {
    if constexpr (All) return query_detail::holds(project(one, record)) && query_detail::holds(project(other, record));
    else return query_detail::holds(project(one, record)) || query_detail::holds(project(other, record));
  }
};

namespace query_detail {
/// At least one of the two predicates must be the library's; the other may be a user's callable.
template <class Predicate, class Other>
concept put_together = (predicate_of_words<Predicate> && std::is_class_v<Other>) ||
                       (predicate_of_words<Other> && std::is_class_v<Predicate>);
}  // namespace query_detail

template <query_detail::predicate_of_words Predicate>
constexpr not_so<Predicate> operator!(Predicate one) {
  return {std::move(one)};
}
template <class Predicate, class Other>
  requires query_detail::put_together<Predicate, Other>
constexpr two_predicates<true, Predicate, Other> operator&&(Predicate one, Other other) {
  return {std::move(one), std::move(other)};
}
template <class Predicate, class Other>
  requires query_detail::put_together<Predicate, Other>
constexpr two_predicates<false, Predicate, Other> operator||(Predicate one, Other other) {
  return {std::move(one), std::move(other)};
}

namespace query_detail {

/// Whether the values a predicate compares are comparable.
template <class Predicate, class Record>
inline constexpr bool comparable_for = true;
template <class What, class Value, class Record>
inline constexpr bool comparable_for<equals_value<What, Value>, Record> =
    requires(const projected<What, Record>& a, const Value& b) { equal_values(a, b); };
template <class Predicate, class Record>
inline constexpr bool comparable_for<not_so<Predicate>, Record> = comparable_for<Predicate, Record>;
template <bool All, class Predicate, class Other, class Record>
inline constexpr bool comparable_for<two_predicates<All, Predicate, Other>, Record> =
    comparable_for<Predicate, Record> && comparable_for<Other, Record>;

template <class Predicate>
struct where_step {
  Predicate keep;
  template <class Range>
  constexpr auto operator()(Range&& range) const {
    if constexpr (answers_all<record_of<Range>, Predicate>()) {
      constexpr bool comparable = comparable_for<Predicate, record_of<Range>>;
      static_assert(comparable, "equals compares with a value of the same kind: equals(name, \"gemm\"), "
                                "equals(time, 5 * us)");
      if constexpr (comparable) {
        constexpr bool decides = std::is_constructible_v<bool, projected<Predicate, record_of<Range>>>;
        static_assert(decides, "where needs a predicate: where(equals(device, 0)), where(is_kernel), "
                               "a callable");
        if constexpr (decides) return filtered<Range, Predicate>(std::forward<Range>(range), keep);
        else return refused{};
      } else {
        return refused{};
      }
    } else {
      return refused{};
    }
  }
};
}  // namespace query_detail

/// Keeps the records for which `keep` is true, in their order: a callable, a word, a pointer to a member, a predicate
/// such as `equals(device, 0)`, or a combination of these with `!`, `&&` and `||`. Lazy: refers to a named range by
/// address and owns a temporary.
template <class Predicate>
constexpr auto where(Predicate keep) {
  return step{query_detail::where_step<Predicate>{std::move(keep)}};
}
constexpr lacks_arguments where() { return {}; }
template <class What, class Value>
constexpr lacks_arguments where(What, Value) {
  static_assert(!std::is_same_v<What, What>, "where needs a predicate: where(equals(device, 0))");
  return {};
}

namespace query_detail {
/// Result of comparing a word with a value, after the error has been reported.
struct any_record {
  constexpr bool operator()(const auto&) const { return true; }
};
template <class Word, class Value>  // not a concept, because clang would report each of its parts
inline constexpr bool compared_word =
    (query_word<Word> || std::is_member_object_pointer_v<Word>) && !std::is_same_v<Word, Value>;
template <class Word>
constexpr any_record word_is_compared() {
  static_assert(!std::is_same_v<Word, Word>,
                "a word is compared by equals, or in a callable: where(equals(name, \"gemm\")), "
                "where([](const auto& r) { return r.time > 5 * us; }); of rows, "
                "where([](const auto& row) { return row[count] > 3; })");
  return {};
}
}  // namespace query_detail

// A word or a pointer to a member is not a value: `where(name == "gemm")` and `where(&row::time > 5 * us)` do not
// compile, and the error says what to write.
template <class Word, class Value>
  requires(query_detail::compared_word<Word, Value>)
constexpr auto operator==(Word, const Value&) {
  return query_detail::word_is_compared<Word>();
}
template <class Word, class Value>
  requires(query_detail::compared_word<Word, Value>)
constexpr auto operator!=(Word, const Value&) {
  return query_detail::word_is_compared<Word>();
}
template <class Word, class Value>
  requires(query_detail::compared_word<Word, Value>)
constexpr auto operator<(Word, const Value&) {
  return query_detail::word_is_compared<Word>();
}
template <class Word, class Value>
  requires(query_detail::compared_word<Word, Value>)
constexpr auto operator>(Word, const Value&) {
  return query_detail::word_is_compared<Word>();
}
template <class Word, class Value>
  requires(query_detail::compared_word<Word, Value>)
constexpr auto operator<=(Word, const Value&) {
  return query_detail::word_is_compared<Word>();
}
template <class Word, class Value>
  requires(query_detail::compared_word<Word, Value>)
constexpr auto operator>=(Word, const Value&) {
  return query_detail::word_is_compared<Word>();
}

/// A word or a predicate used where a step is expected.
template <query_detail::stands_before_steps Left, class What>
  requires query_word<What> || query_detail::predicate_of_words<What>
constexpr refused operator|(Left&&, What) {
  static_assert(!std::is_same_v<What, What>, "expected a step: where(is_kernel), where(equals(device, 0)), "
                                             "transform(name), sort_by(time), group_by(name)");
  return {};
}

/// Creates the predicate `equals_value`: `where(equals(device, 0))`.
template <class What, class Value>
constexpr auto equals(What what, Value value) {
  if constexpr (core_detail::foreign_value<Value>)
    return equals_value<What, decltype(core_detail::own_value(value))>{what, core_detail::own_value(value)};
  else
    return equals_value<What, Value>{what, value};
}
template <class What>
constexpr auto equals(What) {
  static_assert(!std::is_same_v<What, What>, "equals takes a word and a value: equals(name, \"gemm\")");
  return query_detail::any_record{};
}

}  // namespace ridgeline

#endif  // RIDGELINE_QUERY_WHERE_HPP
