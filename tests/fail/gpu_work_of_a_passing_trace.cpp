// expect: The trace must outlive its records: name it
// lines: 25
#include <ridgeline/gpu/record/work_record.hpp>

namespace rl = ridgeline;

rl::gpu_trace made();

#ifdef RIDGELINE_MUST_PASS
auto work(const rl::gpu_trace& trace) { return gpu_work(trace); }
#else
auto work() { return gpu_work(made()); }
#endif
