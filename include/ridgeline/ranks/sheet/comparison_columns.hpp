#ifndef RIDGELINE_RANKS_SHEET_COMPARISON_COLUMNS_HPP
#define RIDGELINE_RANKS_SHEET_COMPARISON_COLUMNS_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/ranks/sheet/collective_columns.hpp>
#include <ridgeline/ranks/sheet/comparison.hpp>
#include <ridgeline/ranks/what_if.hpp>
#include <ridgeline/table/format.hpp>

/// The columns of the sheets that compare ranks. Internal: included by body files only.
namespace ridgeline::ranks_detail {

struct straggling_rank {
  const rank_comparison* of;
  std::uint32_t rank;
  const rank_facts& facts() const { return of->matching().ranks()[rank]; }
  const rank_excess& excess() const { return of->what_if().ranks[rank]; }
  const clock_estimate& clock() const { return of->matching().clocks()[rank]; }
};
struct step_view {
  const rank_facts* rank;
  const rank_step* step;
};
struct figures_view {
  const rank_comparison* of;
  const collective_figures* f;
  const call_matching& all() const { return of->matching(); }
  const matched_collective& collective() const { return all().collectives()[f->collective]; }
  const matched_call& first() const { return all().calls()[all().members(collective()).front()]; }
  const fleet_group& group() const { return all().groups()[collective().group]; }
};
struct group_row {
  const fleet_group* of = nullptr;
  std::uint64_t calls = 0, complete = 0, incomplete = 0, unmatched = 0;
  std::string by{};
  std::string_view evidence{};
};
struct call_view {
  const rank_comparison* of;
  std::uint32_t call;
  const call_matching& all() const { return of->matching(); }
  const matched_call& own() const { return all().calls()[call]; }
  const collective_use& use() const { return all().use(call); }
  const fleet_group& group() const { return all().groups()[own().group]; }
  const matched_collective* collective() const {
    return known(own().collective) ? &all().collectives()[own().collective] : nullptr;
  }
};
struct rank_file_row {
  const rank_file* file;
  const rank_facts* facts;
  std::string_view status, note;
};

inline std::string members_text(const std::vector<std::int64_t>& members) {
  return members.empty() ? std::string() : "[" + joined_text(members) + "]";
}
inline constexpr double giga = 1e9, gibi = 1073741824;

inline constexpr auto verdict_columns = columns(
    column<"straggler">([](const rank_comparison* c) { return c->what_if().verdict.straggler; }).left(),
    column<"cause">([](const rank_comparison* c) { return c->what_if().verdict.cause; }).left(),
    column<"confidence (%)">([](const rank_comparison* c) { return c->what_if().verdict.confidence; }).digits(1),
    column<"slowdown">([](const rank_comparison* c) { return c->what_if().verdict.slowdown; }).digits(3),
    column<"time (ms)">([](const rank_comparison* c) { return c->what_if().verdict.time / 1000; }).digits(3),
    column<"ideal time (ms)">([](const rank_comparison* c) { return c->what_if().verdict.ideal / 1000; }).digits(3),
    column<"why">([](const rank_comparison* c) { return c->what_if().verdict.why; }).left());

inline constexpr auto straggling_columns =
    columns(column<"rank">([](const straggling_rank& r) { return r.facts().rank; }).bare(),
            column<"slowdown">([](const straggling_rank& r) { return r.excess().slowdown; }).digits(3),
            column<"waste (%)">([](const straggling_rank& r) { return 100 * (1 - 1 / r.excess().slowdown); }).digits(1),
            column<"waited (ms)">([](const straggling_rank& r) { return r.excess().waited / 1000; }).digits(3),
            column<"wait caused (ms)">([](const straggling_rank& r) { return r.excess().caused / 1000; }).digits(3),
            column<"times last">([](const straggling_rank& r) { return r.excess().last; }),
            column<"excess compute (ms)">([](const straggling_rank& r) { return r.excess().compute / 1000; }).digits(3),
            column<"excess host (ms)">([](const straggling_rank& r) { return r.excess().host / 1000; }).digits(3),
            column<"excess link (ms)">([](const straggling_rank& r) { return r.excess().link / 1000; }).digits(3),
            column<"verdict">([](const straggling_rank& r) -> std::string_view {
              const straggler_verdict& v = r.of->what_if().verdict;
              if (v.straggler == "cannot tell") return "cannot tell";
              return r.excess().cause;
            }).left());

inline constexpr auto what_if_columns =
    columns(column<"scope">(&rank_what_if_row::scope).left(), column<"name">(&rank_what_if_row::name).left(),
            column<"slowdown">(&rank_what_if_row::slowdown).digits(4),
            column<"waste (%)">([](const rank_what_if_row& r) { return r.waste(); }).digits(1),
            column<"time (ms)">([](const rank_what_if_row& r) { return r.time / 1000; }).digits(3),
            column<"ideal time (ms)">([](const rank_what_if_row& r) { return r.ideal / 1000; }).digits(3));

template <std::size_t Part>
inline constexpr auto step_part = [](const step_view& v) { return v.step->timeline[Part] / 1000; };
inline constexpr auto step_columns = columns(
    column<"rank">([](const step_view& v) { return v.rank->rank; }).bare(),
    column<"step">([](const step_view& v) {
      return known(v.step->number) ? cell::of(v.step->number) : cell::of(std::string_view("all"));
    }).bare(),
    column<"step time (ms)">([](const step_view& v) {
      return known(v.step->span) ? static_cast<double>(v.step->span) / 1e6 : missing<double>;
    }).digits(3),
    column<"computation_time (ms)">(step_part<0>).digits(3), column<"exposed_comm_time (ms)">(step_part<1>).digits(3),
    column<"exposed_memcpy_time (ms)">(step_part<2>).digits(3), column<"busy_time (ms)">(step_part<3>).digits(3),
    column<"idle_time (ms)">(step_part<4>).digits(3), column<"total_time (ms)">(step_part<5>).digits(3),
    column<"total_comm_time (ms)">(step_part<6>).digits(3), column<"total_memcpy_time (ms)">(step_part<7>).digits(3),
    column<"comm overlap (%)">([](const step_view& v) {
      const double all = v.step->timeline[6];
      return all > 0 ? 100 * (all - v.step->timeline[1]) / all : missing<double>;
    }).digits(1));

template <double collective_figures::*Which>
inline constexpr auto figure = [](const figures_view& v) { return v.f->*Which; };
inline constexpr auto figures_columns =
    columns(
        column<"collective_id">([](const figures_view& v) { return v.all().id_of(v.first()); }).left(),
        column<"Process Group Name">([](const figures_view& v) { return std::string_view(v.group().name); }).left(),
        column<"Process Group Ranks">([](const figures_view& v) {
          return members_text(v.all().expected_of(v.collective()));
        }).left(),
        column<"Collective name">([](const figures_view& v) {
          return v.all().text(v.first(), &collective_use::name);
        }).left(),
        column<"kind">([](const figures_view& v) { return name_of(v.collective().kind); }).left(),
        column<"Seq">([](const figures_view& v) { return if_known(v.all().use(v.first()).sequence); }).bare(),
        column<"Group size">([](const figures_view& v) { return v.all().size_of(v.collective()); }),
        column<"dtype">([](const figures_view& v) { return v.all().text(v.first(), &collective_use::type); }).left(),
        column<"Message (bytes)">([](const figures_view& v) -> std::optional<std::int64_t> {
          return v.f->message < 9e15 ? std::optional(static_cast<std::int64_t>(v.f->message)) : std::nullopt;
        }),
        column<"step">([](const figures_view& v) { return if_known(v.all().step_of(v.collective())); }).bare(),
        column<"matched by">([](const figures_view& v) { return name_of(v.collective().by); }).left())
        .with(column<"ranks present">([](const figures_view& v) {
                std::vector<std::int64_t> here;
                for (const std::uint32_t call : v.all().members(v.collective()))
                  here.push_back(v.all().ranks()[v.all().calls()[call].rank].rank);
                return joined_text(here, " ");
              }).left(),
              column<"ranks missing">([](const figures_view& v) {
                return joined_text(v.all().missing_of(v.collective()), " ");
              }).left(),
              column<"last start (ts)">([](const figures_view& v, std::string& scratch) {
                return known(v.f->last_start)
                           ? stamp_cell_of(v.all().file_stamp(v.f->reference, v.f->last_start), scratch)
                           : cell{};
              }).bare(),
              column<"arrival skew (µs)">(figure<&collective_figures::skew>).digits(3),
              column<"last rank">([](const figures_view& v) {
                if (!v.collective().complete) return cell{};
                if (!known(v.f->last_call)) return cell::of(std::string_view("cannot tell"));
                return cell::of(v.all().ranks()[v.all().calls()[v.f->last_call].rank].rank);
              }).bare(),
              column<"mean wait (µs)">(figure<&collective_figures::mean_wait>).digits(3),
              column<"transfer (µs)">(figure<&collective_figures::transfer>).digits(3))
        .with(column<"algo bw (GB/s)">([](const figures_view& v) { return v.f->algorithm_rate / giga; }),
              column<"bus bw (GB/s)">([](const figures_view& v) { return v.f->bus_rate / giga; }),
              column<"algo bw (GiB/s)">([](const figures_view& v) { return v.f->algorithm_rate / gibi; }),
              column<"bus bw (GiB/s)">([](const figures_view& v) { return v.f->bus_rate / gibi; }),
              column<"skew uncertainty (µs)">(figure<&collective_figures::uncertainty>).digits(3),
              column<"skew told from clock">([](const figures_view& v) -> std::string_view {
                return !v.collective().complete ? "" : !known(v.f->skew) ? "unknown" : v.f->is_certain() ? "yes" : "no";
              }).left(),
              column<"raw skew in start time">(figure<&collective_figures::raw_skew>).digits(3));

inline constexpr auto group_columns =
    columns(column<"Process Group Name">([](const group_row& r) {
              return r.of == nullptr ? std::string_view("all groups") : std::string_view(r.of->name);
            }).left(),
            column<"Process Group Ranks">([](const group_row& r) {
              return r.of == nullptr ? std::string() : members_text(r.of->members);
            }).left(),
            column<"calls">(&group_row::calls), column<"complete">(&group_row::complete),
            column<"incomplete">(&group_row::incomplete), column<"unmatched calls">(&group_row::unmatched),
            column<"matched by">(&group_row::by).left(), column<"evidence">(&group_row::evidence).left());

template <std::uint32_t collective_use::*Which>
inline constexpr auto call_text_of = [](const call_view& v, std::string& scratch) {
  return text_or_list(v.all().text(v.own(), Which), scratch);
};
template <std::int64_t collective_use::*Which>
inline constexpr auto call_number = [](const call_view& v) { return if_known(v.use().*Which); };
template <std::int64_t collective_use::*Which>
inline constexpr auto call_megabytes = [](const call_view& v) {
  const std::int64_t n = v.use().*Which;
  return (known(n) ? static_cast<double>(n)
                   : missing<double>)*element_bytes(v.all().text(v.own(), &collective_use::type)) /
         1048576;
};
inline constexpr auto call_view_columns =
    columns(
        column<"collective_id">([](const call_view& v) { return v.all().id_of(v.own()); }).left(),
        column<"index_in_group">([](const call_view& v) {
          return v.collective() == nullptr ? missing<std::uint32_t> : v.collective()->place;
        }),
        column<"rank">([](const call_view& v) { return v.all().ranks()[v.own().rank].rank; }).bare(),
        column<"Process Group Name">([](const call_view& v) { return std::string_view(v.group().name); }).left(),
        column<"Process Group Ranks">([](const call_view& v) { return members_text(v.group().members); }).left(),
        column<"Collective name">(call_text_of<&collective_use::name>).left(),
        column<"Group size">([](const call_view& v) { return v.all().size_of(v.own()); }),
        column<"dtype">(call_text_of<&collective_use::type>).left(),
        column<"In msg nelems">(call_number<&collective_use::in_elements>),
        column<"In msg size (MB)">(call_megabytes<&collective_use::in_elements>),
        column<"Out msg nelems">(call_number<&collective_use::out_elements>),
        column<"Out msg size (MB)">(call_megabytes<&collective_use::out_elements>))
        .with(column<"In split size">(call_text_of<&collective_use::in_split>).left(),
              column<"Out split size">(call_text_of<&collective_use::out_split>).left(),
              column<"stream">(call_number<&collective_use::stream>).bare(),
              column<"ts">([](const call_view& v, std::string& scratch) {
                return stamp_cell_of(v.use().begin, scratch);
              }).bare(),
              column<"dur">([](const call_view& v) { return static_cast<double>(v.use().span) / 1000; }).digits(3),
              column<"kind">([](const call_view& v) { return name_of(v.all().kind_of(v.own())); }).left(),
              column<"Seq">(call_number<&collective_use::sequence>).bare(),
              column<"Src Rank">(call_number<&collective_use::source>).bare(),
              column<"Dst Rank">(call_number<&collective_use::destination>).bare())
        .with(column<"metadata from">([](const call_view& v) { return name_of(v.use().from); }).left(),
              column<"status">([](const call_view& v) -> std::string_view {
                return v.collective() == nullptr ? "unmatched" : v.collective()->complete ? "complete" : "incomplete";
              }).left(),
              column<"wait (µs)">([](const call_view& v) {
                const collective_figures* const f = v.of->figures_of_call(v.call);
                return f == nullptr ? missing<double> : wait_of(v.all(), *f, v.call);
              }).digits(3),
              column<"transfer (µs)">([](const call_view& v) {
                const collective_figures* const f = v.of->figures_of_call(v.call);
                return f == nullptr ? missing<double> : transfer_of(v.all(), *f, v.call);
              }).digits(3));

/// Whether a clock estimate is relative to the reference of the first rank with a known clock; other islands have
/// their own references.
inline bool with_the_first(const straggling_rank& r) {
  for (const clock_estimate& c : r.of->matching().clocks())
    if (c.is_known()) return r.clock().is_known() && r.clock().reference == c.reference;
  return false;
}
template <double clock_estimate::*Which>
inline constexpr auto clock_number =
    [](const straggling_rank& r) { return with_the_first(r) ? r.clock().*Which : missing<double>; };
inline constexpr auto rank_clock_columns =
    columns(column<"rank">([](const straggling_rank& r) { return r.facts().rank; }).bare(),
            column<"clock offset (µs)">([](const straggling_rank& r) {
              return with_the_first(r) ? r.of->matching().absolute_offset(r.rank) : missing<double>;
            }).digits(3),
            column<"± (95 %) (µs)">(clock_number<&clock_estimate::half_width>).digits(3),
            column<"drift (ppm)">(clock_number<&clock_estimate::drift>).digits(3),
            column<"± (95 %) (ppm)">(clock_number<&clock_estimate::drift_half_width>).digits(3),
            column<"at ts">([](const straggling_rank& r, std::string& scratch) {
              if (!with_the_first(r)) return cell{};
              const clock_estimate& c = r.clock();
              return stamp_cell_of(r.of->matching().file_stamp(c.reference, c.own_at - c.offset), scratch);
            }).bare(),
            column<"from">([](const straggling_rank& r) -> std::string_view {
              return with_the_first(r) || !r.clock().is_known() ? name_of(r.clock().by) : "unknown";
            }).left(),
            column<"shared collectives">([](const straggling_rank& r) { return r.clock().shared; }),
            column<"compared with rank">([](const straggling_rank& r) -> std::optional<std::int64_t> {
              const std::uint32_t with = r.clock().compared_with;
              return known(with) ? std::optional(r.of->matching().ranks()[with].rank) : std::nullopt;
            }).bare(),
            column<"island of rank">([](const straggling_rank& r) -> std::optional<std::int64_t> {
              const std::uint32_t own = r.clock().reference;
              return known(own) ? std::optional(r.of->matching().ranks()[own].rank) : std::nullopt;
            }).bare());

inline std::int64_t steps_in(const rank_facts& f) {
  std::int64_t n = 0;
  for (const rank_step& s : f.steps) n += known(s.number) ? 1 : 0;
  return n;
}

inline constexpr auto rank_file_columns =
    columns(column<"rank">([](const rank_file_row& r) { return r.file->rank; }).bare(),
            column<"file">([](const rank_file_row& r) { return std::string_view(r.file->path); }).left(),
            column<"rank from">([](const rank_file_row& r) { return name_of(r.file->from); }).left(),
            column<"rank in name">([](const rank_file_row& r) { return if_known(r.file->named); }).bare(),
            column<"host">([](const rank_file_row& r) { return std::string_view(r.file->host); }).left(),
            column<"world size">([](const rank_file_row& r) {
              return r.facts != nullptr ? if_known(r.facts->world_size) : std::nullopt;
            }),
            column<"steps">([](const rank_file_row& r) {
              return r.facts != nullptr ? std::optional(steps_in(*r.facts)) : std::nullopt;
            }),
            column<"kernels">([](const rank_file_row& r) {
              return r.facts != nullptr ? std::optional(r.facts->kernels_in_all) : std::nullopt;
            }),
            column<"collectives">([](const rank_file_row& r) {
              return r.facts != nullptr ? std::optional(r.facts->communication_kernels) : std::nullopt;
            }),
            column<"status">(&rank_file_row::status).left(), column<"note">(&rank_file_row::note).left());

/// The same where the ranks of a file are its devices.
inline constexpr auto rank_device_columns =
    columns(column<"rank">([](const rank_facts* f) { return f->rank; }).bare(),
            column<"file">([](const rank_facts* f) { return std::string_view(f->path); }).left(),
            column<"host">([](const rank_facts* f) { return std::string_view(f->host); }).left(),
            column<"device">([](const rank_facts* f) { return std::string_view(f->device_name); }).left(),
            column<"steps">([](const rank_facts* f) { return steps_in(*f); }),
            column<"kernels">([](const rank_facts* f) { return f->kernels_in_all; }),
            column<"collectives">([](const rank_facts* f) { return f->communication_kernels; }));

}  // namespace ridgeline::ranks_detail

#endif  // RIDGELINE_RANKS_SHEET_COMPARISON_COLUMNS_HPP
