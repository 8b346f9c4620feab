#ifndef RIDGELINE_TORCH_DIFF_SIDE_BODY_HPP
#define RIDGELINE_TORCH_DIFF_SIDE_BODY_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/torch/diff/side.hpp>
#include <ridgeline/torch/tree/walk.hpp>

namespace ridgeline {

std::string compared_name(std::string_view name, bool loose) {
  const auto hex = [](char c) { return core_detail::hex_digit(c) >= 0; };
  if (name == "hipModuleLaunchKernel") name = "cuLaunchKernel";
  std::string out;
  for (std::size_t i = 0; i < name.size();) {
    if (name.substr(i).starts_with("0x") && i + 2 < name.size() && hex(name[i + 2])) {
      out += "0xXXXX";
      for (i += 2; i < name.size() && hex(name[i]);) ++i;
      continue;
    }
    if (name.substr(i).starts_with(".py(")) {
      std::size_t end = i + 4;
      while (end < name.size() && core_detail::is_digit(name[end])) ++end;
      if (end > i + 4 && name.substr(end).starts_with("):")) {
        out += ".py:";
        i = end + 2;
        continue;
      }
    }
    out += name[i++];
  }
  if (!loose) return out;
  if (const std::size_t function = out.rfind(": "); function != out.npos) out.resize(function);
  if (const std::size_t file = out.find(".py"); file != out.npos)
    if (const std::size_t folder = out.rfind('/', file); folder != out.npos) out.erase(0, folder + 1);
  return out;
}

diff_side::diff_side(const call_tree& tree, diff_names& names) : tree_(&tree) {
  const torch_trace& trace = tree.trace();
  strict_.assign(trace.texts.bound(), missing<std::uint32_t>);
  loose_ = strict_;
  first_.resize(trace.events.size());
  for (const std::uint32_t event : tree.order()) {
    const torch_event& e = trace.events[event];
    if (!known(strict_[index_of(e.name)])) {
      strict_[index_of(e.name)] = names.number(compared_name(trace.name(e), false));
      loose_[index_of(e.name)] = names.number("loose " + compared_name(trace.name(e), true));
    }
    if (!known(tree.parent_of(event))) tops_.push_back(event);
    if (is_work(event)) continue;
    first_[event].from = static_cast<std::ptrdiff_t>(kids_.size());
    for (const call_node child : children_of(node_of(tree, event))) kids_.push_back(child.uid());
    first_[event].to = static_cast<std::ptrdiff_t>(kids_.size());
  }
}

bool diff_side::is_launch(std::uint32_t uid) const {
  return is_runtime(event(uid).category) && name(uid) != "cudaGraphLaunch" && name(uid) != "hipGraphLaunch";
}

std::vector<std::uint32_t> diff_side::children_on_path(std::uint32_t uid) const {
  std::vector<std::uint32_t> found;
  for (const std::uint32_t c : children(uid))
    if (on_path(c)) found.push_back(c);
  return found;
}

std::vector<std::uint32_t> diff_side::work_below(std::uint32_t uid) const {
  return is_work(uid) ? std::vector{uid} : gpu_work_by_launch(node_of(*tree_, uid));
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_DIFF_SIDE_BODY_HPP
