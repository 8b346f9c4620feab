#ifndef RIDGELINE_GPU_RECORD_WORK_STREAMS_HPP
#define RIDGELINE_GPU_RECORD_WORK_STREAMS_HPP

#include <cstdint>
#include <vector>

#include <ridgeline/gpu/record/trace.hpp>
#include <ridgeline/gpu/stream_numbers.hpp>
#include <ridgeline/query/distinct.hpp>

namespace ridgeline {

/// On which device and stream each piece of work of a trace runs. Streams are those of one process and device; they are
/// numbered from 0 by first appearance.
struct gpu_work_streams {
  std::vector<std::int64_t> devices{};   ///< by work; missing: not known
  std::vector<std::uint32_t> streams{};  ///< by work
  std::uint32_t count = 0;               ///< of streams

  explicit gpu_work_streams(const gpu_trace& trace) {
    struct pair {
      std::int64_t process, number;
    };
    // work on a device that the file does not tell is where other work of its stream is
    distinct<pair> lines, places;
    std::vector<std::int64_t> of_line;
    for (const gpu_work_item& w : trace.work) {
      const std::uint32_t line = lines.number({w.process, w.stream});
      if (line == of_line.size()) of_line.push_back(missing<std::int64_t>);
      if (!known(of_line[line]) && known(w.stream)) of_line[line] = w.device;
    }
    stream_numbers numbers;
    for (const gpu_work_item& w : trace.work) {
      devices.push_back(known(w.device) ? w.device : of_line[lines.number({w.process, w.stream})]);
      // a stream of ROCm is one whatever its queue, but 0 is also the number of work whose stream is not known; copies
      // have no queue
      const bool by_context = !trace.queues || !known(w.stream) || w.stream == 0;
      const bool stated = !trace.queues || known(w.stream) || known(w.context);
      streams.push_back(!stated ? numbers.alone()
                              : numbers.number(places.number({w.process, devices.back()}), w.stream,
                                               by_context ? w.context : missing<std::int64_t>));
    }
    count = numbers.size();
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_RECORD_WORK_STREAMS_HPP
