# ridgeline_discover_tests(program launcher label): after each build, lists the cases of the Boost.Test program and adds
# a ctest entry `<suite>.<case>` for each, run through the launcher and labelled. A case that prints `SKIPPED:` is
# skipped.
function(ridgeline_discover_tests program launcher label)
  set(list "${CMAKE_CURRENT_BINARY_DIR}/${program}_cases.cmake")
  add_custom_command(TARGET ${program} POST_BUILD
    COMMAND "${CMAKE_COMMAND}" -D "PROGRAM=$<TARGET_FILE:${program}>" -D "LIST=${list}"
            -D "LAUNCHER=${launcher}" -D "LABEL=${label}" -D "FOLDER=${PROJECT_SOURCE_DIR}" -P "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/list_cases.cmake"
    BYPRODUCTS "${list}" VERBATIM)
  file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/${program}_include.cmake"
       "if(EXISTS \"${list}\")\n  include(\"${list}\")\nelse()\n  add_test(${program}_not_built ${program}_not_built)\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${CMAKE_CURRENT_BINARY_DIR}/${program}_include.cmake")
endfunction()
