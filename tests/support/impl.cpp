// The bodies of the functions that call other libraries, once for the whole test program.
#include <ridgeline/impl.hpp>
