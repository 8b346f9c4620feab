#ifndef RIDGELINE_QUERY_JOIN_HPP
#define RIDGELINE_QUERY_JOIN_HPP

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <ridgeline/query/accumulators.hpp>
#include <ridgeline/query/gaps.hpp>
#include <ridgeline/query/group_by.hpp>
#include <ridgeline/query/sort_by.hpp>

namespace ridgeline {

/// A key of `join` that the two sides know by different words: `on(launch_name, name)`.
template <class Left, class Right>
struct key_on {
  Left of_left;
  Right of_right;
};
template <class Left, class Right>
constexpr key_on<Left, Right> on(Left of_left, Right of_right) {
  return {of_left, of_right};
}

namespace query_detail {
/// What is asked of one record and not of the pair: a word or a pointer to a member. A callable takes the pair.
template <class What>
concept of_a_record = query_word<What> || std::is_member_pointer_v<What>;
}  // namespace query_detail

/// Two records with equal keys. Words and members are those of the left one; `right(time)` refers to the right one.
template <class Left, class Right>
struct joined {
  Left left_record;
  Right right_record;

  template <query_detail::of_a_record Word>
    requires asks<Word, Left>
  constexpr decltype(auto) answers(const Word& of) const {
    return project(of, left_record);
  }
};

/// A record, or nothing: then whatever the record itself would answer - words, measures and keys of a row, pointers to
/// members, callables - is missing, a text empty.
template <class Record>
class maybe_record {
 public:
  maybe_record() = default;
  explicit maybe_record(Record r) : record_(std::move(r)) {}
  bool is_there() const { return record_.has_value(); }

  template <class What>
    requires asks<What, Record>
  constexpr auto answers(const What& of) const {
    using value = query_detail::value_or_missing<std::remove_cvref_t<decltype(project(of, *record_))>>;
    if (record_) return value(project(of, *record_));
    if constexpr (may_be_missing<value>) return value(missing<value>);
    else return value();
  }

 private:
  std::optional<Record> record_{};
};

namespace query_detail {

template <class Value>
concept whole_number = std::integral<Value> && !std::same_as<Value, bool> && !std::same_as<Value, char>;
template <class Value>
concept real_number = whole_number<Value> || std::floating_point<Value>;

template <class Value>
concept some_text = std::is_convertible_v<const Value&, plain_text>;
template <class From, class To>
concept comes_as = (some_text<content_of<From>> && some_text<content_of<To>>) ||
                   (real_number<content_of<From>> && real_number<To>) || std::is_convertible_v<From, To>;

/// The type of a value that comes from either of two sides: that of both; of two texts a copy, unless both are views;
/// of two numbers one that holds both; else that of the left side.
template <class Left, class Right>
consteval auto of_either() {
  if constexpr (std::same_as<Left, Right>) return std::type_identity<Left>{};
  else if constexpr (some_text<Left> && some_text<Right>) return std::type_identity<std::string>{};
  else if constexpr (some_text<content_of<Left>> && some_text<content_of<Right>>)
    return std::type_identity<std::optional<std::string>>{};
  else if constexpr (real_number<content_of<Left>> && real_number<content_of<Right>>)
    return std::type_identity<value_or_missing<std::common_type_t<content_of<Left>, content_of<Right>>>>{};
  else return std::type_identity<Left>{};
}

/// A value of one side as that type: a number that does not fit is missing.
template <class To, class From>
constexpr To as_either(const From& value) {
  if constexpr (std::same_as<To, From>) {
    return value;
  } else if constexpr (some_text<content_of<To>> && some_text<content_of<From>>) {
    return content<From>::given(value) ? To(plain_text(content<From>::of(value)).text) : To();
  } else if constexpr (real_number<To> && real_number<content_of<From>>) {
    if (!content<From>::given(value)) return missing<To>;
    const auto& number = content<From>::of(value);
    if constexpr (whole_number<To> && whole_number<content_of<From>>)
      if (!std::in_range<To>(number)) return missing<To>;
    return static_cast<To>(number);
  } else {
    return static_cast<To>(value);
  }
}

}  // namespace query_detail

/// Two records with equal keys, or one that has no partner. Words and members are those of the left one, or of the
/// right one if that is alone; `left(time)` and `right(time)` apply to one side, where what is not there is missing: of
/// a truth value or an enumeration without `none`, an empty optional.
template <class Left, class Right>
struct joined_or_alone {
  maybe_record<Left> left_record;
  maybe_record<Right> right_record;

  template <query_detail::of_a_record Word>
    requires asks<Word, Left>
  constexpr auto answers(const Word& of) const {
    using of_left = decltype(left_record.answers(of));
    if constexpr (asks<Word, Right>) {
      using of_right = decltype(right_record.answers(of));
      using value = typename decltype(query_detail::of_either<of_left, of_right>())::type;
      if constexpr (query_detail::comes_as<of_right, value>)
        if (!left_record.is_there()) return query_detail::as_either<value>(right_record.answers(of));
      return query_detail::as_either<value>(left_record.answers(of));
    } else {
      return left_record.answers(of);
    }
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

/// What a key of `join` asks of each side.
template <class Key>
struct key_of_sides {
  static constexpr const Key& left(const Key& key) { return key; }
  static constexpr const Key& right(const Key& key) { return key; }
};
template <class Left, class Right>
struct key_of_sides<key_on<Left, Right>> {
  static constexpr const Left& left(const key_on<Left, Right>& key) { return key.of_left; }
  static constexpr const Right& right(const key_on<Left, Right>& key) { return key.of_right; }
};
template <class Key>
using left_key = std::remove_cvref_t<decltype(key_of_sides<Key>::left(std::declval<const Key&>()))>;
template <class Key>
using right_key = std::remove_cvref_t<decltype(key_of_sides<Key>::right(std::declval<const Key&>()))>;

/// A whole number of any type as a key: its 64 bits, and what they are.
struct whole_key {
  enum class is : std::uint64_t { number, above_signed, not_given };
  std::uint64_t bits = 0;
  is what = is::number;
};

/// The type in which the keys of both sides are compared, so that no value changes: their own if they are of one type,
/// text as a view, whole numbers by value whatever their types, and whole numbers with doubles as doubles. Void if they
/// cannot be compared.
template <class Left, class Right>
using common_key = std::conditional_t<
    std::same_as<Left, Right>, Left,
    std::conditional_t<
        std::is_convertible_v<const Left&, plain_text> && std::is_convertible_v<const Right&, plain_text>,
        std::string_view,
        std::conditional_t<whole_number<content_of<Left>> && whole_number<content_of<Right>>, whole_key,
                           std::conditional_t<real_number<content_of<Left>> && real_number<content_of<Right>>, double,
                                              void>>>>;

template <class Key, class Value>
constexpr Key key_as(const Value& value) {
  if constexpr (std::same_as<Key, Value>) {
    return value;
  } else if constexpr (std::is_convertible_v<const Key&, plain_text>) {
    return Key(plain_text(value).text);
  } else if constexpr (std::same_as<Key, double>) {
    return content<Value>::given(value) ? static_cast<double>(content<Value>::of(value)) : missing<double>;
  } else {
    if (!content<Value>::given(value)) return {0, whole_key::is::not_given};
    const auto& number = content<Value>::of(value);
    return {static_cast<std::uint64_t>(number),
            number > 0 && !std::in_range<std::int64_t>(number) ? whole_key::is::above_signed : whole_key::is::number};
  }
}

/// The type in which a key of the records of both sides is compared; void if they cannot be.
template <class Left, class Right, class Key>
using join_key = common_key<projected<left_key<Key>, Left>, projected<right_key<Key>, Right>>;

template <class Left, class Right, class... Keys>
consteval bool joinable() {
  constexpr bool all = (!std::is_void_v<join_key<Left, Right, Keys>> && ...);
  static_assert(all, "a key of join must be of the same kind on both sides: text and text, numbers and numbers, times "
                     "and times");
  return all;
}

template <bool Alone, class Right, class... Keys>
struct join_step {
  std::vector<Right> right;
  pack<Keys...> keys;

  template <class Range>
  auto operator()(Range&& range) const {
    constexpr bool left_has_keys = records_stay<Range>() && groupable<record_of<Range>, left_key<Keys>...>();
    if constexpr (!left_has_keys) return refused{};  // one error is enough, whatever the right-hand records lack
    else if constexpr (!groupable<Right, right_key<Keys>...>()) return refused{};
    else if constexpr (!can_copy<record_of<Range>>() || !can_copy<Right>()) return refused{};
    else if constexpr (joinable<record_of<Range>, Right, Keys...>())
      return pairs(std::forward<Range>(range), std::index_sequence_for<Keys...>{});
    else return refused{};
  }

 private:
  template <class Range, class Key, class Compared = join_key<record_of<Range>, Right, Key>>
  using kept_key =
      std::conditional_t<std::is_same_v<kept_from<left_key<Key>, Range>, std::string>, std::string, Compared>;
  template <std::size_t P, class Key>
  static const Key& key_at(const core_detail::pack_item<P, Key>& item) {
    return item.value;
  }

  template <class Range, std::size_t... P>
  auto pairs(Range&& range, std::index_sequence<P...>) const {
    key_table<kept_key<Range, Keys>...> table;
    const auto number_of_right = [&](const Right& record) {
      return table.number(
          key_as<kept_key<Range, Keys>>(project(key_of_sides<Keys>::right(key_at<P>(keys)), record))...);
    };
    std::vector<std::vector<std::uint32_t>> of_key;
    for (std::uint32_t i = 0; i < right.size(); ++i) {
      const std::uint32_t key = number_of_right(right[i]);
      if (key == of_key.size()) of_key.emplace_back();
      of_key[key].push_back(i);
    }
    std::vector<std::size_t> next(of_key.size());
    using left_record = record_of<Range>;
    std::vector<std::conditional_t<Alone, joined_or_alone<left_record, Right>, joined<left_record, Right>>> found;
    std::vector<bool> paired(Alone ? right.size() : 0);
    for (auto&& r : range) {
      const std::uint32_t key =
          table.number(key_as<kept_key<Range, Keys>>(project(key_of_sides<Keys>::left(key_at<P>(keys)), r))...);
      const bool alone = key >= of_key.size() || next[key] == of_key[key].size();
      if constexpr (Alone) {
        found.push_back({maybe_record<left_record>(r), {}});
        if (alone) continue;
        const std::uint32_t partner = of_key[key][next[key]++];
        found.back().right_record = maybe_record<Right>(right[partner]);
        paired[partner] = true;
      } else if (!alone) {
        found.push_back({r, right[of_key[key][next[key]++]]});
      }
    }
    for (std::size_t i = 0; i < paired.size(); ++i)
      if constexpr (Alone)
        if (!paired[i]) found.push_back({{}, maybe_record<Right>(right[i])});
    return found;
  }
};

template <bool Alone, class Range, class... Keys>
auto joining(Range&& other, Keys... keys) {
  constexpr bool fits = sizeof...(Keys) > 0 && is_range_of_records<Range>;
  static_assert(fits, "join takes the other records, then the keys: join(others, name)");
  if constexpr (fits) {
    auto list = list_of(std::forward<Range>(other));
    return step{join_step<Alone, typename decltype(list)::value_type, Keys...>{std::move(list), {{keys}...}}};
  } else {
    return query_detail::refused_step;
  }
}

}  // namespace query_detail

/// Pairs records with those of `other` that have equal keys: the first record of a key with the first, the second with
/// the second, and so on, in the order of the left records. Records without a partner are dropped (`outer_join` keeps
/// them). `other` is copied.
/// As in `group_by`, a missing key is a key, equal to another missing one: `where` leaves such records out. A key may
/// have different types on the two sides: whole numbers are compared by value, texts by content; and different words:
/// `gpu_work(run) | join(api_calls(run), on(launch_name, name))`.
template <class Range, class... Keys>
auto join(Range&& other, Keys... keys) {
  return query_detail::joining<false>(std::forward<Range>(other), keys...);
}

/// The same, and then what has no partner: records of the left side in their order among the pairs, those of `other`
/// behind all. What the absent side would answer is missing.
template <class Range, class... Keys>
auto outer_join(Range&& other, Keys... keys) {
  return query_detail::joining<true>(std::forward<Range>(other), keys...);
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
