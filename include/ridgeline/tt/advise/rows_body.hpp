#ifndef RIDGELINE_TT_ADVISE_ROWS_BODY_HPP
#define RIDGELINE_TT_ADVISE_ROWS_BODY_HPP

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/tt/advise/rows.hpp>

namespace ridgeline {

double tt_judged_row::roof() const {
  const double ideal = detail->ideal.in(ns);
  return ideal > 1 && ideal <= time() ? ideal : missing<double>;
}

double tt_judged_row::available() const {
  if (detail->available_cores > 0) return detail->available_cores;
  return detail->arch == "blackhole" ? 110 : 64;  // of the smallest boards of the architecture
}

bool tt_judged_row::collective() const {
  for (const std::string_view word : {"AllGather", "ReduceScatter", "AllReduce", "AllToAll", "AllBroadcast"})
    if (op->code.find(word) != std::string_view::npos) return true;
  return false;
}

std::vector<std::vector<std::uint32_t>> tt_judged_rows::by_device() const {
  std::vector<std::vector<std::uint32_t>> rows(static_cast<std::size_t>(devices));
  for (std::uint32_t i = 0; i < device.size(); ++i)
    if (device[i].op->device >= 0) rows[static_cast<std::size_t>(device[i].op->device)].push_back(i);
  std::erase_if(rows, [](const auto& r) { return r.empty(); });
  return rows;
}

tt_judged_rows advice_rows_of(const tt_ops& ops, const tt_window& window, bool file_order, const tt_faults& faults) {
  tt_judged_rows out;
  out.ops = &ops;
  out.file_order = file_order;
  if (ops.details.size() != ops.ops.size()) return out;
  tt_selection order;
  if (file_order) for (const tt_op& op : ops.ops) order.push_back(&op);
  else order = in_time_order(ops.ops, faults);
  std::vector<bool> inside(ops.ops.size());
  for (const tt_op* op : cut_window(order, window,
      faults).ops) inside[static_cast<std::size_t>(op - ops.ops.data())] = true;
  struct key {
    std::uint64_t code, attributes, tensors;
  };
  struct on_device {
    std::uint64_t kind;
    std::int64_t device;
  };
  distinct<key> kinds;
  distinct<on_device> seen;
  constexpr double compiled = 1e6;  // ns: a gap below holds no compilation
  for (std::size_t i = 0; i < ops.ops.size(); ++i) {
    const tt_op& op = ops.ops[i];
    if (!inside[i] || op.is_signpost()) continue;
    tt_judged_row row{&op, &ops.details[i], 0, false};
    row.kind = kinds.number({hash_of(op.code), hash_of(op.attributes), row.detail->tensors});
    if (op.type != tt_op_type::device) {
      out.host.push_back(row);
      continue;
    }
    const std::size_t before = seen.size();
    if (row.timed()) seen.number({row.kind, op.device});
    const bool first = seen.size() != before;
    const std::string_view hit = row.detail->cache_hit;
    const bool says = hit == "True" || hit == "False";
    out.says_cache_hits = out.says_cache_hits || says;
    row.cold = says ? hit == "False" : first && row.gap() > compiled;
    out.devices = std::max(out.devices, op.device + 1);
    out.device.push_back(row);
  }
  out.kinds = kinds.size();
  return out;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_ADVISE_ROWS_BODY_HPP
