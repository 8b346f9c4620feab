// A number that was not recorded is NaN, which -ffast-math assumes not to exist: missing values would become numbers.
// expect: -fno-finite-math-only
// lines: 12
#ifndef RIDGELINE_MUST_PASS
#undef __FINITE_MATH_ONLY__
#define __FINITE_MATH_ONLY__ 1
#undef RIDGELINE_CORE_MISSING_HPP
#endif
#include <ridgeline/core/missing.hpp>

static_assert(!ridgeline::known(ridgeline::missing<double>));
