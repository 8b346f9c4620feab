#include <ridgeline/impl/core.hpp>
