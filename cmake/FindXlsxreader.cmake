# Xlsxreader::xlsxreader, the two C libraries that read workbooks: minizip, which ships no CMake package file, and expat.
find_path(Minizip_INCLUDE_DIR minizip/unzip.h)
find_library(Minizip_LIBRARY minizip)
find_path(EXPAT_INCLUDE_DIR expat.h)
find_library(EXPAT_LIBRARY NAMES expat libexpat)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Xlsxreader REQUIRED_VARS Minizip_LIBRARY Minizip_INCLUDE_DIR EXPAT_LIBRARY
                                  EXPAT_INCLUDE_DIR)
if(Xlsxreader_FOUND AND NOT TARGET Xlsxreader::xlsxreader)
  add_library(Xlsxreader::expat UNKNOWN IMPORTED)
  set_target_properties(Xlsxreader::expat PROPERTIES
    IMPORTED_LOCATION "${EXPAT_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${EXPAT_INCLUDE_DIR}")
  add_library(Xlsxreader::xlsxreader UNKNOWN IMPORTED)
  set_target_properties(Xlsxreader::xlsxreader PROPERTIES
    IMPORTED_LOCATION "${Minizip_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${Minizip_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES Xlsxreader::expat)
  if(Minizip_LIBRARY MATCHES "[.]a$")
    find_package(ZLIB QUIET)
    set_property(TARGET Xlsxreader::xlsxreader APPEND PROPERTY INTERFACE_LINK_LIBRARIES ZLIB::ZLIB)
  endif()
endif()
mark_as_advanced(Minizip_INCLUDE_DIR Minizip_LIBRARY EXPAT_INCLUDE_DIR EXPAT_LIBRARY)
