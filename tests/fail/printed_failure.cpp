// expect: `out << to_string(why)`
// Not bounded in lines: clang also lists each operator<< of the standard library.
#include <iostream>

#include <ridgeline/core/expected.hpp>

namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
void show(const rl::failure& why) { std::cout << to_string(why); }
#else
void show(const rl::failure& why) { std::cout << why; }
#endif
