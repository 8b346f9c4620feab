#ifndef RIDGELINE_HW_CATALOG_HPP
#define RIDGELINE_HW_CATALOG_HPP

#include <ridgeline/hw/amd.hpp>
#include <ridgeline/hw/google.hpp>
#include <ridgeline/hw/intel.hpp>
#include <ridgeline/hw/nvidia_cards.hpp>
#include <ridgeline/hw/set.hpp>
#include <ridgeline/hw/tenstorrent.hpp>

namespace ridgeline::hw {

using tenstorrent_chips =
    chip_set<wormhole, n150, n300, wormhole_galaxy, blackhole, p100a, p150, p150c, p300a, p300c, blackhole_galaxy,
             bh20, n1, e75, e150>;
using amd_chips = chip_set<mi100, mi210, mi250x, mi250x_gcd, mi250_gcd, mi300a, mi300x, mi308x, mi325x, mi350x, mi355x,
                           rx_7900_xtx>;
using nvidia_chips = chip_set<p100_pcie, p100_sxm2, v100_sxm2, v100_pcie, v100s_pcie, a30, a100_40gb, a100_80gb_sxm,
                              a100_80gb_pcie, a800_80gb_sxm, a800_80gb_pcie, h100_pcie, h100_sxm, h100_nvl, h200_sxm,
                              h200_nvl, h800_sxm, h20, h20_3e, gh200, gh200_144gb, b200, gb200, b300, gb300, l40s, t4,
                              rtx_2080_ti, quadro_rtx_6000, quadro_rtx_8000, a10, a10g, a40, rtx_a6000, rtx_3070,
                              rtx_3080, rtx_3090, l4, l40, rtx_6000_ada, rtx_4070_ti, rtx_4080, rtx_4090, rtx_5070,
                              rtx_5070_ti, rtx_5080, rtx_5090, rtx_pro_6000, rtx_pro_6000_server, gb10>;
using google_chips = chip_set<tpu_v4, tpu_v5e, tpu_v5p, tpu_v6e, tpu_v7x, tpu_v7x_chiplet>;
using intel_chips = chip_set<gaudi2, gaudi3, max_1100, max_1550, max_1550_stack>;

/// Every built-in chip.
using chips = joined<tenstorrent_chips, amd_chips, nvidia_chips, google_chips, intel_chips>;
/// The same, with a compile-time check that names are unique; used only in find_body.hpp, because the check is slow.
using checked_chips = joined_set<tenstorrent_chips, amd_chips, nvidia_chips, google_chips, intel_chips>;

}  // namespace ridgeline::hw

#endif  // RIDGELINE_HW_CATALOG_HPP
