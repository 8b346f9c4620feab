#ifndef RIDGELINE_READ_GPU_ARCH_BODY_HPP
#define RIDGELINE_READ_GPU_ARCH_BODY_HPP

#include <cstddef>

#include <ridgeline/read/gpu_arch.hpp>
#include <ridgeline/read/json.hpp>
#include <ridgeline/read/text_file.hpp>

namespace ridgeline {

expected<hw::roofs> read_gpu_arch(std::string_view document, const std::string& file) {
  hw::roofs roofs;
  roofs.measured = true;
  std::string wrong;
  constexpr std::string_view rates = "/max_achievable_tflops/";
  const expected<bool> read = read_json(document, [&](std::string_view path, const json_leaf& leaf) {
    const bool rate = path.starts_with(rates) && path.find('/', rates.size()) == path.npos;
    if (path == "/name" && leaf.is == json_leaf::kind::text) roofs.name = leaf.text;
    if (path != "/mem_bw_gbps" && !rate) return;
    const bool nothing = leaf.is == json_leaf::kind::null || (leaf.is_number() && leaf.real == 0);
    if (rate ? nothing : leaf.is == json_leaf::kind::null) return;  // the chip does not have it, or it is not known
    if (!leaf.is_number() || !(leaf.real > 0)) {
      if (wrong.empty()) wrong = "expected a number above 0 at " + std::string(path);
    } else if (rate) {
      roofs.peaks.emplace_back(path.substr(rates.size()), leaf.real * TFLOPps);
    } else {
      roofs.memory = leaf.real * GBps;
    }
  }, file);
  if (!read) return read.error();
  if (wrong.empty() && !known(roofs.memory) && roofs.peaks.empty())
    wrong = "expected mem_bw_gbps, the memory's bandwidth in GB/s, or rates under max_achievable_tflops; found neither";
  if (!wrong.empty()) return failure{errc::bad_value, source_pos{file}, wrong};
  return roofs;
}

expected<hw::roofs> read_gpu_arch_file(const std::string& path) {
  constexpr std::size_t most = std::size_t{1} << 24;  // a description takes about a page
  const expected<text_file> file = text_file::open(path, most);
  if (!file) return file.error();
  return read_gpu_arch(file->view(), path);
}

}  // namespace ridgeline

#endif  // RIDGELINE_READ_GPU_ARCH_BODY_HPP
