// expect: `out << start.in(us)`
// Not bounded in lines: clang also lists each operator<< of the standard library.
#include <iostream>

#include <ridgeline/core.hpp>
#include <ridgeline/core/time.hpp>

namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
void show(rl::time_point start) { std::cout << start.in(rl::us); }
#else
void show(rl::time_point start) { std::cout << start; }
#endif
