#include <ridgeline/core.hpp>

using namespace ridgeline;

template <class A, class B>
concept addable = requires(A a, B b) { a + b; };  // a concept needs a template to be asked

static_assert(addable<duration, duration>);
static_assert(!addable<duration, byte_count>);
