#ifndef RIDGELINE_TORCH_SHEET_PARAMETER_COLUMNS_HPP
#define RIDGELINE_TORCH_SHEET_PARAMETER_COLUMNS_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <ridgeline/torch/op/cost.hpp>
#include <ridgeline/torch/op/parameters.hpp>

namespace ridgeline {

namespace torch_detail {

/// The parameters of a sheet's calls as text, as a data frame would show them: a column of numbers with gaps is
/// formatted as real numbers, and `nan` stands for a missing value.
class parameter_columns {
 public:
  void add(const torch_cost& cost) {
    const auto [at, is_new] = calls_.try_emplace(&cost, static_cast<std::uint32_t>(order_.size()));
    if (!is_new) return;
    order_.push_back(&cost);
    for (const torch_parameters::entry& e : cost.parameters.entries()) {
      const auto [place, first] = names_.try_emplace(e.name, columns_.size());
      if (first) columns_.push_back({e.name});
      facts& f = columns_[place->second];
      if (f.last == &cost) continue;  // the model gave this name twice
      f.last = &cost;
      ++f.present;
      f.none += e.value.is == torch_value::kind::none ? 1u : 0u;
      f.integers += e.value.is == torch_value::kind::integer ? 1u : 0u;
      f.real += e.value.is == torch_value::kind::real ? 1u : 0u;
    }
  }
  std::uint32_t number_of(const torch_cost& cost) const { return calls_.at(&cost); }
  std::vector<std::string_view> names() const {
    std::vector<std::string_view> all;
    for (const facts& f : columns_) all.push_back(f.name);
    return all;
  }
  /// For each call, one text per column.
  std::vector<std::vector<std::string>> texts() const {
    std::vector<std::vector<std::string>> all(order_.size());
    for (std::size_t i = 0; i < order_.size(); ++i) {
      all[i].assign(columns_.size(), "nan");
      for (std::size_t c = 0; c < columns_.size(); ++c) {
        const facts& f = columns_[c];
        const bool gaps = f.present < order_.size();
        if (f.none == f.present && !gaps) all[i][c] = "None";
      }
      for (const torch_parameters::entry& e : order_[i]->parameters.entries()) {
        const std::size_t c = names_.at(e.name);
        const facts& f = columns_[c];
        const bool gaps = f.present < order_.size() || f.none > 0;
        const bool numbers = f.integers + f.real > 0 && f.integers + f.real + f.none == f.present;
        const bool always_none = f.none == f.present && f.present < order_.size();
        if (e.value.is == torch_value::kind::none && (numbers || always_none)) continue;
        all[i][c].clear();
        if (numbers) append_python_number(all[i][c], e.value, gaps || f.real > 0);
        else append_parameter(all[i][c], e.value, false);
      }
    }
    return all;
  }

 private:
  struct facts {
    std::string_view name;
    std::size_t present = 0, none = 0, integers = 0, real = 0;  // numbers of calls that have it, by type
    const torch_cost* last = nullptr;
  };
  std::unordered_map<const torch_cost*, std::uint32_t> calls_{};
  std::vector<const torch_cost*> order_;
  std::unordered_map<std::string_view, std::size_t> names_{};
  std::vector<facts> columns_;
};

}  // namespace torch_detail

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_PARAMETER_COLUMNS_HPP
