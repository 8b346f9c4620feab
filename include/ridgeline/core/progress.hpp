#ifndef RIDGELINE_CORE_PROGRESS_HPP
#define RIDGELINE_CORE_PROGRESS_HPP

#include <cstdint>
#include <type_traits>
#include <utility>

namespace ridgeline {

/// Whom to tell how far a long piece of work is: any callable `(done, total)`, which is copied along and may be called
/// from any thread. Made of nothing it tells nobody. (std::function costs as much compile time as <string>.)
class progress_function {
 public:
  progress_function() = default;
  template <class Function>
    requires(!std::is_same_v<std::remove_cvref_t<Function>, progress_function> &&
             std::is_invocable_v<std::remove_cvref_t<Function>&, std::uint64_t, std::uint64_t>)
  progress_function(Function&& function)  // NOLINT: any such callable will do
      : self_(new std::remove_cvref_t<Function>(std::forward<Function>(function))),
        about_(&facts_of<std::remove_cvref_t<Function>>) {}
  progress_function(const progress_function& o)
      : self_(o.self_ == nullptr ? nullptr : o.about_->copy(o.self_)), about_(o.about_) {}
  progress_function(progress_function&& o) noexcept
      : self_(std::exchange(o.self_, nullptr)), about_(o.about_) {}
  progress_function& operator=(progress_function o) noexcept {
    std::swap(self_, o.self_);
    std::swap(about_, o.about_);
    return *this;
  }
  ~progress_function() {
    if (self_ != nullptr) about_->destroy(self_);
  }

  explicit operator bool() const { return self_ != nullptr; }
  void operator()(std::uint64_t done, std::uint64_t total) const { about_->call(self_, done, total); }

 private:
  struct facts {
    void (*call)(void* self, std::uint64_t done, std::uint64_t total);
    void* (*copy)(const void* self);
    void (*destroy)(void* self);
  };
  template <class Function>
  static constexpr facts facts_of{
      [](void* self, std::uint64_t done, std::uint64_t total) { (*static_cast<Function*>(self))(done, total); },
      [](const void* self) -> void* { return new Function(*static_cast<const Function*>(self)); },
      [](void* self) { delete static_cast<Function*>(self); }};

  void* self_ = nullptr;
  const facts* about_ = nullptr;
};

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_PROGRESS_HPP
