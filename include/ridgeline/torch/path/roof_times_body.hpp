#ifndef RIDGELINE_TORCH_PATH_ROOF_TIMES_BODY_HPP
#define RIDGELINE_TORCH_PATH_ROOF_TIMES_BODY_HPP

#include <cstdint>
#include <unordered_map>
#include <vector>

#include <ridgeline/gpu/path/activity.hpp>
#include <ridgeline/torch/op/costs.hpp>
#include <ridgeline/torch/path/roof_times.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/op/metrics.hpp>

namespace ridgeline {

namespace torch_detail {

/// The nearest event with a model at or above a given one; each event is visited once.
class modelled_ancestors {
 public:
  explicit modelled_ancestors(const torch_profile& run)
      : run_(run), costs_(run.tree()), found_(run.trace().events.size(), unasked) {}

  std::uint32_t of(std::uint32_t event) {
    way_.clear();
    std::uint32_t at = event, answer = missing<std::uint32_t>;
    for (; known(at); at = run_.tree().parent_of(at)) {
      if (found_[at] != unasked) {
        answer = found_[at];
        break;
      }
      way_.push_back(at);
      if (run_.event(at).category == kineto_category::cpu_op && costs_.cost_of(at) != nullptr) {
        answer = at;
        break;
      }
    }
    for (const std::uint32_t passed : way_) found_[passed] = answer;
    return answer;
  }
  const torch_cost& cost_of(std::uint32_t op) { return *costs_.cost_of(op); }
  bool is_beside(std::uint32_t op, std::uint32_t work) { return costs_.is_beside(op, work); }

 private:
  static constexpr std::uint32_t unasked = missing<std::uint32_t> - 1;
  const torch_profile& run_;
  torch_costs costs_;
  std::vector<std::uint32_t> found_, way_{};
};

}  // namespace torch_detail

void add_roof_times(path_activity& activity, const torch_profile& run, const hw::roofs& chip) {
  struct op_tasks {
    std::vector<std::uint32_t> tasks{};
    std::int64_t time = 0;
  };
  torch_detail::modelled_ancestors ops(run);
  std::unordered_map<std::uint32_t, op_tasks> by_op;
  for (std::uint32_t t = 0; t < activity.tasks.size(); ++t) {
    const std::uint32_t op = ops.of(activity.tasks[t].uid);
    if (!known(op) || ops.is_beside(op, activity.tasks[t].uid)) continue;
    op_tasks& of = by_op[op];
    of.tasks.push_back(t);
    of.time += activity.tasks[t].end - activity.tasks[t].begin;
  }
  for (const auto& [op, of] : by_op) {
    if (of.time <= 0) continue;
    const torch_cost& cost = ops.cost_of(op);
    const torch_metrics m = metrics_of(cost, cost.forward, static_cast<double>(of.time) / 1000, &chip, false);
    if (!m.has_roof()) continue;
    for (const std::uint32_t t : of.tasks) {
      gpu_task& task = activity.tasks[t];
      const double part = static_cast<double>(task.end - task.begin) / static_cast<double>(of.time);
      task.op = run.trace().name(run.event(op));
      task.roof = m.roof_time() * 1000 * part;
    }
  }
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_PATH_ROOF_TIMES_BODY_HPP
