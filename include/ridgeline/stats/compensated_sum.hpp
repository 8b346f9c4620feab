#ifndef RIDGELINE_STATS_COMPENSATED_SUM_HPP
#define RIDGELINE_STATS_COMPENSATED_SUM_HPP

namespace ridgeline {

/// A running sum whose rounding error does not grow with the number of terms (Kahan's compensated summation).
class compensated_sum {
 public:
  constexpr void add(double term) {
    const double corrected = term - error_;
    const double next = sum_ + corrected;
    error_ = next - next == 0 ? (next - sum_) - corrected : 0;  // an infinite sum has no error to correct
    sum_ = next;
  }
  constexpr double value() const { return sum_; }

 private:
  double sum_ = 0;
  double error_ = 0;
};

}  // namespace ridgeline

#endif  // RIDGELINE_STATS_COMPENSATED_SUM_HPP
