#ifndef RIDGELINE_READ_MEMORY_LIMIT_BODY_HPP
#define RIDGELINE_READ_MEMORY_LIMIT_BODY_HPP

#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include <ridgeline/read/memory_limit.hpp>

namespace ridgeline {

namespace read_detail {

/// The number at the start of a system file, or `otherwise`.
std::size_t number_in_file(const char* path, std::size_t otherwise) {
  const int fd = ::open(path, O_RDONLY | O_CLOEXEC);  // NOLINT: the C interface of the system
  if (fd < 0) return otherwise;
  char text[32];
  const ::ssize_t got = ::read(fd, text, sizeof text);
  ::close(fd);
  std::size_t number = otherwise;
  if (got > 0 && std::from_chars(text, text + got, number).ec != std::errc{}) return otherwise;  // "max"
  return number;
}

}  // namespace read_detail

std::size_t memory_limit() {
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
  const long pages = ::sysconf(_SC_PHYS_PAGES), page = ::sysconf(_SC_PAGESIZE);
  const std::size_t machine =
      pages > 0 && page > 0 ? static_cast<std::size_t>(pages) * static_cast<std::size_t>(page) : most;
  const std::size_t group = std::min(read_detail::number_in_file("/sys/fs/cgroup/memory.max", most),
                                     read_detail::number_in_file("/sys/fs/cgroup/memory/memory.limit_in_bytes", most));
  return std::min(machine, group) / 4 * 3;
}

std::string note_on_size(std::uint64_t bytes, std::size_t limit) {
  const double half = static_cast<double>(limit) / 0.75 / 2, size = static_cast<double>(bytes);
  if (size <= half) return {};
  const auto gigabytes = [](double n) { return std::to_string(static_cast<std::uint64_t>(n / 1e9 + 0.5)) + " GB"; };
  return "has " + gigabytes(size) + ", more than half of the memory (" + gigabytes(2 * half) +
         " in all): it is read in pieces, and the report keeps a third to two thirds of its size in memory";
}

}  // namespace ridgeline

#endif  // RIDGELINE_READ_MEMORY_LIMIT_BODY_HPP
