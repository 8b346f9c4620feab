#!/bin/sh
# Builds a release: release.sh ROOT BUILD VERSION OUT. The same sources and packages give the same bytes, in any folder.
set -eu
umask 022
root=$1 build=$2 version=$3 out=$4
export LC_ALL=C TZ=UTC
say() { printf '%s\n' "ridgeline: $*" >&2; }
fail() { say "$@" && exit 1; }

grep -qxF "#define RIDGELINE_VERSION \"$version\"" "$root/include/ridgeline/core/version.hpp" ||
  fail "release $version: include/ridgeline/core/version.hpp has another version"
if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then
  SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct 2>/dev/null || echo 315532800)
fi
export SOURCE_DATE_EPOCH
tracked() { git -C "$root" ls-files -z 2>/dev/null; }
if [ -n "$(tracked | head -c 1)" ]; then
  [ -z "$(git -C "$root" status --porcelain)" ] || say "the working tree has uncommitted changes; the release includes them"
else
  tracked() { (cd "$root" && find . \( -name 'build*' -o -name out -o -name .git \) -prune -o -type f -print0 | sed -z 's|^\./||'); }
fi
rm -rf "$out"
mkdir -p "$out"
out=$(CDPATH='' cd -- "$out" && pwd)

# pack NAME FOLDER INSIDE: packs FOLDER/INSIDE into $out/NAME.tar.gz, with fixed times, owner and order
pack() {
  tar -C "$2" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=u+rw,go+r,go-w \
    --format=ustar -cf - "$3" | gzip -n9 >"$out/$1.tar.gz"
}

staged=$(mktemp -d)
trap 'rm -rf "$staged"' EXIT
name=ridgeline-$version
mkdir "$staged/$name"
tracked | (cd "$root" && tar --null -T - -cf -) | tar -C "$staged/$name" -xf -
pack "$name" "$staged" "$name"
single=$name-single-headers
mkdir -p "$staged/$single"
cp -R "$root/single_include/ridgeline" "$root/LICENSE" "$staged/$single"
pack "$single" "$staged" "$single"

# Programs: statically linked if there are static libraries of zlib, SQLite, minizip, expat and libxlsxwriter (built from
# Debian's source).
set -- -DCMAKE_BUILD_TYPE=Release -DRIDGELINE_BUILD_TESTS=OFF -DRIDGELINE_BUILD_BENCH=OFF -DRIDGELINE_BUILD_EXAMPLES=ON \
  -DRIDGELINE_WITH_MPI=OFF -DCMAKE_SKIP_INSTALL_RPATH=ON
if command -v ninja >/dev/null; then set -- "$@" -G Ninja; fi
if command -v ccache >/dev/null; then set -- "$@" -DCMAKE_CXX_COMPILER_LAUNCHER=ccache; fi
libraries=$(dirname "$(c++ -print-file-name=libz.a)")
xlsxwriter=$(sh "$root/packaging/static_xlsxwriter.sh" "$build/xlsxwriter")
linked="statically linked"
static=$xlsxwriter
for library in z sqlite3 minizip expat; do [ -f "$libraries/lib$library.a" ] || static=; done
if [ -n "$static" ]; then
  set -- "$@" "-DZLIB_LIBRARY=$libraries/libz.a" "-DZLIB_LIBRARY_RELEASE=$libraries/libz.a" "-DSQLite3_LIBRARY=$libraries/libsqlite3.a" \
    "-DXlsxwriter_LIBRARY=$xlsxwriter" "-DMinizip_LIBRARY=$libraries/libminizip.a" "-DEXPAT_LIBRARY=$libraries/libexpat.a" \
    -DRIDGELINE_WITH_ISAL=OFF -DCMAKE_EXE_LINKER_FLAGS=-static "-DCMAKE_CXX_STANDARD_LIBRARIES=$libraries/libz.a"
else
  linked="dynamically linked, except for the compiler's runtime libraries"
  set -- "$@" "-DCMAKE_EXE_LINKER_FLAGS=-static-libstdc++ -static-libgcc"
fi
say "building the programs, $linked"
cmake -S "$root" -B "$build" "$@" >"$staged/configure.log" 2>&1 || { cat "$staged/configure.log" >&2 && fail "could not configure"; }
cmake --build "$build" --parallel "${JOBS:-$(nproc)}" --target ridgeline_manual >&2
arch=$(uname -m)
programs=$name-linux-$arch
DESTDIR='' cmake --install "$build" --prefix "$staged/$programs" --component programs --strip >/dev/null
for file in "$staged/$programs"/bin/*; do
  for place in "$root" "$build" "$staged"; do
    if grep -qF "$place/" "$file"; then fail "$(basename "$file") contains the path $place"; fi
  done
done
pack "$programs" "$staged" "$programs"
if command -v dpkg-deb >/dev/null && command -v dpkg-shlibdeps >/dev/null; then
  (cd "$build" && cpack -G DEB -B "$build/packages" >/dev/null)
  cp "$build"/packages/*.deb "$out"
fi

sh "$root/packaging/bill_of_materials.sh" "$version" "$out" "$linked" >"$staged/bill.json"
cp "$staged/bill.json" "$out/$name.spdx.json"
(cd "$out" && sha256sum -- * >"$staged/sums" && cp "$staged/sums" SHA256SUMS)
say "$linked; written to $out"
cat "$out/SHA256SUMS"
