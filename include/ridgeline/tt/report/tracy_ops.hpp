#ifndef RIDGELINE_TT_REPORT_TRACY_OPS_HPP
#define RIDGELINE_TT_REPORT_TRACY_OPS_HPP

#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/parallel.hpp>
#include <ridgeline/tt/record/log_faults.hpp>
#include <ridgeline/tt/report/ops.hpp>
#include <ridgeline/tt/report/tracy_run.hpp>

namespace ridgeline {

/// The ops CSV of a run, with the columns of the newest generation or, with `columns_of_their_time`, those of the
/// run's own. Texts point into `run` and into the report. With `incomplete_runs_refused`, fails for runs for which
/// the original gives no report.
expected<tt_ops_report> report_tt_tracy(const tt_tracy_run& run, const tt_log_faults& faults = {},
                                        unsigned threads = default_threads());

}  // namespace ridgeline

#endif  // RIDGELINE_TT_REPORT_TRACY_OPS_HPP
