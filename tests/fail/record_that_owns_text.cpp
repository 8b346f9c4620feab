// expect: copied_as_bytes
// lines: 60
#include <string>
#include <string_view>

#include <ridgeline/live/recorder.hpp>

#ifdef RIDGELINE_MUST_PASS
struct event {
  std::string_view name;
};
#else
struct event {
  std::string name;
};
#endif

ridgeline::live::recorder<event> trace{{.lanes = 1, .records = 1}};
