#ifndef RIDGELINE_TABLE_QUALITY_TABLE_BODY_HPP
#define RIDGELINE_TABLE_QUALITY_TABLE_BODY_HPP

#include <ridgeline/table/quality_table.hpp>

namespace ridgeline {

table quality_table(const data_quality& quality) {
  return table("data_quality", quality.issues(), quality_columns);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TABLE_QUALITY_TABLE_BODY_HPP
