#!/bin/sh
# Runs a program with addresses that are not randomised, where that is allowed: the sanitizers of older compilers do not
# find their shadow memory on kernels that randomise more bits than they knew.
if setarch "$(uname -m)" -R true 2>/dev/null; then exec setarch "$(uname -m)" -R "$@"; fi
exec "$@"
