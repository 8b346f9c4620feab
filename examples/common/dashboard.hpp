#ifndef RIDGELINE_EXAMPLES_COMMON_DASHBOARD_HPP
#define RIDGELINE_EXAMPLES_COMMON_DASHBOARD_HPP

#include <string>
#include <vector>

/// The dashboard: a report over HTTP, for the machine that it runs on. Its content is assembled before it starts;
/// requests do not name files, so nothing else can be requested.
namespace program {

/// One item that is served.
struct dashboard_item {
  std::string target{};  ///< `/`, `/tables.json`
  std::string type{};
  std::string body{};
  std::string save_as{}; ///< empty: shown by the browser
};

struct dashboard_options {
  std::string host = "127.0.0.1";
  int port = 8050;  ///< 0: any free port
};

/// Serves until SIGINT or SIGTERM. Returns 0 then, 1 when it cannot listen, 2 when built without Boost.Beast.
int serve_dashboard(const std::string& who, const dashboard_options& options, std::vector<dashboard_item> items);

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_DASHBOARD_HPP
