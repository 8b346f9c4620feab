#include "sheet_options.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>

#include <ridgeline/table/format.hpp>

namespace program {

sheet_options::sheet_options(CLI::App& app) : app_(app) {
  app.add_option("--sheets", names_,
                 "only these sheets, names separated by commas; data_quality is always included; all: every sheet "
                 "(default: those that need no option, and those that options ask for)")
      ->delimiter(',')
      ->transform(CLI::Validator([](std::string& name) {  // blanks around commas
        name.erase(0, name.find_first_not_of(' '));
        name.erase(name.find_last_not_of(' ') + 1);
        return std::string();
      }, ""));
  app.add_flag("--quiet,-q", quiet_, "no report on the console");
}

void sheet_options::say_what_is_absent(const std::vector<ridgeline::table>& tables) const {
  for (const std::string& name : names_)
    if (name != "all" && name != "data_quality" &&
        std::none_of(tables.begin(), tables.end(), [&](const ridgeline::table& t) { return t.name() == name; }))
      say(app_.get_name() + ": " + why_absent(name));
}

std::string sheet_options::why_absent(const std::string& name) const {
  for (const sheet_need& need : needs_) {
    if (need.sheet != name) continue;
    const bool given = std::all_of(need.options.begin(), need.options.end(),
                                   [&](const std::string& option) { return app_.count(option) != 0; });
    if (given) continue;
    std::string options = ridgeline::joined_text(need.options, " ");
    if (!need.value.empty()) options.append(" ").append(need.value);
    return "the sheet " + name + " needs " + options;
  }
  return "there is nothing for the sheet " + name;
}

}  // namespace program
