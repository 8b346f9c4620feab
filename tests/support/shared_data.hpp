#ifndef RIDGELINE_TESTS_SUPPORT_SHARED_DATA_HPP
#define RIDGELINE_TESTS_SUPPORT_SHARED_DATA_HPP

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <boost/test/results_collector.hpp>
#include <boost/test/unit_test.hpp>

/// The path of `name` in the example data: under the folder named by RIDGELINE_SHARED_DATA, else under ../shared/data
/// next to the repository. If it is absent the running case counts as skipped, or fails when CI=true:
///
///     const auto trace = shared_data("tt/perf-report/ops.csv");
///     if (!trace) return;
inline std::optional<std::string> shared_data(std::string_view name) {
  const char* named = std::getenv("RIDGELINE_SHARED_DATA");
  const std::filesystem::path folder =
      named != nullptr ? std::filesystem::path(named) : std::filesystem::path(RIDGELINE_SOURCE_DIR) / "../shared/data";
  const std::filesystem::path path = folder / name;
  if (std::filesystem::exists(path)) return path.string();
  const char* ci = std::getenv("CI");
  if (ci != nullptr && std::string_view(ci) == "true") {
    BOOST_ERROR("no example data at " + path.string());
  } else if (boost::unit_test::results_collector.results(boost::unit_test::framework::current_test_case_id()).passed()) {
    std::fputs(("SKIPPED: no example data at " + path.string() + "\n").c_str(), stderr);
  }
  return std::nullopt;
}

#endif  // RIDGELINE_TESTS_SUPPORT_SHARED_DATA_HPP
