#!/bin/sh
# Runs a program without address space randomisation, where allowed: the sanitizers of older compilers cannot place
# their shadow memory on kernels that randomise more bits than they expect.
if setarch "$(uname -m)" -R true 2>/dev/null; then exec setarch "$(uname -m)" -R "$@"; fi
exec "$@"
