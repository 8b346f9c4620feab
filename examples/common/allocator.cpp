// The programs' allocator settings when jemalloc is linked in; its environment variable MALLOC_CONF overrides them.
//
// Memory comes in huge pages, as a page fault costs microseconds on a virtual machine: a third of the time of a trace
// of 220 MB. Freed memory returns to the system after half a second, longer than most reports take. All threads share
// one arena: memory freed by one serves the others, which saves a tenth of the memory of a trace that two threads read.

#include <jemalloc/jemalloc.h>

#include <sys/mman.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

extern "C" {
// NOLINTNEXTLINE(readability-identifier-naming): the name is jemalloc's
const char* malloc_conf =
    "thp:default,metadata_thp:disabled,narenas:1,dirty_decay_ms:500,muzzy_decay_ms:0,oversize_threshold:0";
}

#if defined(MADV_HUGEPAGE) && defined(MAP_NORESERVE)

// Memory that jemalloc requests from the system is placed contiguously in ranges aligned to huge pages. By itself it
// maps 2.5 MB, 3 MB and so on at arbitrary addresses: the ends come in pages of 4 kB, with a fault for each, which was
// half of all faults of a trace of 10 MB.

namespace {

constexpr std::uintptr_t huge_page = std::uintptr_t{1} << 21, range = std::uintptr_t{1} << 26;

/// Where the free part of the last range begins; the range ends at a multiple of `range`, and there nothing is left of
/// it.
std::atomic<std::uintptr_t> free_from{0};

std::uintptr_t aligned(std::uintptr_t n, std::uintptr_t to) { return (n + to - 1) & ~(to - 1); }

/// Address space of that size without any page yet; 0 if the system refuses.
std::uintptr_t map(std::uintptr_t size, std::uintptr_t alignment) {
  constexpr int kind = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void* const p = ::mmap(nullptr, size + alignment, PROT_READ | PROT_WRITE, kind, -1, 0);
  if (p == MAP_FAILED) return 0;
  const auto begin = reinterpret_cast<std::uintptr_t>(p);
  const std::uintptr_t found = aligned(begin, alignment), behind = found + size;
  if (found != begin) ::munmap(p, found - begin);
  if (behind != begin + size + alignment) ::munmap(reinterpret_cast<void*>(behind), begin + size + alignment - behind);
  ::madvise(reinterpret_cast<void*>(found), size, MADV_HUGEPAGE);  // only a hint
  return found;
}

std::uintptr_t take(std::uintptr_t size, std::uintptr_t alignment) {
  if (size >= range / 4 || alignment > huge_page) return map(size, alignment < huge_page ? huge_page : alignment);
  for (std::uintptr_t from = free_from.load(std::memory_order_relaxed);;) {
    const std::uintptr_t found = aligned(from, alignment);
    if (found + size > aligned(from, range)) break;
    if (free_from.compare_exchange_weak(from, found + size, std::memory_order_relaxed)) return found;
  }
  const std::uintptr_t begin = map(range, range);  // two threads may get here: then a remainder is never used
  if (begin == 0) return map(size, huge_page);     // with a limit on address space
  free_from.store(begin + size, std::memory_order_relaxed);
  return begin;
}

void* taken(::extent_hooks_t*, void* at, std::size_t size, std::size_t alignment, bool* zero, bool* commit, unsigned) {
  if (at != nullptr) return nullptr;
  *zero = *commit = true;
  return reinterpret_cast<void*>(take(size, alignment));
}

/// Only whole huge pages are returned: the rest of a split one would come back in pages of 4 kB. True if something
/// stays, so that jemalloc does not assume it is zeroed.
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
  // The rest of the 2 MB that this very call made jemalloc map is in pages of 4 kB: taken, and never touched.
  constexpr std::size_t rest = huge_page - (std::size_t{1} << 18);
  static_cast<void>(::mallocx(rest, MALLOCX_TCACHE_NONE));
}

}  // namespace

#endif
