#ifndef RIDGELINE_TESTS_ADVISE_ACTIVITY_HPP
#define RIDGELINE_TESTS_ADVISE_ACTIVITY_HPP

#include <cstdint>
#include <string_view>

#include <ridgeline/advise/activity.hpp>

namespace ridgeline::test {

/// A trace that a test builds call by call. Times are microseconds.
struct activity_script {
  symbol_pool texts{};
  gpu_activity a{.first = time_point::of(0), .last = time_point::of(0)};

  activity_script() { a.texts = &texts; }
  activity_script(const activity_script&) = delete;
  activity_script& operator=(const activity_script&) = delete;

  void call(std::string_view name, std::int64_t start, std::int64_t time, std::int64_t correlation) {
    activity_call c;
    c.start = time_point::of(start * 1000), c.time = duration::of(time * 1000), c.correlation = correlation;
    c.name = texts.keep(name), c.uid = static_cast<std::uint32_t>(a.calls.size());
    a.calls.push_back(c);
  }
  void work(std::string_view name, std::uint32_t stream, std::int64_t start, std::int64_t time, std::int64_t correlation,
            gpu_kind kind = gpu_kind::kernel) {
    activity_work w;
    w.start = time_point::of(start * 1000), w.time = duration::of(time * 1000), w.correlation = correlation;
    w.name = texts.keep(name), w.stream = stream, w.kind = kind, w.uid = static_cast<std::uint32_t>(1000 + a.works.size());
    if (stream >= a.streams) a.streams = stream + 1;
    a.works.push_back(w);
  }
  /// The last work is of this device.
  void on(std::uint32_t device) { a.works.back().device = device; }
  /// The last call is one of this thread, and of this process.
  void by(std::uint32_t thread, std::uint32_t process = 0) {
    a.calls.back().thread = thread, a.calls.back().process = process;
  }
  /// A launch of 4 us at `launch` and its kernel.
  void kernel(std::string_view name, std::int64_t launch, std::int64_t start, std::int64_t time,
              std::int64_t correlation, std::uint32_t stream = 0) {
    call("cudaLaunchKernel", launch, 4, correlation);
    work(name, stream, start, time, correlation);
  }
};

}  // namespace ridgeline::test

#endif  // RIDGELINE_TESTS_ADVISE_ACTIVITY_HPP
