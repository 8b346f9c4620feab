#ifndef RIDGELINE_QUERY_TAKE_HPP
#define RIDGELINE_QUERY_TAKE_HPP

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include <ridgeline/query/step.hpp>
#include <ridgeline/query/project.hpp>

namespace ridgeline {

namespace query_detail {

struct take_step {
  std::size_t n;
  template <class Range>
  auto operator()(Range&& range) const {
    std::vector<record_of<Range>> list;
    if (n == 0) return list;
    for (auto&& r : range) {
      list.push_back(std::forward<decltype(r)>(r));
      if (list.size() == n) break;
    }
    return list;
  }
};

template <class What>
struct transform_step {
  What what;
  template <class Range>
  auto operator()(Range&& range) const {
    if constexpr (answers_all<record_of<Range>, What>()) {
      std::vector<projected<What, record_of<Range>>> list;
      for (auto&& r : range) list.push_back(project(what, r));
      return list;
    } else {
      return refused{};
    }
  }
};

}  // namespace query_detail

/// The first n records, fewer when there are fewer.
constexpr auto take(std::size_t n) { return step{query_detail::take_step{n}}; }
template <query_word Word>
constexpr auto take(Word) {
  static_assert(!std::is_same_v<Word, Word>, "take takes a number, and the records as they stand: "
                                             "sort_by(desc(time)) | take(10), or top<10>(time)");
  return take(0);
}

/// What a word, a pointer to a member or a callable gives of each record, as a list.
template <class What>
constexpr auto transform(What what) {
  return step{query_detail::transform_step<What>{what}};
}

}  // namespace ridgeline

#endif  // RIDGELINE_QUERY_TAKE_HPP
