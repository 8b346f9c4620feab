#ifndef RIDGELINE_TORCH_OP_FORMULA_HPP
#define RIDGELINE_TORCH_OP_FORMULA_HPP

#include <algorithm>
#include <cstddef>
#include <string_view>

#include <ridgeline/op/picked.hpp>
#include <ridgeline/op/rounding.hpp>
#include <ridgeline/torch/op/call.hpp>

namespace ridgeline {

/// A formula over the arguments of a call, as text: sums, products, quotients, parentheses, integers, and
///
///     n1 e1        elements of argument 1, bytes per element
///     p1           bytes of a real number of that type: half an element of complex numbers
///     r1           elements of argument 1 stored in memory: an extent with stride 0 repeats them
///     d1[0]        an extent, counted from the last one if negative
///     c3 f3 w3     argument 3 as a number; as a flag, 1 for True; 1 if it is `tanh`, 0 if it is `none`
///     z7           the number that is the 7th argument from the end
///     l4           bytes of the type whose number is argument 4, 2 if it is None
///     x0(c1)       the extent of argument 0 along the dimensions in parentheses; all elements if those are None, or if
///                  no argument follows them: then it is not a dimension, but a type
///     h2           1 if there is an argument 2, else 0
///     h2?(...)     what follows if there is one, else 0; j2? the other way round
///     s0           elements of all tensors in the list that is argument 0
///     g1           the same, but 0 if argument 1 is not a list, or an empty one
///     a2           0 if argument 2 is 1 or None, else 1
///     t6?(...)     what follows if argument 6 is a tensor, else 0; u6? the other way round
///     o            bytes per element of the only tensor among the arguments
///     m k          bytes per element according to the kernel's name; chosen experts of a pseudo op
///     up(a,b) min(a,b) max(a,b)   a / b rounded up, the minimum, the maximum
///     out(0,1)     elements of the element-wise result of arguments 0 and 1
///     both(0,1)    bytes per element of that result (torch_promoted_size)
///
/// Values that were not recorded are unknown, and so is everything derived from them.
class torch_formula {
 public:
  constexpr torch_formula(std::string_view text, const torch_call& call) : text_(text), call_(call) {}

  constexpr double value() {
    const double v = sum();
    return at_ == text_.size() && ok_ ? v : missing<double>;
  }
  /// Whether a text is a valid formula.
  static constexpr bool is_readable(std::string_view text) {
    torch_formula f(text, nothing);
    f.counts_ = false;
    f.sum();
    return f.ok_ && f.at_ == text.size();
  }

 private:
  static constexpr torch_call nothing{};
  static constexpr int most_depth = 16;

  constexpr char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  constexpr bool take(char c) {
    if (next() != c) return false;
    ++at_;
    return true;
  }
  /// Not every compiler treats arithmetic with unknown values as constant: when a text is only parsed, each value is
  /// 1.
  constexpr double wrong() {
    ok_ = false;
    return counts_ ? missing<double> : 1;
  }
  constexpr double expect(char c, double value) {
    ok_ = take(c) && ok_;
    return value;
  }
  constexpr int whole() {
    const bool negative = take('-');
    if (next() < '0' || next() > '9') ok_ = false;
    int n = 0;
    while (next() >= '0' && next() <= '9' && n < 100'000) n = n * 10 + (text_[at_++] - '0');
    return negative ? -n : n;
  }
  constexpr double sum() {
    if (++depth_ > most_depth) return wrong();
    double v = product();
    while (next() == '+' || next() == '-') {
      const bool more = take('+');
      if (!more) take('-');
      const double w = product();
      v = !known(v) || !known(w) ? missing<double> : more ? v + w : v - w;
    }
    --depth_;
    return v;
  }
  constexpr double product() {
    double v = factor();
    while (next() == '*' || next() == '/') {
      const bool times = take('*');
      if (!times) take('/');
      const double w = factor();
      v = !known(v) || !known(w) ? missing<double> : times ? v * w : op::divide(v, w);
    }
    return v;
  }
  constexpr double factor() {
    if (take('(')) {
      const double v = sum();
      return expect(')', v);
    }
    if (next() >= '0' && next() <= '9') return whole();
    const char name = next();
    if (name == 'u' || name == 'm' || name == 'o' || name == 'b')
      for (const std::string_view word : {"up(", "min(", "max(", "out(", "both("})
        if (text_.substr(at_).starts_with(word)) {
          at_ += word.size();
          return of_list(word);
        }
    ++at_;
    if (name == 'o') return counts_ ? only_tensor() : 1;
    if (name == 'm') return counts_ ? bytes_by_kernel() : 1;
    if (name == 'k') return counts_ ? call_.chosen_experts : 1;
    if (std::string_view("nrepcdfhjwzlxsgatu").find(name) == std::string_view::npos) return wrong();
    return of_argument(name, whole());
  }
  constexpr double of_list(std::string_view word) {
    if (word == "out(") {
      torch_shape all = torch_shape::of({});
      do {
        const int i = whole();
        if (counts_) all = torch_broadcast(all, call_.shape(i));
      } while (take(','));
      return expect(')', counts_ ? all.size() : 1);
    }
    if (word == "both(") {
      const int i = whole();
      ok_ = take(',') && ok_;
      const int j = whole();
      return expect(')', counts_ ? torch_promoted_size(call_, i, j).base() : 1);
    }
    const double a = sum();
    ok_ = take(',') && ok_;
    const double b = sum();
    ok_ = take(')') && ok_;
    if (!counts_) return 1;
    if (word == "up(") return op::ceil_div(a, b);
    if (word == "min(") return op::at_most(a, b);
    return known(a) && known(b) ? std::max(a, b) : missing<double>;
  }
  constexpr double of_argument(char name, int i) {
    if (!counts_ && std::string_view("dxtuhj").find(name) == std::string_view::npos) return 1;
    switch (name) {
      case 'n': return call_.shape(i).size();
      case 'r': return call_.stored_elements(i);
      case 'e': return call_.size(i).base();
      case 'p': return call_.size(i).base() / (is_complex(i) ? 2 : 1);
      case 'c': return call_.number(i);
      case 'f': return call_.value(i).empty() ? missing<double> : call_.flag(i) ? 1 : 0;
      case 'w': return by_tanh(i);
      case 'z': return call_.number(static_cast<int>(json_list(call_.concrete).size()) - i);
      case 'l': return bytes_of_type(i);
      case 'h':
        if (next() != '?') return !counts_ || has(i) ? 1 : 0;
        return only_if(has(i));
      case 'j': return only_if(!has(i));
      case 's': return elements_of_list(i);
      case 'g': return json_list(call_.dims_text(i)).size() != 0 ? elements_of_list(i) : 0 * elements_of_list(0);
      case 'a': return !call_.has_value(i) ? missing<double> : call_.value(i).empty() || call_.number(i) == 1 ? 0 : 1;
      case 'd': {
        ok_ = take('[') && ok_;
        const int extent = whole();
        return expect(']', counts_ ? call_.extent(i, extent) : 1);
      }
      case 'x': {
        ok_ = take('(') && take('c') && ok_;
        const int along = whole();
        ok_ = take(')') && ok_;
        if (!counts_) return 1;
        if (along + 1 >= static_cast<int>(call_.arguments()))
          return call_.has_values() ? call_.shape(i).size() : missing<double>;
        const torch_shape dims = call_.numbers(along);
        if (!dims.empty()) return extents_along(call_.shape(i), dims);
        const double d = call_.number(along);
        if (known(d)) return d > -100 && d < 100 ? call_.extent(i, static_cast<int>(d)) : missing<double>;
        return call_.has_values() && call_.value(along).empty() ? call_.shape(i).size() : missing<double>;
      }
      default: return only_if(call_.tensor(i) == (name == 't'));
    }
  }
  constexpr bool has(int i) const { return call_.arguments() > static_cast<std::size_t>(i); }
  constexpr double only_if(bool holds) {
    ok_ = take('?') && ok_;
    const double v = factor();
    return !counts_ || holds ? v : 0;
  }

  constexpr bool is_complex(int i) const {
    return torch_detail::kind_of_type(call_.type(i)) == torch_detail::number_kind::complex;
  }
  static constexpr double extents_along(const torch_shape& of, const torch_shape& dims) {
    double n = 1;
    for (int d = 0; d < dims.rank(); ++d)
      n *= dims[d] > -100 && dims[d] < 100 ? of[static_cast<int>(dims[d])] : missing<double>;
    return n;
  }
  constexpr double elements_of_list(int i) const {
    const json_list shapes(call_.dims_text(i));
    if (shapes.size() == 0) return not_recorded();  // a list of tensors whose sizes were not recorded
    double n = 0;
    shapes.for_each([&](std::string_view shape) {
      n += torch_shape(shape).size();
      return true;
    });
    return n;
  }
  constexpr double only_tensor() const {
    double n = missing<double>;
    int tensors = 0;
    call_.for_each_tensor([&](std::string_view dims, std::string_view type) {
      n = torch_shape(dims).size() * call_.size_of_type(type).base();
      ++tensors;
    });
    return tensors == 1 ? n : missing<double>;
  }
  /// Whether a gelu uses the tanh form. Profilers do not record strings among the values, but the kernel's name
  /// contains the branch that it comes from, and the first branch is tanh. Until PyTorch 1.12 there was neither this
  /// argument nor tanh.
  constexpr double by_tanh(int i) const {
    if (!call_.value(i).empty()) return call_.value(i) == "tanh" ? 1 : 0;
    if (static_cast<int>(json_list(call_.dims).size()) <= i) return 0;
    const std::string_view kernel = call_.kernel, word = "lambda";
    const std::size_t at = kernel.find(word, std::min(kernel.find("Gelu"), kernel.size()));
    if (at == std::string_view::npos) return missing<double>;
    const std::string_view branch = kernel.substr(at + word.size());  // as demangled by GCC and by LLVM
    if (branch.starts_with("()#1}") || branch.starts_with("'(")) return 1;
    return branch.starts_with("()#2}") || branch.starts_with("0'") ? 0 : missing<double>;
  }
  /// Kernels over lists of tensors have the element type in their name: the first type among the arguments of their
  /// functor. The type they compute in follows, and after it the types of their parameters: fused optimizers take
  /// `double` whatever the elements are. A copy names the type it writes and the one it reads: an element has the mean
  /// of both.
  constexpr double bytes_by_kernel() const {
    if (call_.kernel.starts_with("_Z")) return not_recorded();  // a mangled name has single letters for types
    constexpr std::string_view copy = "CopyFunctor<";
    if (const std::size_t at = call_.kernel.find(copy); at != std::string_view::npos)
      return mean_of_two_types(call_.kernel.substr(at + copy.size()));
    constexpr std::string_view opaque = "OpaqueType<";
    if (const std::size_t at = call_.kernel.find(opaque); at != std::string_view::npos) {
      const std::string_view rest = call_.kernel.substr(at + opaque.size());
      const double bytes = torch_detail::number_in(rest.substr(0, rest.find_first_of("u>")));
      if (known(bytes)) return bytes;
    }
    constexpr std::string_view functor = "Functor<";
    const std::size_t begin = call_.kernel.find(functor);
    const std::string_view types = call_.kernel.substr(begin == std::string_view::npos ? 0 : begin + functor.size());
    struct named { std::string_view word; double bytes; };
    std::size_t first = std::string_view::npos;
    double bytes = missing<double>;
    for (const named& type : {named{"BFloat16", 2}, named{"Half", 2}, named{"double", 8}, named{"float", 4}})
      if (const std::size_t at = types.find(type.word); at < first) {
        first = at;
        bytes = type.bytes;
      }
    if (known(bytes)) return bytes;
    return not_recorded();
  }
  /// Bytes per element, on average, of two types that begin a list in angle brackets.
  constexpr double mean_of_two_types(std::string_view list) const {
    double bytes = 0;
    for (int type = 0; type < 2; ++type) {
      const std::size_t end = std::min(list.find_first_of(",>"), list.size());
      bytes += torch_type_size(list.substr(0, end)).base() / 2;
      list.remove_prefix(std::min(list.find_first_not_of(" ,", end), list.size()));
    }
    return known(bytes) ? bytes : not_recorded();
  }
  /// Missing, but not because the call is wrong.
  constexpr double not_recorded() const {
    if (call_.lacks != nullptr) *call_.lacks = true;
    return missing<double>;
  }
  constexpr double bytes_of_type(int i) const {
    const double n = call_.number(i);
    if (known(n)) return torch_type_size_of_number(n).base();
    return call_.has_values() && call_.value(i).empty() && call_.type(i).empty() ? 2 : missing<double>;
  }

  std::string_view text_;
  const torch_call& call_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool ok_ = true, counts_ = true;
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_FORMULA_HPP
