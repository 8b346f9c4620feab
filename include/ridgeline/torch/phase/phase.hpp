#ifndef RIDGELINE_TORCH_PHASE_PHASE_HPP
#define RIDGELINE_TORCH_PHASE_PHASE_HPP

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace ridgeline {

/// What a serving engine does: process prompts, or generate one more token per request. `mixed`: both in one step
/// or, for methods that look at individual ops, undecided. `unlabelled`: outside all steps.
enum class inference_phase : unsigned char { mixed, prefill, decode, unlabelled };

constexpr std::string_view name_of(inference_phase p) {
  constexpr std::array<std::string_view, 4> names{"Mixed", "Prefill", "Decode", "Unlabelled"};
  return names[static_cast<std::size_t>(p)];
}

/// How the phase of a launch is determined. `annotations` and `shapes` look at whole steps and recognise mixed ones.
/// `automatic` is the first of `annotations`, `shapes` and `hybrid` that the trace allows.
enum class phase_method : unsigned char {
  hybrid, kernel_names, operation_frequency, framework_apis, attention_patterns, gemm_params, votes, annotations,
  shapes, automatic
};

/// The names of the methods in options, in the order of `phase_method`.
inline constexpr std::array<std::string_view, 10> phase_method_names{
    "hybrid", "kernel_names", "operation_frequency", "framework_apis", "attention_patterns", "gemm_params",
    "union", "annotations", "shapes", "auto"};

constexpr std::string_view name_of(phase_method m) { return phase_method_names[static_cast<std::size_t>(m)]; }

constexpr std::optional<phase_method> phase_method_of(std::string_view name) {
  for (std::size_t i = 0; i < phase_method_names.size(); ++i)
    if (phase_method_names[i] == name) return static_cast<phase_method>(i);
  return std::nullopt;
}

/// Whether the method recognises mixed steps.
constexpr bool knows_mixed_steps(phase_method m) { return m == phase_method::annotations || m == phase_method::shapes; }

/// Whether the method compares rows or tokens with `torch_phase_options::decode_threshold`.
constexpr bool reads_threshold(phase_method m) {
  return m == phase_method::gemm_params || m == phase_method::votes || m == phase_method::shapes;
}

struct torch_phase_options {
  phase_method method = phase_method::automatic;
  double decode_threshold = 10;  ///< matrices with more rows than this are prompts
};

/// Whether two methods contradict each other; a launch that one of them leaves unlabelled is not a contradiction.
constexpr bool phases_differ(inference_phase a, inference_phase b) {
  return a != b && a != inference_phase::unlabelled && b != inference_phase::unlabelled;
}

/// The first of two phases that is not `mixed`.
constexpr inference_phase first_decided(inference_phase a, inference_phase b) {
  return a != inference_phase::mixed ? a : b;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_PHASE_PHASE_HPP
