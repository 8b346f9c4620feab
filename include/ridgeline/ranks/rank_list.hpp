#ifndef RIDGELINE_RANKS_RANK_LIST_HPP
#define RIDGELINE_RANKS_RANK_LIST_HPP

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include <ridgeline/ranks/matching.hpp>
#include <ridgeline/ranks/what_if.hpp>

/// Lists of ranks in messages. Internal: included by body files only.
namespace ridgeline::ranks_detail {

/// Numbers as ranges, `1, 4-7`.
class rank_list {
 public:
  void add(std::int64_t first, std::int64_t last) {
    if (last < first) return;
    if (count_ == 0) front_ = first;
    count_ += static_cast<std::uint64_t>(last - first) + 1;
    if (!text_.empty() && first == end_ + 1) {
      text_.resize(cut_);
      first = start_;
    } else if (!text_.empty()) {
      text_ += ", ";
    }
    cut_ = text_.size();
    start_ = first;
    end_ = last;
    text_ += std::to_string(first);
    if (last > first) text_ += "-" + std::to_string(last);
  }
  void add(std::int64_t rank) { add(rank, rank); }
  std::uint64_t count() const { return count_; }
  /// The first number added; valid only if there is one.
  std::int64_t front() const { return front_; }
  const std::string& text() const { return text_; }

 private:
  std::string text_{};
  std::size_t cut_ = 0;
  std::int64_t start_ = 0, end_ = 0, front_ = 0;
  std::uint64_t count_ = 0;
};

/// Numbers with blanks between in a sentence: `rank 5`, `ranks 1, 5 and 6`.
inline std::string ranks_in_words(std::string_view numbers) {
  std::string text(numbers.find(' ') == std::string_view::npos ? "rank " : "ranks ");
  for (std::size_t blank; (blank = numbers.find(' ')) != std::string_view::npos; numbers.remove_prefix(blank + 1)) {
    text += numbers.substr(0, blank);
    text += numbers.find(' ', blank + 1) == std::string_view::npos ? " and " : ", ";
  }
  return text.append(numbers);
}

/// The causes of blamed ranks, with the numbers of the ranks that have each.
using rank_causes = std::map<std::string_view, std::string>;
inline rank_causes causes_of(const call_matching& all, const what_if_analysis& what) {
  rank_causes causes;
  for (std::size_t r = 0; r < what.ranks.size(); ++r) {
    if (!what.ranks[r].blamed) continue;
    std::string& ranks = causes[what.ranks[r].cause];
    ranks += (ranks.empty() ? "" : " ") + std::to_string(all.ranks()[r].rank);
  }
  return causes;
}

/// Why ranks are slow, by the cause of the verdict: `its GPU computes longer`.
inline std::string_view reason_in_words(std::string_view cause, bool one) {
  return cause == "compute" ? one ? "its GPU computes longer" : "their GPUs compute longer"
         : cause == "host"  ? one ? "its launches come late" : "their launches come late"
         : cause == "link"  ? one ? "its transfers take longer" : "their transfers take longer"
                            : "for several reasons";
}

/// The same of several causes, with the ranks of each: `its GPU computes longer (rank 1), their launches come late
/// (ranks 2 and 6)`.
inline std::string reasons_in_words(const rank_causes& causes) {
  std::string text;
  for (const auto& [cause, ranks] : causes) {
    text.append(text.empty() ? "" : ", ").append(reason_in_words(cause, ranks.find(' ') == ranks.npos));
    if (causes.size() > 1) text += " (" + ranks_in_words(ranks) + ")";
  }
  return text;
}

}  // namespace ridgeline::ranks_detail

#endif  // RIDGELINE_RANKS_RANK_LIST_HPP
