#!/bin/sh
# libxlsxwriter.a, which Debian does not ship, from Debian's source package: static_xlsxwriter.sh FOLDER
# Prints the path of the library; nothing where the source cannot be had. The system's package lists stay as they are.
set -eu
folder=$1
[ ! -f "$folder/libxlsxwriter.a" ] || { echo "$folder/libxlsxwriter.a" && exit 0; }
command -v apt-get >/dev/null || exit 0
mkdir -p "$folder/apt/lists/partial" "$folder/apt/cache/archives/partial" "$folder/source"
folder=$(CDPATH='' cd -- "$folder" && pwd)
# shellcheck disable=SC1091
release=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
case $(. /etc/os-release && echo "$ID") in
debian) echo "deb-src http://deb.debian.org/debian $release main" ;;
ubuntu) echo "deb-src http://archive.ubuntu.com/ubuntu $release universe" ;;
*) exit 0 ;;
esac >"$folder/apt/sources.list"
get() {
  apt-get -q -o Acquire::Retries=3 -o "Dir::Etc::SourceList=$folder/apt/sources.list" -o Dir::Etc::SourceParts=/nonexistent \
    -o "Dir::State::Lists=$folder/apt/lists" -o "Dir::Cache=$folder/apt/cache" "$@" >"$folder/apt/log" 2>&1
}
cd "$folder/source"
get update && get source --download-only libxlsxwriter || { tail -n 3 "$folder/apt/log" >&2 && exit 0; }
tar -xf libxlsxwriter_*.orig.tar.*
cd libxlsxwriter-*/
{
  for file in src/*.c third_party/md5/md5.c third_party/minizip/ioapi.c third_party/minizip/zip.c third_party/tmpfileplus/tmpfileplus.c; do
    "${CC:-cc}" -O2 -I include -c "$file" -o "$folder/$(basename "$file" .c).o"
  done
} >"$folder/apt/log" 2>&1 || { tail -n 5 "$folder/apt/log" >&2 && exit 0; }
rm -f "$folder/libxlsxwriter.a"
ar -qcD "$folder/libxlsxwriter.a" "$folder"/*.o
echo "$folder/libxlsxwriter.a"
