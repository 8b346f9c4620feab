#ifndef RIDGELINE_RANKS_RANK_FACTS_HPP
#define RIDGELINE_RANKS_RANK_FACTS_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/core/missing.hpp>
#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/gpu/collective_kind.hpp>
#include <ridgeline/ranks/rank_checks.hpp>

namespace ridgeline {

/// The interned texts of a rank; 0 means none.
class rank_texts {
 public:
  rank_texts() = default;
  rank_texts(rank_texts&&) noexcept = default;
  /// A copy has all texts; texts added to it get later numbers.
  rank_texts(const rank_texts& o) : all_(o.all_), before_(static_cast<std::uint32_t>(all_.size())) {}
  rank_texts& operator=(rank_texts o) noexcept {
    all_.swap(o.all_);
    std::swap(added_, o.added_);
    before_ = o.before_;
    return *this;
  }
  ~rank_texts() = default;

  std::uint32_t number(std::string_view text);
  std::string_view text(std::uint32_t n) const { return n == 0 || n > all_.size() ? std::string_view() : all_[n - 1]; }
  template <class Wire>
  void transfer(Wire& wire) {
    wire.for_each(all_, [&](std::string& text) { wire(text); });
    if constexpr (Wire::reads) close();
  }
  /// Frees what is only needed for adding more texts.
  void close();

 private:
  std::vector<std::string> all_;
  symbol_pool added_;                  // symbol n is text `before_ + n`
  std::uint32_t before_ = 0;           // number of texts from before the copy
};

/// The best source of information about a call.
enum class metadata_source : std::uint8_t { kernel, record_param_comms, annotation, kernel_name };
constexpr std::string_view name_of(metadata_source s) {
  constexpr std::array<std::string_view, 4> names{"kernel", "record_param_comms", "annotation", "kernel name"};
  return names[static_cast<std::size_t>(s)];
}

/// What a rank's GPU computes for the launches before a given one. Nanoseconds on the rank's own clock.
struct launched_work {
  std::int64_t at = missing<std::int64_t>;  ///< the given launch; missing: not known
  std::int64_t time = 0;                    ///< how long it takes
  std::int64_t done = INT64_MIN;            ///< when it ended
};

/// A collective that a rank took part in, as recorded in its trace. Texts are indices into `rank_facts::texts`;
/// lists among them are JSON. Times in microseconds on the rank's own clock.
struct collective_use {
  std::uint32_t name = 0, group = 0, members = 0, type = 0, in_split = 0, out_split = 0;
  std::int64_t size = missing<std::int64_t>, stream = missing<std::int64_t>;
  std::int64_t in_elements = missing<std::int64_t>, out_elements = missing<std::int64_t>;
  double start = 0, length = 0;
  std::int64_t begin = missing<std::int64_t>, span = 0;  ///< start and length in whole nanoseconds
  std::int64_t sequence = missing<std::int64_t>;         ///< sequence number in its group
  std::int64_t source = missing<std::int64_t>, destination = missing<std::int64_t>;  ///< peers of a send or receive
  std::int64_t step = missing<std::int64_t>;             ///< position in `rank_facts::steps`
  std::int64_t device = missing<std::int64_t>;
  std::int64_t work_at_begin = 0, work_at_end = 0;       ///< nanoseconds of computation and copies until then
  launched_work launched{};                              ///< computation that was launched before it
  gpu::collective_kind kind = gpu::collective_kind::unknown;
  metadata_source from = metadata_source::kernel_name;
  bool sends = false, receives = false;

  double end() const { return start + length; }
  std::int64_t finish() const { return begin + span; }
};

/// A step of a rank, as marked on its host. Times in nanoseconds on the rank's own clock; missing if unknown.
struct rank_step {
  std::int64_t number = missing<std::int64_t>;  ///< missing: the whole trace, if it has no steps
  std::int64_t begin = missing<std::int64_t>, span = missing<std::int64_t>;   ///< on the host
  std::int64_t first = missing<std::int64_t>, last = missing<std::int64_t>;   ///< start and end of its GPU work
  std::int64_t work_at_first = 0, work_at_last = 0;  ///< as in `collective_use`
  launched_work launched{};                     ///< computation that was launched before its end
  std::array<double, 8> timeline{};             ///< as in `rank_facts`

  /// Extends the time of its GPU work.
  void hold(std::int64_t begin_of_work, std::int64_t end_of_work) {
    if (!known(first) || begin_of_work < first) first = begin_of_work;
    if (!known(last) || end_of_work > last) last = end_of_work;
  }
};

/// How the rank of a file was determined.
enum class rank_source : std::uint8_t { content, regex, name, folder, position };
constexpr std::string_view name_of(rank_source s) {
  constexpr std::array<std::string_view, 5> names{"content", "regex", "name", "folder", "position"};
  return names[static_cast<std::size_t>(s)];
}

/// What a group without a name is called.
inline constexpr std::string_view unnamed_group = "Unknown_Group";

/// A process group as described in the trace. Texts are indices into `rank_facts::texts`; members are JSON.
struct rank_group {
  std::uint32_t name = 0, members = 0;
};

/// A kernel and the op it is attributed to. Texts are indices into `rank_facts::texts`.
struct rank_kernel {
  std::uint32_t event = 0, op_event = missing<std::uint32_t>;
  std::uint32_t name = 0, op = 0, dims = 0, types = 0, strides = 0, concrete = 0, file = 0, category = 0;
  std::int64_t stream = missing<std::int64_t>, op_kernels = 0;
  double start = 0, length = 0, op_busy = missing<double>;  ///< microseconds
  double op_share = missing<double>;                        ///< fraction of the op's busy time, 1 for all of it
};

/// What a report shows of a single rank.
struct rank_facts {
  std::int64_t rank = missing<std::int64_t>;
  std::string path{};  ///< ranks of one file share a clock
  std::int64_t world_size = missing<std::int64_t>, trace_rank = missing<std::int64_t>;  ///< as stated in the trace
  std::int64_t devices = 0, events = 0;
  std::string chip{};       ///< name in the trace; empty: not given
  std::string host{};       ///< machine name, if the file gives it (`rank_file::host`)
  std::string device_name{};  ///< in the file, if the ranks are devices: of one program, on the clock of their file
  std::int64_t kernels_in_all = 0, communication_kernels = 0, gpu_events = 0;
  std::int64_t base = 0;    ///< zero of the stamps, in nanoseconds since 1970
  bool cut = false;         ///< the file is truncated
  bool timeline_empty = true;
  std::array<double, 8> timeline{};  ///< microseconds, in the order of the rows of `gpu_timeline`
  data_quality quality{};
  rank_texts texts{};
  std::vector<collective_use> collectives;    ///< in file order
  std::vector<rank_step> steps;               ///< by number; a single unnumbered one if the trace has no steps
  bool steps_by_place = false;                ///< the numbers of its steps are places in the file
  std::vector<rank_group> groups;
  std::vector<rank_kernel> kernels;           ///< in file order; only if requested
  rank_checks checks{};                       ///< health checks

  /// Whether its collectives ran on several GPUs.
  bool has_several_gpus() const {
    std::int64_t device = missing<std::int64_t>;
    for (const collective_use& u : collectives) {
      if (known(u.device) && known(device) && u.device != device) return true;
      if (known(u.device)) device = u.device;
    }
    return false;
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_RANK_FACTS_HPP
