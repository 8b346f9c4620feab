#ifndef RIDGELINE_QUERY_WHERE_HPP
#define RIDGELINE_QUERY_WHERE_HPP

#include <cstddef>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>

#include <ridgeline/query/step.hpp>
#include <ridgeline/query/project.hpp>

namespace ridgeline {

namespace query_detail {

/// A range that a step holds on to: one given by name stays where it is, a temporary moves in.
template <class Range>
class held {
 public:
  constexpr explicit held(Range&& range) : range_(std::forward<Range>(range)) {}
  constexpr auto& get() const { return range_; }

 private:
  mutable Range range_;  // views of range-v3 that filter cannot be walked when const
};
template <class Range>
class held<Range&> {
 public:
  constexpr explicit held(Range& range) : range_(&range) {}
  constexpr auto& get() const { return *range_; }

 private:
  Range* range_;
};

}  // namespace query_detail

/// The records of a range for which a predicate holds, found as one walks over it.
template <class Range, class Predicate>
class filtered {
  using inner = decltype(std::begin(std::declval<std::remove_reference_t<Range>&>()));
  using inner_end = decltype(std::end(std::declval<std::remove_reference_t<Range>&>()));

 public:
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
      while (at_ != last_ && !project(*keep_, *at_)) ++at_;
    }
    inner at_{};
    inner_end last_{};
    const Predicate* keep_ = nullptr;
  };
  struct past_the_end {
    friend constexpr bool operator==(const iterator& i, past_the_end) { return i.at_end(); }
  };

  constexpr filtered(Range&& range, Predicate keep) : range_(std::forward<Range>(range)), keep_(std::move(keep)) {}
  constexpr iterator begin() const { return {std::begin(range_.get()), std::end(range_.get()), &keep_}; }
  constexpr past_the_end end() const { return {}; }

 private:
  query_detail::held<Range> range_;
  Predicate keep_;
};

namespace query_detail {
template <class Predicate>
struct where_step {
  Predicate keep;
  template <class Range>
  constexpr auto operator()(Range&& range) const {
    if constexpr (answers_all<record_of<Range>, Predicate>())
      return filtered<Range, Predicate>(std::forward<Range>(range), keep);
    else return refused{};
  }
};
}  // namespace query_detail

/// Keeps the records for which `keep` (a callable, a word, a pointer to a member) gives true, in their order. Lazy: of
/// a named range it holds the address, a temporary it owns.
template <class Predicate>
constexpr auto where(Predicate keep) {
  return step{query_detail::where_step<Predicate>{std::move(keep)}};
}

/// A predicate, `where(equals(device, 0))`. A missing value equals nothing.
template <class What, class Value>
struct equals_value {
  What what;
  Value value;
  template <class Record>
    requires asks<What, Record>
  constexpr bool operator()(const Record& record) const {
    return project(what, record) == value;
  }
};
template <class What, class Value>
constexpr auto equals(What what, Value value) {
  return equals_value<What, Value>{what, value};
}

}  // namespace ridgeline

#endif  // RIDGELINE_QUERY_WHERE_HPP
