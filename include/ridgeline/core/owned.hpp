#ifndef RIDGELINE_CORE_OWNED_HPP
#define RIDGELINE_CORE_OWNED_HPP

#include <cstddef>
#include <type_traits>
#include <utility>

namespace ridgeline {

/// Sole owner of an object, or empty. The class may be incomplete where the owner is moved or destroyed, because the
/// deleter is fixed on construction. Accepts a `std::unique_ptr`. (<memory> and the code it instantiates cost as much
/// compile time as <string> in every header that stores one.)
template <class T>
class owned {
 public:
  owned() = default;
  owned(std::nullptr_t) {}  // NOLINT: empty
  template <class U>
  explicit owned(U* object) : object_(object), destroy_(&delete_as<U>) {}
  /// An object released by `destroy`, such as memory from `std::malloc` by `std::free`.
  owned(T* object, void (*destroy)(T*)) : object_(object), destroy_(destroy) {}
  template <class Pointer>
    requires requires(Pointer&& p) { p.release(); p.get_deleter(); }
  owned(Pointer&& unique) : owned(unique.release()) {}  // NOLINT: like a move between two `std::unique_ptr`
  owned(owned&& o) noexcept : object_(std::exchange(o.object_, nullptr)), destroy_(o.destroy_) {}
  owned& operator=(owned o) noexcept {
    std::swap(object_, o.object_);
    std::swap(destroy_, o.destroy_);
    return *this;
  }
  ~owned() {
    if (object_ != nullptr) destroy_(object_);
  }

  T* get() const { return object_; }
  T& operator*() const { return *object_; }
  T* operator->() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }
  friend bool operator==(const owned& o, std::nullptr_t) { return o.object_ == nullptr; }
  /// Gives up ownership without deleting the object.
  T* release() { return std::exchange(object_, nullptr); }

 private:
  template <class U>
  static void delete_as(T* o) {
    delete static_cast<std::conditional_t<std::is_const_v<T>, const U, U>*>(o);
  }

  T* object_ = nullptr;
  void (*destroy_)(T*) = nullptr;
};

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_OWNED_HPP
