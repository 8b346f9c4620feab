#ifndef RIDGELINE_RANKS_DISCOVER_HPP
#define RIDGELINE_RANKS_DISCOVER_HPP

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/missing.hpp>
#include <ridgeline/ranks/rank_facts.hpp>
#include <ridgeline/ranks/rank_pattern.hpp>

namespace ridgeline {

/// How to find trace files and assign them to ranks.
struct discover_options {
  std::string base{};
  std::string pattern = "rank_";             ///< precedes the rank's number in a file name
  std::string extension = "json";            ///< file name extension, without the dot
  std::vector<std::string> filters{"rank_0"}; ///< substrings that must all occur in the full path
  std::string glob{};                        ///< pattern with `*`, `?`, `[...]`, `**`; used instead of `base`
  std::optional<rank_pattern> regex{};       ///< extracts the rank from the file name, or else from the path
  bool by_content = false;                   ///< the rank stated inside a file takes precedence over its name
  /// Whether the user set the extension and the filters. If the defaults match nothing, other traces are taken
  /// instead.
  bool extension_given = true, filters_given = true;

  /// All traces in a folder, whatever they are called, for a program that asks its user for nothing else.
  static discover_options all_in(std::string folder) {
    discover_options all;
    all.base = std::move(folder), all.filters.clear(), all.by_content = true;
    all.extension_given = all.filters_given = false;
    return all;
  }
};

struct rank_file {
  std::int64_t rank = 0;
  std::string path{};
  rank_source from = rank_source::name;
  std::int64_t named = missing<std::int64_t>;  ///< the rank in its name
  std::int64_t world = missing<std::int64_t>;  ///< number of ranks of the run, as stated in the file
  std::string note{};
  std::string host{};   ///< machine name, from the trace or torch's file name; empty: unknown
};

/// A folder with the traces of one configuration.
struct experiment {
  std::string folder{};               ///< absolute path
  std::string relative{};             ///< path relative to the base; empty for the base itself
  std::vector<rank_file> files;       ///< by rank, one file per rank
  std::vector<rank_file> doubled;     ///< additional files of a rank, not read
  bool other_files = false;           ///< the default extension or filter matched none, so other traces were taken
  std::size_t other_ranks = 0;        ///< number of files excluded by the default filter, in its folders or near them
  std::vector<std::string> left_out;  ///< the files counted in `other_ranks`
  std::vector<std::string> unnumbered;   ///< files without a rank in their name, not read
  std::vector<std::string> no_traces;    ///< named like traces of a rank, but without events
  std::vector<std::string> unread_folders;  ///< folders in or near it that may not be read
};

/// The number after the first `pattern` that is followed by digits; nothing if there is none, or if the number is
/// too large to be a rank.
std::optional<std::int64_t> rank_in(std::string_view name, std::string_view pattern);

/// The number after the last `rank`, `rank_`, `rank-`, `rank[`, `rank/`, `rank `, `rank=` or similar in a text;
/// nothing if there is none.
std::optional<std::int64_t> rank_word_in(std::string_view text);

/// Whether a path matches a pattern: `*` and `?` match anything but a slash, `**/` matches zero or more folders.
bool fits_glob(std::string_view path, std::string_view pattern);

/// Whether a file is complete JSON without events, such as a memory snapshot that is named like a trace. False for a
/// file that is empty or truncated.
bool holds_other_json(const std::string& path);

/// The filters that the files of a configuration passed. Default filters were not used if they, or the default
/// extension, matched no file, nor with a glob.
std::span<const std::string> used_filters(const discover_options& options, const experiment& found);

/// Whether a filter that was used picked single ranks of a configuration, so that others are not missed. A glob does
/// not.
bool picks_ranks(const discover_options& options, const experiment& found);

/// The folders below the base that contain traces, by path. Links to folders are not followed; folders that may not
/// be read are skipped and named, and are a failure if nothing else is found.
expected<std::vector<experiment>> discover(const discover_options& options);

/// All files of a configuration: those that are read, and those that are left out for any reason.
std::vector<std::string> files_of(const experiment& e);

/// `<folder name>_<used filters joined by _>_performance_report.xlsx`; without any,
/// `<folder name>_performance_report.xlsx`.
std::string workbook_name(const experiment& e, const discover_options& options);

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_DISCOVER_HPP
