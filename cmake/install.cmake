# Headers, package file for CMake (`find_package(ridgeline)`), package file for pkg-config.
include(CMakePackageConfigHelpers)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME dev)
set(RIDGELINE_CMAKE_DIR "${CMAKE_INSTALL_DATADIR}/cmake/ridgeline")

function(ridgeline_install name)
  if(CMAKE_VERSION VERSION_GREATER_EQUAL 3.23)
    install(TARGETS ridgeline_${name} EXPORT ridgeline-${name} FILE_SET HEADERS)
  else()
    install(TARGETS ridgeline_${name} EXPORT ridgeline-${name})
  endif()
  install(EXPORT ridgeline-${name} NAMESPACE ridgeline:: DESTINATION "${RIDGELINE_CMAKE_DIR}")
endfunction()

ridgeline_install(core)
if(TARGET ridgeline_ridgeline)
  ridgeline_install(ridgeline)
  get_target_property(RIDGELINE_CONFIG_TARGETS ridgeline_ridgeline INTERFACE_LINK_LIBRARIES)
  list(REMOVE_ITEM RIDGELINE_CONFIG_TARGETS ridgeline_core)
endif()
if(CMAKE_VERSION VERSION_LESS 3.23)
  install(DIRECTORY "${RIDGELINE_INCLUDE}/ridgeline" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
endif()

configure_package_config_file(cmake/ridgeline-config.cmake.in "${PROJECT_BINARY_DIR}/ridgeline-config.cmake"
                              INSTALL_DESTINATION "${RIDGELINE_CMAKE_DIR}" PATH_VARS CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/ridgeline-config-version.cmake"
                                 COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES "${PROJECT_BINARY_DIR}/ridgeline-config.cmake" "${PROJECT_BINARY_DIR}/ridgeline-config-version.cmake"
              cmake/ridgeline-find.cmake cmake/ridgeline-bodies.cmake cmake/FindISAL.cmake cmake/FindProtozero.cmake cmake/FindXlsxwriter.cmake
              cmake/FindXlsxreader.cmake
        DESTINATION "${RIDGELINE_CMAKE_DIR}")

file(RELATIVE_PATH RIDGELINE_PC_PREFIX "/${CMAKE_INSTALL_DATADIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" RIDGELINE_PC_PREFIX "${RIDGELINE_PC_PREFIX}")
configure_file(cmake/ridgeline.pc.in "${PROJECT_BINARY_DIR}/ridgeline.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/ridgeline.pc" DESTINATION "${CMAKE_INSTALL_DATADIR}/pkgconfig")

if(RIDGELINE_BUILD_EXAMPLES)
  include(cmake/manual.cmake)
endif()
