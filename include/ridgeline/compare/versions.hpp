#ifndef RIDGELINE_COMPARE_VERSIONS_HPP
#define RIDGELINE_COMPARE_VERSIONS_HPP

#include <cstdint>
#include <string>
#include <vector>

#include <ridgeline/compare/run.hpp>

/// Runs in a form ready for comparison: those with the same label form one version, and each op or piece has the same
/// number in all of them.
namespace ridgeline {

/// A run and which of its steps are used.
struct measured_run {
  const compared_run* run = nullptr;
  std::vector<step_state> states;
  std::vector<std::uint32_t> used;          ///< indexes of the used steps, in order
  std::vector<std::uint32_t> kind_of;       ///< by used step: the number of its kind; empty if all have the same
  std::vector<std::uint32_t> op_of;         ///< by op of the run: its number in `compared_versions`
  std::vector<std::uint32_t> piece_of;      ///< by piece of the run
};

/// The runs with the same label.
struct version {
  std::string label{};
  std::vector<measured_run> runs;

  /// The label of run `i`: `label#2` if there are several.
  std::string label_of(std::size_t i) const {
    return runs.size() == 1 ? label : label + "#" + std::to_string(i + 1);
  }
  std::int64_t used_steps() const {
    std::int64_t n = 0;
    for (const measured_run& r : runs) n += static_cast<std::int64_t>(r.used.size());
    return n;
  }
  /// The mean of `value(step)` over the used steps; missing if there are none.
  template <class Value>
  double mean_of(Value value) const {
    double sum = 0;
    for (const measured_run& r : runs)
      for (const std::uint32_t s : r.used) sum += static_cast<double>(value(r.run->steps[s]));
    return used_steps() == 0 ? missing<double> : sum / static_cast<double>(used_steps());
  }
  double mean_step() const {
    return mean_of([](const compared_step& s) { return s.total(); });
  }
};

/// A piece across all versions: the part, the number of the op, and the kernel.
struct numbered_piece {
  step_part part = step_part::computation;
  std::uint32_t op = 0;
  std::string kernel{};
};

/// All versions in order of the first appearance of their labels; the first is the baseline. The runs must not move.
struct compared_versions {
  std::vector<version> all;
  std::vector<compared_op> ops;
  std::vector<numbered_piece> pieces;
};
compared_versions versions_of(const std::vector<compared_run>& runs, const step_choice& choice);

/// Calls and time of one op (or piece) in the used steps of a version.
struct counted_share {
  std::int64_t calls = 0, time = 0;
};

/// The calls and time of each op (`&compared_step::ops`, numbers from `measured_run::op_of`) or piece in the first
/// `most` used steps of a version, by number.
std::vector<counted_share> shares_of(const version& of, std::vector<step_share> compared_step::*list,
                                     std::vector<std::uint32_t> measured_run::*number, std::size_t size,
                                     std::int64_t most);

/// The time of one op in each used step, run by run, in ns. Steps without the op have 0.
class op_series {
 public:
  op_series(const version& of, std::size_t ops);
  /// One series per run.
  std::vector<std::vector<double>> of_op(std::uint32_t op) const;

 private:
  struct entry {
    std::uint32_t run, step;
    std::int64_t time;
  };
  std::vector<std::size_t> lengths_;
  std::vector<std::vector<entry>> of_;
};

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_VERSIONS_HPP
