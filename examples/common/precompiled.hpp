// Headers that nearly every program includes and that are slow to parse. No file may rely on it: each includes what it
// uses.
#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
