// Every umbrella in two source files of one program: a function that is not inline fails to link.
#include <ridgeline/core.hpp>
#include <ridgeline/gpu.hpp>
#include <ridgeline/xla.hpp>
#include <ridgeline/profiler.hpp>
#include <ridgeline/ridgeline.hpp>

int second();

int main() { return second(); }
