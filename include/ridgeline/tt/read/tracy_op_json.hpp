#ifndef RIDGELINE_TT_READ_TRACY_OP_JSON_HPP
#define RIDGELINE_TT_READ_TRACY_OP_JSON_HPP

#include <cstdint>
#include <optional>
#include <string_view>

#include <ridgeline/tt/record/tracy_op.hpp>

namespace ridgeline {

/// The JSON in one op's message.
struct tt_tracy_op_json {
  std::optional<std::uint32_t> id{};
  std::optional<std::int32_t> device{};
  std::int8_t cache_hit = -1;  ///< as in `tt_tracy_op`
  tt_tracy_program program{};
  bool has_inputs = false, has_outputs = false;  ///< whether it lists them, even if there are none
  bool is_shortened = false;  ///< the writer left out tensors, and told how many there were
  bool padded_shapes = false, kernel_paths = false, kernel_sizes = false;
};

/// Parses it. Returns nothing if the text is truncated or not a JSON object. Unknown members are skipped, and
/// members of an unexpected type stay unset.
std::optional<tt_tracy_op_json> read_tt_tracy_op_json(std::string_view json, text_pool& texts);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_TRACY_OP_JSON_HPP
