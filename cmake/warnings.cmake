# For our own programs and tests; users of the library choose theirs. The preset makes them errors.
set(RIDGELINE_WARNINGS -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
add_library(ridgeline_warnings INTERFACE)
target_compile_options(ridgeline_warnings INTERFACE ${RIDGELINE_WARNINGS})
