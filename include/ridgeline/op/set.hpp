#ifndef RIDGELINE_OP_SET_HPP
#define RIDGELINE_OP_SET_HPP

#include <ridgeline/op/model.hpp>

namespace ridgeline {

/// A list of op models, asked in order: the first that matches a record describes it. `with<...>` puts a user's
/// models first, so that they win over the built-in ones.
template <class... Ops>
struct op_set {
  static_assert((op_model<Ops> && ...),
                "every member of an op_set needs flops() and bytes(): see op/model.hpp, or specialise op_traits");

  template <class... New>
  using with = op_set<New..., Ops...>;

  static constexpr int size = sizeof...(Ops);

  /// Calls `visit(op)` with the model of `record`, read off it by `Op::from(record, context...)` where the model takes
  /// a context and by `Op::from(record)` where it does not. False when no model matches.
  template <class Record, class Visitor, class... Context>
  static constexpr bool visit(const Record& record, Visitor&& visitor, const Context&... context) {
    return (try_one<Ops>(record, visitor, context...) || ...);
  }

 private:
  template <class Op, class Record, class Visitor, class... Context>
  static constexpr bool try_one(const Record& record, Visitor& visitor, const Context&... context) {
    static_assert(requires { Op::matches(record); },
                  "an op model needs `static constexpr bool matches(const auto& record)` to be found in a trace");
    if (!Op::matches(record)) return false;
    if constexpr (requires { Op::from(record, context...); }) {
      visitor(Op::from(record, context...));
    } else {
      static_assert(requires { Op::from(record); },
                    "an op model needs `static constexpr Op from(const auto& record)` to be read off a trace");
      visitor(Op::from(record));
    }
    return true;
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_OP_SET_HPP
