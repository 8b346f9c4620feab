/// The profiles of JAX below a folder.
#ifndef RIDGELINE_EXAMPLES_COMMON_XPLANE_FILES_HPP
#define RIDGELINE_EXAMPLES_COMMON_XPLANE_FILES_HPP

#include <filesystem>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include <ridgeline/core/letters.hpp>

namespace program {

/// By path; a folder that cannot be read is passed over.
inline std::vector<std::string> xplanes_in(const std::string& folder) {
  namespace fs = std::filesystem;
  std::set<std::string> found;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error), end;
       !error && at != end; at.increment(error)) {
    const std::string name = ridgeline::core_detail::lower_case(at->path().filename().string());
    if (name.ends_with(".xplane.pb") || name.ends_with(".xplane.pb.gz")) found.insert(at->path().string());
  }
  return {found.begin(), found.end()};
}

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_XPLANE_FILES_HPP
