#ifndef RIDGELINE_GPU_COMMUNICATION_TABLE_HPP
#define RIDGELINE_GPU_COMMUNICATION_TABLE_HPP

#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/text_pattern.hpp>
#include <ridgeline/gpu/communication.hpp>

namespace ridgeline::gpu {

/// A type with rules of its own: `static constexpr std::array communication{gpu::communication_rule{"my_ring_"}};`
template <class Extension>
concept names_communication = requires { std::span<const communication_rule>(Extension::communication); };

/// The table of kinds that one run uses: the built-in rules, behind those that the program and its user add. What is
/// added comes first, so that it can also say of a kernel that it computes; rules that are added earlier come before
/// later ones.
///
///     gpu::communication_table table = gpu::communication_table::with<my_extension>();
///     if (auto pattern = text_pattern::compile(options.comm_pattern)) table.add(*std::move(pattern));
///     if (const auto c = table.of(kernel_name, op_name)) ...
class communication_table {
 public:
  communication_table();
  communication_table(const communication_table&);
  communication_table(communication_table&&) noexcept;
  communication_table& operator=(const communication_table&);
  communication_table& operator=(communication_table&&) noexcept;
  ~communication_table();
  /// `added` in front of the built-in rules; their texts have to outlive the table.
  explicit communication_table(std::span<const communication_rule> added);

  /// The table with the rules of extensions, the first one's first; of one without any, the built-in ones alone.
  template <class... Extensions>
  static communication_table with() {
    std::vector<communication_rule> added;
    (add_rules<Extensions>(added), ...);
    return communication_table(added);
  }

  /// Kernels in whose name `kernels` is found are communication, of whatever `what` says. Patterns come before all
  /// rules.
  void add(text_pattern kernels, communication what = {});

  /// As `communication_of`. Without anything added, the same answers in the same time; `test` and pattern cost a call
  /// each.
  std::optional<communication> of(std::string_view kernel, std::string_view op = {},
                                  std::string_view collective = {}) const;

  /// Answers by `communication_by_three_words` alone from now on: a parity fault.
  void use_three_words() { three_words_ = true; }

 private:
  static void append(std::vector<communication_rule>& all, std::span<const communication_rule> own);
  template <class Extension>
  static void add_rules([[maybe_unused]] std::vector<communication_rule>& all) {
    if constexpr (requires { Extension::communication; }) {
      constexpr bool rules = names_communication<Extension>;
      static_assert(rules, "an extension's rules are `static constexpr std::array communication{"
                           "gpu::communication_rule{\"my_ring_\"}}`");
      if constexpr (rules) append(all, Extension::communication);
    }
  }

  std::vector<communication_rule> own_;    ///< what was added and the built-in rules; empty where nothing was added
  gpu_detail::beginnings kernel_beginnings_ = gpu_detail::kernel_beginnings;
  gpu_detail::beginnings op_beginnings_ = gpu_detail::op_beginnings;
  std::vector<std::pair<text_pattern, communication>> patterns_;
  bool three_words_ = false;
};

}  // namespace ridgeline::gpu

#endif  // RIDGELINE_GPU_COMMUNICATION_TABLE_HPP
