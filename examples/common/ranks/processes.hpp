#ifndef RIDGELINE_EXAMPLES_COMMON_PROCESSES_HPP
#define RIDGELINE_EXAMPLES_COMMON_PROCESSES_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#if RIDGELINE_WITH_MPI
#include <mpi.h>
#endif

#include <ridgeline/ranks/discover.hpp>
#include <ridgeline/ranks/partial.hpp>

/// The processes that share one report: only this one, or those that an MPI launcher started.
namespace program {

class processes {
 public:
  processes() {
#if RIDGELINE_WITH_MPI
    for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK", "PMI_RANK", "MPI_LOCALNRANKS"}) {
      if (std::getenv(name) == nullptr) continue;  // no launcher: MPI costs nothing and prints nothing
      int given = 0;
      started_ = MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given) == MPI_SUCCESS;
      if (started_) MPI_Comm_rank(MPI_COMM_WORLD, &own_), MPI_Comm_size(MPI_COMM_WORLD, &all_);
      break;
    }
#endif
  }
  processes(const processes&) = delete;
  processes& operator=(const processes&) = delete;
  ~processes() {
#if RIDGELINE_WITH_MPI
    if (started_) MPI_Finalize();
#endif
  }

  /// Whether this one writes the report.
  bool first() const { return own_ == 0; }
  int count() const { return all_; }

  /// The files that this process reads.
  std::vector<ridgeline::rank_file> share(const std::vector<ridgeline::rank_file>& files) const {
    std::vector<ridgeline::rank_file> own;
    for (std::size_t i = static_cast<std::size_t>(own_); i < files.size(); i += static_cast<std::size_t>(all_))
      own.push_back(files[i]);
    return own;
  }

  /// The partial results of all processes, merged in the first one; sums are exact, so it does not matter which process
  /// computed what. Others get nothing back. False if a process sent unreadable data.
  bool gather(ridgeline::fleet_partial& partial) const {
    bool good = true;
#if RIDGELINE_WITH_MPI
    if (all_ == 1) return good;
    constexpr std::size_t piece = std::size_t{1} << 28;  // MPI counts in int
    if (!first()) {
      const std::string bytes = to_bytes(partial);
      const std::uint64_t size = bytes.size();
      MPI_Send(&size, 1, MPI_UINT64_T, 0, 0, MPI_COMM_WORLD);
      for (std::size_t at = 0; at < bytes.size(); at += piece)
        MPI_Send(bytes.data() + at, static_cast<int>(std::min(piece, bytes.size() - at)), MPI_BYTE, 0, 1, MPI_COMM_WORLD);
      partial = {};
      return good;
    }
    for (int from = 1; from < all_; ++from) {
      std::uint64_t size = 0;
      MPI_Recv(&size, 1, MPI_UINT64_T, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      std::string bytes(static_cast<std::size_t>(size), '\0');
      for (std::size_t at = 0; at < bytes.size(); at += piece)
        MPI_Recv(bytes.data() + at, static_cast<int>(std::min(piece, bytes.size() - at)), MPI_BYTE, from, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
      ridgeline::expected<ridgeline::fleet_partial> other = ridgeline::partial_from(bytes);
      if (other) partial = merge(std::move(partial), std::move(*other));
      else good = false;
    }
#else
    static_cast<void>(partial);
#endif
    return good;
  }

 private:
  int own_ = 0, all_ = 1;
  [[maybe_unused]] bool started_ = false;
};

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_PROCESSES_HPP
