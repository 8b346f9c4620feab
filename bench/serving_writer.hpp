/// The parts of a synthetic serving trace: a scheduler, which decides what each step does, and a writer of events.
#ifndef RIDGELINE_BENCH_SERVING_WRITER_HPP
#define RIDGELINE_BENCH_SERVING_WRITER_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/torch/phase/phase.hpp>

namespace bench {

/// `vllm`: chunked prefill on CUDA, a step is whatever fits into its token budget. `sglang`: on ROCm, prompts go first,
/// and one in two of these steps takes running requests along.
enum class serving_engine { vllm, sglang };

struct serving_options {
  serving_engine engine = serving_engine::vllm;
  std::size_t steps = 240;
  std::uint64_t seed = 20261121;
  bool annotated = true;
  bool old_names = false;    ///< ranges as vLLM wrote them until 2025: new and cached requests
  bool tokens_only = false;  ///< vLLM's Triton attention, whose arguments do not distinguish sequences
};

struct serving_trace {
  std::string json{};
  std::vector<ridgeline::inference_phase> truth{};  ///< of each event, by its index in the file
  std::array<std::size_t, 3> steps{};               ///< mixed, prefill, decode
};

namespace detail {

/// Small random numbers, the same on every machine (splitmix64).
class random_numbers {
 public:
  explicit random_numbers(std::uint64_t from) : state_(from) {}
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(high - low + 1));
  }

 private:
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
  }
  std::uint64_t state_;
};

/// The work of a step.
struct serving_batch {
  std::vector<std::pair<std::int64_t, std::int64_t>> sequences{};  ///< queries, keys
  std::int64_t prompts = 0, prompt_tokens = 0, generating = 0, new_requests = 0;

  std::int64_t tokens() const { return prompt_tokens + generating; }
  ridgeline::inference_phase phase() const {
    using ridgeline::inference_phase;
    if (prompts == 0) return inference_phase::decode;
    return generating == 0 ? inference_phase::prefill : inference_phase::mixed;
  }
};

/// Requests arrive in bursts, are prefilled in chunks and produce tokens until they end.
class serving_scheduler {
 public:
  serving_scheduler(const serving_options& options, random_numbers& random) : options_(options), random_(random) {}

  serving_batch next() {
    for (;;) {
      arrive();
      serving_batch b = vllm() ? by_budget() : prompts_first();
      if (!b.sequences.empty()) return b;
    }
  }

 private:
  struct request {
    std::int64_t prompt, read, tokens_left;
    bool seen = false;
  };
  static constexpr std::int64_t budget = 2048;
  static constexpr std::size_t most_requests = 24;

  /// An occasional burst, most of the time nothing; prompts of a few tokens among long ones.
  void arrive() {
    if (random_.between(0, vllm() ? 7 : 4) != 0) return;
    for (std::int64_t n = random_.between(1, 4); n > 0 && requests_.size() < most_requests; --n) {
      const std::int64_t prompt = random_.between(0, 5) == 0 ? random_.between(4, 30) : random_.between(60, 3000);
      requests_.push_back({prompt, 0, random_.between(2, vllm() ? 8 : 12)});
    }
  }
  void read(request& r, std::int64_t chunk, serving_batch& b) {
    b.sequences.push_back({chunk, r.read + chunk});
    ++b.prompts, b.prompt_tokens += chunk, b.new_requests += r.seen ? 0 : 1;
    r.read += chunk, r.seen = true;
  }
  void generate(request& r, serving_batch& b) {
    b.sequences.push_back({1, ++r.read});
    ++b.generating, --r.tokens_left;
  }
  bool vllm() const { return options_.engine == serving_engine::vllm; }
  void drop_ended() { std::erase_if(requests_, [](const request& r) { return r.tokens_left == 0; }); }

  serving_batch by_budget() {
    serving_batch b;
    std::int64_t left = budget;
    for (request& r : requests_)
      if (r.read >= r.prompt) generate(r, b), --left;
    for (request& r : requests_) {
      if (r.read >= r.prompt || left == 0) continue;
      const std::int64_t chunk = r.prompt - r.read < left ? r.prompt - r.read : left;
      read(r, chunk, b);
      left -= chunk;
    }
    drop_ended();
    return b;
  }
  serving_batch prompts_first() {
    serving_batch b;
    bool waiting = false;
    for (const request& r : requests_) waiting = waiting || r.read < r.prompt;
    if (!waiting || random_.between(0, 1) == 0)
      for (request& r : requests_)
        if (r.read >= r.prompt) generate(r, b);
    for (request& r : requests_)
      if (r.read < r.prompt && b.prompt_tokens < 4 * budget) read(r, r.prompt - r.read, b);
    drop_ended();
    return b;
  }

  serving_options options_;
  random_numbers& random_;
  std::vector<request> requests_{};
};

/// Writes the events. Times are microseconds; the GPU works in order after the host.
class serving_writer {
 public:
  explicit serving_writer(random_numbers& random) : random_(random) {}

  using dims = std::vector<std::vector<std::int64_t>>;
  void step_is(ridgeline::inference_phase phase) { phase_ = phase; }
  std::int64_t now() const { return host_; }

  /// An op that launches some kernels, each taking `cost` plus or minus a little.
  void op(std::string_view name, const dims& shapes, std::initializer_list<std::string_view> kernels, std::int64_t cost,
          std::vector<std::pair<std::size_t, std::int64_t>> scalars = {}, std::string_view around = {}) {
    const std::int64_t start = host_;
    host_ += 3;
    const std::size_t inner = host_call("cpu_op", name, start + (around.empty() ? 0 : 1), arguments(shapes, scalars));
    std::vector<std::size_t> open{inner};
    if (!around.empty()) open.push_back(host_call("cpu_op", around, start, arguments(shapes, {})));
    for (const std::string_view k : kernels) launch("LaunchKernel", {k}, cost);
    host_ += 2;
    for (const std::size_t o : open) close(o, host_);
    host_ += 1;
  }
  void copy(std::string_view direction, std::int64_t elements) {
    const std::int64_t start = host_;
    host_ += 2;
    const std::size_t open = host_call("cpu_op", "aten::copy_", start, arguments({{elements}, {elements}, {}}, {}));
    launch("MemcpyAsync", {direction}, 3, "gpu_memcpy");
    close(open, ++host_);
    host_ += 1;
  }
  void graph(const std::vector<std::string_view>& kernels, std::int64_t cost) { launch("GraphLaunch", kernels, cost); }
  void range(std::string_view name, std::int64_t from) {
    close(host_call("user_annotation", name, from, "{}"), host_);
    host_ += 1;
  }
  void idle(std::int64_t us) { host_ += us; }
  void runtime(std::string_view prefix) { prefix_ = prefix; }

  serving_trace take(std::array<std::size_t, 3> steps) {
    serving_trace t;
    t.json = "{\"schemaVersion\": 1, \"traceEvents\": [\n";
    for (std::size_t i = 0; i < events_.size(); ++i) {
      t.json += i == 0 ? "" : ",\n";
      t.json += events_[i];
    }
    t.json += "\n]}\n";
    t.truth = std::move(truth_);
    t.steps = steps;
    return t;
  }

 private:
  static std::string arguments(const dims& shapes, const std::vector<std::pair<std::size_t, std::int64_t>>& scalars) {
    std::size_t count = shapes.size();
    for (const auto& s : scalars) count = count > s.first ? count : s.first + 1;
    std::string extents, types, strides, values;
    for (std::size_t i = 0; i < count; ++i) {
      for (std::string* text : {&extents, &types, &strides, &values}) *text += i == 0 ? "" : ", ";
      extents += '[', strides += '[';
      const bool tensor = i < shapes.size() && !shapes[i].empty();
      std::string steps;
      std::int64_t step = 1;
      for (std::size_t d = 0; tensor && d < shapes[i].size(); ++d) {
        extents += d == 0 ? "" : ", ";
        extents += std::to_string(shapes[i][d]);
        std::string text = std::to_string(step);
        text += d == 0 ? "" : ", ";
        steps.insert(0, text);
        step *= shapes[i][shapes[i].size() - 1 - d];
      }
      strides += steps;
      extents += ']', strides += ']';
      types += tensor ? "\"c10::BFloat16\"" : "\"Scalar\"";
      values += '"';
      for (const auto& s : scalars)
        if (s.first == i) values += std::to_string(s.second);
      values += '"';
    }
    std::string all = "{\"Input Dims\": [";
    all += extents;
    all += "], \"Input type\": [";
    all += types;
    all += "], \"Input Strides\": [";
    all += strides;
    all += "], \"Concrete Inputs\": [";
    all += values;
    all += "]}";
    return all;
  }
  std::size_t host_call(std::string_view category, std::string_view name, std::int64_t ts, std::string_view args) {
    std::string e = "{\"ph\": \"X\", \"cat\": \"";
    e += category;
    e += "\", \"name\": \"";
    e += name;
    e += "\", \"pid\": 40, \"tid\": 40, \"ts\": ";
    e += std::to_string(ts);
    e += ", \"args\": ";
    e += args;
    e += ", \"dur\": ";
    starts_.resize(events_.size() + 1);
    starts_.back() = ts;
    return add(std::move(e));
  }
  void close(std::size_t event, std::int64_t end) {
    events_[event] += std::to_string(end - starts_[event]);
    events_[event] += '}';
  }
  void launch(std::string_view call, const std::vector<std::string_view>& work, std::int64_t cost,
              std::string_view category = "kernel") {
    const std::string id = std::to_string(++correlation_);
    std::string args = "{\"correlation\": ";
    args += id;
    args += '}';
    std::string name(prefix_);
    name += call;
    const std::size_t open = host_call("cuda_runtime", name, host_, args);
    close(open, host_ + 2);
    host_ += 2;
    gpu_ = gpu_ > host_ + 5 ? gpu_ : host_ + 5;
    for (const std::string_view k : work) {
      const std::int64_t time = cost + random_.between(0, cost / 8 + 1);
      std::string e = "{\"ph\": \"X\", \"cat\": \"";
      e += category;
      e += "\", \"name\": \"";
      e += k;
      e += "\", \"pid\": 0, \"tid\": 7, \"ts\": ";
      e += std::to_string(gpu_);
      e += ", \"dur\": ";
      e += std::to_string(time);
      e += ", \"args\": {\"stream\": 7, \"device\": 0, \"correlation\": ";
      e += id;
      e += "}}";
      add(std::move(e));
      gpu_ += time + 1;
    }
    for (const char* half : {"{\"ph\": \"s\", \"pid\": 40, \"tid\": 40", "{\"ph\": \"f\", \"pid\": 0, \"tid\": 7"}) {
      std::string e(half);
      e += ", \"cat\": \"ac2g\", \"name\": \"ac2g\", \"ts\": ";
      e += std::to_string(host_);
      e += ", \"id\": ";
      e += id;
      e += '}';
      add(std::move(e));
    }
  }
  std::size_t add(std::string event) {
    events_.push_back(std::move(event));
    truth_.push_back(phase_);
    return events_.size() - 1;
  }

  random_numbers& random_;
  std::vector<std::string> events_{};
  std::vector<std::int64_t> starts_{};
  std::vector<ridgeline::inference_phase> truth_{};
  ridgeline::inference_phase phase_ = ridgeline::inference_phase::unlabelled;
  std::string_view prefix_ = "cuda";
  std::int64_t host_ = 1000, gpu_ = 1000, correlation_ = 0;
};

}  // namespace detail
}  // namespace bench

#endif  // RIDGELINE_BENCH_SERVING_WRITER_HPP
