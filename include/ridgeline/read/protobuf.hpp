#ifndef RIDGELINE_READ_PROTOBUF_HPP
#define RIDGELINE_READ_PROTOBUF_HPP

#include <cstdint>
#include <string_view>

#include <ridgeline/core/config.hpp>

#if RIDGELINE_WITH_PROTOZERO

#include <protozero/exception.hpp>
#include <protozero/pbf_reader.hpp>

namespace ridgeline {

/// How reading a protocol buffer message ended.
enum class proto_end : std::uint8_t {
  whole,   ///< after its last field
  beyond,  ///< a length exceeded the message; the available part was returned
  broken   ///< bytes that are not a valid field
};

/// The wire types: the kind of value that follows a field's number.
enum class proto_wire : std::uint8_t { varint = 0, fixed64 = 1, bytes = 2, fixed32 = 5 };

/// A field number and wire type combined into one number, for `switch`.
constexpr std::uint32_t proto_key(std::uint32_t field, proto_wire wire) {
  return (field << 3) | static_cast<std::uint32_t>(wire);
}

/// Iterates over the fields of one message, using protozero. Does not throw: unreadable data ends the iteration, and
/// `end()` says how.
///
///     proto_message m(bytes);
///     while (m.next()) switch (m.key()) { case proto_key(1, proto_wire::bytes): use(m.bytes()); break; ... }
///
/// The next call of `next` skips a field that no case reads.
class proto_message {
 public:
  explicit proto_message(std::string_view bytes) : reader_(bytes.data(), bytes.size()) {}

  /// Advances to the next field; false after the last one or at an error.
  bool next() {
    try {
      if (unread_) reader_.skip();
      unread_ = false;
      if (end_ != proto_end::whole || !reader_.next()) return false;
      unread_ = true;
      return true;
    } catch (const protozero::end_of_buffer_exception&) {
      return stop(proto_end::beyond);
    } catch (const protozero::exception&) {
      return stop(proto_end::broken);
    }
  }

  std::uint32_t key() const {
    return proto_key(reader_.tag(), static_cast<proto_wire>(reader_.wire_type()));
  }
  std::uint32_t field() const { return reader_.tag(); }

  /// The value of a varint field; 0 if truncated. Negative numbers are in two's complement.
  std::uint64_t varint() {
    return value([&] { return reader_.get_uint64(); });
  }
  std::int64_t number() { return static_cast<std::int64_t>(varint()); }
  /// The value of a fixed64 field as a double.
  double real() {
    return value([&] { return reader_.get_double(); });
  }
  /// The value of a fixed64 field as an integer.
  std::uint64_t fixed() {
    return value([&] { return reader_.get_fixed64(); });
  }
  /// The bytes of a length-delimited field: text, a message, or packed numbers. If the length exceeds the message, the
  /// remaining bytes.
  std::string_view bytes() {
    unread_ = false;
    try {
      const protozero::data_view v = reader_.get_view();
      return {v.data(), v.size()};
    } catch (const protozero::end_of_buffer_exception&) {
      const protozero::data_view rest = reader_.data();
      stop(proto_end::beyond);
      return {rest.data(), rest.size()};
    } catch (const protozero::exception&) {
      stop(proto_end::broken);
      return {};
    }
  }

  /// Calls `take(int64)` for each number of a repeated field, packed or not.
  template <class Take>
  void numbers(Take&& take) {
    if (reader_.wire_type() == protozero::pbf_wire_type::varint) {
      take(number());
      return;
    }
    const std::string_view packed = bytes();
    const char* at = packed.data();
    const char* const last = at + packed.size();
    try {
      while (at != last) take(static_cast<std::int64_t>(protozero::decode_varint(&at, last)));
    } catch (const protozero::exception&) {
      stop(proto_end::broken);
    }
  }

  /// The position of the next field, once the value of this one has been read.
  const char* rest() const { return reader_.data().data(); }

  proto_end end() const { return end_; }

 private:
  bool stop(proto_end how) {
    unread_ = false;
    if (end_ == proto_end::whole) end_ = how;
    return false;
  }
  template <class Read>
  auto value(Read read) -> decltype(read()) {
    unread_ = false;
    try {
      return read();
    } catch (const protozero::end_of_buffer_exception&) {
      stop(proto_end::beyond);
    } catch (const protozero::exception&) {
      stop(proto_end::broken);
    }
    return {};
  }

  protozero::pbf_reader reader_;
  bool unread_ = false;
  proto_end end_ = proto_end::whole;
};

}  // namespace ridgeline

#endif  // RIDGELINE_WITH_PROTOZERO

#endif  // RIDGELINE_READ_PROTOBUF_HPP
