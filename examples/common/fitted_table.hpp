/// Tables on a console that has only so much room.
#ifndef RIDGELINE_EXAMPLES_COMMON_FITTED_TABLE_HPP
#define RIDGELINE_EXAMPLES_COMMON_FITTED_TABLE_HPP

#include <cstddef>
#include <string_view>
#include <vector>

#include <ridgeline/sink/console.hpp>

namespace program {

/// The table in `width` columns (0: as it is): the last of its columns go first where they do not fit, and the first
/// `kept` stay.
inline ridgeline::table without_last_columns(const ridgeline::table& t, std::size_t kept, std::size_t width,
                                             ridgeline::console_style& style) {
  if (width == 0) return t;
  std::vector<std::string_view> last_first;
  for (std::size_t c = t.columns(); c-- > kept;) last_first.push_back(t.column(c).title);
  return ridgeline::fitted_to(t, width, last_first, style);
}

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_FITTED_TABLE_HPP
