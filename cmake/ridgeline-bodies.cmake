# ridgeline_bodies(name folder parts...): the static library `name` of all functions that the headers under folder/ridgeline
# declare, one object for each part of impl/, or for those that are named; used by the build and by the installed package.
# The sources are written to compiled/ in the build folder of whoever calls it.
function(ridgeline_bodies name folder)
  file(GLOB parts CONFIGURE_DEPENDS "${folder}/ridgeline/impl/*.hpp")
  list(FILTER parts EXCLUDE REGEX "/impl/profiler[.]hpp$")  # other parts have what is in it
  set(bodies "")
  foreach(part IN LISTS parts)
    get_filename_component(part "${part}" NAME_WE)
    if(ARGN AND NOT part IN_LIST ARGN)
      continue()
    endif()
    set(body "${CMAKE_CURRENT_BINARY_DIR}/compiled/${part}.cpp")
    file(CONFIGURE OUTPUT "${body}" CONTENT "#include <ridgeline/impl/${part}.hpp>\n" @ONLY)
    list(APPEND bodies "${body}")
  endforeach()
  add_library(${name} STATIC EXCLUDE_FROM_ALL ${bodies})
  target_link_libraries(${name} PUBLIC ridgeline::ridgeline)
endfunction()
