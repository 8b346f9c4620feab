#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include <ridgeline/hw/find.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(hw_find)

namespace {

std::string_view found(std::string_view name) {
  const hw::found_device d = hw::find_by_device_name(name);
  return d.chip == nullptr ? std::string_view("none") : d.chip->name;
}
std::string_view nearest(std::string_view name) {
  const hw::found_device d = hw::find_by_device_name(name);
  BOOST_TEST((d.chip == nullptr), name);
  return d.nearest == nullptr ? std::string_view("none") : d.nearest->name;
}

}  // namespace

BOOST_AUTO_TEST_CASE(names_as_traces_give_them) {
  BOOST_TEST(found("NVIDIA H100 80GB HBM3") == "h100_sxm");
  BOOST_TEST(found("nvidia h100 80gb hbm3") == "h100_sxm");
  BOOST_TEST(found("H100 80GB HBM3") == "h100_sxm");
  BOOST_TEST(found("NVIDIA H20") == "h20");
  BOOST_TEST(found("NVIDIA H20-3e") == "h20_3e");
  BOOST_TEST(found("NVIDIA GB10") == "gb10");
  BOOST_TEST(found("NVIDIA A100-SXM-80GB") == "a100_80gb_sxm");
  BOOST_TEST(found("NVIDIA GeForce RTX 4090") == "rtx_4090");
  BOOST_TEST(found("NVIDIA L4") == "l4");
  BOOST_TEST(found("NVIDIA H200") == "h200_sxm");
  BOOST_TEST(found("NVIDIA B300 SXM6 AC") == "b300");
  BOOST_TEST(found("AMD Instinct MI300X") == "mi300x");
  BOOST_TEST(found("AMD Instinct(TM) MI300X") == "mi300x");
  BOOST_TEST(found("AMD Instinct MI308X") == "mi308x");
  BOOST_TEST(found("AMD Instinct MI250X / MI250") == "mi250x_gcd");
  BOOST_TEST(found("AMD Instinct MI250") == "mi250_gcd");
  BOOST_TEST(found("AMD Radeon RX 7900 XTX") == "rx_7900_xtx");
  BOOST_TEST(found("NVIDIA A10G") == "a10g");
  BOOST_TEST(found("NVIDIA GeForce RTX 5080") == "rtx_5080");
  BOOST_TEST(found("Tesla V100-SXM2-32GB") == "v100_sxm2");
  BOOST_TEST(found("NVIDIA GeForce RTX 2080 Ti") == "rtx_2080_ti");
  BOOST_TEST(found("Tesla P100-PCIE-16GB") == "p100_pcie");
  BOOST_TEST(found("Intel Data Center GPU Max 1550") == "max_1550_stack");
  BOOST_TEST(found("wormhole_b0") == "wormhole");
  BOOST_TEST(found("mi355x") == "mi355x");
}

BOOST_AUTO_TEST_CASE(others_get_the_nearest) {
  BOOST_TEST(nearest("NVIDIA H100 80GB HBM2e") == "h100_sxm");
  BOOST_TEST(nearest("NVIDIA H20-4e") == "h20_3e");
  BOOST_TEST(nearest("AMD Instinct MI325") == "mi325x");
  BOOST_TEST(nearest("h10") == "h100_sxm");  // h20 is one letter away too, but h100 starts like h10
  BOOST_TEST(nearest("mi30x") == "mi300x");
  BOOST_TEST(nearest("NVIDIA H100 80GB HBM3 MIG 1g.10gb") == "h100_sxm");  // a slice is not the chip
  BOOST_TEST(nearest("completely different thing") == "none");
  BOOST_TEST(nearest("") == "none");
  BOOST_TEST(nearest("NVIDIA") != "h20");
  BOOST_TEST((hw::nearest(std::string(100'000, 'x')) == nullptr));
}

BOOST_AUTO_TEST_CASE(a_device_that_is_not_known_is_like_one_of_its_architecture) {
  const auto like = [](std::string_view name, std::string_view architecture, double cores, double mebibytes) {
    const hw::device* const d = hw::nearest_build(name, {architecture, cores, mebibytes * 1024 * 1024});
    return d == nullptr ? std::string_view("none") : d->name;
  };
  // of sm_90 with 132 cores are H100 SXM, H100 NVL, H200, H800 and two GH200 with 80, 94, 141, 80, 96, 144 GB
  BOOST_TEST(like("completely different thing", "sm_90", 132, 96'768) == "gh200");  // 94.5 GiB: more than H100 NVL's 94
  BOOST_TEST(like("completely different thing", "sm_90", 132, 95'355) == "h100_nvl");  // 93.1 GiB
  BOOST_TEST(like("completely different thing", "sm_90", 132, 143'155) == "h200_sxm");  // 139.8 GiB
  BOOST_TEST(like("completely different thing", "sm_90", 132, 81'559) == "h100_sxm");
  BOOST_TEST(like("NVIDIA GH200 120GB", "sm_90", 132, 97'871) == "gh200");  // the name gives it
  BOOST_TEST(like("NVIDIA H20-4e", "sm_90", 78, 97'871) == "h20_3e");  // the name gives it
  BOOST_TEST(like("NVIDIA GeForce RTX 4070", "sm_89", 46, 12'282) == "rtx_4080");  // rtx_3070 is of sm_86
  BOOST_TEST(like("NVIDIA GeForce RTX 3070 Laptop GPU", "sm_86", 40, 8'192) == "rtx_3070");  // another chip
  BOOST_TEST(like("NVIDIA A10M", "sm_86", 64, 20'470) == "a10");
  BOOST_TEST(like("AMD Instinct MI999", "gfx942", 304, 196'592) == "mi300x");
  BOOST_TEST(like("completely different thing", "sm_61", 20, 8'192) == "none");
  BOOST_TEST(like("NVIDIA H101", "", -1, -1) == hw::nearest("NVIDIA H101")->name);
}

BOOST_AUTO_TEST_CASE(a_user_s_chip_is_found_too) {
  hw::device mine;
  mine.name = "my_chip";
  mine.dram = 100 * GBps;
  const std::array chips{mine};
  BOOST_TEST((hw::find_by_device_name(chips, "My-Chip").chip == &chips[0]));
  BOOST_TEST((hw::nearest(chips, "my_ship") == &chips[0]));
  BOOST_TEST(hw::list_text(chips) == "my_chip                            100 GB/s\n");
}

BOOST_AUTO_TEST_CASE(the_list_has_a_line_for_each_chip) {
  const std::string text = hw::list_text(hw::chips::images);
  BOOST_TEST(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) == hw::chips::images.size());
  const std::string h100 = "h100_sxm           NVIDIA         3350 GB/s    989.4 TFLOP/s BF16  NVIDIA H100 80GB HBM3,";
  BOOST_TEST(text.find(h100) != std::string::npos);
  BOOST_TEST(text.find("p150               Tenstorrent     512 GB/s    608.3 TFLOP/s LoFi  p150a, p150b\n") !=
             std::string::npos);  // 110 x 4096 x 1.35 / 1000 = 608.3
}

BOOST_AUTO_TEST_CASE(vendors_of_devices) {
  BOOST_TEST(hw::vendor_of("AMD Instinct MI300X") == "AMD");
  BOOST_TEST(hw::vendor_of("mi250x_gcd") == "AMD");
  BOOST_TEST(hw::vendor_of("NVIDIA H100 80GB HBM3 MIG 1g.10gb") == "NVIDIA");  // no built-in chip
  BOOST_TEST(hw::vendor_of("GeForce GTX 1080") == "NVIDIA");
  BOOST_TEST(hw::vendor_of("Intel(R) Arc(TM) Pro B999") == "Intel");
  BOOST_TEST(hw::vendor_of("HL-225") == "Intel");
  BOOST_TEST(hw::vendor_of("Ascend910B4") == "Huawei");
  BOOST_TEST(hw::vendor_of("a device") == "");
  BOOST_TEST(hw::vendor_of("") == "");
}

BOOST_AUTO_TEST_SUITE_END()
