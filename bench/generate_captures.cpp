/// Writes a synthetic replay of a serving engine, whose steps launch graphs, and the captures of these graphs: ops,
/// Python frames and the recorded calls. The same arguments give the same bytes everywhere.
///
/// generate_captures FOLDER [MB [CAPTURES [LAYERS [FRAMES]]]]
///
/// FOLDER/trace.json is the replay of about MB (220); FOLDER/graphs holds a capture for each of CAPTURES (20) sizes and
/// the list of them, execution_details.json; FOLDER/unlisted the same captures without it. LAYERS (24) of the model,
/// FRAMES (200) of pure Python around each op.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace {

using number = std::int64_t;

std::string text_of(number n) { return std::to_string(n); }

/// An op of a layer: its name, its kernel, and the extents after the rows of its arguments.
struct layer_op {
  std::string_view module, op, kernel;
  number in, out;
};
constexpr layer_op layer_ops[] = {
    {"RMSNorm", "_C::fused_add_rms_norm", "void vllm::fused_add_rms_norm_kernel<c10::BFloat16, 8>", 2048, 2048},
    {"QKVParallelLinear", "aten::mm", "Cijk_Ailk_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT64x64x64", 2048, 3072},
    {"RotaryEmbedding", "_C::rotary_embedding", "void vllm::rotary_embedding_kernel<c10::BFloat16, true>", 2048, 512},
    {"Attention", "vllm::unified_attention_with_output", "kernel_unified_attention_2d", 2048, 2048},
    {"RowParallelLinear", "aten::mm", "Cijk_Ailk_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT64x64x32", 2048, 2048},
    {"RMSNorm", "_C::fused_add_rms_norm", "void vllm::fused_add_rms_norm_kernel<c10::BFloat16, 8>", 2048, 2048},
    {"MergedColumnParallelLinear", "aten::mm", "Cijk_Ailk_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT128x64x64", 2048, 11264},
    {"SiluAndMul", "_C::silu_and_mul", "void vllm::act_and_mul_kernel<c10::BFloat16, &vllm::silu_kernel>", 11264, 5632},
    {"RowParallelLinear", "aten::mm", "Cijk_Ailk_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT64x64x64", 5632, 2048}};

/// A file of events, written as they are added.
class event_file {
 public:
  explicit event_file(const std::string& path) : to_(std::fopen(path.c_str(), "wb")) {
    put("{\n  \"schemaVersion\": 1,\n  \"traceEvents\": [");
  }
  event_file(const event_file&) = delete;
  event_file& operator=(const event_file&) = delete;
  ~event_file() {
    if (to_ != nullptr) std::fclose(to_);
  }

  /// A span; `args` are the members of its arguments.
  void span(std::string_view category, std::string_view name, number start, number time, std::string_view args,
            std::string_view place = "\"pid\": 40, \"tid\": 40") {
    std::string e(first_ ? "\n  {\n" : ",\n  {\n");
    first_ = false;
    e += "    \"ph\": \"X\", \"cat\": \"";
    e += category;
    e += "\", \"name\": \"";
    e += name;
    e += "\", ";
    e += place;
    e += ",\n    \"ts\": ";
    e += text_of(1'000'000 + start);
    e += ".125, \"dur\": ";
    e += text_of(time);
    e += ".000,\n    \"args\": {\n      ";
    e += args;
    e += "\n    }\n  }";
    put(e);
  }
  number size() const { return size_; }
  bool finish() {
    put("\n  ]\n}\n");
    good_ = to_ != nullptr && std::fclose(to_) == 0 && good_;
    to_ = nullptr;
    return good_;
  }

 private:
  void put(std::string_view text) {
    good_ = good_ && to_ != nullptr && std::fwrite(text.data(), 1, text.size(), to_) == text.size();
    size_ += static_cast<number>(text.size());
  }

  std::FILE* to_;
  number size_ = 0;
  bool first_ = true, good_ = true;
};

std::string shapes(number rows, const layer_op& o) {
  std::string a = "\"External id\": 7, \"Input Dims\": [[";
  a += text_of(rows), a += ", ", a += text_of(o.in), a += "], [";
  a += text_of(o.in), a += ", ", a += text_of(o.out);
  a += "]], \"Input type\": [\"c10::BFloat16\", \"c10::BFloat16\"], \"Input Strides\": [[";
  a += text_of(o.in), a += ", 1], [", a += text_of(o.out);
  a += ", 1]], \"Concrete Inputs\": [\"\", \"\"]";
  return a;
}
std::string frame(number id, number parent) {
  std::string a = "\"Python parent id\": ";
  a += text_of(parent), a += ", \"Python id\": ", a += text_of(id), a += ", \"Python module id\": 3";
  return a;
}

/// The recording of a graph, preceded by a warm-up run.
bool write_capture(const std::string& path, number rows, number layers, number frames) {
  event_file f(path);
  const number op_time = 2 * frames + 20, layer_time = op_time * static_cast<number>(std::size(layer_ops)) + 10;
  const number run_time = layers * layer_time + 20;
  number id = 0;
  f.span("user_annotation", "capture_" + text_of(rows) + "_FULL", 0, 2 * run_time + 200, "\"External id\": 1");
  for (const bool captures : {false, true}) {
    const number from = captures ? run_time + 60 : 20;
    if (captures) f.span("cuda_runtime", "hipStreamBeginCapture", from - 10, 2, "\"correlation\": 1");
    f.span("python_function", "vllm/model_executor/models/llama.py(640): forward", from, run_time, frame(++id, 0));
    f.span("python_function", "nn.Module: LlamaModel_0", from + 1, run_time - 2, frame(++id, 1));
    for (number layer = 0; layer < layers; ++layer) {
      const number start = from + 5 + layer * layer_time;
      f.span("python_function", "nn.Module: LlamaDecoderLayer_" + text_of(layer), start, layer_time - 2, frame(++id, 2));
      number at = start + 2, instance = 0;
      for (const layer_op& o : layer_ops) {
        const std::string module = "nn.Module: " + std::string(o.module) + "_" + text_of(layer * 2 + instance++ / 5);
        f.span("python_function", module, at, op_time - 1, frame(++id, 3));
        f.span("python_function", "vllm/model_executor/layers/linear.py(377): forward", at + 1, op_time - 3, frame(++id, 4));
        for (number n = 0; n < frames; ++n)
          f.span("python_function", n % 2 == 0 ? "torch/_ops.py(1158): __getattr__" : "<built-in function isinstance>",
                 at + 2 + 2 * n, 1, frame(++id, 5));
        const number call = at + 3 + 2 * frames;
        f.span("cpu_op", o.op, call, 10, shapes(rows, o));
        std::string launched = "\"correlation\": ";
        launched += text_of(++id), launched += ", \"kernel\": \"", launched += o.kernel;
        launched += "\", \"grid\": [304, 1, 1], \"block\": [256, 1, 1], \"stream\": 3";
        f.span("cuda_runtime", "hipLaunchKernel", call + 3, 4, launched);
        at += op_time;
      }
    }
    if (captures) f.span("cuda_runtime", "hipStreamEndCapture", from + run_time + 10, 2, "\"correlation\": 2");
  }
  return f.finish();
}

/// Steps until the file has `most` bytes: a copy, the graph, the selection of a token.
bool write_replay(const std::string& path, number most, number captures, number layers) {
  event_file f(path);
  number host = 0, gpu = 0, correlation = 0;
  const auto kernel = [&](std::string_view name, std::string_view category) {
    std::string a = "\"External id\": 7, \"device\": 0, \"context\": 0, \"stream\": 3, \"correlation\": ";
    a += text_of(correlation), a += ", \"grid\": [304, 1, 1], \"block\": [256, 1, 1]";
    f.span(category, name, gpu, 7, a, "\"pid\": 0, \"tid\": 3");
    gpu += 8;
  };
  for (number step = 0; f.size() < most; ++step) {
    const number rows = 1 + step * 7 % (8 * captures), begin = host;
    gpu = gpu > host ? gpu : host;
    const auto one = [&](std::string_view op, std::string_view call, std::string_view name, std::string_view category) {
      f.span("cpu_op", op, host + 1, 8, shapes(rows, layer_ops[0]));
      f.span("cuda_runtime", call, host + 3, 4, "\"correlation\": " + text_of(++correlation));
      kernel(name, category);
      host += 10;
    };
    one("aten::copy_", "hipMemcpyAsync", "Memcpy HtoD (Pinned -> Device)", "gpu_memcpy");
    f.span("cuda_runtime", "hipGraphLaunch", host + 1, 18, "\"correlation\": " + text_of(++correlation));
    for (number layer = 0; layer < layers; ++layer)
      for (const layer_op& o : layer_ops) kernel(o.kernel, "kernel");
    host += 20;
    one("aten::argmax", "hipLaunchKernel", "void at::native::reduce_kernel<512, 1, at::native::ArgMaxOps<float> >", "kernel");
    std::string name = "execute_context_0(0)_generation_";
    name += text_of(rows), name += '(', name += text_of(rows), name += ')';
    f.span("user_annotation", name, begin, host - begin, "\"External id\": 1");
    host = gpu + 20;
  }
  return f.finish();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("generate_captures FOLDER [MB [CAPTURES [LAYERS [FRAMES]]]]\n", stderr);
    return 2;
  }
  const auto argument = [&](int i, number otherwise) { return argc > i ? std::strtoll(argv[i], nullptr, 10) : otherwise; };
  const number mega = argument(2, 220), captures = argument(3, 20), layers = argument(4, 24), frames = argument(5, 200);
  const std::string folder = argv[1];
  std::error_code error;
  std::filesystem::create_directories(folder + "/graphs", error);
  std::filesystem::create_directories(folder + "/unlisted", error);
  bool written = write_replay(folder + "/trace.json", mega * 1'000'000, captures, layers);
  std::string list = "[";
  for (number i = 1; i <= captures && written; ++i) {
    const std::string name = "graph_capture_rank_0." + text_of(8 * i) + ".FULL.pt.trace.json";
    written = write_capture(folder + "/graphs/" + name, 8 * i, layers, frames);
    std::filesystem::create_hard_link(folder + "/graphs/" + name, folder + "/unlisted/" + name, error);
    list += i == 1 ? "\n" : ",\n";
    list += " {\"file\": \"" + name + "\", \"batch_size\": " + text_of(8 * i) + ", \"mode\": \"FULL\"}";
  }
  std::FILE* const to = std::fopen((folder + "/graphs/execution_details.json").c_str(), "wb");
  if (to == nullptr || !written) return 1;
  list += "\n]\n";
  written = std::fwrite(list.data(), 1, list.size(), to) == list.size();
  return std::fclose(to) == 0 && written ? 0 : 1;
}
