#ifndef RIDGELINE_RANKS_DISCOVER_HPP
#define RIDGELINE_RANKS_DISCOVER_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/missing.hpp>
#include <ridgeline/ranks/rank_facts.hpp>
#include <ridgeline/ranks/rank_pattern.hpp>

namespace ridgeline {

/// Which files are traces of which rank.
struct discover_options {
  std::string base{};
  std::string pattern = "rank_";             ///< stands before the rank's number in a file's name
  std::string extension = "json";            ///< of the file's name, behind the last dot
  std::vector<std::string> filters{"rank_0"}; ///< texts that must all stand in the file's whole path
  std::string glob{};                        ///< files by a pattern with `*`, `?`, `[...]` and `**`, in place of `base`
  std::optional<rank_pattern> regex{};       ///< finds the rank in a file's name, or else in its path
  bool by_content = false;                   ///< a file's own word on its rank goes before its name
  /// What is not given may find nothing: then other traces are taken.
  bool extension_given = true, filters_given = true;
};

struct rank_file {
  std::int64_t rank = 0;
  std::string path{};
  rank_source from = rank_source::name;
  std::int64_t named = missing<std::int64_t>;  ///< as its name says
  std::string note{};
  std::string host{};   ///< the machine, as the trace or torch's name of the file says; empty: neither does
};

/// A folder with the traces of one configuration.
struct experiment {
  std::string folder{};               ///< absolute
  std::string relative{};             ///< to the base; empty for the base itself
  std::vector<rank_file> files;       ///< by rank, each rank once
  std::vector<rank_file> doubled;     ///< further files of a rank, which are not read
  bool other_files = false;           ///< the default filter found none: all traces were taken
  std::size_t other_ranks = 0;        ///< files that the default filter left out
  std::vector<std::string> left_out;  ///< these files
  std::vector<std::string> unnumbered;   ///< files without a rank in their name, which are not read
  std::vector<std::string> no_traces;    ///< named like the trace of a rank beside it, without events
};

/// The number behind the first `pattern` that digits follow; nothing without one. A number that no run has is none.
std::optional<std::int64_t> rank_in(std::string_view name, std::string_view pattern);

/// The number behind the last `rank`, `rank_`, `rank-`, `rank[`, `rank/`, `rank `, `rank=` and the like of a text;
/// nothing without one.
std::optional<std::int64_t> rank_word_in(std::string_view text);

/// Whether a path fits a pattern: `*` and `?` stand for anything but a slash, `**/` for any folders, none included.
bool fits_glob(std::string_view path, std::string_view pattern);

/// The rank that a trace's `distributedInfo` tells; nothing where there is none, or the file cannot be read.
std::optional<std::int64_t> rank_in_trace(const std::string& path);

/// Whether a file is whole JSON without events, as a snapshot of memory is that is named like a trace. One that is
/// empty or cut is none.
bool holds_other_json(const std::string& path);

/// Whether a filter picked single ranks of a configuration, so that others are not missed. A default filter that found
/// none did not, and neither does a glob.
bool picks_ranks(const discover_options& options, const experiment& found);

/// The folders below the base that have traces, by path. Links to folders are not followed; a folder that cannot be
/// read is passed over.
expected<std::vector<experiment>> discover(const discover_options& options);

/// `<folder's name>_<filters joined by _>_performance_report.xlsx`.
std::string workbook_name(const experiment& e, const discover_options& options);

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_DISCOVER_HPP
