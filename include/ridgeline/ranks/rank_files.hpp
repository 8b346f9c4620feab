#ifndef RIDGELINE_RANKS_RANK_FILES_HPP
#define RIDGELINE_RANKS_RANK_FILES_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/parallel.hpp>
#include <ridgeline/query/natural_key.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/ranks/discover.hpp>
#include <ridgeline/read/bytes.hpp>
#include <ridgeline/read/inflate.hpp>
#include <ridgeline/read/json.hpp>
#include <ridgeline/read/json_cursor.hpp>
#include <ridgeline/read/number.hpp>
#include <ridgeline/torch/read/kineto_beside.hpp>

/// Which files are below a folder, what those with names of traces contain, and which of several is used for a rank.
/// Internal: included by body files only.
namespace ridgeline::ranks_detail {

namespace fs = std::filesystem;

/// The files below a folder that `wanted` accepts, by folder and name. Hidden files (names that start with a dot)
/// are leftovers of editors and other systems, so they are included only if `hidden` is set. Folders that may not be
/// read are added to `unread`.
template <class Wanted>
std::vector<fs::path> files_below(const fs::path& base, Wanted wanted, std::set<std::string>& unread,
                                  bool hidden = false) {
  std::vector<fs::path> found;
  std::error_code why;
  const auto permitted = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator at(base, permitted, why), end; !why && at != end; at.increment(why)) {
    std::error_code ignored;
    if (!hidden && at->path().filename().native().starts_with('.')) {
      at.disable_recursion_pending();
      continue;
    }
    if (at->is_directory(ignored) && !at->is_symlink(ignored)) {
      fs::directory_iterator(at->path(), ignored);
      if (ignored) unread.insert(at->path().string());
      continue;
    }
    if (at->is_regular_file(ignored) && wanted(at->path())) found.push_back(at->path());
  }
  std::sort(found.begin(), found.end(), [](const fs::path& a, const fs::path& b) {
    const int folders = a.parent_path().compare(b.parent_path());
    return folders != 0 ? folders < 0 : a.filename().native() < b.filename().native();
  });
  return found;
}

/// The rank, the world's size and the machine in the `distributedInfo` of a trace.
struct rank_in_trace {
  std::optional<std::int64_t> rank{};
  std::int64_t world = missing<std::int64_t>;
  std::string host{};
};

inline rank_in_trace rank_in_text(std::string_view text) {
  constexpr std::string_view key = "\"distributedInfo\"";
  rank_in_trace found;
  for (std::size_t at = text.find(key); at != text.npos && !found.rank; at = text.find(key, at + 1)) {
    json_cursor c{text.data() + at + key.size(), text.data() + text.size()};
    if (!c.expect(':')) continue;
    c.skip_blanks();
    const char* const value = c.at;
    if (!c.skip_value()) continue;
    const std::string_view json(value, static_cast<std::size_t>(c.at - value));
    torch_distributed stated;
    torch_detail::read_distributed(json, stated);
    if (!known(stated.rank) || stated.rank < 0) continue;
    found.rank = stated.rank, found.world = stated.world_size;
    static_cast<void>(read_json(json, [&](std::string_view path, const json_leaf& v) {
      const bool is_host = path == "/hostname" || path == "/host_name" || path == "/host";
      if (is_host && v.is == json_leaf::kind::text) found.host = v.text;
    }));
  }
  return found;
}

inline rank_in_trace rank_in_file(const std::string& path) {
  const expected<file_bytes> bytes = file_bytes::open(path);
  if (!bytes) return {};
  if (!is_gzip(bytes->view())) return rank_in_text(bytes->view());
  constexpr std::size_t head = std::size_t{1} << 20;
  const expected<inflated_bytes> front = inflate(bytes->view(), head);
  if (!front) return {};
  rank_in_trace stated = rank_in_text(front->view());
  if (stated.rank || !front->limited()) return stated;
  const expected<inflated_bytes> all = inflate(bytes->view());
  return all ? rank_in_text(all->view()) : stated;
}

/// The machine in a file name of the form torch writes, `HOST_PID.STAMP.pt.trace.json`; empty for other names.
inline std::string host_in_name(std::string_view path) {
  std::string_view name = path.substr(path.find_last_of('/') + 1);
  const std::size_t after = name.find(".pt.trace.json");
  if (after == name.npos) return {};
  name = name.substr(0, after);
  const auto take_number = [&](char front) {
    const std::size_t at = name.find_last_not_of("0123456789") + 1;
    const bool is = at < name.size() && at > 1 && name[at - 1] == front;
    if (is) name = name.substr(0, at - 1);
    return is;
  };
  take_number('.');  // only newer versions add the stamp
  return take_number('_') ? std::string(name) : std::string();
}

/// Whether the beginning of a file contains keys that only traces have.
inline bool has_events(const std::string& path) {
  constexpr std::size_t head = std::size_t{1} << 20;
  const expected<file_bytes> bytes = file_bytes::open(path);
  if (!bytes) return false;
  const auto named = [](std::string_view text) {
    text = text.substr(0, head);
    return text.find("\"traceEvents\"") != text.npos || text.find("\"ph\"") != text.npos;
  };
  if (!is_gzip(bytes->view())) return named(bytes->view());
  const expected<inflated_bytes> front = inflate(bytes->view(), head);
  return front && named(front->view());
}

/// Keeps one file per rank: the first that states its rank itself, else the first that contains events, else the
/// first. This way another file in the folder that is named like a trace does not displace it.
inline void keep_one_of_each(experiment& e) {
  std::vector<rank_file> all = std::move(e.files) | sort_by(&rank_file::rank);
  e.files.clear();
  for (std::size_t first = 0, last = 0; first < all.size(); first = last) {
    while (last < all.size() && all[last].rank == all[first].rank) ++last;
    std::size_t best = first;
    if (last - first > 1) {
      const auto find = [&](auto good) {
        for (std::size_t i = first; i < last; ++i)
          if (good(all[i])) return i;
        return last;
      };
      best = find([](const rank_file& f) { return f.from == rank_source::content; });
      if (best == last) best = find([](const rank_file& f) { return has_events(f.path); });
      if (best == last) best = first;
    }
    for (std::size_t i = first; i < last; ++i) {
      if (i == best) e.files.push_back(std::move(all[i]));
      else if (holds_other_json(all[i].path) && !holds_other_json(all[best].path)) e.no_traces.push_back(all[i].path);
      else e.doubled.push_back(std::move(all[i]));
    }
  }
}

/// Whether a file name has an extension such as `.json`, ignoring case.
inline bool has_ending(const fs::path& path, std::string_view ending) {
  return core_detail::same_letters(path.extension().string(), ending);
}
inline bool has_one_of(const fs::path& path, std::initializer_list<std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(), [&](std::string_view e) { return has_ending(path, e); });
}
inline bool is_json_name(const fs::path& path) { return has_one_of(path, {".json", ".gz"}); }
inline bool is_other_trace_name(const fs::path& path) {
  return has_one_of(path, {".sqlite", ".db", ".pftrace", ".perfetto-trace"});
}
/// Files commonly found next to traces: workbooks, tables and pages of an earlier run, notes.
inline bool is_report_name(const fs::path& path) {
  return has_one_of(path, {".xlsx", ".csv", ".html", ".md", ".txt", ".log"});
}

/// A text with one of its numbers taken out, and that number.
struct text_without_number {
  std::string before, after;
  std::int64_t number = 0;
};
inline std::vector<text_without_number> numbers_of_name(std::string_view name) {
  constexpr std::string_view digits = "0123456789";
  std::vector<text_without_number> all;
  for (std::size_t i, end = 0; (i = name.find_first_of(digits, end)) != name.npos;) {
    end = std::min(name.find_first_not_of(digits, i), name.size());
    if (end - i <= 9)
      all.push_back({std::string(name.substr(0, i)), std::string(name.substr(end)), *to_int(name.substr(i, end - i))});
  }
  return all;
}

/// Discards ranks taken from folder names if all files of a run share that rank: the folder is then not one rank's
/// own.
inline void forget_shared_folder(std::vector<rank_file>& files) {
  const auto from_one = [&](const rank_file& f) {
    return f.from == rank_source::folder && f.rank == files.front().rank;
  };
  if (files.size() < 2 || !std::all_of(files.begin(), files.end(), from_one)) return;
  for (rank_file& f : files) f.rank = missing<std::int64_t>;
}

/// Numbers files that state no rank: by the one number in which their names differ if it counts from 0 without large
/// gaps (`worker.0`, `worker.3`), else by position in natural order.
inline void number_by_place(std::vector<rank_file>& files) {
  files = std::move(files) | sort_by([](const rank_file& f) { return natural_key(f.path); });
  std::map<std::pair<std::string, std::string>, std::set<std::int64_t>> numbers;
  for (const rank_file& f : files)
    for (text_without_number& n : numbers_of_name(f.path))
      numbers[{std::move(n.before), std::move(n.after)}].insert(n.number);
  for (const auto& [text, all] : numbers) {
    const auto bound = 4 * static_cast<std::int64_t>(files.size());  // larger numbers count steps, not ranks
    if (files.size() < 2 || all.size() != files.size() || *all.begin() != 0 || *all.rbegin() >= bound) continue;
    auto next = all.begin();
    for (rank_file& f : files) f.rank = f.named = *next++, f.from = rank_source::name;
    return;
  }
  for (std::size_t i = 0; i < files.size(); ++i)
    files[i].rank = static_cast<std::int64_t>(i), files[i].from = rank_source::position;
}

/// The same if only some files state their rank, provided that each of these is at the position of its rank. If the
/// stated ranks are 0, 1, ... without a gap, no rank is missing, and the others are no ranks: a server's front end.
inline void number_others_by_place(std::vector<rank_file>& files) {
  const auto tells = [](const rank_file& f) { return known(f.rank); };
  if (std::all_of(files.begin(), files.end(), tells)) return;
  if (std::none_of(files.begin(), files.end(), tells)) return number_by_place(files);
  std::set<std::int64_t> stated;
  for (const rank_file& f : files)
    if (tells(f)) stated.insert(f.rank);
  if (stated.size() > 1 && *stated.begin() == 0 && *stated.rbegin() + 1 == static_cast<std::int64_t>(stated.size()))
    return;
  std::vector<rank_file> placed;
  for (const rank_file& f : files)
    if (tells(f) || has_events(f.path)) placed.push_back(f);
  number_by_place(placed);
  std::map<std::string_view, const rank_file*> of_path;
  for (const rank_file& f : placed) of_path.emplace(f.path, &f);
  const auto agrees = [&](const rank_file& f) { return !tells(f) || of_path.at(f.path)->rank == f.rank; };
  if (!std::all_of(files.begin(), files.end(), agrees)) return;
  for (rank_file& f : files)
    if (const auto at = of_path.find(f.path); !tells(f) && at != of_path.end()) f = *at->second;
}

/// A file's name without its rank, if it names a host: `node1_rank`, `host-b/rank`; empty otherwise.
inline std::string host_of(const rank_file& f) {
  const fs::path path(f.path), folder = path.parent_path();
  const std::string text = (folder.parent_path().filename() / folder.filename() / path.filename()).string();
  std::string without_rank;
  for (const text_without_number& n : numbers_of_name(text)) {
    constexpr std::string_view word = "rank_";
    const std::size_t front = n.before.size() - std::min(n.before.size(), word.size());
    if (n.number == f.rank && core_detail::stands_in(std::string_view(n.before).substr(front), "rank"))
      without_rank = n.before + "#" + n.after;
  }
  const bool named = core_detail::stands_in(without_rank, "node") || core_detail::stands_in(without_rank, "host");
  return named ? without_rank : std::string();
}

/// Converts ranks within hosts to global ranks, host by host, if the names show several hosts that have the same
/// ranks from 0 on and no trace states its own rank. Returns whether it did.
inline bool number_by_host(std::vector<rank_file>& files) {
  std::map<std::string, std::vector<rank_file*>> hosts;  // keyed by host, in natural order
  for (rank_file& f : files) {
    const bool by_name = f.from == rank_source::name || f.from == rank_source::folder;
    const std::string host = known(f.rank) && by_name ? host_of(f) : std::string();
    if (host.empty()) return false;
    hosts[natural_key(host)].push_back(&f);
  }
  if (hosts.size() < 2) return false;
  for (auto& [host, own] : hosts) {
    std::set<std::int64_t> ranks;
    for (const rank_file* const f : own) ranks.insert(f->rank);
    const auto count = static_cast<std::int64_t>(own.size());
    if (own.size() != hosts.begin()->second.size() || ranks.size() != own.size() || *ranks.begin() != 0 ||
        *ranks.rbegin() != count - 1)
      return false;
  }
  std::int64_t before = 0;
  for (auto& [host, own] : hosts) {
    for (rank_file* const f : own) {
      f->note = "rank " + std::to_string(f->rank) + " of its host, according to its name; hosts are numbered by name";
      f->rank += before;
      f->from = rank_source::position;
    }
    before += static_cast<std::int64_t>(own.size());
  }
  return true;
}

/// The folder of a configuration: the innermost one that is not a rank's own. A path below a rank's folder
/// (`rank_0/step7/trace.json`) distinguishes several configurations.
struct configuration_place {
  fs::path folder, below;
};
inline configuration_place configuration_of(const fs::path& file, const fs::path& base) {
  const auto ranks_own = [&](const fs::path& folder) {
    return folder != base && folder.has_filename() && rank_word_in(folder.filename().string());
  };
  fs::path folder = file.parent_path(), inner = folder;
  while (ranks_own(folder)) folder = folder.parent_path();
  if (folder != inner) return {folder, {}};
  fs::path below;
  for (; inner != base && inner.has_filename() && !ranks_own(inner); inner = inner.parent_path())
    below = below.empty() ? inner.filename() : inner.filename() / below;
  if (!ranks_own(inner)) return {folder, {}};
  while (ranks_own(inner)) inner = inner.parent_path();
  return {inner, below};
}

/// Takes out the packed files that stand beside the same trace unpacked (`gzip -k`), if neither tells its rank.
inline std::vector<rank_file> take_packed_twins(std::vector<rank_file>& files) {
  std::set<std::string> plain;
  for (const rank_file& f : files)
    if (!known(f.rank)) plain.insert(f.path);
  std::vector<rank_file> twins, others;
  for (rank_file& f : files) {
    const bool packed = !known(f.rank) && has_ending(f.path, ".gz");
    (packed && plain.contains(f.path.substr(0, f.path.size() - 3)) ? twins : others).push_back(std::move(f));
  }
  files = std::move(others);
  return twins;
}

/// A world of one has no several members: replicas of a server each say that they are rank 0 of such a world. Where
/// files that do have different ranks in their names, these count.
inline void distrust_worlds_of_one(std::vector<rank_file>& files, rank_source names) {
  const auto alone = [](const rank_file& f) {
    return f.from == rank_source::content && f.world == 1 && known(f.named);
  };
  std::set<std::int64_t> ranks;
  std::int64_t worlds = 0;
  for (const rank_file& f : files)
    if (alone(f)) ranks.insert(f.named), ++worlds;
  if (worlds < 2 || static_cast<std::int64_t>(ranks.size()) != worlds) return;
  for (rank_file& f : files)
    if (alone(f))
      f.note = "its trace says rank " + std::to_string(f.rank) + " of a world of 1", f.rank = f.named, f.from = names;
}

/// Determines the rank of each file of a configuration from the best source available.
inline void number_files(experiment& e, std::vector<fs::path> files, const discover_options& options) {
  std::vector<rank_file> numbered(files.size());
  parallel_for(files.size(), default_threads(), [&](std::size_t i, unsigned) {
    rank_file& f = numbered[i];
    f.path = files[i].string();
    f.rank = missing<std::int64_t>;
    const std::string name = files[i].filename().string();
    const auto take = [&](std::optional<std::int64_t> rank, rank_source from) {
      if (rank && !known(f.rank)) f.rank = *rank, f.from = from;
    };
    if (options.by_content) {
      rank_in_trace stated = rank_in_file(f.path);
      take(stated.rank, rank_source::content);
      f.world = stated.world;
      f.host = stated.host.empty() ? host_in_name(f.path) : std::move(stated.host);
    }
    std::optional<std::int64_t> named =
        options.regex ? options.regex->rank_in(name, false) : rank_in(name, options.pattern);
    if (!named && options.regex) named = options.regex->rank_in(f.path, true);
    take(named, options.regex ? rank_source::regex : rank_source::name);
    if (options.by_content) {
      if (!named) named = rank_word_in(name), take(named, rank_source::name);
      for (fs::path folder = files[i].parent_path(); !known(f.rank) && folder.has_filename();
           folder = folder.parent_path())
        take(rank_word_in(folder.filename().string()), rank_source::folder);
    }
    if (named) f.named = *named;
  });
  std::vector<rank_file> twins;
  if (options.by_content) {
    distrust_worlds_of_one(numbered, options.regex ? rank_source::regex : rank_source::name);
    forget_shared_folder(numbered);
    twins = take_packed_twins(numbered);
    number_others_by_place(numbered);
    number_by_host(numbered);
  }
  for (rank_file& f : numbered) {
    if (f.note.empty() && known(f.named) && known(f.rank) && f.named != f.rank)
      f.note = "its name gives rank " + std::to_string(f.named);
    for (rank_file& twin : twins)
      if (known(f.rank) && twin.path.size() == f.path.size() + 3 && twin.path.starts_with(f.path))
        twin.rank = f.rank, e.doubled.push_back(twin);
    if (known(f.rank)) e.files.push_back(std::move(f));
    else e.unnumbered.push_back(f.path);
  }
}

}  // namespace ridgeline::ranks_detail

#endif  // RIDGELINE_RANKS_RANK_FILES_HPP
