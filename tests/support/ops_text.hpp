#ifndef RIDGELINE_TESTS_SUPPORT_OPS_TEXT_HPP
#define RIDGELINE_TESTS_SUPPORT_OPS_TEXT_HPP

#include <string>

#include <ridgeline/tt/read/ops_csv.hpp>
#include <ridgeline/table/format.hpp>

/// Everything that was read, or the failure, as text: two texts are equal exactly when the results are.
inline std::string ops_text(const ridgeline::expected<ridgeline::tt_ops>& read) {
  using namespace ridgeline;
  if (!read) return to_string(read.error());
  std::string out = std::to_string(read->files) + " files, " + std::to_string(read->devices_per_file) + " devices, " +
                    std::string(name_of(read->format)) + (read->has_host_start ? ", host times" : "");
  const auto quote = [&](std::string_view text) { out += " '" + std::string(text) + "'"; };
  const auto number = [&](double value) {
    out += ' ';
    append_shortest(out, value);
  };
  for (const std::string& arch : read->archs) quote(arch);
  for (std::int64_t cores : read->worker_cores) number(static_cast<double>(cores));
  for (const std::string& column : read->missing) quote(column);
  for (const tt_op& op : read->ops) {
    out += '\n' + std::to_string(op.id) + " type " + std::to_string(static_cast<int>(op.type));
    for (std::string_view text : {op.code, op.attributes, op.fidelity}) quote(text);
    for (const tt_tensor* t : {&op.in0, &op.in1, &op.out0}) {
      for (std::uint32_t extent : t->dims) out += ' ' + std::to_string(extent);
      quote(t->type);
      quote(t->memory);
    }
    for (double value : {op.time.base(), op.gap.base(), op.host_start.base()}) number(value);
    for (std::int64_t value : {op.global_call_count, std::int64_t{op.device}, std::int64_t{op.cores},
                               std::int64_t{op.replay_session}})
      out += ' ' + std::to_string(value);
  }
  for (const quality_issue& issue : read->quality.issues()) {
    out += '\n' + to_string(issue.first) + ": " + issue.reason + " x" + std::to_string(issue.count);
    quote(issue.example);
    if (issue.lost_input) out += " lost";
  }
  return out;
}

#endif  // RIDGELINE_TESTS_SUPPORT_OPS_TEXT_HPP
