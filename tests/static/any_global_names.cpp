// A program may name its variables freely: no template here may warn that it shadows them (-Wshadow of g++).
namespace {
[[maybe_unused]] constexpr int list = 0, rows = 0, keys = 0, range = 0, what = 0, value = 0, all = 0, text = 0, keep = 0,
                               file = 0, room = 0, done = 0, other = 0, last = 0, first = 0, a = 0, b = 0, i = 0, q = 0;
}  // namespace

#include <string>
#include <vector>

#include <ridgeline/ridgeline.hpp>

namespace rl = ridgeline;

namespace {

struct record {
  std::string_view who{};
  rl::time_point start{};
  rl::duration time{};
  int lane = 0;
};

[[maybe_unused]] rl::table shown(const std::vector<record>& records) {
  return records | rl::where(rl::equals(&record::lane, 1)) | rl::group_by(rl::titled<"who">(&record::who)) |
         rl::aggregate(rl::count, rl::sum<rl::us>(rl::time), rl::median<rl::us>(rl::time)) |
         rl::sort_by(rl::desc(rl::count)) | rl::tabulate("shown");
}
[[maybe_unused]] auto idle(const std::vector<record>& records) {
  return records | rl::group_by(&record::lane) | rl::within(rl::sort_by(rl::start) | rl::gaps());
}
[[maybe_unused]] auto read(std::string_view csv) {
  return rl::read_csv_text<record>(csv, rl::fields(rl::field<"lane">(&record::lane)));
}

}  // namespace
