#ifndef RIDGELINE_COMPARE_BASELINE_BODY_HPP
#define RIDGELINE_COMPARE_BASELINE_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/compare/baseline.hpp>
#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/wide.hpp>
#include <ridgeline/query/key_table.hpp>
#include <ridgeline/read/json.hpp>
#include <ridgeline/sink/json_writer.hpp>

namespace ridgeline {

namespace compare_detail {

/// Writes a list of numbers, or a single number if all are equal.
inline void write_numbers(json_writer& json, const std::vector<std::int64_t>& all) {
  const bool equal = !all.empty() && std::all_of(all.begin(), all.end(), [&](std::int64_t n) { return n == all[0]; });
  if (equal) json.value(all[0]);
  else json.list(all, [&](std::int64_t n) { json.value(n); });
}

/// Writes calls and time of each op (or piece) in each step.
inline void write_shares(json_writer& json, const compared_run& run, std::vector<step_share> compared_step::*list,
                         std::size_t size) {
  std::vector<std::vector<std::int64_t>> calls(size), times(size);
  for (std::size_t s = 0; s < run.steps.size(); ++s)
    for (const step_share& share : run.steps[s].*list) {
      calls[share.of].resize(run.steps.size()), times[share.of].resize(run.steps.size());
      calls[share.of][s] += share.calls, times[share.of][s] += share.time;
    }
  const auto write_all = [&](const char* key, const std::vector<std::vector<std::int64_t>>& all) {
    json.line().key(key).list(all, [&](const std::vector<std::int64_t>& one) { write_numbers(json, one); });
  };
  json.object([&] {
    write_all("calls", calls);
    write_all("ns", times);
  });
}

inline void write_pairs(json_writer& json, const std::vector<std::pair<std::string, std::string>>& pairs) {
  json.object([&] {
    for (const auto& [key, value] : pairs) json.key(key).value(value);
  });
}

/// Distinct texts, numbered in order of first appearance.
class text_list {
 public:
  std::uint32_t number(const std::string& text) { return table_.number(text); }
  void write(json_writer& json) const {
    json.list(table_.keys(), [&](const auto& key) { json.value(static_cast<const core_detail::pack_item<0,
        std::string>&>(key).value); });
  }

 private:
  query_detail::key_table<std::string> table_{};
};

/// Reads runs value by value.
class baseline_reader {
 public:
  void take(std::string_view path, const json_leaf& v) {
    if (path == "/schema") schema_ = v.is == json_leaf::kind::text && v.text == baseline_schema;
    if (!core_detail::take_front(path, "/runs/")) return;
    const std::optional<std::size_t> run = take_position(path);
    if (!run || *run > runs_.size()) return fail("runs");
    if (*run == runs_.size()) {  // older files do not say how it was read
      compared_run& r = runs_.emplace_back().run;
      r.length = step_length::unknown, r.asked_step.reset(), r.asked_comm.reset();
    }
    if (path.empty()) return;
    value(runs_[*run], path, v);
  }

  expected<std::vector<compared_run>> result(const std::string& file) {
    const auto bad = [&](const std::string& what) { return failure{errc::not_a_report, {file}, what}; };
    if (!schema_) return bad("expected a stored baseline with the schema \"" + std::string(baseline_schema) + "\"");
    if (runs_.empty()) return bad("is a baseline without runs");
    std::vector<compared_run> all;
    for (stored& s : runs_) {
      if (wrong_.empty()) wrong_ = complete(s);
      if (!wrong_.empty()) return bad("is not a complete baseline: its \"" + wrong_
          + "\" is missing or does not fit the rest");
      all.push_back(std::move(s.run));
    }
    return all;
  }

 private:
  using numbers = std::vector<std::vector<std::int64_t>>;
  struct counted {
    numbers calls{}, ns{};
    std::vector<bool> one_calls{}, one_ns{};  // a single number stands for every step
  };
  struct stored {
    compared_run run{};
    std::vector<std::string> texts{};
    numbers ops{}, pieces{}, parts{};
    std::vector<std::int64_t> events{}, requests{};
    std::vector<std::string> names{}, kinds{};
    counted of_ops{}, of_pieces{};
    bool family = false;
  };

  void fail(std::string_view key) {
    if (wrong_.empty()) wrong_ = key;
  }
  static std::string_view word(std::string_view& path) { return core_detail::take_part(path, '/'); }
  template <class T>
  T* at(std::vector<T>& list, std::string_view& path, std::string_view key) {
    const std::optional<std::size_t> i = take_position(path);
    if (!i || *i > list.size()) return fail(key), nullptr;
    if (*i == list.size()) list.emplace_back();
    return &list[*i];
  }
  void number(std::int64_t& to, const json_leaf& v, std::string_view key) {
    if (v.is != json_leaf::kind::whole || v.whole < 0 || v.whole > most) return fail(key);
    to = v.whole;
  }
  void number(std::vector<std::int64_t>& to, const json_leaf& v, std::string_view key) {
    number(to.emplace_back(), v, key);
  }
  void length(step_length& to, const json_leaf& v) {
    if (v.is != json_leaf::kind::boolean) return fail("slowest_rank");
    to = v.boolean ? step_length::of_slowest_rank : step_length::of_all_devices;
  }
  static bool opens(const json_leaf& v) { return v.is == json_leaf::kind::array || v.is == json_leaf::kind::object; }

  void value(stored& s, std::string_view path, const json_leaf& v) {
    const std::string_view key = word(path);
    compared_run& r = s.run;
    if (path.empty() && opens(v)) return;
    const auto text = [&](std::string& to) {
      if (v.is == json_leaf::kind::text) to = v.text;
      else fail(key);
    };
    if (key == "family") {
      for (const run_family f : {run_family::pytorch, run_family::jax, run_family::tenstorrent})
        if (v.text == name_of(f)) r.family = f, s.family = true;
    } else if (key == "kind") text(r.kind);
    else if (key == "chip") text(r.chip);
    else if (key == "unit") text(r.unit);
    else if (key == "unknowable") text(r.unknowable);
    else if (key == "incomplete") text(r.incomplete);
    else if (key == "asked_step") text(r.asked_step.emplace());
    else if (key == "asked_comm") text(r.asked_comm.emplace());
    else if (key == "slowest_rank") length(r.length, v);
    else if (key == "devices") number(r.devices, v, key);
    else if (key == "world") number(r.world, v, key);
    else if (key == "options" || key == "versions")
      (key == "options" ? r.options : r.versions).emplace_back(std::string(path), std::string(v.text));
    else if (key == "counts") {
      const std::string_view which = word(path);
      if (which == "calls") number(r.counts.calls, v, key);
      else if (which == "lost") number(r.counts.lost, v, key);
      else if (which == "ns") number(r.counts.time, v, key);
      else if (which == "unlinked_ns") number(r.counts.unlinked, v, key);
      else if (which == "outside_ns") number(r.counts.outside, v, key);
    } else if (key == "texts") {
      s.texts.emplace_back(v.text);
    } else if (key == "ops" || key == "pieces" || key == "parts") {
      numbers& list = key == "ops" ? s.ops : key == "pieces" ? s.pieces : s.parts;
      if (std::vector<std::int64_t>* const one = at(list, path, key); one != nullptr && !opens(v)) number(*one, v, key);
    } else if (key == "steps") {
      s.names.emplace_back(v.text);
    } else if (key == "kinds") {
      s.kinds.emplace_back(v.text);
    } else if (key == "requests") {
      number(s.requests, v, key);
    } else if (key == "events") {
      number(s.events, v, key);
    } else if (key == "of_ops" || key == "of_pieces") {
      counted& c = key == "of_ops" ? s.of_ops : s.of_pieces;
      const bool calls = word(path) == "calls";
      if (path.empty()) return;
      numbers& list = calls ? c.calls : c.ns;
      std::vector<std::int64_t>* const one = at(list, path, key);
      (calls ? c.one_calls : c.one_ns).resize(list.size());
      if (one == nullptr || opens(v)) return;
      if (path.empty()) (calls ? c.one_calls : c.one_ns).back() = true;
      number(*one, v, key);
    }
  }

  /// Fills the table; false if it does not fit, or if its sums might not.
  static bool spread(counted& c, std::size_t size, std::size_t steps) {
    constexpr std::size_t enough = std::size_t{1} << 26;  // a small file can claim a huge table
    if (c.calls.size() != size || c.ns.size() != size || (steps != 0 && size > enough / steps)) return false;
    core_detail::wide calls = 0, ns = 0;
    for (std::size_t i = 0; i < size; ++i) {
      if (c.one_calls[i]) c.calls[i].assign(steps, c.calls[i][0]);
      if (c.one_ns[i]) c.ns[i].assign(steps, c.ns[i][0]);
      if (c.calls[i].empty() && c.ns[i].empty()) c.calls[i].resize(steps), c.ns[i].resize(steps);
      if (c.calls[i].size() != steps || c.ns[i].size() != steps) return false;
      for (std::size_t step = 0; step < steps; ++step) calls += c.calls[i][step], ns += c.ns[i][step];
    }
    return calls <= most && ns <= most;
  }
  static void fill(compared_run& r, const counted& c, std::vector<step_share> compared_step::*list) {
    for (std::uint32_t of = 0; of < c.calls.size(); ++of)
      for (std::size_t step = 0; step < r.steps.size(); ++step)
        if (c.calls[of][step] != 0 || c.ns[of][step] != 0)
          (r.steps[step].*list).push_back({of, c.calls[of][step], c.ns[of][step]});
  }
  /// Assembles the run; returns the first key that is inconsistent, or an empty text.
  static std::string complete(stored& s) {
    compared_run& r = s.run;
    const std::size_t steps = s.names.size();
    const auto text = [&](std::int64_t n) { return static_cast<std::size_t>(n) < s.texts.size(); };
    if (!s.family) return "family";
    if (r.unit.empty()) return "unit";
    for (const std::vector<std::int64_t>& o : s.ops) {
      if (o.size() != 3 || !text(o[0]) || !text(o[1]) || !text(o[2])) return "ops";
      const auto of = [&](std::size_t i) { return s.texts[static_cast<std::size_t>(o[i])]; };
      r.ops.push_back({of(0), of(1), of(2)});
    }
    for (const std::vector<std::int64_t>& p : s.pieces) {
      if (p.size() != 3 || p[0] >= static_cast<std::int64_t>(step_parts) || !text(p[2])) return "pieces";
      if (static_cast<std::size_t>(p[1]) >= s.ops.size()) return "pieces";
      r.pieces.push_back({static_cast<step_part>(p[0]), static_cast<std::uint32_t>(p[1]),
          s.texts[static_cast<std::size_t>(p[2])]});
    }
    if (s.events.size() != steps) return "events";
    if (!spread(s.of_ops, r.ops.size(), steps)) return "of_ops";
    if (!spread(s.of_pieces, r.pieces.size(), steps)) return "of_pieces";
    for (std::size_t i = 0; i < steps; ++i) {
      r.steps.push_back({s.names[i], s.events[i], {}, {}, {}, i < s.kinds.size() ? s.kinds[i] : std::string()});
      if (i < s.requests.size() && s.requests[i] > 0) r.steps.back().requests = s.requests[i];
    }
    fill(r, s.of_ops, &compared_step::ops);
    fill(r, s.of_pieces, &compared_step::pieces);
    for (compared_step& step : r.steps)
      for (const step_share& share : step.pieces)
        step.parts[static_cast<std::size_t>(r.pieces[share.of].part)] += share.time;
    return {};
  }

  static constexpr std::int64_t most = std::int64_t{1} << 60;
  std::vector<stored> runs_{};
  std::string wrong_{};
  bool schema_ = false;
};

}  // namespace compare_detail

void write_baseline(output& to, const std::vector<compared_run>& runs) {
  using namespace compare_detail;
  {
    json_writer json(to);
    const auto write_run = [&](const compared_run& r) {
      text_list texts;
      for (const compared_op& o : r.ops) texts.number(o.name), texts.number(o.dims), texts.number(o.types);
      for (const compared_piece& p : r.pieces) texts.number(p.kernel);
      json.line().object([&] {
        json.key("family").value(name_of(r.family)).key("kind").value(r.kind).key("chip").value(r.chip);
        json.key("unit").value(r.unit).key("devices").value(r.devices);
        if (known(r.world)) json.key("world").value(r.world);
        if (r.length != step_length::unknown)
          json.key("slowest_rank").value(r.length == step_length::of_slowest_rank);
        if (r.asked_step) json.key("asked_step").value(*r.asked_step);
        if (r.asked_comm) json.key("asked_comm").value(*r.asked_comm);
        if (!r.unknowable.empty()) json.key("unknowable").value(r.unknowable);
        if (!r.incomplete.empty()) json.key("incomplete").value(r.incomplete);
        write_pairs(json.line().key("options"), r.options);
        write_pairs(json.key("versions"), r.versions);
        json.key("counts").object([&] {
          json.key("calls").value(r.counts.calls).key("lost").value(r.counts.lost);
          json.key("ns").value(r.counts.time).key("unlinked_ns").value(r.counts.unlinked);
          json.key("outside_ns").value(r.counts.outside);
        });
        texts.write(json.line().key("texts"));
        json.line().key("ops").list(r.ops, [&](const compared_op& o) {
          json.list([&] { json.value(texts.number(o.name)).value(texts.number(o.dims)).value(texts.number(o.types)); });
        });
        json.line().key("pieces").list(r.pieces, [&](const compared_piece& p) {
          json.list([&] { json.value(static_cast<int>(p.part)).value(p.op).value(texts.number(p.kernel)); });
        });
        json.line().key("steps").list(r.steps, [&](const compared_step& s) { json.value(s.name); });
        if (std::any_of(r.steps.begin(), r.steps.end(), [](const compared_step& s) { return !s.kind.empty(); }))
          json.key("kinds").list(r.steps, [&](const compared_step& s) { json.value(s.kind); });
        if (std::any_of(r.steps.begin(), r.steps.end(), [](const compared_step& s) { return known(s.requests); }))
          json.key("requests").list(r.steps, [&](const compared_step& s) {
            json.value(known(s.requests) ? s.requests : std::int64_t{0});
          });
        json.key("events").list(r.steps, [&](const compared_step& s) { json.value(s.events); });
        write_shares(json.line().key("of_ops"), r, &compared_step::ops, r.ops.size());
        write_shares(json.line().key("of_pieces"), r, &compared_step::pieces, r.pieces.size());
      });
    };
    json.object([&] {
      json.key("schema").value(baseline_schema);
      json.key("runs").list(runs, write_run);
    });
  }
  to.write("\n");
}

expected<std::vector<compared_run>> read_baseline(std::string_view document, const std::string& file) {
  compare_detail::baseline_reader reader;
  const expected<bool> read =
      read_json(document, [&](std::string_view path, const json_leaf& leaf) { reader.take(path, leaf); }, file);
  if (!read) return read.error();
  return reader.result(file);
}

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_BASELINE_BODY_HPP
