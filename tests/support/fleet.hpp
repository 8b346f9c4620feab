#ifndef RIDGELINE_TESTS_SUPPORT_FLEET_HPP
#define RIDGELINE_TESTS_SUPPORT_FLEET_HPP

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/ranks/collectives.hpp>

namespace test {

/// Writes the collectives of a rank.
class rank_text {
 public:
  explicit rank_text(std::int64_t rank) {
    facts_.rank = rank;
    facts_.path = "rank_" + std::to_string(rank);
    facts_.timeline_empty = false;
  }
  rank_text& collective(std::string_view name, double start, double length, std::string_view group = "0",
                        std::string_view members = "[0,1]", std::int64_t size = 2, std::int64_t elements = 1024,
                        std::string_view type = "Float") {
    ridgeline::collective_use u;
    const auto keep = [&](std::string_view text) { return text.empty() ? 0 : facts_.texts.number(text); };
    u.name = keep(name), u.group = keep(group), u.members = keep(members), u.type = keep(type);
    u.size = size, u.in_elements = u.out_elements = elements, u.stream = 7;
    u.start = start, u.length = length;
    u.begin = std::llround(start * 1000), u.span = std::llround(length * 1000);
    u.kind = ridgeline::gpu::collective_kind_of(name);
    u.sends = name == "send", u.receives = name == "recv";
    facts_.collectives.push_back(u);
    return *this;
  }
  /// The splits of the last call.
  rank_text& splits(std::string_view in, std::string_view out = "") {
    facts_.collectives.back().in_split = facts_.texts.number(in);
    if (!out.empty()) facts_.collectives.back().out_split = facts_.texts.number(out);
    return *this;
  }
  /// The sequence number of the last call in its group.
  rank_text& seq(std::int64_t n) {
    facts_.collectives.back().sequence = n;
    return *this;
  }
  rank_text& on_stream(std::int64_t stream) {
    facts_.collectives.back().stream = stream;
    return *this;
  }
  /// The source and destination of the last call.
  rank_text& peers(std::int64_t source, std::int64_t destination) {
    facts_.collectives.back().source = source, facts_.collectives.back().destination = destination;
    return *this;
  }
  /// A step that ends with the GPU work at `last`; calls added later belong to it. `worked`: computed until its end.
  /// Microseconds.
  rank_text& step(std::int64_t number, double first, double last, double worked = 0) {
    ridgeline::rank_step s;
    s.number = number, s.begin = std::llround(first * 1000), s.span = std::llround((last - first) * 1000);
    s.first = s.begin, s.last = s.begin + s.span, s.work_at_last = std::llround(worked * 1000);
    facts_.steps.push_back(s);
    return *this;
  }
  rank_text& in_step(std::int64_t position) {
    facts_.collectives.back().step = position;
    return *this;
  }
  /// How much had been computed when the last call began and when it ended, in microseconds.
  rank_text& worked(double at_begin, double at_end) {
    facts_.collectives.back().work_at_begin = std::llround(at_begin * 1000);
    facts_.collectives.back().work_at_end = std::llround(at_end * 1000);
    return *this;
  }
  /// The last call's launch, how much computation was launched before it, and when that was done; microseconds.
  rank_text& launched(double at, double time, double done) {
    facts_.collectives.back().launched = launch_of(at, time, done);
    return *this;
  }
  /// The same of the end of a step, by position.
  rank_text& step_launched(std::size_t step, double at, double time, double done) {
    facts_.steps.at(step).launched = launch_of(at, time, done);
    return *this;
  }
  rank_text& base(std::int64_t nanoseconds) {
    facts_.base = nanoseconds;
    return *this;
  }
  ridgeline::rank_facts facts() const { return facts_; }

 private:
  static ridgeline::launched_work launch_of(double at, double time, double done) {
    return {std::llround(at * 1000), std::llround(time * 1000), std::llround(done * 1000)};
  }
  ridgeline::rank_facts facts_{};
};

/// When the collectives of a program end: unevenly, so that only one shift fits.
inline constexpr double program_ends[] = {100, 230, 320, 500, 610, 790, 905, 1130};

/// A rank of it: its clock is `offset` ahead, each call begins `early` before its end; from call `first` up to `last`.
inline rank_text program(std::int64_t rank, double offset, std::size_t first, std::size_t last, double early = 20) {
  rank_text r(rank);
  for (std::size_t i = first; i < last; ++i) r.collective("allreduce", program_ends[i] + offset - early, early);
  return r;
}

/// What a rank does before the first of two all-reduces, microseconds: nothing, then work.
struct bucket_times {
  double idle = 0, own = 100;
};

/// A rank of four steps with two all-reduces each, whose transfers take 10 us. After `its.idle` it works for `its.own`,
/// joins the first, works for `its.own` at once, while that one goes on, and joins the second. `slowest` joins last.
inline rank_text two_buckets(std::int64_t rank, bucket_times its, bucket_times slowest, std::string_view members,
                             std::int64_t size) {
  rank_text r(rank);
  const double length = slowest.idle + 2 * slowest.own + 10;
  for (int s = 0; s < 4; ++s) r.step(s, length * s, length * (s + 1), 2 * its.own * (s + 1));
  for (int s = 0; s < 4; ++s) {
    const double from = length * s, first = its.idle + its.own, done = slowest.idle + slowest.own + 10;
    const double worked = 2 * its.own * s;
    r.collective("allreduce", from + first, done - first, "0", members, size).seq(2 * s).in_step(s);
    r.worked(worked + its.own, worked + its.own + done - first);
    r.collective("allreduce", from + first + its.own, length - first - its.own, "0", members, size);
    r.seq(2 * s + 1).in_step(s).worked(worked + 2 * its.own, worked + 2 * its.own);
  }
  return r;
}

/// Ranks 0, 1 and 2 in four steps: 100 us of work and an all-reduce of 10 us. Before that, rank 1 all-reduces with rank
/// 3, which has no trace: for 10 us, and for 60 in later steps.
inline std::vector<ridgeline::rank_facts> beside_a_rank_without_a_trace() {
  std::vector<ridgeline::rank_facts> ranks;
  for (const std::int64_t r : {0, 1, 2}) {
    rank_text rank(r);
    const auto from = [](int s) { return s == 0 ? 0.0 : 120 + 170.0 * (s - 1); };
    for (int s = 0; s < 4; ++s) rank.step(s, from(s), from(s + 1), 100.0 * (s + 1));
    for (int s = 0; s < 4; ++s) {
      const double done = from(s) + 100, waits = s == 0 ? 10 : 60, begin = r == 1 ? done + waits : done;
      const double worked = 100.0 * (s + 1);
      if (r == 1) rank.collective("allreduce", done, waits, "p", "[1,3]").seq(s).in_step(s).worked(worked, worked);
      rank.collective("allreduce", begin, done + waits + 10 - begin, "0", "[0,1,2]", 3).seq(s).in_step(s);
      rank.worked(worked, worked);
    }
    ranks.push_back(rank.facts());
    ranks.back().timeline[5] = 630;
  }
  return ranks;
}

}  // namespace test

#endif  // RIDGELINE_TESTS_SUPPORT_FLEET_HPP
