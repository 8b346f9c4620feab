#include <ridgeline/op/matmul.hpp>
#include <ridgeline/op/set.hpp>

using namespace ridgeline;

struct record {
  std::string_view code;
  double rows = 0, cols = 0;
};

struct add {
  double n;
  static constexpr bool matches(const auto& r) { return r.code == "add"; }
  static constexpr add from(const auto& r) { return {r.rows * r.cols}; }
  constexpr flop_count flops() const { return n * FLOP; }
  constexpr byte_count bytes() const { return 3 * n * 2 * B; }
};
struct row_sum {
  double n;
  static constexpr bool matches(const auto& r) { return r.code == "sum"; }
  static constexpr row_sum from(const auto& r) { return {r.rows * r.cols}; }
  constexpr flop_count flops() const { return n * FLOP; }
  constexpr byte_count bytes() const { return 2 * n * B; }
};
/// A user's better model of the same op.
struct fused_add {
  double n;
  static constexpr bool matches(const auto& r) { return r.code == "add"; }
  static constexpr fused_add from(const auto& r) { return {r.rows * r.cols}; }
  constexpr flop_count flops() const { return 10 * n * FLOP; }
  constexpr byte_count bytes() const { return n * B; }
};
/// A model that needs more than the record holds.
struct scaled {
  double n;
  static constexpr bool matches(const auto& r) { return r.code == "scaled"; }
  static constexpr scaled from(const auto& r, const double& factor) { return {r.rows * factor}; }
  constexpr flop_count flops() const { return n * FLOP; }
  constexpr byte_count bytes() const { return n * B; }
};

static_assert(op_model<add> && reads_record<add, record>);
static_assert(!reads_record<scaled, record> && !reads_record<int, record>);

/// FLOP of the model of `r`; unknown if there is none.
template <class Set>
constexpr flop_count flops_of(const record& r) {
  flop_count sum = missing<flop_count>;
  Set::visit(r, [&](const auto& op) { sum = flops(op); });
  return sum;
}
using ops = op_set<add, row_sum>;
static_assert(ops::size == 2 && op_set<>::size == 0);
static_assert(flops_of<ops>({"add", 2, 3}) == 6 * FLOP && flops_of<ops>({"sum", 2, 5}) == 10 * FLOP);
static_assert(!known(flops_of<ops>({"mul", 2, 3})) && !known(flops_of<op_set<>>({"add", 2, 3})));

// The newest model wins.
static_assert(ops::with<fused_add>::size == 3 && flops_of<ops::with<fused_add>>({"add", 2, 3}) == 60 * FLOP);
static_assert(flops_of<op_set<add, fused_add>>({"add", 2, 3}) == 6 * FLOP);

// A record is visited once, by one model.
constexpr int visits(std::string_view code) {
  int n = 0;
  const bool found = ops::with<fused_add>::visit(record{code, 1, 1}, [&](const auto&) { ++n; });
  return found ? n : -n - 1;
}
static_assert(visits("add") == 1 && visits("sum") == 1 && visits("none") == -1);

// A context reaches the models that take one, and the others ignore it.
constexpr double with_context(std::string_view code) {
  double flop = 0;
  op_set<add, scaled>::visit(record{code, 2, 3}, [&](const auto& op) { flop = flops(op).base(); }, 7.0);
  return flop;
}
static_assert(with_context("scaled") == 14 && with_context("add") == 6);

// A type that cannot be edited is described through traits.
struct foreign {
  int n;
};
template <>
struct ridgeline::op_traits<foreign> {
  static constexpr flop_count flops(const foreign& f) { return 2.0 * f.n * FLOP; }
  static constexpr byte_count bytes(const foreign& f) { return 4.0 * f.n * B; }
};
static_assert(op_model<foreign> && flops(foreign{3}) == 6 * FLOP && op_set<foreign>::size == 1);
static_assert(operational_intensity(foreign{3}) == 0.5 * FLOPpB);

struct half_op {
  constexpr flop_count flops() const { return 1 * FLOP; }
};
struct wrong_units {
  constexpr byte_count flops() const { return 1 * B; }
  constexpr byte_count bytes() const { return 1 * B; }
};
static_assert(counts_flops<half_op> && !counts_bytes<half_op> && !op_model<half_op>);
static_assert(!counts_flops<wrong_units> && counts_bytes<wrong_units> && !op_model<int>);

int nothing;
