#ifndef RIDGELINE_TORCH_CAPTURE_FOLDER_BODY_HPP
#define RIDGELINE_TORCH_CAPTURE_FOLDER_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/core/parallel.hpp>
#include <ridgeline/read/json.hpp>
#include <ridgeline/read/text_file.hpp>
#include <ridgeline/torch/capture/capture_body.hpp>
#include <ridgeline/torch/capture/folder.hpp>
#include <ridgeline/torch/capture/infer_body.hpp>
#include <ridgeline/torch/read/content.hpp>
#include <ridgeline/torch/read/kineto_body.hpp>

namespace ridgeline {

namespace torch_detail {

inline constexpr std::string_view capture_list_name = "execution_details.json";

/// An entry of the list of captures; fields that are absent, or neither a number nor a text, are missing.
struct listed_capture {
  std::string file{}, mode{};
  std::int64_t size = missing<std::int64_t>;
};

/// The failure for anything but a regular file: opening a pipe would block.
std::optional<failure> not_a_file(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_regular_file(path, error) || !std::filesystem::exists(path, error)) return std::nullopt;
  return failure(errc::cannot_read, path, "is not a file");
}

expected<std::vector<listed_capture>> read_capture_list(const std::string& path) {
  if (const std::optional<failure> none = not_a_file(path)) return *none;
  const expected<text_file> file = text_file::open(path);
  if (!file) return file.error();
  std::vector<listed_capture> list;
  const expected<bool> read = read_json(file.value().view(), [&](std::string_view at, const json_leaf& v) {
    if (!core_detail::take_front(at, "/") || !take_position(at)) return;
    if (at.empty()) return list.emplace_back(), void();
    listed_capture& c = list.back();
    const bool text = v.is == json_leaf::kind::text;
    if (at == "file" && text) c.file = v.text;
    if (at == "mode" && text) c.mode = v.text;
    if (at == "batch_size" && v.is == json_leaf::kind::whole) c.size = v.whole;
  });
  if (!read) return failure(read.error().code, {path, read.error().at.line, read.error().at.column}, read.error().what);
  return list;
}

/// Sizes that names in a file may give its captures, found without reading it as a trace.
struct capture_names {
  bool any_capture = false;
  bool unsure = false;  ///< some text in the file uses escapes
  std::set<std::int64_t> sizes{};
};
const char* next_in(std::string_view text, const char* from, std::string_view word) {
  const auto left = static_cast<std::size_t>(text.data() + text.size() - from);
  return static_cast<const char*>(::memmem(from, left, word.data(), word.size()));
}
/// Whether a file may capture a graph at all; others are not worth reading, such as the replay next to its captures.
bool may_capture(std::string_view text) {
  return !text.empty() && (next_in(text, text.data(), "StreamBeginCapture") != nullptr ||
                           next_in(text, text.data(), "\\u") != nullptr);
}
capture_names capture_names_in(std::string_view text) {
  constexpr std::string_view quoted = "\"capture_";
  capture_names names;
  if (text.empty()) return names;
  names.any_capture = next_in(text, text.data(), "StreamBeginCapture") != nullptr;
  names.unsure = next_in(text, text.data(), "\\u") != nullptr;
  for (const char* at = text.data(); (at = next_in(text, at, quoted)) != nullptr; at += quoted.size()) {
    const std::string_view rest = text.substr(static_cast<std::size_t>(at + 1 - text.data()), 256);
    const capture_range_name n = capture_range_of(rest.substr(0, rest.find('"')));
    if (known(n.size)) names.sizes.insert(n.size);
  }
  return names;
}

/// The captures of a folder: those needed for the given rows are read at once, the others on demand.
class folder_captures final : public unread_captures {
 public:
  folder_captures(const std::string& folder, const capture_folder_options& options)
      : folder_(folder), options_(options), one_a_file_(options.faults.one_capture_a_file) {}

  /// Reads what is needed; returns false if all files were read.
  bool begin(const std::vector<std::string>& traces, torch_captures& to) {
    std::error_code ignored;
    const std::string list = (std::filesystem::path(folder_) / capture_list_name).string();
    bool listed = std::filesystem::exists(list, ignored);
    if (listed) {
      expected<std::vector<listed_capture>> read = read_capture_list(list);
      if (read) entries_ = std::move(read).value();
      else listed = false, to.problems.add("captures: the list of captures cannot be read; sizes are taken from the "
                                           "captures", read.error().at, read.error().what, false);
    }
    if (listed) keep_usable(list, to.problems);
    if (listed) begin_list(to);
    if (listed && !one_a_file_ && !any_readable(to)) {
      to.problems.add("captures: no file of the list can be read; sizes are taken from the captures", {list}, "",
                      false);
      listed = false;
    }
    if (!listed) read_all(traces, to);
    return std::any_of(files_.begin(), files_.end(), [](const file_state& f) { return !f.read; });
  }

  std::int64_t next_size(std::int64_t rows) const override {
    std::int64_t least = missing<std::int64_t>;
    for (const file_state& f : files_) {
      if (f.read) continue;
      const auto at = f.sizes.lower_bound(rows);
      if (at != f.sizes.end() && (!known(least) || *at < least)) least = *at;
    }
    return least;
  }
  void read(std::int64_t size, torch_captures& to) override {
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < files_.size(); ++i)
      if (!files_[i].read && files_[i].sizes.contains(size)) numbers.push_back(i);
    read_files(numbers, false, to);
  }

 private:
  struct file_state {
    bool read = false;
    std::int64_t size = missing<std::int64_t>;  ///< size of captures that are in no range
    std::set<std::int64_t> sizes{};             ///< sizes that its captures may have
    inferred_capture inferred{};
    std::string problem{};
    std::string_view damage{};                  ///< what could not be read, if it was read in part
    std::string why_idle{};                     ///< what is wrong with a file without captures, if anything
  };

  /// Whether the original accepts a mode; a capture's actual kind is determined by its windows.
  bool takes(std::string_view mode) const { return !one_a_file_ || mode == "FULL" || mode == "PIECEWISE"; }
  void keep_usable(const std::string& list, data_quality& problems) {
    std::erase_if(entries_, [&](const listed_capture& c) {
      const bool usable = !c.file.empty() && known(c.size) && takes(c.mode);
      if (!usable)
        problems.add("captures: an entry of the list lacks a file, a batch_size that is a whole number, or the mode "
                     "FULL or PIECEWISE", {list}, c.file);
      return !usable;
    });
  }
  void name_files(const std::vector<std::string>& names, torch_captures& to) {
    number_.clear(), files_.clear(), to.files.clear();
    for (const std::string& name : names)
      if (number_.try_emplace(name, number_.size()).second) to.files.emplace_back().name = name;
    files_.resize(to.files.size());
  }

  void begin_list(torch_captures& to) {
    std::vector<std::string> names;
    for (const listed_capture& c : entries_) names.push_back(c.file);
    name_files(names, to);
    for (const listed_capture& c : entries_) {
      file_state& f = files_[number_.at(c.file)];
      f.size = c.size, f.sizes.insert(c.size), listed_sizes_.insert(c.size);
    }
    if (one_a_file_) {
      add_entries(to);
    } else {  // if there are several entries, the last one counts
      for (file_state& f : files_) f.sizes = {f.size};
    }
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < files_.size(); ++i)
      if (!one_a_file_ || !options_.rows || is_wanted(files_[i])) all.push_back(i);
    read_files(all, !one_a_file_ && options_.rows.has_value(), to);
  }
  /// Whether a step may choose the file's captures before all others. More sizes than those listed may turn up.
  bool is_wanted(const file_state& f) const {
    return std::any_of(options_.rows->begin(), options_.rows->end(), [&](std::int64_t rows) {
      const auto own = f.sizes.lower_bound(rows), least = listed_sizes_.lower_bound(rows);
      return own != f.sizes.end() && (least == listed_sizes_.end() || *own <= *least);
    });
  }
  /// Whether any file is a trace; reads files until one is.
  bool any_readable(torch_captures& to) {
    const auto readable = [](const capture_file& f) { return f.readable; };
    for (std::size_t i = 0; i < files_.size(); ++i) {
      if (std::any_of(to.files.begin(), to.files.end(), readable)) return true;
      if (!files_[i].read) read_files({i}, false, to);
    }
    return std::any_of(to.files.begin(), to.files.end(), readable);
  }
  void read_all(const std::vector<std::string>& traces, torch_captures& to) {
    name_files(traces, to);
    infers_ = true;
    std::vector<std::size_t> all(files_.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    read_files(all, false, to);
    if (one_a_file_) add_entries(to), fill_entries(to);
  }

  /// The path of a listed file; a list made on another machine may contain that machine's paths.
  std::string path_of(const std::string& file) const {
    namespace fs = std::filesystem;
    std::error_code ignored;
    const fs::path there = fs::path(folder_) / file, here = fs::path(folder_) / fs::path(file).filename();
    return !fs::is_regular_file(there, ignored) && fs::is_regular_file(here, ignored) ? here.string() : there.string();
  }
  /// Reads files in parallel. With `choosing`, files that turn out not to be needed are dropped after their names
  /// were checked.
  void read_files(const std::vector<std::size_t>& numbers, bool choosing, torch_captures& to) {
    const unsigned threads = options_.threads == 0 ? default_threads() : options_.threads;
    const unsigned each = std::max(1u, threads / threads_for(numbers.size(), threads));
    parallel_for(numbers.size(), threads,
                 [&](std::size_t i, unsigned) { read_file(numbers[i], choosing, each, to.files[numbers[i]]); });
    for (const std::size_t i : numbers) {
      if (!files_[i].problem.empty())
        to.problems.add("captures: a capture file cannot be read", {to.files[i].name}, files_[i].problem);
      if (!files_[i].damage.empty())
        to.problems.add("captures: part of a capture file cannot be read", {to.files[i].name}, files_[i].damage);
      if (files_[i].read && !one_a_file_) add_windows(i, to);
    }
    if (one_a_file_ && !infers_) fill_entries(to);
  }
  void read_file(std::size_t number, bool choosing, unsigned threads, capture_file& to) {
    file_state& f = files_[number];
    kineto_options reading;
    reading.threads = threads;
    reading.inflate_limit = options_.inflate_limit;
    const std::string path = path_of(to.name);
    if (const std::optional<failure> none = not_a_file(path)) {
      f.read = true;
      f.problem = to_string(*none);
      return;
    }
    constexpr std::size_t small_file = 1 << 20;  // is read without a word of captures, for what is wrong with it
    bool left = false, idle = false;
    expected<torch_trace> trace =
        read_content(path, reading, [&](const trace_content& in, const kineto_options& how) -> expected<torch_trace> {
          if (choosing && !is_wanted(f)) {
            capture_names names = capture_names_in(in.bytes);
            to.captures_graphs = names.any_capture;
            f.sizes.merge(names.sizes);
            left = !names.unsure && !is_wanted(f);
          }
          idle = infers_ && !one_a_file_ && !may_capture(in.bytes);
          if (!left && (!idle || in.bytes.size() <= small_file)) return read_kineto_content(in, how, path);
          if (in.source != nullptr) in.source->release(in.bytes);
          return torch_trace();
        });
    if (left) return;
    f.read = true;
    if (!trace && !idle) {
      f.problem = to_string(trace.error());
      return;
    }
    if (trace) to.trace = std::move(trace).value();
    else f.why_idle = to_string(trace.error());
    to.readable = true;
    for (const torch_problem p : {torch_problem::event_broken, torch_problem::file_cut, torch_problem::outside_broken,
                                  torch_problem::gzip_damaged})
      if (f.damage.empty() && to.trace.problems[p].count != 0) f.damage = facts_of(p).meaning;
    if (idle && f.why_idle.empty()) f.why_idle = f.damage;
    if (idle) f.damage = {};
    find_capture_windows(to, options_.faults);
    if (infers_) f.inferred = infer_capture(to.trace), f.size = f.inferred.size;
    if (infers_ && !one_a_file_ && to.windows.size() > 1) infer_window_sizes(to, f.size);
    keep_windows(to);
  }

  /// Makes a capture for each size and mode, from the last entry of each.
  void add_entries(torch_captures& to) {
    for (std::size_t i = 0; infers_ && i < files_.size(); ++i) {
      if (!to.files[i].readable) continue;
      const inferred_capture& found = files_[i].inferred;
      if (known(found.size) && takes(found.mode)) entries_.push_back({to.files[i].name, found.mode, found.size});
      else to.problems.add("captures: neither ranges nor shapes give the size of a capture", {to.files[i].name},
                           found.mode);
    }
    std::map<std::pair<std::int64_t, bool>, std::size_t> last;
    for (const listed_capture& c : entries_) last[{c.size, c.mode == "PIECEWISE"}] = number_.at(c.file);
    for (const auto& [of, file] : last) to.add({of.first, of.second, file, {}});
  }
  /// Assigns all windows of a file to its entries.
  static void fill_entries(torch_captures& to) {
    for (std::vector<torch_capture>& list : to.by_size)
      for (torch_capture& c : list)
        for (auto w = static_cast<std::uint32_t>(c.windows.size()); w < to.files[c.file].windows.size(); ++w)
          c.windows.push_back(w);
  }
  /// Makes a capture for each range around windows of a file. Of windows outside any range, neighbours of one size
  /// are a capture.
  void add_windows(std::size_t number, torch_captures& to) {
    const capture_file& file = to.files[number];
    std::map<std::uint32_t, std::size_t> by_range;
    std::vector<torch_capture> found;
    std::int64_t outside = missing<std::int64_t>;  // the size of the last window outside any range
    for (std::uint32_t w = 0; w < file.windows.size(); ++w) {
      const std::int64_t size = known(file.windows[w].size) ? file.windows[w].size : files_[number].size;
      if (!known(size)) continue;
      const std::uint32_t range = file.windows[w].range;
      if (!known(range) && std::exchange(outside, size) != size) by_range.erase(range);
      const auto [at, is_new] = by_range.try_emplace(range, found.size());
      if (is_new) found.push_back({size, false, number, {}});
      found[at->second].windows.push_back(w);
    }
    if (file.readable && file.windows.empty())
      to.problems.add("captures: a file captures no graph", {file.name}, files_[number].why_idle, false);
    else if (file.readable && found.empty())
      to.problems.add("captures: neither ranges nor shapes give the size of a capture", {file.name}, "");
    for (torch_capture& c : found) {
      c.piecewise = c.windows.size() > 1;
      to.add(std::move(c));
    }
  }

  std::string folder_;
  capture_folder_options options_;
  bool one_a_file_, infers_ = false;
  std::vector<listed_capture> entries_{};
  std::set<std::int64_t> listed_sizes_{};
  std::map<std::string, std::size_t> number_{};  // file number by name
  std::vector<file_state> files_{};
};

}  // namespace torch_detail

std::vector<std::string> traces_in(const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code error;
  std::vector<std::string> names;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    std::error_code ignored;
    const bool trace = name.ends_with(".json") || name.ends_with(".json.gz");
    if (trace && name != torch_detail::capture_list_name && at->is_regular_file(ignored)) names.push_back(name);
  }
  merge_sorted_runs(names, [](const std::string& a, const std::string& b) { return a < b; });
  return names;
}

expected<torch_captures> read_capture_folder(const std::string& folder, const capture_folder_options& options) {
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error))
    return failure(errc::cannot_read, folder, "is not a folder");
  const std::vector<std::string> traces = traces_in(folder);
  if (traces.empty()) return failure(errc::not_a_report, folder, "has no trace (.json, .json.gz)");
  torch_captures captures;
  captures.faults = options.faults;
  auto reader = std::make_unique<torch_detail::folder_captures>(folder, options);
  if (reader->begin(traces, captures)) captures.rest = std::move(reader);
  return captures;
}

captures_beside find_captures_beside(const std::string& trace_path) {
  namespace fs = std::filesystem;
  captures_beside out;
  for (const std::string_view name : {"capture_traces", "captures", "graph_captures"}) {
    const std::string folder = (fs::path(trace_path).parent_path() / name).string();
    std::error_code error;
    if (fs::is_directory(folder, error) && !traces_in(folder).empty()) out.found.push_back(folder);
  }
  return out;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_CAPTURE_FOLDER_BODY_HPP
