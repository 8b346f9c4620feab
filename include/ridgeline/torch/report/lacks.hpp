#ifndef RIDGELINE_TORCH_REPORT_LACKS_HPP
#define RIDGELINE_TORCH_REPORT_LACKS_HPP

#include <string>
#include <vector>

namespace ridgeline {

class data_quality;
class torch_profile;
struct torch_modules;
struct torch_report_options;

namespace torch_detail {

/// What a trace lacks, which sheets are missing because of it, and how to record it.
std::vector<std::string> missing_of(const torch_profile& run, const torch_report_options& options);

/// Adds a remark if no GPU work is below any module.
void judge_modules(const torch_modules& modules, data_quality& quality);

}  // namespace torch_detail

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_REPORT_LACKS_HPP
