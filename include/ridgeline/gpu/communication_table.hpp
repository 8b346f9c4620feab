#ifndef RIDGELINE_GPU_COMMUNICATION_TABLE_HPP
#define RIDGELINE_GPU_COMMUNICATION_TABLE_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/text_pattern.hpp>
#include <ridgeline/gpu/communication.hpp>

namespace ridgeline::gpu {

/// An extension with its own rules: `static constexpr std::array communication{gpu::communication_rule{"my_ring_"}};`
template <class Extension>
concept names_communication = requires { std::span<const communication_rule>(Extension::communication); };

/// The communication rules of one run: those added by the program and its user, followed by the built-in ones. Added
/// rules take precedence, so they can also declare a kernel to be computation; rules added earlier precede later ones.
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
  /// Puts `added` before the built-in rules; their texts must outlive the table.
  explicit communication_table(std::span<const communication_rule> added);

  /// The table with the rules of extensions, in the given order; extensions without rules add nothing.
  template <class... Extensions>
  static communication_table with() {
    std::vector<communication_rule> added;
    (add_rules<Extensions>(added), ...);
    return communication_table(added);
  }

  /// Treats kernels whose name matches `kernels` as communication with the properties in `what`. Patterns take
  /// precedence over all rules.
  void add(text_pattern kernels, communication what = {});
  /// Whether the name of any kernel that was asked about matched the n-th added pattern.
  bool has_met(std::size_t pattern) const;

  /// Like `communication_of`, and equally fast if nothing was added; each `test` and pattern costs a call.
  std::optional<communication> of(std::string_view kernel, std::string_view op = {},
                                  std::string_view collective = {}) const;

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

  std::vector<communication_rule> own_;    ///< added and built-in rules; empty if nothing was added
  core_detail::beginnings kernel_beginnings_ = gpu_detail::kernel_beginnings;
  core_detail::beginnings op_beginnings_ = gpu_detail::op_beginnings;
  struct user_pattern {
    text_pattern kernels;
    communication what;
    mutable std::uint8_t met = 0;
  };
  std::vector<user_pattern> patterns_;
};

}  // namespace ridgeline::gpu

#endif  // RIDGELINE_GPU_COMMUNICATION_TABLE_HPP
