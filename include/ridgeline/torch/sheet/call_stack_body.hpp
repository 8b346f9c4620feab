#ifndef RIDGELINE_TORCH_SHEET_CALL_STACK_BODY_HPP
#define RIDGELINE_TORCH_SHEET_CALL_STACK_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/table/python_text.hpp>
#include <ridgeline/torch/module/parent_modules.hpp>
#include <ridgeline/torch/sheet/call_stack.hpp>
#include <ridgeline/torch/tree/module_frame.hpp>
#include <ridgeline/torch/tree/walk.hpp>

namespace ridgeline {

namespace torch_detail {

bool is_stack_entry(const call_node& n) {
  const std::string_view name = n.name();
  if (is_op(n)) return true;
  if (name.find("nn.Module") != name.npos || name.find("::") != name.npos || name.find('/') != name.npos) return true;
  // a script that was started by its name alone has no folder in its frames
  return n->category == kineto_category::python_function && !n.tree().options().faults.frames_need_folders &&
         name.find(".py(") != name.npos;
}

std::vector<std::string> names_between(call_node inner, std::uint32_t outer, std::uint32_t most) {
  std::vector<std::string> names;
  std::uint32_t steps = 0;
  for (call_node n = inner; n && n.uid() != outer && steps < most; n = n.parent(), ++steps)
    if (is_stack_entry(n)) names.push_back(without_instances(n.name()));
  std::reverse(names.begin(), names.end());
  return names;
}

/// The part of a frame after `file.py(12): `.
std::string_view function_of_frame(std::string_view frame) {
  const std::size_t mark = frame.find("): ");
  return mark == frame.npos ? std::string_view() : frame.substr(mark + 3);
}
bool is_wrapper_frame(std::string_view frame) {
  return core_detail::starts_with_any(frame, torch_wrapper_starts) ||
         core_detail::has_any(frame.substr(0, frame.find('(')), torch_wrapper_files) ||
         core_detail::is_any(function_of_frame(frame), torch_wrapper_functions);
}

}  // namespace torch_detail

std::vector<std::string_view> torch_call_stack::flat() const {
  std::vector<std::string_view> all(shared.begin(), shared.end());
  for (const std::vector<std::string>& t : tails) all.insert(all.end(), t.begin(), t.end());
  return all;
}

std::uint32_t calls_between(const call_tree& tree, std::uint32_t inner, std::uint32_t outer, std::uint32_t most) {
  std::uint32_t count = 0;
  for (std::uint32_t at = inner; known(at) && at != outer && count < most; at = tree.parent_of(at)) ++count;
  return count;
}

torch_call_stack torch_call_stack_of(const call_tree& tree, std::uint32_t op,
                                     const std::vector<std::uint32_t>& kernels, bool alone, std::uint32_t most,
                                     const call_tree* of_kernels) {
  torch_call_stack stack;
  const std::vector<std::string> callers =
      alone ? std::vector<std::string>() : torch_detail::names_between(node_of(tree, op), missing<std::uint32_t>, most);
  const call_tree& launched = of_kernels == nullptr ? tree : *of_kernels;
  std::vector<std::vector<std::string>> tails;
  std::unordered_set<std::string> known_tails;
  for (const std::uint32_t kernel : kernels) {
    std::vector<std::string> tail;
    if (!alone) tail = torch_detail::names_between(node_of(launched, kernel).parent(), op, most);
    tail.emplace_back(node_of(tree, kernel).name());
    std::string joined;
    for (const std::string& name : tail) joined.append(name).push_back('\0');
    if (known_tails.insert(std::move(joined)).second) tails.push_back(std::move(tail));
  }
  stack.shared = callers;
  std::size_t common = 0;
  if (!tails.empty()) {
    common = tails.front().size();
    for (const std::vector<std::string>& t : tails)
      common = std::min(common, static_cast<std::size_t>(
          std::mismatch(t.begin(), t.end(), tails.front().begin(), tails.front().end()).first - t.begin()));
    stack.shared.insert(stack.shared.end(), tails.front().begin(),
                        tails.front().begin() + static_cast<std::ptrdiff_t>(common));
  }
  for (std::vector<std::string>& t : tails) {
    t.erase(t.begin(), t.begin() + static_cast<std::ptrdiff_t>(common));
    if (!t.empty()) stack.tails.push_back(std::move(t));
  }
  return stack;
}

void append_call_stack(std::string& out, const torch_call_stack& stack) {
  if (stack.empty()) {
    out += no_call_stack;
    return;
  }
  const auto append_names = [&](const std::vector<std::string>& names) {
    for (const std::string& n : names) {
      if (out.back() != '[') out += ", ";
      append_python_text(out, n);
    }
  };
  out += '[';
  append_names(stack.shared);
  for (const std::vector<std::string>& t : stack.tails) {
    if (out.back() != '[') out += ", ";
    out += '[';
    append_names(t);
    out += ']';
  }
  out += ']';
}

std::string torch_entry_point(const torch_call_stack& stack, std::string_view op) {
  const std::vector<std::string_view> names = stack.flat();
  const std::string_view unnumbered = torch_detail::without_instance(op);
  std::size_t at = names.size();
  while (at > 0 && names[at - 1] != op && names[at - 1] != unnumbered) --at;
  if (at == 0) return std::string(no_call_stack);
  const std::size_t scope = op.rfind("::");
  const std::string local = core_detail::lower_case(std::string(scope == op.npos ? op : op.substr(scope + 2)));
  for (std::size_t i = at; i < names.size(); ++i)
    if (names[i].find(".py") != std::string_view::npos &&
        core_detail::lower_case(std::string(torch_detail::function_of_frame(names[i]))).find(local) != local.npos)
      return std::string(names[i]);
  for (std::size_t i = at; i > 0; --i)
    if (names[i - 1].find(".py") != std::string_view::npos && !torch_detail::is_wrapper_frame(names[i - 1]))
      return std::string(names[i - 1]);
  return std::string(no_call_stack);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_CALL_STACK_BODY_HPP
