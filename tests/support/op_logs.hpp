#ifndef RIDGELINE_TESTS_SUPPORT_OP_LOGS_HPP
#define RIDGELINE_TESTS_SUPPORT_OP_LOGS_HPP

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/device_text.hpp"
#include "tests/support/temporary.hpp"

/// Trees of op logs for tests.
namespace test {

inline const std::string seed_header =
    "Name, Start timer count [ns], Stop timer count [ns], Delta timer count [ns], Global Call Count, Call Count, "
    "Stack Size, Inputs, Outputs, Math Fidelity, Parallelization Strategy, Preferred Name, Meta Data, Type\n";
inline const std::string later_header =
    "Name, Start timer count [ns], Stop timer count [ns], Delta timer count [ns], Global Call Count, Call Count, "
    "Stack Size, Inputs, Outputs, Math Fidelity, Compute Kernel Paths, Compute Kernel Hashes, Data Movement Kernel Paths, "
    "Data Movement Kernel Hashes, Parallelization Strategy, Preferred Name, Meta Data, Type, PM Ideal ns, PM Compute ns, "
    "PM Bandwidth ns, PM Req I BW, PM Req O BW\n";
inline const std::string api_header =
    "Name, Start timer count [ns], Stop timer count [ns], Delta timer count [ns]\n";

/// Writes a file and creates the folders above it.
inline void put(const temporary_folder& root, const std::string& name, const std::string& text) {
  const std::filesystem::path path(root.path(name));
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

/// The rows of a six-column log for one RISC of a core: the four default markers.
inline std::string markers(int device, int x, const std::string& risc, int fw, int kernel, int end, int fw_end) {
  std::string rows;
  const int times[] = {fw, kernel, end, fw_end};
  for (int i = 0; i < 4; ++i)
    rows += std::to_string(device) + ", " + std::to_string(x) + ", 0, " + risc + ", " + std::to_string(i + 1) + ", " +
            std::to_string(times[i]) + "\n";
  return rows;
}

}  // namespace test

#endif  // RIDGELINE_TESTS_SUPPORT_OP_LOGS_HPP
