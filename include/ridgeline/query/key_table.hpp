#ifndef RIDGELINE_QUERY_KEY_TABLE_HPP
#define RIDGELINE_QUERY_KEY_TABLE_HPP

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <ridgeline/core/pack.hpp>
#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/core/time.hpp>
#include <ridgeline/core/wide.hpp>
#include <ridgeline/query/parts.hpp>
#include <ridgeline/query/plain_text.hpp>

namespace ridgeline {

/// How values of one type are compared as group keys. Specialise it for your own type with `static std::uint64_t
/// number(const T& key, const T& first)`, equal for equal keys (`first` is the first key in the table), and `static
/// bool same(const T&, const T&)`. All missing values form one key.
template <class T>
struct key_traits;

template <class T>
  requires std::integral<T> || std::is_enum_v<T> || (std::is_pointer_v<T> && !std::is_convertible_v<T, const char*>)
struct key_traits<T> {
  static std::uint64_t number(T key, T) {
    if constexpr (std::is_pointer_v<T>) return reinterpret_cast<std::uintptr_t>(key);
    else return static_cast<std::uint64_t>(key);
  }
  static bool same(T a, T b) { return a == b; }
};
template <std::floating_point T>
struct key_traits<T> {
  static std::uint64_t number(T key, T) {
    const double x = key == 0 ? 0 : known(key) ? static_cast<double>(key) : missing<double>;
    std::uint64_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    return bits;
  }
  static bool same(T a, T b) { return a == b || (!known(a) && !known(b)); }
};
template <dim D>
struct key_traits<quantity<D>> {
  using q = quantity<D>;
  static std::uint64_t number(q key, q first) { return key_traits<double>::number(key.base(), first.base()); }
  static bool same(q a, q b) { return key_traits<double>::same(a.base(), b.base()); }
};
template <class T>
  requires requires(T x) { { x.base() } -> std::same_as<std::int64_t>; }
struct key_traits<T> {
  static std::uint64_t number(T key, T) { return static_cast<std::uint64_t>(key.base()); }
  static bool same(T a, T b) { return a.base() == b.base(); }
};
template <class T>
  requires std::same_as<T, std::string> || std::same_as<T, std::string_view> || std::is_convertible_v<T, const char*>
struct key_traits<T> {
  using text = query_detail::plain_text;
  static std::uint64_t number(text key, text) { return hash_of(key.text); }
  static bool same(text a, text b) { return a.text == b.text; }
};
/// Optional values: an empty one and one that holds a missing value are the same key.
template <class T>
  requires requires(const T& x) { x.has_value(); *x; }
struct key_traits<T> {
  using inner = key_traits<std::remove_cvref_t<decltype(*std::declval<const T&>())>>;
  static bool given(const T& key) {
    if constexpr (may_be_missing<T>) return known(key);
    else return key.has_value();
  }
  static std::uint64_t number(const T& key, const T& first) {
    return given(key) ? inner::number(*key, given(first) ? *first : *key) : 0x9E3779B97F4A7C15ull;
  }
  static bool same(const T& a, const T& b) {
    return given(a) == given(b) && (!given(a) || inner::same(*a, *b));
  }
};
/// Structs of integers without padding: keys are equal when their bytes are, which is not so where a part is a view.
template <class T>
  requires(std::is_class_v<T> && std::is_trivially_copyable_v<T> && std::has_unique_object_representations_v<T> &&
           !query_detail::holds_views<T>() && !requires(T x) { x.base(); } && !requires(T x) { x.has_value(); })
struct key_traits<T> {
  static std::uint64_t number(const T& key, const T&) { return byte_hash()(key); }
  static bool same(const T& a, const T& b) { return std::memcmp(&a, &b, sizeof a) == 0; }
};

/// A type that records can be grouped by.
template <class T>
concept groups_by = requires(const T& a) { key_traits<T>::number(a, a); key_traits<T>::same(a, a); };

namespace query_detail {

/// Numbers distinct multi-part keys from 0 in order of first appearance. Only new keys are copied; known ones are just
/// compared.
template <class... Keys>
class key_table {
 public:
  static constexpr std::uint32_t none = 0xFFFFFFFF;

  template <class... Parts>
  std::uint32_t number(const Parts&... parts) {
    return number_in(std::index_sequence_for<Keys...>{}, parts...);
  }
  const std::vector<pack<Keys...>>& keys() const { return keys_; }
  std::vector<pack<Keys...>>& keys() { return keys_; }
  std::size_t size() const { return keys_.size(); }

 private:
  struct slot {
    std::uint32_t tag = 0;
    std::uint32_t at = none;
  };
  template <std::size_t P, class Key>
  static const Key& part(const core_detail::pack_item<P, Key>& key) { return key.value; }

  template <std::size_t... P, class... Parts>
  std::uint32_t number_in(std::index_sequence<P...>, const Parts&... parts) {
    if (2 * (keys_.size() + 1) > slots_.size()) grow();
    std::uint64_t hash = key_.c;
    if (keys_.empty()) {
      ((hash = mixed(hash, key_traits<Keys>::number(parts, parts))), ...);
    } else {
      ((hash = mixed(hash, key_traits<Keys>::number(parts, part<P, Keys>(keys_.front())))), ...);
    }
    const auto tag = static_cast<std::uint32_t>(hash >> 32);
    std::size_t i = hash & (slots_.size() - 1);
    for (; slots_[i].at != none; i = (i + 1) & (slots_.size() - 1)) {
      if (slots_[i].tag != tag) continue;
      if ((key_traits<Keys>::same(part<P, Keys>(keys_[slots_[i].at]), parts) && ...)) return slots_[i].at;
    }
    slots_[i] = {tag, static_cast<std::uint32_t>(keys_.size())};
    low_.push_back(static_cast<std::uint32_t>(hash));
    keys_.push_back({{Keys(parts)}...});
    return slots_[i].at;
  }
  std::uint64_t mixed(std::uint64_t hash, std::uint64_t part) const {
    return core_detail::folded_product(hash ^ part ^ key_.a, key_.b | 1);
  }
  void grow() {
    std::vector<slot> old = std::move(slots_);
    slots_.assign(old.empty() ? 256 : old.size() * 2, {});
    for (const slot& s : old) {
      if (s.at == none) continue;
      std::size_t i = low_[s.at] & (slots_.size() - 1);
      while (slots_[i].at != none) i = (i + 1) & (slots_.size() - 1);
      slots_[i] = s;
    }
  }

  hash_key key_ = process_hash_key();
  std::vector<pack<Keys...>> keys_;
  std::vector<std::uint32_t> low_;    // the low half of each key's hash
  std::vector<slot> slots_;
};

}  // namespace query_detail

}  // namespace ridgeline

#endif  // RIDGELINE_QUERY_KEY_TABLE_HPP
