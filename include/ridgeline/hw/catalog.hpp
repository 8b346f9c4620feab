#ifndef RIDGELINE_HW_CATALOG_HPP
#define RIDGELINE_HW_CATALOG_HPP

#include <ridgeline/hw/set.hpp>
#include <ridgeline/hw/tenstorrent.hpp>

namespace ridgeline::hw {

using tenstorrent_chips =
    chip_set<wormhole, n150, n300, wormhole_galaxy, blackhole, p100a, p150, p300c, bh20, n1, e75, e150>;

}  // namespace ridgeline::hw

#endif  // RIDGELINE_HW_CATALOG_HPP
