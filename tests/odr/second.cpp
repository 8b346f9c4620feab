#include <ridgeline/core.hpp>
#include <ridgeline/profiler.hpp>
#include <ridgeline/ridgeline.hpp>

int second();
int second() { return 0; }
