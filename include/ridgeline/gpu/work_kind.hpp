#ifndef RIDGELINE_GPU_WORK_KIND_HPP
#define RIDGELINE_GPU_WORK_KIND_HPP

#include <cstdint>
#include <string_view>

#include <ridgeline/query/project.hpp>

namespace ridgeline {

/// What a GPU was given to do.
enum class gpu_kind : std::uint8_t { kernel, copy, fill };

constexpr std::string_view name_of(gpu_kind k) {
  return k == gpu_kind::kernel ? "kernel" : k == gpu_kind::copy ? "copy" : "fill";
}

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
