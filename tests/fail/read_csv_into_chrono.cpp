// expect: read_csv fills a ridgeline::duration or ridgeline::time_point, not a member of std::chrono
// lines: 25
#include <chrono>

#include <ridgeline/read/read_csv.hpp>

using namespace ridgeline;

struct request {
#ifdef RIDGELINE_MUST_PASS
  duration took{};
#else
  std::chrono::microseconds took{};
#endif
};

auto requests() { return read_csv<request>("requests.csv", fields(field<"took (us)", us>(&request::took))); }
