#ifndef RIDGELINE_TORCH_REPORT_LACKS_HPP
#define RIDGELINE_TORCH_REPORT_LACKS_HPP

namespace ridgeline {

class data_quality;
class torch_profile;
struct torch_modules;
struct torch_overview;
struct torch_report_options;

namespace torch_detail {

/// Fills in what a trace lacks, which sheets are missing because of it, and how to record it; how, only if PyTorch's
/// profiler wrote most of it. If parts of the trace are missing, kinds of events that the rest lacks may be there.
void say_missing(const torch_profile& run, const torch_report_options& options, torch_overview& to);

/// Adds a remark if no GPU work is below any module.
void judge_modules(const torch_modules& modules, data_quality& quality);

}  // namespace torch_detail

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_REPORT_LACKS_HPP
