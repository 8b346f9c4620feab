#ifndef RIDGELINE_OP_SET_HPP
#define RIDGELINE_OP_SET_HPP

#include <ridgeline/op/model.hpp>

namespace ridgeline {

namespace op_detail {
/// Rejects a model without costs; the error names it.
template <class Op>
struct counted {
  static constexpr bool has_flops = counts_flops<Op>, has_bytes = counts_bytes<Op>;
  static_assert(has_flops, "counts_flops: an op model needs `constexpr flop_count flops() const`, as in "
                           "`2 * elements * FLOP`, or an op_traits");
  static_assert(has_bytes, "counts_bytes: an op model needs `constexpr byte_count bytes() const`, as in "
                           "`4 * elements * B`, or an op_traits");
};
}  // namespace op_detail

/// A list of op models, tried in order: the first one that matches a record describes it. `with<...>` puts a user's
/// models first, so that they take precedence over the built-in ones.
template <class... Ops>
struct op_set {
  static_assert(((sizeof(op_detail::counted<Ops>) > 0) && ...));

  template <class... New>
  using with = op_set<New..., Ops...>;

  static constexpr int size = sizeof...(Ops);

  /// Calls `visitor(op)` with the model of `record`, constructed by `Op::from(record, context...)` if the model accepts
  /// a context, otherwise by `Op::from(record)`. Returns false when no model matches.
  template <class Record, class Visitor, class... Context>
  static constexpr bool visit(const Record& record, Visitor&& visitor, const Context&... context) {
    return (try_one<Ops>(record, visitor, context...) || ...);
  }

 private:
  template <class Op, class Record, class Visitor, class... Context>
  static constexpr bool try_one(const Record& record, Visitor& visitor, const Context&... context) {
    constexpr bool is_found = requires { Op::matches(record); };
    static_assert(is_found,
                  "an op model needs `static constexpr bool matches(const auto& record)` to be found in a trace");
    if constexpr (is_found) {
      if (!Op::matches(record)) return false;
    }
    if constexpr (requires { Op::from(record, context...); }) {
      show(visitor, Op::from(record, context...));
    } else {
      constexpr bool is_read = requires { Op::from(record); };
      static_assert(is_read, "an op model needs `static constexpr Op from(const auto& record)` to be read off a trace");
      if constexpr (is_read) show(visitor, Op::from(record));
    }
    return true;
  }
  template <class Visitor, class Model>
  static constexpr void show(Visitor& visitor, const Model& model) {
    constexpr bool counts = op_model<Model>;
    static_assert(counts, "an op model's `from` returns the model itself; which records it describes, `matches` says, "
                          "and what a record lacks is missing in it");
    if constexpr (counts) visitor(model);
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_OP_SET_HPP
