#ifndef RIDGELINE_GPU_READ_PERFETTO_STAGES_HPP
#define RIDGELINE_GPU_READ_PERFETTO_STAGES_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/missing.hpp>
#include <ridgeline/gpu/read/perfetto.hpp>
#include <ridgeline/gpu/read/perfetto_sequence.hpp>
#include <ridgeline/gpu/read/perfetto_values.hpp>
#include <ridgeline/read/number.hpp>
#include <ridgeline/read/protobuf.hpp>

#if RIDGELINE_WITH_PROTOZERO

namespace ridgeline::gpu_detail {

/// What a kind of GPU work (a stage) is, by words of its name. All other stages are kernels. Sources: PyTorch 2026,
/// torch/profiler (Cuspy); perfetto-gpu-compute-injection.
struct perfetto_stage_kind {
  std::string_view word, category;
};
inline constexpr std::array perfetto_stage_kinds{
    perfetto_stage_kind{"annotation", "gpu_user_annotation"}, perfetto_stage_kind{"eventrecord", "graph_event_node"},
    perfetto_stage_kind{"hostnode", "graph_host_node"},       perfetto_stage_kind{"memset", "gpu_memset"},
    perfetto_stage_kind{"memoryset", "gpu_memset"},           perfetto_stage_kind{"fill", "gpu_memset"},
    perfetto_stage_kind{"memcpy", "gpu_memcpy"},              perfetto_stage_kind{"copy", "gpu_memcpy"},
    perfetto_stage_kind{"transfer", "gpu_memcpy"}};

constexpr std::string_view perfetto_stage_category(std::string_view stage) {
  for (const perfetto_stage_kind& k : perfetto_stage_kinds)
    if (core_detail::stands_in(stage, k.word)) return k.category;
  return "kernel";
}

/// Reads GPU work written as Perfetto's own event for it, `GpuRenderStageEvent`. Its fields become values with the
/// names of Kineto's arguments.
class perfetto_stages {
 public:
  /// A piece of work. Its place is the device's stream, else the hardware queue.
  struct stage {
    std::int64_t time = 0, device = 0, stream = missing<std::int64_t>, correlation = missing<std::int64_t>;
    symbol name = missing<symbol>, category = missing<symbol>;
  };

  perfetto_stages(perfetto_texts& texts, const perfetto_values& values) : texts_(texts), values_(values) {}

  /// Nothing if the event only describes the stages that follow.
  std::optional<stage> read(std::string_view bytes, const perfetto_moment& at, std::vector<perfetto_value>& to) {
    stage s;
    std::uint64_t queue = 0, kind = 0, name_iid = 0, kernel_iid = 0;
    std::string_view name, launch;
    bool timed = false, describes = false;
    std::int64_t id = 0, context = missing<std::int64_t>;
    extra_.clear();
    proto_message m(bytes);
    while (m.next()) {
      switch (m.key()) {
        case proto_key(1, proto_wire::varint): id = m.number(); break;
        case proto_key(2, proto_wire::varint): s.time = m.number(), timed = true; break;
        case proto_key(3, proto_wire::varint):
        case proto_key(13, proto_wire::varint): queue = m.varint(); break;
        case proto_key(4, proto_wire::varint):
        case proto_key(14, proto_wire::varint): kind = m.varint(); break;
        case proto_key(5, proto_wire::varint): context = m.number(); break;
        case proto_key(6, proto_wire::bytes): extra_.push_back(m.bytes()); break;
        case proto_key(7, proto_wire::bytes): describes = true; break;
        case proto_key(11, proto_wire::varint): s.device = m.number(); break;
        case proto_key(17, proto_wire::bytes): name = m.bytes(); break;
        case proto_key(19, proto_wire::varint): kernel_iid = m.varint(); break;
        case proto_key(20, proto_wire::varint): name_iid = m.varint(); break;
        case proto_key(21, proto_wire::bytes): launch = m.bytes(); break;
        default: break;
      }
    }
    if (describes && !timed) return {};
    const symbol of_kind = at.in.stages.of(kind, at.when);
    const std::string_view stage_name = known(of_kind) ? texts_.text(of_kind) : std::string_view("GPU stage");
    s.category = texts_.keep(perfetto_stage_category(stage_name));
    s.name = !name.empty() ? texts_.keep(name) : at.in.names.of(name_iid, at.when);
    if (!known(s.name)) s.name = at.in.kernels.of(kernel_iid, at.when);
    if (!known(s.name)) s.name = texts_.keep(stage_name);
    for (const std::string_view e : extra_) add_extra(e, s, context, to);
    if (!known(s.stream)) s.stream = stream_of(at.in.stages.of(queue, at.when), queue);
    // writers that add nothing number the work as its call: PyTorch adds the correlation, if there is one
    if (extra_.empty() && id != 0) s.correlation = id;
    add("device", s.device, to), add("stream", s.stream, to), add("correlation", s.correlation, to);
    add("context", context, to);
    add_launch(launch, to);
    return s;
  }

 private:
  void add(std::string_view name, perfetto_value v, std::vector<perfetto_value>& to) {
    if (!values_.is_wanted(name)) return;
    v.name = texts_.keep(name);
    to.push_back(v);
  }
  void add(std::string_view name, std::int64_t number, std::vector<perfetto_value>& to) {
    if (known(number)) add(name, {.is = perfetto_value::kind::whole, .bits = static_cast<std::uint64_t>(number)}, to);
  }

  /// A named text. PyTorch calls its numbers `device id`, others `device_id`.
  void add_extra(std::string_view bytes, stage& s, std::int64_t& context, std::vector<perfetto_value>& to) {
    std::string_view name, text;
    proto_message m(bytes);
    while (m.next()) {
      if (m.key() == proto_key(1, proto_wire::bytes)) name = m.bytes();
      if (m.key() == proto_key(2, proto_wire::bytes)) text = m.bytes();
    }
    const std::optional<std::int64_t> number = to_int(text);
    const bool numbered = name.ends_with(" id") || name.ends_with("_id");
    const std::string_view stem = numbered ? name.substr(0, name.size() - 3) : name;
    std::int64_t* const place = stem == "device"        ? &s.device
                                : stem == "stream"      ? &s.stream
                                : stem == "correlation" ? &s.correlation
                                : stem == "context"     ? &context
                                                        : nullptr;
    if (place != nullptr && number) {
      *place = *number;
    } else if (number) {
      add(name, *number, to);
    } else {
      const auto kind = text.starts_with('[') ? perfetto_value::kind::json : perfetto_value::kind::text;
      add(name, {.is = kind, .bits = static_cast<std::uint64_t>(texts_.keep(text))}, to);
    }
  }

  /// The number at the end of the queue's name (`[07] stream 7`), else the queue's own.
  std::int64_t stream_of(symbol queue, std::uint64_t iid) const {
    const std::string_view name = known(queue) ? texts_.text(queue) : std::string_view();
    const std::size_t after = name.find_last_not_of("0123456789") + 1;
    return to_int(name.substr(after)).value_or(static_cast<std::int64_t>(iid));
  }

  void add_launch(std::string_view launch, std::vector<perfetto_value>& to) {
    proto_message m(launch);
    while (m.next()) {
      if (m.key() != proto_key(1, proto_wire::bytes) && m.key() != proto_key(2, proto_wire::bytes)) continue;
      const std::string_view name = m.field() == 1 ? "grid" : "block";
      std::array<std::uint64_t, 3> sizes{1, 1, 1};
      proto_message dimensions(m.bytes());
      while (dimensions.next())
        if (dimensions.field() >= 1 && dimensions.field() <= 3 &&
            dimensions.key() == proto_key(dimensions.field(), proto_wire::varint))
          sizes[dimensions.field() - 1] = dimensions.varint();
      json_ = "[" + std::to_string(sizes[0]) + "," + std::to_string(sizes[1]) + "," + std::to_string(sizes[2]) + "]";
      add(name, {.is = perfetto_value::kind::json, .bits = static_cast<std::uint64_t>(texts_.keep(json_))}, to);
    }
  }

  perfetto_texts& texts_;
  const perfetto_values& values_;
  std::vector<std::string_view> extra_{};
  std::string json_{};
};

}  // namespace ridgeline::gpu_detail

#endif  // RIDGELINE_WITH_PROTOZERO

#endif  // RIDGELINE_GPU_READ_PERFETTO_STAGES_HPP
