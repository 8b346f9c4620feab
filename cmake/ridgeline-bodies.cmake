# ridgeline_bodies(name folder parts...): adds the static library `name` with all functions that the headers under
# folder/ridgeline declare, one object for each part of impl/, or only for the given parts; used by the build and by the
# installed package. The sources are written to compiled/ in the caller's build folder.
function(ridgeline_bodies name folder)
  file(GLOB parts CONFIGURE_DEPENDS "${folder}/ridgeline/impl/*.hpp")
  list(FILTER parts EXCLUDE REGEX "/impl/profiler[.]hpp$")  # the other parts contain all of it
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
