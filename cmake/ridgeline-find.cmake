# Looks for what ridgeline::ridgeline stands on; used by the build and by the installed package.
find_package(Threads QUIET)
find_package(range-v3 QUIET CONFIG)
find_package(FastFloat QUIET CONFIG)
find_package(Boost 1.75 QUIET CONFIG)
find_package(ZLIB QUIET)
find_package(Protozero QUIET)
find_package(Xlsxwriter QUIET)
find_package(SQLite3 QUIET)
