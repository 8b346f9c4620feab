#ifndef RIDGELINE_XLA_READ_HLO_GROUPS_HPP
#define RIDGELINE_XLA_READ_HLO_GROUPS_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/read/protobuf.hpp>

#if RIDGELINE_WITH_PROTOZERO

namespace ridgeline {

/// The device groups of an XLA collective, in any of the forms used in programs (hlo.proto: ReplicaGroup,
/// CollectiveDeviceListProto, IotaReplicaGroupListProto, MeshAxesReplicaGroupListProto, SourceTarget).
struct hlo_groups {
  /// `budget`: how many devices the iota groups of a program may list in total, since a few bytes can claim very
  /// many.
  explicit hlo_groups(std::int64_t& budget) : budget_(budget) {}

  std::vector<std::int64_t> groups{};  ///< each group's size, then its devices
  std::vector<std::int64_t> pairs{};   ///< alternating sources and targets

  void read_group(std::string_view bytes) { add(numbers_of(bytes, 1)); }
  void read_pair(std::string_view bytes) {
    pairs.push_back(number_of(bytes, 1)), pairs.push_back(number_of(bytes, 2));
  }
  /// Reads groups listed individually, or as an iota (a transposed range of numbers): `[2,4]<=[4,2]T(1,0)`.
  void read_list(std::string_view bytes) {
    proto_message m(bytes);
    while (m.next()) {
      if (m.key() == proto_key(1, proto_wire::bytes)) read_group(m.bytes());
      else if (m.key() == proto_key(2, proto_wire::bytes)) read_box(m.bytes());
    }
  }
  /// Groups as an iota, which programs since 2026 have as a field of the instruction.
  void read_box(std::string_view bytes) {
    const std::int64_t count = number_of(bytes, 1), size = number_of(bytes, 2);
    const std::vector<std::int64_t> dims = numbers_of(bytes, 3), order = numbers_of(bytes, 4);
    if (count <= 0 || size <= 0 || count > budget_ / size) return;
    budget_ -= count * size;
    const std::vector<std::int64_t> all = transposed(dims, order, count * size);
    for (std::size_t g = 0; g < all.size(); g += static_cast<std::size_t>(size)) {
      groups.push_back(size);
      groups.insert(groups.end(), all.begin() + static_cast<std::ptrdiff_t>(g),
                    all.begin() + static_cast<std::ptrdiff_t>(g) + static_cast<std::ptrdiff_t>(size));
    }
  }
  /// Groups along axes of a mesh, `mesh['a'=2,'b'=4] {'b'}`, or along a part of an axis, `{'b':(2)2}`.
  void read_mesh(std::string_view bytes) {
    std::string_view mesh;
    std::vector<std::string_view> along;
    proto_message m(bytes);
    while (m.next()) {
      if (m.key() == proto_key(1, proto_wire::bytes)) mesh = m.bytes();
      else if (m.key() == proto_key(2, proto_wire::bytes)) along.push_back(m.bytes());
    }
    std::vector<std::int64_t> sizes, steps;
    for (const std::string_view axis : messages_of(mesh, 1)) sizes.push_back(number_of(axis, 2));
    std::int64_t all = 1;
    steps.resize(sizes.size());
    for (std::size_t a = sizes.size(); a-- > 0; all *= sizes[a]) {
      if (sizes[a] <= 0 || sizes[a] > budget_ / all) return;
      steps[a] = all;
    }
    budget_ -= all;
    struct digit {
      std::int64_t step, size;  // of a device's place in the mesh
    };
    std::vector<digit> digits;
    std::vector<std::int64_t> members{0};  // places from the first one of a group
    for (const std::string_view axis : along) {
      const std::int64_t index = number_of(axis, 1);
      if (index < 0 || index >= static_cast<std::int64_t>(sizes.size())) return;
      digit d{steps[static_cast<std::size_t>(index)], sizes[static_cast<std::size_t>(index)]};
      for (const std::string_view part : messages_of(axis, 2)) {
        const std::int64_t before = number_of(part, 1), size = number_of(part, 2);
        if (before <= 0 || size <= 0 || size > d.size / before || d.size % (before * size) != 0) return;
        d = {d.step * (d.size / (before * size)), size};
      }
      if (d.size == 1) continue;  // so that there are few digits, however many axes are named
      const std::size_t count = members.size();
      if (d.size > all / static_cast<std::int64_t>(count)) return;
      for (std::int64_t n = 1; n < d.size; ++n)
        for (std::size_t i = 0; i < count; ++i) members.push_back(members[i] + n * d.step);
      digits.push_back(d);
    }
    const std::vector<std::int64_t> devices = numbers_of(mesh, 2);
    if (along.empty() || (!devices.empty() && devices.size() != static_cast<std::size_t>(all))) return;
    for (std::int64_t first = 0; first < all; ++first) {
      bool begins = first + members.back() < all;
      for (const digit& d : digits) begins = begins && first / d.step % d.size == 0;
      if (!begins) continue;
      groups.push_back(static_cast<std::int64_t>(members.size()));
      for (const std::int64_t n : members)
        groups.push_back(devices.empty() ? first + n : devices[static_cast<std::size_t>(first + n)]);
    }
  }

  /// The number in a field of a message.
  static std::int64_t number_of(std::string_view bytes, std::uint32_t field) {
    std::int64_t number = 0;  // zeros are not written
    proto_message m(bytes);
    while (m.next())
      if (m.key() == proto_key(field, proto_wire::varint)) number = m.number();
    return number;
  }

 private:
  static std::vector<std::string_view> messages_of(std::string_view bytes, std::uint32_t field) {
    std::vector<std::string_view> all;
    proto_message m(bytes);
    while (m.next())
      if (m.key() == proto_key(field, proto_wire::bytes)) all.push_back(m.bytes());
    return all;
  }
  void add(const std::vector<std::int64_t>& group) {
    groups.push_back(static_cast<std::int64_t>(group.size()));
    groups.insert(groups.end(), group.begin(), group.end());
  }
  static std::vector<std::int64_t> numbers_of(std::string_view bytes, std::uint32_t field) {
    std::vector<std::int64_t> numbers;
    proto_message m(bytes);
    while (m.next())
      if (m.key() == proto_key(field, proto_wire::bytes) || m.key() == proto_key(field, proto_wire::varint))
        m.numbers([&](std::int64_t n) { numbers.push_back(n); });
    return numbers;
  }
  /// The numbers 0, 1, ... in a box of these extents, read with its dimensions permuted; empty if the arguments do
  /// not match.
  static std::vector<std::int64_t> transposed(const std::vector<std::int64_t>& dims, std::vector<std::int64_t> order,
                                              std::int64_t size) {
    if (dims.empty() || dims.size() > 16) return {};
    if (order.empty())
      for (std::size_t d = 0; d < dims.size(); ++d) order.push_back(static_cast<std::int64_t>(d));
    std::vector<std::int64_t> steps(dims.size());
    std::int64_t step = 1;
    for (std::size_t d = dims.size(); d-- > 0;) {
      if (dims[d] <= 0 || dims[d] > size) return {};
      steps[d] = step;
      if (__builtin_mul_overflow(step, dims[d], &step) || step > size) return {};
    }
    std::vector<bool> met(dims.size());
    for (const std::int64_t d : order) {
      if (d < 0 || d >= static_cast<std::int64_t>(dims.size()) || met[static_cast<std::size_t>(d)]) return {};
      met[static_cast<std::size_t>(d)] = true;
    }
    if (step != size || order.size() != dims.size()) return {};
    std::vector<std::int64_t> all, at(dims.size());
    for (std::int64_t n = 0; n < size; ++n) {
      std::int64_t value = 0;
      for (std::size_t d = 0; d < order.size(); ++d) value += at[d] * steps[static_cast<std::size_t>(order[d])];
      all.push_back(value);
      for (std::size_t d = order.size(); d-- > 0;) {
        if (++at[d] < dims[static_cast<std::size_t>(order[d])]) break;
        at[d] = 0;
      }
    }
    return all;
  }

  std::int64_t& budget_;
};

}  // namespace ridgeline

#endif  // RIDGELINE_WITH_PROTOZERO

#endif  // RIDGELINE_XLA_READ_HLO_GROUPS_HPP
