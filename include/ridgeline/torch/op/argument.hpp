#ifndef RIDGELINE_TORCH_OP_ARGUMENT_HPP
#define RIDGELINE_TORCH_OP_ARGUMENT_HPP

#include <array>
#include <cstddef>
#include <initializer_list>
#include <string_view>

#include <ridgeline/core/real.hpp>
#include <ridgeline/core/units.hpp>

/// Arguments of a PyTorch op, read in place from the JSON of a trace: nothing is copied, nothing is recursive, and
/// any input gives either values or unknown values.
namespace ridgeline {

namespace torch_detail {

/// The end of the JSON value that starts at `at`: a string, a list, or the text up to the next comma or bracket.
constexpr std::size_t end_of_value(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  bool quoted = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (quoted) {
      if (c == '\\') ++at;
      else if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '[' || c == '{' || c == '(') {
      ++depth;
    } else if (c == ']' || c == '}' || c == ')') {
      if (depth == 0) return at;
      --depth;
    } else if (c == ',' && depth == 0) {
      return at;
    }
  }
  return text.size();
}

constexpr std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

inline constexpr int no_exponent = 1000;

/// The number behind `e`: `-05`; `no_exponent` for any other text.
constexpr int exponent_in(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  if (text.empty() || text.size() > 2) return no_exponent;
  int n = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return no_exponent;
    n = n * 10 + (c - '0');
  }
  return negative ? -n : n;
}

/// A decimal number, also with an exponent of up to two digits; NaN for any other text, including the empty one.
constexpr double number_in(std::string_view text) {
  text = trimmed(text);
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  long double value = 0, unit = 1;  // seventeen digits, as the profiler writes a double, are more than one holds
  bool fraction = false, any = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '.' && !fraction) {
      fraction = true;
    } else if (c >= '0' && c <= '9') {
      any = true;
      value = value * 10 + (c - '0');
      if (fraction) unit *= 10;
    } else if (any && (c == 'e' || c == 'E')) {
      const int exponent = exponent_in(text.substr(i + 1));
      if (exponent == no_exponent) return missing<double>;
      for (int n = 0; n < exponent; ++n) value *= 10;
      for (int n = 0; n > exponent; --n) unit *= 10;
      break;
    } else {
      return missing<double>;
    }
  }
  return any ? static_cast<double>((negative ? -value : value) / unit) : missing<double>;
}

constexpr double or_zero(double x) { return known(x) ? x : 0; }

}  // namespace torch_detail

/// A JSON list, `[[16,559],[]]`, or a Python tuple, `(2, 2)`, as a text with access to its entries.
class json_list {
 public:
  constexpr json_list() = default;
  constexpr explicit json_list(std::string_view text) : text_(torch_detail::trimmed(text)) {}

  constexpr bool is_list() const {
    return text_.size() >= 2 && ((text_.front() == '[' && text_.back() == ']') ||
                                 (text_.front() == '(' && text_.back() == ')'));
  }
  /// Calls `entry(text)` for each entry until it returns false.
  template <class Entry>
  constexpr void for_each(Entry&& entry) const {
    const std::string_view entries = inside();
    for (std::size_t at = 0; at < entries.size();) {
      const std::size_t end = torch_detail::end_of_value(entries, at);
      if (!entry(torch_detail::trimmed(entries.substr(at, end - at)))) return;
      at = end + 1;
    }
  }
  /// Calls `entry(text, beside)` with the entry at the same position of the other list, or an empty text if that
  /// list is shorter. Both lists are traversed once.
  template <class Entry>
  constexpr void for_each_with(json_list other, Entry&& entry) const {
    std::string_view rest = other.inside();
    for_each([&](std::string_view text) {
      const std::size_t end = torch_detail::end_of_value(rest, 0);
      const std::string_view beside = torch_detail::trimmed(rest.substr(0, end));
      rest.remove_prefix(end < rest.size() ? end + 1 : end);
      return entry(text, beside);
    });
  }
  constexpr std::size_t size() const {
    std::size_t n = 0;
    for_each([&](std::string_view) { return ++n != 0; });
    return n;
  }
  /// The text of entry `i`, counted from 0; empty if there is none.
  constexpr std::string_view operator[](std::size_t i) const {
    std::string_view found;
    for_each([&](std::string_view text) {
      if (i == 0) found = text;
      return i-- != 0;
    });
    return found;
  }
  constexpr std::string_view text() const { return text_; }
  /// The text between the brackets; empty unless the text is a list.
  constexpr std::string_view inside() const {
    return is_list() ? text_.substr(1, text_.size() - 2) : std::string_view();
  }

 private:
  std::string_view text_{};
};

/// The extents of a tensor, as written in a text: `[16,559]`, `(16, 559)`. Anything but a list of numbers has no
/// rank.
class torch_shape {
 public:
  static constexpr int most = 16;  ///< maximum rank; a longer list has no rank either

  constexpr torch_shape() = default;
  constexpr explicit torch_shape(std::string_view text) {
    const json_list list(text);
    if (!list.is_list()) return;
    rank_ = 0;
    list.for_each([&](std::string_view entry) {
      const double extent = torch_detail::number_in(entry);
      if (!ridgeline::known(extent) || rank_ == most) rank_ = -1;
      else extents_[static_cast<std::size_t>(rank_++)] = extent;
      return rank_ >= 0;
    });
  }

  /// The number of extents; -1 if this is not a shape.
  constexpr int rank() const { return rank_; }
  constexpr bool known() const { return rank_ >= 0; }
  constexpr bool empty() const { return rank_ <= 0; }
  /// Extent `i`, counted from the last one if negative; NaN if there is none.
  constexpr double operator[](int i) const {
    if (i < 0) i += rank_;
    return i < 0 || i >= rank_ ? missing<double> : extents_[static_cast<std::size_t>(i)];
  }
  /// The product of the extents from `first` on; 1 if there are none, NaN if this is not a shape.
  constexpr double size(int first = 0) const {
    double n = rank_ < 0 ? missing<double> : 1;
    for (int i = first; i < rank_; ++i) n *= extents_[static_cast<std::size_t>(i)];
    return n;
  }
  constexpr void push(double extent) {
    if (rank_ < 0 || rank_ == most) rank_ = -1;
    else extents_[static_cast<std::size_t>(rank_++)] = extent;
  }
  constexpr void set(int i, double extent) {
    if (i >= 0 && i < rank_) extents_[static_cast<std::size_t>(i)] = extent;
  }
  /// A shape with these extents; initially empty if none are given, for use with `push`.
  static constexpr torch_shape of(std::initializer_list<double> extents) {
    torch_shape s;
    s.rank_ = 0;
    for (const double extent : extents) s.push(extent);
    return s;
  }

 private:
  std::array<double, most> extents_{};
  int rank_ = -1;
};

/// The shape of an element-wise result by broadcasting; no shape if the inputs do not match. With `larger`, an extent
/// of 0 beside one of 1, or beside none, gives 1 as in TraceLens, not 0 as in PyTorch.
constexpr torch_shape torch_broadcast(const torch_shape& a, const torch_shape& b, bool larger = false) {
  if (!a.known() || !b.known()) return {};
  torch_shape out = torch_shape::of({});
  const int rank = core_detail::greater(a.rank(), b.rank());
  for (int i = 0; i < rank; ++i) {
    const int at_a = i - (rank - a.rank()), at_b = i - (rank - b.rank());
    const double x = at_a < 0 ? 1 : a[at_a], y = at_b < 0 ? 1 : b[at_b];
    if (x != y && x != 1 && y != 1) return {};
    out.push(larger ? core_detail::greater(x, y) : x == 1 ? y : x);
  }
  return out;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_ARGUMENT_HPP
