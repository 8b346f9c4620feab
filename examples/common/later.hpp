#ifndef RIDGELINE_EXAMPLES_COMMON_LATER_HPP
#define RIDGELINE_EXAMPLES_COMMON_LATER_HPP

/// Libraries that a program loads on first use, because most runs need none of them. Each called function is defined
/// under its own name, in a file of this folder, and calls the one that was loaded.

#include <cstdio>

#include <dlfcn.h>

namespace later {

/// A library by its file name; prints an error if it cannot be loaded.
inline void* loaded(const char* file) {
  void* const library = ::dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) std::fprintf(stderr, "%s cannot be loaded\n", file);
  return library;
}

/// The function with that name in the library that `Library::file` names; null if it is missing.
template <class Library>
void* found(const char* name) {
  static void* const library = loaded(Library::file);
  return library == nullptr ? nullptr : ::dlsym(library, name);
}

}  // namespace later

/// Defines a library function: what it returns, its name, its parameters, the arguments of the call; `without` is
/// the return value if the library cannot be loaded.
// NOLINTBEGIN(bugprone-macro-parentheses): types and lists
#define RIDGELINE_LATER(library, result, name, parameters, arguments, without)                 \
  extern "C" result name parameters {                                                          \
    static const auto function = reinterpret_cast<decltype(&name)>(later::found<library>(#name)); \
    return function == nullptr ? without : function arguments;                                 \
  }
// NOLINTEND(bugprone-macro-parentheses)

#endif  // RIDGELINE_EXAMPLES_COMMON_LATER_HPP
