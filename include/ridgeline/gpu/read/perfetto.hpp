#ifndef RIDGELINE_GPU_READ_PERFETTO_HPP
#define RIDGELINE_GPU_READ_PERFETTO_HPP

#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/missing.hpp>
#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/gpu/record/problem.hpp>

namespace ridgeline {

class file_bytes;

/// A named value attached to an event, in sixteen bytes. Lists and dictionaries are stored as compact JSON.
struct perfetto_value {
  enum class kind : std::uint8_t { none, boolean, whole, real, text, json };
  symbol name = missing<symbol>;
  kind is = kind::none;
  std::uint64_t bits = 0;  ///< the number, the bits of a real number, or the symbol of a text

  symbol text() const {  ///< for text and JSON
    return is == kind::text || is == kind::json ? symbol{static_cast<std::uint32_t>(bits)} : missing<symbol>;
  }
  std::int64_t whole() const {  ///< for booleans 0 or 1; unsigned numbers of 2^63 and above become negative
    return is == kind::boolean || is == kind::whole ? static_cast<std::int64_t>(bits) : 0;
  }
  double real() const { return is == kind::real ? std::bit_cast<double>(bits) : 0; }
};

/// A time interval on a track. Slices are in the order in which they begin in the file.
struct perfetto_slice {
  std::int64_t start = 0;   ///< ns
  std::int64_t time = 0;
  std::uint64_t flow = 0;   ///< the first of its flows; 0: none
  symbol name = missing<symbol>;
  symbol category = missing<symbol>;
  std::uint32_t track = 0;
  std::uint32_t first_value = 0;
  std::uint32_t values = 0;
};

/// A sequence of slices. Process and thread are its own or those of the nearest ancestor that has them.
struct perfetto_track {
  std::uint64_t uuid = 0, parent = 0;
  symbol name = missing<symbol>;
  symbol process_name = missing<symbol>, process_label = missing<symbol>, thread_name = missing<symbol>;
  std::int64_t pid = missing<std::int64_t>, tid = missing<std::int64_t>;
  bool has_process = false, has_thread = false;  ///< this track itself is one
};

namespace gpu_detail {

/// Leaves elements that a vector adds uninitialised, so that the thread that fills them is the first to touch their
/// pages.
template <class T>
struct unset_allocator : std::allocator<T> {
  unset_allocator() = default;
  template <class U>
  explicit unset_allocator(const unset_allocator<U>&) {}
  template <class U>
  struct rebind {
    using other = unset_allocator<U>;
  };
  template <class U>
  void construct(U*) const {}
  template <class U, class... From>
  void construct(U* at, From&&... from) const {
    ::new (static_cast<void*>(at)) U(std::forward<From>(from)...);
  }
};

}  // namespace gpu_detail

/// The slices of a Perfetto trace, with all times on one clock.
struct perfetto_trace {
  std::vector<perfetto_slice, gpu_detail::unset_allocator<perfetto_slice>> slices;
  std::vector<perfetto_value, gpu_detail::unset_allocator<perfetto_value>> values;
  std::vector<perfetto_track> tracks;
  std::vector<perfetto_value> metadata;    ///< from the event `trace_metadata`
  symbol_pool texts{};
  gpu_problems problems{};

  std::string_view text(symbol id) const { return texts.text(id); }
  std::span<const perfetto_value> values_of(const perfetto_slice& s) const {
    return {values.data() + s.first_value, s.values};
  }
};

struct perfetto_options {
  bool (*wanted)(std::string_view name) = nullptr;  ///< which values to keep, by name; null: all
  std::size_t inflate_limit = 0;                    ///< most bytes unpacked from packets; 0: `memory_limit`
  unsigned threads = 0;                             ///< 0: one per processor; does not affect the result
  const file_bytes* source = nullptr;               ///< the mapped file, if any: pages already read are released
};

/// Whether the bytes begin with a Perfetto packet.
bool is_perfetto(std::string_view bytes);

/// Reads the track events of a Perfetto trace; ignores everything else. Requires protozero.
expected<perfetto_trace> read_perfetto(std::string_view bytes, const std::string& file = {},
                                       const perfetto_options& options = {});

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_READ_PERFETTO_HPP
