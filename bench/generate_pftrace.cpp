/// Writes a Perfetto trace as PyTorch's exporter lays it out: tracks, then the begins of ops, of calls and of kernels with
/// their annotations, then the ends. Four nested ops, a call and a kernel each 20 us. The same size gives the same bytes.
///
///     bench_generate_pftrace MEGABYTES FILE

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <ridgeline/sink/output.hpp>

#include "../tests/support/proto_bytes.hpp"

namespace {

constexpr std::int64_t host = 4711, thread_track = 100, stream_track = 200, first_stamp = 1'700'000'000'000'000'000;
constexpr int depth = 4;

proto_bytes annotation(std::string_view name) { return std::move(proto_bytes().bytes(10, name)); }
proto_bytes number(std::string_view name, std::int64_t n) { return std::move(annotation(name).number(4, n)); }
proto_bytes word(std::string_view name, std::string_view text) { return std::move(annotation(name).bytes(6, text)); }
/// A list of two lists of numbers: a tensor each.
proto_bytes shapes(std::string_view name, std::int64_t rows) {
  proto_bytes list = annotation(name);
  for (std::int64_t i = 0; i < 2; ++i) {
    proto_bytes shape;
    for (const std::int64_t extent : {std::int64_t{8}, rows, std::int64_t{1024}})
      shape.bytes(12, proto_bytes().number(4, extent));
    list.bytes(12, shape);
  }
  return list;
}
proto_bytes words(std::string_view name, std::string_view text) {
  proto_bytes list = annotation(name);
  for (int i = 0; i < 2; ++i) list.bytes(12, proto_bytes().bytes(6, text));
  return list;
}
proto_bytes three(std::string_view name, std::int64_t n) {
  proto_bytes list = annotation(name);
  for (const std::int64_t x : {n, std::int64_t{1}, std::int64_t{1}}) list.bytes(12, proto_bytes().number(4, x));
  return list;
}

class trace_writer {
 public:
  explicit trace_writer(ridgeline::output& to) : to_(to) {}

  void tracks() {
    packet(proto_bytes().bytes(60, proto_bytes().number(1, 1).bytes(3, proto_bytes().number(1, host).bytes(6, "python"))));
    packet(proto_bytes().bytes(60, proto_bytes().number(1, 2).bytes(3, proto_bytes().number(1, 0).bytes(6, "python").bytes(8, "GPU 0"))));
    thread(thread_track, 1, host, host, "thread 4711 (python)");
    thread(stream_track, 2, 0, 7, "stream 7");
  }
  /// The unit's begins of one kind (0 ops, 1 calls, 2 kernels), or with `ends` its ends.
  void unit(std::int64_t u, int kind, bool ends) {
    const std::int64_t at = first_stamp + u * 20'000, id = u * depth;
    if (kind == 0) {
      for (int d = 0; d < depth; ++d) {
        if (ends) {
          end(thread_track, at + 15'000 - d * 100);
          continue;
        }
        proto_bytes event = begin(thread_track, d == 0 ? "aten::linear" : d == 1 ? "aten::matmul" : d == 2 ? "aten::view" : "aten::mm");
        event.bytes(4, number("External id", id + d)).bytes(4, number("Record function id", 0)).bytes(4, number("Sequence number", u));
        event.bytes(4, number("Fwd thread id", 0)).bytes(4, number("Ev Idx", id + d));
        event.bytes(4, shapes("Input Dims", 512 + u % 8)).bytes(4, shapes("Input Strides", 1024)).bytes(4, words("Input type", "c10::BFloat16"));
        event.bytes(4, words("Concrete Inputs", ""));
        stamped(at + d * 100, event);
      }
    } else if (kind == 1) {
      if (ends) return end(thread_track, at + 9'000);
      proto_bytes event = begin(thread_track, "cudaLaunchKernel");
      event.bytes(4, number("External id", id + depth - 1)).bytes(4, number("cbid", 211)).bytes(4, number("correlation", u + 1));
      stamped(at + 5'000, event);
    } else {
      if (ends) return end(stream_track, at + 19'000);
      proto_bytes event = begin(stream_track, kernels[static_cast<std::size_t>(u) % 3]);
      event.bytes(4, number("External id", id + depth - 1)).bytes(4, number("queued", 0)).bytes(4, number("device", 0));
      event.bytes(4, number("context", 1)).bytes(4, number("stream", 7)).bytes(4, number("correlation", u + 1));
      event.bytes(4, number("registers per thread", 128)).bytes(4, number("shared memory", 49152));
      event.bytes(4, three("grid", 132)).bytes(4, three("block", 384)).bytes(4, word("blocks per SM", "1"));
      stamped(at + 10'000, event);
    }
  }
  std::size_t written() const { return written_; }

 private:
  static constexpr std::string_view kernels[] = {
      "nvjet_hsh_128x256_64x4_1x2_h_bz_coopA_TNT",
      "void at::native::vectorized_elementwise_kernel<4, at::native::BinaryFunctor<c10::BFloat16, c10::BFloat16, c10::BFloat16, "
      "at::native::binary_internal::MulFunctor<float> >, std::array<char*, 3ul> >(int, at::native::BinaryFunctor<c10::BFloat16>)",
      "void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<c10::BFloat16, float, false>(int, float, c10::BFloat16 const*)"};

  static proto_bytes begin(std::int64_t track, std::string_view name) {
    return std::move(proto_bytes().number(9, 1).number(11, track).bytes(23, name));
  }
  void end(std::int64_t track, std::int64_t at) { stamped(at, proto_bytes().number(9, 2).number(11, track)); }
  void stamped(std::int64_t at, const proto_bytes& event) { packet(proto_bytes().number(8, at).number(10, 1).bytes(11, event)); }
  void thread(std::int64_t uuid, std::int64_t parent, std::int64_t pid, std::int64_t tid, std::string_view name) {
    packet(proto_bytes().bytes(60, proto_bytes().number(1, uuid).number(5, parent).bytes(
                                       4, proto_bytes().number(1, pid).number(2, tid).bytes(5, name))));
  }
  void packet(const proto_bytes& p) {
    const proto_bytes framed = std::move(proto_bytes().bytes(1, p));
    to_.write(framed.text());
    written_ += framed.text().size();
  }

  ridgeline::output& to_;
  std::size_t written_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: bench_generate_pftrace MEGABYTES FILE\n", stderr);
    return 2;
  }
  const auto why = ridgeline::write_file(argv[2], [&](ridgeline::output& to) {
    trace_writer w(to);
    w.tracks();
    constexpr std::int64_t bytes_of_unit = 1'788;  // counted: begins and ends of one unit
    const std::int64_t units = std::atoll(argv[1]) * 1'000'000 / bytes_of_unit;
    for (const bool ends : {false, true})
      for (int kind = 0; kind < 3; ++kind)
        for (std::int64_t u = 0; u < units; ++u) w.unit(u, kind, ends);
  });
  if (why) std::fprintf(stderr, "%s\n", to_string(*why).c_str());
  return why ? 1 : 0;
}
