#ifndef RIDGELINE_GPU_READ_ROCPD_TABLES_HPP
#define RIDGELINE_GPU_READ_ROCPD_TABLES_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/missing.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/read/sqlite.hpp>

/// Tables of a rocpd database, which has one set for each process.
namespace ridgeline::gpu_detail {

/// The rows of one table by number and process.
template <class Row>
class rows_by_id {
 public:
  void add(std::uint32_t guid, std::int64_t id, Row row) {
    if (known(id) && ids_.number({guid, id}) == rows_.size()) rows_.push_back(std::move(row));
  }
  /// Null if there is none. After a lookup, nothing may be added any more.
  const Row* find(std::uint32_t guid, std::int64_t id) {
    if (!known(id)) return nullptr;
    const std::uint32_t n = ids_.number({guid, id});
    return n < rows_.size() ? &rows_[n] : nullptr;
  }

 private:
  struct key {
    std::int64_t guid, id;
  };
  distinct<key> ids_{};
  std::vector<Row> rows_{};
};

/// Whether `name` is `table` followed by a process id: `rocpd_event_00000000_0000_7000_8000_0000000002bc`.
inline bool is_of_process(std::string_view name, std::string_view table) {
  if (!core_detail::stands_at(name, 0, table)) return false;
  name.remove_prefix(table.size());
  constexpr std::string_view form = "_xxxxxxxx_xxxx_xxxx_xxxx_xxxxxxxxxxxx";
  if (name.size() != form.size()) return false;
  for (std::size_t i = 0; i < form.size(); ++i) {
    const char c = name[i];
    const bool hex = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    if (form[i] == '_' ? c != '_' : !hex) return false;
  }
  return true;
}

/// The relations that contain a table: the view over all processes, otherwise each process's table.
inline std::vector<std::string> rocpd_relations(const sqlite_file& base, std::string_view table) {
  if (base.has(table)) return {std::string(table)};
  std::vector<std::string> found;
  for (const std::string& name : base.tables())
    if (is_of_process(name, table)) found.push_back(name);
  return found;
}

}  // namespace ridgeline::gpu_detail

#endif  // RIDGELINE_GPU_READ_ROCPD_TABLES_HPP
