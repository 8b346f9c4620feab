#ifndef RIDGELINE_TORCH_PHASE_TEXTS_HPP
#define RIDGELINE_TORCH_PHASE_TEXTS_HPP

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/torch/phase/rules.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline {

/// Caches what the rules need from the texts of a trace. Results live as long as this object.
class torch_phase_texts {
 public:
  explicit torch_phase_texts(const torch_trace& trace)
      : trace_(&trace), texts_(trace.texts.bound(), none), names_(trace.texts.bound(), none),
        extents_(trace.texts.bound(), none) {}

  /// What the name of an op shows besides the words in it.
  struct name_facts {
    inference_phase framework = inference_phase::mixed;
    inference_phase attention = inference_phase::mixed;
    phase_votes votes{};
  };

  const phase_text& text(symbol name) {
    return known(texts_, name, text_, [&] { return phase_text_of(trace_->text(name), lower_); });
  }
  const name_facts& op(symbol name) {
    return known(names_, name, op_, [&] {
      const std::string_view text = trace_->text(name);
      torch_detail::lower_case(text, lower_);
      return name_facts{phase_by_framework(text, lower_), phase_by_attention(lower_), votes_of_name(lower_)};
    });
  }
  /// The M that `gemm_params` uses.
  double rows(symbol dims) {
    return known(extents_, dims, extent_, [&] { return first_extent(trace_->text(dims)); });
  }

 private:
  static constexpr std::uint32_t none = 0xFFFFFFFF;
  template <class T, class Make>
  static const T& known(std::vector<std::uint32_t>& at, symbol s, std::deque<T>& values, Make make) {
    std::uint32_t& place = at[index_of(s)];
    if (place == none) {
      values.push_back(make());
      place = static_cast<std::uint32_t>(values.size() - 1);
    }
    return values[place];
  }

  const torch_trace* trace_;
  std::string lower_{};
  std::vector<std::uint32_t> texts_, names_, extents_;
  std::deque<phase_text> text_{};  // a deque, so that references stay valid
  std::deque<name_facts> op_{};
  std::deque<double> extent_{};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_PHASE_TEXTS_HPP
