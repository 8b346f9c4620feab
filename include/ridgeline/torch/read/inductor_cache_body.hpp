#ifndef RIDGELINE_TORCH_READ_INDUCTOR_CACHE_BODY_HPP
#define RIDGELINE_TORCH_READ_INDUCTOR_CACHE_BODY_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/read/bytes.hpp>
#include <ridgeline/read/number.hpp>
#include <ridgeline/torch/read/inductor_cache.hpp>

namespace ridgeline {

namespace torch_detail {

/// The text after `key`, up to the bracket that closes the one there; empty if there is none.
inline std::string_view bracketed(std::string_view text, std::string_view key) {
  const std::size_t at = text.find(key);
  if (at == text.npos) return {};
  const std::size_t open = text.find_first_of("[{", at + key.size());
  if (open == text.npos || open > at + key.size() + 4) return {};
  const std::size_t close = text.find(text[open] == '[' ? ']' : '}', open);
  return close == text.npos ? std::string_view() : text.substr(open + 1, close - open - 1);
}

/// Calls `entry(key, value)` for each item of `'x': 1024, 'r0_': 16`; keys are empty for a plain list.
template <class Entry>
void each_python_entry(std::string_view text, Entry&& entry) {
  const auto bare = [](std::string_view t) {
    while (!t.empty() && std::string_view(" '\"\n").find(t.front()) != std::string_view::npos) t.remove_prefix(1);
    while (!t.empty() && std::string_view(" '\"\n").find(t.back()) != std::string_view::npos) t.remove_suffix(1);
    return t;
  };
  while (!text.empty()) {
    const std::string_view one = core_detail::take_part(text, ',');
    const std::size_t colon = one.find(':');
    const std::string_view key = colon == one.npos ? std::string_view() : bare(one.substr(0, colon));
    const std::string_view value = bare(colon == one.npos ? one : one.substr(colon + 1));
    if (!value.empty()) entry(key, value);
  }
}

struct inductor_type {
  std::string_view name;
  double size;
  std::string_view profiler;
};
inline constexpr std::array inductor_types{
    inductor_type{"fp64", 8, "double"}, inductor_type{"fp32", 4, "float"}, inductor_type{"fp16", 2, "c10::Half"},
    inductor_type{"bf16", 2, "c10::BFloat16"}, inductor_type{"i64", 8, "long int"}, inductor_type{"i32", 4, "int"},
    inductor_type{"i16", 2, "short"}, inductor_type{"i8", 1, "signed char"}, inductor_type{"u8", 1, "unsigned char"},
    inductor_type{"i1", 1, "bool"}, inductor_type{"fp8e4nv", 1, "c10::Float8_e4m3fn"},
    inductor_type{"fp8e4b8", 1, "c10::Float8_e4m3fnuz"}, inductor_type{"fp8e5", 1, "c10::Float8_e5m2"}};

inline inductor_kernel inductor_kernel_of(std::string_view name, std::string_view comment, std::string_view body) {
  inductor_kernel k;
  each_python_entry(bracketed(comment, "Original ATen: "), [&](std::string_view, std::string_view op) {
    k.ops.emplace_back(op);
  });
  std::vector<double> sizes;
  const bool reduces = name.starts_with("triton_red_") || name.starts_with("triton_per_");
  k.outer = 1;
  each_python_entry(bracketed(body, "size_hints"), [&](std::string_view key, std::string_view value) {
    const auto n = leading_double(value.data(), value.data() + value.size());
    if (n.stop == value.data() || !(n.value >= 0)) return;
    sizes.push_back(n.value);
    (key.starts_with('r') ? k.inner : k.outer) *= n.value;
  });
  if (reduces && k.inner == 1 && sizes.size() > 1 && sizes.back() > 0)
    k.inner = sizes.back(), k.outer /= sizes.back();  // plain list: the last extent is the reduced one
  if (sizes.empty()) k.outer = missing<double>;
  each_python_entry(bracketed(body, "signature"), [&](std::string_view key, std::string_view type) {
    if (!type.starts_with('*')) return;
    for (const inductor_type& t : inductor_types) {
      if (type.substr(1) != t.name) continue;
      if (k.type.empty()) k.type = t.profiler;
      k.first_bytes += k.last_bytes;
      const bool over_input = key.starts_with("in_out_ptr");
      if (k.first_bytes == 0) k.over_input = over_input;
      k.last_bytes = over_input ? 2 * t.size : t.size;
    }
  });
  return k;
}

}  // namespace torch_detail

void inductor_kernels::add(std::string_view name, inductor_kernel kernel) {
  const std::size_t before = names_.bound(), at = index_of(names_.keep(name));
  if (at < before) return;
  kernels_.resize(at + 1);
  kernels_[at] = std::move(kernel);
}

const inductor_kernel* inductor_kernels::find(std::string_view name) const {
  const symbol found = names_.find(name);
  return found == symbol::none ? nullptr : &kernels_[index_of(found)];
}

std::size_t inductor_kernels::size() const { return names_.bound() - 1; }

void read_inductor_file(std::string_view text, inductor_kernels& to) {
  constexpr std::string_view call = "async_compile.triton('";
  std::size_t after = 0;  // end of the previous kernel
  for (std::size_t at = text.find(call); at != text.npos; at = text.find(call, after)) {
    const std::size_t name_at = at + call.size(), name_end = text.find('\'', name_at);
    const std::size_t open = text.find("'''", name_end), close = open == text.npos ? open : text.find("'''", open + 3);
    if (close == text.npos) return;
    const std::string_view name = text.substr(name_at, name_end - name_at);
    std::string_view comment = text.substr(after, at - after);
    if (const std::size_t last = comment.rfind("Original ATen: "); last != comment.npos) comment.remove_prefix(last);
    const std::string_view body = text.substr(open + 3, close - open - 3);
    to.add(name, torch_detail::inductor_kernel_of(name, comment, body));
    after = close + 3;
  }
}

inductor_kernels read_inductor_cache(const std::string& folder) {
  namespace fs = std::filesystem;
  inductor_kernels kernels;
  std::error_code ignored;
  std::vector<std::string> files;
  int seen = 0;
  for (fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, ignored), end;
       !ignored && at != end && seen < 200'000; at.increment(ignored), ++seen)
    if (at->path().extension() == ".py" && at->is_regular_file(ignored) && at->file_size(ignored) <= (16u << 20))
      files.push_back(at->path().string());
  std::sort(files.begin(), files.end());  // if a name occurs twice, the first one counts
  for (const std::string& file : files)
    if (const auto bytes = file_bytes::open(file)) read_inductor_file(bytes->view(), kernels);
  return kernels;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_READ_INDUCTOR_CACHE_BODY_HPP
