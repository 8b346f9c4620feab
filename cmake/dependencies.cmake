# The dependencies of `ridgeline::ridgeline`; `ridgeline::core` has none.
# Required: threads and range-v3. All other parts are optional: RIDGELINE_WITH_<PART> is ON if its library is found, and
# a format whose library is left out is rejected at run time with a message.

include(ridgeline-find)

if(RIDGELINE_FETCH)
  include(FetchContent)
  set(FASTFLOAT_INSTALL ON)
  FetchContent_Declare(range-v3 URL https://github.com/ericniebler/range-v3/archive/refs/tags/0.12.0.tar.gz
                       URL_HASH SHA256=015adb2300a98edfceaf0725beec3337f542af4915cec4d0b89fa0886f4ba9cb)
  FetchContent_Declare(fast_float URL https://github.com/fastfloat/fast_float/archive/refs/tags/v3.9.0.tar.gz)
  if(NOT TARGET range-v3::range-v3)
    FetchContent_MakeAvailable(range-v3)
  endif()
  if(NOT TARGET FastFloat::fast_float)
    FetchContent_MakeAvailable(fast_float)
  endif()
endif()

# name of the part, its target, what it reads or writes
set(RIDGELINE_PARTS
    "FAST_FLOAT|FastFloat::fast_float|fast_float: faster number parsing"
    "BOOST_JSON|Boost::headers|Boost.JSON, used header-only: JSON traces"
    "ZLIB|ZLIB::ZLIB|zlib: compressed traces and tarballs"
    "ISAL|ISAL::isal|ISA-L: compressed traces three times as fast, archives five times"
    "PROTOZERO|Protozero::protozero|protozero: XPlane and Perfetto traces"
    "XLSXWRITER|Xlsxwriter::xlsxwriter|libxlsxwriter: workbooks"
    "XLSXREADER|Xlsxreader::xlsxreader|minizip and expat: reports in workbooks"
    "SQLITE|SQLite::SQLite3|SQLite: traces that are databases, reports as databases")

foreach(row IN LISTS RIDGELINE_PARTS)
  string(REPLACE "|" ";" row "${row}")
  list(GET row 0 part)
  list(GET row 1 target)
  list(GET row 2 purpose)
  set(found OFF)
  if(TARGET ${target})
    set(found ON)
  endif()
  # Not cached unless the caller sets it: a library that is installed later is found by the next run.
  if(NOT DEFINED RIDGELINE_WITH_${part})
    set(RIDGELINE_WITH_${part} ${found})
  endif()
  message(STATUS "RIDGELINE_WITH_${part}: ${RIDGELINE_WITH_${part}} (${purpose})")
  if(RIDGELINE_WITH_${part} AND NOT found)
    message(FATAL_ERROR "RIDGELINE_WITH_${part} is ON, but ${target} was not found (${purpose})")
  endif()
endforeach()

set(RIDGELINE_MISSING "")
if(NOT TARGET Threads::Threads OR NOT TARGET range-v3::range-v3)
  string(CONCAT RIDGELINE_MISSING
         "ridgeline::ridgeline, its tests and programs need threads and range-v3 (Debian: librange-v3-dev; "
         "or -DRIDGELINE_FETCH=ON). ridgeline::core needs nothing: turn RIDGELINE_BUILD_TESTS, "
         "RIDGELINE_BUILD_EXAMPLES and RIDGELINE_BUILD_BENCH off to use it alone.")
endif()
