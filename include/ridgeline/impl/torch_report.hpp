#ifndef RIDGELINE_IMPL_TORCH_REPORT_HPP
#define RIDGELINE_IMPL_TORCH_REPORT_HPP

/// The bodies of torch/sheet and torch/report: see impl.hpp.

#include <ridgeline/torch/module/modules_body.hpp>
#include <ridgeline/torch/module/modules_table_body.hpp>
#include <ridgeline/torch/module/parent_modules_body.hpp>
#include <ridgeline/torch/report/heaviest_body.hpp>
#include <ridgeline/torch/report/lacks_body.hpp>
#include <ridgeline/torch/report/overview_body.hpp>
#include <ridgeline/torch/report/page_body.hpp>
#include <ridgeline/torch/report/records_body.hpp>
#include <ridgeline/torch/report/report_body.hpp>
#include <ridgeline/torch/report/traced_chip_body.hpp>
#include <ridgeline/torch/serving/coverage_body.hpp>
#include <ridgeline/torch/serving/steps_body.hpp>
#include <ridgeline/torch/sheet/call_stack_body.hpp>
#include <ridgeline/torch/sheet/collectives_body.hpp>
#include <ridgeline/torch/sheet/coverage_body.hpp>
#include <ridgeline/torch/sheet/families_body.hpp>
#include <ridgeline/torch/sheet/host_ops_body.hpp>
#include <ridgeline/torch/sheet/kernel_details_body.hpp>
#include <ridgeline/torch/sheet/kernels_body.hpp>
#include <ridgeline/torch/sheet/op_price_body.hpp>
#include <ridgeline/torch/sheet/ops_body.hpp>
#include <ridgeline/torch/sheet/overlap_body.hpp>
#include <ridgeline/torch/sheet/phases_body.hpp>
#include <ridgeline/torch/sheet/roof_points_body.hpp>
#include <ridgeline/torch/sheet/rooflines_body.hpp>
#include <ridgeline/torch/sheet/timeline_body.hpp>
#include <ridgeline/torch/sheet/unified_body.hpp>
#include <ridgeline/torch/sheet/unified_columns_body.hpp>

#endif  // RIDGELINE_IMPL_TORCH_REPORT_HPP
