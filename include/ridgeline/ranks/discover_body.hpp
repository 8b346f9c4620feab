#ifndef RIDGELINE_RANKS_DISCOVER_BODY_HPP
#define RIDGELINE_RANKS_DISCOVER_BODY_HPP

/// How traces are found. Include via `impl.hpp`.

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <map>
#include <set>
#include <system_error>
#include <utility>

#include <ridgeline/core/parallel.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/ranks/discover.hpp>
#include <ridgeline/ranks/rank_files.hpp>
#include <ridgeline/read/bytes.hpp>
#include <ridgeline/read/inflate.hpp>
#include <ridgeline/read/json_cursor.hpp>

namespace ridgeline {

std::optional<std::int64_t> rank_in(std::string_view name, std::string_view pattern) {
  for (std::size_t at = name.find(pattern); at != std::string_view::npos; at = name.find(pattern, at + 1)) {
    std::size_t i = at + pattern.size();
    std::int64_t rank = 0;
    const std::size_t first = i;
    const auto digit = [&] { return i < name.size() && name[i] >= '0' && name[i] <= '9'; };
    for (; digit() && i - first < 10; ++i) rank = rank * 10 + (name[i] - '0');
    const bool too_long = digit();
    if (i > first && !too_long) return rank;
  }
  return std::nullopt;
}

bool holds_other_json(const std::string& path) {
  const expected<file_bytes> bytes = file_bytes::open(path);
  if (!bytes || ranks_detail::has_events(path)) return false;
  const auto is_json = [](std::string_view text) {
    json_cursor c{text.data(), text.data() + text.size()};
    c.skip_blanks();
    if (c.done() || !c.skip_value()) return false;
    c.skip_blanks();
    return c.done();
  };
  if (!is_gzip(bytes->view())) return is_json(bytes->view());
  const expected<inflated_bytes> all = inflate(bytes->view());
  return all && is_json(all->view());
}

bool picks_ranks(const discover_options& options, const experiment& found) {
  if (found.other_files || !options.glob.empty()) return false;
  return std::any_of(options.filters.begin(), options.filters.end(),
                     [&](const std::string& f) { return rank_in(f, options.pattern).has_value(); });
}

std::optional<std::int64_t> rank_word_in(std::string_view text) {
  std::optional<std::int64_t> found;
  constexpr std::string_view word = "rank";
  for (std::size_t at = 0; at + word.size() < text.size(); ++at) {
    bool here = true;
    for (std::size_t k = 0; k < word.size(); ++k) here = here && (text[at + k] | 0x20) == word[k];
    if (!here) continue;
    std::size_t i = at + word.size();
    if (std::string_view("[(-_/ =:#").find(text[i]) != std::string_view::npos) ++i;
    std::int64_t rank = 0;
    const std::size_t first = i;
    const auto digit = [&] { return i < text.size() && text[i] >= '0' && text[i] <= '9'; };
    for (; digit() && i - first < 10; ++i) rank = rank * 10 + (text[i] - '0');
    if (i > first && !digit()) found = rank;
  }
  return found;
}

bool fits_glob(std::string_view path, std::string_view pattern) {
  // Set of pattern positions reached at each position of the path, so that no backtracking is needed.
  std::vector<std::uint8_t> now(pattern.size() + 1, 0), next;
  const auto reach = [&](std::vector<std::uint8_t>& at, std::size_t i) {
    for (bool more = true; more;) {
      at[i] = 1;
      more = false;
      const std::string_view rest = pattern.substr(i);
      if (rest.starts_with("**/")) {
        at[i + 3] = 1;  // `**/` matches no folder
        if (pattern.substr(i + 3).starts_with("**/")) i += 3, more = true;
        else if (pattern.substr(i + 3).starts_with("*")) i += 3, more = true;
      } else if (rest.starts_with("**")) {
        i += 2, more = true;
      } else if (rest.starts_with("*")) {
        ++i, more = true;
      }
    }
  };
  reach(now, 0);
  for (const char c : path) {
    next.assign(pattern.size() + 1, 0);
    for (std::size_t i = 0; i < pattern.size(); ++i) {
      if (now[i] == 0) continue;
      const std::string_view rest = pattern.substr(i);
      if (rest.starts_with("**/")) {
        next[i] = 1;
        if (c == '/') reach(next, i + 3);
      } else if (rest.starts_with("**")) {
        reach(next, i);
      } else if (rest.front() == '*') {
        if (c != '/') reach(next, i);
      } else if (rest.front() == '?') {
        if (c != '/') reach(next, i + 1);
      } else if (const std::size_t close = rest.find(']', 2); rest.front() == '[' && close != rest.npos) {
        const bool not_in = rest[1] == '!' || rest[1] == '^';
        bool in = false;
        for (std::size_t k = not_in ? 2 : 1; k < close; ++k) {
          if (k + 2 < close && rest[k + 1] == '-') in = in || (rest[k] <= c && c <= rest[k + 2]), k += 2;
          else in = in || rest[k] == c;
        }
        if (in != not_in && c != '/') reach(next, i + close + 1);
      } else if (rest.front() == c) {
        reach(next, i + 1);
      }
    }
    now.swap(next);
  }
  return now[pattern.size()] != 0;
}

namespace ranks_detail {

/// The files below a folder that `wanted` accepts, by folder and name. Hidden files (names that start with a dot)
/// are leftovers of editors and other systems, so they are included only if `hidden` is set.
template <class Wanted>
std::vector<fs::path> files_below(const fs::path& base, Wanted wanted, bool hidden = false) {
  std::vector<fs::path> found;
  std::error_code why;
  const auto permitted = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator at(base, permitted, why), end; !why && at != end; at.increment(why)) {
    std::error_code ignored;
    if (!hidden && at->path().filename().native().starts_with('.')) {
      at.disable_recursion_pending();
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

/// Joins sibling folders into one configuration if each trace states its rank and no rank occurs twice
/// (`node0/gpu0`, `node0/gpu1`, `node1/gpu0`, or `worker0/out`, `worker1/out`); as separate experiments, each would
/// have a rank 0. The same applies to folders of hosts whose names give the rank within the host. If the user set a
/// filter, only traces that state a world of more ranks than their folder holds are joined.
inline void join_folders_of_one_job(std::vector<experiment>& all, fs::path base, bool filtered) {
  if (!base.has_filename()) base = base.parent_path();
  for (bool joined = true; joined;) {
    joined = false;
    std::map<std::string, std::size_t> below;  // experiments, by each folder they are in
    for (const experiment& e : all)
      for (fs::path in = fs::path(e.folder).parent_path(); e.folder != base.string() && in != base && in.has_filename();
           in = in.parent_path())
        ++below[in.string()];
    // The innermost folder that also contains other experiments; a rank may be alone in folders nested in its own.
    const auto shared_folder = [&](const experiment& e) {
      fs::path in = fs::path(e.folder).parent_path();
      while (in != base && in.has_filename() && below[in.string()] == 1) in = in.parent_path();
      return in.string();
    };
    std::map<std::string, std::vector<std::size_t>> beside;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].folder != base.string()) beside[shared_folder(all[i])].push_back(i);
    std::vector<bool> gone(all.size(), false);
    for (const auto& [parent, places] : beside) {
      std::set<std::int64_t> ranks;
      const std::vector<rank_file>& first = all[places.front()].files;
      const std::int64_t world = first.empty() ? 0 : first.front().world;
      const bool one_job = places.size() > 1 && std::all_of(places.begin(), places.end(), [&](std::size_t i) {
        std::set<std::int64_t> here;
        bool told = all[i].unnumbered.empty();
        for (const rank_file& f : all[i].files) {
          const bool in_part = f.world == world && static_cast<std::int64_t>(all[i].files.size()) < world;
          told = told && f.from == rank_source::content && (!filtered || in_part), here.insert(f.rank);
        }
        const std::size_t before = ranks.size();
        ranks.insert(here.begin(), here.end());
        return told && ranks.size() == before + here.size();
      });
      std::vector<rank_file> together;
      for (const std::size_t i : places) together.insert(together.end(), all[i].files.begin(), all[i].files.end());
      if (!one_job && (filtered || places.size() < 2 || !number_by_host(together))) continue;
      experiment& to = all[places.front()];
      to.files = std::move(together);
      for (std::size_t k = 1; k < places.size(); ++k) gone[places[k]] = joined = true;
      to.folder = parent;
      const std::string relative = fs::path(parent).lexically_relative(base).generic_string();
      to.relative = relative == "." ? "" : relative;
    }
    std::size_t at = 0;
    std::erase_if(all, [&](const experiment&) { return gone[at++]; });
  }
}

/// Of some folders, the first of those that share most of its path with another one.
inline std::string nearest_of(const std::map<std::string, std::size_t>& folders, const std::string& other) {
  std::string best;
  std::ptrdiff_t most = -1;
  const fs::path path(other);
  for (const auto& [folder, place] : folders) {
    const fs::path candidate(folder);
    const auto [at, in_other] = std::mismatch(candidate.begin(), candidate.end(), path.begin(), path.end());
    const std::ptrdiff_t shared = std::distance(candidate.begin(), at);
    if (shared > most) most = shared, best = folder;
  }
  return best;
}

}  // namespace ranks_detail

expected<std::vector<experiment>> discover(const discover_options& options) {
  namespace fs = std::filesystem;
  using ranks_detail::has_ending;
  std::error_code why;
  const bool by_glob = !options.glob.empty();
  fs::path base = by_glob ? options.glob.substr(0, options.glob.find_first_of("*?[")) : options.base;
  if (by_glob) base = base.has_filename() || base.empty() ? base.parent_path() : base;
  if (by_glob && base.empty()) base = ".";
  base = fs::absolute(base, why).lexically_normal();
  if (!base.has_filename()) base = base.parent_path();  // trailing slash
  if (!fs::is_directory(base, why))
    return failure{errc::cannot_read, {by_glob ? options.glob : options.base}, "expected a folder"};
  const std::string pattern = by_glob ? fs::absolute(options.glob, why).lexically_normal().string() : std::string();
  const auto filtered = [&](const std::string& whole) {
    return std::all_of(options.filters.begin(), options.filters.end(),
                       [&](const std::string& f) { return whole.find(f) != std::string::npos; });
  };
  const bool asks_for_reports = ranks_detail::is_report_name(pattern);
  bool others = false;
  std::vector<fs::path> packed;    // packed files and traces of other kinds, used if no file type was requested
  std::vector<fs::path> left_out;  // excluded by the default filter
  const bool any_packing = options.by_content && !options.extension_given && options.extension == "json";
  const auto wanted = [&](const fs::path& path) {
    const std::string whole = path.string();
    if (by_glob)
      return fits_glob(whole, pattern) && (asks_for_reports || !ranks_detail::is_report_name(path)) &&
             (!options.extension_given || has_ending(path, "." + options.extension)) &&
             (!options.filters_given || filtered(whole));
    const bool fits = filtered(whole), unpacked = has_ending(path, "." + options.extension);
    if (unpacked && !fits && options.by_content && !options.filters_given) left_out.push_back(path);
    if (!unpacked && fits && any_packing && has_ending(path, ".gz") && has_ending(path.stem(), ".json"))
      packed.push_back(path);
    return unpacked && fits;
  };
  const bool names_hidden = by_glob && pattern.find("/.") != pattern.npos;
  std::vector<fs::path> found = ranks_detail::files_below(base, wanted, names_hidden);
  if (found.empty() && !by_glob && options.by_content && !(options.extension_given && options.filters_given)) {
    others = true;
    left_out.clear(), packed.clear();
    for (const auto is_trace : {ranks_detail::is_json_name, ranks_detail::is_other_trace_name}) {
      found = ranks_detail::files_below(base, [&](const fs::path& path) {
        if (options.extension_given ? !has_ending(path, "." + options.extension) : !is_trace(path)) return false;
        return !options.filters_given || filtered(path.string());
      });
      if (!found.empty()) break;
    }
  }
  const auto tells_rank = [&](const fs::path& path) {
    const std::string name = path.filename().string();
    return rank_in(name, options.pattern) || rank_word_in(name);
  };
  // Where no type was asked for, a rank may also be in a trace of another kind than the others.
  if (!by_glob && any_packing && !found.empty() && !ranks_detail::is_other_trace_name(found.front()))
    for (const fs::path& path : ranks_detail::files_below(base, [&](const fs::path& path) {
           return ranks_detail::is_other_trace_name(path) && tells_rank(path) && (others || filtered(path.string()));
         }))
      packed.push_back(path);
  std::set<std::string> of_many;  // folders with files that name a rank, so not one rank's own
  for (const fs::path& path : found)
    if (tells_rank(path)) of_many.insert(path.parent_path().string());
  const auto place_of = [&](const fs::path& path) -> ranks_detail::configuration_place {
    const bool ranks_own = by_glob || others || (options.by_content && !options.regex && !tells_rank(path) &&
                                                 !of_many.contains(path.parent_path().string()));
    if (ranks_own) return ranks_detail::configuration_of(path, base);
    return {path.parent_path(), {}};
  };
  const auto key_of = [&](const fs::path& path) {
    const ranks_detail::configuration_place place = place_of(path);
    return place.below.empty() ? place.folder.string() : (place.folder / place.below).string();
  };
  std::vector<experiment> all;
  std::vector<std::vector<fs::path>> files;
  std::map<std::string, std::size_t> places, in_folder;
  for (const fs::path& path : found) {
    const auto [at, is_new] = places.try_emplace(key_of(path), all.size());
    if (is_new) {
      const ranks_detail::configuration_place place = place_of(path);
      ++in_folder[place.folder.string()];
      const std::string relative = fs::path(at->first).lexically_relative(base).generic_string();
      all.emplace_back();
      all.back().folder = place.folder.string();
      all.back().relative = relative == "." ? "" : relative;
      all.back().other_files = others;
      files.emplace_back();
    }
    files[at->second].push_back(path);
  }
  for (std::size_t i = 0; i < all.size(); ++i)
    if (in_folder[all[i].folder] > 1 && all[i].folder != files[i].front().parent_path())
      all[i].folder = files[i].front().parent_path().string();  // several below the folders of the same ranks
  for (std::size_t i = 0; i < all.size(); ++i) ranks_detail::number_files(all[i], std::move(files[i]), options);
  const bool any_picked = std::any_of(options.filters.begin(), options.filters.end(), [&](const std::string& f) {
    return rank_in(f, options.pattern).has_value();
  });
  if (options.by_content && !(by_glob && options.filters_given) && !(options.filters_given && any_picked))
    ranks_detail::join_folders_of_one_job(all, base, options.filters_given);
  std::map<std::string, std::vector<fs::path>> packed_in;
  std::map<std::string, std::vector<std::string>> left_out_in;
  for (const fs::path& path : packed) packed_in[key_of(path)].push_back(path);
  std::map<std::string, std::string> nearest;  // of the folders that have a configuration, the one nearest to a folder
  for (const fs::path& path : left_out) {
    const std::string key = key_of(path);
    const auto [at, is_new] = nearest.try_emplace(key, key);
    if (is_new && !places.contains(key)) at->second = ranks_detail::nearest_of(places, key);
    left_out_in[at->second].push_back(path.string());
  }
  for (experiment& e : all) {
    std::set<std::string> keys;
    std::set<std::int64_t> there;
    for (const rank_file& f : e.files) there.insert(f.rank), keys.insert(key_of(f.path));
    for (const std::string& key : keys) {
      experiment more;
      ranks_detail::number_files(more, std::move(packed_in[key]), options);
      for (rank_file& f : more.files)
        if (f.from != rank_source::position && !there.contains(f.rank)) e.files.push_back(std::move(f));
      const std::vector<std::string>& others_here = left_out_in[key];
      e.left_out.insert(e.left_out.end(), others_here.begin(), others_here.end());
    }
    e.other_ranks = e.left_out.size();
    ranks_detail::keep_one_of_each(e);
  }
  return all;
}

std::vector<std::string> files_of(const experiment& e) {
  std::vector<std::string> paths;
  for (const std::vector<rank_file>* const files : {&e.files, &e.doubled})
    for (const rank_file& f : *files) paths.push_back(f.path);
  for (const std::vector<std::string>* const files : {&e.left_out, &e.unnumbered, &e.no_traces})
    paths.insert(paths.end(), files->begin(), files->end());
  return paths;
}

std::string workbook_name(const experiment& e, const discover_options& options) {
  std::string name = std::filesystem::path(e.folder).filename().string();
  std::string filters;
  for (const std::string& f : options.filters) {
    filters += filters.empty() ? "" : "_";
    filters += f;
  }
  std::replace(filters.begin(), filters.end(), '/', '_');
  name += '_';
  name += filters;
  name += "_performance_report.xlsx";
  return name;
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_DISCOVER_BODY_HPP
