# Each fuzz/*.cpp is a libFuzzer target, always built by clang and run for RIDGELINE_FUZZ_SECONDS from
# fuzz/corpus/<name>, if there is one. All of them link one archive of bodies; a target that defines a part itself
# takes nothing of that part from the archive.
set(RIDGELINE_FUZZ_SECONDS 10 CACHE STRING "How long each fuzz target runs")
find_program(RIDGELINE_FUZZ_CXX NAMES clang++-16 clang++-14 clang++ DOC "The clang that builds the fuzz targets")
if(NOT RIDGELINE_FUZZ_CXX)
  message(FATAL_ERROR "RIDGELINE_TEST_FUZZ is ON, but there is no clang++")
endif()

# Like all other compilations, through the launcher given to CMake.
set(fuzz_compiler ${CMAKE_CXX_COMPILER_LAUNCHER} "${RIDGELINE_FUZZ_CXX}")

set(libraries -pthread)
if(RIDGELINE_WITH_ZLIB)
  list(APPEND libraries -lz)
endif()
if(RIDGELINE_WITH_XLSXWRITER)
  list(APPEND libraries -lxlsxwriter)
endif()
if(RIDGELINE_WITH_XLSXREADER)
  list(APPEND libraries -DRIDGELINE_WITH_XLSXREADER=1 -lminizip -lexpat)
endif()
if(RIDGELINE_WITH_SQLITE)
  list(APPEND libraries -DRIDGELINE_WITH_SQLITE=1 -lsqlite3)
endif()

if(RIDGELINE_WITH_ISAL)
  list(APPEND libraries -lisal)
endif()

set(fuzz_flags ${strict} -O1 -g1 -fno-sanitize-recover=all -MD -DRIDGELINE_WITH_ISAL=$<BOOL:${RIDGELINE_WITH_ISAL}>)
set(fuzz_objects "")
get_target_property(fuzz_parts ridgeline_compiled SOURCES)  # the same parts, for another compiler
list(FILTER fuzz_parts EXCLUDE REGEX "/compare_traces[.]cpp$")  # no target needs it
foreach(source IN LISTS fuzz_parts)
  get_filename_component(part "${source}" NAME_WE)
  set(body "${CMAKE_CURRENT_BINARY_DIR}/fuzz/bodies/${part}")
  add_custom_command(OUTPUT "${body}.o" DEPENDS "${source}" DEPFILE "${body}.d" VERBATIM
    COMMENT "Building the bodies of ${part} for fuzz targets"
    COMMAND ${fuzz_compiler} ${fuzz_flags} -fsanitize=fuzzer-no-link,address,undefined -MF "${body}.d" -MT "${body}.o"
            -c "${source}" -o "${body}.o")
  list(APPEND fuzz_objects "${body}.o")
endforeach()
file(MAKE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/fuzz/bodies")
set(fuzz_bodies "${CMAKE_CURRENT_BINARY_DIR}/fuzz/bodies/bodies.a")
add_custom_command(OUTPUT "${fuzz_bodies}" DEPENDS ${fuzz_objects} VERBATIM COMMENT "Gathering the bodies of fuzz targets"
  COMMAND "${CMAKE_COMMAND}" -E rm -f "${fuzz_bodies}"
  COMMAND "${CMAKE_AR}" rcs "${fuzz_bodies}" ${fuzz_objects})

file(GLOB fuzz_sources CONFIGURE_DEPENDS fuzz/*.cpp)
set(fuzz_programs "")
foreach(source IN LISTS fuzz_sources)
  get_filename_component(name "${source}" NAME_WE)
  set(program "${CMAKE_CURRENT_BINARY_DIR}/fuzz/${name}")
  file(MAKE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/fuzz/found/${name}")
  add_custom_command(OUTPUT "${program}.o" DEPENDS "${source}" DEPFILE "${program}.d" VERBATIM
    COMMENT "Building fuzz target ${name}"
    COMMAND ${fuzz_compiler} ${fuzz_flags} -fsanitize=fuzzer-no-link,address,undefined -MF "${program}.d"
            -MT "${program}.o" -c "${source}" -o "${program}.o")
  add_custom_command(OUTPUT "${program}" DEPENDS "${program}.o" "${fuzz_bodies}" VERBATIM
    COMMENT "Linking fuzz target ${name}"
    COMMAND "${RIDGELINE_FUZZ_CXX}" -fsanitize=fuzzer,address,undefined "${program}.o" "${fuzz_bodies}" -o "${program}"
            ${libraries})
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
