#ifndef RIDGELINE_RANKS_RECORDS_BODY_HPP
#define RIDGELINE_RANKS_RECORDS_BODY_HPP

#include <cstdint>
#include <vector>

#include <ridgeline/ranks/figures.hpp>
#include <ridgeline/ranks/records.hpp>

namespace ridgeline {

std::vector<collective_record> collectives(const call_matching& all) {
  std::vector<double> messages;
  for (const matched_collective& c : all.collectives()) messages.push_back(message_bytes(all, c));
  std::vector<collective_record> records;
  for (std::uint32_t i = 0; i < all.calls().size(); ++i) {
    const std::uint32_t of = all.calls()[i].collective;
    records.emplace_back(all, i, known(of) ? messages[of] : missing<double>);
  }
  return records;
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_RECORDS_BODY_HPP
