#ifndef RIDGELINE_TORCH_REPORT_PHASE_SHEETS_HPP
#define RIDGELINE_TORCH_REPORT_PHASE_SHEETS_HPP

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/torch/phase/phases.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/sheet/phases.hpp>

namespace ridgeline {

/// The sheets that inference phases add to a report.
class torch_phase_sheets {
 public:
  torch_phase_sheets(const torch_profile& run, const std::optional<torch_phase_options>& options, data_quality* quality)
      : run_(run), options_(options) {
    if (!options_) return;
    const bool chosen = options_->method != phase_method::automatic;
    options_->method = torch_phase_method_of(run, *options_);
    beside_ = torch_phase_method_beside(run, options_->method, *options_);
    phases_ = torch_phases_of(run, *options_);
    others_ = torch_phases_of(run, {beside_, options_->decode_threshold});
    if (quality == nullptr) return;
    if (!chosen && options_->method == phase_method::hybrid && !phases_.empty())
      quality->add("inference phases: neither ranges nor arguments tell one: hybrid goes by names and by how often ops "
                   "occur, and calls most of them decode", source_pos{}, "", false, phases_.size());
    judge(*quality);
  }

  /// Adds `ops_summary_prefill`, `ops_summary_decode` and, for methods that recognise mixed steps,
  /// `ops_summary_mixed`. Phases without launches are left out. Without ops, their rows are the calls that launch. The
  /// documented version has no columns about the method, and no such sheets without ops.
  template <class Add>
  void add_ops(bool as_documented, Add add) const {
    if (as_documented && !run_.has_ops()) return;
    each_phase([&](inference_phase phase, std::string_view suffix) {
      std::vector<torch_phase_row> rows = torch_ops_in_phase(run_, phases_, phase, others_);
      if (rows.empty()) return;
      for (torch_phase_row& r : rows) r.method = options_->method, r.compared_with = beside_;
      std::string name = "ops_summary_";
      name += suffix;
      table t = sheet_of(name, std::move(rows));
      add(as_documented ? t.without("phase method").without("compared with").without("differs (%)") : t);
    });
  }
  /// `kernel_summary`, with kernel categories where there are phases; the documented version of that has no share of
  /// the time line.
  table kernel_summary(std::vector<torch_kernel_row> rows, bool as_documented) const {
    if (!options_) return sheet_of("kernel_summary", std::move(rows));
    table t = torch_phase_kernel_table("kernel_summary", std::move(rows),
                                       run_.faults().communication_by_three_words);
    return as_documented ? t.without("Percent of total time (%)") : t;
  }
  /// Adds `kernel_summary_prefill` and those of the other phases.
  template <class Add>
  void add_kernels(const std::vector<torch_kernel>& kernels, Add add) const {
    if (!options_) return;
    const std::vector<inference_phase> phases = torch_kernel_phases(run_, kernels, phases_, *options_);
    each_phase([&](inference_phase phase, std::string_view suffix) {
      std::vector<torch_kernel> of_phase;
      for (std::size_t i = 0; i < kernels.size(); ++i)
        if (phases[i] == phase) of_phase.push_back(kernels[i]);
      if (of_phase.empty()) return;
      std::string name = "kernel_summary_";
      name += suffix;
      add(sheet_of(name, torch_kernel_summary(run_, of_phase, 0)).without("Percent of total time (%)"));
    });
  }
  explicit operator bool() const { return options_.has_value(); }

 private:
  template <class Each>
  void each_phase(Each each) const {
    if (!options_) return;
    each(inference_phase::prefill, "prefill");
    each(inference_phase::decode, "decode");
    if (knows_mixed_steps(options_->method)) each(inference_phase::mixed, "mixed");
  }
  void judge(data_quality& quality) const {
    double all = 0, apart = 0;
    std::size_t launches = 0;
    for (std::size_t i = 0; i < phases_.size(); ++i) {
      const double time = run_.launches().rows[i].direct_time;
      if (phases_[i] != inference_phase::unlabelled && others_[i] != inference_phase::unlabelled) all += time;
      if (phases_differ(phases_[i], others_[i])) apart += time, ++launches;
    }
    if (launches != 0)
      quality.add("inference phases: two methods give the same launch different phases", source_pos{},
                  std::string(name_of(options_->method)) + " (used) and " + std::string(name_of(beside_)) + ": " +
                      (all > 0 ? in_percent(apart / all) : std::string("none")) +
                      " of the GPU time that both label",
                  false, launches);
    std::size_t outside = 0, first = 0;
    for (std::size_t i = phases_.size(); i-- > 0;)
      if (phases_[i] == inference_phase::unlabelled) ++outside, first = i;
    if (outside != 0)
      quality.add("inference phases: a launch is outside all steps of the engine", source_pos{},
                  run_.trace().name(run_.event(run_.launches().rows[first].event)), false, outside);
  }

  const torch_profile& run_;
  std::optional<torch_phase_options> options_;
  phase_method beside_ = phase_method::automatic;  // the method to compare with
  std::vector<inference_phase> phases_{}, others_{};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_REPORT_PHASE_SHEETS_HPP
