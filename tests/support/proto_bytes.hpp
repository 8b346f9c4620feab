#ifndef RIDGELINE_TESTS_SUPPORT_PROTO_BYTES_HPP
#define RIDGELINE_TESTS_SUPPORT_PROTO_BYTES_HPP

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>

/// Writes one protocol buffer message field by field; for tests and input generators.
class proto_bytes {
 public:
  proto_bytes& number(std::uint32_t field, std::int64_t value) {
    varint(field << 3);
    varint(static_cast<std::uint64_t>(value));
    return *this;
  }
  proto_bytes& real(std::uint32_t field, double value) {
    varint(field << 3 | 1);
    char raw[8];
    std::memcpy(raw, &value, 8);  // the wire format is little endian, and so are the machines we build on
    out_.append(raw, 8);
    return *this;
  }
  proto_bytes& bytes(std::uint32_t field, std::string_view value) {
    varint(field << 3 | 2);
    varint(value.size());
    out_ += value;
    return *this;
  }
  proto_bytes& bytes(std::uint32_t field, const proto_bytes& message) { return bytes(field, message.out_); }
  template <class Numbers>
  proto_bytes& packed(std::uint32_t field, const Numbers& values) {
    proto_bytes list;
    for (const auto value : values) list.varint(static_cast<std::uint64_t>(value));
    return bytes(field, list.out_);
  }
  proto_bytes& packed(std::uint32_t field, std::initializer_list<std::int64_t> values) {
    return packed<std::initializer_list<std::int64_t>>(field, values);
  }
  /// Raw bytes, for content that no valid message has.
  proto_bytes& raw(std::string_view value) {
    out_ += value;
    return *this;
  }
  proto_bytes& clear() {
    out_.clear();
    return *this;
  }

  const std::string& text() const { return out_; }

 private:
  void varint(std::uint64_t value) {
    for (; value >= 128; value >>= 7) out_ += static_cast<char>(value | 128);
    out_ += static_cast<char>(value);
  }
  std::string out_{};
};

#endif  // RIDGELINE_TESTS_SUPPORT_PROTO_BYTES_HPP
