#ifndef RIDGELINE_RANKS_WIRE_HPP
#define RIDGELINE_RANKS_WIRE_HPP

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/stats/exact_sum.hpp>

namespace ridgeline {

/// Serialises values in a machine-independent way: integers in little-endian order, floating-point numbers by their
/// bits, texts and lists preceded by their length.
class wire_writer {
 public:
  static constexpr bool reads = false;

  template <std::integral Int>
  void operator()(const Int& value) {
    const auto bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
    for (unsigned i = 0; i < sizeof(Int); ++i) out_ += static_cast<char>(bits >> (8 * i) & 0xFF);
  }
  void operator()(const bool& value) { out_ += value ? '\1' : '\0'; }
  void operator()(const double& value) { (*this)(std::bit_cast<std::uint64_t>(value)); }
  void operator()(const std::string& text) {
    (*this)(static_cast<std::uint64_t>(text.size()));
    out_ += text;
  }
  void operator()(const exact_sum& total) {
    (*this)(total.overflown());
    std::vector<double> parts = total.canonical();
    for_each(parts, [&](double& part) { (*this)(part); });
  }
  template <class T, class Write>
  void for_each(std::vector<T>& list, Write write) {
    (*this)(static_cast<std::uint64_t>(list.size()));
    for (T& item : list) write(item);
  }
  std::string take() { return std::move(out_); }

 private:
  std::string out_{};
};

/// Deserialises them. Input that is truncated, or claims more than there is, gives zeros and `good() == false`.
class wire_reader {
 public:
  static constexpr bool reads = true;
  explicit wire_reader(std::string_view bytes) : rest_(bytes) {}

  template <std::integral Int>
  void operator()(Int& value) {
    std::uint64_t bits = 0;
    const std::string_view raw = bytes(sizeof(Int));
    for (std::size_t i = 0; i < raw.size(); ++i) bits |= std::uint64_t{static_cast<unsigned char>(raw[i])} << (8 * i);
    value = static_cast<Int>(bits);
  }
  void operator()(bool& value) {
    const std::string_view raw = bytes(1);
    value = !raw.empty() && raw[0] != '\0';
  }
  void operator()(double& value) {
    std::uint64_t bits = 0;
    (*this)(bits);
    value = std::bit_cast<double>(bits);
  }
  void operator()(std::string& text) {
    std::uint64_t size = 0;
    (*this)(size);
    text = std::string(bytes(size));
  }
  void operator()(exact_sum& total) {
    bool overflown = false;
    std::vector<double> parts;
    (*this)(overflown);
    for_each(parts, [&](double& part) { (*this)(part); });
    total = exact_sum::from(parts, overflown);
  }
  template <class T, class Read>
  void for_each(std::vector<T>& list, Read read) {
    std::uint64_t size = 0;
    (*this)(size);
    list.clear();
    for (std::uint64_t i = 0; i < size && good_ && !rest_.empty(); ++i) {  // each item takes at least one byte
      list.emplace_back();
      read(list.back());
    }
    good_ = good_ && list.size() == size;
  }
  bool good() const { return good_; }
  bool done() const { return good_ && rest_.empty(); }
  void fail() { good_ = false; }

 private:
  std::string_view bytes(std::uint64_t n) {
    if (!good_ || n > rest_.size()) {
      good_ = false;
      return {};
    }
    const std::string_view taken = rest_.substr(0, static_cast<std::size_t>(n));
    rest_.remove_prefix(static_cast<std::size_t>(n));
    return taken;
  }
  std::string_view rest_;
  bool good_ = true;
};

/// Reads or writes `moments`, depending on `Wire`.
template <class Wire, class Moments>
void transfer_moments(Wire& wire, Moments& m) {
  wire(m.count), wire(m.sum), wire(m.squares), wire(m.min), wire(m.max);
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_WIRE_HPP
