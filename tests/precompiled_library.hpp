// For what is compiled under sanitizers: bodies, mutate/ and fuzz/. The whole library, and what most bodies include. No
// file may rely on it: g++ compiles the bodies without.
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <unordered_map>
#include <variant>

#include <ridgeline/ridgeline.hpp>
