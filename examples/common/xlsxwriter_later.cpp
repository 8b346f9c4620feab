// libxlsxwriter, loaded when the first workbook is made. It depends on a cryptography library, which takes longer to
// start than the rest of a program; most reports are CSVs or texts. If it cannot be loaded, `workbook_new_opt` returns
// null, which the sink treats as a workbook that cannot be written.

#include <xlsxwriter.h>

#include "examples/common/later.hpp"

namespace {
struct xlsxwriter {
  static constexpr const char* file = RIDGELINE_XLSXWRITER;
};
}  // namespace

#define LATER(result, name, parameters, arguments) \
  RIDGELINE_LATER(xlsxwriter, result, name, parameters, arguments, static_cast<result>(0))

LATER(lxw_chart_series*, chart_add_series, (lxw_chart* chart, const char* categories, const char* values),
      (chart, categories, values))
LATER(void, chart_axis_set_log_base, (lxw_chart_axis* axis, uint16_t log_base), (axis, log_base))
LATER(void, chart_axis_set_name, (lxw_chart_axis* axis, const char* name), (axis, name))
LATER(void, chart_axis_set_reverse, (lxw_chart_axis* axis), (axis))
LATER(void, chart_legend_set_position, (lxw_chart* chart, uint8_t position), (chart, position))
LATER(void, chart_series_set_categories,
      (lxw_chart_series* series, const char* sheetname, lxw_row_t first_row, lxw_col_t first_col, lxw_row_t last_row,
      lxw_col_t last_col), (series, sheetname, first_row, first_col, last_row, last_col))
LATER(void, chart_series_set_line, (lxw_chart_series* series, lxw_chart_line* line), (series, line))
LATER(void, chart_series_set_marker_fill, (lxw_chart_series* series, lxw_chart_fill* fill), (series, fill))
LATER(void, chart_series_set_marker_line, (lxw_chart_series* series, lxw_chart_line* line), (series, line))
LATER(void, chart_series_set_marker_size, (lxw_chart_series* series, uint8_t size), (series, size))
LATER(void, chart_series_set_marker_type, (lxw_chart_series* series, uint8_t type), (series, type))
LATER(void, chart_series_set_name, (lxw_chart_series* series, const char* name), (series, name))
LATER(void, chart_series_set_values,
      (lxw_chart_series* series, const char* sheetname, lxw_row_t first_row, lxw_col_t first_col, lxw_row_t last_row,
      lxw_col_t last_col), (series, sheetname, first_row, first_col, last_row, last_col))
LATER(void, chart_set_series_gap, (lxw_chart* chart, uint16_t gap), (chart, gap))
LATER(void, chart_title_set_name, (lxw_chart* chart, const char* name), (chart, name))
LATER(void, format_set_bg_color, (lxw_format* format, lxw_color_t color), (format, color))
LATER(void, format_set_bold, (lxw_format* format), (format))
LATER(void, format_set_bottom, (lxw_format* format, uint8_t style), (format, style))
LATER(void, format_set_bottom_color, (lxw_format* format, lxw_color_t color), (format, color))
LATER(void, format_set_font_color, (lxw_format* format, lxw_color_t color), (format, color))
LATER(void, format_set_num_format, (lxw_format* format, const char* num_format), (format, num_format))
LATER(void, format_set_text_wrap, (lxw_format* format), (format))
LATER(char*, lxw_strerror, (lxw_error error_num), (error_num))
LATER(void, lxw_workbook_free, (lxw_workbook* workbook), (workbook))
LATER(lxw_chart*, workbook_add_chart, (lxw_workbook* workbook, uint8_t chart_type), (workbook, chart_type))
LATER(lxw_format*, workbook_add_format, (lxw_workbook* workbook), (workbook))
LATER(lxw_worksheet*, workbook_add_worksheet, (lxw_workbook* workbook, const char* sheetname), (workbook, sheetname))
LATER(lxw_error, workbook_close, (lxw_workbook* workbook), (workbook))
LATER(lxw_workbook*, workbook_new_opt, (const char* filename, lxw_workbook_options* options), (filename, options))
LATER(lxw_error, workbook_set_properties, (lxw_workbook* workbook, lxw_doc_properties* properties),
      (workbook, properties))
LATER(lxw_error, worksheet_autofilter,
      (lxw_worksheet* worksheet, lxw_row_t first_row, lxw_col_t first_col, lxw_row_t last_row, lxw_col_t last_col),
      (worksheet, first_row, first_col, last_row, last_col))
LATER(void, worksheet_fit_to_pages, (lxw_worksheet* worksheet, uint16_t width, uint16_t height),
      (worksheet, width, height))
LATER(void, worksheet_freeze_panes, (lxw_worksheet* worksheet, lxw_row_t row, lxw_col_t col), (worksheet, row, col))
LATER(lxw_error, worksheet_insert_chart_opt,
      (lxw_worksheet* worksheet, lxw_row_t row, lxw_col_t col, lxw_chart* chart, lxw_chart_options* user_options),
      (worksheet, row, col, chart, user_options))
LATER(lxw_error, worksheet_repeat_rows, (lxw_worksheet* worksheet, lxw_row_t first_row, lxw_row_t last_row),
      (worksheet, first_row, last_row))
LATER(lxw_error, worksheet_set_column,
      (lxw_worksheet* worksheet, lxw_col_t first_col, lxw_col_t last_col, double width, lxw_format* format),
      (worksheet, first_col, last_col, width, format))
LATER(void, worksheet_set_landscape, (lxw_worksheet* worksheet), (worksheet))
LATER(lxw_error, worksheet_write_boolean,
      (lxw_worksheet* worksheet, lxw_row_t row, lxw_col_t col, int value, lxw_format* format),
      (worksheet, row, col, value, format))
LATER(lxw_error, worksheet_write_number,
      (lxw_worksheet* worksheet, lxw_row_t row, lxw_col_t col, double number, lxw_format* format),
      (worksheet, row, col, number, format))
LATER(lxw_error, worksheet_write_string,
      (lxw_worksheet* worksheet, lxw_row_t row, lxw_col_t col, const char* string, lxw_format* format),
      (worksheet, row, col, string, format))
