/// The options for which sheets are written, and for the report on the console.
#ifndef RIDGELINE_EXAMPLES_COMMON_SHEET_OPTIONS_HPP
#define RIDGELINE_EXAMPLES_COMMON_SHEET_OPTIONS_HPP

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/table/sheet_spelling.hpp>
#include <ridgeline/table/table.hpp>

#include "program.hpp"

namespace program {

/// Whether the names of `--sheets` are among the program's sheets, or `all`; reports one that is not.
template <class Names>
bool are_sheets(const std::string& program, const std::vector<std::string>& asked, const Names& known) {
  for (const std::string& name : asked) {
    if (name == "all" || std::find(known.begin(), known.end(), name) != known.end()) continue;
    say_unknown(program + ": --sheets", "sheet", name, known);
    return false;
  }
  return true;
}

/// A sheet that is there only with options.
struct sheet_need {
  std::string_view sheet{};
  std::vector<std::string> options{};
  std::string_view value{};  ///< what the last option takes
};

/// Registers its options with the program, and must stay in place until they are parsed.
class sheet_options {
 public:
  explicit sheet_options(CLI::App& app);
  sheet_options(const sheet_options&) = delete;
  sheet_options& operator=(const sheet_options&) = delete;

  bool quiet() const { return quiet_; }
  /// Whether a report goes to the console. Known after `parse`.
  bool shows() const { return !quiet_ && !writes_standard_output(); }
  const std::vector<std::string>& names() const { return names_; }
  bool all() const { return names_.empty() || std::find(names_.begin(), names_.end(), "all") != names_.end(); }

  /// Takes either name of these sheets: the documented one and the original's.
  void take_spellings(std::span<const ridgeline::sheet_spelling> sheets, bool original) {
    for (std::string& name : names_) name = std::string(spelt(sheets, name, original));
  }
  /// These sheets need options.
  void need(std::vector<sheet_need> needs) { needs_ = std::move(needs); }
  /// The same for the given names.
  template <class Names>
  bool are_known(const std::string& program, const Names& known) const {
    return are_sheets(program, names_, known);
  }
  /// Whether a sheet with that name is requested.
  bool wants(const std::string& name) const {
    return all() || name == "data_quality" || std::find(names_.begin(), names_.end(), name) != names_.end();
  }
  /// Reports requested sheets that the report does not have.
  void say_what_is_absent(const std::vector<ridgeline::table>& tables) const;
  std::vector<ridgeline::table> chosen(std::vector<ridgeline::table> tables) const {
    std::erase_if(tables, [&](const ridgeline::table& t) { return !wants(t.name()); });
    return tables;
  }

 private:
  /// Options that are missing, or else nothing in the input.
  std::string why_absent(const std::string& name) const;

  const CLI::App& app_;
  std::vector<std::string> names_{};
  std::vector<sheet_need> needs_{};
  bool quiet_ = false;
};

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_SHEET_OPTIONS_HPP
