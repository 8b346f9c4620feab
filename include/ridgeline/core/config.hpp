#ifndef RIDGELINE_CORE_CONFIG_HPP
#define RIDGELINE_CORE_CONFIG_HPP

// Every umbrella header includes this first: an older language gives thousands of errors, and none of them says why.
#if __cplusplus <= 201703L
#error "ridgeline needs C++20: compile with -std=c++20"
#include <C++20>  // a missing file ends the compilation, an #error does not
#endif

/// The only macros in the interface. `RIDGELINE_WITH_<PART>` says whether an optional dependency is available. CMake
/// sets them; without CMake they follow from what is on the include path.

#ifndef RIDGELINE_WITH_FAST_FLOAT
#if __has_include(<fast_float/fast_float.h>)
#define RIDGELINE_WITH_FAST_FLOAT 1
#else
#define RIDGELINE_WITH_FAST_FLOAT 0
#endif
#endif

#ifndef RIDGELINE_WITH_BOOST_JSON
#if __has_include(<boost/json/basic_parser.hpp>)
#define RIDGELINE_WITH_BOOST_JSON 1
#else
#define RIDGELINE_WITH_BOOST_JSON 0
#endif
#endif

#ifndef RIDGELINE_WITH_ZLIB
#if __has_include(<zlib.h>)
#define RIDGELINE_WITH_ZLIB 1
#else
#define RIDGELINE_WITH_ZLIB 0
#endif
#endif

#ifndef RIDGELINE_WITH_PROTOZERO
#if __has_include(<protozero/pbf_reader.hpp>)
#define RIDGELINE_WITH_PROTOZERO 1
#else
#define RIDGELINE_WITH_PROTOZERO 0
#endif
#endif

#if defined(__SSE2__) && !defined(RIDGELINE_NO_SIMD)
#define RIDGELINE_HAS_SSE2 1
#else
#define RIDGELINE_HAS_SSE2 0
#endif

/// `constexpr` for functions that use a `std::vector`; `inline` where vectors cannot be constant, as with
/// _GLIBCXX_DEBUG.
#ifndef RIDGELINE_VECTOR_CONSTEXPR
#ifdef _GLIBCXX_DEBUG
#define RIDGELINE_VECTOR_CONSTEXPR inline
#else
#define RIDGELINE_VECTOR_CONSTEXPR constexpr
#endif
#endif

#endif  // RIDGELINE_CORE_CONFIG_HPP
