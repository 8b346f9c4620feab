// expect: `file_output out(1); write_console(out, kernels);`
// Not bounded in lines: clang also lists each operator<< of the standard library.
#include <iostream>

#include <ridgeline/sink/console.hpp>

using namespace ridgeline;

void show(const table& kernels) {
#ifdef RIDGELINE_MUST_PASS
  file_output out(1);
  write_console(out, kernels);
#else
  std::cout << kernels;
#endif
}
