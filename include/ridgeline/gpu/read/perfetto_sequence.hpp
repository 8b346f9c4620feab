#ifndef RIDGELINE_GPU_READ_PERFETTO_SEQUENCE_HPP
#define RIDGELINE_GPU_READ_PERFETTO_SEQUENCE_HPP

#include <cstdint>
#include <map>
#include <vector>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/core/symbol_pool.hpp>

/// State that the packets of one writer define for all later ones.
namespace ridgeline::gpu_detail {

/// Texts by number, each with the definition count from which it is valid.
class interned_texts {
 public:
  struct entry {
    symbol text = missing<symbol>;
    std::uint64_t since = 0;
  };

  /// The entry with that number; null if undefined.
  const entry* find(std::uint64_t iid) const {
    if (iid < few_.size() && known(few_[iid].text)) return &few_[iid];
    if (many_.empty()) return nullptr;
    const auto at = many_.find(iid);
    return at != many_.end() ? &at->second : nullptr;
  }
  symbol of(std::uint64_t iid, std::uint64_t when) const {
    const entry* const found = find(iid);
    return found != nullptr && found->since <= when ? found->text : missing<symbol>;
  }
  void set(std::uint64_t iid, const entry& e) {
    if (entry* const found = const_cast<entry*>(find(iid))) {
      *found = e;
      return;
    }
    ++defined_;
    if (iid >= few_.size() && iid > 2 * defined_ + 16) {  // widely spaced numbers
      many_[iid] = e;
      return;
    }
    if (iid >= few_.size()) few_.resize(iid + 1);
    few_[iid] = e;
  }

 private:
  std::vector<entry> few_;
  std::map<std::uint64_t, entry> many_{};
  std::uint64_t defined_ = 0;
};

/// The state of one packet sequence.
struct perfetto_sequence {
  interned_texts categories{}, names{}, value_names{}, strings{};
  interned_texts stages{}, kernels{};    ///< kinds of GPU work and hardware queues; functions
  std::uint64_t track = 0, clock = 0;    ///< for packets that specify none; 0: not set
  std::uint64_t state = 0;               ///< changes whenever an earlier definition is revoked
  std::uint64_t batch = 0;               ///< the last batch that contains events of this sequence
  bool cleared = false;
};

/// A sequence as seen by one of its events.
struct perfetto_moment {
  const perfetto_sequence& in;
  std::uint64_t when;
};

}  // namespace ridgeline::gpu_detail

#endif  // RIDGELINE_GPU_READ_PERFETTO_SEQUENCE_HPP
