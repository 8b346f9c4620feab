#ifndef RIDGELINE_QUERY_DISTINCT_HPP
#define RIDGELINE_QUERY_DISTINCT_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include <ridgeline/core/text_pool.hpp>

namespace ridgeline {

/// Numbers distinct keys from 0 in order of first appearance, for instance to group a million records by a few integers
/// each. A key must be a struct of integers without padding, so that equal keys have equal bytes.
template <class Key>
  requires std::is_trivially_copyable_v<Key> && std::has_unique_object_representations_v<Key>
class distinct {
 public:
  std::uint32_t number(const Key& key) {
    if (2 * (keys_.size() + 1) > slots_.size()) grow();
    std::size_t i = byte_hash()(key) & (slots_.size() - 1);
    for (; slots_[i] != 0; i = (i + 1) & (slots_.size() - 1))
      if (std::memcmp(&keys_[slots_[i] - 1], &key, sizeof key) == 0) return slots_[i] - 1;
    keys_.push_back(key);
    slots_[i] = static_cast<std::uint32_t>(keys_.size());
    return slots_[i] - 1;
  }
  const std::vector<Key>& keys() const { return keys_; }
  std::size_t size() const { return keys_.size(); }

 private:
  void grow() {
    slots_.assign(slots_.empty() ? 256 : slots_.size() * 2, 0);
    for (std::size_t k = 0; k < keys_.size(); ++k) {
      std::size_t i = byte_hash()(keys_[k]) & (slots_.size() - 1);
      while (slots_[i] != 0) i = (i + 1) & (slots_.size() - 1);
      slots_[i] = static_cast<std::uint32_t>(k + 1);
    }
  }

  std::vector<Key> keys_;
  std::vector<std::uint32_t> slots_;    // 0: free; otherwise the key's number plus one
};

/// The members of each group, in order: group g has `members[offsets[g]]` up to, but not including, `members[offsets[g
/// + 1]]`.
struct grouping {
  std::vector<std::uint32_t> offsets;
  std::vector<std::uint32_t> members;

  using slice = std::span<const std::uint32_t>;
  std::size_t size() const { return offsets.empty() ? 0 : offsets.size() - 1; }
  slice of(std::size_t group) const {
    return {members.data() + offsets[group], members.data() + offsets[group + 1]};
  }
};

/// Builds the grouping: `group_of[i]` is the group of record i, either less than `groups` or `no_group`.
inline constexpr std::uint32_t no_group = 0xFFFFFFFF;
inline grouping grouped(const std::vector<std::uint32_t>& group_of, std::size_t groups) {
  grouping g;
  g.offsets.assign(groups + 1, 0);
  std::size_t all = 0;
  for (const std::uint32_t n : group_of)
    if (n != no_group) ++g.offsets[n + 1], ++all;
  for (std::size_t n = 0; n < groups; ++n) g.offsets[n + 1] += g.offsets[n];
  g.members.resize(all);
  std::vector<std::uint32_t> next(g.offsets.begin(), g.offsets.end());
  for (std::uint32_t i = 0; i < group_of.size(); ++i)
    if (group_of[i] != no_group) g.members[next[group_of[i]]++] = i;
  return g;
}

}  // namespace ridgeline

#endif  // RIDGELINE_QUERY_DISTINCT_HPP
