#ifndef RIDGELINE_TORCH_CAPTURE_FOLDER_BODY_HPP
#define RIDGELINE_TORCH_CAPTURE_FOLDER_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/core/parallel.hpp>
#include <ridgeline/read/bytes.hpp>
#include <ridgeline/read/json.hpp>
#include <ridgeline/torch/capture/folder.hpp>
#include <ridgeline/torch/read/kineto.hpp>

namespace ridgeline {

namespace torch_detail {

inline constexpr std::string_view capture_list_name = "execution_details.json";

/// A line of the list of captures; what it does not say, or says otherwise than as a number or a text, is missing.
struct listed_capture {
  std::string file{}, mode{}, size_text{};
  std::int64_t size = missing<std::int64_t>;
};

bool is_number_of_entry(std::string_view path, std::size_t& slash) {
  if (!path.starts_with('/')) return false;
  slash = path.find('/', 1);
  const std::string_view number = path.substr(1, slash == path.npos ? path.npos : slash - 1);
  return !number.empty() && std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
}

expected<std::vector<listed_capture>> read_capture_list(const std::string& path) {
  const expected<file_bytes> bytes = file_bytes::open(path);
  if (!bytes) return bytes.error();
  std::vector<listed_capture> list;
  const expected<bool> read = read_json(bytes.value().view(), [&](std::string_view at, const json_leaf& v) {
    std::size_t slash = 0;
    if (!is_number_of_entry(at, slash)) return;
    if (slash == at.npos) {
      list.emplace_back();
      return;
    }
    const std::string_view key = at.substr(slash + 1);
    listed_capture& c = list.back();
    const bool text = v.is == json_leaf::kind::text;
    if (key == "file" && text) c.file = v.text;
    if (key == "mode" && text) c.mode = v.text;
    if (key == "batch_size" && v.is == json_leaf::kind::whole) c.size = v.whole;
  });
  if (!read) return failure(read.error().code, {path, read.error().at.line, read.error().at.column}, read.error().what);
  return list;
}

class capture_reader {
 public:
  capture_reader(const std::string& folder, const capture_folder_options& options, data_quality& quality)
      : folder_(folder), options_(options), quality_(quality) {
    out_.faults = options.faults;
  }

  torch_captures read(const std::vector<std::string>& traces) && {
    namespace fs = std::filesystem;
    std::error_code ignored;
    const std::string list = (fs::path(folder_) / capture_list_name).string();
    bool listed = fs::exists(list, ignored);
    std::vector<listed_capture> entries;
    if (listed) {
      expected<std::vector<listed_capture>> read = read_capture_list(list);
      if (read) entries = std::move(read).value();
      else listed = false, quality_.add("captures: the list of captures cannot be read; sizes are those that the "
                                        "captures tell", read.error().at, read.error().what, false);
    }
    if (listed) keep_usable(entries);
    if (listed) read_files(entries);
    const auto readable = [](const capture_file& f) { return f.readable; };
    const bool none = listed && !options_.faults.one_capture_a_file &&
                      std::none_of(out_.files.begin(), out_.files.end(), readable);
    if (none)
      quality_.add("captures: no file of the list can be read; sizes are those that the captures tell", {list}, "",
                   false);
    if (!listed || none) read_all(traces, entries);
    if (options_.faults.one_capture_a_file) captures_by_entry(entries);
    else captures_by_window(entries);
    return std::move(out_);
  }

 private:
  /// Whether the original takes a mode; what a capture is, its windows tell.
  bool takes(std::string_view mode) const {
    return !options_.faults.one_capture_a_file || mode == "FULL" || mode == "PIECEWISE";
  }
  void keep_usable(std::vector<listed_capture>& entries) {
    std::erase_if(entries, [&](const listed_capture& c) {
      const bool usable = !c.file.empty() && known(c.size) && takes(c.mode);
      if (!usable)
        quality_.add(
            "captures: an entry of the list has no file, no batch_size that is a whole number, or no mode that "
            "is FULL or PIECEWISE",
            {(std::filesystem::path(folder_) / capture_list_name).string()}, c.file);
      return !usable;
    });
  }

  /// Where a listed file is; a list made on another machine names it by a path of that machine.
  std::string path_of(const std::string& file) const {
    namespace fs = std::filesystem;
    std::error_code ignored;
    const fs::path there = fs::path(folder_) / file, here = fs::path(folder_) / fs::path(file).filename();
    return !fs::is_regular_file(there, ignored) && fs::is_regular_file(here, ignored) ? here.string() : there.string();
  }
  void read_files(const std::vector<listed_capture>& entries) {
    std::vector<std::string> names;
    for (const listed_capture& c : entries)
      if (number_.try_emplace(c.file, number_.size()).second) names.push_back(c.file);
    read_traces(names);
  }
  void read_all(const std::vector<std::string>& traces, std::vector<listed_capture>& entries) {
    number_.clear(), out_.files.clear();
    for (const std::string& t : traces) number_.try_emplace(t, number_.size());
    read_traces(traces);
    entries.clear();
    for (const capture_file& f : out_.files) {
      if (!f.readable) continue;
      inferred_capture found = infer_capture(f.trace);
      if (known(found.size) && takes(found.mode)) entries.push_back({f.name, std::move(found.mode), {}, found.size});
      else if (options_.faults.one_capture_a_file)
        quality_.add("captures: neither ranges nor shapes tell the size of a capture", {f.name}, found.mode);
    }
  }
  void read_traces(const std::vector<std::string>& names) {
    std::vector<std::string> problems(names.size());
    out_.files.resize(names.size());
    const unsigned threads = options_.threads == 0 ? default_threads() : options_.threads;
    const unsigned each = std::max(1u, threads / threads_for(names.size(), threads));
    parallel_for(names.size(), threads, [&](std::size_t i, unsigned) {
      capture_file& f = out_.files[i];
      f.name = names[i];
      kineto_options reading;
      reading.threads = each;
      reading.inflate_limit = options_.inflate_limit;
      expected<torch_trace> trace = read_kineto_file(path_of(names[i]), reading);
      if (!trace) {
        problems[i] = to_string(trace.error());
        return;
      }
      f.trace = std::move(trace).value();
      f.readable = true;
      find_capture_windows(f, options_.faults);
    });
    for (std::size_t i = 0; i < names.size(); ++i)
      if (!problems[i].empty()) quality_.add("captures: a file of captures cannot be read", {names[i]}, problems[i]);
  }

  /// A capture for each size and mode, the last entry of each, with all windows of its file.
  void captures_by_entry(const std::vector<listed_capture>& entries) {
    std::map<std::pair<std::int64_t, bool>, std::size_t> known_ones;
    for (const listed_capture& c : entries) {
      const bool piecewise = c.mode == "PIECEWISE";
      const auto [at, is_new] = known_ones.try_emplace({c.size, piecewise}, out_.captures.size());
      if (is_new) out_.captures.emplace_back();
      torch_capture& to = out_.captures[at->second];
      to = {c.size, piecewise, number_.at(c.file), {}};
      for (std::uint32_t w = 0; w < out_.files[to.file].windows.size(); ++w) to.windows.push_back(w);
    }
  }

  /// A capture for each range of a file around windows; what no range is around has the size of the file.
  void captures_by_window(const std::vector<listed_capture>& entries) {
    std::vector<std::int64_t> size_of(out_.files.size(), missing<std::int64_t>);
    for (const listed_capture& c : entries) size_of[number_.at(c.file)] = c.size;
    for (std::size_t f = 0; f < out_.files.size(); ++f) {
      const capture_file& file = out_.files[f];
      std::map<std::uint32_t, std::size_t> by_range;
      for (std::uint32_t w = 0; w < file.windows.size(); ++w) {
        const std::int64_t size = known(file.windows[w].size) ? file.windows[w].size : size_of[f];
        if (!known(size)) continue;
        const auto [at, is_new] = by_range.try_emplace(file.windows[w].range, out_.captures.size());
        if (is_new) out_.captures.push_back({size, false, f, {}});
        out_.captures[at->second].windows.push_back(w);
      }
      if (file.readable && file.windows.empty())
        quality_.add("captures: a file captures no graph", {file.name}, "", false);
      else if (file.readable && by_range.empty())
        quality_.add("captures: neither ranges nor shapes tell the size of a capture", {file.name}, "");
    }
    for (torch_capture& c : out_.captures) c.piecewise = c.windows.size() > 1;
    merge_sorted_runs(out_.captures, [](const torch_capture& a, const torch_capture& b) { return a.size < b.size; });
  }

  std::string folder_;
  capture_folder_options options_;
  data_quality& quality_;
  torch_captures out_{};
  std::map<std::string, std::size_t> number_{};  // of files
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

expected<torch_captures> read_capture_folder(const std::string& folder, const capture_folder_options& options,
                                             data_quality& quality) {
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error))
    return failure(errc::cannot_read, folder, "is not a folder");
  const std::vector<std::string> traces = traces_in(folder);
  if (traces.empty()) return failure(errc::not_a_report, folder, "has no trace (.json, .json.gz)");
  return torch_detail::capture_reader(folder, options, quality).read(traces);
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
