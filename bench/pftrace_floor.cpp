/// The lower bound for a report on a Perfetto trace: `bench_pftrace_floor FILE ROUNDS` prints the best time of
/// reading the file and of a bare protozero walk over all fields of its packets, nested annotations included, in
/// seconds.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include <ridgeline/read/bytes.hpp>

#include "protozero_walk.hpp"

namespace {

constexpr message_kind annotation_kind_of(int depth, const message_kind* inner) {
  message_kind kind;
  if (depth > 0) kind.inner[11] = kind.inner[12] = inner;
  return kind;
}
constexpr message_kind value_in_list_in_list = annotation_kind_of(0, nullptr),
                       value_in_list = annotation_kind_of(1, &value_in_list_in_list),
                       annotation = annotation_kind_of(1, &value_in_list);
constexpr message_kind event_kind = [] {
  message_kind kind;
  kind.inner[4] = &annotation;
  return kind;
}();
constexpr message_kind leaf{};
constexpr message_kind interned_kind = [] {
  message_kind kind;
  kind.inner[1] = kind.inner[2] = kind.inner[3] = kind.inner[29] = &leaf;
  return kind;
}();
constexpr message_kind packet_kind = [] {
  message_kind kind;
  kind.inner[11] = &event_kind;
  kind.inner[12] = &interned_kind;
  return kind;
}();
constexpr message_kind trace_kind = [] {
  message_kind kind;
  kind.inner[1] = &packet_kind;
  return kind;
}();

double best_of(int rounds, const auto& work) {
  double best = std::numeric_limits<double>::max();
  for (int i = 0; i < rounds; ++i) {
    const auto start = std::chrono::steady_clock::now();
    work();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: bench_pftrace_floor FILE ROUNDS\n", stderr);
    return 2;
  }
  const auto file = ridgeline::file_bytes::open(argv[1]);
  if (!file) {
    std::fprintf(stderr, "%s\n", to_string(file.error()).c_str());
    return 2;
  }
  const std::string_view bytes = file->view();
  std::uint64_t sum = 0;
  const double read = best_of(std::atoi(argv[2]), [&] {
    for (std::size_t i = 0; i < bytes.size(); i += 64) sum += static_cast<unsigned char>(bytes[i]);
  });
  const double walked =
      best_of(std::atoi(argv[2]), [&] { sum += walk(protozero::pbf_reader(bytes.data(), bytes.size()), trace_kind); });
  std::printf("read %.4f\nwalk %.4f\nsum %llu\n", read, walked, static_cast<unsigned long long>(sum));
  return 0;
}
