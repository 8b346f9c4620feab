// expect: By name: write_file(path, [&](auto& to) { write_csv(to, t); }).
// lines: 15
#include <ridgeline/sink/output.hpp>

namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
void show() { rl::file_output out(1); }
#else
void show() { rl::file_output out("kernels.csv"); }
#endif
