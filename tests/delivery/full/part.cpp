#include <ridgeline/hw/find.hpp>

// A function of the part `core`, which depends on no other part.
int main() { return ridgeline::hw::find_by_device_name("NVIDIA H100 80GB HBM3").chip == nullptr ? 1 : 0; }
