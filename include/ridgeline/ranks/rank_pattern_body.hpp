#ifndef RIDGELINE_RANKS_RANK_PATTERN_BODY_HPP
#define RIDGELINE_RANKS_RANK_PATTERN_BODY_HPP

#include <ridgeline/ranks/rank_pattern.hpp>

namespace ridgeline {

namespace ranks_detail {

/// The position of the rank's group in a regular expression: its opening parenthesis, its content, and its end.
struct group_place {
  std::size_t open = std::string_view::npos, inside = 0, close = 0;
};

inline group_place find_group(std::string_view text) {
  group_place first, named;
  std::size_t depth_of_first = 0, depth_of_named = 0, depth = 0;
  bool in_class = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (in_class) {
      in_class = text[i] != ']';
    } else if (text[i] == '[') {
      in_class = true;
    } else if (text[i] == '(') {
      ++depth;
      const std::string_view rest = text.substr(i);
      for (const std::string_view front : {"(?P<rank>", "(?<rank>"})
        if (named.open == text.npos && rest.starts_with(front))
          named = {i, i + front.size(), 0}, depth_of_named = depth;
      if (first.open == text.npos && !rest.starts_with("(?")) first = {i, i + 1, 0}, depth_of_first = depth;
    } else if (text[i] == ')' && depth > 0) {
      if (depth == depth_of_named && named.close == 0) named.close = i;
      if (depth == depth_of_first && first.close == 0) first.close = i;
      --depth;
    }
  }
  return named.open != text.npos ? named : first;
}

}  // namespace ranks_detail

expected<rank_pattern> rank_pattern::compile(std::string_view text) {
  const ranks_detail::group_place group = ranks_detail::find_group(text);
  if (group.open == text.npos || group.close == 0)
    return failure{errc::usage, {}, "expected a group for the rank, as in rank(\\d+)"};
  if (const std::string_view rest = text.substr(group.close + 1); rest.find_first_of("*+?{") == 0)
    return failure{errc::usage, {}, "the group for the rank is repeated: repeat what is in it, as in rank(\\d+)"};
  const auto part = [](std::string_view front, std::string_view inside, std::string_view back) {
    return text_pattern::compile(std::string(front) + std::string(inside) + std::string(back));
  };
  expected<text_pattern> before = part("(?:", text.substr(0, group.open), ")$");
  expected<text_pattern> own = part("^(?:", text.substr(group.inside, group.close - group.inside), ")$");
  expected<text_pattern> after = part("^(?:", text.substr(group.close + 1), ")");
  for (const expected<text_pattern>* const p : {&before, &own, &after})
    if (!*p) return failure{errc::usage, {}, p->error().what};
  return rank_pattern(*std::move(before), *std::move(own), *std::move(after));
}

std::optional<std::int64_t> rank_pattern::rank_in(std::string_view text, bool last_place) const {
  const auto digit = [&](std::size_t i) { return i < text.size() && text[i] >= '0' && text[i] <= '9'; };
  std::optional<std::int64_t> found;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!digit(i) || !before_.found_in(text.substr(0, i))) continue;
    std::size_t end = i;
    while (digit(end) && end - i < 10) ++end;
    for (; end > i; --end) {
      if (!group_.found_in(text.substr(i, end - i)) || !after_.found_in(text.substr(end))) continue;
      std::int64_t rank = 0;
      for (std::size_t k = i; k < end; ++k) rank = rank * 10 + (text[k] - '0');
      found = rank;
      break;
    }
    if (found && !last_place) return found;
    if (found) i = end - 1;
  }
  return found;
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_RANK_PATTERN_BODY_HPP
