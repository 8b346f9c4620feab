#ifndef RIDGELINE_TORCH_RECORD_PROBLEM_BODY_HPP
#define RIDGELINE_TORCH_RECORD_PROBLEM_BODY_HPP

#include <algorithm>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/torch/record/problem.hpp>

namespace ridgeline {

void put_usual_last(data_quality& quality) {
  std::stable_partition(quality.issues().begin(), quality.issues().end(), [](const quality_issue& issue) {
    return !issue.reason.starts_with(name_of(torch_problem::flow_unstarted)) &&
           !issue.reason.starts_with(name_of(torch_problem::zero_duration));
  });
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RECORD_PROBLEM_BODY_HPP
