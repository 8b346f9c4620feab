# An overlay port of the source tree that contains it: vcpkg install ridgeline --overlay-ports=packaging/vcpkg/ports
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../../../.." ABSOLUTE)

set(programs OFF)
if("tools" IN_LIST FEATURES)
  set(programs ON)
endif()
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}"
                      OPTIONS -DRIDGELINE_BUILD_TESTS=OFF -DRIDGELINE_BUILD_BENCH=OFF -DRIDGELINE_WITH_MPI=OFF
                              "-DRIDGELINE_BUILD_EXAMPLES=${programs}")
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH share/cmake/ridgeline)
if(programs)
  vcpkg_copy_tools(TOOL_NAMES pytorch_report gpu_report jax_report multi_rank_report compare_report tt_perf_report
                              tt_ops_report tt_device_report tt_profile_this op_model tree_perf ridgeline-mcp AUTO_CLEAN)
endif()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug" "${CURRENT_PACKAGES_DIR}/lib")
file(INSTALL "${CURRENT_PORT_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
