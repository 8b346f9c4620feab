// Any bytes as op logs: no crash, no hang, and a CSV with a row for each call. Form feeds cut the input into the op log,
// the library log of its calls and their device log. A first line of one digit stands for a header.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

#include <ridgeline/ridgeline.hpp>
#include <ridgeline/table/quality_table.hpp>
#include <ridgeline/tt/report/ops.hpp>
#include <ridgeline/tt/sheet/ops_texts.hpp>
#include <ridgeline/sink/csv.hpp>
#include <ridgeline/sink/json.hpp>
#include <ridgeline/read/csv.hpp>
#include <ridgeline/core/faults.hpp>

#include "tests/support/device_text.hpp"

namespace rl = ridgeline;

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "not so: %s\n", what);
  std::abort();
}

constexpr std::string_view seed_header =
    "Name, Start timer count [ns], Stop timer count [ns], Delta timer count [ns], Global Call Count, Call Count, Stack "
    "Size, Inputs, Outputs, Math Fidelity, Parallelization Strategy, Preferred Name, Meta Data, Type\n";
constexpr std::string_view later_header =
    "Name, Start timer count [ns], Stop timer count [ns], Delta timer count [ns], Global Call Count, Call Count, Stack "
    "Size, Inputs, Outputs, Math Fidelity, Compute Kernel Paths, Compute Kernel Hashes, Data Movement Kernel Paths, Data "
    "Movement Kernel Hashes, Parallelization Strategy, Preferred Name, Meta Data, Type, PM Ideal ns, PM Compute ns, PM "
    "Bandwidth ns, PM Req I BW, PM Req O BW\n";

void report(const rl::tt_ops_tree& tree, const rl::tt_log_faults& faults) {
  const rl::tt_ops_report ops = rl::report_tt_op_logs(tree, faults);
  const rl::table t = tt_ops_report_table(ops);
  rl::string_output csv, json;
  write_csv(csv, t);
  rl::csv_scanner scanner(csv.text());
  std::size_t rows = 0;
  for (; scanner.next(); ++rows) {
    require(scanner.fault() == rl::csv_fault::none, "the CSV written has no faults");
    require(scanner.cells().size() == t.columns(), "rows are as long as the header");
  }
  require(rows == t.rows() + 1, "each row is a row of the CSV written");
  const std::vector<rl::table> tables{t, rl::quality_table(ops.quality)};
  write_json(json, "fuzz", tables);
  boost::json::error_code why;
  boost::json::parse(json.text(), why);
  require(!why, "the JSON written is JSON");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string all(reinterpret_cast<const char*>(data), size);
  std::vector<std::string> parts;
  for (std::string_view part : rl::parts_of(all, '\f')) parts.emplace_back(part);
  parts.resize(3);
  if (parts[0].starts_with("1\n")) parts[0] = std::string(seed_header) + parts[0].substr(2);
  if (parts[0].starts_with("2\n")) parts[0] = std::string(later_header) + parts[0].substr(2);
  if (parts[2].starts_with("2\n")) parts[2] = device_log_head(2) + parts[2].substr(2);

  rl::tt_ops_tree tree;
  tree.pools.resize(1);
  const rl::expected<rl::tt_op_log> log = rl::read_tt_op_log_text(parts[0], "ops", tree.pools[0]);
  const auto api = rl::read_tt_api_log_text(parts[1], "api", tree.pools[0], tree.quality);
  const rl::expected<rl::tt_device_log> device = rl::read_tt_device_log_text(parts[2], "device", {1, 4096, {}});
  if (!log) return 0;
  tree.has_models = log->has_models;
  tree.quality.merge(log->quality);
  for (const rl::tt_op_call& call : log->calls) {
    rl::tt_stitched_call stitched;
    stitched.call = call;
    stitched.api = api;
    if (device) {
      stitched.devices = rl::op_devices_of(*device);
      stitched.clock = device->clock;
      stitched.arch = device->arch;
    }
    tree.calls.push_back(std::move(stitched));
  }
  report(tree, {});
  report(tree, rl::all_on<rl::tt_log_faults>());
  return 0;
}
