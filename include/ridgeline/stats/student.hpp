#ifndef RIDGELINE_STATS_STUDENT_HPP
#define RIDGELINE_STATS_STUDENT_HPP

namespace ridgeline {

/// The share of the beta distribution with parameters `a` and `b` below `x` (the regularised incomplete beta function),
/// to about 1e-14: by its continued fraction (Abramowitz and Stegun 26.5.8), which Lentz's rule evaluates.
double beta_share(double a, double b, double x);

/// P(T > t) for Student's t with `freedom` degrees of freedom, which need not be whole. 0 and 1 at the infinities;
/// unknown where an argument is, or the degrees of freedom are not above 0.
double student_tail(double t, double freedom);

/// The t above which `tail` of the distribution lies: `student_tail(student_point(p, f), f) == p`. Infinite for 0 and
/// 1.
double student_point(double tail, double freedom);

}  // namespace ridgeline

#endif  // RIDGELINE_STATS_STUDENT_HPP
