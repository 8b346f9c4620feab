#ifndef RIDGELINE_TESTS_SUPPORT_FLEET_HPP
#define RIDGELINE_TESTS_SUPPORT_FLEET_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/ranks/collectives.hpp>

namespace test {

/// Spells the collectives of a rank.
class rank_text {
 public:
  explicit rank_text(std::int64_t rank) {
    facts_.rank = rank;
    facts_.path = "rank_" + std::to_string(rank);
    facts_.timeline_empty = false;
  }
  rank_text& collective(std::string_view name, double start, double length, std::string_view group = "0",
                        std::string_view members = "[0,1]", std::int64_t size = 2, std::int64_t elements = 1024,
                        std::string_view type = "Float") {
    ridgeline::collective_use u;
    const auto keep = [&](std::string_view text) { return text.empty() ? 0 : facts_.texts.number(text); };
    u.name = keep(name), u.group = keep(group), u.members = keep(members), u.type = keep(type);
    u.size = size, u.in_elements = u.out_elements = elements, u.stream = 7;
    u.start = start, u.length = length;
    facts_.collectives.push_back(u);
    return *this;
  }
  /// The splits of the last one.
  rank_text& splits(std::string_view in) {
    facts_.collectives.back().in_split = facts_.texts.number(in);
    return *this;
  }
  ridgeline::rank_facts facts() const { return facts_; }

 private:
  ridgeline::rank_facts facts_{};
};

}  // namespace test

#endif  // RIDGELINE_TESTS_SUPPORT_FLEET_HPP
