#ifndef RIDGELINE_TORCH_RUN_GPU_WORK_BODY_HPP
#define RIDGELINE_TORCH_RUN_GPU_WORK_BODY_HPP

#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/torch/run/gpu_work.hpp>

namespace ridgeline {

namespace torch_detail {
/// The records of the events with a start and a length that are wanted by their category, in file order.
template <class Record, class Wanted>
std::vector<Record> records_of(const torch_profile& run, Wanted wanted) {
  std::vector<Record> all;
  for (std::uint32_t i = 0; i < run.trace().events.size(); ++i)
    if (wanted(run.event(i).category) && run.event(i).has_span()) all.emplace_back(run, i);
  return all;
}
}  // namespace torch_detail

std::vector<gpu_event> gpu_work(const torch_profile& run) {
  return torch_detail::records_of<gpu_event>(run, [](kineto_category c) { return is_gpu(c); });
}

std::vector<torch_record> cpu_ops(const torch_profile& run) {
  return torch_detail::records_of<torch_record>(run, [](kineto_category c) { return c == kineto_category::cpu_op; });
}

std::vector<torch_record> api_calls(const torch_profile& run) {
  return torch_detail::records_of<torch_record>(run, [](kineto_category c) { return is_runtime(c); });
}

std::vector<torch_record> annotations(const torch_profile& run) {
  return torch_detail::records_of<torch_record>(
      run, [](kineto_category c) { return c == kineto_category::user_annotation; });
}

std::string_view torch_record::op_name() const {
  return name_of_event(
      above([](const torch_event& e, std::string_view) { return e.category == kineto_category::cpu_op; }));
}

std::string_view torch_record::module_name() const {
  std::string_view found = name_of_event(above([](const torch_event& e, std::string_view n) {
    return e.category == kineto_category::python_function && n.starts_with(module_front);
  }));
  if (!found.empty()) found.remove_prefix(module_front.size());
  return found;
}

std::uint32_t gpu_event::launch() const {
  const torch_event* const events = run_->trace().events.data();
  return above([&](const torch_event& e, std::string_view) {
    return is_runtime(e.category) && !run_->grafted().grafted(static_cast<std::uint32_t>(&e - events));
  });
}

std::string_view gpu_event::launch_name() const { return name_of_event(launch()); }

duration gpu_event::launch_latency() const {
  const std::uint32_t call = launch();
  return known(call) ? start() - run_->event(call).start : missing<duration>;
}

std::string_view gpu_event::direction() const {
  std::string_view text = name();
  if (kind() != gpu_kind::copy) return {};
  if (!core_detail::take_front(text, "Memcpy ")) return text;
  return text.substr(0, text.find(' '));
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RUN_GPU_WORK_BODY_HPP
