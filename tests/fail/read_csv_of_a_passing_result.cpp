// expect: Name the result: its texts end with this line
// lines: 25
#include <string_view>

#include <ridgeline/read/read_csv.hpp>

namespace rl = ridgeline;

struct request {
  std::string_view model{};
};
constexpr auto fields = rl::fields(rl::field<"model">(&request::model));

std::size_t all_models() {
  std::size_t length = 0;
#ifdef RIDGELINE_MUST_PASS
  const auto rows = rl::read_csv<request>("requests.csv", fields);
  for (const request& r : rows->records) length += r.model.size();
#else
  for (const request& r : rl::read_csv<request>("requests.csv", fields)->records) length += r.model.size();
#endif
  return length;
}
