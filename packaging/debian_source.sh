#!/bin/sh
# Downloads and unpacks Debian's source of a package: debian_source.sh PACKAGE FOLDER. Prints the folder of the sources, or
# nothing if they are unavailable. Does not change the system's package lists.
set -eu
package=$1 folder=$2
found() { find "$folder/$package" -mindepth 1 -maxdepth 1 -type d 2>/dev/null | head -n 1; }
if [ -z "$(found)" ]; then
  command -v apt-get >/dev/null || exit 0
  mkdir -p "$folder/apt/lists/partial" "$folder/apt/cache/archives/partial" "$folder/$package"
  folder=$(CDPATH='' cd -- "$folder" && pwd)
  # shellcheck disable=SC1091
  release=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  # shellcheck disable=SC1091
  case $(. /etc/os-release && echo "$ID") in
  debian) echo "deb-src http://deb.debian.org/debian $release main" ;;
  ubuntu) echo "deb-src http://archive.ubuntu.com/ubuntu $release main universe" ;;
  *) exit 0 ;;
  esac >"$folder/apt/sources.list"
  get() {
    apt-get -q -o Acquire::Retries=3 -o "Dir::Etc::SourceList=$folder/apt/sources.list" -o Dir::Etc::SourceParts=/nonexistent \
      -o "Dir::State::Lists=$folder/apt/lists" -o "Dir::Cache=$folder/apt/cache" "$@" >"$folder/apt/log" 2>&1
  }
  cd "$folder/$package"
  get update && get source --download-only "$package" || { tail -n 3 "$folder/apt/log" >&2 && exit 0; }
  for archive in *.orig.tar.*; do
    case $archive in *.asc) ;; *) tar -xf "$archive" ;; esac
  done
fi
found
