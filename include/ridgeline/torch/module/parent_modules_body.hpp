#ifndef RIDGELINE_TORCH_MODULE_PARENT_MODULES_BODY_HPP
#define RIDGELINE_TORCH_MODULE_PARENT_MODULES_BODY_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/core/utf8.hpp>
#include <ridgeline/table/python_text.hpp>
#include <ridgeline/torch/module/parent_modules.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/tree/walk.hpp>

namespace ridgeline {

namespace torch_detail {

bool names_module(std::string_view name) { return name.find("nn.Module") != name.npos; }

/// A name cut to 256 characters, as the original prints stacks.
std::string cut_name(std::string_view name) {
  std::string cut(utf8_characters(name, 256));
  if (cut.size() < name.size()) cut += "..";
  return cut;
}

std::string without_instances(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size();) {
    std::size_t end = i + 1;
    if (name[i] == '_')
      while (end < name.size() && name[end] >= '0' && name[end] <= '9') ++end;
    if (end == i + 1) out += name[i];
    i = end;
  }
  return out;
}

}  // namespace torch_detail

parent_modules::parent_modules(const torch_profile& run) {
  const torch_trace& trace = run.trace();
  const call_tree& tree = run.tree();
  asked_once is_module(trace.texts, torch_detail::names_module);
  std::vector<symbol> nearest(trace.events.size(), missing<symbol>);
  for (const std::uint32_t e : tree.order()) {  // enclosing events come first
    const std::uint32_t parent = tree.parent_of(e);
    if (!known(parent)) continue;
    const symbol name = trace.events[parent].name;
    nearest[e] = is_module(name) ? name : nearest[parent];
  }
  std::vector<symbol> kept(trace.texts.bound(), missing<symbol>);
  for (const torch_launch& l : run.launches().rows) {
    const symbol module = nearest[l.event];
    symbol& number = kept[index_of(module)];
    if (!known(number))
      number =
          names_.keep(!known(module) ? std::string("NA")
                                     : torch_detail::without_instances(torch_detail::cut_name(trace.text(module))));
    numbers_.push_back(static_cast<std::uint32_t>(index_of(number)));
  }
}

void append_modules_around(std::string& out, const torch_profile& run, std::uint32_t event) {
  constexpr int most = 4096, deepest = 100'000;  // calls and modules around an event
  const call_node node = node_of(run.tree(), event);
  out += '[';
  append_python_text(out, torch_detail::cut_name(node.name()));
  int listed = 0, steps = 0;
  for (const call_node around : ancestors_of(node)) {
    if (listed == most || ++steps > deepest) break;
    if (!torch_detail::names_module(around.name())) continue;
    out += ", ";
    append_python_text(out, torch_detail::cut_name(around.name()));
    ++listed;
  }
  out += ']';
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_MODULE_PARENT_MODULES_BODY_HPP
