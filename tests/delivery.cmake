# Small projects outside the build that use the library as its users do: installed, as a folder, through FetchContent,
# through pkg-config. `core_only` finds none of the other libraries and must not need them.
set(prefix "${CMAKE_CURRENT_BINARY_DIR}/prefix")
set(blind "")
foreach(package IN ITEMS Threads range-v3 FastFloat Boost ZLIB ISAL Protozero SQLite3 Xlsxwriter Xlsxreader CLI11)
  list(APPEND blind -DCMAKE_DISABLE_FIND_PACKAGE_${package}=ON)
endforeach()

if(RIDGELINE_INSTALL)
  add_test(NAME delivery.install COMMAND "${CMAKE_COMMAND}" --install "${PROJECT_BINARY_DIR}" --prefix "${prefix}")
  set_tests_properties(delivery.install PROPERTIES FIXTURES_SETUP installed)
endif()

# ridgeline_delivery(how project options...): configures, builds and runs tests/delivery/<project>
function(ridgeline_delivery how project)
  set(name delivery.${how}.${project})
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/delivery/${how}_${project}")
  add_test(NAME ${name}
    COMMAND "${CMAKE_CTEST_COMMAND}" --build-and-test "${CMAKE_CURRENT_SOURCE_DIR}/delivery/${project}" "${folder}"
            --build-generator "${CMAKE_GENERATOR}" --build-noclean
            --build-options "-DHOW=${how}" "-DRIDGELINE_FOLDER=${PROJECT_SOURCE_DIR}" "-DCMAKE_PREFIX_PATH=${prefix}"
            "-DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}" "-DCMAKE_CXX_FLAGS=${CMAKE_CXX_FLAGS}" ${ARGN}
            --test-command "${folder}/consumer")
  if(how STREQUAL "package")
    set_tests_properties(${name} PROPERTIES FIXTURES_REQUIRED installed)
  endif()
endfunction()

if(RIDGELINE_INSTALL)
  ridgeline_delivery(package core_only ${blind})
  ridgeline_delivery(package full -DCOMPILED=$<TARGET_FILE:ridgeline_compiled>)
  add_test(NAME delivery.pkg_config.core_only
    COMMAND sh -c "command -v pkg-config >/dev/null || exit 77
      flags=$(PKG_CONFIG_PATH=$2/share/pkgconfig pkg-config --cflags ridgeline) &&
      \"$1\" -std=c++20 $flags \"$3/delivery/core_only/main.cpp\" -o consumer && ./consumer"
    sh "${CMAKE_CXX_COMPILER}" "${prefix}" "${CMAKE_CURRENT_SOURCE_DIR}")
  set_tests_properties(delivery.pkg_config.core_only PROPERTIES FIXTURES_REQUIRED installed SKIP_RETURN_CODE 77)
endif()
ridgeline_delivery(subdirectory core_only ${blind})
ridgeline_delivery(subdirectory full -DCOMPILED=$<TARGET_FILE:ridgeline_compiled>)
ridgeline_delivery(fetch core_only ${blind})

# The stock report with a user's header: what -DRIDGELINE_EXTENSION=... builds.
find_package(CLI11 QUIET CONFIG)  # imported targets are visible only in the folder that finds them
if(TARGET pytorch_report)
  add_executable(pytorch_report_extended "${PROJECT_SOURCE_DIR}/examples/pytorch_report.cpp")
  target_link_libraries(pytorch_report_extended PRIVATE ridgeline_programs ridgeline_warnings)
  target_compile_definitions(pytorch_report_extended PRIVATE
    "RIDGELINE_EXTENSION=\"${PROJECT_SOURCE_DIR}/examples/extensions/megatron.hpp\"")
  target_compile_options(pytorch_report_extended PRIVATE ${quick})
  ridgeline_by_clang(pytorch_report_extended)
  add_test(NAME delivery.extension
    COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/extension.sh" $<TARGET_FILE:pytorch_report_extended>)
  set_tests_properties(delivery.extension PROPERTIES LABELS delivery)
endif()
