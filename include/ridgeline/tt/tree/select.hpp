#ifndef RIDGELINE_TT_TREE_SELECT_HPP
#define RIDGELINE_TT_TREE_SELECT_HPP

#include <cstdint>
#include <string>
#include <utility>

#include <range/v3/view/drop.hpp>
#include <range/v3/view/drop_while.hpp>
#include <range/v3/view/filter.hpp>
#include <range/v3/view/indirect.hpp>
#include <range/v3/view/take_while.hpp>

#include <ridgeline/query/step.hpp>
#include <ridgeline/query/lasting.hpp>
#include <ridgeline/tt/record/op.hpp>

/// Lazy steps that filter a range of ops and keep its order: `ops | after_signpost("decode") | device_ops()`. The
/// range must outlive the result; `| by_reference()` turns a range of pointers into one of ops.
namespace ridgeline {

namespace tt_detail {

/// A lazy step; `make(ops)` is a view of the ops.
template <class Make>
auto lazy_step(Make make) {
  return step{[make]<class Ops>(Ops&& ops) {
    static_assert(lasting_range<Ops>, "this step is lazy: give it a container by name, or a view over one");
    if constexpr (lasting_range<Ops>) return make(std::forward<Ops>(ops));
    else return refused{};
  }};
}

template <class Keep>
auto keeping(Keep keep) {
  return lazy_step([keep](auto&& ops) { return ranges::views::filter(std::forward<decltype(ops)>(ops), keep); });
}

}  // namespace tt_detail

/// A range of pointers to ops as a range of ops.
inline auto by_reference() {
  return tt_detail::lazy_step([](auto&& pointers) {
    return ranges::views::indirect(std::forward<decltype(pointers)>(pointers));
  });
}

/// The ops after the first signpost of that name; none if there is no such signpost.
inline auto after_signpost(std::string name) {
  return tt_detail::lazy_step([name](auto&& ops) {
    return ranges::views::drop_while(std::forward<decltype(ops)>(ops),
                                     [name](const tt_op& op) { return !op.is_signpost() || op.code != name; }) |
           ranges::views::drop(1);
  });
}

/// The ops before the first signpost of that name; all if there is no such signpost.
inline auto before_signpost(std::string name) {
  return tt_detail::lazy_step([name](auto&& ops) {
    return ranges::views::take_while(std::forward<decltype(ops)>(ops),
                                     [name](const tt_op& op) { return !op.is_signpost() || op.code != name; });
  });
}

/// Ops whose id is in `first` to `last`, inclusive.
inline auto ids(std::uint32_t first, std::uint32_t last = 0xffffffffu) {
  return tt_detail::keeping([first, last](const tt_op& op) { return op.id >= first && op.id <= last; });
}

/// All ops except signposts.
inline auto without_signposts() {
  return tt_detail::keeping([](const tt_op& op) { return !op.is_signpost(); });
}

/// Ops that ran on a device.
inline auto device_ops() {
  return tt_detail::keeping([](const tt_op& op) { return op.type == tt_op_type::device; });
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_TREE_SELECT_HPP
