#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/tt/read/op_folders.hpp>

#include "tests/support/temporary.hpp"

BOOST_AUTO_TEST_SUITE(tt_op_folders_read)

namespace {

using ridgeline::op_log_folders;

/// The folders below the root, by their names: `ops other_device`.
std::string names(const std::vector<std::filesystem::path>& folders) {
  std::string all;
  for (const std::filesystem::path& folder : folders) all += (all.empty() ? "" : " ") + folder.filename().string();
  return all;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_root_without_a_record_has_the_folder_ops) {
  const temporary_folder root;
  BOOST_TEST(op_log_folders(root.path()).empty());
  std::filesystem::create_directory(root.path("ops_device"));
  BOOST_TEST(op_log_folders(root.path()).empty());  // a device run is no host run
  BOOST_TEST(names(op_log_folders(root.path(), true)) == "ops_device");
  std::filesystem::create_directory(root.path("ops"));
  BOOST_TEST(names(op_log_folders(root.path())) == "ops");
  BOOST_TEST(names(op_log_folders(root.path(), true)) == "ops_device");
}

BOOST_AUTO_TEST_CASE(the_record_lists_folders) {
  const temporary_folder root;
  for (const char* name : {"ops", "one", "one_device", "two_device"})
    std::filesystem::create_directory(root.path(name));
  // twice, with a slash, with a carriage return and blanks, a folder that is not there, and a line without an end
  root.file(".locations.log", root.path("one") + "\n" + root.path("one/") + "\n\n" + root.path("one_device") +
                                  " \r\n" + root.path("gone") + "\n" + root.path("two_device"));
  BOOST_TEST(names(op_log_folders(root.path())) == "one two_device");  // one_device belongs to one
  BOOST_TEST(names(op_log_folders(root.path(), true)) == "one_device two_device");
}

BOOST_AUTO_TEST_CASE(the_last_log_is_that_of_the_newest_op) {
  const temporary_folder root;
  BOOST_TEST((ridgeline::last_op_log(root.path()) == std::filesystem::file_time_type::min()));
  const std::filesystem::file_time_type start{};
  for (const int op : {1, 2, 3}) {
    const std::string folder = "op" + std::to_string(op);
    std::filesystem::create_directory(root.path(folder));
    if (op == 3) continue;  // has no log
    const std::string log = root.file(folder + "/profile_log_host.csv", "");
    std::filesystem::last_write_time(log, start + std::chrono::seconds(9 - op));
  }
  BOOST_TEST((ridgeline::last_op_log(root.path()) == start + std::chrono::seconds(8)));  // 9 - 1 of op1, not 9 - 2
}

BOOST_AUTO_TEST_SUITE_END()
