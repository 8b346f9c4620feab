#ifndef RIDGELINE_XLA_READ_HLO_HPP
#define RIDGELINE_XLA_READ_HLO_HPP

#include <cstddef>
#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/read/protobuf.hpp>
#include <ridgeline/xla/read/hlo_groups.hpp>
#include <ridgeline/xla/record/hlo.hpp>
#include <ridgeline/xla/record/problem.hpp>

#if RIDGELINE_WITH_PROTOZERO

namespace ridgeline {

/// Reads a compiled program (HloProto) into a module. Field numbers are those of XLA's hlo.proto and xla_data.proto;
/// the many fields that no report needs are skipped.
class hlo_reader {
 public:
  /// Positions are counted from `begin`.
  hlo_reader(const char* begin, symbol_pool& texts, xla_problems& problems)
      : begin_(begin), texts_(texts), problems_(problems) {}

  /// `program` is the module's id if the module itself gives none.
  hlo_module read(std::string_view proto, std::int64_t program) {
    module_ = {};
    module_.program = program;
    frames_ = {}, payloads_.clear(), configs_.clear(), framed_.clear();
    proto_message m(proto);
    while (m.next())
      if (m.key() == proto_key(1, proto_wire::bytes)) read_module(m.bytes());
    check(m, proto);
    module_.index();
    count_repeated_ids();
    count_cycles();
    return std::move(module_);
  }

 private:
  static constexpr std::uint32_t text = 2;  // wire type of strings, messages and packed numbers
  static constexpr std::uint32_t at(std::uint32_t field, std::uint32_t wire) { return field << 3 | wire; }

  std::uint64_t place(std::string_view part) const { return static_cast<std::uint64_t>(part.data() - begin_); }
  void check(const proto_message& m, std::string_view whole) {
    if (m.end() != proto_end::whole) problems_.add(xla_problem::hlo_broken, place(whole));
  }
  symbol keep(std::string_view bytes) { return bytes.empty() ? missing<symbol> : texts_.keep(bytes); }

  void read_module(std::string_view bytes) {
    proto_message m(bytes);
    while (m.next()) {
      switch (m.key()) {
        case at(1, text): module_.name = keep(m.bytes()); break;
        case at(3, text): read_computation(m.bytes()); break;
        case at(5, 0):
          if (!known(module_.program)) module_.program = m.number();
          break;
        case at(15, text): read_assignment(m.bytes()); break;
        case at(17, text): frames_ = m.bytes(); break;
        case at(22, text): payloads_.push_back(m.bytes()); break;
        default: break;
      }
    }
    check(m, bytes);
    // lists that follow the instructions, which number their entries
    for (const auto& [instruction, number] : configs_)
      if (number < payloads_.size()) module_.instructions[instruction].config = keep(payloads_[number]);
    place_sources();
  }

  /// The number of devices that the program is assigned to, replicas times computations, and which ones these are:
  /// those of each computation in turn, in the file, and in the module those of each replica.
  void read_assignment(std::string_view bytes) {
    std::int64_t replicas = 0, computations = 0, all = 0;
    std::vector<std::int64_t> devices;
    proto_message m(bytes);
    while (m.next()) {
      if (m.key() == at(1, 0)) replicas = m.number();
      else if (m.key() == at(2, 0)) computations = m.number();
      else if (m.key() == at(3, text)) {
        const hlo_list of_computation = read_list(m.bytes(), 1);
        const auto numbers = module_.list(of_computation);
        devices.insert(devices.end(), numbers.begin(), numbers.end());
      }
    }
    check(m, bytes);
    const bool fits = !__builtin_mul_overflow(replicas, computations, &all);
    if (!fits || replicas <= 0 || computations <= 0) return;
    module_.devices = all, module_.partitions = computations;
    if (devices.size() != static_cast<std::uint64_t>(all)) return;
    std::vector<std::int64_t> by_replica;
    for (std::int64_t r = 0; r < replicas; ++r)
      for (std::int64_t c = 0; c < computations; ++c)
        by_replica.push_back(devices[static_cast<std::size_t>(c * replicas + r)]);
    module_.assigned = list_of(by_replica);
  }

  /// Finds file and line of instructions that only give a number of the module's stack frames, counted from 1.
  void place_sources() {
    if (framed_.empty()) return;
    std::vector<std::string_view> files, places, frames;
    proto_message m(frames_);
    while (m.next()) {
      if (m.key() == at(1, text)) files.push_back(m.bytes());
      else if (m.key() == at(3, text)) places.push_back(m.bytes());
      else if (m.key() == at(4, text)) frames.push_back(m.bytes());
    }
    check(m, frames_);
    const auto entry = [](const std::vector<std::string_view>& list, auto number) {
      const auto place = static_cast<std::uint64_t>(number) - 1;
      return place < list.size() ? list[place] : std::string_view();
    };
    for (const auto& [instruction, frame] : framed_) {
      const std::string_view place = entry(places, hlo_groups::number_of(entry(frames, frame), 1));
      hlo_instruction& i = module_.instructions[instruction];
      i.source_file = keep(entry(files, hlo_groups::number_of(place, 1)));
      i.source_line = hlo_groups::number_of(place, 3);
      i.source_by_frame = true;
    }
  }

  void read_computation(std::string_view bytes) {
    hlo_computation c;
    c.first = static_cast<std::uint32_t>(module_.instructions.size());
    const auto number = static_cast<std::uint32_t>(module_.computations.size());
    proto_message m(bytes);
    while (m.next()) {
      switch (m.key()) {
        case at(1, text): c.name = keep(m.bytes()); break;
        case at(2, text): read_instruction(m.bytes(), number); break;
        case at(5, 0): c.id = m.number(); break;
        case at(6, 0): c.root = m.number(); break;
        default: break;
      }
    }
    check(m, bytes);
    c.count = static_cast<std::uint32_t>(module_.instructions.size()) - c.first;
    module_.computations.push_back(c);
  }

  void read_instruction(std::string_view bytes, std::uint32_t computation) {
    hlo_instruction i;
    i.computation = computation;
    std::vector<std::int64_t>&operands = operands_, &called = called_;
    operands.clear();
    called.clear();
    hlo_groups devices(grouped_);
    proto_message m(bytes);
    while (m.next()) {
      switch (m.key()) {
        case at(1, text): i.name = keep(m.bytes()); break;
        case at(2, text): i.opcode = keep(m.bytes()); break;
        case at(3, text): i.shape = read_shape(m.bytes(), 0); break;
        case at(7, text): read_metadata(m.bytes(), i); break;
        case at(9, 0): i.parameter = m.number(); break;
        case at(11, text): i.fusion_kind = keep(m.bytes()); break;
        case at(15, text): i.window = read_window(m.bytes()); break;
        case at(16, text): i.conv = read_conv(m.bytes()); break;
        case at(26, 0): i.has_channel = m.number() > 0; break;
        case at(28, text): i.target = keep(m.bytes()); break;
        case at(30, text): i.dot = read_dot(m.bytes()); break;
        case at(35, 0): i.id = m.number(); break;
        case at(36, text):
        case at(36, 0): m.numbers([&](std::int64_t n) { operands.push_back(n); }); break;
        case at(38, text):
        case at(38, 0): m.numbers([&](std::int64_t n) { called.push_back(n); }); break;
        case at(43, text): i.config = keep(m.bytes()); break;
        case at(49, text): devices.read_group(m.bytes()); break;
        case at(50, 0): i.feature_groups = m.number(); break;
        case at(52, text): devices.read_pair(m.bytes()); break;
        case at(71, 0): i.global_ids = m.number() != 0; break;
        case at(87, text): devices.read_list(m.bytes()); break;
        case at(90, text): i.dot = read_ragged_dot(m.bytes()); break;
        case at(92, text): devices.read_box(m.bytes()); break;
        case at(93, text): devices.read_mesh(m.bytes()); break;
        case at(99, text): read_payload(m.bytes(), i); break;
        default: break;
      }
    }
    check(m, bytes);
    i.operands = list_of(operands);
    i.called = list_of(called);
    i.groups = list_of(devices.groups);
    i.pairs = list_of(devices.pairs);
    module_.instructions.push_back(i);
  }

  /// A backend config, or its number among those of the module.
  void read_payload(std::string_view bytes, hlo_instruction& i) {
    proto_message m(bytes);
    while (m.next()) {
      if (m.key() == at(1, text)) i.config = keep(m.bytes());
      else if (m.key() == at(2, 0)) configs_.emplace_back(module_.instructions.size(), m.varint());
    }
    check(m, bytes);
  }

  void read_metadata(std::string_view bytes, hlo_instruction& i) {
    std::uint64_t frame = 0;
    proto_message m(bytes);
    while (m.next()) {
      switch (m.key()) {
        case at(2, text): i.op_name = keep(m.bytes()); break;
        case at(3, text): i.source_file = keep(m.bytes()); break;
        case at(4, 0): i.source_line = m.number(); break;
        case at(15, 0): frame = m.varint(); break;
        default: break;
      }
    }
    check(m, bytes);
    if (frame != 0 && !known(i.source_file)) framed_.emplace_back(module_.instructions.size(), frame);
  }

  std::uint32_t read_shape(std::string_view bytes, int depth) {
    constexpr int deepest = 32;  // nesting of tuples; real ones have two levels
    if (depth == deepest) {
      problems_.add(xla_problem::hlo_too_deep, place(bytes));
      return missing<std::uint32_t>;
    }
    constexpr std::uint64_t buffer = 34;  // what it holds is its only part
    hlo_shape s;
    std::uint64_t type = 0;
    std::vector<std::int64_t> dims, parts;
    proto_message m(bytes);
    while (m.next()) {
      switch (m.key()) {
        case at(2, 0):
          type = m.varint();
          s.type = hlo_type_of(type);
          break;
        case at(3, text):
        case at(3, 0): m.numbers([&](std::int64_t n) { dims.push_back(n); }); break;
        case at(4, text):
          if (const std::uint32_t part = read_shape(m.bytes(), depth + 1); known(part)) parts.push_back(part);
          break;
        case at(5, text):
          s.has_layout = true;
          s.layout = read_list(m.bytes(), 1);
          break;
        default: break;
      }
    }
    check(m, bytes);
    if (type == buffer && parts.size() == 1) return static_cast<std::uint32_t>(parts[0]);
    s.dims = list_of(dims);
    s.parts = list_of(parts);
    module_.shapes.push_back(s);
    return static_cast<std::uint32_t>(module_.shapes.size() - 1);
  }

  /// The numbers in one field of a message.
  hlo_list read_list(std::string_view bytes, std::uint32_t field) {
    std::vector<std::int64_t> numbers;
    proto_message m(bytes);
    while (m.next())
      if (m.key() == at(field, text) || m.key() == at(field, 0))
        m.numbers([&](std::int64_t n) { numbers.push_back(n); });
    check(m, bytes);
    return list_of(numbers);
  }

  std::uint32_t read_dot(std::string_view bytes) {
    module_.dots.push_back({read_list(bytes, 1), read_list(bytes, 2), read_list(bytes, 3), read_list(bytes, 4)});
    return static_cast<std::uint32_t>(module_.dots.size() - 1);
  }
  std::uint32_t read_ragged_dot(std::string_view bytes) {
    std::string_view product;
    proto_message m(bytes);
    while (m.next())
      if (m.key() == at(1, text)) product = m.bytes();
    const std::uint32_t dot = read_dot(product);
    module_.dots[dot].rhs_group = read_list(bytes, 3);
    module_.dots[dot].ragged = true;
    return dot;
  }

  /// Six numbers per dimension, in the order of `hlo_window`.
  hlo_list read_window(std::string_view bytes) {
    std::vector<std::int64_t> numbers;
    proto_message m(bytes);
    while (m.next()) {
      if (m.key() != at(1, text)) continue;
      std::array<std::int64_t, 6> dimension{0, 1, 0, 0, 1, 1};
      proto_message d(m.bytes());
      while (d.next())
        if (d.field() >= 1 && d.field() <= dimension.size() && d.key() == at(d.field(), 0))
          dimension[d.field() - 1] = d.number();
      numbers.insert(numbers.end(), dimension.begin(), dimension.end());
    }
    check(m, bytes);
    return list_of(numbers);
  }

  std::uint32_t read_conv(std::string_view bytes) {
    hlo_conv c;
    proto_message m(bytes);
    while (m.next()) {
      switch (m.key()) {
        case at(3, 0): c.kernel_input_feature = m.number(); break;
        case at(4, 0): c.kernel_output_feature = m.number(); break;
        case at(7, 0): c.input_batch = m.number(); break;
        case at(8, 0): c.input_feature = m.number(); break;
        case at(9, 0): c.output_batch = m.number(); break;
        case at(10, 0): c.output_feature = m.number(); break;
        default: break;
      }
    }
    check(m, bytes);
    c.kernel_spatial = read_list(bytes, 6);
    c.input_spatial = read_list(bytes, 11);
    c.output_spatial = read_list(bytes, 12);
    module_.convs.push_back(c);
    return static_cast<std::uint32_t>(module_.convs.size() - 1);
  }

  hlo_list list_of(const std::vector<std::int64_t>& numbers) {
    const hlo_list l{static_cast<std::uint32_t>(module_.numbers.size()), static_cast<std::uint32_t>(numbers.size())};
    module_.numbers.insert(module_.numbers.end(), numbers.begin(), numbers.end());
    return l;
  }

  void count_repeated_ids() {
    const hlo_module& m = module_;
    std::uint64_t repeated = 0;
    for (std::size_t n = 1; n < m.by_id.size(); ++n) {
      const hlo_instruction &a = m.instructions[m.by_id[n - 1]], &b = m.instructions[m.by_id[n]];
      if (a.computation == b.computation && a.id == b.id) ++repeated;
    }
    for (std::size_t n = 1; n < m.computation_ids.size(); ++n)
      if (m.computations[m.computation_ids[n - 1]].id == m.computations[m.computation_ids[n]].id) ++repeated;
    problems_.add(xla_problem::hlo_id_repeated, xla_problems::nowhere, texts_.text(m.name), repeated);
  }

  /// Traverses the calls between computations depth-first; a call to a computation that is still open closes a
  /// cycle.
  void count_cycles() {
    enum : std::uint8_t { unseen, open, done };
    const hlo_module& m = module_;
    std::vector<std::uint8_t> state(m.computations.size(), unseen);
    struct step {
      std::uint32_t computation, instruction, call;
    };
    std::vector<step> stack;
    for (std::uint32_t start = 0; start < m.computations.size(); ++start) {
      if (state[start] != unseen) continue;
      state[start] = open;
      stack.push_back({start, 0, 0});
      while (!stack.empty()) {
        step& top = stack.back();
        const hlo_computation& c = m.computations[top.computation];
        if (top.instruction == c.count) {
          state[top.computation] = done;
          stack.pop_back();
          continue;
        }
        const hlo_instruction& i = m.instructions[c.first + top.instruction];
        if (top.call == i.called.count) {
          ++top.instruction;
          top.call = 0;
          continue;
        }
        const std::uint32_t next = m.find_computation(m.list(i.called)[top.call++]);
        if (!known(next)) continue;
        if (state[next] == open)
          problems_.add(xla_problem::hlo_cycle, xla_problems::nowhere, texts_.text(m.computations[next].name));
        if (state[next] != unseen) continue;
        state[next] = open;
        stack.push_back({next, 0, 0});
      }
    }
  }

  const char* begin_;
  symbol_pool& texts_;
  xla_problems& problems_;
  hlo_module module_{};
  std::vector<std::int64_t> operands_{}, called_{};
  std::string_view frames_{};
  std::vector<std::string_view> payloads_{};
  std::vector<std::pair<std::size_t, std::uint64_t>> configs_{}, framed_{};  // number of an instruction, of an entry
  std::int64_t grouped_ = 1 << 22;  // remaining number of devices that iota groups may list
};

}  // namespace ridgeline

#endif  // RIDGELINE_WITH_PROTOZERO

#endif  // RIDGELINE_XLA_READ_HLO_HPP
