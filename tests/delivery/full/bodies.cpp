#include <ridgeline/impl.hpp>
