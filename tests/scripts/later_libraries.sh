#!/bin/sh
# A program must not need the libraries that are loaded on first use: a function that is missing among those of
# examples/common/*_later.cpp would link its library again, and each start would pay for it.
#   later_libraries.sh OBJDUMP PROGRAM LIBRARY...
set -u
objdump=$1 program=$2
shift 2
failures=0 checked=0
needed=$("$objdump" -p "$program" | sed -n 's/^ *NEEDED *//p')
[ -n "$needed" ] || { echo "cannot read what $program needs"; exit 1; }
for library; do
  name=$("$objdump" -p "$library" | sed -n 's/^ *SONAME *//p')
  [ -n "$name" ] || { echo "cannot read the name of $library"; exit 1; }
  checked=$((checked + 1))
  if echo "$needed" | grep -qxF -e "$name"; then
    echo "$program needs $name"
    failures=1
  fi
done
echo "$checked libraries wait for their first use"
exit $failures
