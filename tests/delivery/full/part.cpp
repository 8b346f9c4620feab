#include <ridgeline/hw/find.hpp>

// A function of the part `core`, which stands on no other.
int main() { return ridgeline::hw::find_by_device_name("NVIDIA H100 80GB HBM3").chip == nullptr ? 1 : 0; }
