#ifndef RIDGELINE_TABLE_TABLE_HPP
#define RIDGELINE_TABLE_TABLE_HPP

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <ridgeline/table/column.hpp>
#include <ridgeline/table/stored_cell.hpp>

namespace ridgeline {

namespace table_detail {

/// An object of any type with shared ownership; the last owner deletes it. (std::shared_ptr costs as much compile time
/// as <string> and <vector> together.)
class shared_object {
 public:
  shared_object() = default;
  template <class T>
  explicit shared_object(const T* object)
      : block_(new block{object, [](const void* o) { delete static_cast<const T*>(o); }}) {}
  shared_object(const shared_object& o) : block_(o.block_) {
    if (block_ != nullptr) __atomic_add_fetch(&block_->owners, 1, __ATOMIC_RELAXED);
  }
  shared_object(shared_object&& o) noexcept : block_(std::exchange(o.block_, nullptr)) {}
  shared_object& operator=(shared_object o) noexcept {
    std::swap(block_, o.block_);
    return *this;
  }
  ~shared_object();

 private:
  struct block {
    const void* object;
    void (*destroy)(const void*);
    long owners = 1;
  };
  block* block_ = nullptr;
};

}  // namespace table_detail

/// Rows with columns over them, the building block of reports. A table owns its rows and creates cells only on request,
/// so it uses no more memory than its rows. Copies share the rows.
class table {
 public:
  table() = default;

  /// A table over `rows`, shown through the columns of `list`. The rows are moved in.
  template <class Row, class... Columns>
  table(std::string name, std::vector<Row> rows, const column_list<Columns...>& list)
      : name_(std::move(name)), size_(rows.size()), stride_(sizeof(Row)) {
    struct content {
      std::vector<Row> rows;
      column_list<Columns...> list;
    };
    const auto* const owned = new content{std::move(rows), list};
    content_ = table_detail::shared_object(owned);
    first_ = reinterpret_cast<const std::byte*>(owned->rows.data());
    if constexpr (column_list<Columns...>::template shows<Row>()) add_columns<Row>(owned->list);
  }

  /// The same with a single column.
  template <class Row, fixed_string Title, class Unit, class Projection, class Style>
  table(std::string name, std::vector<Row> rows, const column_of<Title, Unit, Projection, Style>& only)
      : table(std::move(name), std::move(rows), ridgeline::columns(only)) {}
  template <class Rows, class... More>
  table(std::string, const Rows&, const More&...) = delete;  // `table("loads", rows, columns(...))`, rows in a vector.
  /// Catches a missing name.
  template <class Row, class... Columns>
  table(const std::vector<Row>&, const column_list<Columns...>&) {
    static_assert(sizeof...(Columns) > sizeof...(Columns),
                  "a table begins with its name: table(\"kernels\", rows, columns(column<\"Name\">(&row::name)))");
  }

  /// A table over rows that it does not own and that must outlive it.
  template <class Row, class... Columns>
  static table over(std::string name, const std::vector<Row>& rows, const column_list<Columns...>& list) {
    table t;
    t.name_ = std::move(name);
    t.size_ = rows.size();
    t.stride_ = sizeof(Row);
    t.first_ = reinterpret_cast<const std::byte*>(rows.data());
    const auto* const owned = new column_list<Columns...>(list);
    t.content_ = table_detail::shared_object(owned);
    if constexpr (column_list<Columns...>::template shows<Row>()) t.add_columns<Row>(*owned);
    return t;
  }

  template <class Row, class List>
  static table over(std::string, std::vector<Row>&&, const List&) = delete;  // It owns such: `table(name, rows, list)`.

  /// A table whose columns are known only at run time: their titles, and rows of cells. Text in the cells is a view and
  /// must outlive the table. A short row is padded with empty cells.
  static table of_cells(std::string name, std::vector<std::string> titles, std::vector<std::vector<stored_cell>> rows);
  template <std::same_as<cell> Cell>
  static table of_cells(std::string name, std::vector<std::string> titles, const std::vector<std::vector<Cell>>& rows) {
    std::vector<std::vector<stored_cell>> stored;
    stored.reserve(rows.size());
    for (const std::vector<Cell>& row : rows) stored.emplace_back(row.begin(), row.end());
    return of_cells(std::move(name), std::move(titles), std::move(stored));
  }

  const cell* begin() const = delete;  // A table has cells, `t.at(row, column, scratch)`: loop over what was tabulated.
  const cell* end() const = delete;

  template <class Stream>
  friend Stream& operator<<(Stream&, const table&) = delete;  // `file_output out(1); write_console(out, kernels);`

  const std::string& name() const { return name_; }
  std::size_t rows() const { return size_; }
  std::size_t columns() const { return columns_.size(); }
  const column_facts& column(std::size_t c) const { return columns_[c].facts; }

  /// The value in row `r`, column `c`. Its text may refer to `scratch` and is valid until `scratch` changes.
  cell at(std::size_t r, std::size_t c, std::string& scratch) const;
  colour colour_of(std::size_t r, std::size_t c) const { return columns_[c].colour_at(columns_[c].self, row(r)); }

  /// This table with the columns of a list at its end. The rows must be of type `Row`.
  template <class Row, class... Columns>
  table with(const column_list<Columns...>& list) const {
    struct content {
      column_list<Columns...> list;
      table_detail::shared_object rest;
    };
    const auto* const owned = new content{list, content_};
    table t = *this;
    t.content_ = table_detail::shared_object(owned);
    if constexpr (column_list<Columns...>::template shows<Row>()) t.add_columns<Row>(owned->list);
    return t;
  }
  /// This table without the column of that title; unchanged if there is none.
  table without(std::string_view title) const;
  /// This table with additional columns that depend on the data, inserted before the column titled `before` (at the end
  /// if there is none). `value(row, n, scratch)` returns the cell for the n-th of `titles`. The rows must be of type
  /// `Row`.
  template <class Row>
  table spread(std::string_view before, std::vector<std::string> titles,
               cell (*value)(const Row& row, std::size_t n, std::string& scratch)) const {
    struct numbered {
      std::string title;
      std::size_t n;
      cell (*value)(const Row&, std::size_t, std::string&);
    };
    struct content {
      std::vector<numbered> columns;
      table_detail::shared_object rest;
    };
    auto* const owned = new content{{}, content_};
    table t = *this;
    t.content_ = table_detail::shared_object(owned);
    for (std::size_t n = 0; n < titles.size(); ++n) owned->columns.push_back({std::move(titles[n]), n, value});
    std::vector<erased> more;
    for (const numbered& c : owned->columns) {
      column_facts facts;
      facts.title = c.title;
      more.push_back({facts, &c,
                      [](const void* self, const void* row, std::string& scratch) {
                        const auto& own = *static_cast<const numbered*>(self);
                        return own.value(*static_cast<const Row*>(row), own.n, scratch);
                      },
                      [](const void*, const void*) { return colour::none; }});
    }
    t.put_columns(before, more);
    return t;
  }
  /// This table with only the columns of these titles, in this order; unknown titles are ignored.
  table only(std::initializer_list<std::string_view> titles) const;
  table renamed(std::string name) const;
  /// The first `rows` rows of this table, or all of them if there are fewer.
  table head(std::size_t rows) const {
    table t = *this;
    if (rows < t.size_) t.size_ = rows;
    return t;
  }
  /// The index of the column with that title, or `columns()` if there is none.
  std::size_t find(std::string_view title) const;

 private:
  // Type erasure starts here: a column is two plain functions over the bytes of a row.
  struct erased {
    column_facts facts;
    const void* self;
    cell (*cell_at)(const void* self, const void* row, std::string& scratch);
    colour (*colour_at)(const void* self, const void* row);
  };

  template <class Row, class... Columns>
  void add_columns(const column_list<Columns...>& list) {
    list.for_each([&]<class Column>(const Column& c) {
      columns_.push_back({c.facts, &c, &cell_at<Column, Row>, &colour_at<Column, Row>});
    });
  }
  template <class Column, class Row>
  static cell cell_at(const void* self, const void* row, std::string& scratch) {
    return static_cast<const Column*>(self)->at(*static_cast<const Row*>(row), scratch);
  }
  template <class Column, class Row>
  static colour colour_at(const void* self, const void* row) {
    return static_cast<const Column*>(self)->style(*static_cast<const Row*>(row));
  }
  void put_columns(std::string_view before, const std::vector<erased>& more);
  static cell cell_of_row(const void* self, const void* row, std::string&);
  static colour no_colour(const void*, const void*) { return colour::none; }
  const void* row(std::size_t r) const { return first_ + r * stride_; }

  std::string name_{};
  std::size_t size_ = 0;
  std::size_t stride_ = 0;
  const std::byte* first_ = nullptr;
  std::vector<erased> columns_;
  table_detail::shared_object content_{};
};

namespace table_detail {
/// Records that have not been made into a table, or the result of a function that may have failed.
template <class T>
concept no_table_yet = requires(const T& t) { t.begin(); } || requires { typename T::is_no_range; };
/// Rejects such records where a table is to be written.
template <no_table_yet Records>
consteval void ask_for_a_table() {
  static_assert(!std::is_same_v<Records, Records>,
                "only tables can be written: records | tabulate(\"kernels\", name, in<us>(time)), or rows of an "
                "aggregate | tabulate(\"kernels\"); a result that may be a failure is checked, and is *result then");
}
}  // namespace table_detail

}  // namespace ridgeline

#endif  // RIDGELINE_TABLE_TABLE_HPP
