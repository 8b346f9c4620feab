#ifndef RIDGELINE_GPU_WORK_KIND_HPP
#define RIDGELINE_GPU_WORK_KIND_HPP

#include <ridgeline/gpu/work.hpp>
#include <ridgeline/query/project.hpp>
#include <ridgeline/query/step.hpp>

namespace ridgeline {

/// A predicate for `where`, over records that have a `kind`.
template <gpu_kind Kind>
struct has_kind {
  using asks_by_words = void;
  template <class Record>
    requires asks<kind_word, Record>
  constexpr bool operator()(const Record& record) const {
    return project(kind, record) == Kind;
  }
};
inline constexpr has_kind<gpu_kind::kernel> is_kernel;
inline constexpr has_kind<gpu_kind::copy> is_copy;
inline constexpr has_kind<gpu_kind::fill> is_fill;

/// Of what has none.
template <class Other>
constexpr refused gpu_work(const Other&) {
  static_assert(!std::is_same_v<Other, Other>,
                "gpu_work takes torch_profile run(*trace) of a PyTorch trace, gpu_work(run), or the gpu_trace of "
                "another profiler, gpu_work(*trace)");
  return {};
}

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_WORK_KIND_HPP
