// A number that was not recorded is NaN, which -ffast-math assumes not to exist: missing values would become numbers.
// expect: -fno-finite-math-only
// lines: 12
#include <concepts>
#include <type_traits>

#ifndef RIDGELINE_MUST_PASS
#undef __FINITE_MATH_ONLY__
#define __FINITE_MATH_ONLY__ 1
#undef RIDGELINE_CORE_MISSING_HPP
namespace again {  // the header may have been precompiled
#endif
#include <ridgeline/core/missing.hpp>
#ifndef RIDGELINE_MUST_PASS
}
#endif
