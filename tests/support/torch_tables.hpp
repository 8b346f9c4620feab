#ifndef RIDGELINE_TESTS_SUPPORT_TORCH_TABLES_HPP
#define RIDGELINE_TESTS_SUPPORT_TORCH_TABLES_HPP

#include <string>
#include <vector>

#include <ridgeline/torch/report/report.hpp>
#include <ridgeline/sink/csv.hpp>

/// All sheets of a trace with every option on, as CSV; phases by one of the methods.
inline std::string sheets_of(const ridgeline::torch_trace& trace, bool parity,
                                ridgeline::phase_method phases = ridgeline::phase_method::hybrid) {
  ridgeline::torch_run_options how;
  how.recompute = true;
  if (parity) how.faults = ridgeline::torch_faults::parity();
  const ridgeline::torch_profile run(trace, how);
  ridgeline::torch_report_options options;
  options.unlinked_kernels = options.kernel_summary = options.short_kernels = options.overlaps = true;
  options.first_occurrence = options.by_number_of_kernels = true;
  options.phases = ridgeline::torch_phase_options{phases, 10};
  options.micro_idle_below = 10;
  options.histogram_bins = 7;
  ridgeline::string_output out;
  for (const ridgeline::table& t : torch_tables(run, options)) write_csv(out, t, ridgeline::csv_style::pandas());
  return out.text();
}

#endif  // RIDGELINE_TESTS_SUPPORT_TORCH_TABLES_HPP
