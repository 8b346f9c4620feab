#ifndef RIDGELINE_QUERY_WITHIN_HPP
#define RIDGELINE_QUERY_WITHIN_HPP

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include <ridgeline/query/group_by.hpp>
#include <ridgeline/query/sort_by.hpp>

namespace ridgeline {

namespace query_detail {

template <class Pipeline>
struct within_step {
  using takes_groups = void;
  Pipeline pipeline;
  template <class Record>
  using of_group = decltype(std::declval<const Pipeline&>().apply(std::declval<std::vector<Record>>()));

  template <class Groups>
  auto operator()(const Groups& groups) const {
    constexpr bool grouped = requires { typename Groups::goes_into_steps; };
    static_assert(grouped, "within runs a pipeline over each group: group_by(device, stream) must come before it");
    if constexpr (!grouped) {
      return refused{};
    } else if constexpr (std::is_same_v<of_group<typename Groups::record>, refused>) {
      return refused{};
    } else if constexpr (!goes_into_steps<of_group<typename Groups::record>>) {
      static_assert(!std::is_same_v<Groups, Groups>,
                    "within must produce records; call tabulate after it: "
                    "within(sort_by(start) | gaps()) | tabulate(\"gaps\", device, in<us>(time))");
      return refused{};
    } else {
      using record = typename Groups::record;
      std::vector<std::vector<record>> members;
      groups.visit([&](std::uint32_t group, auto&& r) {
        if (group == members.size()) members.emplace_back();
        members[group].push_back(std::forward<decltype(r)>(r));
      });
      std::vector<record_of<of_group<record>>> all;
      for (std::vector<record>& group : members) {
        auto results = pipeline.apply(std::move(group));
        for (auto&& r : results) all.push_back(std::move(r));
      }
      return all;
    }
  }
};

}  // namespace query_detail

/// `group_by(device, stream) | within(sort_by(start) | gaps())`: runs a pipeline over the records of each group and
/// returns all results in one list, group by group in order of each group's first record.
template <class Function>
constexpr auto within(step<Function> pipeline) {
  return step{query_detail::within_step<step<Function>>{std::move(pipeline)}};
}

template <class... Nothing>
  requires(sizeof...(Nothing) == 0)
constexpr auto within(Nothing...) {
  static_assert(sizeof...(Nothing) != 0,
                "within takes the steps that run over each group: within(sort_by(start) | gaps())");
  return step{[](auto&&) { return refused{}; }};
}

}  // namespace ridgeline

#endif  // RIDGELINE_QUERY_WITHIN_HPP
