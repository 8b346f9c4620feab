// A program built with Tracy: signposts become its messages. A small header replaces Tracy's client.

#include <ridgeline/profiler.hpp>

int main() {
  static_assert(ridgeline::live::signposts_go_to_tracy);
  ridgeline::live::signpost("decode");
  return stand_in::last == "`TT_SIGNPOST: decode`" ? 0 : 1;
}
