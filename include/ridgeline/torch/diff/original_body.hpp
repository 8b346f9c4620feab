#ifndef RIDGELINE_TORCH_DIFF_ORIGINAL_BODY_HPP
#define RIDGELINE_TORCH_DIFF_ORIGINAL_BODY_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/sink/csv.hpp>
#include <ridgeline/sink/json_writer.hpp>
#include <ridgeline/table/python_text.hpp>
#include <ridgeline/torch/diff/original.hpp>
#include <ridgeline/torch/diff/original_rows_body.hpp>
#include <ridgeline/torch/tree/gpu_time.hpp>
#include <ridgeline/torch/tree/module_frame.hpp>

namespace ridgeline {

namespace torch_detail {

class original_diff {
 public:
  original_diff(const call_tree& base, const call_tree& next, bool prune)
      : a_(base, names_), b_(next, names_), trees_(original_merge(a_, b_)), prune_(prune) {
    walk();
    order_for_drawing();
  }

  std::vector<diff_file> files() {
    const bool same = identical();
    const rename_table renames = same ? rename_table{} : renamed_ops(rows_);
    std::vector<diff_file> out{{"merged_tree_output.txt", drawing()}, {"diff_stats.csv", stats(same)},
                               {"diff_stats_unique_args_summary.csv", summary(same, renames)}};
    out.push_back({"cpu_op_map.json", map_of_both(same, renames)});
    out.push_back({"cpu_op_map_trace1.json", map_of(false)});
    out.push_back({"cpu_op_map_trace2.json", map_of(true)});
    return out;
  }

 private:
  const diff_side& side(bool next) const { return next ? b_ : a_; }
  std::uint32_t event_of(const merged_node& n, bool next) const { return next ? n.next : n.base; }
  bool on_path(const merged_node& n, bool next) const {
    return known(event_of(n, next)) && side(next).on_path(event_of(n, next));
  }

  /// An event without a name is called by its number.
  static std::string shown_name(const diff_side& s, std::uint32_t event) {
    const std::string_view name = s.name(event);
    return name.empty() ? std::to_string(event) : std::string(name);
  }
  std::string label(const merged_node& n) const {
    if (!known(n.next)) return ">> trace1: " + shown_name(a_, n.base);
    if (!known(n.base)) return "<< trace2: " + shown_name(b_, n.next);
    const std::string x = shown_name(a_, n.base), y = shown_name(b_, n.next);
    return x == y ? x : "combined: " + x + " | " + y;
  }
  /// Orders the children of all nodes as they are drawn: pairs first, then what the first tree has alone, then the
  /// second. Rows are listed in the order of the merge, before.
  void order_for_drawing() {
    const auto kind = [&](std::uint32_t id) {
      const merged_node& n = trees_.nodes[id];
      return n.both() ? 0 : known(n.base) ? 1 : 2;
    };
    for (merged_node& n : trees_.nodes)
      merge_sorted_runs(n.children, [&](std::uint32_t x, std::uint32_t y) { return kind(x) < kind(y); });
  }
  std::string drawing() const {
    std::string out, front;
    struct level {
      std::span<const std::uint32_t> list{};
      std::size_t next = 0;
    };
    std::vector<level> open{{trees_.roots}};
    std::vector<std::size_t> fronts{0};
    while (!open.empty()) {
      level& l = open.back();
      if (l.next == l.list.size()) {
        open.pop_back();
        front.resize(fronts.back());
        fronts.pop_back();
        continue;
      }
      const merged_node& n = trees_.nodes[l.list[l.next++]];
      if (prune_ && open.size() == 1 && !on_path(n, false) && !on_path(n, true)) continue;
      const bool last = l.next == l.list.size();
      out += front + (last ? "└── " : "├── ") + label(n) + "\n";
      if (n.children.empty()) continue;
      fronts.push_back(front.size());
      front += last ? "    " : "│   ";
      open.push_back({n.children});
    }
    return out;
  }

  /// Adds the work of one side under one ancestor. If the ancestor is not a pair on the GPU path, only that side
  /// gives it its name.
  void add_rows(std::uint32_t ancestor, const uids& work, bool next, bool pair_names_it) {
    if (work.empty()) return;
    const diff_side& s = side(next);
    const double busy = busy_time_of(s.tree().trace(), work, s.tree().clock());
    std::string name;
    if (known(ancestor)) {
      const merged_node& n = trees_.nodes[ancestor];
      const bool base_too = known(n.base) && (pair_names_it || !next);
      const bool next_too = known(n.next) && (pair_names_it || next);
      const std::string x = base_too ? without_lines(shown_name(a_, n.base)) : "";
      const std::string y = next_too ? without_lines(shown_name(b_, n.next)) : "";
      name = x.empty() ? y : y.empty() || x == y ? x : x + " | " + y;
    }
    for (const std::uint32_t w : work) {
      const std::uint32_t op = s.op_above(w);
      if (!known(op)) continue;
      diff_row r;
      r.name = s.name(w), r.op = shown_name(s, op), r.op_uid = op, r.next = next;
      const op_arguments& args = s.tree().trace().arguments(s.event(op));
      const auto text = [&](symbol from, std::string& to) {
        if (known(from)) append_python(to, s.tree().trace().text(from), python_list::tuple);
      };
      text(args.input_dims, r.dims), text(args.input_strides, r.strides);
      text(args.input_types, r.types), text(args.concrete_inputs, r.concrete);
      r.time = s.tree().trace().length_us(s.event(w));
      r.busy = std::nearbyint(busy * 1000) / 1000;
      r.ancestor = name, r.ancestor_id = ancestor, r.work = w;
      modules(s, op, r);
      rows_.push_back(std::move(r));
    }
  }
  static void modules(const diff_side& s, std::uint32_t op, diff_row& r) {
    std::vector<std::string> stack;
    constexpr std::size_t most = 1000;
    for (std::uint32_t up = s.tree().parent_of(op); known(up) && stack.size() < most; up = s.tree().parent_of(up)) {
      const std::string_view name = s.name(up);
      if (s.event(up).category == kineto_category::python_function && name.starts_with("nn.Module:"))
        stack.emplace_back(without_instance(name));
    }
    if (stack.empty()) stack.emplace_back("root");
    r.module = stack.front();
    for (std::size_t i = stack.size(); i-- > 0;) r.stack += (r.stack.empty() ? "" : ";") + stack[i];
  }

  /// Lists under each pair its children that exist on one side only, and the pair itself if it is GPU work. What is met
  /// on one side only otherwise is listed with the work below it, so a work of its own below such a pair is not.
  void walk() {
    struct visit {
      std::uint32_t id, parent;
    };
    std::vector<visit> open;
    for (std::size_t i = trees_.roots.size(); i-- > 0;) open.push_back({trees_.roots[i], missing<std::uint32_t>});
    std::vector<bool> done(trees_.nodes.size());
    while (!open.empty()) {
      const auto [id, parent] = open.back();
      open.pop_back();
      if (done[id]) continue;
      done[id] = true;
      const merged_node& n = trees_.nodes[id];
      if (!n.both()) {
        const bool next = known(n.next);
        if (!side(next).is_work(event_of(n, next)))
          add_rows(parent, side(next).work_below(event_of(n, next)), next, false);
        continue;
      }
      const bool path_a = on_path(n, false), path_b = on_path(n, true);
      if (path_a && path_b) list_pair(id, done);
      if (!path_a && !path_b) continue;
      for (std::size_t i = n.children.size(); i-- > 0;) open.push_back({n.children[i], id});
    }
  }
  /// The rows of a pair on the GPU path: work below its children without a partner, and itself. Fills count for nobody.
  void list_pair(std::uint32_t id, std::vector<bool>& done) {
    const merged_node& n = trees_.nodes[id];
    bool any = a_.is_kernel_or_copy(n.base) && b_.is_kernel_or_copy(n.next);
    uids work[2];
    for (const std::uint32_t c : n.children) {
      const merged_node& child = trees_.nodes[c];
      if (child.both()) continue;
      const bool next = known(child.next);
      if (!on_path(child, next)) continue;
      any = true;
      done[c] = true;
      const std::uint32_t event = event_of(child, next);
      if (side(next).is_work(event) && !side(next).is_kernel_or_copy(event)) continue;
      const uids below = side(next).work_below(event);
      work[next ? 1 : 0].insert(work[next ? 1 : 0].end(), below.begin(), below.end());
    }
    if (!any) return;
    for (const bool next : {false, true}) {
      const std::uint32_t event = event_of(n, next);
      if (side(next).is_kernel_or_copy(event)) work[next ? 1 : 0].push_back(event);
      add_rows(id, work[next ? 1 : 0], next, true);
    }
  }

  static auto shown(const diff_row& r) {
    return std::tie(r.name, r.op, r.op_uid, r.dims, r.strides, r.types, r.concrete, r.time, r.busy, r.ancestor,
                    r.ancestor_id, r.work, r.stack, r.module);
  }
  bool identical() const {
    std::vector<const diff_row*> sides[2];
    for (const diff_row& r : rows_) sides[r.next ? 1 : 0].push_back(&r);
    return sides[0].size() == sides[1].size() && !rows_.empty() &&
           std::equal(sides[0].begin(), sides[0].end(), sides[1].begin(),
                      [](const diff_row* x, const diff_row* y) { return shown(*x) == shown(*y); });
  }

  /// Appends a cell to a CSV line.
  static void add_cell(std::string& line, std::string_view text) {
    if (!line.empty() && line.back() != '\n') line += ',';
    append_csv_text(line, text);
  }
  static std::string real(double v) {
    std::string text;
    append_python_real(text, v);
    return text;
  }
  static std::string id_of(const diff_row& r) { return known(r.ancestor_id) ? std::to_string(r.ancestor_id) : ""; }

  std::string stats(bool same) const {
    std::string out = "name,cpu_op_name,cpu_op_uid,";
    out += same ? "" : "source,";
    out += "Input Dims,Input Strides,Input type,Concrete Inputs,kernel_time,busy_time,lowest_common_ancestor_name,"
           "lowest_common_ancestor_id,gpu_op_uid,nn_module_stack,nn_module_parent\n";
    for (const diff_row& r : rows_) {
      if (same && r.next) continue;
      std::string line;
      append_csv_text(line, r.name);
      add_cell(line, r.op);
      add_cell(line, std::to_string(r.op_uid));
      if (!same) add_cell(line, r.next ? "trace2" : "trace1");
      for (const std::string* text : {&r.dims, &r.strides, &r.types, &r.concrete}) add_cell(line, *text);
      add_cell(line, real(r.time));
      add_cell(line, real(r.busy));
      add_cell(line, r.ancestor);
      add_cell(line, id_of(r));
      add_cell(line, std::to_string(r.work));
      add_cell(line, r.stack);
      add_cell(line, r.module);
      out += line + "\n";
    }
    return out;
  }

  std::string summary(bool same, const rename_table& renames) const {
    struct group {
      std::string keys{};
      std::string name{}, rest{};
      std::size_t count = 0;
      double sum = 0;
    };
    std::map<std::string, group> groups;
    for (const diff_row& r : rows_) {
      if (same && r.next) continue;
      const auto renamed = renames.find(r.op);
      std::string rest;
      append_csv_text(rest, renamed == renames.end() ? r.op : renamed->second);
      add_cell(rest, std::to_string(r.op_uid));
      if (!same) add_cell(rest, r.next ? "trace2" : "trace1");
      for (const std::string* text : {&r.dims, &r.strides, &r.types, &r.concrete}) add_cell(rest, *text);
      add_cell(rest, real(r.busy));
      add_cell(rest, r.ancestor);
      add_cell(rest, r.stack);
      add_cell(rest, unblanked(r.module));
      group& g = groups[r.name + '\x1F' + rest];
      if (g.count++ == 0) g.name = r.name, g.rest = rest, g.keys = r.name + '\x1F' + rest;
      g.sum += r.time;
    }
    std::vector<group> list;
    for (auto& [key, g] : groups) list.push_back(std::move(g));
    list = std::move(list) | sort_by(desc(&group::sum), &group::keys);
    std::string out = "name,operation_count,cpu_op_name,cpu_op_uid,";
    out += same ? "" : "source,";
    out += "Input Dims,Input Strides,Input type,Concrete Inputs,busy_time,lowest_common_ancestor_name,nn_module_stack,"
           "nn_module_parent,kernel_time_mean,kernel_time_sum\n";
    for (const group& g : list) {
      std::string line;
      append_csv_text(line, g.name);
      line += "," + std::to_string(g.count) + "," + g.rest;
      add_cell(line, real(g.sum / static_cast<double>(g.count)));
      add_cell(line, real(g.sum));
      out += line + "\n";
    }
    return out;
  }

  std::string map_of(bool next) const {
    std::map<std::string, std::set<std::string>> ops;
    for (const diff_row& r : rows_)
      if (r.next == next) ops[r.op].insert(r.name);
    return written([&](json_writer& json) {
      for (const auto& [op, kernels] : ops)
        json.key(op).list(kernels, [&](const std::string& k) { json.value(k); });
    });
  }
  std::string map_of_both(bool same, const rename_table& renames) const {
    struct entry {
      std::set<std::string> kernels{}, modules{};
    };
    std::vector<std::string> order;
    std::map<std::string, entry> ops[2];
    for (const diff_row& r : rows_) {
      if (same && r.next) continue;
      const auto found = renames.find(r.op);
      const std::string& op = found == renames.end() ? r.op : found->second;
      if (std::find(order.begin(), order.end(), op) == order.end()) order.push_back(op);
      entry& e = ops[r.next ? 1 : 0][op];
      e.kernels.insert(r.name);
      e.modules.insert(unblanked(r.module));
    }
    const auto write = [](json_writer& json, const entry& e) {
      json.key("kernels").list(e.kernels, [&](const std::string& k) { json.value(k); });
      json.key("nn_module_parents").list(e.modules, [&](const std::string& m) { json.value(m); });
    };
    return written([&](json_writer& json) {
      for (const std::string& op : order)
        json.key(op).object([&] {
          if (same) return write(json, ops[0][op]);
          for (const bool next : {false, true})
            if (const auto e = ops[next ? 1 : 0].find(op); e != ops[next ? 1 : 0].end())
              json.key(next ? "trace2" : "trace1").object([&] { write(json, e->second); });
        });
    });
  }
  template <class Body>
  static std::string written(Body body) {
    string_output out;
    {
      json_writer json(out);
      json.object([&] { body(json); });
    }
    return out.text() + "\n";
  }

  diff_names names_{};
  diff_side a_, b_;
  merged_trees trees_;
  std::vector<diff_row> rows_{};
  bool prune_;
};

}  // namespace torch_detail

std::vector<diff_file> original_trace_diff(const call_tree& base, const call_tree& next, bool prune) {
  return torch_detail::original_diff(base, next, prune).files();
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_DIFF_ORIGINAL_BODY_HPP
