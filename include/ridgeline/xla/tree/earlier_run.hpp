#ifndef RIDGELINE_XLA_TREE_EARLIER_RUN_HPP
#define RIDGELINE_XLA_TREE_EARLIER_RUN_HPP

#include <cstdint>
#include <utility>
#include <vector>

#include <ridgeline/xla/record/event.hpp>

/// Which instructions run after others. Internal: included by body files only.
namespace ridgeline::xla_detail {

/// Tells whether an instruction needs what one of some others makes, and so runs after it in each execution.
class earlier_run {
 public:
  /// `some` is by the number of an instruction in its module.
  earlier_run(const xla_trace& trace, const hlo_module& m, std::vector<bool> some)
      : trace_(&trace), m_(&m), some_(std::move(some)), callers_(m.computations.size(), missing<std::uint32_t>) {
    for (std::uint32_t n = 0; n < m.instructions.size(); ++n)
      for (const std::int64_t id : m.list(m.instructions[n].called))
        if (const std::uint32_t c = m.find_computation(id); known(c)) callers_[c] = n;
  }

  bool needs_one(std::uint32_t instruction) const {
    std::vector<bool> seen(m_->instructions.size());
    std::vector<std::uint32_t> open{instruction};
    const auto add = [&](std::uint32_t computation, std::int64_t id) {
      const std::uint32_t n = m_->find(computation, id);
      if (!known(n) || seen[n]) return false;
      seen[n] = true;
      open.push_back(n);
      return static_cast<bool>(some_[n]);
    };
    const auto add_operands = [&](const hlo_instruction& i) {
      for (const std::int64_t id : m_->list(i.operands))
        if (add(i.computation, id)) return true;
      return false;
    };
    while (!open.empty()) {
      const std::uint32_t n = open.back();
      const hlo_instruction& i = m_->instructions[n];
      open.pop_back();
      if (add_operands(i)) return true;
      if (!known(i.computation)) continue;
      if (const std::uint32_t caller = callers_[i.computation];
          known(caller) && trace_->text(i.opcode) == "parameter" && add_operands(m_->instructions[caller]))
        return true;
      if (n == instruction || trace_->text(i.opcode) != "call") continue;
      for (const std::int64_t id : m_->list(i.called))  // what a call makes is what its computation returns
        if (const std::uint32_t c = m_->find_computation(id); known(c) && add(c, m_->computations[c].root)) return true;
    }
    return false;
  }

 private:
  const xla_trace* trace_;
  const hlo_module* m_;
  std::vector<bool> some_;
  std::vector<std::uint32_t> callers_;  ///< by computation: the instruction that calls it
};

}  // namespace ridgeline::xla_detail

#endif  // RIDGELINE_XLA_TREE_EARLIER_RUN_HPP
