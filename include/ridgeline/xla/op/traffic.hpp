#ifndef RIDGELINE_XLA_OP_TRAFFIC_HPP
#define RIDGELINE_XLA_OP_TRAFFIC_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <unordered_set>
#include <vector>

#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/core/units.hpp>
#include <ridgeline/xla/op/start_results.hpp>
#include <ridgeline/xla/record/event.hpp>

/// The memory traffic of an HLO instruction, derived from its shapes. Internal: included by body files only.
///
/// The rules are those of XLA's own cost analysis (xla/service/hlo_cost_analysis.cc): each operand is read once and
/// each output written once, except that only the slices are read of an operand that is only sliced, an in-place
/// update moves only the updated part, and a fusion reads only the parts of a parameter that its instructions use.
namespace ridgeline::xla_detail {

class hlo_traffic {
 public:
  hlo_traffic(const xla_trace& trace, const hlo_module& module) : trace_(&trace), m_(&module) {}

  /// The minimum traffic; missing for instructions that only name or wait for what others move, and if a shape is
  /// unknown.
  byte_count of(const hlo_instruction& i) const {
    const std::string_view opcode = text(i.opcode);
    for (const std::string_view none : {"get-tuple-element", "tuple", "parameter", "constant", "bitcast", "after-all",
                                        "while", "conditional", "call"})
      if (opcode == none) return missing<byte_count>;
    if (opcode == "add-dependency" || opcode == "opt-barrier" || opcode == "domain") return missing<byte_count>;
    if (opcode.ends_with("-done") || opcode == "async-update") return missing<byte_count>;
    if (opcode.ends_with("-start")) return read(i) + bytes_of(results_of_start(*m_, i, opcode));
    const byte_count out = written(i);
    const byte_count in = opcode == "fusion" ? read_by_fusion(i) : read(i);
    return in + out;
  }

 private:
  static constexpr int deepest = 16;                        // nested bitcasts
  static constexpr std::uint32_t most_instructions = 4096;  // in a fusion; real ones have a few dozen

  std::string_view text(symbol s) const { return trace_->text(s); }

  /// The size of a shape: all elements, all parts of a tuple; tokens have none.
  byte_count bytes_of(std::uint32_t shape) const {
    if (!known(shape)) return missing<byte_count>;
    const hlo_shape& s = m_->shapes[shape];
    byte_count sum = 0 * B;
    for (const std::int64_t part : m_->list(s.parts)) sum = sum + bytes_of(static_cast<std::uint32_t>(part));
    if (s.type == hlo_type::tuple || s.type == hlo_type::token) return sum;
    if (s.type == hlo_type::invalid || s.type == hlo_type::opaque) return missing<byte_count>;
    double elements = 1;
    for (const std::int64_t d : m_->list(s.dims)) elements *= d < 0 ? missing<double> : static_cast<double>(d);
    return elements * size_of(s.type);
  }
  /// The n-th operand; null if its computation does not contain it.
  const hlo_instruction* operand(const hlo_instruction& i, std::size_t n) const {
    if (n >= i.operands.count) return nullptr;
    const std::uint32_t at = m_->find(i.computation, m_->list(i.operands)[n]);
    return known(at) ? &m_->instructions[at] : nullptr;
  }
  byte_count operand_bytes(const hlo_instruction& i, std::size_t n) const {
    const hlo_instruction* const from = operand(i, n);
    return from == nullptr ? missing<byte_count> : bytes_of(from->shape);
  }

  /// The size of the part of its first operand that an instruction updates in place; missing if it does not work in
  /// place.
  byte_count updated(const hlo_instruction& i) const {
    const std::string_view opcode = text(i.opcode);
    if (opcode == "dynamic-update-slice") return operand_bytes(i, 1);
    if (opcode == "scatter" && i.operands.count > 0) return operand_bytes(i, i.operands.count - 1);
    return missing<byte_count>;
  }
  bool works_in_place(const hlo_instruction& i) const {
    return text(i.opcode) == "dynamic-update-slice" || text(i.opcode) == "scatter";
  }
  /// Whether an instruction reads only as much of its first operand as it outputs.
  bool slices(const hlo_instruction& i) const {
    const std::string_view opcode = text(i.opcode);
    return opcode == "dynamic-slice" || opcode == "slice" || opcode == "gather";
  }
  /// The bytes that an instruction reads of its n-th operand.
  byte_count read_of(const hlo_instruction& i, std::size_t n) const {
    if (n == 0 && slices(i)) return bytes_of(i.shape);
    if (n == 0 && works_in_place(i)) return text(i.opcode) == "scatter" ? updated(i) : 0 * B;
    return operand_bytes(i, n);
  }
  byte_count read(const hlo_instruction& i) const {
    const auto ids = m_->list(i.operands);
    byte_count sum = 0 * B;
    std::unordered_set<std::int64_t, byte_hash> seen;  // combined collectives have thousands
    for (std::size_t n = 0; n < ids.size(); ++n)
      if (seen.insert(ids[n]).second) sum = sum + read_of(i, n);
    return sum;
  }

  byte_count written(const hlo_instruction& i) const {
    if (works_in_place(i)) return updated(i);
    if (text(i.opcode) == "fusion") {
      const hlo_instruction* const root = root_of(i);
      return root == nullptr ? bytes_of(i.shape) : written_by_root(*root);
    }
    return text(i.opcode) == "custom-call" ? without_workspace(i) : bytes_of(i.shape);
  }
  byte_count written_by_root(const hlo_instruction& named) const {
    const hlo_instruction& root = after_bitcasts(named);
    if (text(root.opcode) == "custom-call") return without_workspace(root);
    if (text(root.opcode) != "tuple") return works_in_place(root) ? updated(root) : bytes_of(root.shape);
    byte_count sum = 0 * B;
    for (std::size_t n = 0; n < root.operands.count; ++n) {
      const hlo_instruction* const part = operand(root, n);
      if (n > 0 && part != nullptr && is_workspace_of_call(*part)) continue;
      const hlo_instruction* const made = part != nullptr ? &after_bitcasts(*part) : nullptr;
      sum = sum + (made != nullptr && works_in_place(*made) ? updated(*made) : operand_bytes(root, n));
    }
    return sum;
  }
  /// A bitcast gives the same bytes another shape; `behind_bitcasts` finds their source.
  bool is_bitcast(const hlo_instruction& i) const { return text(i.opcode) == "bitcast"; }
  const hlo_instruction& after_bitcasts(const hlo_instruction& i) const {
    const hlo_instruction* at = &i;
    for (int depth = 0; depth < deepest && is_bitcast(*at); ++depth) {
      const hlo_instruction* const from = operand(*at, 0);
      if (from == nullptr) break;
      at = from;
    }
    return *at;
  }
  /// Library calls return their scratch memory as an additional tuple element, an array of bytes; it is not counted.
  byte_count without_workspace(const hlo_instruction& i) const {
    if (!known(i.shape) || m_->shapes[i.shape].type != hlo_type::tuple) return bytes_of(i.shape);
    byte_count sum = 0 * B;
    bool first = true;
    for (const std::int64_t n : m_->list(m_->shapes[i.shape].parts)) {
      const auto part = static_cast<std::uint32_t>(n);
      if (first || !is_workspace(part)) sum = sum + bytes_of(part);
      first = false;
    }
    return sum;
  }

  bool is_workspace(std::uint32_t shape) const {
    return is_scratch(m_->shapes[shape].type, m_->shapes[shape].dims.count);
  }
  /// Whether a value is the scratch memory of a library call that a fusion passes on.
  bool is_workspace_of_call(const hlo_instruction& i) const {
    const hlo_instruction* const from = operand(i, 0);
    return text(i.opcode) == "get-tuple-element" && known(i.shape) && is_workspace(i.shape) && from != nullptr &&
           text(from->opcode) == "custom-call";
  }

  const hlo_computation* fused(const hlo_instruction& fusion) const {
    if (fusion.called.count == 0) return nullptr;
    const std::uint32_t c = m_->find_computation(m_->list(fusion.called)[0]);
    return known(c) && m_->computations[c].count <= most_instructions ? &m_->computations[c] : nullptr;
  }
  const hlo_instruction* root_of(const hlo_instruction& fusion) const {
    const hlo_computation* const c = fused(fusion);
    for (std::uint32_t n = 0; c != nullptr && n < c->count; ++n)
      if (m_->instructions[c->first + n].id == c->root) return &m_->instructions[c->first + n];
    return nullptr;
  }
  /// For each parameter the bytes that the fusion's instructions use, but no more than its size.
  byte_count read_by_fusion(const hlo_instruction& fusion) const {
    const hlo_computation* const c = fused(fusion);
    if (c == nullptr) return read(fusion);
    std::map<std::int64_t, byte_count> used;  // by id of a parameter, or of a bitcast of one
    std::map<std::int64_t, std::size_t> numbers;
    std::vector<const hlo_instruction*> bitcasts;
    for (std::uint32_t n = c->first; n < c->first + c->count; ++n) {
      const hlo_instruction& i = m_->instructions[n];
      const bool parameter = text(i.opcode) == "parameter" && i.parameter >= 0;
      if (parameter) numbers.emplace(i.id, static_cast<std::size_t>(i.parameter));
      if (is_bitcast(i)) bitcasts.push_back(&i);
      if (parameter || is_bitcast(i)) used.emplace(i.id, i.id == c->root && !parameter ? bytes_of(i.shape) : 0 * B);
    }
    for (std::uint32_t n = c->first; n < c->first + c->count; ++n) {
      const hlo_instruction& i = m_->instructions[n];
      const auto ids = m_->list(i.operands);
      for (std::size_t o = 0; o < ids.size() && !is_bitcast(i); ++o)
        if (const auto at = used.find(ids[o]); at != used.end()) at->second = at->second + read_of(i, o);
    }
    // a computation lists definitions before uses: starting from the last bitcast, each passes on how much of it is
    // used
    for (auto at = bitcasts.rbegin(); at != bitcasts.rend(); ++at) {
      if ((*at)->operands.count == 0) continue;
      const auto from = used.find(m_->list((*at)->operands)[0]);
      const byte_count all = bytes_of((*at)->shape), some = used.at((*at)->id);
      if (from != used.end()) from->second = from->second + (some < all ? some : all);
    }
    byte_count sum = 0 * B;
    std::vector<std::int64_t> counted;  // a value may be passed as several parameters
    for (const auto& [id, number] : numbers) {
      const byte_count bytes = used.at(id);
      if (number >= fusion.operands.count) return missing<byte_count>;
      const std::int64_t operand_id = m_->list(fusion.operands)[number];
      if (std::find(counted.begin(), counted.end(), operand_id) != counted.end()) continue;
      counted.push_back(operand_id);
      const byte_count all = operand_bytes(fusion, number);
      sum = sum + (bytes < all ? bytes : all);
    }
    return sum;
  }

  const xla_trace* trace_;
  const hlo_module* m_;
};

}  // namespace ridgeline::xla_detail

#endif  // RIDGELINE_XLA_OP_TRAFFIC_HPP
