#ifndef RIDGELINE_TORCH_SHEET_ROOFLINES_HPP
#define RIDGELINE_TORCH_SHEET_ROOFLINES_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/stats/statistics.hpp>
#include <ridgeline/table/table.hpp>
#include <ridgeline/torch/sheet/families.hpp>
#include <ridgeline/torch/sheet/kernel_details.hpp>
#include <ridgeline/torch/op/metrics.hpp>

namespace ridgeline {

/// Calls of one op with the same parameters.
struct torch_roofline_row {
  const torch_profile* run = nullptr;
  std::uint32_t example = missing<std::uint32_t>;              ///< the first call
  std::vector<std::string> parameters;           ///< one text per parameter of the sheet
  std::uint32_t kernels = 0;                     ///< number of kernels in the first call
  bool recomputed = false;
  first_known gflops{}, megabytes{}, intensity{}, roof_time{};
  std::string spec{};
  bool rounded = false;                          ///< the TF32 roof applies
  std::string_view bound{};
  statistics memory_rate{}, compute_rate{}, share{}, time{};  ///< TB/s, TFLOP/s, fraction of the roof, microseconds
  std::vector<kernel_detail> details;
  op_arguments arguments{};                      ///< the first recorded one of each kind
  std::int64_t count = 0;

  const torch_event& event() const;
  std::string_view name() const;
};

/// A category sheet: its parameters, and its rows by time.
struct torch_roofline_sheet {
  std::string name{};
  std::vector<std::string_view> parameters;
  std::vector<torch_roofline_row> rows;
  bool has_roofs = false;
};

struct torch_roofline_options {
  bool by_number_of_kernels = false;         ///< divides calls by the number of kernels they launch
  std::optional<std::size_t> most_rows{};    ///< maximum number of rows per sheet
  bool forward_only = false;                 ///< as in the original's report on serving: no backward sheets, and no
                                             ///< combined sheet for normalisation
};

/// All category sheets, each grouped by op and parameters, longest first. Ops that compute gradients are moved from
/// the forward sheet to the end of the backward sheet.
std::vector<torch_roofline_sheet> torch_rooflines_of(const torch_profile& run, const torch_families& sheets,
                                                     const torch_roofline_options& options);

/// The category sheets as tables, with the maximum number of rows of `options`. They refer to the run and own
/// everything else.
std::vector<table> torch_roofline_tables(const torch_profile& run, std::vector<torch_roofline_sheet> sheets,
                                         const torch_roofline_options& options);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_ROOFLINES_HPP
