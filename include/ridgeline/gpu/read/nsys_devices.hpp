#ifndef RIDGELINE_GPU_READ_NSYS_DEVICES_HPP
#define RIDGELINE_GPU_READ_NSYS_DEVICES_HPP

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/gpu/read/database_rows.hpp>
#include <ridgeline/gpu/read/placed_devices.hpp>
#include <ridgeline/gpu/read/unnamed.hpp>
#include <ridgeline/query/distinct.hpp>

/// Numbered texts and devices of a Nsight Systems export; only for use in bodies.
namespace ridgeline::gpu_detail {

/// What a table is called in a file: by its name, or if none has it, by the name with a version, `NVTX_EVENTS_V3`.
inline std::string_view nsys_table(const sqlite_file& base, std::string_view name) {
  if (base.has(name)) return name;
  std::string_view found = name;
  for (const std::string_view table : base.tables())
    if (table.size() > name.size() + 2 && core_detail::stands_at(table, 0, name) &&
        core_detail::stands_at(table, name.size(), "_V") &&
        table.find_first_not_of("0123456789", name.size() + 2) == table.npos)
      found = table;
  return found;
}

template <fixed_string Table>
struct nsys_rows : field_rows<nsys_fields, Table> {
  nsys_rows(const sqlite_file& base, gpu_problems& problems)
      : field_rows<nsys_fields, Table>(base, problems, nsys_table(base, text_of<Table>)) {}
};

/// Texts referenced by number. A missing one is named after what it belongs to: `kernel 12`.
class numbered_texts {
 public:
  explicit numbered_texts(gpu_trace& trace) : trace_(trace) {}

  void add(std::int64_t id, std::string_view text) {
    if (ids_.number(id) == texts_.size()) texts_.push_back({store_.copy(text), missing<symbol>});
  }
  bool has(std::int64_t id) { return ids_.number(id) < texts_.size(); }
  symbol of(std::int64_t id, std::string_view what) {
    const std::uint32_t n = ids_.number(id);
    if (n < texts_.size()) {
      if (!known(texts_[n].kept)) texts_[n].kept = trace_.texts.keep(texts_[n].text);
      return texts_[n].kept;
    }
    return unnamed(trace_, what, id);
  }

 private:
  struct entry {
    std::string_view text;
    symbol kept;
  };
  gpu_trace& trace_;
  distinct<std::int64_t> ids_{};
  std::vector<entry> texts_{};
  text_store store_{};
};

/// The process part of an id that combines hardware, machine, process and thread.
inline std::int64_t nsys_process(std::int64_t global) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(global) >> 24);
}

/// The devices of an export. CUDA numbers only the devices a process can see, so two processes may use the same number
/// for different GPUs; `TARGET_INFO_CUDA_DEVICE` tells them apart.
class nsys_devices {
 public:
  nsys_devices(const sqlite_file& base, gpu_trace& trace, numbered_texts& strings)
      : base_(base), trace_(trace), strings_(strings) {}

  /// The place of the device that a process (as returned by `nsys_process`) refers to by a number. If the process is
  /// missing, `finish` decides which device that is.
  std::int64_t place(std::int64_t process, std::int64_t number) {
    if (!known(number)) return number;
    if (!read_) read();
    const std::uint32_t n = keys_.number({process, number});
    if (n < found_.size()) return found_[n];
    if (!known(process)) return found_.emplace_back(place_without_process(number, {}));
    if (!known(first_process_)) first_process_ = process;
    one_machine_ = one_machine_ && machine_of(process) == machine_of(first_process_);
    return found_.emplace_back(find(process, number));
  }

  /// Assigns final numbers and names, once all work has been read.
  void finish() {
    place_work_without_process();
    places_.number_devices(trace_);
  }

 private:
  struct key {
    std::int64_t process, number;
  };
  struct gpu {
    std::int64_t machine = missing<std::int64_t>, id = missing<std::int64_t>, cuda = missing<std::int64_t>;
    std::string unique{}, name{};
  };

  void read() {
    read_ = true;
    for (nsys_rows<"TARGET_INFO_GPU"> r(base_, trace_.problems); r.next();) {
      gpu g;
      g.id = r.number<"id">(), g.cuda = r.number<"cuDevice">();
      const std::int64_t machine = r.number<"vmId">();
      if (known(machine)) g.machine = machine_of(nsys_process(machine));
      if (r.is_text<"uuid">()) g.unique = r.text<"uuid">();
      if (r.is_text<"name">() || !r.given<"name">()) g.name = r.text<"name">();
      else if (const std::int64_t text = r.number<"name">(); strings_.has(text))
        g.name = trace_.text(strings_.of(text, ""));
      if (r.good()) gpus_.push_back(std::move(g));
    }
    for (nsys_rows<"TARGET_INFO_CUDA_DEVICE"> r(base_, trace_.problems); r.next();) {
      const std::int64_t pid = r.number<"pid">(), number = r.number<"cudaId">();
      gpu g;
      g.id = r.number<"gpuId">();
      if (r.is_text<"uuid">()) g.unique = r.text<"uuid">();
      if (r.good() && known(pid) && known(number) && seen_keys_.number({pid, number}) == seen_.size())
        seen_.push_back(std::move(g));
    }
  }

  static std::int64_t machine_of(std::int64_t process) { return process >> 24; }

  std::int64_t place_without_process(std::int64_t number, std::string_view name) {
    return places_.place(device_identity("no process", {}, number), number, missing<std::int64_t>, name);
  }

  /// Work of unknown processes ran on the device that all known processes mean by its number; if these disagree or none
  /// uses it, on a device of its own.
  void place_work_without_process() {
    std::map<std::int64_t, std::set<std::int64_t>> meant;  // places, by number
    for (std::size_t i = 0; i < found_.size(); ++i)
      if (known(keys_.keys()[i].process)) meant[keys_.keys()[i].number].insert(found_[i]);
    std::map<std::int64_t, std::int64_t> moved;
    for (std::size_t i = 0; i < found_.size(); ++i) {
      const auto [process, number] = keys_.keys()[i];
      if (known(process)) continue;
      if (const auto at = meant.find(number); at != meant.end() && at->second.size() == 1)
        moved.emplace(found_[i], *at->second.begin());
      else place_without_process(number, name_of(missing<std::int64_t>, number, nullptr));
    }
    if (moved.empty()) return;
    for (gpu_work_item& w : trace_.work)
      if (const auto at = moved.find(w.device); at != moved.end()) w.device = at->second;
  }

  std::int64_t find(std::int64_t process, std::int64_t number) {
    const std::uint32_t n = seen_keys_.number({process & 0xFFFFFF, number});
    const gpu* const stated = n < seen_.size() ? &seen_[n] : nullptr;
    const std::int64_t machine = machine_of(process);
    const std::string_view name = name_of(machine, number, stated);
    const std::string here = std::to_string(machine);
    if (stated == nullptr) return places_.place(device_identity(here, {}, number), number, missing<std::int64_t>, name);
    const std::string unique = stated->unique.empty() ? "gpu " + std::to_string(stated->id) : stated->unique;
    return places_.place(device_identity(here, unique, number), number, stated->id, name);
  }
  /// Searches the GPUs of that machine; those of any machine if all work seen so far is from one.
  std::string_view name_of(std::int64_t machine, std::int64_t number, const gpu* stated) const {
    for (const bool exactly : {true, false}) {
      if (!exactly && !one_machine_) break;
      for (const gpu& g : gpus_) {
        if (exactly && known(g.machine) && g.machine != machine) continue;
        const bool is = stated == nullptr   ? (known(g.cuda) ? g.cuda : g.id) == number
                        : known(stated->id) ? g.id == stated->id
                                          : !g.unique.empty() && g.unique == stated->unique;
        if (is) return g.name;
      }
    }
    return {};
  }

  const sqlite_file& base_;
  gpu_trace& trace_;
  numbered_texts& strings_;
  placed_devices places_{};
  std::vector<gpu> gpus_{}, seen_{};       ///< as listed by the machine; as seen by processes
  distinct<key> seen_keys_{}, keys_{};     ///< for `seen_`, by the system's process number; for `found_`
  std::vector<std::int64_t> found_{};
  std::int64_t first_process_ = missing<std::int64_t>;
  bool read_ = false, one_machine_ = true;  ///< `one_machine_`: all work seen so far is from one
};

}  // namespace ridgeline::gpu_detail

#endif  // RIDGELINE_GPU_READ_NSYS_DEVICES_HPP
