#include <ridgeline/gpu/copy_way.hpp>

#include <initializer_list>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include <ridgeline/gpu/read/rocprof.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(gpu_copy_way)

BOOST_AUTO_TEST_CASE(every_profiler_s_words_tell_the_direction) {
  const auto are = [](std::initializer_list<std::string_view> names, copy_way way) {
    for (const std::string_view name : names) BOOST_TEST((copy_way_of(name) == way), name);
  };
  are({"Memcpy HtoD (Pageable -> Device)", "[CUDA memcpy Host-to-Device]", "Unified Host-to-Device", "MemcpyH2D",
       "Memcpy M2D (MEMORY(Unknown) -> DEVICE)", "Memcpy S2D", "MEMORY_COPY_HOST_TO_DEVICE", "CopyHostToDevice",
       "host to device", "host to device ex", "MEMCPY_HtoD", "Memcpy HtoA", "cuMemcpyHtoDAsync_v2"},
      copy_way::to_device);
  are({"Memcpy DtoH (Device -> Pinned)", "Device-to-Host", "MemcpyD2H", "Memcpy D2M", "Memcpy D2S", "DEVICE_TO_HOST",
       "CopyDeviceToHost", "device to host"}, copy_way::to_host);
  are({"Memcpy DtoD", "MEMORY_COPY_DEVICE_TO_DEVICE", "MemcpyD2D", "addr device to device"}, copy_way::on_device);
  are({"Memcpy HtoH", "Memcpy M2M", "host to host"}, copy_way::on_host);
  are({"Memcpy PtoP"}, copy_way::between_peers);
  // words that only contain the letters, and letters that have other meanings outside of names of copies
  are({"Memcpy", "Memcpy S2S", "batch2d", "conv2d_kernel", "dtohash", "s2d_kernel", "all2all", "p2p_kernel", "a2a"},
      copy_way::unknown);
  BOOST_TEST(gpu_detail::rocprof_copy_name("MEMORY_COPY_HOST_TO_DEVICE") == "Host-to-Device");
  BOOST_TEST(gpu_detail::rocprof_copy_name("CopyDeviceToHost") == "Device-to-Host");
  for (const std::string_view kernel : {"k_HOST_TO_DEVICE_x", "CopyKernel", "Memcpy HtoD", "h2d"})
    BOOST_TEST(gpu_detail::rocprof_copy_name(kernel) == "Unknown", kernel);
  BOOST_TEST((is_pageable_copy("Memcpy D2M") && is_pageable_copy("Memcpy HtoD (Pageable -> Device)")));
  BOOST_TEST((!is_pageable_copy("Memcpy D2H") && !is_pageable_copy("Memcpy HtoD (Pinned -> Device)")));
}

BOOST_AUTO_TEST_SUITE_END()
