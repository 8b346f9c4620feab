#ifndef RIDGELINE_RANKS_PARTIAL_HPP
#define RIDGELINE_RANKS_PARTIAL_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/stats/moments.hpp>
#include <ridgeline/core/expected.hpp>
#include <ridgeline/ranks/rank_facts.hpp>
#include <ridgeline/stats/exact_sum.hpp>
#include <ridgeline/torch/op/parameters.hpp>

namespace ridgeline {

/// A value that several ranks have; that of the lowest rank is kept.
template <class T>
struct of_lowest_rank {
  static constexpr std::int64_t none = INT64_MAX;
  std::int64_t rank = none;
  T value{};

  bool is_known() const { return rank != none; }
  void add(std::int64_t by, const T& what) {
    if (by < rank) rank = by, value = what;
  }
  void merge(of_lowest_rank&& other) {
    if (other.rank < rank) *this = std::move(other);
  }
};

/// Ops that launch work, by name: their number and the time of their work, in microseconds.
struct fleet_launcher {
  std::string name{};
  std::int64_t count = 0;
  exact_sum time{};
  exact_sum copy_time{};  ///< time of those that only copy or fill

  std::string_view key() const { return name; }
  void merge(fleet_launcher&& o) {
    count += o.count;
    time.merge(o.time);
    copy_time.merge(o.copy_time);
  }
};

/// Kernels of one name on one stream that are launched by calls of one kind; microseconds.
struct fleet_kernel {
  std::string name{};
  std::int64_t stream = missing<std::int64_t>;
  moments time{};
};

struct fleet_parameter {
  std::string name{};
  torch_value value{};
};

/// Calls of one op with the same parameters, on any rank. `identity` is the op's name and its parameters, as bytes.
struct fleet_call {
  std::string identity{}, name{};
  std::vector<fleet_parameter> parameters;
  std::int64_t count = 0;
  of_lowest_rank<std::uint32_t> first{};           ///< event of the first call in its trace
  of_lowest_rank<double> gflops{}, megabytes{}, intensity{};
  of_lowest_rank<std::string> process_name{}, process_label{}, thread_name{}, spec{};
  of_lowest_rank<std::string> dims{}, types{}, strides{}, concrete{};  ///< JSON texts
  moments memory_rate{}, compute_rate{}, time{};  ///< TB/s, TFLOP/s, microseconds
  moments compute_rate_without_moves{};           ///< TFLOP/s, not counting the time of kernels that only move data
  exact_sum time_without_moves{};
  std::vector<fleet_kernel> kernels;              ///< by name and stream

  std::string_view key() const { return identity; }
  void merge(fleet_call&& o);

 private:
  void merge_kernels(std::vector<fleet_kernel>&& others);
};

/// A rank whose trace could not be read. `no_trace`: the file is intact but holds something else (such as a memory
/// snapshot that is named like a trace), so it does not stand for a rank.
struct unread_rank {
  std::int64_t rank = missing<std::int64_t>;
  std::string path{}, why{};
  bool no_trace = false;
};

/// The summarised results of some ranks of a run. Its size depends on the rows of the tables, not on the size of the
/// traces. Partial results of different ranks merge into that of all of them; sums are exact, so the result is
/// bit-identical whatever the order of merging and whoever computed the parts.
struct fleet_partial {
  std::vector<rank_facts> ranks;             ///< by rank, each once
  std::vector<fleet_launcher> launchers;     ///< by name
  std::vector<fleet_call> calls;             ///< by identity
  std::vector<unread_rank> unread;           ///< by rank
};

/// The partial result of the ranks of both, which should have no rank in common: launchers and calls are sums, and
/// count such a rank twice. Of its two entries in `ranks`, the one with the lexicographically smaller path is kept.
fleet_partial merge(fleet_partial a, fleet_partial b);

/// Serialises a partial result; equal results give equal bytes on every machine.
std::string to_bytes(fleet_partial& partial);

/// Reads what `to_bytes` wrote; a failure for any other bytes.
expected<fleet_partial> partial_from(std::string_view bytes);

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_PARTIAL_HPP
