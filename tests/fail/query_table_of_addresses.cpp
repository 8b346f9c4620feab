// expect: an address as a std::uintptr_t
// lines: 25
#include <vector>

#include <ridgeline/table/tabulate.hpp>

using namespace ridgeline;

struct launch {
  void* handle = nullptr;
};

#ifdef RIDGELINE_MUST_PASS
table shown(const std::vector<launch>& all) {
  return all | tabulate("launches", titled<"null">([](const launch& l) { return l.handle == nullptr; }));
}
#else
table shown(const std::vector<launch>& all) { return all | tabulate("launches", titled<"handle">(&launch::handle)); }
#endif
