#!/bin/sh
# The programs compiled to WebAssembly, and the page that runs them, as one file: build.sh ROOT BUILD PAGE
set -eu
root=$1 build=$2 page=$3
export LC_ALL=C NODE_PATH="${NODE_PATH:-/usr/share/nodejs}"
say() { printf '%s\n' "ridgeline: $*" >&2; }
command -v emcc >/dev/null || { say "no emcc: install Debian's emscripten" && exit 1; }
mkdir -p "$build/include" "$build/objects" "$(dirname "$page")"
build=$(CDPATH='' cd -- "$build" && pwd)
cd "$root"

# Headers of other libraries without those of this system beside them.
for name in range boost fast_float protozero CLI concepts meta std; do
  [ ! -e "/usr/include/$name" ] || ln -sfn "/usr/include/$name" "$build/include/$name"
done
zlib=$(sh packaging/debian_source.sh zlib "$build/sources")
xlsxwriter=$(sh packaging/debian_source.sh libxlsxwriter "$build/sources")
flags="-O2 -DNDEBUG -fwasm-exceptions -msimd128 -msse2"
more="-std=c++20 -include packaging/web/missing.hpp -Iinclude -I. -isystem $build/include -DRIDGELINE_WITH_SQLITE=0 \
  -DRIDGELINE_WITH_BOOST_JSON=1 -DRIDGELINE_WITH_FAST_FLOAT=1 -DRIDGELINE_WITH_PROTOZERO=1"
if [ -n "$zlib" ]; then more="$more -DRIDGELINE_WITH_ZLIB=1 -isystem $zlib"; else more="$more -DRIDGELINE_WITH_ZLIB=0"; fi
if [ -n "$zlib" ] && [ -n "$xlsxwriter" ]; then
  more="$more -DRIDGELINE_WITH_XLSXWRITER=1 -isystem $xlsxwriter/include"
else
  say "no source of zlib or libxlsxwriter: no workbooks"
  more="$more -DRIDGELINE_WITH_XLSXWRITER=0"
fi

# job OBJECT SOURCE FLAGS: a line of the list of what is compiled, where the object is not newer than every header
newest=$(find include examples packaging/web -type f \( -name '*.hpp' -o -name '*.cpp' \) -printf '%T@ %p\n' | sort -n | tail -n 1 | cut -d ' ' -f 2)
jobs=$build/jobs
: >"$jobs"
job() {
  if [ ! -f "$build/objects/$1" ] || [ "$newest" -nt "$build/objects/$1" ]; then
    printf '%s\0' "emcc $3 -c '$2' -o '$build/objects/$1.new.o' && mv '$build/objects/$1.new.o' '$build/objects/$1'" >>"$jobs"
  fi
}
for part in include/ridgeline/impl/*.hpp; do
  name=$(basename "$part" .hpp)
  case $name in profiler | ranks) continue ;; esac
  echo "#include <ridgeline/impl/$name.hpp>" >"$build/objects/$name.cpp"
  job "part_$name.o" "$build/objects/$name.cpp" "$flags $more"
done
for name in pytorch_report gpu_report jax_report tt_perf_report compare_report; do
  job "$name.o" "examples/$name.cpp" "$flags $more -Dmain=${name}_main -Wno-return-type"
done
job main.o packaging/web/main.cpp "$flags $more"
if [ -n "$zlib" ]; then
  for name in adler32 crc32 deflate inffast inflate inftrees trees zutil; do
    [ -f "$build/objects/z_$name.o" ] || job "z_$name.o" "$zlib/$name.c" "$flags -w"
  done
  if [ -n "$xlsxwriter" ]; then
    for file in "$xlsxwriter"/src/*.c "$xlsxwriter"/third_party/md5/md5.c "$xlsxwriter"/third_party/minizip/ioapi.c \
      "$xlsxwriter"/third_party/minizip/zip.c "$xlsxwriter"/third_party/tmpfileplus/tmpfileplus.c; do
      name=x_$(basename "$file" .c).o
      [ -f "$build/objects/$name" ] || job "$name" "$file" "$flags -w -I$xlsxwriter/include -I$zlib"
    done
  fi
fi
say "compiling $(tr -cd '\0' <"$jobs" | wc -c) files"
xargs -0 -r -P "${JOBS:-$(nproc)}" -n 1 sh -c <"$jobs" || { say "could not compile" && exit 1; }

say "linking"
emcc $flags "$build"/objects/*.o -o "$build/ridgeline.js" -lworkerfs.js -sMODULARIZE=1 -sEXPORT_NAME=ridgeline \
  -sINVOKE_RUN=0 -sEXIT_RUNTIME=1 -sENVIRONMENT=worker,node -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=4GB \
  -sTOTAL_STACK=8MB -sFORCE_FILESYSTEM=1 -sWASM_BIGINT=1 -sERROR_ON_UNDEFINED_SYMBOLS=0 \
  -sEXPORTED_RUNTIME_METHODS=callMain,FS,WORKERFS,ENV >"$build/link.log" 2>&1 || { cat "$build/link.log" >&2 && exit 1; }

# One file. Nothing in it can end a script element early.
python3 - "$build" packaging/web "$page" <<'PY'
import base64, gzip, os, sys
build, web, page = sys.argv[1:]
def read(folder, name):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return file.read()
with open(os.path.join(build, "ridgeline.wasm"), "rb") as file:
    wasm = base64.b64encode(gzip.compress(file.read(), 9, mtime=0)).decode()
text = read(web, "page.html")
for mark, part in (("@MODULE@", read(build, "ridgeline.js")), ("@WORKER@", read(web, "worker.js")), ("@WASM@", wasm)):
    assert "</script" not in part and "<!--" not in part, mark
    text = text.replace(mark, part, 1)
with open(page + ".new", "w", encoding="utf-8") as file:
    file.write(text)
os.replace(page + ".new", page)
print("%s: %.1f MB, the module %.1f MB" % (page, len(text) / 1e6, os.path.getsize(os.path.join(build, "ridgeline.wasm")) / 1e6))
PY
