#ifndef RIDGELINE_CORE_FAULTS_HPP
#define RIDGELINE_CORE_FAULTS_HPP

#include <array>
#include <bit>

namespace ridgeline {

/// A struct of switches and nothing else, one `bool` for each fault of an original that `--parity` reproduces, with all
/// of them on.
template <class Faults>
constexpr Faults all_on() {
  std::array<bool, sizeof(Faults)> on{};
  for (bool& one : on) one = true;
  return std::bit_cast<Faults>(on);
}

/// The same with one of them on: `only(&xla_faults::roots_missing)`.
template <class Faults>
constexpr Faults only(bool Faults::*one) {
  Faults faults{};
  faults.*one = true;
  return faults;
}

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_FAULTS_HPP
