/// Damages small inputs of each format and reports where the result does not add up.
///
///     ridgeline_mutate [FORMAT...] [--runs N] [--first N] [--save FOLDER]
///
/// 2,000 runs per format unless `--runs` says otherwise. Run n of a format is always the same input: its seed is in the
/// format's source file. `--first` starts at that run; `--save` keeps the input of each rule's first failure.
/// Exit 0 when everything adds up, 1 when something does not, 2 for wrong usage.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tests/mutate/format.hpp"

namespace {

struct request {
  std::vector<const mutate::format*> formats{};
  std::uint64_t runs = 2000, first = 0;
  std::string folder{};
};

struct tally {
  std::uint64_t count = 0, first = 0;
  std::string detail{};
};

/// The input of one run, independent of the runs before it.
std::string input_of(const mutate::format& f, std::uint64_t run) {
  mutate::random start(f.seed + run);
  mutate::random r(start.next());
  return f.damaged(r);
}

/// True when everything added up.
bool run_all(const mutate::format& f, const request& want) {
  std::map<std::string, tally> found;
  const auto start = std::chrono::steady_clock::now();
  for (std::uint64_t run = want.first; run < want.first + want.runs; ++run) {
    const std::string input = input_of(f, run);
    mutate::complaints complaints;
    if (!want.folder.empty()) std::ofstream(want.folder + "/last", std::ios::binary) << input;  // for a crash
    f.check(input, complaints);
    for (const mutate::complaints::entry& c : complaints.all()) {
      tally& t = found[c.rule];
      if (++t.count > 1) continue;
      t.first = run;
      t.detail = c.detail;
      if (!want.folder.empty())
        std::ofstream(want.folder + "/" + std::string(f.name) + "_" + std::to_string(run), std::ios::binary) << input;
    }
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  std::printf("%.*s: %llu runs in %.1f s, %zu rules broken\n", static_cast<int>(f.name.size()), f.name.data(),
              static_cast<unsigned long long>(want.runs), took.count(), found.size());
  for (const auto& [rule, t] : found)
    std::printf("  not so: %s (%llu times, first in run %llu: %s)\n", rule.c_str(),
                static_cast<unsigned long long>(t.count), static_cast<unsigned long long>(t.first), t.detail.c_str());
  return found.empty();
}

int wrong_use(const std::string& what) {
  std::fprintf(stderr, "ridgeline_mutate: %s\n", what.c_str());
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<const mutate::format*> all{&mutate::kineto,  &mutate::ranks,      &mutate::xplane,
                                               &mutate::ops_csv, &mutate::device_log, &mutate::op_log,
                                               &mutate::tracy_log, &mutate::workbook};
  request want;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const bool option = word == "--runs" || word == "--first" || word == "--save";
    if (option && i + 1 == argc) return wrong_use(std::string(word) + " needs a value");
    if (word == "--runs") want.runs = std::strtoull(argv[++i], nullptr, 10);
    else if (word == "--first") want.first = std::strtoull(argv[++i], nullptr, 10);
    else if (word == "--save") want.folder = argv[++i];
    else {
      const std::size_t before = want.formats.size();
      for (const mutate::format* f : all)
        if (f->name == word) want.formats.push_back(f);
      if (want.formats.size() == before) return wrong_use("there is no format " + std::string(word));
    }
  }
  bool good = true;
  for (const mutate::format* f : want.formats.empty() ? all : want.formats) good = run_all(*f, want) && good;
  return good ? 0 : 1;
}
