#ifndef RIDGELINE_GPU_WORK_KIND_HPP
#define RIDGELINE_GPU_WORK_KIND_HPP

#include <ridgeline/gpu/work.hpp>
#include <ridgeline/query/project.hpp>

namespace ridgeline {

/// A predicate for `where`, over records that have a `kind`.
template <gpu_kind Kind>
struct has_kind {
  template <class Record>
    requires asks<kind_word, Record>
  constexpr bool operator()(const Record& record) const {
    return project(kind, record) == Kind;
  }
};
inline constexpr has_kind<gpu_kind::kernel> is_kernel;
inline constexpr has_kind<gpu_kind::copy> is_copy;
inline constexpr has_kind<gpu_kind::fill> is_fill;

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_WORK_KIND_HPP
