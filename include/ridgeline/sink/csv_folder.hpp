#ifndef RIDGELINE_SINK_CSV_FOLDER_HPP
#define RIDGELINE_SINK_CSV_FOLDER_HPP

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <sys/stat.h>

#include <ridgeline/sink/csv.hpp>

namespace ridgeline {

/// Makes a folder, and those that it lies in; that it is there already is fine, an empty name is none. Nothing on
/// success.
inline std::optional<failure> make_folder(const std::string& path) {
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    const std::string part = path.substr(0, end);
    struct ::stat about {};
    const int why = ::mkdir(part.c_str(), 0777) == 0 ? 0 : errno;  // stat may set another
    if (why != 0 && (::stat(part.c_str(), &about) != 0 || !S_ISDIR(about.st_mode)))
      return failure{errc::cannot_write, {path}, "cannot be made: " + std::string(std::strerror(why))};
    if (end == std::string::npos) return std::nullopt;
  }
}

/// Writes each table to a file of its name in `folder`, which is made where it is missing. Other files that are there
/// stay as they are. The first thing that went wrong; the other files are written all the same.
inline std::optional<failure> write_csv_folder(const std::string& folder, std::span<const table> tables,
                                               const csv_style& style = csv_style::pandas()) {
  if (std::optional<failure> why = make_folder(folder)) return why;
  std::optional<failure> first;
  for (const table& t : tables) {
    std::string name = t.name();
    for (char& c : name)
      if (c == '/' || static_cast<unsigned char>(c) < 0x20) c = '_';
    std::optional<failure> why =
        write_file(folder + "/" + name + ".csv", [&](output& to) { write_csv(to, t, style); });
    if (why && !first) first = std::move(why);
  }
  return first;
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_CSV_FOLDER_HPP
