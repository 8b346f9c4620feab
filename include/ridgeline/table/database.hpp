#ifndef RIDGELINE_TABLE_DATABASE_HPP
#define RIDGELINE_TABLE_DATABASE_HPP

#include <string>
#include <vector>

#include <ridgeline/table/table.hpp>

namespace ridgeline {

/// What a database contains in addition to a report's tables: tables of records, indices, and views over both.
struct database_parts {
  struct index {
    std::string table{}, column{};
  };
  struct view {
    std::string name{};
    std::string select{};  ///< `SELECT ... FROM ...`
  };
  std::vector<table> tables;
  std::vector<index> indices;
  std::vector<view> views;
};

}  // namespace ridgeline

#endif  // RIDGELINE_TABLE_DATABASE_HPP
