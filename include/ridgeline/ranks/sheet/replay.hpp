#ifndef RIDGELINE_RANKS_SHEET_REPLAY_HPP
#define RIDGELINE_RANKS_SHEET_REPLAY_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/ranks/faults.hpp>
#include <ridgeline/ranks/replay/tool.hpp>
#include <ridgeline/table/table.hpp>

namespace ridgeline {

struct multi_rank_call;
struct multi_rank_sheet;

/// A call that is measured alone. Times are microseconds.
struct replay_row {
  const multi_rank_call* call = nullptr;
  std::int64_t number = 0;
  tool_command command{};
  std::string command_text{};
  double measured = missing<double>;  ///< by the tool
  double replayed = missing<double>;  ///< by torch, as the script told
  double profiled = missing<double>;  ///< mean in the traces
  std::string status{};             ///< what became of the command
};

/// The replay of one group's sheet.
struct replay_sheet {
  std::string_view group{};      ///< gemm, conv
  std::string_view tool{};       ///< hipblaslt-bench, MIOpenDriver
  std::string_view file_stem{};  ///< of the command files
  std::vector<replay_row> rows;
};

/// The group's calls that make up 99 % of its time, with their commands. Nothing but gemm and conv has any. The tools
/// measure chips of AMD: where `chip` is known to be another vendor's, rows have no commands, and say so.
replay_sheet replay_of(const multi_rank_sheet& sheet, const fleet_faults& faults, std::string_view chip = {});

/// Whether a chip, as a trace names it, is of another vendor than AMD.
bool is_foreign_to_replay(std::string_view chip);

/// Takes what `replay_ops.py` printed into the rows of that group, number and name; the number of rows that got a time.
/// A failure where it is no such CSV.
expected<std::size_t> take_replayed(std::vector<replay_sheet>& sheets, std::string_view csv, const std::string& file,
                                    data_quality& quality);

/// Runs the commands, one after the other. Where the tool is in none of the folders each row says so.
void run_replay(replay_sheet& sheet, const tool_limits& limits);

/// Adds what could not be measured.
void judge(const replay_sheet& sheet, data_quality& quality);

/// `gemm_node_replay`: measured and profiled side by side. Refers to the sheet.
table replay_table(const replay_sheet& sheet, bool parity);

/// `gemm_bench_commands`: what is run. Refers to the sheet.
table command_table(const replay_sheet& sheet);

/// The script that replays the rows of some sheets with torch.
std::string replay_script_of(const std::vector<replay_sheet>& sheets);

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_SHEET_REPLAY_HPP
