#ifndef RIDGELINE_TT_READ_TRACY_OP_INDEX_HPP
#define RIDGELINE_TT_READ_TRACY_OP_INDEX_HPP

#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/tt/record/tracy_op.hpp>

namespace ridgeline {

/// The position of an op by id, hashed in a way that a file cannot predict.
using tt_tracy_ids = std::unordered_map<std::uint32_t, std::uint32_t, byte_hash>;

inline tt_tracy_ids ids_of(const tt_tracy_capture& capture) {
  tt_tracy_ids ids;
  ids.reserve(capture.ops.size());
  for (std::size_t i = 0; i < capture.ops.size(); ++i)
    ids.emplace(capture.ops[i].id, static_cast<std::uint32_t>(i));
  return ids;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_TRACY_OP_INDEX_HPP
