#!/bin/sh
# Runs in front of the compiler that CMake has chosen and calls another one instead:
#   with_compiler.sh CXX [LAUNCHER...] -- CHOSEN ARGUMENTS...
cxx=$1 launcher=
shift
while [ "$1" != -- ]; do
  launcher="$launcher $1"
  shift
done
shift 2
# clang would read the precompiled header that it is about to write.
case " $* " in
*' -x c++-header '*)
  output=
  for word; do
    [ "$output" = -o ] && rm -f -- "$word"
    output=$word
  done
  ;;
esac
# shellcheck disable=SC2086
exec $launcher "$cxx" "$@"
