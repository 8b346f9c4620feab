// What nearly every file here includes, precompiled for each compiler. No file may need it: each includes what it uses.
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core.hpp>
#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/group_by.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/query/where.hpp>
#include <ridgeline/table/tabulate.hpp>
