#ifndef RIDGELINE_TESTS_SUPPORT_RANDOM_CSV_HPP
#define RIDGELINE_TESTS_SUPPORT_RANDOM_CSV_HPP

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

/// Texts that a CSV reader may stumble over: delimiters, quotes, line breaks and plain text in any order.
class random_csv {
 public:
  explicit random_csv(std::uint64_t seed) : engine_(seed) {}

  std::size_t below(std::size_t n) { return static_cast<std::size_t>(engine_() % n); }

  /// One to `pieces` pieces, one after the other.
  std::string text(std::size_t pieces) {
    using namespace std::string_view_literals;
    static constexpr std::array parts{
        ","sv, ","sv, ","sv, ","sv, ","sv, "\n"sv, "\n"sv, "\n"sv, "\r\n"sv, "\r"sv, "\""sv, "\""sv, "\"\""sv, "\n\n"sv,
        " "sv, "\t"sv, "a"sv, "12"sv, "-3.5"sv, "64.0"sv, "nan"sv, "\0"sv, "\xFF"sv, "μ"sv, "32[19]"sv, "\"a,b\""sv,
        "\"a\nb\""sv, "\"\"\"x\"\"\""sv, ",\"\n\",\"\n\","sv, "tt_dnn_device"sv, "signpost"sv, "Matmul"sv, "1e400"sv,
        "70000"sv, "0123456789012345678901234567890123456789012345678901234567890123456789"sv};
    std::string all;
    for (std::size_t n = 1 + below(pieces); n > 0; --n) all += parts[below(parts.size())];
    return all;
  }

  /// `text` as it can be pasted into a test.
  static std::string shown(std::string_view text) {
    std::string out;
    for (char c : text) {
      if (c == '\n') out += "\\n";
      else if (c == '\r') out += "\\r";
      else if (c == '\t') out += "\\t";
      else if (c == '\0') out += "\\0";
      else if (c == '"') out += "\\\"";
      else out += c;
    }
    return out;
  }

 private:
  std::mt19937_64 engine_;
};

#endif  // RIDGELINE_TESTS_SUPPORT_RANDOM_CSV_HPP
