#ifndef RIDGELINE_QUERY_WITHIN_HPP
#define RIDGELINE_QUERY_WITHIN_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include <ridgeline/query/aggregate_row.hpp>
#include <ridgeline/query/group_by.hpp>
#include <ridgeline/query/sort_by.hpp>

namespace ridgeline {

namespace query_detail {

/// A result of `within` that knows the keys of its group.
template <class Result, class Keys>
struct result_of_group : Result {
  Keys keys;

  template <class Column>
    requires(Keys::template has<Column> || requires(const Result& r, const Column& c) { r.answers(c); })
  constexpr decltype(auto) answers(const Column& column) const {
    if constexpr (Keys::template has<Column>) return keys.of(column);
    else return Result::answers(column);
  }
};

/// The library's own results, which may lack a key of their group; records and what a user's step returns do not.
template <class Result>
concept takes_keys = is_row<Result> || requires { typename Result::takes_keys_of_group; };

/// Whether a result is to be given a key of its group. Callables are not asked, because what they return is only known
/// once their body compiles.
template <class Result, class Key>
consteval bool lacks_key() {
  if constexpr (!takes_keys<Result>) return false;
  else if constexpr (is_row<Result>) return !Result::template has<Key>;
  else if constexpr (query_word<bare_of<Key>> || std::is_member_pointer_v<bare_of<Key>>)
    return !asks<bare_of<Key>, Result>;
  else return true;
}

/// How results take the keys that they lack: rows in front of their own keys, intervals and gaps beside their members.
template <class Result, class... Keys>
struct keys_of_group {
  static constexpr bool lacks[sizeof...(Keys) + 1] = {lacks_key<Result, Keys>()..., false};
  static constexpr std::size_t size = (std::size_t{0} + ... + std::size_t{lacks_key<Result, Keys>()});
  static constexpr auto place = [] {
    std::array<std::size_t, size> at{};
    for (std::size_t i = 0, n = 0; n < size; ++i)
      if (lacks[i]) at[n++] = i;
    return at;
  }();

  template <class Values>
  static constexpr auto add(Result&& result, const pack<Keys...>& keys, const Values& values) {
    if constexpr (size == 0) return std::move(result);
    else return joined(std::move(result), keys, values, std::make_index_sequence<size>{});
  }

 private:
  template <class Pack, std::size_t P>
  using type_at = std::remove_cvref_t<decltype(part<P>(std::declval<Pack&>()))>;

  template <class Values, std::size_t... P>
  static constexpr auto joined(Result&& result, const pack<Keys...>& keys, const Values& values,
                               std::index_sequence<P...>) {
    using chosen = described<types<type_at<pack<Keys...>, place[P]>...>, types<type_at<Values, place[P]>...>>;
    const chosen front{{{part<place[P]>(keys)}...}, {{part<place[P]>(values)}...}};
    if constexpr (is_row<Result>) return in_front_of(front, std::move(result));
    else return result_of_group<Result, chosen>{std::move(result), front};
  }
  template <class... K, class... V, class... Own, class... Value, class Measures>
  static constexpr auto in_front_of(const described<types<K...>, types<V...>>& front,
                                    aggregate_row<described<types<Own...>, types<Value...>>, Measures>&& row) {
    return aggregate_row<described<types<K..., Own...>, types<V..., Value...>>, Measures>{
        {front.columns.joined(row.keys.columns), front.values.joined(row.keys.values)}, std::move(row.measures)};
  }
};

template <class... Keys>
struct taking_keys {
  template <class Result>
  using of = keys_of_group<Result, Keys...>;
};

template <class Pipeline>
struct within_step {
  using takes_groups = void;
  Pipeline pipeline;
  template <class Members>
  using of_group = decltype(std::declval<const Pipeline&>().apply(std::declval<Members>()));

  template <class Groups>
  auto operator()(const Groups& groups) const {
    constexpr bool grouped = requires { typename Groups::goes_into_steps; };
    static_assert(grouped, "within runs a pipeline over each group: group_by(device, stream) must come before it");
    if constexpr (!grouped) {
      return refused{};
    } else if constexpr (!can_copy<typename Groups::record>()) {
      return refused{};
    } else if constexpr (std::is_same_v<of_group<typename Groups::members>, refused>) {
      return refused{};
    } else if constexpr (!goes_into_steps<of_group<typename Groups::members>>) {
      static_assert(!std::is_same_v<Groups, Groups>,
                    "within must produce records; call tabulate after it: "
                    "within(sort_by(start) | gaps()) | tabulate(\"gaps\", device, in<us>(time))");
      return refused{};
    } else {
      std::vector<typename Groups::members> members;
      const auto table = groups.visit([&](std::uint32_t group, auto&& r) {
        if (group == members.size()) members.emplace_back();
        members[group].push_back(std::forward<decltype(r)>(r));
      });
      using result = record_of<of_group<typename Groups::members>>;
      using taking = typename Groups::template key_list<taking_keys>::template of<result>;
      std::vector<decltype(taking::add(std::declval<result>(), groups.keys, table.keys()[0]))> all;
      for (std::size_t g = 0; g < members.size(); ++g) {
        auto results = pipeline.apply(std::move(members[g]));
        for (auto&& r : results) all.push_back(taking::add(result(std::move(r)), groups.keys, table.keys()[g]));
      }
      return all;
    }
  }
};

}  // namespace query_detail

/// `group_by(device, stream) | within(sort_by(start) | gaps())`: runs a pipeline over the records of each group and
/// returns all results in one list, group by group in order of each group's first record. Intervals of `busy`, gaps and
/// rows of `aggregate` also answer for the keys of their group: `group_by(device) | within(busy()) | group_by(device)`.
template <class Function>
constexpr auto within(step<Function> pipeline) {
  return step{query_detail::within_step<step<Function>>{std::move(pipeline)}};
}

/// Catches everything else.
template <class... Wrong>
constexpr auto within(const Wrong&...) {
  static_assert(sizeof...(Wrong) != sizeof...(Wrong),
                "within takes the steps that run over each group: within(sort_by(start) | gaps())");
  return query_detail::refused_step;
}

}  // namespace ridgeline

#endif  // RIDGELINE_QUERY_WITHIN_HPP
