#ifndef RIDGELINE_XLA_SHEET_TABLES_HPP
#define RIDGELINE_XLA_SHEET_TABLES_HPP

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/sink/xlsx.hpp>
#include <ridgeline/table/sheet_spelling.hpp>
#include <ridgeline/table/table.hpp>
#include <ridgeline/xla/sheet/run.hpp>

/// The JAX report as tables. Their rows point into the result, which must outlive them.
namespace ridgeline {

/// The time line of each GPU, and the mean over all of them.
table jax_timeline_table(const jax_result& r);
table jax_averages_table(const jax_result& r);

/// All kernels; and all those without a category, with their inputs.
table jax_launchers_table(const jax_result& r);
table jax_xla_table(const jax_result& r);

/// Kernels by name; by category; by name without digits (only those without a category); by name and operands.
table jax_summary_table(const jax_result& r);
table jax_category_table(const jax_result& r);
table jax_xla_summary_table(const jax_result& r);
table jax_arguments_table(const jax_result& r);

/// The sheet of a category's kernels that have a model.
table jax_op_table(const jax_result& r, xla_category category);

/// Each execution of an instruction, counted once.
table jax_calls_table(const jax_result& r);

/// The programs of each device; TPUs and host only.
table jax_modules_table(const jax_result& r);

/// Which names the sheets have: the documented ones, or the original's.
enum class jax_names : std::uint8_t { documented, original };

/// The sheets of which the original has another name.
inline constexpr std::array<sheet_spelling, 3> jax_sheet_spellings{
    {{"ops_summary", "kernel_launchers_summary"},
     {"ops_summary_by_category", "kernel_launchers_summary_by_category"},
     {"ops_all", "kernel_launchers_unique_args"}}};

/// All sheets, in workbook order. With the original's names, only the original's sheets and `data_quality`.
std::vector<table> jax_tables(const jax_result& r, const data_quality& quality, jax_names names);
std::vector<table> jax_tables(jax_result&&, const data_quality&,  // Name the report: its sheets refer to it.
                              jax_names) = delete;

/// The names of all sheets that there can be.
std::vector<std::string> jax_sheet_names(jax_names names);

/// The charts of the workbook: time by category, and the ten longest kernels.
workbook_style jax_workbook_style(jax_names names);

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_SHEET_TABLES_HPP
