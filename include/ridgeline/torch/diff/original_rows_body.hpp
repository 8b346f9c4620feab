#ifndef RIDGELINE_TORCH_DIFF_ORIGINAL_ROWS_BODY_HPP
#define RIDGELINE_TORCH_DIFF_ORIGINAL_ROWS_BODY_HPP

/// The rows of the original's diff, and the names it uses for ops of both traces.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/missing.hpp>

namespace ridgeline::torch_detail {

using uids = std::vector<std::uint32_t>;

/// A piece of GPU work that the diff lists: all columns of `diff_stats.csv` as text except for times.
struct diff_row {
  std::string name{}, op{};
  std::uint32_t op_uid = 0;
  bool next = false;  // it is from the second trace
  std::string dims{}, strides{}, types{}, concrete{};
  double time = 0, busy = 0;
  std::string ancestor{};
  std::uint32_t ancestor_id = missing<std::uint32_t>;
  std::uint32_t work = 0;
  std::string stack{}, module{};
};

/// Turns `model.py(13): forward` into `model.py: forward`.
inline std::string without_lines(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    std::size_t end = i + 1;
    while (name[i] == '(' && end < name.size() && name[end] >= '0' && name[end] <= '9') ++end;
    if (end > i + 1 && end < name.size() && name[end] == ')') i = end;
    else out += name[i];
  }
  return out;
}

/// The names of ops in the map of both traces.
using rename_table = std::map<std::string, std::string>;

inline std::string unblanked(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (c != ' ') out += c;
  return out;
}

/// A common name for two ops, one per trace, that correspond to each other; empty if there is none. `of_x` and `of_y`
/// are the modules that they are in.
inline std::string common_name(const std::string& x, const std::set<std::string>& of_x, const std::string& y,
                               const std::set<std::string>& of_y) {
  const auto last = [](const std::string& s) {
    const std::size_t at = s.rfind("::");
    return at == s.npos ? s : s.substr(at + 2);
  };
  const std::string p = last(x), q = last(y);
  if (p == q || p.find(q) != p.npos || q.find(p) != q.npos) return p.size() <= q.size() ? p : q;
  if (p.substr(0, 20) == q.substr(0, 20)) return p + "/" + q;
  if (of_x.size() == 1 && of_x == of_y) return unblanked(*of_x.begin());
  return {};
}
/// By the ancestors' first rows, so that a later name of an op replaces an earlier one. The modules of an op are those
/// of the second trace if that has it, whichever trace it is from.
inline rename_table renamed_ops(const std::vector<diff_row>& rows) {
  struct ops {
    std::vector<std::string> of[2]{};
  };
  std::vector<std::uint32_t> order;
  std::map<std::uint32_t, ops> by_ancestor;
  std::map<std::string, std::set<std::string>> modules[2];
  for (const diff_row& r : rows) {
    modules[r.next ? 1 : 0][r.op].insert(r.module);
    if (!known(r.ancestor_id)) continue;
    if (by_ancestor.find(r.ancestor_id) == by_ancestor.end()) order.push_back(r.ancestor_id);
    std::vector<std::string>& list = by_ancestor[r.ancestor_id].of[r.next ? 1 : 0];
    if (std::find(list.begin(), list.end(), r.op) == list.end()) list.push_back(r.op);
  }
  rename_table names;
  const auto modules_of = [&](const std::string& op) -> const std::set<std::string>& {
    return modules[modules[1].contains(op) ? 1 : 0][op];
  };
  const auto unite = [&](const std::string& x, const std::string& y) {
    if (x == y) return true;
    const std::string name = common_name(x, modules_of(x), y, modules_of(y));
    if (name.empty()) return false;
    names[x] = names[y] = name;
    return true;
  };
  std::set<std::string> seen;  // names in either trace
  for (const std::uint32_t id : order) {
    ops o = by_ancestor[id];
    if (o.of[0].empty() || o.of[1].empty()) continue;
    bool fresh = false;
    for (const bool next : {false, true})
      for (const std::string& op : o.of[next ? 1 : 0]) fresh = seen.insert(op).second || fresh;
    if (!fresh) continue;
    if (o.of[0].size() == o.of[1].size()) {
      for (std::size_t i = 0; i < o.of[0].size(); ++i) unite(o.of[0][i], o.of[1][i]);
      continue;
    }
    std::vector<std::string> x, y;
    for (const std::string& op : o.of[0])
      if (std::find(o.of[1].begin(), o.of[1].end(), op) == o.of[1].end()) x.push_back(op);
    for (const std::string& op : o.of[1])
      if (std::find(o.of[0].begin(), o.of[0].end(), op) == o.of[0].end()) y.push_back(op);
    for (const std::string& op : x) {
      const auto other = std::find_if(y.begin(), y.end(), [&](const std::string& of_y) { return unite(op, of_y); });
      if (other != y.end()) y.erase(other);  // corresponds to one op only
    }
  }
  return names;
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_DIFF_ORIGINAL_ROWS_BODY_HPP
