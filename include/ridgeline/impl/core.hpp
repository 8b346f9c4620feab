#ifndef RIDGELINE_IMPL_CORE_HPP
#define RIDGELINE_IMPL_CORE_HPP

/// The bodies of core/, hw/ and table/, which every program needs: see impl.hpp.

#include <ridgeline/core/config.hpp>
#include <ridgeline/core/data_quality_body.hpp>
#include <ridgeline/core/expected_body.hpp>
#include <ridgeline/core/opened_input_body.hpp>
#include <ridgeline/core/parallel_body.hpp>
#include <ridgeline/core/parallel_pipeline_body.hpp>
#include <ridgeline/core/symbol_pool_body.hpp>
#include <ridgeline/core/text_pattern_body.hpp>
#include <ridgeline/core/text_pool_body.hpp>
#include <ridgeline/hw/find_body.hpp>
#include <ridgeline/hw/roofs_body.hpp>
#include <ridgeline/table/format_body.hpp>
#include <ridgeline/table/page_body.hpp>
#include <ridgeline/table/python_text_body.hpp>
#include <ridgeline/table/quality_table_body.hpp>
#include <ridgeline/table/roofline_chart_body.hpp>
#include <ridgeline/table/table_body.hpp>

#endif  // RIDGELINE_IMPL_CORE_HPP
