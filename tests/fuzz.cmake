# Each fuzz/*.cpp is a libFuzzer target: built by clang whatever compiler builds the rest, and run for
# RIDGELINE_FUZZ_SECONDS from fuzz/corpus/<name>, if there is one.
set(RIDGELINE_FUZZ_SECONDS 10 CACHE STRING "How long each fuzz target runs")
find_program(RIDGELINE_FUZZ_CXX NAMES clang++-16 clang++-14 clang++ DOC "The clang that builds the fuzz targets")
if(NOT RIDGELINE_FUZZ_CXX)
  message(FATAL_ERROR "RIDGELINE_TEST_FUZZ is ON, but there is no clang++")
endif()

set(libraries -pthread)
if(RIDGELINE_WITH_ZLIB)
  list(APPEND libraries -lz)
endif()
if(RIDGELINE_WITH_XLSXWRITER)
  list(APPEND libraries -lxlsxwriter)
endif()
if(RIDGELINE_WITH_SQLITE)
  list(APPEND libraries -DRIDGELINE_WITH_SQLITE=1 -lsqlite3)
endif()

file(GLOB fuzz_sources CONFIGURE_DEPENDS fuzz/*.cpp)
set(fuzz_programs "")
foreach(source IN LISTS fuzz_sources)
  get_filename_component(name "${source}" NAME_WE)
  set(program "${CMAKE_CURRENT_BINARY_DIR}/fuzz/${name}")
  file(MAKE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/fuzz/found/${name}")
  add_custom_command(OUTPUT "${program}" DEPENDS "${source}" DEPFILE "${program}.d" VERBATIM
    COMMENT "Building fuzz target ${name}"
    COMMAND "${RIDGELINE_FUZZ_CXX}" ${strict} -O1 -g1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all
            -MD -MF "${program}.d" -MT "${program}" "${source}" -o "${program}" ${libraries})
  list(APPEND fuzz_programs "${program}")
  set(corpus "${CMAKE_CURRENT_BINARY_DIR}/fuzz/found/${name}")
  if(IS_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus/${name}")
    list(APPEND corpus "${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus/${name}")
  endif()
  add_test(NAME fuzz.${name}
    COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/fixed_addresses.sh" "${program}" -max_total_time=${RIDGELINE_FUZZ_SECONDS}
            -timeout=10 -rss_limit_mb=2048 -seed=1 -print_final_stats=1 "-artifact_prefix=${program}." ${corpus})
endforeach()
add_custom_target(ridgeline_fuzz ALL DEPENDS ${fuzz_programs})
