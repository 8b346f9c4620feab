#ifndef RIDGELINE_XLA_TREE_PROGRAMS_HPP
#define RIDGELINE_XLA_TREE_PROGRAMS_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/xla/record/event.hpp>
#include <ridgeline/xla/record/faults.hpp>
#include <ridgeline/xla/record/work.hpp>

namespace ridgeline {

/// An asynchronous collective in the runtime's naming of kernels, `all-gather.7`: the index of the family, and the
/// number; a negative family for any other name.
struct async_collective {
  int family = -1;
  std::uint64_t number = 0;
};

inline constexpr std::array<std::string_view, 3> async_families{"all-gather", "reduce-scatter", "all-to-all"};

constexpr async_collective async_collective_of(std::string_view op) {
  for (std::size_t f = 0; f < async_families.size(); ++f) {
    const std::string_view family = async_families[f];
    if (!op.starts_with(family) || op.size() < family.size() + 2 || op[family.size()] != '.') continue;
    async_collective c{static_cast<int>(f), 0};
    for (const char digit : op.substr(family.size() + 1)) {
      if (digit < '0' || digit > '9' || c.number > 100'000'000'000'000'000) return {};
      c.number = c.number * 10 + static_cast<std::uint64_t>(digit - '0');
    }
    return c;
  }
  return {};
}

/// What decides which instruction an event is of, without padding: its name and what it says about its program.
struct xla_kind_key {
  symbol name, hlo_module, hlo_op;
  std::uint32_t looked_up;  ///< whether its instruction is needed
  std::int64_t program;
  std::uint64_t facts = 0;  ///< number of what its device says of it, equal for what is equal

  xla_args args() const {
    xla_args named;
    named.program = program, named.hlo_module = hlo_module, named.hlo_op = hlo_op;
    return named;
  }
};

/// An instruction of a program, and whether a kernel's own name told it. None, but `of_graph`: the event names one that
/// only runs others, such as the call that became a CUDA graph.
struct xla_found {
  xla_place place{};
  bool by_kernel = false;
  bool of_graph = false;
};

/// Finds the instructions that events name. A module of the event's program is searched first, then others of the
/// same name; not if some events of that name are of programs that are there: an event of another program then has no
/// instruction. With the fault, all programs of a name are searched in order. Runtime names of async collectives are
/// matched, in order of their numbers, with the module's instructions `<family>-start*`, or else `-done*`; any left
/// over are assigned to the last one.
class xla_programs {
 public:
  /// `named`: everything that events name, without duplicates.
  xla_programs(const xla_trace& trace, const xla_faults& faults, const std::vector<xla_args>& named)
      : trace_(&trace), faults_(faults) {
    for (std::uint32_t m = 0; m < trace.modules.size(); ++m) {
      by_name_.emplace_back(trace.modules[m].name, m);
      by_program_.emplace_back(trace.modules[m].name, trace.modules[m].program, m);
    }
    merge_sorted_runs(by_name_, std::less<>{});
    merge_sorted_runs(by_program_, std::less<>{});
    index_instructions();
    for (const xla_args& args : named)
      if (known(args.program) && has_program(args.hlo_module, args.program)) numbered_.push_back(args.hlo_module);
    keep_each_once(numbered_);
    for (xla_args args : named) {
      args.hlo_op = innermost(args.hlo_op);
      const async_collective c = async_collective_of(trace.text(args.hlo_op));
      if (c.family >= 0 && !find_exactly(args, args.hlo_op).found())
        async_[{args.hlo_module, c.family}].numbers.push_back(c.number);
    }
    for (auto& [key, matched] : async_) {
      keep_each_once(matched.numbers);
      matched.places = collectives(key.first, key.second);
    }
  }

  /// Whether the file has the program of an event, as far as the event says which one it is.
  bool holds(const xla_args& args) const {
    bool any = false;
    each_module(args.hlo_module, args.program, [&](std::uint32_t) { return any = true; });
    return known(args.hlo_module) && any;
  }

  /// The instruction that an event names.
  xla_place find(const xla_args& args) const {
    const xla_place exact = find_exactly(args, args.hlo_op);
    if (exact.found()) return exact;
    const async_collective c = async_collective_of(trace_->text(args.hlo_op));
    const auto matched = c.family < 0 ? async_.end() : async_.find({args.hlo_module, c.family});
    if (matched == async_.end() || matched->second.places.empty() || !holds(args)) return {};
    const std::vector<std::uint64_t>& numbers = matched->second.numbers;
    const auto rank = static_cast<std::size_t>(std::lower_bound(numbers.begin(), numbers.end(), c.number) -
                                               numbers.begin());
    return matched->second.places[std::min(rank, matched->second.places.size() - 1)];
  }

  /// Whether the instruction found for an event may be another one: nothing says which of several programs of one name
  /// the event is of, and the shapes of that instruction are not the same in all of them.
  bool is_ambiguous(const xla_args& args, const xla_place& found) const {
    const hlo_module& m = trace_->modules[found.module];
    if (m.program == args.program) return false;
    bool differ = false;
    each_module(m.name, args.program, [&](std::uint32_t other) {
      const hlo_module& o = trace_->modules[other];
      const std::uint32_t i = o.find(m.instructions[found.instruction].name);
      differ = known(i) && !same_shapes(m, m.instructions[found.instruction], o, o.instructions[i]);
      return differ;
    }, m.instructions[found.instruction].name);
    return differ;
  }

  /// The fusion, sort or custom call that a kernel of XLA's own is named after: `loop_add_fusion.3` for
  /// `loop_add_fusion_3`, on AMD `loop_add_fusion_3.kd`. Kernels of a CUDA graph name the whole command buffer as
  /// their instruction.
  xla_place find_by_kernel(const xla_args& args, std::string_view kernel) {
    if (kernel.ends_with(".kd")) kernel.remove_suffix(3);
    xla_place place;
    each_module(args.hlo_module, args.program, [&](std::uint32_t m) {
      const auto [at, is_new] = by_kernel_.try_emplace(m);
      if (is_new) name_kernels(m, at->second);
      const auto found = at->second.find(kernel);
      if (found == at->second.end() || !known(found->second)) return false;
      place = {m, found->second};
      return true;
    });
    return place;
  }

  /// The instruction that work of the trace's device runs: the one that its event names or, where a GPU's kernel names
  /// none or a whole graph, the one that the kernel is named after. Of a library's kernel in a graph nothing tells it.
  xla_found find_of_work(xla_args args, std::string_view kernel) {
    args.hlo_op = innermost(args.hlo_op);
    const bool names_one = !trace_->text(args.hlo_op).empty();
    const xla_place place = names_one ? find(args) : xla_place{};
    if (trace_->has_ops() || faults_.instructions_by_stat) return {place};
    if (place.found() &&
        !holds_xla_ops(trace_->text(trace_->modules[place.module].instructions[place.instruction].opcode)))
      return {place};
    const xla_place named_so = find_by_kernel(args, kernel);
    return {named_so, named_so.found(), place.found()};
  }

 private:
  /// `fusion.2` of `while.1::fusion.2`, as profilers may name an instruction within others.
  symbol innermost(symbol op) const {
    const std::string_view path = trace_->text(op);
    const std::size_t at = path.rfind("::");
    return at == path.npos || faults_.instructions_by_stat ? op : trace_->texts.find(path.substr(at + 2));
  }

  using kernel_names = std::map<std::string, std::uint32_t, std::less<>>;

  static bool same_shape(const hlo_module& m, std::uint32_t a, const hlo_module& n, std::uint32_t b) {
    if (!known(a) || !known(b)) return known(a) == known(b);
    const hlo_shape &x = m.shapes[a], &y = n.shapes[b];
    const auto parts = m.list(x.parts), others = n.list(y.parts);
    const auto dims = m.list(x.dims), other_dims = n.list(y.dims);
    return x.type == y.type && std::equal(dims.begin(), dims.end(), other_dims.begin(), other_dims.end()) &&
           std::equal(parts.begin(), parts.end(), others.begin(), others.end(), [&](std::int64_t p, std::int64_t q) {
             return same_shape(m, static_cast<std::uint32_t>(p), n, static_cast<std::uint32_t>(q));
           });
  }
  /// Whether two instructions have the same output and operands.
  static bool same_shapes(const hlo_module& m, const hlo_instruction& a, const hlo_module& n,
                          const hlo_instruction& b) {
    const auto of = [](const hlo_module& in, const hlo_instruction& i, std::int64_t id) {
      const std::uint32_t operand = in.find(i.computation, id);
      return known(operand) ? in.instructions[operand].shape : missing<std::uint32_t>;
    };
    const auto operands = m.list(a.operands), others = n.list(b.operands);
    return same_shape(m, a.shape, n, b.shape) &&
           std::equal(operands.begin(), operands.end(), others.begin(), others.end(),
                      [&](std::int64_t x, std::int64_t y) { return same_shape(m, of(m, a, x), n, of(n, b, y)); });
  }

  /// Names that two instructions share tell nothing.
  void name_kernels(std::uint32_t m, kernel_names& names) const {
    const hlo_module& module = trace_->modules[m];
    for (std::uint32_t i = 0; i < module.instructions.size(); ++i) {
      const std::string_view opcode = trace_->text(module.instructions[i].opcode);
      if (opcode != "fusion" && opcode != "sort" && opcode != "custom-call") continue;
      std::string name(trace_->text(module.instructions[i].name));
      for (char& c : name)
        if (c == '.' || c == '-') c = '_';
      const auto [at, is_new] = names.try_emplace(std::move(name), i);
      if (!is_new) at->second = missing<std::uint32_t>;
    }
  }

  struct async_match {
    std::vector<std::uint64_t> numbers;    // numbers at run time
    std::vector<xla_place> places;
  };

  auto of_program(symbol name, std::int64_t program) const {
    return std::lower_bound(by_program_.begin(), by_program_.end(), std::tuple(name, program, std::uint32_t{0}));
  }
  bool is_of(auto at, symbol name, std::int64_t program) const {
    return at != by_program_.end() && std::get<0>(*at) == name && std::get<1>(*at) == program;
  }
  bool has_program(symbol name, std::int64_t program) const { return is_of(of_program(name, program), name, program); }
  auto of_name(symbol name) const {
    return std::lower_bound(by_name_.begin(), by_name_.end(), std::pair(name, std::uint32_t{0}));
  }
  bool has_many_modules(symbol name) const {
    constexpr std::ptrdiff_t many = 16;
    const auto first = of_name(name);
    return by_name_.end() - first >= many && (first + (many - 1))->first == name;
  }
  /// Anonymous functions have hundreds of programs of one name.
  void index_instructions() {
    for (const auto& [name, m] : by_name_)
      if (has_many_modules(name))
        for (const std::uint32_t i : trace_->modules[m].by_name)
          by_instruction_.emplace_back(name, trace_->modules[m].instructions[i].name, m);
    merge_sorted_runs(by_instruction_, std::less<>{});
  }
  /// Calls `use(module number)` for the modules of that name that the event may be of, those of its program first,
  /// until it returns true. With `op`, those of other programs may be left out that have no instruction of that name.
  template <class Use>
  void each_module(symbol name, std::int64_t program, Use use, symbol op = missing<symbol>) const {
    const bool in_order = faults_.first_program_of_a_name;
    bool its_own = false;
    for (auto at = of_program(name, program); !in_order && is_of(at, name, program); ++at)
      if (its_own = true; use(std::get<2>(*at))) return;
    if (!in_order && known(program) && !its_own && std::binary_search(numbered_.begin(), numbered_.end(), name)) return;
    const auto is_the_one = [&](std::uint32_t m) {
      return (in_order || trace_->modules[m].program != program) && use(m);
    };
    if (known(op) && has_many_modules(name)) {
      const std::tuple least(name, op, std::uint32_t{0});
      auto at = std::lower_bound(by_instruction_.begin(), by_instruction_.end(), least);
      for (; at != by_instruction_.end() && std::get<0>(*at) == name && std::get<1>(*at) == op; ++at)
        if (is_the_one(std::get<2>(*at))) return;
      return;
    }
    for (auto at = of_name(name); at != by_name_.end() && at->first == name; ++at)
      if (is_the_one(at->second)) return;
  }

  xla_place find_exactly(const xla_args& args, symbol op) const {
    xla_place place;
    if (!known(op)) return place;
    each_module(args.hlo_module, args.program, [&](std::uint32_t m) {
      const hlo_module& module = trace_->modules[m];
      const std::uint32_t i = module.find(op);
      if (!known(i) || (faults_.roots_missing && module.is_root(module.instructions[i]))) return false;
      place = {m, i};
      return true;
    }, op);
    return place;
  }

  std::vector<xla_place> collectives(symbol module_name, int family) const {
    std::vector<xla_place> found;
    for (const std::string_view part : {"-start", "-done"}) {
      each_module(module_name, missing<std::int64_t>, [&](std::uint32_t m) {
        const hlo_module& module = trace_->modules[m];
        for (std::uint32_t i = 0; i < module.instructions.size(); ++i) {
          const std::string_view name = trace_->text(module.instructions[i].name);
          const std::string_view front = async_families[static_cast<std::size_t>(family)];
          if (name.starts_with(front) && name.substr(front.size()).starts_with(part)) found.push_back({m, i});
        }
        return !found.empty();
      });
      if (!found.empty()) break;
    }
    const auto name_of = [&](const xla_place& p) {
      return trace_->text(trace_->modules[p.module].instructions[p.instruction].name);
    };
    const auto digits = [&](const xla_place& p) {  // ".2" before ".10"
      return faults_.collectives_by_text ? std::size_t{0} : name_of(p).size();
    };
    return std::move(found) | sort_by(digits, name_of);
  }

  const xla_trace* trace_;
  xla_faults faults_;
  std::vector<std::pair<symbol, std::uint32_t>> by_name_;
  std::vector<std::tuple<symbol, std::int64_t, std::uint32_t>> by_program_{};
  std::vector<std::tuple<symbol, symbol, std::uint32_t>> by_instruction_{};  // where many modules have one name
  std::vector<symbol> numbered_{};  // names of which some events are of programs that are there
  std::map<std::pair<symbol, int>, async_match> async_{};
  std::map<std::uint32_t, kernel_names> by_kernel_{};  // by module
};

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_TREE_PROGRAMS_HPP
