#ifndef RIDGELINE_CORE_CALLABLE_HPP
#define RIDGELINE_CORE_CALLABLE_HPP

#include <type_traits>
#include <utility>

namespace ridgeline {

template <class Signature>
class callable;

/// Holds a copy of any callable with this signature, or nothing: `callable<void(std::string_view)>`. Lighter than
/// std::function, which costs as much compile time as <string>.
template <class Result, class... Arguments>
class callable<Result(Arguments...)> {
 public:
  callable() = default;
  template <class Function>
    requires(!std::is_same_v<std::remove_cvref_t<Function>, callable> &&
             std::is_invocable_r_v<Result, std::remove_cvref_t<Function>&, Arguments...>)
  callable(Function&& function)  // NOLINT: any matching callable
      : self_(new std::remove_cvref_t<Function>(std::forward<Function>(function))),
        about_(&facts_of<std::remove_cvref_t<Function>>) {}
  callable(const callable& o) : self_(o.self_ == nullptr ? nullptr : o.about_->copy(o.self_)), about_(o.about_) {}
  callable(callable&& o) noexcept : self_(std::exchange(o.self_, nullptr)), about_(o.about_) {}
  callable& operator=(callable o) noexcept {
    std::swap(self_, o.self_);
    std::swap(about_, o.about_);
    return *this;
  }
  ~callable() {
    if (self_ != nullptr) about_->destroy(self_);
  }

  explicit operator bool() const { return self_ != nullptr; }
  Result operator()(Arguments... arguments) const {
    return about_->call(self_, static_cast<Arguments&&>(arguments)...);
  }

 private:
  struct facts {
    Result (*call)(void* self, Arguments... arguments);
    void* (*copy)(const void* self);
    void (*destroy)(void* self);
  };
  template <class Function>
  static constexpr facts facts_of{
      [](void* self, Arguments... arguments) -> Result {
        return (*static_cast<Function*>(self))(static_cast<Arguments&&>(arguments)...);
      },
      [](const void* self) -> void* { return new Function(*static_cast<const Function*>(self)); },
      [](void* self) { delete static_cast<Function*>(self); }};

  void* self_ = nullptr;
  const facts* about_ = nullptr;
};

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_CALLABLE_HPP
