/// The options for the chip that ops are compared with.
#ifndef RIDGELINE_EXAMPLES_COMMON_CHIP_OPTIONS_HPP
#define RIDGELINE_EXAMPLES_COMMON_CHIP_OPTIONS_HPP

#include <optional>
#include <string>

#include <ridgeline/hw/catalog.hpp>
#include <ridgeline/hw/roofs.hpp>

#include "program.hpp"

namespace program {

using chip_images = ridgeline::list_of<ridgeline::hw::device>;

/// Prints the chips, one per line (wrapped to fit a terminal), and ends parsing, when the name of a chip is `list`.
void list_chips_for(const std::string& name, chip_images chips = ridgeline::hw::chips::images);

/// Registers its options with the program, and must stay in place until they are parsed.
class chip_options {
 public:
  /// `among`: the chips to choose from; none: the built-in ones.
  explicit chip_options(CLI::App& app, chip_images among = {});
  chip_options(const chip_options&) = delete;
  chip_options& operator=(const chip_options&) = delete;

  /// Finds the chip; reports why it cannot. Returns the exit code to end with, if any.
  int find(const std::string& program);
  /// Which rates of a built-in chip are requested.
  ridgeline::hw::roof_kind roof_kind() const {
    return roof_ == "achievable" ? ridgeline::hw::roof_kind::achievable : ridgeline::hw::roof_kind::peak;
  }
  /// Null without a chip.
  const ridgeline::hw::roofs* roofs() const { return roofs_ ? &*roofs_ : nullptr; }

 private:
  chip_images among_;
  std::string file_{}, name_{}, roof_ = "peak";
  std::optional<ridgeline::hw::roofs> roofs_{};
};

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_CHIP_OPTIONS_HPP
