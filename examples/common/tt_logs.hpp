#ifndef RIDGELINE_EXAMPLES_COMMON_TT_LOGS_HPP
#define RIDGELINE_EXAMPLES_COMMON_TT_LOGS_HPP

#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/sink/archive.hpp>
#include <ridgeline/source/bytes.hpp>
#include <ridgeline/timeline/tt_analyses.hpp>

#include "program.hpp"

/// What the programs for Tenstorrent logs share: default paths, and files in an output folder.
namespace program {

inline std::string setup_names() {
  std::string names;
  for (const ridgeline::tt::setup& s : ridgeline::tt::setups) {
    if (!names.empty()) names += ", ";
    names += s.name;
  }
  return names;
}

/// The first of these paths that exists, else the first of all.
inline std::string first_there(const std::vector<std::string>& paths) {
  std::error_code ignored;
  for (const std::string& path : paths)
    if (std::filesystem::exists(path, ignored)) return path;
  return paths.front();
}

/// Makes a folder where there is none; what is in it stays.
inline bool make_folder(const std::string& who, const std::string& folder) {
  std::error_code why;
  std::filesystem::create_directories(folder, why);
  if (!why && std::filesystem::is_directory(folder, why)) return true;
  say(who + ": " + folder + ": cannot be made a folder" + (why ? ": " + why.message() : ""));
  return false;
}

/// An archive's entry with the bytes of a file; nothing is archived of a file that cannot be read.
inline ridgeline::archive_entry archived_file(std::string name, std::string path) {
  return {std::move(name), [path = std::move(path)](const std::function<void(std::string_view)>& take) {
            const ridgeline::expected<ridgeline::file_bytes> bytes = ridgeline::file_bytes::open(path);
            if (bytes) take(bytes->view());
          }};
}

/// The files that a program writes, and whether all of them could be.
class file_set {
 public:
  file_set(std::string who, std::string folder, unsigned threads)
      : who_(std::move(who)), folder_(std::move(folder)), threads_(threads) {}

  /// Writes a file of the output folder.
  template <class Writer>
  void write(const std::string& name, Writer&& writer) {
    const std::string path = (std::filesystem::path(folder_) / name).string();
    if (write_to(path, writer)) names_.push_back(name);
  }
  /// Writes a file anywhere.
  template <class Writer>
  bool write_to(const std::string& path, Writer&& writer) {
    return took(ridgeline::write_file(path, writer));
  }
  void flush(ridgeline::file_output& to) {
    to.flush();
    if (to.error() == 0) return;
    say(who_ + ": standard output: cannot be written: " + std::strerror(to.error()));
    good_ = false;
  }
  /// Packs what was written, and an input, rooted at `.`.
  void archive(const std::string& name, const std::string& input, const std::string& input_name) {
    std::vector<std::string> names = names_;
    std::vector<ridgeline::archive_entry> entries{{".", {}}};
    names.push_back(input_name);
    std::sort(names.begin(), names.end());
    for (const std::string& n : names) {
      std::string at = "./";
      at += n;
      entries.push_back(archived_file(at, n == input_name ? input : (std::filesystem::path(folder_) / n).string()));
    }
    took(ridgeline::write_archive((std::filesystem::path(folder_) / name).string(), entries, threads_));
  }
  bool took(const std::optional<ridgeline::failure>& why) {
    if (why) say(who_ + ": " + to_string(*why));
    good_ = good_ && !why;
    return !why;
  }
  bool good() const { return good_; }

 private:
  std::string who_, folder_;
  unsigned threads_;
  std::vector<std::string> names_{};
  bool good_ = true;
};

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_TT_LOGS_HPP
