/// The JAX profiles below a folder.
#ifndef RIDGELINE_EXAMPLES_COMMON_XPLANE_FILES_HPP
#define RIDGELINE_EXAMPLES_COMMON_XPLANE_FILES_HPP

#include <string>
#include <vector>

namespace program {

/// The profiles of one run below a folder, by path, numbers in it by value. A log folder keeps each run in its own
/// folder, `plugins/profile/RUN`: of several runs the last is used, by name if the names are dates, else by the
/// modification time of their files. Folders of different hosts whose dates are close are one run, whose profiles are
/// ordered by host.
struct xplane_runs {
  std::vector<std::string> profiles;
  std::vector<std::string> told;  ///< a message about joined and skipped runs
};

/// A folder below that may not be listed is named, since its run may be the last.
xplane_runs xplanes_in(const std::string& folder);

/// `a/b.xplane.pb` gives `a/b`.
std::string without_xplane_endings(std::string path);

/// The host that a profile is named after.
std::string host_of_profile(const std::string& path);

/// The order of profiles that are named one by one: as given or, if it is that of a shell's pattern, by path with
/// numbers in it by value (`host2` before `host10`).
std::vector<std::string> in_given_order(std::vector<std::string> profiles);

/// A name for each of several profiles: that of its host or, if several have one host, also the folders that are not
/// common to all of them. Empty if a profile is there twice.
std::vector<std::string> names_of_profiles(const std::vector<std::string>& profiles);

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_XPLANE_FILES_HPP
