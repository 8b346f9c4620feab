#ifndef RIDGELINE_TORCH_SHEET_COLLECTIVES_HPP
#define RIDGELINE_TORCH_SHEET_COLLECTIVES_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/stats/statistics.hpp>
#include <ridgeline/table/table.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline {

class torch_profile;

/// Collectives of one kind and size in one process group on one stream.
struct torch_collective_row {
  const torch_trace* trace = nullptr;
  std::int64_t rank = missing<std::int64_t>;
  std::string_view group{};
  std::string_view name{};
  collective_arguments fields{};      ///< the arguments they have in common
  std::int64_t stream = missing<std::int64_t>;
  double in_bytes = missing<double>, out_bytes = missing<double>;  ///< bytes per message
  statistics time{};                  ///< microseconds
};

/// The collectives of a trace, by total time, longest first.
std::vector<torch_collective_row> torch_collectives(const torch_profile& run);

/// The rows as the sheet `coll_analysis`; the trace must outlive it.
table sheet_of(std::string name, std::vector<torch_collective_row> rows);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_COLLECTIVES_HPP
