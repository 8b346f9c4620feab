#ifndef RIDGELINE_XLA_RECORD_WORK_HPP
#define RIDGELINE_XLA_RECORD_WORK_HPP

#include <cstdint>
#include <string_view>

#include <ridgeline/core/letters.hpp>

namespace ridgeline {

/// The kind of work of a stream's event.
enum class xla_work : std::uint8_t { kernel, copy, fill };

/// Determined by the beginning of the name, ignoring case. `__amd_rocclr_copyBuffer` is a kernel: the runtime runs
/// it as one.
constexpr xla_work xla_work_of(std::string_view name) {
  const auto begins = [&](std::string_view word) { return core_detail::stands_at(name, 0, word); };
  if (begins("copy") || begins("memcpy")) return xla_work::copy;
  return begins("memset") ? xla_work::fill : xla_work::kernel;
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_RECORD_WORK_HPP
