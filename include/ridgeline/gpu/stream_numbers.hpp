#ifndef RIDGELINE_GPU_STREAM_NUMBERS_HPP
#define RIDGELINE_GPU_STREAM_NUMBERS_HPP

#include <cstdint>
#include <vector>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/query/distinct.hpp>

namespace ridgeline {

/// Numbers streams from 0 by first appearance. Several contexts may have a stream of one number. A context that is not
/// known is not one of its own: such work is on the first stream of its number. Where it is the number that is not
/// known, the context alone tells streams apart.
class stream_numbers {
 public:
  /// The stream of work; `where` is anything that streams do not share: a device, a process.
  std::uint32_t number(std::int64_t where, std::int64_t stream, std::int64_t context) {
    const std::uint32_t line = lines_.number({where, stream, known(stream) ? missing<std::int64_t> : context});
    if (line == first_.size()) first_.push_back({context, size_++});
    first_stream& first = first_[line];
    if (!known(first.context)) first.context = context;
    if (!known(context) || context == first.context) return first.stream;
    const std::uint32_t n = others_.number({line, context});
    if (n == of_others_.size()) of_others_.push_back(size_++);
    return of_others_[n];
  }
  /// A separate stream, for work whose stream is unknown.
  std::uint32_t alone() { return size_++; }
  std::uint32_t size() const { return size_; }

 private:
  struct stream_line {
    std::int64_t where, stream, context;
  };
  struct first_stream {
    std::int64_t context;
    std::uint32_t stream;
  };
  struct other_stream {
    std::int64_t line, context;
  };
  distinct<stream_line> lines_{};
  std::vector<first_stream> first_{};  // by line
  distinct<other_stream> others_{};
  std::vector<std::uint32_t> of_others_{};
  std::uint32_t size_ = 0;
};

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_STREAM_NUMBERS_HPP
