#ifndef RIDGELINE_OP_PICKED_HPP
#define RIDGELINE_OP_PICKED_HPP

#include <ridgeline/core/real.hpp>
#include <ridgeline/core/units.hpp>

namespace ridgeline::op {

/// The elements that are moved of a table of `all`, of which some are picked: at most all of them, however many are
/// picked. So it is with the rows that indices name, the places that are added to, the samples of an image, and the
/// weights of the groups that rows meet. Missing when either is.
constexpr double at_most(double all, double picked) {
  return known(all) && known(picked) ? (picked < all ? picked : all) : missing<double>;
}

}  // namespace ridgeline::op

#endif  // RIDGELINE_OP_PICKED_HPP
