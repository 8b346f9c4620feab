/// ridgeline for Python: reports as sheets, and their numbers as buffers without copies.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <ridgeline/core/version.hpp>
#include <ridgeline/sink/json.hpp>

#include "examples/common/any_report.hpp"

namespace py = pybind11;
namespace rl = ridgeline;

namespace {

/// The exception for a report that is refused.
struct refusal : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Text of a trace, which may not be UTF-8.
py::object text_of(std::string_view text) {
  PyObject* const made = PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
  if (made == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(made);
}

/// A path in Python's form: bytes that are not UTF-8 become surrogates, as in `os.fsdecode`.
py::object path_of(std::string_view path) {
  PyObject* const made = PyUnicode_DecodeFSDefaultAndSize(path.data(), static_cast<Py_ssize_t>(path.size()));
  if (made == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(made);
}

/// The numbers of a column, all of one type.
class numbers {
 public:
  enum class type { real, whole, truth };
  explicit numbers(type of) : type_(of) {}

  void add(const rl::cell& c) {
    if (type_ == type::truth) truths_.push_back(static_cast<std::uint8_t>(c.integer != 0));
    else if (type_ == type::whole) wholes_.push_back(c.integer);
    else if (c.kind == rl::cell_kind::none) reals_.push_back(std::numeric_limits<double>::quiet_NaN());
    else reals_.push_back(c.kind == rl::cell_kind::boolean ? static_cast<double>(c.integer) : c.number());
  }
  std::size_t size() const { return reals_.size() + wholes_.size() + truths_.size(); }
  /// A read-only view of them.
  py::buffer_info view() const {
    if (type_ == type::truth) return info(truths_.data(), "?");
    return type_ == type::whole ? info(wholes_.data(), py::format_descriptor<std::int64_t>::format())
                                : info(reals_.data(), py::format_descriptor<double>::format());
  }

 private:
  template <class T>
  py::buffer_info info(const T* first, const std::string& format) const {
    return {const_cast<T*>(first),  // NOLINT: read-only, as the last argument says
            static_cast<py::ssize_t>(sizeof(T)), format, 1, {static_cast<py::ssize_t>(size())},
            {static_cast<py::ssize_t>(sizeof(T))}, true};
  }

  type type_;
  std::vector<double> reals_{};
  std::vector<std::int64_t> wholes_{};
  std::vector<std::uint8_t> truths_{};
};

using kept_report = std::shared_ptr<const program::any_report>;

/// The kinds of a column's cells.
struct column_kinds {
  bool empty = false, truth = false, whole = false, real = false, text = false, wide = false, beyond = false;

  /// Whether the column is a list of Python objects: texts, mixed types, integers that a float would round.
  bool mixed() const { return text || beyond || (truth && (whole || real || empty)) || (wide && (empty || real)); }
  numbers::type type() const {
    return truth ? numbers::type::truth : whole && !real && !empty ? numbers::type::whole : numbers::type::real;
  }
};

column_kinds kinds_of(const rl::table& t, std::size_t c) {
  column_kinds k;
  std::string scratch;
  for (std::size_t r = 0; r < t.rows(); ++r) {
    const rl::cell value = t.at(r, c, scratch);
    switch (value.kind) {
      case rl::cell_kind::none: k.empty = true; break;
      case rl::cell_kind::boolean: k.truth = true; break;
      case rl::cell_kind::integer:
        k.whole = true;
        k.wide = k.wide || !value.fits_double();
        k.beyond = k.beyond || value.beyond;
        break;
      case rl::cell_kind::real: k.real = true; break;
      case rl::cell_kind::text: k.text = true; break;
    }
  }
  return k;
}

py::object object_of(const rl::cell& c) {
  switch (c.kind) {
    case rl::cell_kind::none: break;
    case rl::cell_kind::boolean: return py::bool_(c.integer != 0);
    case rl::cell_kind::integer:
      if (c.beyond) return py::int_(static_cast<std::uint64_t>(c.integer));
      return py::int_(c.integer);
    case rl::cell_kind::real: return py::float_(c.real);
    case rl::cell_kind::text: return text_of(c.text);
  }
  return py::none();
}

/// A sheet: its columns are built on demand, once.
class sheet {
 public:
  sheet(kept_report report, const rl::table& t) : report_(std::move(report)), table_(&t), made_(t.columns()) {}

  const std::string& name() const { return table_->name(); }
  std::size_t rows() const { return table_->rows(); }
  std::size_t columns() const { return table_->columns(); }
  py::tuple titles() const {
    py::tuple all(columns());
    for (std::size_t c = 0; c < columns(); ++c) all[c] = text_of(table_->column(c).title);
    return all;
  }
  py::tuple units() const {
    py::tuple all(columns());
    for (std::size_t c = 0; c < columns(); ++c) all[c] = text_of(table_->column(c).unit);
    return all;
  }
  py::object at(std::size_t c) {
    if (c >= columns()) throw py::index_error("the sheet " + name() + " has " + std::to_string(columns()) + " columns");
    if (!made_[c]) made_[c] = make(c);
    return made_[c];
  }
  py::object counted(py::ssize_t position) {
    return at(static_cast<std::size_t>(position < 0 ? position + static_cast<py::ssize_t>(columns()) : position));
  }
  py::object titled(const std::string& title) {
    const std::size_t c = table_->find(title);
    if (c == columns()) throw py::key_error("the sheet " + name() + " has no column " + title);
    return at(c);
  }
  bool has(const std::string& title) const { return table_->find(title) != columns(); }

 private:
  py::object make(std::size_t c) const {
    const column_kinds kinds = kinds_of(*table_, c);
    std::string scratch;
    if (kinds.mixed()) {
      py::list all(rows());
      for (std::size_t r = 0; r < rows(); ++r) all[r] = object_of(table_->at(r, c, scratch));
      return all;
    }
    numbers column(kinds.type());
    for (std::size_t r = 0; r < rows(); ++r) column.add(table_->at(r, c, scratch));
    return py::cast(std::move(column));
  }

  kept_report report_;
  const rl::table* table_;
  std::vector<py::object> made_;
};

/// A report, with its sheets by name.
class report {
 public:
  report(kept_report of, std::string path) : report_(std::move(of)), path_(std::move(path)) {
    for (const rl::table& t : report_->tables) sheets_[text_of(t.name())] = py::cast(std::make_shared<sheet>(report_, t));
  }
  const program::any_report& value() const { return *report_; }
  const std::string& file() const { return path_; }
  py::object path() const { return path_of(path_); }
  py::dict sheets() const { return sheets_; }
  py::object health() const { return report_->health ? text_of(report_->health->headline()) : py::object(py::none()); }
  py::list findings() const {
    py::list all;
    for (const rl::finding& f : report_->findings.all) {
      py::dict one;
      one["rank"] = f.rank;
      one["id"] = text_of(f.id);
      one["key"] = text_of(f.key);
      one["recoverable_us"] = f.recoverable.in(rl::us);
      one["share_of_window"] = f.share;
      one["count"] = f.count;
      one["confidence"] = text_of(name_of(f.confidence));
      one["bound"] = text_of(name_of(f.bound));
      one["advice"] = text_of(f.advice);
      all.append(one);
    }
    return all;
  }
  py::object json() const {
    rl::string_output out;
    write_json(out, report_->program, report_->tables);
    return text_of(out.text());
  }

 private:
  kept_report report_;
  std::string path_;
  py::dict sheets_{};
};

std::shared_ptr<report> report_on(const py::object& path, const std::optional<std::string>& arch, bool all_sheets) {
  const auto bytes = py::module_::import("os").attr("fsencode")(path).cast<py::bytes>();
  const std::string named = bytes;
  if (named.find('\0') != named.npos) throw refusal("a path cannot contain a NUL character");
  kept_report made;
  {
    const py::gil_scoped_release other_threads_run;
    rl::expected<program::any_report> done = program::report_on(named, {.all_sheets = all_sheets, .arch = arch.value_or("")});
    if (!done) throw refusal(to_string(done.error()));
    made = std::make_shared<const program::any_report>(*std::move(done));
  }
  return std::make_shared<report>(std::move(made), named);
}

}  // namespace

PYBIND11_MODULE(_core, m) {
  m.attr("__version__") = RIDGELINE_VERSION;
  // It outlives the module: the translator below is never removed.
  static PyObject* const error = py::exception<refusal>(m, "Error", PyExc_ValueError).release().ptr();
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const refusal& why) {
      PyErr_SetObject(error, path_of(why.what()).ptr());
    }
  });

  const auto view_of = [](const py::object& self) { return py::memoryview(self); };
  py::class_<numbers>(m, "Column", py::buffer_protocol(),
                      "Numbers of a sheet's column: a read-only buffer of float64, int64 or bool. An empty cell is not a "
                      "number; numpy.asarray(column) and pandas.Series(column, copy=False) share its memory.")
      .def_buffer([](const numbers& self) { return self.view(); })
      .def("__len__", &numbers::size)
      .def("__getitem__", [=](const py::object& self, const py::object& key) { return view_of(self).attr("__getitem__")(key); })
      .def("__iter__", [=](const py::object& self) { return py::iter(view_of(self)); })
      .def("__array__",
           [=](const py::object& self, const py::object& type, const py::object&) {
             const py::object array = py::module_::import("numpy").attr("asarray")(view_of(self));
             return type.is_none() ? array : py::object(array.attr("astype")(type, py::arg("copy") = false));
           },
           py::arg("dtype") = py::none(), py::arg("copy") = py::none())
      .def("tolist", [=](const py::object& self) { return view_of(self).attr("tolist")(); })
      .def("__repr__", [](const numbers& self) { return "<ridgeline.Column of " + std::to_string(self.size()) + " numbers>"; });

  py::class_<sheet, std::shared_ptr<sheet>>(
      m, "Sheet", "A sheet: a mapping from titles to columns. Numbers are a Column, texts and mixed cells a list.")
      .def_property_readonly("name", &sheet::name)
      .def_property_readonly("rows", &sheet::rows)
      .def_property_readonly("columns", &sheet::titles)
      .def_property_readonly("units", &sheet::units)
      .def("keys", &sheet::titles)
      .def("__iter__", [](const sheet& self) { return py::iter(self.titles()); })
      .def("__len__", &sheet::columns)
      .def("__contains__", &sheet::has)
      .def("__contains__", [](const sheet&, const py::object&) { return false; })  // titles are always text
      .def("__getitem__", &sheet::titled)
      .def("column", &sheet::counted, py::arg("position"),
           "A column by its position, for sheets whose titles repeat; a negative position counts from the end.")
      .def("to_pandas",
           [](sheet& self) {
             py::dict columns;
             for (std::size_t c = 0; c < self.columns(); ++c) columns[py::int_(c)] = self.at(c);
             py::object frame = py::module_::import("pandas").attr("DataFrame")(
                 columns, py::arg("copy") = false,
                 py::arg("index") = py::module_::import("builtins").attr("range")(self.rows()));
             frame.attr("columns") = self.titles();
             return frame;
           },
           "The sheet as a pandas.DataFrame; its numbers are not copied.")
      .def("__repr__", [](const sheet& self) {
        return "<ridgeline.Sheet " + self.name() + ": " + std::to_string(self.rows()) + " rows, " +
               std::to_string(self.columns()) + " columns>";
      });

  py::class_<report, std::shared_ptr<report>>(m, "Report", "A report over a trace.")
      .def_property_readonly("path", &report::path)
      .def_property_readonly("program", [](const report& self) { return self.value().program; },
                             "The program whose report it is.")
      .def_property_readonly("sheets", &report::sheets, "The sheets by name, in the order of the workbook.")
      .def_property_readonly("overview", [](const report& self) { return text_of(self.value().overview); },
                             "What the program prints.")
      .def_property_readonly("health", &report::health, "Whether to believe the trace, in one line; None if nothing is checked.")
      .def_property_readonly("findings", &report::findings, "What to fix, the most rewarding first, as dictionaries.")
      .def("to_json", &report::json, "The sheets as --json writes them.")
      .def("__repr__", [](const report& self) {
        return text_of("<ridgeline.Report by " + self.value().program + " of " + self.file() + ">");
      });

  m.def("report", &report_on, py::arg("path"), py::kw_only(), py::arg("arch") = py::none(), py::arg("all_sheets") = false,
        "The report over a trace, an ops CSV, or a folder of op logs or of traces of ranks. `arch` names a chip for "
        "rooflines; `all_sheets` adds kernels, short kernels, overlaps and phases, but not modules, steps and the critical "
        "path, which only pytorch_report writes. Raises ridgeline.Error for what cannot be used.");
}
