#ifndef RIDGELINE_TESTS_SUPPORT_KINETO_TEXT_HPP
#define RIDGELINE_TESTS_SUPPORT_KINETO_TEXT_HPP

#include <cstdint>
#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/read/kineto.hpp>

/// Writes a Kineto trace event by event. Host events are on process 1, thread 1 by default; GPU work is on device 0,
/// stream 7.
class kineto_text {
 public:
  kineto_text& raw(std::string_view event) {
    events_ += events_.empty() ? "\n" : ",\n";
    events_ += event;
    return *this;
  }
  kineto_text& span(std::string_view category, std::string_view name, double ts, double dur, std::string_view args = "",
                    int thread = 1) {
    return raw("{\"ph\": \"X\", \"cat\": \"" + std::string(category) + "\", \"name\": \"" + std::string(name) +
               "\", \"pid\": 1, \"tid\": " + std::to_string(thread) + ", \"ts\": " + number(ts) + ", \"dur\": " + number(dur) +
               ", \"args\": {" + std::string(args) + "}}");
  }
  kineto_text& op(std::string_view name, double ts, double dur, std::string_view args = "", int thread = 1) {
    return span("cpu_op", name, ts, dur, args, thread);
  }
  kineto_text& launch(std::string_view name, double ts, double dur, std::int64_t correlation, int thread = 1) {
    return span("cuda_runtime", name, ts, dur, "\"correlation\": " + std::to_string(correlation), thread);
  }
  kineto_text& gpu(std::string_view category, std::string_view name, double ts, double dur, std::int64_t correlation) {
    return raw("{\"ph\": \"X\", \"cat\": \"" + std::string(category) + "\", \"name\": \"" + std::string(name) +
               "\", \"pid\": 0, \"tid\": 7, \"ts\": " + number(ts) + ", \"dur\": " + number(dur) +
               ", \"args\": {\"stream\": 7, \"correlation\": " + std::to_string(correlation) + "}}");
  }
  kineto_text& kernel(std::string_view name, double ts, double dur, std::int64_t correlation) {
    return gpu("kernel", name, ts, dur, correlation);
  }
  /// Both ends of the flow from a launch on thread 1 to its GPU work.
  kineto_text& flow(std::int64_t id) { return flow_start(id).flow_finish(id); }
  kineto_text& flow_start(std::int64_t id) { return half_flow("s", id, "\"pid\": 1, \"tid\": 1"); }
  kineto_text& flow_finish(std::int64_t id) { return half_flow("f", id, "\"pid\": 0, \"tid\": 7"); }

  std::string text() const { return "{\"schemaVersion\": 1, \"traceEvents\": [" + events_ + "\n]}"; }
  ridgeline::torch_trace read() const {
    auto trace = ridgeline::read_kineto(text());
    BOOST_REQUIRE(trace.has_value());
    return std::move(*trace);
  }
  /// The text without its end, as a copy that stopped there.
  std::string cut_text() const { return text().substr(0, text().size() - std::string_view("\n]}").size()); }
  ridgeline::torch_trace read_cut() const {
    auto trace = ridgeline::read_kineto(cut_text());
    BOOST_REQUIRE(trace.has_value());
    return std::move(*trace);
  }

 private:
  static std::string number(double value) {
    std::string text = std::to_string(value);
    text.erase(text.find_last_not_of('0') + 1);
    return text.back() == '.' ? text + "0" : text;
  }
  kineto_text& half_flow(std::string_view phase, std::int64_t id, std::string_view place) {
    return raw("{\"ph\": \"" + std::string(phase) + "\", \"id\": " + std::to_string(id) + ", " + std::string(place) +
               ", \"ts\": 1, \"cat\": \"ac2g\", \"name\": \"ac2g\"}");
  }
  std::string events_{};
};

#endif  // RIDGELINE_TESTS_SUPPORT_KINETO_TEXT_HPP
