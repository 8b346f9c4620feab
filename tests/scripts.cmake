# What ships with the library, used by scripts as its users use it. A script that lacks something prints `SKIPPED:` and
# what is missing; that fails when CI=true.
find_package(Python3 QUIET COMPONENTS Interpreter)
set(programs "${PROJECT_BINARY_DIR}/examples")

# ridgeline_script_test(name script arguments...): tests/scripts/<script>, by python3 or, where it ends in .sh, by sh
function(ridgeline_script_test name script)
  set(command "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_SOURCE_DIR}/scripts/${script}" ${ARGN})
  if(script MATCHES "[.]sh$")
    set(command sh "${CMAKE_CURRENT_SOURCE_DIR}/scripts/${script}" ${ARGN})
  elseif(NOT Python3_Interpreter_FOUND)
    set(command sh -c "echo 'SKIPPED: no python3'; [ \"$CI\" != true ]")
  endif()
  add_test(NAME ${name} COMMAND ${command})
  set_tests_properties(${name} PROPERTIES SKIP_REGULAR_EXPRESSION "SKIPPED:" ENVIRONMENT PYTHONDONTWRITEBYTECODE=1
                       TIMEOUT 600)
endfunction()

if(RIDGELINE_BUILD_EXAMPLES)
  ridgeline_script_test(delivery.json_schema reports_fit_the_schema.py "${programs}" "${PROJECT_SOURCE_DIR}")
  if(RIDGELINE_LATER_LIBRARIES)
    ridgeline_script_test(delivery.later_libraries later_libraries.sh "${CMAKE_OBJDUMP}" "${programs}/pytorch_report"
                          ${RIDGELINE_LATER_LIBRARIES})
  endif()
  foreach(case IN ITEMS answers refusals hostile formats)
    ridgeline_script_test(delivery.mcp.${case} mcp.py ${case} "${programs}" "${PROJECT_SOURCE_DIR}")
  endforeach()
endif()

if(RIDGELINE_BUILD_EXAMPLES AND RIDGELINE_INSTALL)
  ridgeline_script_test(delivery.manual manual.py "${prefix}")
  set_tests_properties(delivery.manual PROPERTIES FIXTURES_REQUIRED installed)
  # `./run test packaging`: these compile the library again, so only `ctest -C packaging` runs them.
  foreach(case IN ITEMS deb vcpkg conan release)
    add_test(NAME packaging.${case} CONFIGURATIONS packaging
             COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/scripts/packages.sh" ${case} "${PROJECT_SOURCE_DIR}"
                     "${PROJECT_BINARY_DIR}")
    set_tests_properties(packaging.${case} PROPERTIES LABELS packaging TIMEOUT 3600 SKIP_REGULAR_EXPRESSION "SKIPPED:")
  endforeach()
endif()

if(TARGET ridgeline_python)
  foreach(case IN ITEMS module numpy pandas)
    ridgeline_script_test(delivery.python.${case} python_module.py ${case} "${PROJECT_BINARY_DIR}/python" "${programs}"
                          "${PROJECT_SOURCE_DIR}")
  endforeach()
endif()

ridgeline_script_test(delivery.docs.site site.py "${PROJECT_SOURCE_DIR}")
ridgeline_script_test(delivery.docs.messages_are_there messages_are_there.py "${PROJECT_SOURCE_DIR}")
if(RIDGELINE_BUILD_EXAMPLES)
  ridgeline_script_test(delivery.docs.sheets_are_fresh ../../docs/make/reference.py "${programs}" "${PROJECT_SOURCE_DIR}" --check)
endif()
