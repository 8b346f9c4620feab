# The packages as users install them, in clean folders: packages.sh CASE ROOT BUILD; CASE: deb, vcpkg, conan or release.
set -eu
case_=$1 root=$2 build=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
skip() {
  echo "SKIPPED: $*"
  [ "${CI:-}" != true ]
  exit
}
blind=
for name in Threads range-v3 FastFloat Boost ZLIB Protozero SQLite3 Xlsxwriter Xlsxreader CLI11; do
  blind="$blind -DCMAKE_DISABLE_FIND_PACKAGE_$name=ON"
done

# consume PREFIX: a project finds the package there and nowhere else
consume() {
  # shellcheck disable=SC2086
  cmake -S "$root/tests/delivery/core_only" -B "$folder/consumer" -DHOW=package "-DCMAKE_PREFIX_PATH=$1" $blind >/dev/null 2>&1
  cmake --build "$folder/consumer" >/dev/null
  "$folder/consumer/consumer"
  grep -q "ridgeline_DIR:PATH=$1/" "$folder/consumer/CMakeCache.txt"
}

case $case_ in
deb)
  command -v dpkg-shlibdeps >/dev/null && command -v file >/dev/null || skip "no dpkg-dev or file"
  (cd "$build" && cpack -G DEB -B "$folder/packages" >"$folder/log" 2>&1) || { cat "$folder/log" && exit 1; }
  for package in "$folder"/packages/*.deb; do
    dpkg-deb -x "$package" "$folder/system"
    dpkg-deb -e "$package" "$folder/control"
    grep -q '^Description: Performance reports' "$folder/control/control"
  done
  grep -q '^Depends: .*libc6' "$folder/control/control"  # of the last one: ridgeline
  cp "$root/examples/sample/llama_decode_wormhole.csv" "$folder"
  "$folder/system/usr/bin/tt_perf_report" "$folder/llama_decode_wormhole.csv" 2>/dev/null | grep -q 'Performance report'
  # The workbook library is loaded when a workbook is written: the package depends on it and finds it.
  if grep -q 'libxlsxwriter[.]so' "$folder/system/usr/bin/pytorch_report"; then
    grep -q '^Depends: .*libxlsxwriter' "$folder/control/control"
  fi
  "$folder/system/usr/bin/pytorch_report" "$root/examples/sample/transformer_step.json" -q --xlsx "$folder/report.xlsx" 2>/dev/null
  test -s "$folder/report.xlsx"
  if grep -q 'libminizip[.]so' "$folder/system/usr/bin/compare_report"; then
    grep -q '^Depends: .*libminizip' "$folder/control/control"
    grep -q '^Depends: .*libexpat' "$folder/control/control"
    "$folder/system/usr/bin/compare_report" "a=$folder/report.xlsx" "b=$folder/report.xlsx" -q 2>/dev/null
  fi
  test -f "$folder/system/usr/share/man/man1/tt_perf_report.1"
  test -f "$folder/system/usr/share/doc/ridgeline/copyright"
  # Reproducible: building the packages again later gives the same bytes.
  sleep 1
  (cd "$build" && SOURCE_DATE_EPOCH=1000000000 cpack -G DEB -B "$folder/one" && sleep 2 &&
    SOURCE_DATE_EPOCH=1000000000 cpack -G DEB -B "$folder/two") >"$folder/log" 2>&1
  for package in "$folder"/one/*.deb; do cmp "$package" "$folder/two/$(basename "$package")"; done
  consume "$folder/system/usr"
  ;;
vcpkg)
  cmake -DPACKAGE="$folder/package" -DBUILD="$folder/build" -P "$root/packaging/vcpkg_steps.cmake" >"$folder/log" 2>&1 ||
    { cat "$folder/log" && exit 1; }
  version=$(sed -n 's/.*RIDGELINE_VERSION "\(.*\)"/\1/p' "$root/include/ridgeline/core/version.hpp")
  grep -q "\"version\": \"$version\"" "$root/packaging/vcpkg/ports/ridgeline/vcpkg.json"
  test -f "$folder/package/share/ridgeline/copyright"
  consume "$folder/package"
  ;;
conan)
  command -v python3 >/dev/null || skip "no python3"
  PYTHONDONTWRITEBYTECODE=1 python3 "$root/packaging/conan_steps.py" "$folder/build" "$folder/package" >"$folder/log" 2>&1 ||
    { cat "$folder/log" && exit 1; }
  consume "$folder/package"
  ;;
release)
  # The whole release: its contents, that the programs run standalone, and the same bytes from another folder.
  version=$(sed -n 's/.*RIDGELINE_VERSION "\(.*\)"/\1/p' "$root/include/ridgeline/core/version.hpp")
  if RIDGELINE_NO_INSTALL=1 RIDGELINE_BUILD="$folder/b" "$root/run" release 99.0.0 >"$folder/log" 2>&1; then
    echo "a version that is not the header's was released" && exit 1
  fi
  SOURCE_DATE_EPOCH=1000000000 sh "$root/packaging/release.sh" "$root" "$folder/one" "$version" "$folder/out/one"
  tar -C "$folder" -xzf "$folder/out/one/ridgeline-$version.tar.gz"
  SOURCE_DATE_EPOCH=1000000000 sh "$folder/ridgeline-$version/packaging/release.sh" "$folder/ridgeline-$version" \
    "$folder/elsewhere/two" "$version" "$folder/out/two"
  cmp "$folder/out/one/SHA256SUMS" "$folder/out/two/SHA256SUMS"
  (cd "$folder/out/one" && sha256sum -c --quiet SHA256SUMS)
  python3 -m json.tool "$folder/out/one/ridgeline-$version.spdx.json" >/dev/null
  tar -C "$folder" -xzf "$folder/out/one/ridgeline-$version-linux-$(uname -m).tar.gz"
  env -i "$folder/ridgeline-$version-linux-$(uname -m)/bin/pytorch_report" --version | grep -qF "$version"
  tar -C "$folder" -xzf "$folder/out/one/ridgeline-$version-single-headers.tar.gz"
  c++ -std=c++20 -fsyntax-only -I "$folder/ridgeline-$version-single-headers" -include ridgeline/core.hpp -x c++ /dev/null
  ;;
*) echo "no case $case_" && exit 2 ;;
esac
echo "as promised"
