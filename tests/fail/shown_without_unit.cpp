// expect: A quantity is shown in a unit: `out << time.in(us)`.
// Not bounded in lines: clang also lists each operator<< of the standard library.
#include <iostream>

#include <ridgeline/core.hpp>

using namespace ridgeline;

int main() {
  const time_quantity time = 5 * us;
#ifdef RIDGELINE_MUST_PASS
  std::cout << time.in(us);
#else
  std::cout << time;
#endif
  return 0;
}
