#ifndef RIDGELINE_LIVE_SHARED_HPP
#define RIDGELINE_LIVE_SHARED_HPP

#include <cstddef>
#include <new>
#include <type_traits>

namespace ridgeline::detail::live {

/// A value of up to eight bytes that several threads read and write: the subset of std::atomic needed here, because
/// <atomic> alone takes g++ 12 more than twice as long as <string_view>. All operations are lock-free, so nothing waits
/// for a thread that was lost in a fork or interrupted by a signal handler.
template <class T>
class shared {
 public:
  constexpr shared() noexcept = default;
  constexpr explicit shared(T value) noexcept : value_(value) {}
  shared(const shared&) = delete;
  shared& operator=(const shared&) = delete;

  T relaxed() const noexcept { return __atomic_load_n(&value_, __ATOMIC_RELAXED); }
  T acquire() const noexcept { return __atomic_load_n(&value_, __ATOMIC_ACQUIRE); }
  void put_relaxed(T value) noexcept { __atomic_store_n(&value_, value, __ATOMIC_RELAXED); }
  void put_release(T value) noexcept { __atomic_store_n(&value_, value, __ATOMIC_RELEASE); }
  T exchange(T value) noexcept { return __atomic_exchange_n(&value_, value, __ATOMIC_ACQ_REL); }
  /// Adds and returns the previous value.
  T add_relaxed(T value) noexcept { return __atomic_fetch_add(&value_, value, __ATOMIC_RELAXED); }
  T add(T value) noexcept { return __atomic_fetch_add(&value_, value, __ATOMIC_ACQ_REL); }
  /// Stores `next` if the value is `expected`; otherwise sets `expected` to the current value and returns false.
  bool replace(T& expected, T next) noexcept {
    return __atomic_compare_exchange_n(&value_, &expected, next, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
  }

 private:
  static_assert(std::is_trivially_copyable_v<T> && __atomic_always_lock_free(sizeof(T), nullptr),
                "recording without a lock needs lock-free words");
  alignas(sizeof(T)) T value_{};
};

/// A fixed number of objects that never move, all constructed from the same arguments. If memory is insufficient, it
/// fails like `new`: with std::bad_alloc, or by terminating when exceptions are off.
template <class T>
class fixed_array {
 public:
  template <class... Args>
  explicit fixed_array(std::size_t count, const Args&... args) : fixed_array(memory{}, count) {
    for (; count_ < count; ++count_) ::new (static_cast<void*>(first_ + count_)) T(args...);
  }
  fixed_array(const fixed_array&) = delete;
  fixed_array& operator=(const fixed_array&) = delete;
  ~fixed_array() {
    while (count_ > 0) first_[--count_].~T();
    ::operator delete(first_, std::align_val_t{alignof(T)});
  }

  std::size_t size() const noexcept { return count_; }
  T& operator[](std::size_t i) noexcept { return first_[i]; }
  const T& operator[](std::size_t i) const noexcept { return first_[i]; }
  T* begin() noexcept { return first_; }
  T* end() noexcept { return first_ + count_; }
  const T* begin() const noexcept { return first_; }
  const T* end() const noexcept { return first_ + count_; }

 private:
  struct memory {};
  /// Only allocates. Once this constructor is done, the destructor runs even if constructing an object throws.
  fixed_array(memory, std::size_t count)
      : first_(static_cast<T*>(::operator new(size_of(count), std::align_val_t{alignof(T)}))) {}
  /// Saturates, so that an impossible size fails as an allocation.
  static std::size_t size_of(std::size_t count) noexcept {
    constexpr std::size_t most = static_cast<std::size_t>(-1) / 2;
    return count > most / sizeof(T) ? most : count * sizeof(T);
  }

  T* first_;
  std::size_t count_ = 0;
};

/// Counts the users of an object's memory so that the last one frees it: the owner in its destructor, or a thread that
/// keeps running after `main` has returned and static objects are destroyed. The gate itself may be used after the
/// owner's end as long as the owner's storage exists, which for a static object is always.
class gate {
 public:
  /// False if the owner is gone; otherwise `leave` must follow. Entering just as the last user leaves may keep the
  /// memory allocated until the process ends, but never frees it twice.
  bool enter() noexcept {
    if ((users_.add(one) & closed) == 0) return true;
    leave();
    return false;
  }
  /// True for the last user to leave after the owner's end, who must free the memory.
  bool leave() noexcept { return users_.add(0 - one) == (one | closed); }
  /// Marks the owner's end. True if no user is left, in which case the owner must free the memory.
  bool close() noexcept { return users_.add(closed) == 0; }

 private:
  static constexpr std::size_t closed = 1;
  static constexpr std::size_t one = 2;
  shared<std::size_t> users_{};
};

}  // namespace ridgeline::detail::live

#endif  // RIDGELINE_LIVE_SHARED_HPP
