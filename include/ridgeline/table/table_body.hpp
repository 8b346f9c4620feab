#ifndef RIDGELINE_TABLE_TABLE_BODY_HPP
#define RIDGELINE_TABLE_TABLE_BODY_HPP

#include <ridgeline/table/table.hpp>

namespace ridgeline {

table_detail::shared_object::~shared_object() {
  if (block_ == nullptr || __atomic_sub_fetch(&block_->owners, 1, __ATOMIC_ACQ_REL) != 0) return;
  block_->destroy(block_->object);
  delete block_;
}

table table::of_cells(std::string name, std::vector<std::string> titles, std::vector<std::vector<stored_cell>> rows) {
  struct content {
    std::vector<std::string> titles;
    std::vector<std::vector<stored_cell>> rows;
    std::vector<std::size_t> positions;
  };
  auto* const owned = new content{std::move(titles), std::move(rows), {}};
  table t;
  t.content_ = table_detail::shared_object(owned);
  t.name_ = std::move(name);
  t.size_ = owned->rows.size();
  t.stride_ = sizeof(std::vector<stored_cell>);
  t.first_ = reinterpret_cast<const std::byte*>(owned->rows.data());
  for (std::size_t c = 0; c < owned->titles.size(); ++c) owned->positions.push_back(c);
  for (std::size_t c = 0; c < owned->titles.size(); ++c) {
    column_facts facts;
    facts.title = owned->titles[c];
    t.columns_.push_back({facts, &owned->positions[c], &cell_of_row, &no_colour});
  }
  return t;
}

cell table::at(std::size_t r, std::size_t c, std::string& scratch) const {
  return columns_[c].cell_at(columns_[c].self, row(r), scratch);
}

table table::without(std::string_view title) const {
  table t = *this;
  std::erase_if(t.columns_, [&](const erased& c) { return c.facts.title == title; });
  return t;
}

table table::only(std::initializer_list<std::string_view> titles) const {
  table t = *this;
  t.columns_.clear();
  for (const std::string_view title : titles)
    if (const std::size_t c = find(title); c < columns_.size()) t.columns_.push_back(columns_[c]);
  return t;
}

table table::renamed(std::string name) const {
  table t = *this;
  t.name_ = std::move(name);
  return t;
}

std::size_t table::find(std::string_view title) const {
  std::size_t c = 0;
  while (c < columns_.size() && columns_[c].facts.title != title) ++c;
  return c;
}

cell table::cell_of_row(const void* self, const void* row, std::string&) {
  const std::vector<stored_cell>& cells = *static_cast<const std::vector<stored_cell>*>(row);
  const std::size_t at = *static_cast<const std::size_t*>(self);
  return at < cells.size() ? cell(cells[at]) : cell{};
}

void table::put_columns(std::string_view before, const std::vector<erased>& more) {
  columns_.insert(columns_.begin() + static_cast<std::ptrdiff_t>(find(before)), more.begin(), more.end());
}

}  // namespace ridgeline

#endif  // RIDGELINE_TABLE_TABLE_BODY_HPP
