// How the programs' memory is had, where jemalloc is linked in: MALLOC_CONF, jemalloc's environment variable, overrides it.
//
// In huge pages, as a page fault costs microseconds on a virtual machine: a third of the time of a trace of 220 MB. What is
// freed goes back to the system after half a second, longer than most reports take.

extern "C" {
// NOLINTNEXTLINE(readability-identifier-naming): the name is jemalloc's
extern const char* const malloc_conf;
const char* const malloc_conf = "thp:always,metadata_thp:always,dirty_decay_ms:500,muzzy_decay_ms:0,oversize_threshold:0";
}
