#include "within.hpp"

#include <ridgeline/hw/catalog.hpp>

using namespace ridgeline;

namespace test_hw_nvidia_cards {

using namespace ridgeline::hw;

// FLOP per clock and SM: FP32 2 x 64 in 7.5, 2 x 128 after it; FP16 on tensor cores 1024, half of it on GeForce cards.
// T4: 40 SMs at 1590 MHz: 63.6e9 x 128 = 8.14, x 1024 = 65.1, x 2048 = 130.3.
static_assert(rebuilds<t4, vector_fp32>(128, 1590, 0.05) && rebuilds<t4, matrix_fp16>(1024, 1590, 0.5));
static_assert(rebuilds<t4, matrix_int8>(2048, 1590, 0.5) && !publishes_peak<t4, matrix_bf16>);
// A10: 72 at 1695: 122.04e9 x 256 = 31.24, x 512 = 62.5, x 1024 = 125.0. A40: 84 at 1740: 146.16e9: 37.4, 74.8, 149.7.
static_assert(rebuilds<a10, vector_fp32>(256, 1695, 0.05) && rebuilds<a10, matrix_tf32>(512, 1695, 0.05));
static_assert(rebuilds<a10, matrix_bf16>(1024, 1695, 0.5) && rebuilds<a40, vector_fp32>(256, 1740, 0.05));
static_assert(rebuilds<a40, matrix_tf32>(512, 1740, 0.05) && rebuilds<a40, matrix_bf16>(1024, 1740, 0.05));
// RTX A6000: 84 at 1800: 151.2e9 x 256 = 38.7, x 1024 = 154.8.
// RTX 3090: 82 at 1695: 138.99e9 x 256 = 35.6, x 512 = 71.2.
static_assert(rebuilds<rtx_a6000, vector_fp32>(256, 1800, 0.05) && rebuilds<rtx_a6000, matrix_bf16>(1024, 1800, 0.05));
static_assert(rebuilds<rtx_3090, vector_fp32>(256, 1695, 0.05) && rebuilds<rtx_3090, matrix_bf16>(512, 1695, 0.5));
// L4: 58 at 2040: 118.32e9 x 256 = 30.3, x 1024 = 121.2, x 2048 = 242.3.
// L40: 142 at 2490: 353.58e9 x 256 = 90.5, x 512 = 181.0.
static_assert(rebuilds<l4, vector_fp32>(256, 2040, 0.05) && rebuilds<l4, matrix_bf16>(1024, 2040, 0.5));
static_assert(rebuilds<l4, matrix_fp8>(2048, 2040, 0.5) && rebuilds<l40, vector_fp32>(256, 2490, 0.05));
static_assert(rebuilds<l40, matrix_bf16>(512, 2490, 0.05) && 2 * peak_rate(image<l40>(), matrix_bf16) < 363 * TFLOPps);
// RTX 6000 Ada: 142 at 2505: 355.71e9 x 256 = 91.1, x 1024 = 364.2.
// RTX 4090: 128 at 2520: 322.56e9 x 256 = 82.6, x 512 = 165.2, x 1024 = 330.3, x 2048 = 660.6.
// RTX 5090: 170 at 2407: 409.19e9 x 256 = 104.8, x 512 = 209.5, x 1024 = 419.0.
static_assert(rebuilds<rtx_6000_ada, vector_fp32>(256, 2505, 0.05) &&
              rebuilds<rtx_6000_ada, matrix_bf16>(1024, 2505, 0.05));
static_assert(rebuilds<rtx_4090, vector_fp32>(256, 2520, 0.05) && rebuilds<rtx_4090, matrix_bf16>(512, 2520, 0.05));
static_assert(rebuilds<rtx_4090, matrix_fp8>(1024, 2520, 0.05) && rebuilds<rtx_4090, matrix_int8>(2048, 2520, 0.05));
static_assert(rebuilds<rtx_5090, vector_fp32>(256, 2407, 0.05) && rebuilds<rtx_5090, matrix_bf16>(512, 2407, 0.05));
static_assert(rebuilds<rtx_5090, matrix_fp8>(1024, 2407, 0.05) && rebuilds<rtx_5090, matrix_fp4>(4096, 2407, 0.5));
// RTX PRO 6000: 188 at 2597: 488.24e9 x 256 = 125.0, x 512 = 250.0, x 1024 = 500.0, x 4096 = 1999.8, half of 4000;
// of servers at 2493: 468.68e9 x 256 = 120.0, x 1024 = 479.9, x 4096 = 1919.7.
static_assert(rebuilds<rtx_pro_6000, vector_fp32>(256, 2597, 0.05) &&
              rebuilds<rtx_pro_6000, matrix_bf16>(1024, 2597, 0.1) && rebuilds<rtx_pro_6000, matrix_fp4>(4096, 2597, 0.5));
static_assert(rebuilds<rtx_pro_6000_server, vector_fp32>(256, 2493, 0.05) &&
              rebuilds<rtx_pro_6000_server, matrix_bf16>(1024, 2493, 0.1) &&
              rebuilds<rtx_pro_6000_server, matrix_fp4>(4096, 2493, 0.5) && rtx_pro_6000::dram == rtx_5090::dram);
// GB10: 48 SMs at 2543 MHz: 122.06e9 x 256 = 31.2, x 512 = 62.5, x 1024 = 125.0, x 2048 = 250.0, x 4096 = 500.0.
static_assert(rebuilds<gb10, vector_fp32>(256, 2543, 0.05) && rebuilds<gb10, matrix_tf32>(512, 2543, 0.05) &&
              rebuilds<gb10, matrix_bf16>(1024, 2543, 0.05) && rebuilds<gb10, matrix_fp8>(2048, 2543, 0.1) &&
              rebuilds<gb10, matrix_fp4>(4096, 2543, 0.1) && rebuilds<gb10, matrix_int8>(2048, 2543, 0.1));
static_assert(gb10::dram == 273 * GBps && nvidia_chips::find("NVIDIA GB10")->name == "gb10");
// Memory buses: 384 bit at 21 and 19.5 Gbit/s a pin, 512 at 28: 1008, 936 and 1792 GB/s.
static_assert(rtx_4090::dram == 384.0 / 8 * 21 * GBps && rtx_3090::dram == 384 / 8 * 19.5 * GBps);
static_assert(rtx_5090::dram == 512.0 / 8 * 28 * GBps);
// The GPU of a GH200 is an H100 with different memory.
static_assert(peak_of<gh200, matrix_bf16> == peak_of<h100_sxm, matrix_bf16> && gh200::dram == 4000 * GBps);
static_assert(nvidia_chips::find("NVIDIA GH200 144G HBM3e")->dram == 4900 * GBps);

// Names as drivers and PyTorch print them.
static_assert(nvidia_chips::find("Tesla T4")->name == "t4" && nvidia_chips::find("NVIDIA A10")->name == "a10");
static_assert(nvidia_chips::find("NVIDIA L4")->name == "l4" && nvidia_chips::find("NVIDIA L40")->name == "l40");
static_assert(nvidia_chips::find("NVIDIA RTX 6000 Ada Generation")->name == "rtx_6000_ada");
static_assert(nvidia_chips::find("NVIDIA GeForce RTX 4090")->name == "rtx_4090");
static_assert(nvidia_chips::find("NVIDIA GeForce RTX 5090")->name == "rtx_5090");
static_assert(nvidia_chips::find("NVIDIA GH200 480GB")->name == "gh200");
static_assert(nvidia_chips::find("NVIDIA GH200 120GB")->name == "gh200");
static_assert(nvidia_chips::find("NVIDIA RTX PRO 6000 Blackwell Workstation Edition")->name == "rtx_pro_6000");
static_assert(nvidia_chips::find("NVIDIA RTX PRO 6000 Blackwell Server Edition")->name == "rtx_pro_6000_server");
static_assert(amd_chips::find("AMD Instinct MI355X VF")->name == "mi355x");
static_assert(nvidia_chips::find("NVIDIA A10G")->name == "a10g");
static_assert(nvidia_chips::find("Tesla V100-PCIE-16GB")->name == "v100_pcie");

// A10G: 80 at 1710: 136.8e9 x 256 = 35.0, x 512 = 70.0. RTX 3080: 68 at 1710: 116.28e9 x 256 = 29.8, x 512 = 59.5.
static_assert(rebuilds<a10g, vector_fp32>(256, 1710, 0.05) && rebuilds<a10g, matrix_bf16>(512, 1710, 0.05));
static_assert(rebuilds<rtx_3080, vector_fp32>(256, 1710, 0.05) && rebuilds<rtx_3080, matrix_bf16>(512, 1710, 0.05));
static_assert(rtx_3080::dram == 320.0 / 8 * 19 * GBps && rtx_4080::dram == 256 / 8 * 22.4 * GBps);
// RTX 4080: 76 at 2505: 190.38e9 x 256 = 48.7, x 512 = 97.5, x 1024 = 194.9, x 2048 = 389.9.
static_assert(rebuilds<rtx_4080, vector_fp32>(256, 2505, 0.05) && rebuilds<rtx_4080, matrix_bf16>(512, 2505, 0.05));
static_assert(rebuilds<rtx_4080, matrix_fp8>(1024, 2505, 0.1) && rebuilds<rtx_4080, matrix_int8>(2048, 2505, 0.1));
// RTX 5080: 84 at 2617: 219.83e9 x 256 = 56.3, x 512 = 112.6, x 1024 = 225.1, x 4096 = 900.4.
static_assert(rebuilds<rtx_5080, vector_fp32>(256, 2617, 0.05) && rebuilds<rtx_5080, matrix_bf16>(512, 2617, 0.05));
static_assert(rebuilds<rtx_5080, matrix_fp8>(1024, 2617, 0.05) && rebuilds<rtx_5080, matrix_fp4>(4096, 2617, 0.1));
static_assert(rtx_5080::dram == 256.0 / 8 * 30 * GBps);
// A30: 56 at 1440: 80.64e9 x 128 = 10.3, x 1024 = 82.6, printed 82, x 2048 = 165.2. V100 PCIe: 80 at 1380: 110.4e9.
static_assert(rebuilds<a30, vector_fp32>(128, 1440, 0.05) && rebuilds<a30, matrix_tf32>(1024, 1440, 0.6));
static_assert(rebuilds<a30, matrix_bf16>(2048, 1440, 0.5) && rebuilds<v100_pcie, vector_fp32>(128, 1380, 0.2));
static_assert(rebuilds<v100_pcie, matrix_fp16>(1024, 1380, 1.1));
// V100S: 80 at 1597: 127.76e9 x 128 = 16.4, x 1024 = 130.8. P100: 56 at 1303 and 1480: 72.97e9 and 82.88e9 x 128 = 9.3
// and 10.6, x 256 = 18.7 and 21.2; it has no matrix units.
static_assert(rebuilds<v100s_pcie, vector_fp32>(128, 1597, 0.05) && rebuilds<v100s_pcie, matrix_fp16>(1024, 1597, 1));
static_assert(rebuilds<p100_pcie, vector_fp32>(128, 1303, 0.05) && rebuilds<p100_pcie, vector_fp16>(256, 1303, 0.05));
static_assert(rebuilds<p100_sxm2, vector_fp32>(128, 1480, 0.05) && !publishes_peak<p100_sxm2, matrix_fp16>);
static_assert(nvidia_chips::find("Tesla P100-PCIE-16GB")->name == "p100_pcie");
// RTX 2080 Ti: 68 at 1545: 105.06e9 x 128 = 13.4, x 512 = 53.8, x 2048 = 215.2. Quadro RTX 6000: 72 at 1770: 127.44e9 x
// 128 = 16.3, x 1024 = 130.5, x 2048 = 261.0. Buses of 352 and 384 bit at 14 Gbit/s a pin: 616 and 672 GB/s.
using geforce = rtx_2080_ti;
static_assert(rebuilds<geforce, vector_fp32>(128, 1545, 0.06) && geforce::dram == 352.0 / 8 * 14 * GBps);
static_assert(rebuilds<geforce, matrix_fp16>(512, 1545, 0.05) && rebuilds<geforce, matrix_int8>(2048, 1545, 0.05));
using quadro = quadro_rtx_8000;
static_assert(rebuilds<quadro, vector_fp32>(128, 1770, 0.05) && rebuilds<quadro, matrix_fp16>(1024, 1770, 0.05));
static_assert(rebuilds<quadro, matrix_int8>(2048, 1770, 0.05) && quadro::dram == 384.0 / 8 * 14 * GBps);
static_assert(nvidia_chips::find("Quadro RTX 8000")->name == "quadro_rtx_8000");
// RTX 3070: 46 at 1725: 79.35e9 x 256 = 20.3, x 512 = 40.6, x 2048 = 162.5. RTX 4070 Ti: 60 at 2610: 156.6e9 x 256 =
// 40.1, x 512 = 80.2, x 1024 = 160.4, x 2048 = 320.7. Buses of 256 bit at 14, 192 at 21: 448 and 504 GB/s.
static_assert(rebuilds<rtx_3070, vector_fp32>(256, 1725, 0.05) && rebuilds<rtx_3070, matrix_bf16>(512, 1725, 0.05));
static_assert(rebuilds<rtx_3070, matrix_int8>(2048, 1725, 0.15) && rtx_3070::dram == 256.0 / 8 * 14 * GBps);
using ada = rtx_4070_ti;
static_assert(rebuilds<ada, vector_fp32>(256, 2610, 0.05) && rebuilds<ada, matrix_bf16>(512, 2610, 0.05));
static_assert(rebuilds<ada, matrix_fp8>(1024, 2610, 0.05) && rebuilds<ada, matrix_int8>(2048, 2610, 0.05));
static_assert(ada::dram == 192.0 / 8 * 21 * GBps);
// RTX 5070: 48 at 2512: 120.58e9 x 256 = 30.9, x 512 = 61.7, x 1024 = 123.5, x 2048 = 246.9, x 4096 = 493.9.
// RTX 5070 Ti: 70 at 2452: 171.64e9: 43.9, 87.9, 175.8, 351.5, 703.0. Buses of 192 and 256 bit at 28: 672 and 896 GB/s.
static_assert(rebuilds<rtx_5070, vector_fp32>(256, 2512, 0.05) && rebuilds<rtx_5070, matrix_bf16>(512, 2512, 0.05));
static_assert(rebuilds<rtx_5070, matrix_int8>(2048, 2512, 0.1) && rebuilds<rtx_5070, matrix_fp4>(4096, 2512, 0.1));
using larger = rtx_5070_ti;
static_assert(rebuilds<larger, vector_fp32>(256, 2452, 0.05) && rebuilds<larger, matrix_bf16>(512, 2452, 0.05));
static_assert(rebuilds<larger, matrix_int8>(2048, 2452, 0.1) && rebuilds<larger, matrix_fp4>(4096, 2452, 0.1));
static_assert(rtx_5070::dram == 192.0 / 8 * 28 * GBps && rtx_5070_ti::dram == 256.0 / 8 * 28 * GBps);
static_assert(nvidia_chips::find("NVIDIA GeForce RTX 5070 Ti")->name == "rtx_5070_ti");

}  // namespace test_hw_nvidia_cards
