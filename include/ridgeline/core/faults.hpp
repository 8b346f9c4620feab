#ifndef RIDGELINE_CORE_FAULTS_HPP
#define RIDGELINE_CORE_FAULTS_HPP

namespace ridgeline {

namespace core_detail {
template <unsigned long Size>
struct switches {
  bool on[Size];
};
}  // namespace core_detail

/// Where an original program deviates from its documentation, each deviation is a switch, `bool name = false;`, in a
/// struct that contains nothing else. This turns all of them on, as `--parity` does.
template <class Faults>
constexpr Faults all_on() {
  core_detail::switches<sizeof(Faults)> all{};
  for (bool& one : all.on) one = true;
  return __builtin_bit_cast(Faults, all);
}

/// Only one of them on, for testing that fault.
template <class Faults>
constexpr Faults only(bool Faults::*fault) {
  Faults one{};
  one.*fault = true;
  return one;
}

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_FAULTS_HPP
