#include "chip_options.hpp"

#include <cstdio>
#include <string>
#include <string_view>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/hw/find.hpp>
#include <ridgeline/read/gpu_arch.hpp>
#include <ridgeline/sink/output.hpp>

#include "console.hpp"
#include "program.hpp"

namespace program {

void list_chips_for(const std::string& name, chip_images chips) {
  if (name != "list") return;
  const std::string text = ridgeline::hw::list_text(chips);
  ridgeline::string_output out;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    write_line(out, line);
    rest.remove_prefix(line.size() + 1);
  }
  std::fputs(out.text().c_str(), stdout);
  throw CLI::Success();
}

chip_options::chip_options(CLI::App& app, chip_images among)
    : among_(among.empty() ? chip_images(ridgeline::hw::chips::images) : among) {
  app.add_option("--gpu_arch_json_path", file_, "the chip's measured rates as a JSON file; for Roofline columns");
  app.add_option("--arch,--gpu_arch_platform", name_, "a built-in chip, mi300x; a file overrides it; list prints all")
      ->each([this](const std::string& name) { list_chips_for(name, among_); });
  app.add_option("--roof", roof_, "which rates of a built-in chip: peak (vendor), achievable (measured)")
      ->check(CLI::IsMember({"peak", "achievable"}))->capture_default_str();
}

int chip_options::find(const std::string& program) {
  namespace hw = ridgeline::hw;
  if (!file_.empty()) {
    const ridgeline::expected<hw::roofs> read = ridgeline::read_gpu_arch_file(file_);
    if (!read) {
      say(program + ": " + to_string(read.error()));
      return unusable_input;
    }
    roofs_ = *read;
    if (!known(roofs_->memory)) say(program + ": " + file_ + " has no mem_bw_gbps: nothing is judged by memory");
  } else if (!name_.empty()) {
    const hw::device* const chip = hw::find(among_, name_);
    if (chip == nullptr) {
      say(program + ": --arch: no chip goes by the name " + name_ + did_you_mean(hw::nearest(among_, name_)) +
          " (--arch list)");
      return wrong_usage;
    }
    roofs_ = hw::roofs_of(*chip, roof_kind());
  }
  return success;
}

}  // namespace program
