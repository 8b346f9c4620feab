// docs/sheets.md lists every sheet that programs can write: reports the names that it lacks.
#include <set>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/gpu/path/rows.hpp>
#include <ridgeline/gpu/report/report.hpp>
#include <ridgeline/ranks/report/report.hpp>
#include <ridgeline/torch/report/report.hpp>
#include <ridgeline/torch/run/extension.hpp>
#include <ridgeline/xla/sheet/tables.hpp>

#include "tests/support/text.hpp"

BOOST_AUTO_TEST_SUITE(reference_of_sheets)

BOOST_AUTO_TEST_CASE(has_every_sheet_that_has_a_name) {
  namespace rl = ridgeline;
  const std::string text = test::repository_file("docs/sheets.md");
  // One sheet of a family of ops represents all: they share its columns and add parameters of their own.
  std::set<std::string> families;
  for (const char* const direction : {"_fwd", "_bwd"})
    rl::extension_of<rl::torch_no_extension>().models->for_each([&](const rl::torch_model_entry& model) {
      families.insert(std::string(model.sheet));
      families.insert(std::string(model.sheet) + direction);
    });
  std::vector<std::string> names = rl::torch_sheet_names(rl::extension_of<rl::torch_no_extension>(), false);
  for (const std::vector<std::string>& more : {rl::path_sheet_names(), rl::gpu_sheet_names(), rl::multi_rank_sheet_names({})})
    names.insert(names.end(), more.begin(), more.end());
  for (const std::string& name : rl::jax_sheet_names(rl::jax_names::documented))
    if (!name.starts_with("op_")) names.push_back(name);
  for (const std::string& name : names)
    if (!families.contains(name)) {
      const bool there = text.find("### " + name + "\n") != std::string::npos || text.find("| `" + name + "` |") != std::string::npos;
      BOOST_TEST(there, "docs/sheets.md lacks " << name);
    }
}

BOOST_AUTO_TEST_SUITE_END()
