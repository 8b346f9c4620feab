/// Writes a Kineto trace of a given size, with the event mix and the argument sizes of a language model's prefill on
/// ROCm: per kernel about 3 ops, 2 memory marks, 3 Python frames, 1.1 runtime calls, 2 flow events; an op takes 640
/// bytes, a kernel 810, a Python frame 290 when the file is indented.
///
/// generate_kineto MEGABYTES FILE [--lines]
///   --lines  blanks after commas and colons only, one line, as Python's json.dump writes

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::uint64_t seed = 20260801;  // of all random values in the file

/// Small random numbers, the same on every machine (splitmix64).
class random_numbers {
 public:
  explicit random_numbers(std::uint64_t from) : state_(from) {}
  std::uint64_t below(std::uint64_t n) { return next() % n; }

 private:
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
  }
  std::uint64_t state_;
};

/// Writes JSON, either indented by two blanks with a line per value, or on one line.
class json_writer {
 public:
  json_writer(std::FILE* to, bool lines) : to_(to), indented_(!lines) {}

  void open(char bracket) {
    value_begins();
    put(bracket);
    ++depth_;
    first_ = true;
  }
  void close(char bracket) {
    --depth_;
    if (!first_) new_line();
    put(bracket);
    first_ = false;
  }
  void key(std::string_view k) {
    value_begins();
    text_ += '"';
    text_ += k;
    text_ += "\": ";
    after_key_ = true;
  }
  void raw(std::string_view v) {
    value_begins();
    text_ += v;
    if (text_.size() > (std::size_t{1} << 20)) flush();
  }
  void string(std::string_view v) { raw('"' + std::string(v) + '"'); }
  void member(std::string_view k, std::string_view v) { key(k), string(v); }
  void number(std::string_view k, std::int64_t v) { key(k), raw(std::to_string(v)); }
  /// Microseconds with three decimals, given in nanoseconds.
  void time(std::string_view k, std::int64_t ns) {
    const std::string fraction = std::to_string(1000 + ns % 1000).substr(1);
    key(k), raw(std::to_string(ns / 1000) + '.' + fraction);
  }
  std::size_t written() const { return written_ + text_.size(); }
  void flush() {
    if (to_ != nullptr) std::fwrite(text_.data(), 1, text_.size(), to_);
    written_ += text_.size();
    text_.clear();
  }

 private:
  void put(char c) { text_ += c; }
  void new_line() {
    if (indented_) text_.append(1, '\n').append(2 * depth_, ' ');
  }
  void value_begins() {
    if (after_key_) {
      after_key_ = false;
      return;
    }
    if (!first_) text_ += indented_ || depth_ == 0 ? "," : ", ";
    first_ = false;
    if (depth_ != 0) new_line();
  }

  std::FILE* to_;
  bool indented_;
  std::string text_{};
  std::size_t depth_ = 0, written_ = 0;
  bool first_ = true, after_key_ = false;
};

/// An op's name and arguments, in compact form; lists of lists with `;` between the inner lists.
struct op_form {
  std::string_view name, dims, strides, types, concrete;
};
constexpr std::array<op_form, 14> ops{{
    {"aten::as_strided", "16,559,1024;;;", "572416,1024,1;;;", "c10::BFloat16;ScalarList;ScalarList;Scalar", ";[16, 16, 559, 64];[572416, 64, 1024, 1];"},
    {"aten::empty", ";;;;;", ";;;;;", "ScalarList;Scalar;Scalar;;;", "[16, 559, 1024];15;0;;;"},
    {"aten::view", "8944,1024;", "1024,1;", "c10::BFloat16;ScalarList", ";[16, 559, 1024]"},
    {"aten::transpose", "16,559,16,64;;", "572416,1024,64,1;;", "c10::BFloat16;Scalar;Scalar", ";1;2"},
    {"aten::mul", "16,16,559,64;1,1,559,64", "572416,64,1024,1;35776,35776,64,1", "c10::BFloat16;c10::BFloat16", ";"},
    {"aten::copy_", "16,559,1024;16,559,1024;", "572416,1024,1;572416,1024,1;", "float;c10::BFloat16;Scalar", ";;False"},
    {"aten::reshape", "16,16,559,64;", "572416,35776,64,1;", "c10::BFloat16;ScalarList", ";[16, 559, -1]"},
    {"aten::linear", "16,559,1024;2816,1024;2816", "572416,1024,1;1024,1;1", "c10::BFloat16;c10::BFloat16;c10::BFloat16", ";;"},
    {"aten::to", "16,559,1024;;;;", "572416,1024,1;;;;", "c10::BFloat16;Scalar;Scalar;Scalar;", ";6;False;False;"},
    {"aten::add", "16,559,1024;16,559,1024;", "572416,1024,1;572416,1024,1;", "c10::BFloat16;c10::BFloat16;Scalar", ";;1"},
    {"aten::addmm", "1024;8944,1024;1024,1024;;", "1;1024,1;1,1024;;", "c10::BFloat16;c10::BFloat16;c10::BFloat16;Scalar;Scalar", ";;;1;1"},
    {"aten::mm", "8944,1024;1024,2816", "1024,1;1,1024", "c10::BFloat16;c10::BFloat16", ";"},
    {"aten::_scaled_dot_product_flash_attention", "16,16,559,64;16,16,559,64;16,16,559,64;;;;", "572416,64,1024,1;572416,64,1024,1;572416,64,1024,1;;;;",
     "c10::BFloat16;c10::BFloat16;c10::BFloat16;Scalar;Scalar;Scalar;Scalar", ";;;0.;True;False;0.125"},
    {"aten::silu", "16,559,2816", "1574144,2816,1", "c10::BFloat16", ""},
}};

constexpr std::array<int, 16> kernel_name_sizes{730, 451, 876, 269, 800, 365, 249, 187, 389, 634, 191, 450, 412, 840, 163, 8};

std::string filled(std::string_view start, std::size_t size, std::size_t number) {
  constexpr std::string_view filling = "at::native::(anonymous namespace)::BinaryFunctor<c10::BFloat16, float, unsigned int>, ";
  std::string text = std::string(start) + std::to_string(number) + '<';
  while (text.size() < size) text += filling.substr(0, size - text.size());
  return text;
}

std::vector<std::string_view> parts(std::string_view list, char mark) {
  std::vector<std::string_view> out;
  for (std::size_t at = 0;;) {
    const std::size_t next = list.find(mark, at);
    out.push_back(list.substr(at, next - at));
    if (next == std::string_view::npos) return out;
    at = next + 1;
  }
}

void lists(json_writer& w, std::string_view key, std::string_view values) {
  w.key(key), w.open('[');
  for (std::string_view one : parts(values, ';')) {
    w.open('[');
    if (!one.empty())
      for (std::string_view v : parts(one, ',')) w.raw(v);
    w.close(']');
  }
  w.close(']');
}
void strings(json_writer& w, std::string_view key, std::string_view values) {
  w.key(key), w.open('[');
  for (std::string_view one : parts(values, ';')) w.string(one);
  w.close(']');
}

struct span {
  std::int64_t ts, dur;  // nanoseconds
};

void head(json_writer& w, std::string_view category, std::string_view name, std::int64_t pid, std::int64_t tid, span s) {
  w.open('{');
  w.member("ph", "X"), w.member("cat", category), w.member("name", name);
  w.number("pid", pid), w.number("tid", tid), w.time("ts", s.ts), w.time("dur", s.dur);
  w.key("args"), w.open('{');
}
void tail(json_writer& w) { w.close('}'), w.close('}'); }

void flow(json_writer& w, bool start, std::int64_t id, std::int64_t pid, std::int64_t tid, std::int64_t ts) {
  w.open('{');
  w.member("ph", start ? "s" : "f"), w.number("id", id), w.number("pid", pid), w.number("tid", tid), w.time("ts", ts);
  w.member("cat", "ac2g"), w.member("name", "ac2g");
  if (!start) w.member("bp", "e");
  w.close('}');
}

void three(json_writer& w, std::string_view key, std::int64_t x) {
  w.key(key), w.open('['), w.raw(std::to_string(x)), w.raw("1"), w.raw("1"), w.close(']');
}

/// Kineto writes one kind of event after the other; each pass goes over all units and writes one kind.
enum class pass { cpu_ops, memory, python, runtime, gpu };

constexpr std::int64_t host = 23232, first_stamp = 2241346127369958, unit_length = 200000;

/// A unit is ten kernels and everything that belongs to them, in 200 us.
void unit(json_writer& w, pass p, std::int64_t u) {
  random_numbers random(seed + static_cast<std::uint64_t>(u));
  const std::int64_t t = first_stamp + u * unit_length;
  const std::int64_t id = 20000 + u * 64, link = 49000 + u * 32;
  for (std::int64_t k = 0; k < 10; ++k) {
    const std::int64_t at = t + k * (unit_length / 10) + static_cast<std::int64_t>(random.below(500));
    constexpr std::size_t kernels = kernel_name_sizes.size() * 2 - 4;
    const std::size_t other = random.below(kernels);
    const std::size_t form = random.below(ops.size());
    const std::size_t shape = random.below(8);
    // an op of a shape launches the same kernel, as libraries choose it, but for one time in 28
    const std::size_t kernel = other == 0 ? other : (form * 8 + shape) % kernels;
    const std::int64_t grid = 256 * static_cast<std::int64_t>(1 + random.below(12));
    const std::int64_t length = 700 + static_cast<std::int64_t>(random.below(18000));
    const auto jitter = static_cast<std::int64_t>(random.below(1000));
    const std::string name = filled("void at::native::kernel", static_cast<std::size_t>(kernel_name_sizes[kernel % 16]), kernel);
    switch (p) {
      case pass::cpu_ops:
        for (std::int64_t depth = 0; depth < 3; ++depth) {
          const op_form& f = ops[(form + static_cast<std::size_t>(depth) * 5) % ops.size()];
          head(w, "cpu_op", f.name, host, host, {at + 1000 * depth, 16000 - 3000 * depth + jitter});
          w.number("External id", id + k * 3 + depth), w.number("Record function id", 0);
          std::string concrete{f.concrete};
          if (shape == 7 && !concrete.empty()) concrete.back() = static_cast<char>('0' + k);
          strings(w, "Concrete Inputs", concrete), strings(w, "Input type", f.types);
          lists(w, "Input Strides", f.strides), w.key("finished"), w.raw("true");
          lists(w, "Input Dims", f.dims), w.number("Ev Idx", id + k * 3 + depth);
          tail(w);
        }
        break;
      case pass::memory:
        for (std::int64_t i = 0; i < (k % 5 == 0 ? 1 : 2); ++i) {
          w.open('{');
          w.member("ph", "i"), w.member("cat", "cpu_instant_event"), w.member("s", "t"), w.member("name", "[memory]");
          w.number("pid", host), w.number("tid", host), w.time("ts", at + 4000 + i * 900), w.key("args"), w.open('{');
          w.number("Total Reserved", 2533359616), w.number("Total Allocated", 1104280064 + jitter * 512);
          w.number("Bytes", 18874368), w.number("Device Id", 0), w.number("Device Type", 6);
          w.number("Addr", 140255988547584 + jitter * 512), w.key("finished"), w.raw("true"), w.number("Ev Idx", id + k);
          tail(w);
        }
        break;
      case pass::python:
        for (std::int64_t i = 0; i < (k % 5 == 0 ? 2 : 3); ++i) {
          const std::size_t which = (form * 37 + shape * 5 + static_cast<std::size_t>(i)) % 520;
          head(w, "python_function", "torch/nn/modules/module.py(" + std::to_string(1000 + which) + "): forward_" + std::to_string(which), 0, 0,
               {at - 500 + i * 100, 19000 - i * 200});
          w.number("Python parent id", id + k), w.number("Python id", id + k + 1), w.key("finished"), w.raw("true");
          w.number("Ev Idx", id + k);
          tail(w);
        }
        break;
      case pass::runtime:
        if (k < 7) {
          const span call{at + 4000, 3000 + jitter};
          head(w, "cuda_runtime", k % 6 == 5 ? "hipExtModuleLaunchKernel" : "hipLaunchKernel", host, host, call);
          w.number("External id", id + k * 3 + 2), w.member("kernel", name), w.number("cid", 107);
          w.number("correlation", link + k), three(w, "grid", grid), three(w, "block", 256), w.number("shared memory", 0);
          tail(w);
          flow(w, true, link + k, host, host, call.ts);
        } else {
          const span call{at + 4000, 300 + jitter};
          head(w, "cuda_runtime", "hipGetDevicePropertiesR0600", host, host, call);
          w.number("External id", id + k * 3 + 2), w.number("cid", 442), w.number("correlation", link + 16 + k);
          tail(w);
          flow(w, false, link + 16 + k, host, host, call.ts);
        }
        break;
      case pass::gpu: {
        const span work{at + 60000, length};
        head(w, "kernel", name, 2, 0, work);
        if (k < 7) w.number("External id", id + k * 3 + 2);
        w.number("device", 2), w.number("stream", 0), w.number("correlation", link + k), w.member("kind", "Dispatch Kernel");
        if (k < 7) three(w, "grid", grid), three(w, "block", 256);
        tail(w);
        flow(w, false, link + k, 2, 0, work.ts);
        break;
      }
    }
  }
}

constexpr std::array<pass, 5> passes{pass::cpu_ops, pass::memory, pass::python, pass::runtime, pass::gpu};

void trace(json_writer& w, std::int64_t units) {
  w.open('{');
  w.key("metadata"), w.open('{'), w.close('}');
  w.key("traceEvents"), w.open('[');
  for (const pass p : passes)
    for (std::int64_t u = 0; u < units; ++u) unit(w, p, u);
  for (const std::int64_t pid : {host, std::int64_t{2}}) {
    w.open('{'), w.member("name", "process_name"), w.member("ph", "M"), w.time("ts", first_stamp), w.number("pid", pid);
    w.number("tid", 0), w.key("args"), w.open('{'), w.member("name", "python3"), tail(w);
    w.open('{'), w.member("name", "process_labels"), w.member("ph", "M"), w.time("ts", first_stamp), w.number("pid", pid);
    w.number("tid", 0), w.key("args"), w.open('{'), w.member("labels", pid == 2 ? "GPU 2" : "CPU"), tail(w);
  }
  w.close(']');
  w.number("schemaVersion", 1);
  w.key("deviceProperties"), w.open('['), w.open('{'), w.number("id", 0), w.member("name", "AMD Instinct MI300X");
  w.number("totalGlobalMem", 205571227648), w.number("numSms", 304), w.number("warpSize", 64), w.close('}'), w.close(']');
  w.member("displayTimeUnit", "ms"), w.number("baseTimeNanoseconds", 1751410836000000000);
  w.close('}');
  w.flush();
}

}  // namespace

int main(int argc, char** argv) {
  const double megabytes = argc > 2 ? std::atof(argv[1]) : 0;
  const bool lines = argc > 3 && std::string_view(argv[3]) == "--lines";
  if (megabytes <= 0) {
    std::fputs("usage: generate_kineto MEGABYTES FILE [--lines]\n", stderr);
    return 2;
  }
  constexpr std::int64_t sample = 100;
  json_writer measured(nullptr, lines);
  trace(measured, sample);
  const double bytes_per_unit = static_cast<double>(measured.written()) / static_cast<double>(sample);
  std::FILE* const to = std::fopen(argv[2], "wb");
  if (to == nullptr) {
    std::perror(argv[2]);
    return 1;
  }
  json_writer w(to, lines);
  trace(w, static_cast<std::int64_t>(megabytes * 1e6 / bytes_per_unit) + 1);
  return std::fclose(to) == 0 ? 0 : 1;
}
