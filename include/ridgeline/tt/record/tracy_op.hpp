#ifndef RIDGELINE_TT_RECORD_TRACY_OP_HPP
#define RIDGELINE_TT_RECORD_TRACY_OP_HPP

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/core/units.hpp>
#include <ridgeline/core/data_quality.hpp>

/// The host's data about the ops of a tt-metal run, from the messages and zones it sends to Tracy. Texts are views
/// into the capture's pool. Times are nanoseconds on the host since the capture began; -1: unknown.
namespace ridgeline {

/// What a text of a message is that is null: this view itself, whatever the report shows for it. Its letters are an
/// object, which has one address in all source files of a program; a literal need not.
inline constexpr char tt_null_letters[]{'N', 'o', 'n', 'e'};
inline constexpr std::string_view tt_null_text{tt_null_letters, sizeof tt_null_letters};
constexpr bool is_null_text(std::string_view text) { return text.data() == tt_null_text.data(); }

/// A tensor of an op as shown in the report.
struct tt_tracy_tensor {
  std::array<std::string_view, 4> extents{};  ///< W, Z, Y, X: `32`, or padded and logical, `32[19]`
  std::string_view layout{}, type{}, memory{};
  friend bool operator==(const tt_tracy_tensor&, const tt_tracy_tensor&) = default;
};

/// Processors whose largest kernel is recorded, in the order of the columns.
inline constexpr std::array<std::string_view, 9> tt_kernel_processors{
    "TENSIX DM 0",     "TENSIX DM 1",      "TENSIX COMPUTE 0", "TENSIX COMPUTE 1", "TENSIX COMPUTE 2",
    "ACTIVE ETH DM 0", "ACTIVE ETH DM 1", "IDLE ETH DM 0",    "IDLE ETH DM 1"};
/// Their names before autumn 2025, after their RISCs.
inline constexpr std::array<std::string_view, 6> tt_kernel_riscs{"BRISC",   "NCRISC",  "TRISC 0",
                                                                 "TRISC 1", "TRISC 2", "ERISC"};

/// The data about an op in a full message. Ops served from the program cache share those of the first one.
struct tt_tracy_program {
  std::string_view code{}, type{}, strategy{}, fidelity{};
  std::string_view attributes{};  ///< as Python prints the object
  bool whole = false;             ///< false: only the head of its message is known
  std::string_view compute_sources{}, compute_names{}, data_sources{}, data_names{};  ///< lists as Python prints them
  std::vector<tt_tracy_tensor> inputs{}, outputs{};
  std::array<std::int64_t, tt_kernel_processors.size()> kernel_sizes{-1, -1, -1, -1, -1, -1, -1, -1, -1};  ///< bytes
  double ideal = missing<double>, compute = missing<double>, bandwidth = missing<double>;  ///< by its own model; ns
  std::string_view input_rates{}, output_rates{};  ///< lists
  std::optional<std::uint64_t> hash{};
};

/// One call of an op.
struct tt_tracy_op {
  std::uint32_t id = 0;
  std::uint32_t program = 0;      ///< position in `tt_tracy_capture::programs`
  std::int32_t device = -1;       ///< -1: runs on the host
  std::int8_t cache_hit = -1;     ///< 0, 1, or -1: unknown
  std::int64_t trace = -1;        ///< captured into this trace and run when it is replayed; -1: run immediately
  std::int64_t message = -1;      ///< when it was sent
  std::int64_t start = -1, time = -1;  ///< start and duration of its zone
};

/// A marker set by the profiled program: its text with all lines, without the prefix `TT_SIGNPOST: `.
struct tt_tracy_signpost {
  std::string_view text{};
  std::int64_t at = -1;
};

/// A command of the host to a device to run a captured trace.
struct tt_tracy_replay {
  std::int32_t device = 0;
  std::int64_t trace = 0;
  std::int64_t at = -1;
};

/// The time that calls of one function took inside one op.
struct tt_tracy_calls {
  std::uint32_t op = 0;    ///< position in `tt_tracy_capture::ops`
  std::uint32_t name = 0;  ///< position in `tt_tracy_capture::functions`
  std::int64_t time = 0;   ///< ns
};

/// The contents of the host's two files.
struct tt_tracy_capture {
  std::vector<tt_tracy_program> programs;
  std::vector<tt_tracy_op> ops;              ///< in order of the first message with their id
  std::vector<tt_tracy_signpost> signposts;
  std::vector<tt_tracy_replay> replays;
  std::vector<tt_tracy_calls> calls;         ///< by op, then function
  std::vector<std::string_view> functions;    ///< sorted
  bool has_parents = false;        ///< zones state which op they are in
  bool has_padded_shapes = false;  ///< extents are given as texts
  bool has_kernel_paths = false, has_kernel_sizes = false;
  bool has_hit_in_head = false;    ///< heads of messages have five fields
  std::uint64_t drops = 0;         ///< number of profiler messages about full buffers
  text_pool texts{};
  data_quality quality{};
  std::optional<failure> refused{};  ///< the first problem for which the original gives no report

  /// Counts a loss for which the original gives no report at all.
  void lose(std::string_view reason, source_pos at, std::string_view example) {
    if (!refused) refused = failure{errc::bad_value, at, std::string(reason)};
    quality.add(reason, std::move(at), example);
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_TT_RECORD_TRACY_OP_HPP
