#ifndef RIDGELINE_TT_REPORT_TRACY_OPS_BODY_HPP
#define RIDGELINE_TT_REPORT_TRACY_OPS_BODY_HPP

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/tt/device/analysis_tables.hpp>
#include <ridgeline/tt/record/stale_starts.hpp>
#include <ridgeline/tt/report/tracy_ops.hpp>
#include <ridgeline/tt/report/tracy_texts_body.hpp>

namespace ridgeline {

namespace tt_detail::tt_tracy {

/// Builds the report: first collects the columns, as functions of a row, then fills the rows independently.
class ops_builder {
 public:
  ops_builder(const tt_tracy_run& run, const tt_tracy_rows_joined& joined, const tt_log_faults& faults,
              tt_ops_report& out)
      : run_(run), host_(run.host), rows_(joined.rows), faults_(faults), of_time_(faults.columns_of_their_time),
        time_(layout_of(run.age)), layout_(of_time_ ? time_ : tt_tracy_layouts.back()), out_(out) {
    out_.rows.resize(rows_.size());
  }

  void build(unsigned threads) {
    find_latencies();
    keep_texts();
    head();
    spans();
    tensors("INPUT_", &tt_tracy_program::inputs);
    tensors("OUTPUT_", &tt_tracy_program::outputs);
    programs();
    models();
    counters();
    const std::size_t functions = calls();
    constexpr std::size_t step = 1024;
    parallel_for((rows_.size() + step - 1) / step, threads, [&](std::size_t piece, unsigned) {
      for (std::size_t i = piece * step; i < std::min(rows_.size(), (piece + 1) * step); ++i) fill(i, functions);
    });
  }

 private:
  static constexpr std::size_t most_ = 64;  // limit on tensors of an op, and on functions called: each is a column

  /// Fills the cells of one row.
  void fill(std::size_t i, std::size_t functions) {
    std::vector<stored_cell>& row = out_.rows[i];
    row.reserve(columns_.size() + functions);
    for (const auto& value : columns_) row.push_back(value(i));
    row.resize(columns_.size() + functions);
    if (functions == 0 || op_of(rows_[i]) == nullptr) return;
    for (std::size_t c = first_call_[rows_[i].of]; c < first_call_[rows_[i].of + 1]; ++c)
      if (host_.calls[c].name < functions)
        row[columns_.size() + host_.calls[c].name] = cell::of(host_.calls[c].time);
  }

  /// Interns texts that the report shows differently from the capture.
  void keep_texts() {
    for (const tt_tracy_signpost& s : host_.signposts) {
      const signpost_texts texts = texts_of(s.text, faults_.signposts_cut);
      signposts_.emplace_back(out_.texts.keep(texts.header), out_.texts.keep(texts.message));
    }
    for (const tt_tracy_program& p : host_.programs)
      hashes_.push_back(p.hash && layout_.of_2026 ? out_.texts.keep(std::to_string(*p.hash)) : std::string_view());
  }

  const tt_tracy_op* op_of(const tt_tracy_row& r) const {
    return r.kind == tt_tracy_row_kind::signpost ? nullptr : &host_.ops[r.of];
  }

  /// Adds a column for all rows.
  template <class Value>
  void add(std::string_view title, Value value) {
    out_.titles.emplace_back(title);
    columns_.emplace_back([this, value](std::size_t i) { return value(rows_[i]); });
  }
  /// Adds a column for ops.
  template <class Value>
  void op(std::string_view title, Value value) {
    add(title, [this, value](const tt_tracy_row& r) {
      const tt_tracy_op* const o = op_of(r);
      return o == nullptr ? cell{} : value(*o);
    });
  }
  template <class Value>
  void program(std::string_view title, Value value) {
    op(title, [this, value](const tt_tracy_op& o) { return value(host_.programs[o.program]); });
  }
  void program(std::string_view title, std::string_view tt_tracy_program::*member) {
    program(title, [this, member](const tt_tracy_program& p) { return text(p.*member); });
  }
  /// Adds a column for device data.
  template <class Value>
  void device(std::string_view title, Value value) {
    add(title, [value](const tt_tracy_row& r) { return r.device == nullptr ? cell{} : value(*r.device); });
  }
  void device(std::string_view title, double tt_op_run::*time) {
    device(title, [time](const tt_op_run& r) { return whole_cell(r.*time); });
  }
  /// A text of a message; the original shows null as `None`.
  cell text(std::string_view of) const {
    return is_null_text(of) && !faults_.nulls_are_none ? cell{} : cell::of(of);
  }

  void head() {
    add("OP CODE", [&](const tt_tracy_row& r) {
      if (const tt_tracy_op* const o = op_of(r)) return text(host_.programs[o->program].code);
      return cell::of(signposts_[r.of].first);
    });
    add("OP TYPE", [&](const tt_tracy_row& r) {
      const tt_tracy_op* const o = op_of(r);
      return o == nullptr ? cell::of(std::string_view("signpost")) : text(host_.programs[o->program].type);
    });
    op("GLOBAL CALL COUNT", [](const tt_tracy_op& o) { return cell::of(std::int64_t{o.id}); });
    op("DEVICE ID", [](const tt_tracy_op& o) { return cell_if_set(o.device); });
    const bool chip = run_.device.from_report || !faults_.chip_from_report_only;
    if (layout_.of_2026)
      device("DEVICE ARCH", [this, chip](const tt_op_run&) {
        return chip ? cell::of(std::string_view(run_.device.arch)) : cell{};
      });
    add("ATTRIBUTES", [&](const tt_tracy_row& r) {
      const tt_tracy_op* const o = op_of(r);
      if (o == nullptr) return cell::of(signposts_[r.of].second);
      return text(host_.programs[o->program].attributes);
    });
    program("MATH FIDELITY", &tt_tracy_program::fidelity);
    device("CORE COUNT", [](const tt_op_run& r) { return cell_if_set(r.cores); });
    if (layout_.of_2026)
      device("AVAILABLE WORKER CORE COUNT", [this, chip](const tt_op_run& r) {  // an op of a sub-device has fewer
        const std::int64_t cores = r.worker_cores > 0 ? r.worker_cores : run_.device.worker_cores;
        return chip && cores > 0 ? cell::of(cores) : cell{};
      });
    if (!of_time_ && std::any_of(run_.device.runs.begin(), run_.device.runs.end(),
                                 [](const tt_op_run& r) { return r.sub_device >= 0; }))
      device("SUB DEVICE ID", [](const tt_op_run& r) { return cell_if_set(r.sub_device); });
    program("PARALLELIZATION STRATEGY", &tt_tracy_program::strategy);
    const auto of_host = [&](std::string_view title, auto value) {  // unknown of replays that the host did not tell of
      const bool captured_only = !faults_.replays_by_messages_only;
      add(title, [this, value, captured_only](const tt_tracy_row& r) {
        const tt_tracy_op* const o = op_of(r);
        if (o == nullptr) return value(tt_tracy_op{.start = host_.signposts[r.of].at});
        return o->start < 0 || (captured_only && r.session > 0 && o->trace < 0) ? cell{} : value(*o);
      });
    };
    of_host("HOST START TS", [](const tt_tracy_op& o) { return cell_if_set(o.start); });
    of_host("HOST END TS", [](const tt_tracy_op& o) {
      std::int64_t end = -1;
      return o.time < 0 || __builtin_add_overflow(o.start, o.time, &end) ? cell{} : cell::of(end);
    });
    of_host("HOST DURATION [ns]", [](const tt_tracy_op& o) { return cell_if_set(o.time); });
  }

  void spans() {
    device("DEVICE FW START CYCLE", [](const tt_op_run& r) { return cell_if_set(r.fw.start); });
    device("DEVICE FW END CYCLE", [](const tt_op_run& r) { return cell_if_set(r.fw.end); });
    latency("OP TO OP LATENCY [ns]", latency_, &tt_op_run::latency);
    if (layout_.movers)
      latency("OP TO OP LATENCY BR/NRISC START [ns]", movers_latency_, &tt_op_run::movers_latency);
    device("DEVICE FW DURATION [ns]", &tt_op_run::fw_time);
    device("DEVICE KERNEL DURATION [ns]", &tt_op_run::kernel_time);
    if (layout_.movers) device("DEVICE KERNEL DURATION DM START [ns]", &tt_op_run::movers_time);
    if (layout_.per_core) {
      device("DEVICE KERNEL DURATION PER CORE MIN [ns]", &tt_op_run::core_min);
      device("DEVICE KERNEL DURATION PER CORE MAX [ns]", &tt_op_run::core_max);
      device("DEVICE KERNEL DURATION PER CORE AVG [ns]", &tt_op_run::core_mean);
      device("DEVICE KERNEL FIRST TO LAST START [ns]", &tt_op_run::first_to_last_start);
    }
    for (const tt::risc_kernels& k : tt::kernels_of_riscs)
      device(k.column, [risc = static_cast<std::size_t>(k.risc)](const tt_op_run& r) {
        return whole_cell(r.kernel_times[risc]);
      });
    const bool zero = faults_.no_wait_is_zero && !time_.traces;
    const auto waited = [&](std::string_view title, double tt_op_run::*time) {
      device(title, [zero, time](const tt_op_run& r) { return whole_cell(zero && !known(r.*time) ? 0 : r.*time); });
    };
    waited("DEVICE COMPUTE CB WAIT FRONT [ns]", &tt_op_run::wait_front);
    waited("DEVICE COMPUTE CB RESERVE BACK [ns]", &tt_op_run::reserve_back);
    if (!layout_.movers) return;
    device("DISPATCH TOTAL CQ CMD OP TIME [ns]", &tt_op_run::dispatch_time);
    device("DISPATCH GO SEND WAIT TIME [ns]", &tt_op_run::go_wait);
  }

  void tensors(std::string_view front, std::vector<tt_tracy_tensor> tt_tracy_program::*list) {
    std::size_t groups = 0;
    for (const tt_tracy_op& o : host_.ops) groups = std::max(groups, (host_.programs[o.program].*list).size());
    if (groups > most_) out_.quality.add("op has more than 64 tensors; the rest is left out", {}, "");
    constexpr std::array<std::string_view, 4> extents{"_W", "_Z", "_Y", "_X"};
    for (std::size_t g = 0; g < std::min(groups, most_); ++g) {
      const auto part = [&](std::string_view tail, auto value) {
        std::string title(front);
        title += std::to_string(g);
        title += tail;
        program(title, [this, g, list, value](const tt_tracy_program& p) {
          return g < (p.*list).size() ? text(value((p.*list)[g])) : cell{};
        });
      };
      for (std::size_t e = 0; e < extents.size(); ++e)
        part(std::string(extents[e]) + (layout_.padded ? "_PAD[LOGICAL]" : ""),
             [e](const tt_tracy_tensor& t) { return t.extents[e]; });
      part("_LAYOUT", [](const tt_tracy_tensor& t) { return t.layout; });
      part("_DATATYPE", [](const tt_tracy_tensor& t) { return t.type; });
      part("_MEMORY", [](const tt_tracy_tensor& t) { return t.memory; });
    }
  }

  void programs() {
    if (layout_.traces) {
      add("METAL TRACE ID", [&](const tt_tracy_row& r) {
        const tt_tracy_op* const o = op_of(r);
        const bool shown = o != nullptr && (r.kind == tt_tracy_row_kind::replay || !faults_.captured_ops_without_trace);
        return shown ? cell_if_set(r.trace) : cell{};
      });
      add("METAL TRACE REPLAY SESSION ID", [](const tt_tracy_row& r) { return cell_if_set(r.session); });
    }
    program(layout_.path ? "COMPUTE KERNEL PATH" : "COMPUTE KERNEL SOURCE", &tt_tracy_program::compute_sources);
    program("COMPUTE KERNEL HASH", &tt_tracy_program::compute_names);
    program(layout_.path ? "DATA MOVEMENT KERNEL PATH" : "DATA MOVEMENT KERNEL SOURCE",
            &tt_tracy_program::data_sources);
    program("DATA MOVEMENT KERNEL HASH", &tt_tracy_program::data_names);
    if (layout_.of_2026) {
      op("PROGRAM HASH", [this](const tt_tracy_op& o) {
        return host_.programs[o.program].hash ? cell::of(hashes_[o.program]) : cell{};
      });
      op("PROGRAM CACHE HIT",
         [](const tt_tracy_op& o) { return o.cache_hit < 0 ? cell{} : cell::of(o.cache_hit != 0); });
    }
    if (!layout_.traces) return;
    for (std::size_t i = 0; i < (layout_.padded ? tt_kernel_processors.size() : tt_kernel_riscs.size()); ++i) {
      std::string title(layout_.padded ? tt_kernel_processors[i] : tt_kernel_riscs[i]);
      title += " MAX KERNEL SIZE [B]";
      program(title, [i](const tt_tracy_program& p) { return cell_if_set(p.kernel_sizes[i]); });
    }
  }

  void models() {
    const bool exchanged = faults_.models_exchanged && time_.models_exchanged;
    const auto model = [&](std::string_view title, double tt_tracy_program::*member) {
      program(title, [member](const tt_tracy_program& p) { return cell::of(p.*member); });
    };
    model("PM IDEAL [ns]", exchanged ? &tt_tracy_program::compute : &tt_tracy_program::ideal);
    model("PM COMPUTE [ns]", exchanged ? &tt_tracy_program::ideal : &tt_tracy_program::compute);
    model("PM BANDWIDTH [ns]", &tt_tracy_program::bandwidth);
    program("PM REQ I BW", &tt_tracy_program::input_rates);
    program("PM REQ O BW", &tt_tracy_program::output_rates);
    if (!layout_.per_core) return;
    add("PM FPU UTIL (%)", [&](const tt_tracy_row& r) {
      const tt_tracy_op* const o = op_of(r);
      if (o == nullptr || r.device == nullptr) return cell{};
      const double kernel = std::rint(r.device->kernel_time), compute = host_.programs[o->program].compute;
      if (!known(kernel) || !known(compute)) return cell{};
      return cell::of(kernel == 0 ? 0.0 : rounded(100 * compute / kernel, layout_.utilisation_digits));
    });
    // These come from a simulation of the network, which is not run here; tt-metal's own summary may have them.
    for (std::size_t i = 0; i < tt_traffic_columns.size(); ++i) {
      const std::string_view title = tt_traffic_columns[i];
      const bool since_2026 = title.starts_with("MULTI") || title.starts_with("ETH") || title.ends_with("CTRL (%)");
      if (layout_.of_2026 || !since_2026)
        device(title, [i](const tt_op_run& r) { return cell::of(r.traffic[i]); });
    }
  }

  void counters() {
    if (!layout_.counters && !run_.device.has_counters) return;
    constexpr std::array<std::string_view, tt_counters.size()> units{"SFPU", "FPU", "MATH"},
        means{"SFPU", "FPU", "Math"};
    for (std::size_t i = 0; i < units.size(); ++i) {
      const std::string front(units[i]);
      const auto use = [&](const std::string& title, double tt_counter_use::*value) {
        const auto has = [&](const tt_op_run& r) { return known(r.counters[i].*value); };
        if (run_.device.from_report && std::none_of(run_.device.runs.begin(), run_.device.runs.end(), has)) return;
        device(title, [i, value](const tt_op_run& r) { return cell::of(r.counters[i].*value); });
      };
      use(front + " Util Min (%)", &tt_counter_use::min);
      use(front + " Util Median (%)", &tt_counter_use::median);
      use(front + " Util Max (%)", &tt_counter_use::max);
      use("Avg " + std::string(means[i]) + " util on full grid (%)", &tt_counter_use::mean_of_grid);
    }
  }

  /// Adds titles for the time of functions in each op. Returns the number shown, which are the first ones.
  std::size_t calls() {
    const std::size_t shown = layout_.calls ? std::min(host_.functions.size(), most_) : 0;
    if (layout_.calls && shown < host_.functions.size())
      out_.quality.add("ops call more than 64 library functions; the rest is left out", {}, "");
    for (std::size_t f = 0; f < shown; ++f)
      out_.titles.push_back(std::string(host_.functions[f]) + "_TT_HOST_FUNC [ns]");
    first_call_.assign(host_.ops.size() + 1, 0);
    for (const tt_tracy_calls& c : host_.calls) ++first_call_[c.op + 1];
    for (std::size_t i = 1; i < first_call_.size(); ++i) first_call_[i] += first_call_[i - 1];
    return shown;
  }

  /// Adds a column of latencies: those by the cycles, and where there are none, those that tt-metal's own summary
  /// gives, in which each piece of the run that the writer took at once begins with 0.
  void latency(std::string_view title, const std::vector<double>& cycles, double tt_op_run::*given) {
    out_.titles.emplace_back(title);
    columns_.emplace_back([this, &cycles, given](std::size_t i) {
      if (rows_[i].device == nullptr) return cell{};
      const tt_op_run& run = *rows_[i].device;
      const double computed = cycles[i] * 1000 / clock_of(run).in(MHz);
      if (faults_.latency_of_summary && run_.device.from_report)
        return whole_cell(known(run.*given) ? run.*given : known(computed) ? computed : 0);
      return whole_cell(known(computed) ? computed : run.*given == 0 ? missing<double> : run.*given);
    });
  }
  frequency clock_of(const tt_op_run& r) const { return known(r.clock) ? r.clock : run_.device.clock; }

  /// The time from the end of the previous run on the device to the start of each run: for all kernels, and for
  /// kernels from the first data mover on. 0 for the first run of a device. Unknown for a run without a kernel, which
  /// is then skipped, for one of which only the end is known, and behind runs that were lost or lost their end. A run
  /// with a start from an earlier run goes by its end, which is true: it would otherwise stand in front of others, and
  /// spoil their latencies.
  void find_latencies() {
    const bool firmware = faults_.latency_of_firmware && !time_.traces;
    const auto span_of = [&](const tt_tracy_row& r) { return firmware ? r.device->fw : r.device->kernel; };
    latency_.assign(rows_.size(), missing<double>);
    movers_latency_.assign(rows_.size(), missing<double>);
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (rows_[i].device != nullptr && span_of(rows_[i]).has_place()) order.push_back(i);
    std::vector<bool> stale(rows_.size(), false);
    if (!faults_.starts_of_earlier_runs) {
      std::vector<device_span> spans;
      for (const std::size_t i : order)
        spans.push_back({i, rows_[i].device->device, span_of(rows_[i]).start, span_of(rows_[i]).end,
                         clock_of(*rows_[i].device).in(MHz) * tt_stale_after.in(us)});
      for (const std::size_t i : with_stale_starts(spans)) stale[i] = true;
    }
    const auto place = [&](std::size_t i) {
      return faults_.latency_by_rows ? 0 : stale[i] ? span_of(rows_[i]).end : span_of(rows_[i]).place();
    };
    order = std::move(order) | sort_by([&](std::size_t i) { return rows_[i].device->device; }, place);
    for (std::size_t i = 0; i < order.size(); ++i) {
      const tt_op_run& now = *rows_[order[i]].device;
      const bool first = i == 0 || rows_[order[i - 1]].device->device != now.device;
      const std::int64_t before = first ? 0 : span_of(rows_[order[i - 1]]).end;
      const tt_cycles span = span_of(rows_[order[i]]);
      if (now.after_lost_runs || before < 0) continue;
      if (span.start >= 0) latency_[order[i]] = first ? 0 : static_cast<double>(span.start - before);
      if (now.movers.start < 0) continue;
      movers_latency_[order[i]] = first ? 0 : static_cast<double>(now.movers.start - before);
    }
  }

  const tt_tracy_run& run_;
  const tt_tracy_capture& host_;
  const std::vector<tt_tracy_row>& rows_;
  const tt_log_faults& faults_;
  bool of_time_;
  const tt_tracy_layout& time_;    // layout of the logs' generation
  const tt_tracy_layout& layout_;  // layout of the report
  tt_ops_report& out_;
  std::vector<double> latency_{}, movers_latency_{};  // by row, in cycles
  std::vector<std::pair<std::string_view, std::string_view>> signposts_{};  // name and message
  std::vector<std::string_view> hashes_{};    // by program
  std::vector<std::size_t> first_call_{};     // by op
  std::vector<std::function<cell(std::size_t)>> columns_{};  // by row; they refer to this object
};

}  // namespace tt_detail::tt_tracy

expected<tt_ops_report> report_tt_tracy(const tt_tracy_run& run, const tt_log_faults& faults, unsigned threads) {
  const tt_tracy_rows_joined joined = join_tt_tracy(run, faults);
  const std::optional<failure>& refused = run.host.refused ? run.host.refused : joined.refused;
  if (faults.incomplete_runs_refused && refused) {
    std::string what = "the script of these logs (";
    what += name_of(run.age);
    what += ") gives no report: ";
    what += refused->what;
    return failure{refused->code, refused->at, std::move(what)};
  }
  tt_ops_report report;
  report.quality = run.host.quality;
  report.quality.merge(run.device.quality);
  report.quality.merge(joined.quality);
  tt_detail::tt_tracy::ops_builder(run, joined, faults, report).build(threads);
  return report;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_REPORT_TRACY_OPS_BODY_HPP
