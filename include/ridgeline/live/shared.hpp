#ifndef RIDGELINE_LIVE_SHARED_HPP
#define RIDGELINE_LIVE_SHARED_HPP

#include <cstddef>
#include <new>
#include <type_traits>

namespace ridgeline::detail::live {

/// A value of up to eight bytes that several threads read and write: what is used here of std::atomic, whose header
/// alone takes g++ 12 more than twice as long as <string_view>. All of it is lock-free, so that nothing waits for a
/// thread that a fork has left behind or that a signal handler has interrupted.
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
  /// Adds and returns the value before.
  T add_relaxed(T value) noexcept { return __atomic_fetch_add(&value_, value, __ATOMIC_RELAXED); }
  T add(T value) noexcept { return __atomic_fetch_add(&value_, value, __ATOMIC_ACQ_REL); }
  /// Puts `next` where `expected` stands; otherwise `expected` becomes what stands there.
  bool replace(T& expected, T next) noexcept {
    return __atomic_compare_exchange_n(&value_, &expected, next, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
  }

 private:
  static_assert(std::is_trivially_copyable_v<T> && __atomic_always_lock_free(sizeof(T), nullptr),
                "recording without a lock needs lock-free words");
  alignas(sizeof(T)) T value_{};
};

/// A fixed number of objects that never move, made from the same arguments. Memory that is not to be had is what it is
/// for `new`: std::bad_alloc, and the end of the program where exceptions are off.
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
  /// Only the memory: once this is done the destructor runs, also when making an object fails.
  fixed_array(memory, std::size_t count)
      : first_(static_cast<T*>(::operator new(size_of(count), std::align_val_t{alignof(T)}))) {}
  /// More than there can be asks for what cannot be had.
  static std::size_t size_of(std::size_t count) noexcept {
    constexpr std::size_t most = static_cast<std::size_t>(-1) / 2;
    return count > most / sizeof(T) ? most : count * sizeof(T);
  }

  T* first_;
  std::size_t count_ = 0;
};

/// Counts who uses what an object owns, so that the last one frees it: the owner in its destructor, or a thread that
/// goes on after `main` has returned and static objects are gone. The gate itself may be asked after the owner's end as
/// long as the owner's storage is there, as that of a static object always is.
class gate {
 public:
  /// False where the owner is gone; otherwise `leave` has to follow. Who comes just as the last one leaves may cause
  /// the memory to be kept until the process ends: it is never freed twice.
  bool enter() noexcept {
    if ((users_.add(one) & closed) == 0) return true;
    leave();
    return false;
  }
  /// True for the last one after the owner: it frees.
  bool leave() noexcept { return users_.add(0 - one) == (one | closed); }
  /// The owner's end. True where nobody is left: it frees.
  bool close() noexcept { return users_.add(closed) == 0; }

 private:
  static constexpr std::size_t closed = 1;
  static constexpr std::size_t one = 2;
  shared<std::size_t> users_{};
};

}  // namespace ridgeline::detail::live

#endif  // RIDGELINE_LIVE_SHARED_HPP
