#ifndef RIDGELINE_SINK_ROOFLINE_PAGE_HPP
#define RIDGELINE_SINK_ROOFLINE_PAGE_HPP

#include <cstddef>
#include <string>
#include <string_view>

#include <ridgeline/core/utf8.hpp>
#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/sink/chart.hpp>

/// What the rooflines of GPU reports share.
namespace ridgeline::sink_detail {

/// A roofline without points: its title, what it says about itself, and the roof of the memory. `roofs` may be null.
inline roofline_chart roofline_head(const hw::roofs* roofs) {
  roofline_chart chart;
  chart.title = "Roofline";
  chart.about = "A point for each op and shape; its size follows its kernel time.";
  if (roofs != nullptr) {
    chart.memory = roofs->memory;
    chart.about += " Roofs: " + roofs->name;
    chart.about += roofs->measured ? ", measured." : ", the vendor's peaks.";
  } else {
    chart.about += " No roofs: no chip was named (--arch).";
  }
  return chart;
}

/// The roof of that name, put behind the others where it is new; of the chip's where there is one.
inline std::size_t roof_named(roofline_chart& chart, std::string_view spec, const hw::roofs* roofs) {
  if (spec.empty()) return roofline_chart::no_roof;
  std::size_t at = 0;
  while (at < chart.roofs.size() && chart.roofs[at].name != spec) ++at;
  if (at == chart.roofs.size())
    chart.roofs.push_back({std::string(spec), roofs != nullptr ? roofs->peak_of(spec) : missing<flop_rate>});
  return at;
}

/// Puts a shape behind the name of a point, cut where it is long; nothing where there is none.
inline void append_shape(std::string& name, std::string_view shape) {
  constexpr std::size_t longest = 160;
  if (shape.empty()) return;
  name += ' ';
  name += utf8_front(shape, longest);
}

}  // namespace ridgeline::sink_detail

#endif  // RIDGELINE_SINK_ROOFLINE_PAGE_HPP
