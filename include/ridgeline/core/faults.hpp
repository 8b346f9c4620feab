#ifndef RIDGELINE_CORE_FAULTS_HPP
#define RIDGELINE_CORE_FAULTS_HPP

namespace ridgeline {

namespace core_detail {
template <unsigned long Size>
struct switches {
  bool on[Size];
};
}  // namespace core_detail

/// What an original program does otherwise than documented is a struct of switches, `bool name = false;`, and nothing
/// else. All of them on: what `--parity` chooses.
template <class Faults>
constexpr Faults all_on() {
  core_detail::switches<sizeof(Faults)> all{};
  for (bool& one : all.on) one = true;
  return __builtin_bit_cast(Faults, all);
}

/// One of them on: what a test of that fault asks for.
template <class Faults>
constexpr Faults only(bool Faults::*fault) {
  Faults one{};
  one.*fault = true;
  return one;
}

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_FAULTS_HPP
