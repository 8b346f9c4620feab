#ifndef RIDGELINE_TT_READ_TRACY_OP_JSON_BODY_HPP
#define RIDGELINE_TT_READ_TRACY_OP_JSON_BODY_HPP

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/read/json_cursor.hpp>
#include <ridgeline/read/json_text.hpp>
#include <ridgeline/read/number.hpp>
#include <ridgeline/table/python_text.hpp>
#include <ridgeline/tt/read/tracy_op_json.hpp>

namespace ridgeline {

namespace tt_detail::tt_tracy {

/// Parses one op's JSON from front to back. Each step returns false if the text is invalid.
class op_json_reader {
 public:
  op_json_reader(std::string_view json, text_pool& texts)
      : at_{json.data(), json.data() + json.size()}, texts_(texts) {}

  bool read(tt_tracy_op_json& op) {
    at_.skip_blanks();
    if (!at_.next_is('{')) return false;
    op.program.whole = true;
    return members([&](std::string_view key) { return member(key, op); });
  }
  /// Joins inputs and, after them, optional inputs, which may come first in the text.
  void join_inputs(tt_tracy_program& p) {
    p.inputs = std::move(inputs_);
    p.inputs.insert(p.inputs.end(), optional_inputs_.begin(), optional_inputs_.end());
  }

 private:
  bool member(std::string_view key, tt_tracy_op_json& op) {
    tt_tracy_program& p = op.program;
    if (key == "global_call_count") return whole(op.id);
    if (key == "device_id") return whole(op.device);
    if (key == "op_hash") return whole(p.hash);
    if (key == "op_code") return text(p.code);
    if (key == "op_type") return text(p.type);
    if (key == "parallelization_strategy") return text(p.strategy);
    if (key == "attributes") return attributes(p);
    if (key == "input_tensors") return op.has_inputs = true, tensors(inputs_, op);
    if (key == "optional_input_tensors") return op.has_inputs = true, tensors(optional_inputs_, op);
    if (key == "output_tensors") return op.has_outputs = true, tensors(p.outputs, op);
    if (key == "input_tensors_original_count" || key == "output_tensors_original_count")
      return op.is_shortened = true, at_.skip_value();
    if (key == "kernel_info") return members([&](std::string_view k) { return kernels(k, op); });
    if (key == "performance_model") return members([&](std::string_view k) { return model(k, p); });
    if (key == "program_cache_hit") {
      const std::string_view word = scalar();
      op.cache_hit = word == "true" || word == "1" ? 1 : word == "false" || word == "0" ? 0 : -1;
      return !word.empty() || at_.skip_value();
    }
    return at_.skip_value();
  }

  /// Calls `each(key)` for the members of the object that comes next; skips any other value.
  template <class Each>
  bool members(Each&& each) {
    if (!at_.next_is('{')) return at_.skip_value();
    at_.take('{');
    at_.skip_blanks();
    if (at_.take('}')) return true;
    for (bool closed = false;;) {
      json_string key;
      if (!at_.key(key) || !each(key.raw)) return false;
      if (!at_.another('}', closed)) return closed;
    }
  }
  /// The same for the elements of an array.
  template <class Each>
  bool elements(Each&& each) {
    if (!at_.next_is('[')) return at_.skip_value();
    at_.take('[');
    at_.skip_blanks();
    if (at_.take(']')) return true;
    for (bool closed = false;;) {
      if (!each()) return false;
      if (!at_.another(']', closed)) return closed;
    }
  }

  /// The next value as spelled, if it is a number or bare word; empty for any other value, which is not consumed.
  std::string_view scalar() {
    if (at_.next_is('"') || at_.next_is('{') || at_.next_is('[')) return {};
    return at_.word();
  }
  template <class Int>
  bool whole(std::optional<Int>& out) {
    const std::string_view word = scalar();
    if (word.empty()) return at_.skip_value();
    Int value = 0;
    const auto done = std::from_chars(word.data(), word.data() + word.size(), value);
    if (done.ec == std::errc{} && done.ptr == word.data() + word.size()) out = value;
    return true;
  }
  bool real(double& out) {
    const std::string_view word = scalar();
    if (word.empty()) return at_.skip_value();
    out = to_double(word).value_or(missing<double>);
    return true;
  }
  /// Reads the next string into `scratch_`.
  bool string() {
    json_string s;
    if (!at_.string(s)) return false;
    scratch_.clear();
    append_text(scratch_, s.raw);
    return true;
  }
  /// A string, or a number as spelled; `tt_null_text` for null, and empty for anything else.
  bool text(std::string_view& out) {
    if (at_.next_is('"')) {
      if (!string()) return false;
      out = keep(scratch_);
      return true;
    }
    const std::string_view word = scalar();
    if (word.empty()) return at_.skip_value();
    out = word == "null" ? tt_null_text : keep(std::string(word));
    return true;
  }
  /// Stores a text for the report, whose cells must not contain commas.
  std::string_view keep(std::string text) {
    std::replace(text.begin(), text.end(), ',', ';');
    return texts_.keep(text);
  }

  bool attributes(tt_tracy_program& p) {
    if (at_.next_is('"')) return text(p.attributes);
    const char* const from = at_.at;
    if (!at_.skip_value()) return false;
    const std::string_view raw(from, static_cast<std::size_t>(at_.at - from));
    if (raw == "null") return p.attributes = tt_null_text, true;
    constexpr int deepest = 64;
    std::string compact, python;
    json_repairs repairs;
    if (append_compact(compact, raw, deepest, repairs)) append_python(python, compact, python_list::list);
    p.attributes = keep(python.empty() ? std::string(raw) : python);
    return true;
  }

  bool tensors(std::vector<tt_tracy_tensor>& out, tt_tracy_op_json& op) {
    return elements([&] {
      tt_tracy_tensor& t = out.emplace_back();
      return members([&](std::string_view key) {
        if (key == "layout") return text(t.layout);
        if (key == "dtype") return text(t.type);
        if (key == "storage_type") return storage(t.memory);
        if (key != "shape") return at_.skip_value();
        return members([&](std::string_view extent) {
          constexpr std::string_view order = "WZYX";
          const std::size_t place = extent.size() == 1 ? order.find(extent[0]) : std::string_view::npos;
          if (place == std::string_view::npos) return at_.skip_value();
          op.padded_shapes = op.padded_shapes || at_.next_is('"');
          return text(t.extents[place]);
        });
      });
    });
  }

  bool storage(std::string_view& out) {
    if (!at_.next_is('{')) return text(out);
    std::string_view device, buffer, layout;
    const bool read = members([&](std::string_view key) {
      if (key == "device_id") return text(device);
      if (key != "memory_config") return at_.skip_value();
      return members([&](std::string_view k) {
        return k == "buffer_type" ? text(buffer) : k == "memory_layout" ? text(layout) : at_.skip_value();
      });
    });
    if (!read) return false;
    std::string memory = "DEV";
    for (const std::string_view part : {device, buffer, layout}) {
      memory += '_';
      if (!is_null_text(part)) memory += part;
    }
    out = keep(core_detail::upper_case(std::move(memory)));
    return true;
  }

  bool kernels(std::string_view kind, tt_tracy_op_json& op) {
    tt_tracy_program& p = op.program;
    if (kind == "compute_kernels") return kernel_list(p.compute_sources, p.compute_names, &p.fidelity, op);
    if (kind == "datamovement_kernels") return kernel_list(p.data_sources, p.data_names, nullptr, op);
    if (kind != "kernel_sizes") return at_.skip_value();
    op.kernel_sizes = true;
    return members([&](std::string_view key) {
      std::optional<std::int64_t> size;
      if (!whole(size)) return false;
      const std::size_t place = processor_of(key);
      if (size && *size >= 0 && place < p.kernel_sizes.size()) p.kernel_sizes[place] = *size;
      return true;
    });
  }
  /// The index in `tt_kernel_processors` of a member of the kernel sizes: `TENSIX_DM_0_max_kernel_size`,
  /// `trisc_0_max_kernel_size`.
  static std::size_t processor_of(std::string_view key) {
    constexpr std::string_view tail = "_max_kernel_size";
    if (!key.ends_with(tail)) return tt_kernel_processors.size();
    key.remove_suffix(tail.size());
    const auto is = [&](std::string_view name) {
      const auto equal = [](char a, char b) {
        return (a == '_' ? ' ' : core_detail::upper_letter(a)) == b;
      };
      return std::equal(key.begin(), key.end(), name.begin(), name.end(), equal);
    };
    for (std::size_t i = 0; i < tt_kernel_riscs.size(); ++i)  // in the order of their later processor names
      if (is(tt_kernel_riscs[i])) return i;
    return static_cast<std::size_t>(std::find_if(tt_kernel_processors.begin(), tt_kernel_processors.end(), is) -
                                    tt_kernel_processors.begin());
  }
  bool kernel_list(std::string_view& sources, std::string_view& names, std::string_view* fidelity,
                   tt_tracy_op_json& op) {
    std::string all_sources = "[", all_names = "[";
    const auto add = [&](std::string& list) {
      if (!at_.next_is('"')) return at_.skip_value();
      if (!string()) return false;
      if (list.size() > 1) list += ", ";
      append_python_text(list, scratch_);
      return true;
    };
    const bool read = elements([&] {
      return members([&](std::string_view key) {
        op.kernel_paths = op.kernel_paths || key == "path";
        if (key == "source" || key == "path") return add(all_sources);
        if (key == "name") return add(all_names);
        if (key == "math_fidelity" && fidelity != nullptr) return text(*fidelity);
        return at_.skip_value();
      });
    });
    sources = keep(all_sources + "]");
    names = keep(all_names + "]");
    return read;
  }

  bool model(std::string_view key, tt_tracy_program& p) {
    if (key == "ideal_ns") return real(p.ideal);
    if (key == "compute_ns") return real(p.compute);
    if (key == "bandwidth_ns") return real(p.bandwidth);
    if (key == "input_bws") return rates(p.input_rates);
    if (key == "output_bws") return rates(p.output_rates);
    return at_.skip_value();
  }
  /// A list of numbers; real numbers are written as the shortest text, as Python prints them.
  bool rates(std::string_view& out) {
    if (!at_.next_is('[')) return at_.skip_value();
    std::string list = "[";
    const bool read = elements([&] {
      if (list.size() > 1) list += ", ";
      const std::string_view word = scalar();
      if (word.empty()) return at_.skip_value();
      const std::optional<double> value = to_double(word);
      if (value && word.find_first_of(".eE") != std::string_view::npos) {
        append_python_real(list, *value);
      } else {
        list += word == "null" ? "None" : word;
      }
      return true;
    });
    out = keep(list + "]");
    return read;
  }

  json_cursor at_;
  text_pool& texts_;
  std::string scratch_{};
  std::vector<tt_tracy_tensor> inputs_{}, optional_inputs_{};
};

}  // namespace tt_detail::tt_tracy

std::optional<tt_tracy_op_json> read_tt_tracy_op_json(std::string_view json, text_pool& texts) {
  tt_tracy_op_json op;
  tt_detail::tt_tracy::op_json_reader reader(json, texts);
  if (!reader.read(op)) return std::nullopt;
  reader.join_inputs(op.program);
  return op;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_TRACY_OP_JSON_BODY_HPP
