#ifndef RIDGELINE_TORCH_RECORD_PROBLEM_BODY_HPP
#define RIDGELINE_TORCH_RECORD_PROBLEM_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <string>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/torch/record/problem.hpp>

namespace ridgeline {

torch_problems merge(torch_problems a, const torch_problems& b) {
  for (std::size_t i = 0; i < a.entries.size(); ++i) {
    a.entries[i].count += b.entries[i].count;
    a.entries[i].first_byte = std::min(a.entries[i].first_byte, b.entries[i].first_byte);
  }
  return a;
}

data_quality quality_of(const torch_problems& problems, const std::string& file) {
  data_quality rows;
  for (const torch_problem_facts& facts : torch_problem_table) {
    const torch_problems::entry& e = problems[facts.kind];
    const bool placed = e.first_byte != torch_problems::nowhere;
    rows.add(std::string(facts.name) + ": " + std::string(facts.meaning), source_pos{file},
             placed ? "byte " + std::to_string(e.first_byte) : std::string(), facts.left_out, e.count);
  }
  return rows;
}

void put_usual_last(data_quality& quality) {
  std::stable_partition(quality.issues().begin(), quality.issues().end(), [](const quality_issue& issue) {
    return !issue.reason.starts_with(name_of(torch_problem::flow_unstarted)) &&
           !issue.reason.starts_with(name_of(torch_problem::zero_duration));
  });
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RECORD_PROBLEM_BODY_HPP
