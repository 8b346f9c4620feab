#ifndef RIDGELINE_CORE_SYMBOL_POOL_HPP
#define RIDGELINE_CORE_SYMBOL_POOL_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/text_pool.hpp>

namespace ridgeline {

/// Identifies a text in a `symbol_pool`. Two symbols of the same pool are equal exactly when their texts are. `none`
/// means that no text was given, which differs from the empty text.
enum class symbol : std::uint32_t { none = 0 };

constexpr std::size_t index_of(symbol s) { return static_cast<std::size_t>(s); }

/// Stores each distinct text once and numbers them from 1 in order of first appearance. A symbol takes 4 bytes instead
/// of a view's 16, and can index a table of derived data (parsed shapes, categories), so that for a million records
/// with a thousand distinct texts the work is done a thousand times.
class symbol_pool {
 public:
  symbol_pool() : texts_(1) {}

  symbol keep(std::string_view text) { return keep(text, hash_of(text)); }

  /// The same for a precomputed hash, which must be `hash_of(text)`.
  symbol keep(std::string_view text, std::uint64_t hash);

  /// The symbol of `text`, or `none` if the pool does not contain it.
  symbol find(std::string_view text) const { return find(text, hash_of(text)); }

  /// The same for a precomputed hash.
  symbol find(std::string_view text, std::uint64_t hash) const;

  /// The text of `s`; empty for `none`. The view is valid for the lifetime of the pool.
  std::string_view text(symbol s) const { return texts_[index_of(s)]; }

  /// One more than the largest symbol: the size of a table indexed by symbol.
  std::size_t bound() const { return texts_.size(); }

 private:
  struct slot {
    std::uint32_t tag = 0;
    std::uint32_t at = 0;  // 0: free
  };

  void grow();

  std::vector<std::string_view> texts_;
  std::vector<slot> slots_;
  text_store store_{};
};

/// A yes-or-no question about the texts of a pool, `bool(std::string_view)`, which is asked once for each text: traces
/// have a million events and a thousand names. The pool must outlive it; texts that are added later can be asked about.
template <class Question>
class asked_once {
 public:
  asked_once(const symbol_pool& texts, Question question)
      : texts_(&texts), question_(std::move(question)), answers_(texts.bound(), unasked) {}

  bool operator()(symbol s) {
    const std::size_t at = index_of(s);
    if (at >= answers_.size()) answers_.resize(texts_->bound(), unasked);
    std::uint8_t& answer = answers_[at];
    if (answer == unasked) answer = question_(texts_->text(s)) ? yes : no;
    return answer == yes;
  }

  /// Whether the answer is yes for any text of the pool; if not, it is for no record either.
  bool of_any() {
    bool any = false;
    for (std::size_t i = index_of(symbol::none) + 1; i < texts_->bound() && !any; ++i)
      any = (*this)(symbol{static_cast<std::uint32_t>(i)});
    return any;
  }

 private:
  enum : std::uint8_t { unasked, no, yes };

  const symbol_pool* texts_;
  Question question_;
  std::vector<std::uint8_t> answers_;
};

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_SYMBOL_POOL_HPP
