/// Command line options: CLI11, compiled once for all programs.

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/core/utf8.hpp>
#include <ridgeline/core/version.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/sink/partial_file.hpp>

#include "program.hpp"
#include "written_files.hpp"

namespace program {

namespace {

/// The app's option whose name is closest to `word`.
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

/// Options of the original programs that are not here, and what to use. They are not compared with other names, since
/// the nearest one means something else.
struct option_elsewhere {
  std::string_view name, instead;
};
constexpr std::array<option_elsewhere, 3> elsewhere{{
    {"--comparison_json_path", "compare_report BASELINE TRACE compares two traces"},
    {"--python_path", "no simulator of matrix products is run; --arch NAME judges ops by the roof of a chip"},
    {"--enable-origami", "no simulator of matrix products is run; --arch NAME judges ops by the roof of a chip"},
}};

/// Whether unused words are left; reports the first.
bool says_what_is_left(const CLI::App& app) {
  std::vector<std::string> left = app.remaining();
  const auto end = std::find(left.begin(), left.end(), "--");  // of the options: what follows are inputs
  const bool no_option = end == left.begin();
  if (end != left.end()) left.erase(end);
  if (left.empty()) return false;
  const std::string& word = left.front();
  for (const option_elsewhere& e : elsewhere)
    if (std::string_view(word).substr(0, word.find('=')) == e.name) {
      say(app.get_name() + ": " + std::string(e.name) + " is not there: " + std::string(e.instead));
      return true;
    }
  const bool misspelt = !no_option && word.starts_with('-');
  const std::string nearest = misspelt ? nearest_option(app, word) : "";
  say(app.get_name() + ": " +
      (!misspelt ? word + ": one input too many, or a value without an option (see --help)"
                              : "unknown option " + word + did_you_mean(nearest)));
  return true;
}

/// Makes the help show each option's default.
void describe_defaults(CLI::App& app) {
  for (CLI::Option* option : app.get_options([](const CLI::Option* o) { return !o->get_lnames().empty(); })) {
    const bool says = !option->get_default_str().empty() || option->get_required() ||
                      option->get_description().find("default: ") != std::string::npos;
    if (option == app.get_help_ptr() || option == app.get_version_ptr() || says) continue;
    option->description(option->get_description() + (option->get_expected_max() == 0 ? " (default: off)" : " (default: none)"));
  }
}

/// The help with lines that fit the console. What an option does goes on below where it began; its default follows the
/// word on the same line.
std::string wrapped(const std::string& help, std::size_t width) {
  constexpr std::size_t column = 30;  // where CLI11 begins what an option does
  std::string text;
  for (std::size_t from = 0; from < help.size();) {
    const std::size_t end = std::min(help.find('\n', from), help.size());
    std::string line = help.substr(from, end - from);
    const std::size_t indent = line.starts_with(' ') ? column : 0;
    while (line.size() > width) {
      std::size_t blank = line.rfind(' ', width);
      if (std::string_view(line).substr(0, blank).ends_with("(default:")) blank = line.rfind(' ', blank - 1);
      if (blank == line.npos || blank <= indent) blank = line.find(' ', width);  // behind a word that is longer
      if (blank == line.npos) break;
      text += line.substr(0, blank) + '\n';
      line = std::string(indent, ' ') + line.substr(blank + 1);
    }
    text += line + '\n';
    from = end + 1;
  }
  return text;
}

/// Inputs that are given by position or as an option are required as either: CLI11 would call both required.
std::vector<CLI::Option*> take_either(CLI::App& app) {
  std::vector<CLI::Option*> either;
  for (CLI::Option* option : app.get_options()) {
    if (!option->get_required() || !option->get_positional() || option->get_lnames().empty()) continue;
    option->required(false)->description(option->get_description() + " (required)");
    either.push_back(option);
  }
  return either;
}

/// Whether one of them is missing; reports it.
bool says_what_is_missing(const CLI::App& app, const std::vector<CLI::Option*>& either) {
  for (const CLI::Option* option : either) {
    if (option->count() != 0) continue;
    say(app.get_name() + ": expected an input, " + option->get_name(true) + " or --" + option->get_lnames().front() +
        " (see --help)");
    return true;
  }
  return false;
}

/// Options of all programs that name an output file.
constexpr std::array<std::string_view, 12> writing{
    "--xlsx", "--json", "--html", "--sqlite", "--csv", "--findings-json", "--markdown", "--junit", "--save-baseline",
    "--merged_trace", "--trace_with_counters", "--critical_path_trace"};

bool is_written(const CLI::Option& option) {
  return std::any_of(writing.begin(), writing.end(),
                     [&](std::string_view name) { return option.check_name(std::string(name)); });
}

/// Options of all programs that name a folder to write to.
constexpr std::array<std::string_view, 4> filling{"--output_csvs_dir", "--output-folder", "--collective_report",
                                                  "--trace-diff"};

bool is_folder(const CLI::Option& option) {
  return std::any_of(filling.begin(), filling.end(),
                     [&](std::string_view name) { return option.check_name(std::string(name)); });
}

/// Options for which an empty text means something.
constexpr std::array<std::string_view, 4> emptied{"--cp_annotation", "--filters", "--rank_pattern", "--name-append"};

bool may_be_empty(const CLI::Option& option) {
  return option.get_positional() || std::any_of(emptied.begin(), emptied.end(), [&](std::string_view name) {
           return option.check_name(std::string(name));
         });
}

/// Whether a word is an option of the program, such as `-q`.
bool is_option(const CLI::App& app, const std::string& word) {
  return word.size() > 1 && word[0] == '-' && app.get_option_no_throw(word) != nullptr;
}

/// An empty text is an error, as from an unset variable, and so is an option in place of a value. Output files: `-` is
/// standard output.
void check_texts(CLI::App& app) {
  for (CLI::Option* const option : app.get_options([](const CLI::Option* o) { return o->get_expected_max() != 0; })) {
    const bool file = is_written(*option), may_be_nothing = may_be_empty(*option);
    const bool folder = is_folder(*option);
    option->transform(CLI::Validator([&app, file, folder, may_be_nothing](std::string& word) -> std::string {
      if (folder && word == "-") return "expected the name of a folder, found -";
      if (file && word == "-") word = "/dev/stdout";
      const std::string expected = file ? "expected the name of a file, found " : "expected a value, found ";
      if (is_option(app, word)) return expected + "the option " + word;
      return word.empty() && !may_be_nothing ? expected + "nothing" : std::string();
    }, ""));
  }
}

/// Whether an option takes all words behind it up to the next option, and does not look for parts of paths.
bool takes_a_list(const CLI::App& app, const std::string& word) {
  const CLI::Option* const option = app.get_option_no_throw(word.substr(0, word.find('=')));
  return option != nullptr && option->get_allow_extra_args() && !option->get_positional() &&
         !option->check_name("--filters");
}
/// Whether a word names an input: a file or a folder, with or without a label, what is called like one, or standard
/// input.
bool names_input(const std::string& word) {
  constexpr std::array<std::string_view, 4> endings{".json", ".gz", ".csv", ".pb"};
  std::error_code why;
  return word == "-" || std::filesystem::exists(word, why) ||
         std::filesystem::exists(word.substr(word.find('=') + 1), why) ||
         std::any_of(endings.begin(), endings.end(), [&](std::string_view e) { return word.ends_with(e); });
}

/// The words of a command line, the last first, as CLI11 takes them. `--name=` gives an option an empty text, as
/// `--name ''` does, which CLI11 takes for an option without a value. A list of names ends at an input, so that options
/// may precede it; CLI11 ends lists at `--`.
std::vector<std::string> words_of(const CLI::App& app, int argc, char** argv) {
  std::vector<std::string> words;
  bool options = true, in_list = false, begun = false;
  for (int i = 1; i < argc; ++i) {
    std::string word = argv[i];
    options = options && word != "--";
    if (options && word.starts_with('-') && word != "-") {
      in_list = takes_a_list(app, word), begun = word.find('=') != word.npos;
    } else if (in_list && std::exchange(begun, true) && options && names_input(word)) {
      words.emplace_back("--");
      in_list = false;
    }
    const bool ends_so = options && word.size() > 3 && word.starts_with("--") && word.ends_with('=');
    const CLI::Option* const option = ends_so ? app.get_option_no_throw(word.substr(0, word.size() - 1)) : nullptr;
    const bool empty = option != nullptr && option->get_expected_max() != 0;
    if (empty) word.pop_back();
    words.push_back(std::move(word));
    if (empty) words.emplace_back();
  }
  std::reverse(words.begin(), words.end());
  return words;
}

bool is_standard_output(std::string_view path) {
  return path == "/dev/stdout" || path == "/dev/fd/1" || path == "/proc/self/fd/1";
}

/// Occupies the descriptors of standard input, output and error that were closed before the start, so that no file of
/// ours gets one of their numbers, and messages or another output with it. Reading and writing them fails, also by
/// name: `/dev/stdin` is an empty file then, and `/dev/stdout` a folder.
void hold_closed_streams() {
  for (int stream = 0; stream <= 2; ++stream)
    if (::fcntl(stream, F_GETFD) == -1 && ::open(stream == 0 ? "/dev/null" : "/", O_PATH) != stream)
      return;  // cannot happen: open returns the lowest free number
}

/// Help, lists and dry runs are printed to `stdout`: if it cannot be written, the program reports that at its end, with
/// exit code 1. Reports do not use it.
void check_stdout_at_exit(const std::string& program) {
  static std::string name;
  name = program;
  std::atexit([] {
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return;
    say(name + ": standard output: cannot be written: " + std::strerror(errno));
    ::_exit(unusable_input);
  });
}

bool standard_output_is_named = false;

/// The command line's value for one of the app's options, or for its position.
struct named_value {
  const CLI::Option* option;
  std::string value;
  bool is_written;
};

std::vector<named_value> named_values(const CLI::App& app) {
  std::vector<named_value> all;
  for (const CLI::Option* option : app.get_options([](const CLI::Option* o) { return o->get_expected_max() != 0; })) {
    for (const std::string& value : option->results())
      if (!value.empty()) all.push_back({option, value, is_written(*option)});
  }
  return all;
}

/// Whether two outputs are the same file, existing or not. Devices and pipes may be named twice, standard output not.
bool are_one_output(const std::string& a, const std::string& b) {
  if (is_standard_output(a) && is_standard_output(b)) return true;
  if (ridgeline::is_written_in_place(a) || ridgeline::is_written_in_place(b)) return false;
  std::error_code why;
  const auto whole = [&](const std::string& path) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, why), why);
  };
  return ridgeline::same_file(a, b) || (whole(a) == whole(b) && !why);
}

/// Whether a file would be written twice, or is also an input of another option; reports it.
bool names_a_file_twice(const CLI::App& app) {
  const std::vector<named_value> all = named_values(app);
  for (const named_value& to : all) {
    if (!to.is_written) continue;
    for (const named_value& other : all) {
      if (&other == &to) continue;
      const bool reads = !other.is_written;
      if (reads && is_input(app.get_name(), to.value, input_path(other.value))) return true;
      if (other.option == to.option || !other.is_written || !are_one_output(to.value, other.value)) continue;
      say(app.get_name() + ": " + to.value + " is given for two outputs, " + to.option->get_name() + " and " +
          other.option->get_name());
      return true;
    }
  }
  return false;
}

}  // namespace

application::application(std::string description, std::string name) : CLI::App(std::move(description), std::move(name)) {}
application::~application() = default;

namespace {

/// What is wrong with an integer for an option whose type has this description. Leading zeros do not make it octal.
std::string checked_whole(std::string& word, const std::string& type) {
  const bool positive = type.find(":POSITIVE") != std::string::npos;
  const bool negative_too = type.starts_with("INT") && !positive && type.find(":NONNEGATIVE") == std::string::npos;
  const bool negative = word.starts_with('-');
  std::string digits = word.substr(negative ? 1 : 0);
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.empty() ? 0 : digits.size() - 1));
  const bool whole = !digits.empty() && digits.find_first_not_of("0123456789") == std::string::npos;
  if (!whole || (negative && !negative_too) || (positive && digits == "0"))
    return "expected a whole number" + std::string(negative_too ? "" : positive ? " from 1 on" : " from 0 on") +
           ", found " + word;
  std::int64_t value = 0;
  if (std::from_chars(digits.data(), digits.data() + digits.size(), value).ec != std::errc()) return word + " is too large";
  word = (negative ? "-" : "") + digits;
  return {};
}

/// What is wrong with a number for an option whose type has this description. CLI11 would print the largest double.
std::string checked_real(const std::string& word, const std::string& type) {
  double value = 0;
  if (!CLI::detail::lexical_cast(word, value)) return "expected a number, found " + word;
  if (!std::isfinite(value)) return "expected a finite number, found " + word;
  if (value < 0 && type.find(":NONNEGATIVE") != std::string::npos) return "expected a number from 0 on, found " + word;
  if (value <= 0 && type.find(":POSITIVE") != std::string::npos) return "expected a number above 0, found " + word;
  return {};
}

/// A message of CLI11 in the words of the others: `--x: Value 7 not in range 0.010000 to 5.000000` becomes `--x: expected
/// a number from 0.01 to 5, found 7`, and `--x: 1 required TEXT missing` becomes `--x: expected a value, found nothing`.
std::string in_plain_words(const std::string& said) {
  constexpr std::string_view value = ": Value ", range = " not in range ", to = " to ";
  const auto number = [](std::string digits) {
    if (digits.find('.') == std::string::npos) return digits;
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.ends_with('.')) digits.pop_back();
    return digits;
  };
  const std::size_t at = said.find(value), in = said.rfind(range), limit = said.rfind(to);
  if (at != said.npos && in != said.npos && at < in && in + range.size() < limit + 1 && limit != said.npos)
    return said.substr(0, at) + ": expected a number from " +
           number(said.substr(in + range.size(), limit - in - range.size())) + " to " +
           number(said.substr(limit + to.size())) + ", found " + said.substr(at + value.size(), in - at - value.size());
  if (const std::size_t none = said.find(": 1 required "); none != said.npos && said.ends_with(" missing"))
    return said.substr(0, none) + ": expected a value, found nothing";
  constexpr std::string_view once = ": At Most 1 required but received ";
  if (const std::size_t most = said.find(once); most != said.npos)
    return said.substr(0, most) + ": expected once, found " + said.substr(most + once.size()) + " times";
  constexpr std::string_view flag = "Could not convert: ", is = " = ";  // of several values the last one
  if (const std::size_t equals = said.find(is); said.starts_with(flag) && equals != said.npos)
    return said.substr(flag.size(), equals - flag.size()) + ": takes no value, found " +
           said.substr(std::max(equals + is.size(), said.rfind(',') + 1));
  return said;
}

/// Numbers mean what they do in other programs: CLI11 reads -1 as the largest number, and 010 as 8.
void check_numbers(CLI::App& app) {
  for (CLI::Option* const option : app.get_options([](const CLI::Option* o) { return o->get_expected_max() != 0; })) {
    const std::string type = option->get_type_name();
    if (type.starts_with("UINT") || type.starts_with("INT"))
      option->transform(CLI::Validator([=](std::string& word) { return checked_whole(word, type); }, ""));
    if (type.starts_with("FLOAT"))
      option->transform(CLI::Validator([=](std::string& word) { return checked_real(word, type); }, ""));
  }
}

}  // namespace

void add_threads(CLI::App& app, unsigned& threads, const std::string& what) {
  app.add_option("--threads", threads, what)->check(CLI::Range(1u, 1024u))->capture_default_str();
}

int parse(CLI::App& app, int argc, char** argv) {
  app.set_version_flag("--version", app.get_name() + " (ridgeline) " RIDGELINE_VERSION);
  app.allow_extras();
  hold_closed_streams();
  check_stdout_at_exit(app.get_name());
  end_without_memory(app.get_name());
  end_when_input_shrinks(app.get_name());
  ridgeline::remove_partial_files_on_signals();
  ridgeline::keep_inputs();
  describe_defaults(app);
  const std::vector<CLI::Option*> either = take_either(app);
  check_numbers(app);
  check_texts(app);
  try {
    app.parse(words_of(app, argc, argv));
  } catch (const CLI::CallForHelp&) {
    std::fputs(wrapped(app.help(), console_width()).c_str(), stdout);
    return success;
  } catch (const CLI::Success& asked) {  // --version
    return app.exit(asked);
  } catch (const CLI::ParseError& wrong) {
    if (says_what_is_left(app)) return wrong_usage;  // a missing input may follow a misspelled option
    say(app.get_name() + ": " + in_plain_words(wrong.what()) + " (see --help)");
    return wrong_usage;
  }
  if (says_what_is_left(app) || says_what_is_missing(app, either)) return wrong_usage;
  if (names_a_file_twice(app)) return wrong_usage;
  for (const named_value& named : named_values(app))
    if (named.is_written && is_standard_output(named.value)) standard_output_is_named = true;
  return -1;
}

bool writes_standard_output() { return standard_output_is_named; }

void say_what_does_nothing(const CLI::App& app, std::span<const char* const> options, std::string_view other,
                           bool with) {
  const auto used = app.get_options([](const CLI::Option* option) { return option->count() != 0; });  // few of many
  std::string given;
  for (const char* const name : options)
    if (std::any_of(used.begin(), used.end(), [&](const CLI::Option* option) { return option->check_name(name); }))
      given += (given.empty() ? "" : ", ") + std::string(name);
  if (!given.empty()) say(app.get_name() + ": " + given + (with ? ": no effect with " : ": no effect without ") + std::string(other));
}

bool is_written_twice(const CLI::App& app, const std::string& path, const std::string& from) {
  for (const named_value& other : named_values(app)) {
    if (!other.is_written || !are_one_output(path, other.value)) continue;
    say(app.get_name() + ": " + path + " is given for two outputs, " + from + " and " + other.option->get_name());
    return true;
  }
  return false;
}

void say_quality(const ridgeline::data_quality& quality) {
  if (quality.empty()) return;
  const auto& issues = quality.issues();
  std::uint64_t all = 0;
  for (const auto& issue : issues) all += issue.count;
  const auto lost = std::find_if(issues.begin(), issues.end(), [](const auto& issue) { return issue.lost_input; });
  const ridgeline::quality_issue& shown = lost == issues.end() ? issues.front() : *lost;
  const std::string where = to_string(shown.first);
  say("data quality: " + std::to_string(all) + (all == 1 ? " remark" : " remarks") + " of " +
      std::to_string(issues.size()) + (issues.size() == 1 ? " kind" : " kinds") + ", first" +
      (where.empty() ? "" : " ") + where + ": " + shown.reason + " (" + std::to_string(shown.count) + "x" +
      (shown.example.empty() ? "" : ", " + std::string(ridgeline::utf8_front(shown.example, 60))) + ")");
}

}  // namespace program
