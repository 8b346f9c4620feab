#ifndef RIDGELINE_READ_JSON_HPP
#define RIDGELINE_READ_JSON_HPP

#include <cstdint>
#include <string>
#include <string_view>

#include <ridgeline/core/callable.hpp>
#include <ridgeline/core/expected.hpp>

namespace ridgeline {

/// A value of a JSON document that holds no other value, or the mark that an object or an array begins. Numbers are
/// whole when they are spelled so and fit 64 bits.
struct json_leaf {
  enum class kind : std::uint8_t { null, boolean, whole, real, text, object, array };
  kind is = kind::null;
  bool boolean = false;
  std::int64_t whole = 0;
  double real = 0;           ///< of a number of either kind
  std::string_view text{};   ///< lives as long as the call that hands it out

  bool is_number() const { return is == kind::whole || is == kind::real; }
};

/// Hands every value of `document` to `visit(path, leaf)` in file order; an object or an array comes before what it
/// holds. A path names keys and positions: `/peaks/matrix_bf16`, `/ranks/0`. For small documents (a chip's figures, the
/// properties of devices); nesting deeper than 32 is refused. Errors name `file`. The body is Boost.JSON's and comes
/// with `impl.hpp`.
expected<bool> read_json(std::string_view document,
                         const callable<void(std::string_view path, const json_leaf& leaf)>& visit,
                         const std::string& file = {});

}  // namespace ridgeline

#endif  // RIDGELINE_READ_JSON_HPP
