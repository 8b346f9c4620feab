#ifndef RIDGELINE_TT_REPORT_OPS_BODY_HPP
#define RIDGELINE_TT_REPORT_OPS_BODY_HPP

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/tt/device/analysis_tables.hpp>
#include <ridgeline/tt/report/ops.hpp>
#include <ridgeline/tt/sheet/ops_texts.hpp>

namespace ridgeline {

namespace tt_detail {

cell whole_cell(double value) {
  const double number = std::rint(value);
  return known(number) && std::fabs(number) < 9e18 ? cell::of(static_cast<std::int64_t>(number)) : cell{};
}
cell whole_ns(double cycles, frequency clock) { return whole_cell(cycles * 1000 / clock.in(MHz)); }

/// Builds the report's columns one after another: each has a title, and a cell in every row.
class tt_ops_builder {
 public:
  tt_ops_builder(const tt_ops_tree& tree, const tt_log_faults& faults, tt_ops_report& out)
      : tree_(tree), faults_(faults), out_(out), old_(faults.columns_of_their_time) {
    for (const tt_stitched_call& c : tree.calls) {
      lines_.push_back({&c, c.devices.empty() ? nullptr : &c.devices.front()});
      for (std::size_t d = 1; d < c.devices.size(); ++d) lines_.push_back({&c, &c.devices[d]});
    }
    out_.rows.resize(lines_.size());
    find_gaps();
  }

  void build() {
    const bool models = tree_.has_models;
    add("OP CODE", [&](const line& l) { return code(*l.call); });
    text("OP TYPE", &tt_op_call::type);
    number("GLOBAL CALL COUNT", &tt_op_call::global_count);
    if (!old_) {
      add("DEVICE ID", [&](const line& l) { return l.on ? cell::of(std::int64_t{l.on->device}) : cell{}; });
      add("DEVICE ARCH", [&](const line& l) { return word(l.call->arch); });
      if (std::any_of(lines_.begin(), lines_.end(), [](const line& l) { return l.call->worker_cores > 0; }))
        add("AVAILABLE WORKER CORE COUNT", [&](const line& l) {
          return l.call->worker_cores > 0 ? cell::of(l.call->worker_cores) : cell{};
        });
    }
    add("ATTRIBUTES", [&](const line& l) {
      const std::string_view meta = l.call->call.attributes.text;
      return faults_.repeated_meta_data ? cell::of(meta) : word(tt_meta_data(meta));
    });
    text("MATH FIDELITY", &tt_op_call::fidelity);
    device("CORE COUNT", [&](const line& l) { return cell::of(static_cast<std::int64_t>(l.on->cores)); });
    text("PARALLELIZATION STRATEGY", &tt_op_call::strategy);
    number("HOST START TS", &tt_op_call::start);
    number("HOST END TS", &tt_op_call::stop);
    number("HOST DURATION [ns]", &tt_op_call::time);
    const bool any = faults_.fw_span_of_any_marker;
    const auto fw = [any](const line& l) -> const tt_span& { return any ? l.on->all : l.on->fw; };
    device("DEVICE FW START CYCLE", [&](const line& l) { return fw(l).known() ? cell::of(fw(l).start) : cell{}; });
    device("DEVICE FW END CYCLE", [&](const line& l) { return fw(l).known() ? cell::of(fw(l).end) : cell{}; });
    if (!old_) device("OP TO OP LATENCY [ns]", [&](const line& l) { return whole_ns(l.gap, l.call->clock); });
    device("DEVICE FW DURATION [ns]", [&](const line& l) { return whole_ns(l.on->fw.cycles(), l.call->clock); });
    device("DEVICE KERNEL DURATION [ns]",
           [&](const line& l) { return whole_ns(l.on->kernel.cycles(), l.call->clock); });
    for (const tt::risc_kernels& k : tt::kernels_of_riscs) {
      if (k.risc == tt_risc::erisc && old_ && !models) continue;
      device(k.column, [&](const line& l) {
        return ran(whole_ns(l.on->kernels[static_cast<std::size_t>(k.risc)].cycles(), l.call->clock));
      });
    }
    if (!old_ || models) {
      device("DEVICE COMPUTE CB WAIT FRONT [ns]",
             [&](const line& l) { return ran(whole_ns(l.on->wait_front, l.call->clock)); });
      device("DEVICE COMPUTE CB RESERVE BACK [ns]",
             [&](const line& l) { return ran(whole_ns(l.on->reserve_back, l.call->clock)); });
    }
    tensors("INPUT_", &tt_op_call::inputs);
    tensors("OUTPUT_", &tt_op_call::outputs);
    number("CALL DEPTH", &tt_op_call::depth);
    if (models) {
      text("COMPUTE KERNEL PATH", &tt_op_call::compute_paths);
      text("COMPUTE KERNEL HASH", &tt_op_call::compute_hashes);
      text("DATA MOVEMENT KERNEL PATH", &tt_op_call::data_paths);
      text("DATA MOVEMENT KERNEL HASH", &tt_op_call::data_hashes);
      text(old_ ? "PM IDEAL NS" : "PM IDEAL [ns]", &tt_op_call::pm_ideal);
      text(old_ ? "PM COMPUTE NS" : "PM COMPUTE [ns]", &tt_op_call::pm_compute);
      text(old_ ? "PM BANDWIDTH NS" : "PM BANDWIDTH [ns]", &tt_op_call::pm_bandwidth);
      text("PM REQ I BW", &tt_op_call::pm_input);
      text("PM REQ O BW", &tt_op_call::pm_output);
    }
    functions();
  }

 private:
  struct line {
    const tt_stitched_call* call = nullptr;
    const tt_op_device* on = nullptr;
    double gap = missing<double>;  // cycles since the previous op on the device
  };

  /// Kernel start minus the end of the previous op, in the order of the device's own clock. 0 for the first op.
  void find_gaps() {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < lines_.size(); ++i)
      if (lines_[i].on != nullptr && lines_[i].on->kernel.known()) order.push_back(i);
    order = std::move(order) | sort_by([&](std::size_t i) { return lines_[i].on->device; },
                                       [&](std::size_t i) { return lines_[i].on->kernel.start; });
    for (std::size_t i = 0; i < order.size(); ++i) {
      line& l = lines_[order[i]];
      const bool first = i == 0 || lines_[order[i - 1]].on->device != l.on->device;
      l.gap = first ? 0 : static_cast<double>(l.on->kernel.start - lines_[order[i - 1]].on->kernel.end);
    }
  }

  template <class Value>
  void add(std::string_view title, Value&& value) {
    out_.titles.emplace_back(title);
    for (std::size_t i = 0; i < lines_.size(); ++i) out_.rows[i].push_back(value(lines_[i]));
  }
  void text(std::string_view title, trimmed_text tt_op_call::*member) {
    add(title, [member](const line& l) { return cell::of((l.call->call.*member).text); });
  }
  void number(std::string_view title, std::int64_t tt_op_call::*member) {
    add(title, [member](const line& l) { return cell_if_set(l.call->call.*member); });
  }
  /// A column that needs a device log.
  template <class Value>
  void device(std::string_view title, Value&& value) {
    add(title, [&](const line& l) { return l.on == nullptr ? no_value() : or_no_value(value(l)); });
  }
  cell no_value() const { return old_ ? cell::of(std::string_view("-")) : cell{}; }
  cell or_no_value(cell c) const { return c.kind == cell_kind::none ? no_value() : c; }
  /// The duration of a RISC, with the fault for RISCs that did not run.
  cell ran(cell c) const {
    const bool zero = c.kind == cell_kind::none && faults_.missing_risc_is_zero && tree_.has_models;
    return zero ? cell::of(std::int64_t{0}) : c;
  }
  cell word(std::string_view text) { return cell::of(out_.texts.keep(text)); }

  cell code(const tt_stitched_call& c) {
    const std::string name = tt_op_name(c.call.name.text, c.call.preferred.text, c.call.type.text);
    if (!old_) return word(name);
    constexpr std::int64_t deepest = 1000;
    std::string indented(static_cast<std::size_t>(std::clamp<std::int64_t>(c.call.depth, 0, deepest)), ' ');
    indented += name;
    return word(indented);
  }

  void tensors(std::string_view front, trimmed_text tt_op_call::*list) {
    std::vector<std::vector<tt_logged_tensor>> all(lines_.size());
    std::size_t groups = 0;
    constexpr std::size_t most = 64;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      std::size_t present = 0;
      for (std::string_view part : parts_of((lines_[i].call->call.*list).text, '-')) {
        if (all[i].size() == most) {
          out_.quality.add("op has more than 64 tensors; the rest is left out", {}, lines_[i].call->call.name.text);
          break;
        }
        all[i].push_back(tt_logged_tensor_of(part, faults_));
        if (!all[i].back().there) continue;
        present = faults_.tensors_by_count ? present + 1 : all[i].size();
      }
      groups = std::max(groups, present);
    }
    for (std::size_t g = 0; g < groups; ++g) {
      const std::string name = std::string(front) + std::to_string(g);
      const auto part = [&](std::string_view tail, auto&& value) {
        std::string title = name;
        title += tail;
        out_.titles.push_back(title);
        for (std::size_t i = 0; i < lines_.size(); ++i) {
          const bool there = g < all[i].size() && all[i][g].there;
          out_.rows[i].push_back(there ? value(all[i][g]) : no_value());
        }
      };
      constexpr std::array<std::string_view, 4> extents{"_W", "_Z", "_Y", "_X"};
      for (std::size_t e = 0; e < extents.size(); ++e)
        part(extents[e], [&](const tt_logged_tensor& t) { return word(t.extents[e]); });
      part("_LAYOUT", [](const tt_logged_tensor& t) { return cell::of(t.layout); });
      part(old_ ? "_DATA TYPE" : "_DATATYPE", [](const tt_logged_tensor& t) { return cell::of(t.type); });
      part("_MEMORY", [](const tt_logged_tensor& t) { return cell::of(t.memory); });
    }
  }

  /// Count and mean of each library function that any op called, by name.
  void functions() {
    std::map<std::string_view, std::size_t> names;
    for (const tt_stitched_call& c : tree_.calls)
      for (const tt_api_use& use : c.api) names.emplace(use.function, 0);
    constexpr std::size_t most = 64;
    if (names.size() > most)
      out_.quality.add("ops call more than 64 library functions; the rest is left out", {}, "");
    std::size_t position = 0;
    for (auto& [function, at] : names) {
      at = position++;
      if (at >= most) continue;
      out_.titles.push_back(std::string(function) + " Count");
      out_.titles.push_back(std::string(function) + " Average [ns]");
    }
    const std::size_t before = out_.titles.size() - 2 * std::min(position, most);
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      out_.rows[i].resize(out_.titles.size(), cell::of(std::int64_t{0}));
      for (const tt_api_use& use : lines_[i].call->api) {
        const std::size_t at = names.find(use.function)->second;
        if (at >= most) continue;
        out_.rows[i][before + 2 * at] = cell::of(use.count);
        out_.rows[i][before + 2 * at + 1] = cell::of(use.time / use.count);
      }
    }
  }

  const tt_ops_tree& tree_;
  const tt_log_faults& faults_;
  tt_ops_report& out_;
  bool old_;
  std::vector<line> lines_{};
};

}  // namespace tt_detail

tt_ops_report report_tt_op_logs(const tt_ops_tree& tree, const tt_log_faults& faults) {
  tt_ops_report report;
  report.quality = tree.quality;
  tt_detail::tt_ops_builder(tree, faults, report).build();
  return report;
}

table tt_ops_report_table(const tt_ops_report& report) {
  return table::of_cells("ops", report.titles, report.rows);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_REPORT_OPS_BODY_HPP
