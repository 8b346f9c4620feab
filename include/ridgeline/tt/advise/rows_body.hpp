#ifndef RIDGELINE_TT_ADVISE_ROWS_BODY_HPP
#define RIDGELINE_TT_ADVISE_ROWS_BODY_HPP

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <unordered_map>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/tt/advise/rows.hpp>
#include <ridgeline/tt/record/stale_starts.hpp>

namespace ridgeline {

bool tt_judged_row::outlasts_firmware() const {
  constexpr double factor = 1.02, slack = 50;  // ns
  return op->time.in(ns) > factor * detail->firmware.in(ns) + slack;
}

bool tt_judged_row::replayed() const {
  return op->replay_session >= 0 || (detail->trace_id >= 0 && known(op->time));
}

double tt_judged_row::pm_ideal() const {
  const double ideal = detail->ideal.in(ns);
  if (own.lacks == tt_lacks_cached_length) return missing<double>;  // it is that of a single page of keys
  if (own.lacks == tt_lacks_keys) return missing<double>;           // it is that of its tensors, without arithmetic
  return ideal > 1 ? ideal : missing<double>;
}

double tt_judged_row::pm_roof() const { return pm_ideal() <= time() ? pm_ideal() : missing<double>; }

double tt_judged_row::roof() const {
  if (known(pm_ideal())) return pm_roof();
  const double ideal = own.ideal().in(ns);
  return ideal <= time() ? ideal : missing<double>;
}

tt_limit tt_judged_row::limit() const {
  if (!known(pm_ideal())) return own.limit();
  return detail->compute >= detail->memory ? tt_limit::compute : tt_limit::dram;
}

namespace tt_detail {

/// The number of cores that ops can use if rows do not state it: the chip's or, for a guessed chip, the most that
/// any op used if that is fewer. Without a chip, that of the smallest boards of the architecture.
double usual_cores(const tt_ops& ops, const tt_judged_chip& chip) {
  if (chip.on != nullptr && !chip.guessed) return chip.on->cores;
  std::int32_t most = 0;
  for (const tt_op& op : ops.ops)
    if (op.type == tt_op_type::device) most = std::max(most, op.cores);
  const bool blackhole = !ops.archs.empty() && ops.archs.front() == "blackhole";
  const double cores = chip.on != nullptr ? chip.on->cores : blackhole ? 110 : 64;
  return chip.guessed && most > 0 ? std::min<double>(cores, most) : cores;
}

/// The first row of each device that ran has no gap, as in the op table.
void drop_first_gaps(tt_judged_rows& rows) {
  for (const auto& device : rows.by_device()) {
    const auto ran = [&](std::uint32_t i) { return !rows.device[i].op->captured; };
    if (const auto at = std::find_if(device.begin(), device.end(), ran); at != device.end())
      rows.device[*at].opens = true;
  }
}

/// The number by which a word of `PROGRAM CACHE HIT` is told: 0 if the program had to be compiled, 1 if not, else -1.
int cache_hit_of(const tt_op_detail& d) {
  const auto is = [&](std::string_view word, std::string_view number) {
    return core_detail::same_letters(d.cache_hit, word) || d.cache_hit == number;
  };
  return is("False", "0") ? 0 : is("True", "1") ? 1 : -1;
}

/// Whether `PROGRAM CACHE HIT` is that of each call: it changes between the calls of a program, or without its hash
/// of a kind of op. Otherwise tt-metal wrote down that of the first call, and repeated it for all later ones.
bool hits_are_of_calls(const tt_ops& ops) {
  struct program {
    std::uint64_t hash, code, attributes, tensors;
    std::int64_t device;
  };
  distinct<program> programs;
  std::vector<int> first;  // by program
  for (std::size_t i = 0; i < ops.ops.size(); ++i) {
    const tt_op& op = ops.ops[i];
    const tt_op_detail& d = ops.details[i];
    const int hit = cache_hit_of(d);
    if (op.type != tt_op_type::device || hit < 0 || op.replay_session >= 0 || d.trace_id >= 0) continue;
    const std::uint32_t at =
        programs.number({hash_of(d.program), hash_of(op.code), hash_of(op.attributes), d.tensors, op.device});
    if (at == first.size()) first.push_back(hit);
    if (first[at] != hit) return true;
  }
  return false;
}

/// Attributes without the values that are numbers or lists of them: `{'dim': ''; 'config': 'C(in0_block_w=2)'}`.
std::string without_numbers(std::string_view attributes) {
  constexpr std::string_view before = "': '", of_numbers = "0123456789+-.eE;,{}[] ";
  std::string rest;
  std::size_t at = 0;
  for (std::size_t found = 0; (found = attributes.find(before, at)) != attributes.npos;) {
    const std::size_t from = found + before.size(), end = std::min(attributes.find('\'', from), attributes.size());
    const std::string_view value = attributes.substr(from, end - from);
    rest += attributes.substr(at, from - at);
    if (value.find_first_not_of(of_numbers) != value.npos) rest += value;
    at = end;
  }
  return rest += attributes.substr(at);
}

/// The group of each kind, given by its first op. Kinds that differ only in numbers among their attributes are one if
/// they are many: positions, batches and seeds change from call to call; the links of a collective take few values.
std::vector<std::uint32_t> groups_of(const std::vector<const tt_op*>& kinds, const tt_ops& ops, std::size_t& count) {
  constexpr std::uint32_t few = 8;
  struct key {
    std::uint64_t code, attributes, tensors;
  };
  distinct<key> alike;
  std::vector<std::uint32_t> of, members;
  for (const tt_op* const op : kinds) {
    const std::uint64_t tensors = ops.details[static_cast<std::size_t>(op - ops.ops.data())].tensors;
    of.push_back(alike.number({hash_of(op->code), hash_of(without_numbers(op->attributes)), tensors}));
    members.resize(alike.size());
    ++members[of.back()];
  }
  struct group {
    std::uint64_t of, kind;  // kind: 0 for all
  };
  distinct<group> groups;
  std::vector<std::uint32_t> numbers;
  for (std::size_t k = 0; k < kinds.size(); ++k)
    numbers.push_back(groups.number({of[k], members[of[k]] > few ? 0 : k + 1}));
  count = groups.size();
  return numbers;
}

}  // namespace tt_detail

bool tt_judged_row::collective() const {
  if (op->code.find("Norm") != std::string_view::npos) return false;  // `LayerNormPreAllGather` sends nothing
  return is_tt_collective(op->code) || tt_only_sends(op->code);
}

std::vector<std::vector<std::uint32_t>> tt_judged_rows::by_device(bool with_nameless) const {
  std::int32_t named = -1;
  bool several = false;
  for (const tt_judged_row& r : device) {
    if (r.op->device < 0) continue;
    several = several || (named >= 0 && r.op->device != named);
    named = r.op->device;
  }
  const std::int32_t nameless = several ? devices : std::max(named, 0);
  std::vector<std::vector<std::uint32_t>> rows(static_cast<std::size_t>(devices) + 1);
  for (std::uint32_t i = 0; i < device.size(); ++i)
    rows[static_cast<std::size_t>(device[i].op->device < 0 ? nameless : device[i].op->device)].push_back(i);
  if (several && !with_nameless) rows.pop_back();
  std::erase_if(rows, [](const auto& r) { return r.empty(); });
  return rows;
}

void keep_rows(tt_judged_rows& rows, const tt_kept_rows& kept) {
  const bool merged = kept.shown_as != nullptr && !kept.shown_as->empty();
  const auto is_out = [&](const tt_judged_row& r) {
    const tt_op* const at = merged ? (*kept.shown_as)[static_cast<std::size_t>(r.op - rows.ops->ops.data())] : r.op;
    return at == nullptr || at->id < kept.first_id || at->id > kept.last_id;
  };
  std::erase_if(rows.device, is_out);
  std::erase_if(rows.host, [&](const tt_judged_row& r) { return !kept.host_ops || is_out(r); });
  tt_detail::drop_first_gaps(rows);
}

tt_judged_rows advice_rows_of(const tt_ops& ops, const tt_window& window, bool file_order, const tt_faults& faults,
                              const tt_judged_chip& chip) {
  tt_judged_rows out;
  out.ops = &ops;
  out.file_order = file_order;
  out.guessed = chip.guessed && ops.archs.empty();
  if (ops.details.size() != ops.ops.size()) return out;
  tt_selection order;
  if (file_order) for (const tt_op& op : ops.ops) order.push_back(&op);
  else order = in_time_order(ops.ops, faults);
  struct key {
    std::uint64_t code, attributes, tensors;
  };
  struct on_device {
    std::uint64_t kind;
    std::int64_t device;
  };
  distinct<key> kinds;
  std::vector<const tt_op*> first_of_kind;
  distinct<on_device> seen, programs;
  struct host {
    struct breaks {
      std::uint32_t signposts = 0, ops = 0;  // of the host, so far
      double time = 0;                       // ns of these ops
      bool operator==(const breaks&) const = default;
    };
    breaks now{};
    std::unordered_map<std::int32_t, breaks> seen{};  // by device: before its last op
  };
  std::unordered_map<std::int32_t, host> hosts;
  tt_detail::stale_starts stale;
  const double usual = tt_detail::usual_cores(ops, chip);
  constexpr double compiled = 1e6;  // ns: a shorter gap contains no compilation
  const bool of_calls = tt_detail::hits_are_of_calls(ops);
  const tt_selection inside = cut_window(order, window, faults).ops;
  auto next = inside.begin();
  for (const tt_op* const at : order) {
    const tt_op& op = *at;
    const bool is_inside = next != inside.end() && *next == at;
    if (is_inside) ++next;
    host& of = hosts[op.host];
    if (op.is_signpost()) {
      ++of.now.signposts;
      continue;
    }
    tt_judged_row row;
    row.op = at;
    row.detail = &ops.details[static_cast<std::size_t>(at - ops.ops.data())];
    if (op.type != tt_op_type::device) ++of.now.ops, of.now.time += std::fmax(0, row.detail->host_time.in(ns));
    row.kind = kinds.number({hash_of(op.code), hash_of(op.attributes), row.detail->tensors});
    if (row.kind == first_of_kind.size()) first_of_kind.push_back(at);
    // In the file: what ran in front of the window is compiled.
    const auto is_first = [&](distinct<on_device>& of_these, std::uint64_t what) {
      const std::size_t before = of_these.size();
      if (op.type == tt_op_type::device && known(op.time)) of_these.number({what, op.device});
      return of_these.size() != before;
    };
    // Equal attributes prove no equal program: not all that a program is hashed by is recorded.
    const std::string_view program = row.detail->program;
    const bool first = is_first(seen, row.kind);
    const std::uint64_t of_kind = hash_of(program) ^ (row.kind * 0x9E3779B97F4A7C15u);
    const bool first_program = program.empty() || is_first(programs, of_kind);
    const bool first_call = program.empty() ? first : first_program;
    if (op.type == tt_op_type::device) {
      auto& before = of.seen.try_emplace(op.device, of.now).first->second;
      row.apart = before != of.now;
      row.behind_host = before.ops != of.now.ops;
      row.host_before = of.now.time - before.time;
      before = of.now;
    }
    if (!is_inside) continue;
    if (op.type != tt_op_type::device) {
      out.host.push_back(row);
      continue;
    }
    row.after_stale_start = stale.after(op.device, has_stale_start(op));
    row.cores = op.available_cores > 0 ? op.available_cores : usual;
    row.own = tt_roof_of(op, *row.detail, chip.on, row.cores);
    // A replay compiles nothing: what its row says of the program cache is copied from the capture.
    const bool dispatched = !row.replayed();
    const int hit = tt_detail::cache_hit_of(*row.detail);
    out.says_cache_hits = out.says_cache_hits || (dispatched && hit >= 0);
    const bool long_enough = row.gap() > compiled;
    const bool misses = dispatched && hit == 0 && (of_calls || first_call || long_enough);
    row.cold = hit < 0 ? dispatched && first && long_enough : misses && first_program;
    row.recompiled = misses && !first_program && known(op.time);
    out.devices = std::max(out.devices, op.device + 1);
    out.device.push_back(row);
  }
  out.kinds = kinds.size();
  const std::vector<std::uint32_t> groups = tt_detail::groups_of(first_of_kind, ops, out.groups);
  for (tt_judged_row& row : out.device) row.group = groups[row.kind];
  tt_detail::drop_first_gaps(out);
  return out;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_ADVISE_ROWS_BODY_HPP
