#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/read/inflate.hpp>
#include <ridgeline/sink/gzip.hpp>
#include <ridgeline/table/quality_table.hpp>
#include <ridgeline/xla/read/xplane.hpp>
#include <ridgeline/xla/sheet/run.hpp>
#include <ridgeline/xla/sheet/steps.hpp>
#include <ridgeline/xla/sheet/tables.hpp>

#include "tests/mutate/bytes.hpp"
#include "tests/mutate/csv.hpp"
#include "tests/mutate/format.hpp"
#include "tests/mutate/proto.hpp"
#include "tests/support/temporary.hpp"
#include "tests/support/tpu_profile.hpp"
#include "tests/support/xplane_bytes.hpp"

/// XPlane files: each event of a GPU's streams is read, or something is counted, and none is longer than in the file.
namespace mutate {
namespace {

namespace rl = ridgeline;

constexpr std::uint64_t longest_ps = 1'000'000'000'000'000;  ///< a quarter of an hour: anything longer is implausible

std::string profile(random& r) {
  xplane::module m("jit_step");
  m.computation("main");
  const auto a = m.parameter("a", xplane::bf16({64, 32})), b = m.parameter("b", xplane::bf16({32, 16}));
  m.root(m.add("dot.1", "dot", xplane::bf16({64, 16}), {a, b}));
  xplane::plane gpu("/device:GPU:0", 1), host("/host:CPU", 2), metadata("/host:metadata", 3);
  host.line(1, "main", 1'000'000);
  const std::size_t streams = 1 + below(r, 2);
  std::int64_t number = 0;
  for (std::size_t s = 0; s < streams; ++s) {
    gpu.line(static_cast<std::int64_t>(s) + 10, "Stream #" + std::to_string(s + 10), 1'000'000);
    std::int64_t now = 0;
    for (std::size_t i = 0, n = 1 + below(r, 4); i < n; ++i) {
      const std::int64_t length = r.between(500'000, 90'000'000);
      gpu.kernel("kernel_" + std::to_string(i), now, length, ++number, "jit_step", "dot.1", 5);
      now += length + r.between(0, 5'000'000);
    }
  }
  for (std::int64_t i = 1; i <= number; ++i)
    host.event("cuLaunchKernel", i * 100'000, 50'000, {{"correlation_id", i}});
  metadata.program("jit_step(5)", 5, m.hlo_proto());
  return xplane::file({gpu.bytes(), host.bytes(), metadata.bytes()});
}

std::string damaged(random& r) {
  std::string bytes = profile(r);
  if (below(r, 4) == 0) {  // of TPUs, or of ops on the host
    test::tpu_profile tpu;
    tpu.with_program = below(r, 2) == 0;
    bytes = below(r, 3) == 0 ? test::cpu_profile() : tpu.file(1 + r.between(0, 1));
  }
  for (std::size_t changes = below(r, 3); changes > 0; --changes) bytes = damaged_message(bytes, r);
  if (below(r, 6) == 0) bytes = damaged_bytes(std::move(bytes), r);
  if (below(r, 8) != 0) return bytes;
  std::string packed = rl::gzip_member(bytes, 1);
  return below(r, 2) == 0 ? damaged_bytes(std::move(packed), r) : packed;
}

/// Events of the lines of GPU planes, as encoded in the file.
struct contents {
  std::vector<std::uint64_t> lengths{};  ///< picoseconds, of unambiguous events
  std::size_t unsure = 0;
  std::size_t of_doubtful_planes = 0;    ///< a plane of two names, one of them a GPU's
  bool whole = true;                     ///< every message could be read to its end
};

contents contents_of(std::string_view bytes) {
  contents all;
  for (const proto_field& plane : fields_of(bytes, all.whole)) {
    if (plane.number != 1 || plane.wire != 2) continue;
    std::size_t names = 0;
    bool gpu = false, sure = true;
    const std::vector<proto_field> parts = fields_of(plane.body(bytes), sure);
    for (const proto_field& f : parts)
      if (f.number == 2 && f.wire == 2) ++names, gpu = gpu || f.body(plane.body(bytes)).starts_with("/device:GPU:");
    all.whole = all.whole && sure;
    if (!gpu) continue;
    for (const proto_field& line : parts) {
      if (line.number != 3 || line.wire != 2) continue;
      const std::string_view line_bytes = line.body(plane.body(bytes));
      for (const proto_field& event : fields_of(line_bytes, all.whole)) {
        if (event.number != 4 || event.wire != 2) continue;
        std::optional<std::uint64_t> length, offset;
        bool plain = true;
        for (const proto_field& f : fields_of(event.body(line_bytes), plain)) {
          if (f.number == 3 && f.wire == 0) plain = plain && !length, length = f.value;
          else if (f.number == 2 && f.wire == 0) plain = plain && !offset, offset = f.value;
          else if (f.number != 1 && f.number != 4) plain = false;
          else if (f.wire != (f.number == 1 ? 0 : 2)) plain = false;
        }
        if (names > 1) ++all.of_doubtful_planes;
        else if (plain && length && offset && *length < longest_ps && *offset < longest_ps)
          all.lengths.push_back(*length);
        else ++all.unsure;
      }
    }
  }
  return all;
}

void check_read(std::string_view bytes, const rl::expected<rl::xla_trace>& trace, bool cut, complaints& found) {
  if (!trace) return;
  const rl::data_quality quality = rl::quality_of(trace->problems, "f");
  if (cut) found.demand(left_out(quality) > 0, "a packed file that is cut or broken is said");
  const rl::jax_result report = rl::report_jax(*trace);
  std::string scratch;
  for (const rl::table& t : rl::jax_tables(report, quality, rl::jax_names::documented))
    for (std::size_t row = 0; row < t.rows(); ++row)
      for (std::size_t c = 0; c < t.columns(); ++c) static_cast<void>(t.at(row, c, scratch));
  // For any lines, self times of a line are within it, and each piece of work belongs to one step or to none.
  std::int64_t own_time = 0, first = 0, last = 0;
  for (std::uint32_t uid = 0; uid < report.events.size(); ++uid) {
    const rl::xla_event& e = trace->events[report.events[uid].event];
    const bool new_line = uid == 0 || report.events[uid].line != report.events[uid - 1].line;
    if (new_line) own_time = 0, first = e.start_ps, last = first;
    own_time += report.own.of(uid, e);
    last = std::max(last, e.start_ps + e.duration_ps);
    if (rl::nests(*trace, trace->lines[report.events[uid].line]))
      found.demand(own_time <= last - first, "own times of a line add up to no more than the line takes");
  }
  found.demand(rl::steps_of(report).of.size() == report.events.size(), "each event has a step or none");
  const contents own = contents_of(bytes);
  if (!own.whole) return found.demand(!quality.empty(), "bytes that are no message are said");
  std::vector<std::uint64_t> read;
  for (const rl::xla_line& line : trace->lines) {
    if (trace->plane(line).kind != rl::xla_plane_kind::gpu) continue;
    for (std::uint64_t i = line.first; i < line.first + line.count; ++i)
      read.push_back(static_cast<std::uint64_t>(trace->events[i].duration_ps));
  }
  if (cut) return;
  const std::size_t wanted = own.lengths.size() + own.unsure;
  found.demand(read.size() <= wanted + own.of_doubtful_planes, "no event comes from nowhere");
  found.demand(read.size() + left_out(quality) >= wanted, "events that are left out are counted",
               std::to_string(wanted) + " in the file, " + std::to_string(read.size()) + " read");
  const std::vector<std::uint64_t> absent = only_in_first(own.lengths, read);
  found.demand(absent.size() <= left_out(quality), "an event that can be read is read with its length",
               absent.empty() ? "" : std::to_string(absent.front()));
  double file = 0, shown = 0;
  for (const std::uint64_t ps : own.lengths) file += static_cast<double>(ps) / 1e6;
  for (const rl::jax_kernel& k : report.kernels) shown += k.microseconds;
  if (own.unsure + own.of_doubtful_planes == 0 && trace->device == rl::xla_device::gpu)
    found.demand(shown <= file * (1 + 1e-12) + 1e-9, "kernels have no more time than the file");
}

void check(const std::string& input, complaints& found) {
  if (!rl::is_gzip(input)) return check_read(input, rl::read_xplane(input), false, found);
  static const temporary_folder folder;
  const auto trace = rl::read_xplane_file(folder.file("profile.xplane.pb.gz", input));
  const auto plain = rl::inflate(input, std::size_t{1} << 24);
  if (plain) check_read(plain->view(), trace, plain->cut(), found);
}

}  // namespace

extern const format xplane{"xplane", 20251127, &damaged, &check};

}  // namespace mutate
