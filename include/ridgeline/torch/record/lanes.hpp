#ifndef RIDGELINE_TORCH_RECORD_LANES_HPP
#define RIDGELINE_TORCH_RECORD_LANES_HPP

#include <vector>

#include <ridgeline/core/owned.hpp>
#include <ridgeline/gpu/work.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline {

namespace gpu {
class communication_table;
}

/// The kind of a GPU event: kernel, copy or fill.
constexpr gpu_kind kind_of(kineto_category c) {
  return c == kineto_category::gpu_memcpy   ? gpu_kind::copy
         : c == kineto_category::gpu_memset ? gpu_kind::fill
                                            : gpu_kind::kernel;
}

/// Separates communication from a trace's other GPU work by a table of kinds. Each pair of kernel name and name of
/// the op around its launch is looked up only once. A kernel whose arguments name a collective is communication.
class gpu_lanes {
 public:
  /// A null `table` means the built-in one. With `three_words`, the original's rule decides, for events of any
  /// category.
  gpu_lanes(const torch_trace& trace, const gpu::communication_table* table, bool three_words);

  /// `op` is the name of the innermost op around the launch, or missing.
  bool communicates(const torch_event& e, symbol op = missing<symbol>) {
    if (!three_words_) {
      if (e.category == kineto_category::gpu_memcpy) return false;
      if (const collective_arguments* const c = trace_->collective(e); c != nullptr && known(c->name)) return true;
    }
    answer& last = last_[index_of(e.name)];
    if (!last.asked || last.op != op) last = {op, true, ask(e.name, op)};
    return last.yes && (three_words_ || gpu_lane_of(kind_of(e.category), trace_->name(e), true) != gpu_lane::copy);
  }
  gpu_lane operator()(const torch_event& e, symbol op = missing<symbol>) {
    return gpu_lane_of(kind_of(e.category), trace_->name(e), communicates(e, op));
  }

 private:
  struct answer {
    symbol op = missing<symbol>;
    bool asked = false;
    bool yes = false;
  };

  bool ask(symbol kernel, symbol op);

  const torch_trace* trace_;
  const gpu::communication_table* table_;
  bool three_words_;
  std::vector<answer> last_;  // by kernel name: the last answer, most likely to be needed next
  struct answers;
  owned<answers> known_;  // earlier answers, by kernel and op
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RECORD_LANES_HPP
