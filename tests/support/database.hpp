#ifndef RIDGELINE_TESTS_SUPPORT_DATABASE_HPP
#define RIDGELINE_TESTS_SUPPORT_DATABASE_HPP

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/sink/sqlite.hpp>

#include "tests/support/temporary.hpp"

namespace test {

/// Builds a database table by table. Texts are kept until the end.
class database {
 public:
  using value = ridgeline::cell;
  static value number(std::int64_t n) { return ridgeline::cell::of(n); }
  static value text(std::string_view t) { return ridgeline::cell::of(t); }
  static value null() { return {}; }

  database& table(std::string name, std::vector<std::string> titles, std::vector<std::vector<value>> rows) {
    tables_.push_back(ridgeline::table::of_cells(std::move(name), std::move(titles), std::move(rows)));
    return *this;
  }
  database& view(std::string name, std::string select) {
    more_.views.push_back({std::move(name), std::move(select)});
    return *this;
  }
  /// Its bytes; empty when it cannot be written.
  std::string bytes() const {
    const temporary_folder folder;
    if (ridgeline::write_sqlite(folder.path("made.db"), "test", tables_, more_)) return {};
    return bytes_of(folder.path("made.db"));
  }

 private:
  std::vector<ridgeline::table> tables_{};
  ridgeline::database_parts more_{};
};

}  // namespace test

#endif  // RIDGELINE_TESTS_SUPPORT_DATABASE_HPP
