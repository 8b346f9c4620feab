#ifndef RIDGELINE_TT_SHEET_OPS_TREE_BODY_HPP
#define RIDGELINE_TT_SHEET_OPS_TREE_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/tt/device/log_doubts.hpp>
#include <ridgeline/tt/read/device_log.hpp>
#include <ridgeline/tt/read/op_folders.hpp>
#include <ridgeline/tt/read/ops_log.hpp>
#include <ridgeline/tt/sheet/ops_tree.hpp>
#include <ridgeline/read/bytes.hpp>

namespace ridgeline {

namespace tt_detail {

/// The failure for a pipe or device with the name of a log: opening one might never return.
std::optional<failure> no_log(const std::filesystem::path& path) {
  std::error_code ignored;
  const std::filesystem::file_status is = std::filesystem::status(path, ignored);
  if (!is_other(is)) return std::nullopt;
  return failure{errc::cannot_read, {path.string()}, "is not a file"};
}
expected<file_bytes> open_log(const std::filesystem::path& path) {
  if (std::optional<failure> none = no_log(path)) return *std::move(none);
  return file_bytes::open(path.string());
}

/// The folder of the device run: next to the host run's, unless the given one is itself a device run.
std::filesystem::path device_folder_of(const std::filesystem::path& host, const tt_log_faults& faults) {
  std::error_code ignored;
  const bool anywhere = faults.device_anywhere_in_path &&
                        std::filesystem::absolute(host, ignored).native().find("_device") != std::string::npos;
  if (anywhere || host.filename().native().ends_with("_device")) return host;
  std::filesystem::path device = host;
  device += "_device";
  return device;
}

/// Reads the op folders of both runs, before the logs of individual calls.
class tt_tree_reader {
 public:
  tt_tree_reader(tt_ops_tree& tree, const tt_log_faults& faults) : tree_(tree), faults_(faults) {}

  /// The folders of each call's logs, parallel to `tree.calls`.
  std::vector<std::pair<std::filesystem::path, std::filesystem::path>> places{};

  void read(const tt_op_folder& folder) {
    const std::string name = folder.path.filename().string();
    if (is_unknown(folder.path)) {
      return tree_.quality.add("calls outside of any op are left out", {folder.path.string()}, name, false);
    }
    const std::filesystem::path log = folder.path / tt_host_log;
    std::error_code ignored;
    if (!std::filesystem::exists(log, ignored))
      return tree_.quality.add("op folder without profile_log_host.csv is left out", {folder.path.string()}, name);
    const expected<file_bytes> file = tt_detail::open_log(log);
    expected<tt_op_log> read = file ? read_tt_op_log_text(file->view(), log.string(), tree_.pools.front())
                                    : expected<tt_op_log>(file.error());
    if (!read)
      return tree_.quality.add("op log cannot be used; it is left out", read.error().at, read.error().what);
    tree_.has_models = tree_.has_models || read->has_models;
    tree_.quality.merge(read->quality);
    compare_runs(*read, tree_.device / folder.path.filename(), name);
    for (tt_op_call& call : read->calls) {
      const std::string number = std::to_string(call.count);
      places.push_back({folder.path / number, tree_.device / folder.path.filename() / number});
      tree_.calls.push_back({call, {}, {}, missing<frequency>, {}, 0});
    }
  }

 private:
  bool is_unknown(const std::filesystem::path& path) const {
    if (core_detail::lower_case(path.filename().string()) == "unknown_op") return true;
    std::error_code ignored;
    return faults_.unknown_anywhere_in_path &&
           core_detail::lower_case(std::filesystem::absolute(path, ignored).string()).find("unknown") !=
               std::string::npos;
  }
  /// Checks that the op logs of both runs agree, since both executed the same commands.
  void compare_runs(const tt_op_log& host, const std::filesystem::path& folder, const std::string& op) {
    if (tree_.device == tree_.host) return;
    std::error_code ignored;
    const std::filesystem::path path = folder / tt_host_log;
    if (std::filesystem::exists(path, ignored)) {
      text_pool texts;
      const expected<file_bytes> file = tt_detail::open_log(path);
      const expected<tt_op_log> device = file ? read_tt_op_log_text(file->view(), path.string(), texts)
                                              : expected<tt_op_log>(file.error());
      if (device && device->calls.size() != host.calls.size())
        tree_.quality.add("host run and device run have different numbers of calls of an op", {path.string()}, op,
                          false);
      for (std::size_t i = 0; device && i < std::min(device->calls.size(), host.calls.size()); ++i)
        if (device->calls[i].type.text != host.calls[i].type.text)
          tree_.quality.add("host run and device run give one call different op types", {path.string()}, op, false);
    }
    std::vector<std::string> calls;
    for (const tt_op_call& c : host.calls) calls.push_back(std::to_string(c.count));
    std::sort(calls.begin(), calls.end());
    for (const tt_op_folder& call : tt_op_folders(folder))
      if (!std::binary_search(calls.begin(), calls.end(), call.path.filename().string()) &&
          std::filesystem::exists(call.path / tt_device_log_name, ignored))
        tree_.quality.add("device log of a call that is not in the host run is left out", {call.path.string()}, op);
  }

  tt_ops_tree& tree_;
  const tt_log_faults& faults_;
};

void read_call(tt_stitched_call& call, const std::pair<std::filesystem::path, std::filesystem::path>& places,
               text_pool& pool, const tt_log_faults& faults, data_quality& quality, tt_log_doubts& doubts) {
  std::error_code ignored;
  if (const auto api = places.first / tt_host_log; std::filesystem::exists(api, ignored)) {
    const expected<file_bytes> file = tt_detail::open_log(api);
    if (file) {
      call.api = read_tt_api_log_text(file->view(), api.string(), pool, quality);
    } else {
      quality.add("library log cannot be read", file.error().at, file.error().what);
    }
  }
  const auto path = places.second / tt_device_log_name;
  if (!std::filesystem::exists(path, ignored)) {
    if (call.call.type.text == "tt_dnn_device")
      quality.add("device op has no device log", {path.string()}, call.call.name.text);
    return;
  }
  if (const std::optional<failure> none = no_log(path))
    return quality.add("device log cannot be used", none->at, none->what);
  read_options reading;
  reading.threads = 1;
  const expected<tt_device_log> log = read_tt_device_log(path.string(), reading, faults);
  if (!log) return quality.add("device log cannot be used", log.error().at, log.error().what);
  quality.merge(log->quality);
  if (log->markers.empty()) quality.add("device log has no markers", {path.string()}, call.call.name.text);
  call.devices = op_devices_of(*log);
  doubts = doubts_of(lines_of(*log, faults, 1), {});
  if (faults.first_device_only && call.devices.size() > 1) call.devices.resize(1);
  call.clock = log->clock;
  call.arch = log->arch;
  call.worker_cores = log->worker_cores;
}

}  // namespace tt_detail

expected<tt_ops_tree> read_tt_ops_tree(const std::string& path, const tt_log_faults& faults,
                                       unsigned threads) {
  tt_ops_tree tree;
  tree.host = op_log_folder(path).string();
  tree.device = tt_detail::device_folder_of(tree.host, faults);
  std::error_code why;
  if (!std::filesystem::is_directory(tree.host, why))
    return failure{errc::cannot_read, {path}, "is not a folder of op logs"};
  std::vector<tt_op_folder> folders = tt_op_folders(tree.host);
  if (folders.empty())
    return failure{errc::not_a_report, {path}, "expected a folder for each op, found none"};
  if (faults.ties_by_folder_age)
    folders = std::move(folders) | sort_by(desc([](const tt_op_folder& f) { return f.changed; }));
  tree.pools.resize(1 + std::max(1u, threads));
  tt_detail::tt_tree_reader reader(tree, faults);
  for (const tt_op_folder& folder : folders) reader.read(folder);
  std::vector<data_quality> quality(tree.calls.size());
  std::vector<tt_log_doubts> doubts(tree.calls.size());
  parallel_for(tree.calls.size(), threads, [&](std::size_t i, unsigned worker) {
    tt_detail::read_call(tree.calls[i], reader.places[i], tree.pools[1 + worker], faults, quality[i], doubts[i]);
  });
  for (const data_quality& q : quality) tree.quality.merge(q);
  for (const tt_log_doubts& d : doubts) tree.doubts.merge(d);
  tree.calls = std::move(tree.calls) | sort_by([](const tt_stitched_call& c) { return c.call.global_count; });
  return tree;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_SHEET_OPS_TREE_BODY_HPP
