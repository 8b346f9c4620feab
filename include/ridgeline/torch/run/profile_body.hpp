#ifndef RIDGELINE_TORCH_RUN_PROFILE_BODY_HPP
#define RIDGELINE_TORCH_RUN_PROFILE_BODY_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/torch/run/categories.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/run/pseudo_ops.hpp>
#include <ridgeline/torch/tree/edit.hpp>
#include <ridgeline/torch/tree/recompute.hpp>

namespace ridgeline {

std::string_view torch_extension_table::category_by_name(std::string_view op) const {
  for (const torch_op_category& own : categories)
    if (op == own.name) return own.category;
  return torch_detail::category_by_name(op, *models, original_categories);
}

namespace torch_detail {
call_tree tree_of(const torch_trace& trace, const torch_run_options& options) {
  const bool frames = options.python_frames || options.recompute || options.captures != nullptr;
  return build_call_tree(trace, {frames, options.faults, options.communication, options.threads});
}
}  // namespace torch_detail

torch_profile::torch_profile(const torch_run_options& options, call_tree tree, graft_result grafted,
                             std::vector<place_labels> labels)
    : options_(options), tree_(std::move(tree)), grafted_(std::move(grafted)), labels_(std::move(labels)) {
  prepare();
}

torch_profile::torch_profile(const torch_trace& trace, const torch_run_options& options)
    : options_(options), tree_(torch_detail::tree_of(trace, options)),
      labels_(labels_of(trace, options.faults.labels_of_thread_0_only)) {
  options_.captures = nullptr;
  prepare();
}

torch_profile::torch_profile(torch_trace& trace, const torch_run_options& options)
    : options_(options), tree_(torch_detail::tree_of(trace, options)),
      labels_(labels_of(trace, options.faults.labels_of_thread_0_only)) {
  if (options.captures != nullptr) {
    tree_edit edit(trace, tree_);
    const bool frames = options.python_frames || options.recompute || options.pseudo_ops ||
                        extension().edit != nullptr || extension().add_tables != nullptr ||
                        faults().grafted_ops_last_like_launch;
    grafted_ = graft_captures(edit, *options.captures, frames);
    if (grafted_.given_up) {
      options_.captures = nullptr;
      tree_ = torch_detail::tree_of(trace, options_);
    }
    labels_ = labels_of(trace, options_.faults.labels_of_thread_0_only);
  }
  if (!faults().registrations_in_names) drop_registration_counters(trace);
  if (options.pseudo_ops || extension().edit != nullptr) {
    const bool keep = options.pseudo_ops && grafted_.any() && faults().ops_before_pseudo_ops;
    std::optional<call_tree> before = keep ? std::optional(tree_) : std::nullopt;
    tree_edit edit(trace, tree_);
    if (options.pseudo_ops) add_pseudo_ops(edit);
    if (extension().edit != nullptr) extension().edit(edit);
    edit.apply();
    if (before) {
      before->pass_over_added();
      before_pseudo_ops_ =
          owned<const torch_profile>(new torch_profile(options_, std::move(*before), grafted_, labels_));
    }
  }
  prepare();
}

void torch_profile::prepare() {
  options_.extension.original_categories = faults().categories_by_table;
  const torch_trace& of = trace();
  torch_categories categories(of, extension(), faults().categories_by_table);
  categories_.resize(of.texts.bound());
  launches_ = torch_launches_of(tree_, categories);
  if (options_.recompute) recomputed_ = recomputed_events(tree_);
  for (const torch_event& e : of.events) {
    if (e.category != kineto_category::cpu_op || e.phase != chrome_phase::complete) continue;
    has_ops_ = true;
    std::string_view& category = categories_[index_of(e.name)];
    if (category.empty()) category = categories(e.name);
  }
  number_labels();
}

void torch_profile::number_labels() {
  symbol_pool texts;
  std::string all;
  const auto number = [&](const place_labels& l) {
    all.clear();
    for (const std::string_view text : {l.process_name, l.process_label, l.thread_name}) {
      all += text;
      all += '\0';
    }
    return static_cast<std::uint32_t>(index_of(texts.keep(all))) - 1;
  };
  number(unlabelled_);  // 0
  for (const place_labels& l : labels_) label_numbers_.push_back(number(l));
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RUN_PROFILE_BODY_HPP
