#ifndef RIDGELINE_TESTS_SUPPORT_XPLANE_BYTES_HPP
#define RIDGELINE_TESTS_SUPPORT_XPLANE_BYTES_HPP

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "proto_bytes.hpp"

/// Builds XPlane files: planes with lines of events, and the HLO programs that their kernels run.
namespace xplane {

struct shape {
  int type;  ///< as XLA numbers them: 11 is f32, 16 bf16, 13 a tuple
  std::vector<std::int64_t> dims{};
  std::vector<std::int64_t> layout{};
  std::vector<shape> parts{};

  proto_bytes bytes() const {
    proto_bytes b;
    b.number(2, type);
    if (!dims.empty()) b.packed(3, dims);
    for (const shape& part : parts) b.bytes(4, part.bytes());
    if (type != 13) b.bytes(5, proto_bytes().packed(1, layout));
    return b;
  }
};

/// An array with the usual layout, last dimension fastest.
inline shape array(int type, std::vector<std::int64_t> dims) {
  shape s{type, std::move(dims)};
  for (std::size_t d = s.dims.size(); d-- > 0;) s.layout.push_back(static_cast<std::int64_t>(d));
  return s;
}
inline shape bf16(std::vector<std::int64_t> dims) { return array(16, std::move(dims)); }
inline shape f32(std::vector<std::int64_t> dims) { return array(11, std::move(dims)); }
inline shape tuple(std::vector<shape> parts) { return {13, {}, {}, std::move(parts)}; }

/// An HLO module of computations; instructions are numbered from 1 in the order in which they are added.
class module {
 public:
  explicit module(std::string name) { proto_.bytes(1, name); }

  /// Starts the next computation; its id is 1 for the first, 2 for the second, and so on.
  module& computation(std::string_view name) {
    close();
    open_ = true;
    current_.clear().bytes(1, name);
    return *this;
  }
  /// Adds an instruction and returns its id. `more` holds further fields, as bytes.
  std::int64_t add(std::string_view name, std::string_view opcode, const shape& of, std::vector<std::int64_t> operands = {},
                   const proto_bytes& more = {}) {
    proto_bytes i;
    i.bytes(1, name).bytes(2, opcode).bytes(3, of.bytes()).number(35, ++last_);
    if (!operands.empty()) i.packed(36, operands);
    i.raw(more.text());
    current_.bytes(2, i);
    return last_;
  }
  std::int64_t parameter(std::string_view name, const shape& of) { return add(name, "parameter", of); }
  std::int64_t call(std::string_view name, std::string_view target, const shape& of, std::vector<std::int64_t> operands,
                    std::string_view config = "", const proto_bytes& more = {}) {
    proto_bytes fields;
    fields.bytes(28, target).bytes(43, config).raw(more.text());
    return add(name, "custom-call", of, std::move(operands), fields);
  }
  /// Sets the root instruction of the computation being written.
  module& root(std::int64_t id) {
    root_ = id;
    return *this;
  }
  /// Further fields of the module.
  module& with(const proto_bytes& more) {
    close();
    proto_.raw(more.text());
    return *this;
  }
  /// How many devices it runs on.
  module& devices(std::int64_t replicas, std::int64_t computations) {
    proto_.bytes(15, proto_bytes().number(1, replicas).number(2, computations));
    return *this;
  }
  std::string hlo_proto() {
    close();
    return proto_bytes().bytes(1, proto_).text();
  }

 private:
  void close() {
    if (!open_) return;
    current_.number(5, ++computations_).number(6, root_);
    proto_.bytes(3, current_);
    root_ = 0;
    open_ = false;
  }
  proto_bytes proto_{}, current_{};
  bool open_ = false;
  std::int64_t last_ = 0, computations_ = 0, root_ = 0;
};

inline proto_bytes op_name(std::string_view name, std::string_view file = "", std::int64_t line = 0) {
  proto_bytes m;
  m.bytes(2, name);
  if (!file.empty()) m.bytes(3, file).number(4, line);
  return proto_bytes().bytes(7, m);
}

/// Groups of devices: `groups` of `size` in a box of `dims`, whose dimensions are read in the order `order`.
inline proto_bytes box_of_groups(std::int64_t groups, std::int64_t size, const std::vector<std::int64_t>& dims,
                                 const std::vector<std::int64_t>& order) {
  proto_bytes box;
  box.number(1, groups).number(2, size).packed(3, dims).packed(4, order);
  return proto_bytes().bytes(87, proto_bytes().bytes(2, box));
}
/// A group given as a list of devices; several may follow each other.
inline proto_bytes group_of(const std::vector<std::int64_t>& devices) {
  return proto_bytes().bytes(49, proto_bytes().packed(1, devices));
}

/// One stat: a number, a text listed by the plane, or bytes.
struct stat {
  std::string_view name;
  std::int64_t number = 0;
  std::string_view text{};
  std::string_view raw{};
};

/// One plane. Metadata follow the lines, as profilers write them.
class plane {
 public:
  explicit plane(std::string_view name, std::int64_t id = 0) {
    if (id != 0) head_.number(1, id);
    head_.bytes(2, name);
  }
  plane& line(std::int64_t id, std::string_view name, std::int64_t timestamp_ns = 0) {
    close();
    open_ = true;
    line_.clear().number(1, id).bytes(2, name).number(3, timestamp_ns);
    return *this;
  }
  plane& event(std::string_view name, std::int64_t offset_ps, std::int64_t duration_ps, const std::vector<stat>& stats = {}) {
    event_.clear().number(1, event_id(name)).number(2, offset_ps).number(3, duration_ps);
    for (const stat& s : stats) event_.bytes(4, bytes_of(s));
    line_.bytes(4, event_);
    return *this;
  }
  /// A stat of all events with that name.
  plane& about(std::string_view name, const std::vector<stat>& stats, std::string_view display_name = {}) {
    proto_bytes& more = about_[event_id(name)];
    if (!display_name.empty()) more.bytes(4, display_name);
    for (const stat& s : stats) more.bytes(5, bytes_of(s));
    return *this;
  }
  /// A stat of the plane's device.
  plane& fact(std::string_view name, double value) {
    head_.bytes(6, proto_bytes().number(1, stat_id(name)).real(2, value));
    return *this;
  }
  plane& fact(std::string_view name, std::int64_t value) {
    head_.bytes(6, proto_bytes().number(1, stat_id(name)).number(4, value));
    return *this;
  }
  plane& fact(std::string_view name, std::string_view text) {
    head_.bytes(6, proto_bytes().number(1, stat_id(name)).bytes(5, text));
    return *this;
  }
  /// A kernel of an instruction, linked by `correlation`.
  plane& kernel(std::string_view name, std::int64_t offset_ps, std::int64_t duration_ps, std::int64_t correlation,
                std::string_view module = {}, std::string_view op = {}, std::int64_t program = 0) {
    std::vector<stat> stats{{"correlation_id", correlation}};
    if (!op.empty()) {
      stats.push_back({"hlo_op", 0, op});
      stats.push_back({"hlo_module", 0, module});
      stats.push_back({"program_id", program});
    }
    return event(name, offset_ps, duration_ps, stats);
  }
  /// An entry of the metadata plane: a program with its HLO.
  plane& program(std::string_view name, std::int64_t id, std::string_view hlo_proto,
                 std::string_view stat = "Hlo Proto") {
    proto_bytes s, m;
    s.number(1, stat_id(stat)).bytes(6, hlo_proto);
    m.number(1, id).bytes(2, name).bytes(5, s);
    metadata_.bytes(4, proto_bytes().number(1, id).bytes(2, m));
    return *this;
  }
  /// Raw bytes in the line being written.
  plane& raw(std::string_view bytes) {
    line_.raw(bytes);
    return *this;
  }
  std::size_t line_size() const { return line_.text().size(); }

  std::string bytes() {
    close();
    proto_bytes all = head_;
    all.raw(metadata_.text());
    for (const auto& [name, id] : events_) {
      const auto more = about_.find(id);
      proto_bytes m;
      m.number(1, id).bytes(2, name).raw(more == about_.end() ? std::string_view() : more->second.text());
      all.bytes(4, proto_bytes().number(1, id).bytes(2, m));
    }
    for (const auto& [name, id] : stats_)
      all.bytes(5, proto_bytes().number(1, id).bytes(2, proto_bytes().number(1, id).bytes(2, name)));
    return all.text();
  }

 private:
  void close() {
    if (open_) head_.bytes(3, line_);
    open_ = false;
  }
  static std::int64_t number_in(std::map<std::string, std::int64_t, std::less<>>& all, std::string_view name) {
    const auto at = all.find(name);
    if (at != all.end()) return at->second;
    const auto id = static_cast<std::int64_t>(all.size()) + 1;
    all.emplace(std::string(name), id);
    return id;
  }
  const proto_bytes& bytes_of(const stat& s) {
    stat_.clear().number(1, stat_id(s.name));
    if (s.text.data() != nullptr) stat_.number(7, stat_id(s.text));
    else if (s.raw.data() != nullptr) stat_.bytes(6, s.raw);
    else stat_.number(3, s.number);
    return stat_;
  }
  std::int64_t event_id(std::string_view name) { return number_in(events_, name); }
  std::int64_t stat_id(std::string_view name) { return number_in(stats_, name); }

  proto_bytes head_{}, metadata_{}, line_{}, event_{}, stat_{};
  std::map<std::string, std::int64_t, std::less<>> events_{}, stats_{};
  std::map<std::int64_t, proto_bytes> about_{};
  bool open_ = false;
};

/// A whole file.
inline std::string file(const std::vector<std::string>& planes) {
  proto_bytes space;
  for (const std::string& p : planes) space.bytes(1, p);
  space.bytes(4, "host");
  return space.text();
}

}  // namespace xplane

#endif  // RIDGELINE_TESTS_SUPPORT_XPLANE_BYTES_HPP
