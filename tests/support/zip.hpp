#ifndef RIDGELINE_TESTS_SUPPORT_ZIP_HPP
#define RIDGELINE_TESTS_SUPPORT_ZIP_HPP

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>
#include <zlib.h>

namespace test {

/// The files of a zip archive, unpacked: the parts of a workbook.
inline std::map<std::string, std::string> files_of_zip(std::string_view zip) {
  const auto number = [&](std::size_t at, std::size_t bytes) {
    std::size_t value = 0;
    for (std::size_t i = bytes; i-- > 0;) value = value << 8 | static_cast<unsigned char>(zip[at + i]);
    return value;
  };
  std::map<std::string, std::string> files;
  const std::size_t end = zip.rfind("PK\5\6");
  BOOST_REQUIRE(end != std::string_view::npos);
  std::size_t at = number(end + 16, 4);
  for (std::size_t n = number(end + 10, 2); n-- > 0;) {
    const std::size_t method = number(at + 10, 2), packed = number(at + 20, 4), size = number(at + 24, 4);
    const std::size_t name = number(at + 28, 2), local = number(at + 42, 4);
    const std::size_t data = local + 30 + number(local + 26, 2) + number(local + 28, 2);
    std::string bytes(size, '\0');
    if (method == 0) {
      bytes = zip.substr(data, size);
    } else {
      z_stream stream{};
      BOOST_REQUIRE(inflateInit2(&stream, -15) == Z_OK);
      std::string source(zip.substr(data, packed));
      stream.next_in = reinterpret_cast<Bytef*>(source.data());
      stream.avail_in = static_cast<uInt>(packed);
      stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
      stream.avail_out = static_cast<uInt>(size);
      BOOST_REQUIRE(inflate(&stream, Z_FINISH) == Z_STREAM_END);
      inflateEnd(&stream);
    }
    files[std::string(zip.substr(at + 46, name))] = bytes;
    at += 46 + name + number(at + 30, 2) + number(at + 32, 2);
  }
  return files;
}

}  // namespace test

#endif  // RIDGELINE_TESTS_SUPPORT_ZIP_HPP
