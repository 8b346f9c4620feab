// The single files and the tree in one source file, in an order that mixes them.
#include "single_include/ridgeline/profiler.hpp"

#include <ridgeline/core.hpp>

#include "single_include/ridgeline/core.hpp"
#include "single_include/ridgeline/live.hpp"
#include "single_include/ridgeline/ridgeline.hpp"

#include <ridgeline/ridgeline.hpp>

#include "single_include/ridgeline/impl.hpp"
