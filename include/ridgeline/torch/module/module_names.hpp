#ifndef RIDGELINE_TORCH_MODULE_MODULE_NAMES_HPP
#define RIDGELINE_TORCH_MODULE_MODULE_NAMES_HPP

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include <ridgeline/torch/op/iteration.hpp>
#include <ridgeline/torch/record/step_names.hpp>
#include <ridgeline/torch/tree/module_frame.hpp>

/// What the names of frames and ranges show about modules.
namespace ridgeline::torch_detail {

struct frame_name {
  enum class kind : unsigned char { unasked, other, module, source };
  kind is = kind::unasked;
};

/// Whether a path contains a folder `torch` or `triton`.
constexpr bool is_library_path(std::string_view path) {
  for (const std::string_view folder : {"torch/", "triton/"})
    for (std::size_t at = path.find(folder); at != path.npos; at = path.find(folder, at + 1))
      if (at == 0 || path[at - 1] == '/') return true;
  return false;
}

/// `nn.Module: Linear_1` is a module; `model/llama.py(300): forward` is a program line, unless the file belongs to
/// PyTorch or Triton.
constexpr frame_name::kind kind_of_frame(std::string_view name) {
  if (name.starts_with(module_frame_front)) return frame_name::kind::module;
  const std::size_t open = name.find('(');
  if (open == name.npos || open < 4 || name.front() == '<') return frame_name::kind::other;
  const std::string_view file = name.substr(0, open);
  annotation_cursor rest(name.substr(open));
  rest.take("("), rest.number(), rest.take("): ");
  return rest.ok() && file.ends_with(".py") && !is_library_path(file) ? frame_name::kind::source
                                                                      : frame_name::kind::other;
}

/// Turns `nn.Module: Linear_1` into `Linear`.
inline std::string class_of_module(std::string_view frame) {
  return std::string(without_instance(frame.substr(module_frame_front.size())));
}

/// Turns `model.layers.12.mlp` into `model.layers.*.mlp`.
inline std::string without_numbered_parts(std::string_view name) {
  std::string out;
  for (std::size_t at = 0; at <= name.size();) {
    const std::size_t dot = std::min(name.find('.', at), name.size());
    const std::string_view part = name.substr(at, dot - at);
    const bool number = !part.empty() && part.find_first_not_of("0123456789") == part.npos;
    out += number ? std::string_view("*") : part;
    if (dot < name.size()) out += '.';
    at = dot + 1;
  }
  return out;
}

/// Whether a host range may name a module; ranges of the profiler, compilation, captures and steps do not.
constexpr bool may_name_module(std::string_view name) {
  if (name.starts_with(profiler_step) || name.starts_with("## Call CompiledFxGraph")) return false;
  annotation_cursor capture(name);
  capture.take("capture_"), capture.number(), capture.take("_");
  return !capture.ok() && !begins_like_step(name) && !name.ends_with("(dynamo_timed)");
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_MODULE_MODULE_NAMES_HPP
