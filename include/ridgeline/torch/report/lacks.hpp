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

/// What a trace lacks, which sheets that costs, and how it is recorded.
std::vector<std::string> missing_of(const torch_profile& run, const torch_report_options& options);

/// Says so where no GPU work lies below a module.
void judge_modules(const torch_modules& modules, data_quality& quality);

}  // namespace torch_detail

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_REPORT_LACKS_HPP
