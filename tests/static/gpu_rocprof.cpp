#include <ridgeline/gpu/read/rocprof.hpp>

namespace test_gpu_rocprof {

using namespace ridgeline;
using namespace ridgeline::gpu_detail;

static_assert(is_rocprof_marker("MARKER_CORE_API") && is_rocprof_marker("MARKER_CORE_RANGE_API"));
static_assert(is_rocprof_marker("marker_api") && is_rocprof_marker("rocm_marker_api"));
static_assert(!is_rocprof_marker("MARKER_NAME_API") && is_rocprof_call("MARKER_NAME_API"), "roctxNameOsThread");
static_assert(!is_rocprof_marker("MARKER_CONTROL_API") && is_rocprof_call("MARKER_CONTROL_API"), "roctxProfilerPause");
static_assert(!is_rocprof_call("MARKER_CORE_API") && is_rocprof_call("HIP_RUNTIME_API") && is_rocprof_call("rccl_api"));
static_assert(rocprof_slice_of("MARKER_NAME_API", "roctxNameOsThread") == rocprof_slice::other);
static_assert(rocprof_call_rank("HIP_RUNTIME_API_EXT") < rocprof_call_rank("HIP_COMPILER_API"));
static_assert(rocprof_call_rank("HIP_COMPILER_API") < rocprof_call_rank("HSA_CORE_API"));
static_assert(is_process_marker("roctxRangeStartA") && !is_process_marker("roctxRangePushA"));

}  // namespace test_gpu_rocprof
