#ifndef RIDGELINE_TT_SHEET_HOST_ZONES_BODY_HPP
#define RIDGELINE_TT_SHEET_HOST_ZONES_BODY_HPP

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/table/column.hpp>
#include <ridgeline/tt/sheet/host_zones.hpp>

namespace ridgeline {

/// The columns of the host's zones.
inline constexpr auto host_zone_columns =
    columns(column<"Zone">(&host_zone::name).left(), column<"File">(&host_zone::file).left(),
            column<"Line">([](const host_zone& z) { return z.line < 0 ? cell{} : cell::of(z.line); }).bare(),
            column<"Count">([](const host_zone& z) { return z.count < 0 ? cell{} : cell::of(z.count); }),
            column<"Total", us>(&host_zone::total).digits(1), column<"Total %">(&host_zone::percent),
            column<"Mean", us>(&host_zone::mean).digits(3), column<"Min", us>(&host_zone::min).digits(3),
            column<"Max", us>(&host_zone::max).digits(3), column<"Std", us>(&host_zone::deviation).digits(3));

table host_zones_table(const host_zones& all) {
  return table("host_zones", all.zones | sort_by(desc(&host_zone::total)), host_zone_columns);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_SHEET_HOST_ZONES_BODY_HPP
