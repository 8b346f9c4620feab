/// Options of a command line: CLI11, compiled once for all programs.

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <ridgeline/core/version.hpp>
#include <ridgeline/sink/partial_file.hpp>

#include "program.hpp"

namespace program {

namespace {

/// The app's option whose name is nearest to `word`.
std::string nearest_option(const CLI::App& app, std::string_view word) {
  std::string best;
  std::size_t least = word.size();
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      const std::string spelt = "--" + name;
      if (const std::size_t d = distance(word.substr(0, word.find('=')), spelt); d < least) {
        least = d;
        best = spelt;
      }
    }
  }
  return best;
}

/// Makes the help say what each option is when it is not given.
void describe_defaults(CLI::App& app) {
  for (CLI::Option* option : app.get_options([](const CLI::Option* o) { return !o->get_lnames().empty(); })) {
    const bool says = !option->get_default_str().empty() || option->get_required() ||
                      option->get_description().find("default: ") != std::string::npos;
    if (option == app.get_help_ptr() || option == app.get_version_ptr() || says) continue;
    option->description(option->get_description() + (option->get_expected_max() == 0 ? " (default: off)" : " (default: none)"));
  }
}

}  // namespace

application::application(std::string description, std::string name) : CLI::App(std::move(description), std::move(name)) {}
application::~application() = default;

int parse(CLI::App& app, int argc, char** argv) {
  app.set_version_flag("--version", app.get_name() + " (ridgeline) " RIDGELINE_VERSION);
  app.allow_extras();
  end_without_memory(app.get_name());
  end_when_input_shrinks(app.get_name());
  ridgeline::remove_partial_files_on_signals();
  describe_defaults(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {  // --help, --version
    return app.exit(asked);
  } catch (const CLI::ParseError& wrong) {
    say(app.get_name() + ": " + wrong.what() + " (see --help)");
    return wrong_usage;
  }
  for (const std::string& word : app.remaining()) {
    const std::string nearest = nearest_option(app, word);
    say(app.get_name() + ": unknown option " + word + (nearest.empty() ? "" : "; did you mean " + nearest + "?"));
    return wrong_usage;
  }
  return -1;
}

}  // namespace program
