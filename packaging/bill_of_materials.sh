#!/bin/sh
# Prints what is in a release, as SPDX 2.3: bill_of_materials.sh VERSION FOLDER HOW_LINKED. Versions are those of the
# Debian packages that the programs are built with.
set -eu
version=$1 folder=$2 how=$3
created=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)
sums=$(cd "$folder" && sha256sum -- *)
digest=$(printf '%s' "$sums" | sha256sum | cut -d ' ' -f 1)

# name, Debian package, license, how it is used
parts='range-v3 librange-v3-dev BSL-1.0 headers
fast_float libfast-float-dev MIT headers
boost libboost1.81-dev|libboost1.83-dev|libboost-dev BSL-1.0 headers
cli11 libcli11-dev BSD-3-Clause headers
protozero libprotozero-dev BSD-2-Clause headers
zlib zlib1g-dev Zlib library
libxlsxwriter libxlsxwriter-dev BSD-2-Clause library
minizip libminizip-dev Zlib library
expat libexpat1-dev MIT library
sqlite3 libsqlite3-dev blessing library
jemalloc libjemalloc-dev BSD-2-Clause library
libstdc++ libstdc++-12-dev GPL-3.0-or-later-WITH-GCC-exception-3.1 library
glibc libc6-dev LGPL-2.1-or-later library'
# Debian has no static library of ISA-L.
[ "$how" = "statically linked" ] || parts="$parts
isa-l libisal-dev BSD-3-Clause library"

package_version() {
  for package in $(echo "$1" | tr '|' ' '); do
    dpkg-query -W -f '${Version}\n' "$package" 2>/dev/null && return
  done
  echo NOASSERTION
}

cat <<HEAD
{
  "spdxVersion": "SPDX-2.3",
  "dataLicense": "CC0-1.0",
  "SPDXID": "SPDXRef-DOCUMENT",
  "name": "ridgeline-$version",
  "documentNamespace": "urn:ridgeline:$version:$digest",
  "creationInfo": {"created": "$created", "creators": ["Tool: packaging/bill_of_materials.sh"]},
  "comment": "The programs are $how.",
  "packages": [
HEAD
printf '    {"SPDXID": "SPDXRef-ridgeline", "name": "ridgeline", "versionInfo": "%s", "downloadLocation": "NOASSERTION", "filesAnalyzed": false, "licenseConcluded": "BSL-1.0", "licenseDeclared": "BSL-1.0", "copyrightText": "NOASSERTION", "primaryPackagePurpose": "APPLICATION"}' "$version"
echo "$parts" | while read -r name package license use; do
  printf ',\n    {"SPDXID": "SPDXRef-%s", "name": "%s", "versionInfo": "%s", "downloadLocation": "NOASSERTION", "filesAnalyzed": false, "licenseConcluded": "%s", "licenseDeclared": "NOASSERTION", "copyrightText": "NOASSERTION", "comment": "%s"}' \
    "$(echo "$name" | tr -c 'A-Za-z0-9.\n-' -)" "$name" "$(package_version "$package")" "$license" "$use"
done
printf '\n  ],\n  "files": ['
comma=
echo "$sums" | while read -r sum file; do
  printf '%s\n    {"SPDXID": "SPDXRef-File-%s", "fileName": "./%s", "checksums": [{"algorithm": "SHA256", "checksumValue": "%s"}], "licenseConcluded": "NOASSERTION", "copyrightText": "NOASSERTION"}' \
    "$comma" "$(echo "$file" | tr -c 'A-Za-z0-9.\n-' -)" "$file" "$sum"
  comma=,
done
printf '\n  ],\n  "relationships": [\n    {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-ridgeline"}'
echo "$parts" | while read -r name _ _ use; do
  kind=DEPENDS_ON
  [ "$use" != library ] || [ "$how" != "statically linked" ] || kind=STATIC_LINK
  printf ',\n    {"spdxElementId": "SPDXRef-ridgeline", "relationshipType": "%s", "relatedSpdxElement": "SPDXRef-%s"}' \
    "$kind" "$(echo "$name" | tr -c 'A-Za-z0-9.\n-' -)"
done
echo "$sums" | while read -r _ file; do
  printf ',\n    {"spdxElementId": "SPDXRef-ridgeline", "relationshipType": "GENERATES", "relatedSpdxElement": "SPDXRef-File-%s"}' \
    "$(echo "$file" | tr -c 'A-Za-z0-9.\n-' -)"
done
printf '\n  ]\n}\n'
