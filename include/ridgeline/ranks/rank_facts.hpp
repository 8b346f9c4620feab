#ifndef RIDGELINE_RANKS_RANK_FACTS_HPP
#define RIDGELINE_RANKS_RANK_FACTS_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/core/missing.hpp>

namespace ridgeline {

/// Texts of a rank, each once; 0 stands for none.
class rank_texts {
 public:
  std::uint32_t number(std::string_view text) {
    const auto [at, is_new] = places_.try_emplace(std::string(text), static_cast<std::uint32_t>(all_.size()) + 1);
    if (is_new) all_.emplace_back(text);
    return at->second;
  }
  std::string_view text(std::uint32_t n) const { return n == 0 || n > all_.size() ? std::string_view() : all_[n - 1]; }
  template <class Wire>
  void transfer(Wire& wire) {
    wire.for_each(all_, [&](std::string& text) { wire(text); });
    if constexpr (Wire::reads) places_.clear();
  }
  /// Forgets what is needed for adding more.
  void close() { std::unordered_map<std::string, std::uint32_t>().swap(places_); }

 private:
  std::vector<std::string> all_{};
  std::unordered_map<std::string, std::uint32_t> places_{};
};

/// A collective that a rank took part in, as its trace tells. Texts are numbers of `rank_facts::texts`; the lists among
/// them are JSON. Times are microseconds on the rank's own clock.
struct collective_use {
  std::uint32_t name = 0, group = 0, members = 0, type = 0, in_split = 0, out_split = 0;
  std::int64_t size = missing<std::int64_t>, stream = missing<std::int64_t>;
  std::int64_t in_elements = missing<std::int64_t>, out_elements = missing<std::int64_t>;
  double start = 0, length = 0;

  double end() const { return start + length; }
};

/// A kernel with the op that it is booked to. Texts are numbers of `rank_facts::texts`.
struct rank_kernel {
  std::uint32_t event = 0, op_event = missing<std::uint32_t>;
  std::uint32_t name = 0, op = 0, dims = 0, types = 0, strides = 0, concrete = 0, file = 0, category = 0;
  std::int64_t stream = missing<std::int64_t>, op_kernels = 0;
  double start = 0, length = 0, op_busy = missing<double>;  ///< microseconds
  double op_share = missing<double>;                        ///< of the op's busy time, 1 for all of it
};

/// What a report shows of one rank by itself.
struct rank_facts {
  std::int64_t rank = missing<std::int64_t>;
  std::string path{};
  std::int64_t world_size = missing<std::int64_t>, trace_rank = missing<std::int64_t>;  ///< as the trace says
  std::int64_t devices = 0, events = 0;
  bool cut = false;         ///< the file ends before its end
  bool timeline_empty = true;
  std::array<double, 8> timeline{};  ///< microseconds, in the order of the rows of `gpu_timeline`
  data_quality quality{};
  rank_texts texts{};
  std::vector<collective_use> collectives{};  ///< in file order
  std::vector<rank_kernel> kernels{};         ///< in file order, when they were asked for
};

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_RANK_FACTS_HPP
