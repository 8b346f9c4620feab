// How the programs' memory is had, where jemalloc is linked in; its environment variable MALLOC_CONF overrides it.
//
// In huge pages, as a page fault costs microseconds on a virtual machine: a third of the time of a trace of 220 MB.
// What is freed goes back to the system after half a second, longer than most reports take. One arena for all threads:
// what one has freed serves the others, which is a tenth of the memory of a trace that two threads read.

#include <jemalloc/jemalloc.h>

#include <sys/mman.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

extern "C" {
// NOLINTNEXTLINE(readability-identifier-naming): the name is jemalloc's
const char* malloc_conf =
    "thp:always,metadata_thp:always,narenas:1,dirty_decay_ms:500,muzzy_decay_ms:0,oversize_threshold:0";
}

#if defined(MADV_HUGEPAGE) && defined(MAP_NORESERVE)

// What jemalloc asks the system for lies side by side in ranges that begin where huge pages do. Left to itself it maps
// 2.5 MB, 3 MB and so on wherever there is room: their ends come in pages of 4 kB, a fault for each, which was half of
// all faults of a trace of 10 MB.

namespace {

constexpr std::uintptr_t huge_page = std::uintptr_t{1} << 21, range = std::uintptr_t{1} << 26;

/// Where the last range is free, which ends at a multiple of `range`; at such a multiple nothing is left of it.
std::atomic<std::uintptr_t> free_from{0};

std::uintptr_t aligned(std::uintptr_t n, std::uintptr_t to) { return (n + to - 1) & ~(to - 1); }

/// Memory of that size, of which no page is there yet; 0 where the system refuses.
std::uintptr_t map(std::uintptr_t size, std::uintptr_t alignment) {
  constexpr int kind = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void* const p = ::mmap(nullptr, size + alignment, PROT_READ | PROT_WRITE, kind, -1, 0);
  if (p == MAP_FAILED) return 0;
  const auto begin = reinterpret_cast<std::uintptr_t>(p);
  const std::uintptr_t found = aligned(begin, alignment), behind = found + size;
  if (found != begin) ::munmap(p, found - begin);
  if (behind != begin + size + alignment) ::munmap(reinterpret_cast<void*>(behind), begin + size + alignment - behind);
  ::madvise(reinterpret_cast<void*>(found), size, MADV_HUGEPAGE);  // a wish
  return found;
}

std::uintptr_t take(std::uintptr_t size, std::uintptr_t alignment) {
  if (size >= range / 4 || alignment > huge_page) return map(size, alignment < huge_page ? huge_page : alignment);
  for (std::uintptr_t from = free_from.load(std::memory_order_relaxed);;) {
    const std::uintptr_t found = aligned(from, alignment);
    if (found + size > aligned(from, range)) break;
    if (free_from.compare_exchange_weak(from, found + size, std::memory_order_relaxed)) return found;
  }
  const std::uintptr_t begin = map(range, range);  // two threads may come here: then a rest is never used
  if (begin == 0) return map(size, huge_page);     // where there is a limit of addresses
  free_from.store(begin + size, std::memory_order_relaxed);
  return begin;
}

void* taken(::extent_hooks_t*, void* at, std::size_t size, std::size_t alignment, bool* zero, bool* commit, unsigned) {
  if (at != nullptr) return nullptr;
  *zero = *commit = true;
  return reinterpret_cast<void*>(take(size, alignment));
}

/// Only whole huge pages go back: what is left of one that was taken apart would come again in pages of 4 kB. True
/// where something stays, so that jemalloc does not take it for zeros.
bool given_back(::extent_hooks_t*, void* extent, std::size_t, std::size_t offset, std::size_t length, unsigned) {
  const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(extent) + offset, end = begin + length;
  const std::uintptr_t first = aligned(begin, huge_page), last = end & ~(huge_page - 1);
  const bool none = first >= last || ::madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED) != 0;
  return none || first != begin || last != end;
}

bool divided(::extent_hooks_t*, void*, std::size_t, std::size_t, std::size_t, bool, unsigned) { return false; }
bool joined(::extent_hooks_t*, void*, std::size_t, void*, std::size_t, bool, unsigned) { return false; }

::extent_hooks_t hooks{taken, nullptr, nullptr, nullptr, nullptr, nullptr, given_back, divided, joined};

[[gnu::constructor(101)]] void use_ranges() {
  ::extent_hooks_t* mine = &hooks;
  static_cast<void>(::mallctl("arena.0.extent_hooks", nullptr, nullptr, static_cast<void*>(&mine), sizeof mine));
}

}  // namespace

#endif
