#ifndef RIDGELINE_STATS_STUDENT_HPP
#define RIDGELINE_STATS_STUDENT_HPP

namespace ridgeline {

/// The fraction of the beta distribution with parameters `a` and `b` below `x` (the regularised incomplete beta
/// function), accurate to about 1e-14. Uses its continued fraction (Abramowitz and Stegun 26.5.8) with Lentz's method.
double beta_share(double a, double b, double x);

/// P(T > t) for Student's t with `freedom` degrees of freedom, not necessarily an integer. 0 and 1 at the infinities;
/// missing if an argument is, or if the degrees of freedom are not positive.
double student_tail(double t, double freedom);

/// The t for which `student_tail` equals `tail`: `student_tail(student_point(p, f), f) == p`. Infinite for 0 and 1.
double student_point(double tail, double freedom);

}  // namespace ridgeline

#endif  // RIDGELINE_STATS_STUDENT_HPP
