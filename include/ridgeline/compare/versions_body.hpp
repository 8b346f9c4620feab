#ifndef RIDGELINE_COMPARE_VERSIONS_BODY_HPP
#define RIDGELINE_COMPARE_VERSIONS_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/compare/versions.hpp>
#include <ridgeline/query/key_table.hpp>

namespace ridgeline {

namespace compare_detail {

/// The name without the library of a vendor that computes it: `aten::convolution` of `aten::miopen_convolution`; empty
/// where it names none.
inline std::string without_vendor(std::string_view name) {
  for (const std::string_view vendor : {"aten::cudnn_", "aten::_cudnn_", "aten::miopen_"})
    if (name.starts_with(vendor)) return std::string("aten::").append(name.substr(vendor.size()));
  return {};
}

/// The entries of `((8, 4), (), ...)` or `('float', '', ...)`.
inline std::vector<std::string_view> entries_of(std::string_view tuple) {
  std::vector<std::string_view> all;
  int depth = 0;
  std::size_t begin = 1;
  for (std::size_t i = 0; i < tuple.size(); ++i) {
    const bool opens = tuple[i] == '(' || tuple[i] == '[', closes = tuple[i] == ')' || tuple[i] == ']';
    depth += opens ? 1 : closes ? -1 : 0;
    if (!(depth == 1 && tuple[i] == ',') && !(depth == 0 && closes)) continue;
    while (begin < i && tuple[begin] == ' ') ++begin;
    if (begin < i) all.push_back(tuple.substr(begin, i - begin));
    begin = i + 1;
  }
  return all;
}

/// Ops that runs record otherwise though they are the same: cuDNN computes them in one run and MIOpen in another, or
/// one version of the program's libraries has more arguments behind the last tensor than another.
class alike_ops {
 public:
  explicit alike_ops(const std::vector<compared_run>& runs) {
    for (const compared_run& run : runs)
      for (const compared_op& op : run.ops) {
        const std::uint32_t at = number(op);
        if (!known(at)) continue;
        if (at == of_.size()) of_.push_back({&op, nullptr});
        entry& e = of_[at];
        e.once = e.once && e.last != &run, e.last = &run;
        e.several = e.several || op != *e.first, e.renamed = e.renamed || op.name != e.first->name;
      }
  }
  /// Where the number of the op stands that stands for all of them; null for other ops.
  std::uint32_t* number_for(const compared_op& op) {
    const std::uint32_t at = number(op);
    if (!known(at)) return nullptr;
    entry& e = of_[at];
    return e.renamed || (e.several && e.once && without_vendor(op.name).empty()) ? &e.number : nullptr;
  }

 private:
  struct entry {
    const compared_op* first;
    const compared_run* last;
    bool several = false, renamed = false, once = true;  ///< once: each run has one of them
    std::uint32_t number = missing<std::uint32_t>;
  };
  /// By name and arguments: up to the last tensor, of vendors' ops the input and the weights.
  std::uint32_t number(const compared_op& op) {
    const std::vector<std::string_view> dims = entries_of(op.dims), types = entries_of(op.types);
    std::string name = without_vendor(op.name), kept_dims, kept_types;
    std::size_t kept = name.empty() ? dims.size() : std::min<std::size_t>(2, dims.size());
    while (kept > 0 && dims[kept - 1] == "()") --kept;
    if (kept == 0) return missing<std::uint32_t>;
    for (std::size_t i = 0; i < kept; ++i) {
      kept_dims.append(dims[i]).append(",");
      if (i < types.size()) kept_types.append(types[i]).append(",");
    }
    return table_.number(name.empty() ? op.name : name, kept_dims, kept_types);
  }
  query_detail::key_table<std::string, std::string, std::string> table_;
  std::vector<entry> of_;
};

}  // namespace compare_detail

compared_versions versions_of(const std::vector<compared_run>& runs, const step_choice& choice) {
  compared_versions v;
  query_detail::key_table<std::string> labels;
  query_detail::key_table<std::string, std::string, std::string> ops;
  query_detail::key_table<std::uint8_t, std::uint32_t, std::string> pieces;
  compare_detail::alike_ops alike(runs);
  for (const compared_run& run : runs) {
    measured_run m{&run, states_of(run, choice), {}, {}, {}};
    for (std::uint32_t s = 0; s < m.states.size(); ++s)
      if (m.states[s] == step_state::used) m.used.push_back(s);
    for (const compared_op& op : run.ops) {
      std::uint32_t* const shared = alike.number_for(op);
      m.op_of.push_back(shared != nullptr && known(*shared) ? *shared : ops.number(op.name, op.dims, op.types));
      if (m.op_of.back() == v.ops.size()) v.ops.push_back(op);
      if (shared != nullptr) *shared = m.op_of.back();
    }
    for (const compared_piece& p : run.pieces) {
      const std::uint32_t op = m.op_of[p.op];
      m.piece_of.push_back(pieces.number(static_cast<std::uint8_t>(p.part), op, p.kernel));
      if (m.piece_of.back() == v.pieces.size()) v.pieces.push_back({p.part, op, p.kernel});
    }
    const std::uint32_t at = labels.number(run.label);
    if (at == v.all.size()) v.all.push_back({run.label, {}});
    v.all[at].runs.push_back(std::move(m));
  }
  return v;
}

std::vector<counted_share> shares_of(const version& of, std::vector<step_share> compared_step::*list,
                                     std::vector<std::uint32_t> measured_run::*number, std::size_t size,
                                     std::int64_t most) {
  std::vector<counted_share> sums(size);
  for (const measured_run& r : of.runs) {
    for (const std::uint32_t s : r.used) {
      if (most-- <= 0) return sums;
      for (const step_share& share : r.run->steps[s].*list) {
        counted_share& sum = sums[(r.*number)[share.of]];
        sum.calls += share.calls;
        sum.time += share.time;
      }
    }
  }
  return sums;
}

op_series::op_series(const version& of, std::size_t ops) : of_(ops) {
  for (const measured_run& r : of.runs) {
    const auto run = static_cast<std::uint32_t>(lengths_.size());
    lengths_.push_back(r.used.size());
    for (std::uint32_t i = 0; i < r.used.size(); ++i)
      for (const step_share& share : r.run->steps[r.used[i]].ops)
        of_[r.op_of[share.of]].push_back({run, i, share.time});
  }
}

std::vector<std::vector<double>> op_series::of_op(std::uint32_t op) const {
  std::vector<std::vector<double>> all;
  for (const std::size_t n : lengths_) all.emplace_back(n, 0.0);
  for (const entry& e : of_[op]) all[e.run][e.step] += static_cast<double>(e.time);
  return all;
}

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_VERSIONS_BODY_HPP
