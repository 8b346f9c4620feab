#ifndef RIDGELINE_READ_JSON_HPP
#define RIDGELINE_READ_JSON_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <ridgeline/core/callable.hpp>
#include <ridgeline/core/expected.hpp>

namespace ridgeline {

/// A scalar value in a JSON document, or the start of an object or array. Numbers are `whole` if written without
/// fraction and exponent and within 64 bits.
struct json_leaf {
  enum class kind : std::uint8_t { null, boolean, whole, real, text, object, array };
  kind is = kind::null;
  bool boolean = false;
  std::int64_t whole = 0;
  double real = 0;           ///< for both kinds of number
  std::string_view text{};   ///< valid only during the call

  bool is_number() const { return is == kind::whole || is == kind::real; }
};

/// Takes the number in front of a path, and the slash behind it: `0/name` gives 0 and leaves `name`. Nothing if none is
/// there.
std::optional<std::size_t> take_position(std::string_view& path);

/// Calls `visit(path, leaf)` for every value of `document` in file order; an object or array comes before its contents.
/// A path consists of keys and positions: `/peaks/matrix_bf16`, `/ranks/0`. For small documents (a chip's figures,
/// device properties); nesting deeper than 32 is rejected. Errors name `file`. Implemented with Boost.JSON in
/// `impl.hpp`; without it, always fails.
expected<bool> read_json(std::string_view document,
                         const callable<void(std::string_view path, const json_leaf& leaf)>& visit,
                         const std::string& file = {});

}  // namespace ridgeline

#endif  // RIDGELINE_READ_JSON_HPP
