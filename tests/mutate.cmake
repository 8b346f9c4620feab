# tests/mutate: damaged inputs of every format, read in process. 2,000 runs per format; a fourth of that for folders of
# ranks, which hold several files each. RIDGELINE_MUTATE_RUNS asks for more (100,000 for a long search). The program's
# options are listed at the top of mutate/main.cpp.
set(RIDGELINE_MUTATE_RUNS 2000 CACHE STRING "Damaged inputs of each format that the tests read")
file(GLOB mutate_sources CONFIGURE_DEPENDS mutate/*.cpp)
add_executable(ridgeline_mutate ${mutate_sources})
ridgeline_checked_program(ridgeline_mutate)
math(EXPR runs_of_ranks "${RIDGELINE_MUTATE_RUNS} / 4")
foreach(format IN ITEMS kineto ranks xplane ops_csv device_log op_log tracy_log workbook)
  set(runs ${RIDGELINE_MUTATE_RUNS})
  if(format STREQUAL "ranks")
    set(runs ${runs_of_ranks})
  endif()
  add_test(NAME mutate.${format} COMMAND "${fixed}" $<TARGET_FILE:ridgeline_mutate> ${format} --runs ${runs})
  set_tests_properties(mutate.${format} PROPERTIES LABELS mutate TIMEOUT 3600)
endforeach()
