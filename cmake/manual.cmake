# Installs the programs, with man pages and completions made from their --help.
set(RIDGELINE_PROGRAMS pytorch_report gpu_report jax_report multi_rank_report compare_report tt_perf_report tt_ops_report
    tt_device_report tt_profile_this op_model tree_perf ridgeline_mcp)

install(TARGETS ${RIDGELINE_PROGRAMS} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT programs)
file(GLOB guides CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/docs/*.md")
list(FILTER guides EXCLUDE REGEX "/(CONTRIBUTING|architecture)[.]md$")
install(FILES ${guides} DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/ridgeline" COMPONENT programs)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs/schema" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/ridgeline"
        COMPONENT programs)
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/ridgeline" RENAME copyright
        COMPONENT programs)

if(CMAKE_CROSSCOMPILING)
  message(STATUS "no man pages or completions: the programs cannot run on this machine")
  return()
endif()
set(manual "${PROJECT_BINARY_DIR}/manual")
set(pages "")
foreach(program IN LISTS RIDGELINE_PROGRAMS)
  string(REPLACE "ridgeline_mcp" "ridgeline-mcp" name "${program}")
  add_custom_command(OUTPUT "${manual}/man/${name}.1" DEPENDS ${program} "${PROJECT_SOURCE_DIR}/packaging/from_help.sh"
                     COMMAND sh "${PROJECT_SOURCE_DIR}/packaging/from_help.sh" "$<TARGET_FILE:${program}>" "${manual}"
                     COMMENT "Man page and completions of ${name}" VERBATIM)
  list(APPEND pages "${manual}/man/${name}.1")
  install(FILES "${manual}/man/${name}.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT programs)
  install(FILES "${manual}/bash/${name}" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions"
          COMPONENT programs)
  install(FILES "${manual}/zsh/_${name}" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions"
          COMPONENT programs)
  install(FILES "${manual}/fish/${name}.fish" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d"
          COMPONENT programs)
endforeach()
add_custom_target(ridgeline_manual ALL DEPENDS ${pages})

# `cpack -G DEB` in the build folder: ridgeline with the programs, libridgeline-dev with the headers.
set(CPACK_PACKAGE_NAME ridgeline)
set(CPACK_PACKAGE_CONTACT "the ridgeline authors <ridgeline@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL programs dev)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_NAME ridgeline)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_DEPENDS "")
foreach(library IN LISTS RIDGELINE_LATER_LIBRARIES)  # loaded at run time, so dpkg-shlibdeps does not find them
  get_filename_component(library "${library}" REALPATH)
  string(REGEX REPLACE "^/usr/" "/" unmerged "${library}")  # where packages of a merged /usr may still list it
  execute_process(COMMAND dpkg-query -S "${library}" "${unmerged}" OUTPUT_VARIABLE package ERROR_QUIET)
  if(package MATCHES "^([^:]+):")
    list(APPEND CPACK_DEBIAN_PROGRAMS_PACKAGE_DEPENDS "${CMAKE_MATCH_1}")
  endif()
endforeach()
list(JOIN CPACK_DEBIAN_PROGRAMS_PACKAGE_DEPENDS ", " CPACK_DEBIAN_PROGRAMS_PACKAGE_DEPENDS)
set(CPACK_COMPONENT_PROGRAMS_DESCRIPTION
    "Programs that turn the traces of PyTorch, JAX, Nsight Systems, rocprofv3 and tt-metal into reports, and a server that \
answers agents about them.")
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libridgeline-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_DEV_PACKAGE_SUGGESTS
    "librange-v3-dev, libfast-float-dev, libboost-dev, zlib1g-dev, libisal-dev, libprotozero-dev, libxlsxwriter-dev, \
libminizip-dev, libexpat1-dev, libsqlite3-dev")
set(CPACK_COMPONENT_DEV_DESCRIPTION "The header-only C++20 library behind the programs, for CMake and pkg-config.")
include(CPack)
