# Protozero::protozero, a header-only library that ships no CMake package file.
find_path(Protozero_INCLUDE_DIR protozero/pbf_reader.hpp)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Protozero REQUIRED_VARS Protozero_INCLUDE_DIR)
if(Protozero_FOUND AND NOT TARGET Protozero::protozero)
  add_library(Protozero::protozero INTERFACE IMPORTED)
  set_target_properties(Protozero::protozero PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${Protozero_INCLUDE_DIR}")
endif()
mark_as_advanced(Protozero_INCLUDE_DIR)
