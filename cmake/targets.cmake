# ridgeline::core       headers that need only the standard library
# ridgeline::ridgeline  all headers and their dependencies
# ridgeline::compiled   the same, with all functions compiled into a static library
set(RIDGELINE_INCLUDE "${PROJECT_SOURCE_DIR}/include")

file(GLOB_RECURSE RIDGELINE_HEADERS CONFIGURE_DEPENDS "${RIDGELINE_INCLUDE}/ridgeline/*.hpp")
# The headers of profiler.hpp need only the standard library.
set(RIDGELINE_CORE_HEADERS ${RIDGELINE_HEADERS})
list(FILTER RIDGELINE_CORE_HEADERS INCLUDE REGEX
     "/ridgeline/((core|profiler|live|impl/(core|profiler))[.]hpp|(core|hw|op|query|stats|live|table|sink)/|tt/(record|tree|op)/|tt/(sheet|report)/perf)")
list(FILTER RIDGELINE_CORE_HEADERS EXCLUDE REGEX "/(sink/(archive|gzip|sqlite|xlsx)|tt/tree/select)")
set(RIDGELINE_FULL_HEADERS ${RIDGELINE_HEADERS})
list(REMOVE_ITEM RIDGELINE_FULL_HEADERS ${RIDGELINE_CORE_HEADERS})

function(ridgeline_library name headers)
  add_library(ridgeline_${name} INTERFACE)
  add_library(ridgeline::${name} ALIAS ridgeline_${name})
  set_target_properties(ridgeline_${name} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(ridgeline_${name} INTERFACE cxx_std_20)
  if(CMAKE_VERSION VERSION_GREATER_EQUAL 3.23)
    target_sources(ridgeline_${name} INTERFACE FILE_SET HEADERS BASE_DIRS "${RIDGELINE_INCLUDE}" FILES ${headers})
  else()
    target_include_directories(ridgeline_${name} INTERFACE "$<BUILD_INTERFACE:${RIDGELINE_INCLUDE}>"
                               "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
  endif()
endfunction()

ridgeline_library(core "${RIDGELINE_CORE_HEADERS}")

if(NOT RIDGELINE_MISSING)
  ridgeline_library(ridgeline "${RIDGELINE_FULL_HEADERS}")
  target_link_libraries(ridgeline_ridgeline INTERFACE ridgeline_core Threads::Threads range-v3::range-v3)
  foreach(row IN LISTS RIDGELINE_PARTS)
    string(REPLACE "|" ";" row "${row}")
    list(GET row 0 part)
    list(GET row 1 target)
    if(RIDGELINE_WITH_${part})
      target_link_libraries(ridgeline_ridgeline INTERFACE ${target})
      target_compile_definitions(ridgeline_ridgeline INTERFACE RIDGELINE_WITH_${part}=1)
    else()
      target_compile_definitions(ridgeline_ridgeline INTERFACE RIDGELINE_WITH_${part}=0)
    endif()
  endforeach()

  # ridgeline::compiled: the same headers with their bodies compiled.
  include(ridgeline-bodies)
  ridgeline_bodies(ridgeline_compiled "${RIDGELINE_INCLUDE}")
  # These run once per row or group, not once per event; they compile in half the time with -O1.
  get_target_property(bodies ridgeline_compiled SOURCES)
  list(FILTER bodies INCLUDE REGEX "/(advise|compare|compare_traces|gpu_path|ranks|torch_advise|torch_models|torch_report|tt_report)[.]cpp$")
  set_source_files_properties(${bodies} PROPERTIES COMPILE_OPTIONS "$<$<CONFIG:Release>:-O1>")
  target_compile_options(ridgeline_compiled PRIVATE ${RIDGELINE_MEMORY_OF_GXX})
  add_library(ridgeline::compiled ALIAS ridgeline_compiled)
else()
  message(STATUS "${RIDGELINE_MISSING}")
endif()
