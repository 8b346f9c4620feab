#ifndef RIDGELINE_RANKS_SHEET_REPLAY_HPP
#define RIDGELINE_RANKS_SHEET_REPLAY_HPP

#include <array>
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

/// A call that is benchmarked in isolation. Times in microseconds.
struct replay_row {
  const multi_rank_call* call = nullptr;
  std::int64_t number = 0;
  tool_command command{};
  std::string command_text{};
  double measured = missing<double>;  ///< by the tool
  double replayed = missing<double>;  ///< by torch, as reported by the script
  double profiled = missing<double>;  ///< mean in the traces
  std::string status{};             ///< outcome of the command
};

/// The replay of one group of calls.
struct replay_sheet {
  std::string_view group{};      ///< gemm, conv
  std::string_view tool{};       ///< hipblaslt-bench, MIOpenDriver
  std::string_view file_stem{};  ///< file name stem of the command files
  std::vector<replay_row> rows;
};

/// The calls that make up 99 % of the group's time, with the commands that benchmark them. Only gemm and conv have
/// any. The tools run on AMD chips only: if `chip` is known to be from another vendor, rows have no command and say
/// so.
replay_sheet replay_of(const multi_rank_sheet& sheet, const fleet_faults& faults, std::string_view chip = {});

/// Whether a chip, as named in a trace, is from a vendor other than AMD.
bool is_foreign_to_replay(std::string_view chip);

/// Reads the output of `replay_ops.py` into the rows with the same group, number and name. Returns how many rows got
/// a time, or a failure if the text is not such a CSV.
expected<std::size_t> take_replayed(std::vector<replay_sheet>& sheets, std::string_view csv, const std::string& file,
                                    data_quality& quality);

/// Runs the commands one after another. If the tool is in none of the folders, each row says so.
void run_replay(replay_sheet& sheet, const tool_limits& limits);

/// Reports calls that could not be measured.
void judge(const replay_sheet& sheet, data_quality& quality);

/// `gemm_node_replay`: measured and profiled times side by side. Refers to the sheet.
table replay_table(const replay_sheet& sheet, bool parity);

/// `gemm_bench_commands`: the commands. Refers to the sheet.
table command_table(const replay_sheet& sheet);
inline constexpr std::array<std::string_view, 2> command_table_names{"gemm_bench_commands", "conv_bench_commands"};

/// A script that replays the rows of several sheets with torch, and the name of its file.
std::string replay_script_of(const std::vector<replay_sheet>& sheets);
inline constexpr std::string_view replay_script_name = "replay_ops.py";

struct command_file {
  std::string name{}, text{};
};

/// Each command of a replay in a file of its own.
std::vector<command_file> command_files_of(const std::vector<replay_sheet>& sheets);

/// Whether a replay may leave a file of that name next to its sheets: the script, or one with a command.
bool is_replay_file(std::string_view name);

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_SHEET_REPLAY_HPP
