#ifndef RIDGELINE_GPU_READ_ROCPD_TABLES_HPP
#define RIDGELINE_GPU_READ_ROCPD_TABLES_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/gpu/read/numbered_things.hpp>
#include <ridgeline/read/sqlite.hpp>

/// Tables of a rocpd database, which has one set for each process.
namespace ridgeline::gpu_detail {

/// The rows of one table by number and process.
template <class Row>
using rows_by_id = numbered_things<Row, number_in_process>;

/// Whether `name` is `table` followed by a process id: `rocpd_event_00000000_0000_7000_8000_0000000002bc`.
inline bool is_of_process(std::string_view name, std::string_view table) {
  if (!core_detail::stands_at(name, 0, table)) return false;
  name.remove_prefix(table.size());
  constexpr std::string_view form = "_xxxxxxxx_xxxx_xxxx_xxxx_xxxxxxxxxxxx";
  if (name.size() != form.size()) return false;
  for (std::size_t i = 0; i < form.size(); ++i)
    if (form[i] == '_' ? name[i] != '_' : core_detail::hex_digit(name[i]) < 0) return false;
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
