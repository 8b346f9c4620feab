#ifndef RIDGELINE_TT_READ_HOST_ZONES_BODY_HPP
#define RIDGELINE_TT_READ_HOST_ZONES_BODY_HPP

#include <utility>

#include <ridgeline/core/utf8.hpp>
#include <ridgeline/read/csv_records.hpp>
#include <ridgeline/read/csv_table.hpp>
#include <ridgeline/read/text_file.hpp>
#include <ridgeline/tt/read/host_zones.hpp>
#include <ridgeline/tt/read/number_cell.hpp>

namespace ridgeline {

/// The columns of the statistics written by Tracy's `csvexport`.
inline constexpr auto host_zone_fields = fields(
    field<"name">(&host_zone::name), field<"src_file">(&host_zone::file), field<"src_line">(&host_zone::line),
    field<"total_ns", ns>(&host_zone::total), field<"total_perc">(&host_zone::percent),
    field<"counts">(&host_zone::count), field<"mean_ns", ns>(&host_zone::mean), field<"min_ns", ns>(&host_zone::min),
    field<"max_ns", ns>(&host_zone::max), field<"std_ns", ns>(&host_zone::deviation));

expected<host_zones> read_host_zones_text(std::string_view text, const std::string& name) {
  host_zones all;
  csv_scanner rows = csv_table(text);
  const bool any = rows.next();
  csv_record_reader<host_zone, decltype(host_zone_fields)> reader(host_zone_fields, name);
  if (any) reader.bind(rows, all.quality);
  if (!any || !reader.has("name") || !reader.has("total_ns")) {
    std::string what = "expected the statistics of zones (name, src_file, src_line, total_ns, ...), found ";
    std::string scratch;
    if (any) {
      what += '"';
      what += utf8_front(rows.cells().front().text(scratch), 60);
      what += '"';
    } else {
      what += "an empty file";
    }
    return failure{errc::not_a_report, {name, 1, 1}, std::move(what)};
  }
  text_pool& texts = all.texts.emplace_back();
  while (rows.next())
    if (may_be_read(rows, reader, all.quality)) all.zones.push_back(reader.read(rows, text, texts, all.quality));
  return all;
}

expected<host_zones> read_host_zones(const std::string& path) {
  const expected<text_file> file = text_file::open(path);
  if (!file) return file.error();
  expected<host_zones> all = read_host_zones_text(file->view(), path);
  if (all) file->tell(all->quality, path);
  return all;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_HOST_ZONES_BODY_HPP
