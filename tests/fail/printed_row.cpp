// expect: `out << row[name]`
// Not bounded in lines: clang also lists each operator<< of the standard library.
#include <iostream>
#include <string_view>
#include <vector>

#include <ridgeline/query/aggregate.hpp>

using namespace ridgeline;

struct row {
  std::string_view name{};
};

void show(const std::vector<row>& all) {
#ifdef RIDGELINE_MUST_PASS
  for (const auto& r : all | group_by(name) | aggregate(count)) std::cout << r[name];
#else
  for (const auto& r : all | group_by(name) | aggregate(count)) std::cout << r;
#endif
}
