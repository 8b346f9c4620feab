#!/bin/sh
# Builds libxlsxwriter.a, which Debian does not ship, from Debian's source package: static_xlsxwriter.sh FOLDER
# Prints the path of the library, or nothing if the source is unavailable.
set -eu
folder=$1
mkdir -p "$folder"
folder=$(CDPATH='' cd -- "$folder" && pwd)
if [ ! -f "$folder/libxlsxwriter.a" ]; then
  source=$(sh "$(dirname "$0")/debian_source.sh" libxlsxwriter "$folder/sources")
  [ -n "$source" ] || exit 0
  cd "$source"
  for file in src/*.c third_party/md5/md5.c third_party/minizip/ioapi.c third_party/minizip/zip.c \
    third_party/tmpfileplus/tmpfileplus.c; do
    "${CC:-cc}" -O2 -w -I include -c "$file" -o "$folder/$(basename "$file" .c).o" || exit 0
  done
  ar -qcD "$folder/libxlsxwriter.a" "$folder"/*.o
fi
echo "$folder/libxlsxwriter.a"
