// A CSV in a format unknown to the library, grouped and written as a workbook. own_csv FILE.csv OUT.xlsx
#include <cstdio>
#include <ridgeline/ridgeline.hpp>

namespace rl = ridgeline;

struct request {
  std::string_view model{};
  rl::duration latency{};
  std::int32_t tokens = 0;
};
constexpr auto request_fields = rl::fields(rl::field<"model">(&request::model), rl::field<"tokens">(&request::tokens),
                                           rl::field<"latency (ms)", rl::ms>(&request::latency));

int main(int argc, char** argv) {
  const bool help = argc == 2 && argv[1] == std::string_view("--help");
  if (argc != 3) return std::fputs("usage: own_csv FILE.csv OUT.xlsx\n", help ? stdout : stderr), help ? 0 : 2;
  auto rows = rl::read_csv<request>(argv[1], request_fields);
  if (!rows) return std::fprintf(stderr, "own_csv: %s\n", to_string(rows.error()).c_str()), 1;
  constexpr auto latency = rl::titled<"latency">(&request::latency);
  const rl::table models[] = {*rows | rl::group_by(rl::titled<"model">(&request::model)) |
                              rl::aggregate(rl::count, rl::quantile<95, rl::ms>(latency)) | rl::tabulate("models")};
  const auto why = rl::write_xlsx(argv[2], models, {}, rows->problems);
  return why ? (std::fprintf(stderr, "own_csv: %s\n", to_string(*why).c_str()), 1) : 0;
}
