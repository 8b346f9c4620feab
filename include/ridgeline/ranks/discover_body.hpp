#ifndef RIDGELINE_RANKS_DISCOVER_BODY_HPP
#define RIDGELINE_RANKS_DISCOVER_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <map>
#include <set>
#include <system_error>
#include <utility>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/ranks/discover.hpp>
#include <ridgeline/ranks/rank_files.hpp>
#include <ridgeline/read/bytes.hpp>
#include <ridgeline/read/inflate.hpp>
#include <ridgeline/read/json_cursor.hpp>
#include <ridgeline/read/number.hpp>
#include <ridgeline/read/text_file.hpp>

namespace ridgeline {

namespace ranks_detail {

/// The number at the front of a text; nothing if there is none, or one of more digits than ranks have.
inline std::optional<std::int64_t> rank_before(std::string_view text) {
  const std::string_view digits = text.substr(0, text.find_first_not_of("0123456789"));
  return digits.size() <= 10 ? to_int(digits) : std::nullopt;
}

}  // namespace ranks_detail

std::optional<std::int64_t> rank_in(std::string_view name, std::string_view pattern) {
  for (std::size_t at = name.find(pattern); at != std::string_view::npos; at = name.find(pattern, at + 1))
    if (const std::optional<std::int64_t> rank = ranks_detail::rank_before(name.substr(at + pattern.size())))
      return rank;
  return std::nullopt;
}

bool holds_other_json(const std::string& path) {
  const expected<text_file> file = text_file::open(path);
  if (!file || ranks_detail::has_events(path)) return false;
  json_cursor c{file->view().data(), file->view().data() + file->view().size()};
  if (!c.skip_value()) return false;
  c.skip_blanks();
  return c.done();
}

std::span<const std::string> used_filters(const discover_options& options, const experiment& found) {
  if (!options.filters_given && (found.other_files || !options.glob.empty())) return {};
  return options.filters;
}

bool picks_ranks(const discover_options& options, const experiment& found) {
  const std::span<const std::string> used = used_filters(options, found);
  return options.glob.empty() && std::any_of(used.begin(), used.end(), [&](const std::string& f) {
           return rank_in(f, options.pattern).has_value();
         });
}

std::optional<std::int64_t> rank_word_in(std::string_view text) {
  std::optional<std::int64_t> found;
  constexpr std::string_view word = "rank";
  for (std::size_t at = 0; at + word.size() < text.size(); ++at) {
    if (!core_detail::stands_at(text, at, word)) continue;
    std::size_t i = at + word.size();
    if (std::string_view("[(-_/ =:#").find(text[i]) != std::string_view::npos) ++i;
    if (const std::optional<std::int64_t> rank = ranks_detail::rank_before(text.substr(i))) found = rank;
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
        bool stated = all[i].unnumbered.empty();
        for (const rank_file& f : all[i].files) {
          const bool in_part = f.world == world && static_cast<std::int64_t>(all[i].files.size()) < world;
          stated = stated && f.from == rank_source::content && (!filtered || in_part), here.insert(f.rank);
        }
        const std::size_t before = ranks.size();
        ranks.insert(here.begin(), here.end());
        return stated && ranks.size() == before + here.size();
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

/// Looks for the files of ranks and puts them into experiments, step by step.
class discovery {
 public:
  explicit discovery(const discover_options& options)
      : options_(options), by_glob_(!options.glob.empty()),
        any_packing_(options.by_content && !options.extension_given && options.extension == "json") {}

  expected<std::vector<experiment>> make() {
    if (const std::string why = find_base(); !why.empty())
      return failure{errc::cannot_read, {by_glob_ ? options_.glob : options_.base}, why};
    find_files();
    if (found_.empty() && !unread_.empty())
      return failure{errc::cannot_read, {*unread_.begin()}, "is a folder that may not be read"};
    find_other_kinds();
    make_experiments();
    for (std::size_t i = 0; i < all_.size(); ++i) number_files(all_[i], std::move(files_[i]), options_);
    const bool any_picked = std::any_of(options_.filters.begin(), options_.filters.end(), [&](const std::string& f) {
      return rank_in(f, options_.pattern).has_value();
    });
    if (options_.by_content && !(options_.filters_given && (by_glob_ || any_picked)))
      join_folders_of_one_job(all_, base_, options_.filters_given);
    add_more_files();
    return std::move(all_);
  }

 private:
  /// What is wrong with the folder, if anything.
  std::string find_base() {
    std::error_code why;
    base_ = by_glob_ ? options_.glob.substr(0, options_.glob.find_first_of("*?[")) : options_.base;
    if (by_glob_) base_ = base_.has_filename() || base_.empty() ? base_.parent_path() : base_;
    if (by_glob_ && base_.empty()) base_ = ".";
    base_ = fs::absolute(base_, why).lexically_normal();
    if (!base_.has_filename()) base_ = base_.parent_path();  // trailing slash
    if (by_glob_) pattern_ = fs::absolute(options_.glob, why).lexically_normal().string();
    if (fs::is_directory(base_, why)) return {};
    return why ? "cannot be read: " + why.message() : "expected a folder";
  }

  bool passes_filters(const std::string& whole) const {
    return std::all_of(options_.filters.begin(), options_.filters.end(),
                       [&](const std::string& f) { return whole.find(f) != std::string::npos; });
  }
  bool fits_given_glob(const fs::path& path) const {
    const std::string whole = path.string();
    return fits_glob(whole, pattern_) && (is_report_name(pattern_) || !is_report_name(path)) &&
           (!options_.extension_given || has_ending(path, "." + options_.extension)) &&
           (!options_.filters_given || passes_filters(whole));
  }
  /// Whether it is one of the files that are asked for; keeps others that may be of use.
  bool is_wanted(const fs::path& path) {
    if (by_glob_) return fits_given_glob(path);
    const bool fits = passes_filters(path.string()), unpacked = has_ending(path, "." + options_.extension);
    if (unpacked && !fits && options_.by_content && !options_.filters_given) left_out_.push_back(path);
    if (!unpacked && fits && any_packing_ && has_ending(path, ".gz") && has_ending(path.stem(), ".json"))
      packed_.push_back(path);
    return unpacked && fits;
  }
  void find_files() {
    const bool names_hidden = by_glob_ && pattern_.find("/.") != pattern_.npos;
    found_ = files_below(base_, [&](const fs::path& path) { return is_wanted(path); }, unread_, names_hidden);
    const auto depth = [](const std::string& path) { return std::count(path.begin(), path.end(), '/'); };
    if (by_glob_ && pattern_.find("**") == pattern_.npos)
      std::erase_if(unread_, [&](const std::string& folder) { return depth(folder) >= depth(pattern_); });
    if (!found_.empty() || by_glob_ || !options_.by_content || (options_.extension_given && options_.filters_given))
      return;
    others_ = true;
    left_out_.clear(), packed_.clear();
    for (const auto is_trace : {is_json_name, is_other_trace_name}) {
      found_ = files_below(base_, [&](const fs::path& path) {
        if (options_.extension_given ? !has_ending(path, "." + options_.extension) : !is_trace(path)) return false;
        return !options_.filters_given || passes_filters(path.string());
      }, unread_);
      if (!found_.empty()) return;
    }
  }

  bool tells_rank(const fs::path& path) const {
    const std::string name = path.filename().string();
    return rank_in(name, options_.pattern) || rank_word_in(name);
  }
  /// Where no type was asked for, a rank may also be in a trace of another kind than the others.
  void find_other_kinds() {
    if (by_glob_ || !any_packing_ || found_.empty() || is_other_trace_name(found_.front())) return;
    for (const fs::path& path : files_below(base_, [&](const fs::path& other) {
           return is_other_trace_name(other) && tells_rank(other) && (others_ || passes_filters(other.string()));
         }, unread_))
      packed_.push_back(path);
  }

  configuration_place place_of(const fs::path& path) const {
    const bool ranks_own = by_glob_ || others_ || (options_.by_content && !options_.regex && !tells_rank(path) &&
                                                   !of_many_.contains(path.parent_path().string()));
    if (ranks_own) return configuration_of(path, base_);
    return {path.parent_path(), {}};
  }
  std::string key_of(const fs::path& path) const {
    const configuration_place place = place_of(path);
    return place.below.empty() ? place.folder.string() : (place.folder / place.below).string();
  }
  /// An experiment for each configuration, without its files.
  void make_experiments() {
    for (const fs::path& path : found_)
      if (tells_rank(path)) of_many_.insert(path.parent_path().string());
    std::map<std::string, std::size_t> in_folder;
    for (const fs::path& path : found_) {
      const auto [at, is_new] = places_.try_emplace(key_of(path), all_.size());
      if (is_new) {
        const configuration_place place = place_of(path);
        ++in_folder[place.folder.string()];
        const std::string relative = fs::path(at->first).lexically_relative(base_).generic_string();
        all_.emplace_back();
        all_.back().folder = place.folder.string();
        all_.back().relative = relative == "." ? "" : relative;
        all_.back().other_files = others_;
        files_.emplace_back();
      }
      files_[at->second].push_back(path);
    }
    for (std::size_t i = 0; i < all_.size(); ++i)
      if (in_folder[all_[i].folder] > 1 && all_[i].folder != files_[i].front().parent_path())
        all_[i].folder = files_[i].front().parent_path().string();  // several below the folders of the same ranks
  }

  /// Adds ranks that only packed files or other kinds of traces have, and names what the default filter left out and
  /// what may not be read.
  void add_more_files() {
    std::map<std::string, std::vector<fs::path>> packed_in;
    std::map<std::string, std::vector<std::string>> left_out_in, unread_in;
    for (const std::string& folder : unread_) unread_in[nearest_of(places_, folder)].push_back(folder);
    for (const fs::path& path : packed_) packed_in[key_of(path)].push_back(path);
    std::map<std::string, std::string> nearest;  // to each folder, of those that have a configuration
    for (const fs::path& path : left_out_) {
      const std::string key = key_of(path);
      const auto [at, is_new] = nearest.try_emplace(key, key);
      if (is_new && !places_.contains(key)) at->second = nearest_of(places_, key);
      left_out_in[at->second].push_back(path.string());
    }
    for (experiment& e : all_) {
      std::set<std::string> keys;
      std::set<std::int64_t> there;
      for (const rank_file& f : e.files) there.insert(f.rank), keys.insert(key_of(f.path));
      for (const std::string& key : keys) {
        experiment more;
        number_files(more, std::move(packed_in[key]), options_);
        for (rank_file& f : more.files)
          if (f.from != rank_source::position && !there.contains(f.rank)) e.files.push_back(std::move(f));
        const std::vector<std::string>& others_here = left_out_in[key];
        e.left_out.insert(e.left_out.end(), others_here.begin(), others_here.end());
        const std::vector<std::string>& unread_here = unread_in[key];
        e.unread_folders.insert(e.unread_folders.end(), unread_here.begin(), unread_here.end());
      }
      e.other_ranks = e.left_out.size();
      keep_one_of_each(e);
    }
  }

  const discover_options& options_;
  bool by_glob_, any_packing_;
  bool others_ = false;  // no file is of the type asked for: those of other types were taken
  fs::path base_{};
  std::string pattern_{};  // of a glob
  std::vector<fs::path> found_{};
  std::vector<fs::path> packed_{};    // packed files and traces of other kinds, used if no file type was requested
  std::vector<fs::path> left_out_{};  // excluded by the default filter
  std::set<std::string> unread_{};    // folders that may not be read
  std::set<std::string> of_many_{};   // folders with files that name a rank, so not one rank's own
  std::vector<experiment> all_{};
  std::vector<std::vector<fs::path>> files_{};   // of each experiment
  std::map<std::string, std::size_t> places_{};  // the experiment of each key
};

}  // namespace ranks_detail

expected<std::vector<experiment>> discover(const discover_options& options) {
  return ranks_detail::discovery(options).make();
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
  for (const std::string& f : used_filters(options, e)) filters += '_' + f;
  std::replace(filters.begin(), filters.end(), '/', '_');
  name += filters;
  name += "_performance_report.xlsx";
  return name;
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_DISCOVER_BODY_HPP
