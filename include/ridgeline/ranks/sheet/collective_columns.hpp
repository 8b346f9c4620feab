#ifndef RIDGELINE_RANKS_SHEET_COLLECTIVE_COLUMNS_HPP
#define RIDGELINE_RANKS_SHEET_COLLECTIVE_COLUMNS_HPP

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <ridgeline/ranks/sheet/collectives.hpp>
#include <ridgeline/table/python_text.hpp>

namespace ridgeline::ranks_detail {

// Rows as tables show them: a part of a collective (the source of the metadata) and the computed values.

struct part_view {
  const collective_analysis* of;
  std::uint32_t part;
};
struct wait_view {
  const collective_analysis* of;
  std::uint32_t part;
  const collective_row* row;
  const corrected_skew* skew;
};
struct exchange_view {
  const collective_analysis* of;
  std::uint32_t part;
  const exchange_row* row;
};
struct summary_view {
  const collective_analysis* of;
  std::uint32_t part;
  collective_summary sum;
  std::span<const statistic> how;
};
struct sum_view {
  const collective_analysis* of;
  std::uint32_t part;
  collective_sum sum;
};
struct exchange_summary_view {
  const collective_analysis* of;
  std::uint32_t part;
  exchange_summary sum;
};
struct straggler_view {
  const collective_analysis* of;
  straggler_row row;
};
struct clock_view {
  const collective_analysis* of;
  std::uint32_t rank;
};

template <class View>
const collective_part& part_of(const View& v) {
  return v.of->all().part(v.part);
}
template <class View>
const collective_use& use_of(const View& v) {
  return v.of->all().use(part_of(v));
}

/// A text as it is, and a list as Python writes it.
inline std::string_view text_or_list(std::string_view text, std::string& scratch) {
  scratch.clear();
  if (text.starts_with("[")) append_python(scratch, text, python_list::list);
  else scratch = text;
  return scratch;
}
template <std::uint32_t collective_use::*Which>
inline constexpr auto use_text = [](const auto& v, std::string& scratch) {
  return text_or_list(v.of->all().text(part_of(v), Which), scratch);
};
template <std::int64_t collective_use::*Which>
inline constexpr auto use_number = [](const auto& v) { return if_known(use_of(v).*Which); };
template <std::int64_t collective_use::*Which>
inline constexpr auto use_megabytes = [](const auto& v) {
  return megabytes_of(v.of->all(), part_of(v), use_of(v).*Which);
};
inline constexpr auto use_id = [](const auto& v) { return v.of->all().id(part_of(v)); };
inline constexpr auto use_group = [](const auto& v) { return v.of->all().group_name(part_of(v)); };
inline constexpr auto use_size = [](const auto& v) { return if_known(v.of->all().size(part_of(v))); };
inline constexpr auto use_rank = [](const auto& v) { return v.of->all().rank_number(part_of(v).rank); };
inline constexpr auto use_node = [](const auto& v) -> std::optional<std::int64_t> {
  return v.of->has_nodes() ? std::optional(v.of->node_of(v.of->all().rank_number(part_of(v).rank))) : std::nullopt;
};
inline constexpr auto use_span = [](const auto& v) { return name_of(v.of->span_of(part_of(v))); };

template <auto Which>
inline constexpr auto of_row = [](const auto& v) { return v.row->*Which; };
template <auto Which, statistic How>
inline constexpr auto of_sum = [](const auto& v) { return value_of(v.sum.*Which, How); };

inline constexpr auto node_columns = columns(column<"node_id">(use_node).bare());
inline constexpr auto span_columns = columns(column<"node_span">(use_span).left());

/// What is called, and in which group.
inline constexpr auto collective_columns =
    columns(column<"Process Group Name">(use_group).left(),
            column<"Process Group Ranks">(use_text<&collective_use::members>).left(),
            column<"Collective name">(use_text<&collective_use::name>).left(),
            column<"Group size">(use_size),
            column<"dtype">(use_text<&collective_use::type>).left());

inline constexpr auto long_columns =
    columns(column<"collective_id">(use_id).left(),
            column<"index_in_group">([](const part_view& v) { return part_of(v).index; }),
            column<"rank">(use_rank).bare())
        .with(collective_columns)
        .with(column<"In msg nelems">(use_number<&collective_use::in_elements>),
              column<"In msg size (MB)">(use_megabytes<&collective_use::in_elements>),
              column<"Out msg nelems">(use_number<&collective_use::out_elements>),
              column<"Out msg size (MB)">(use_megabytes<&collective_use::out_elements>),
              column<"In split size">(use_text<&collective_use::in_split>).left(),
              column<"Out split size">(use_text<&collective_use::out_split>).left(),
              column<"stream">(use_number<&collective_use::stream>).bare(),
              column<"ts">([](const part_view& v) { return use_of(v).start; }).digits(3).bare(),
              column<"dur">([](const part_view& v) { return use_of(v).length; }).digits(3))
        .with(node_columns).with(span_columns);

inline constexpr auto wait_columns =
    columns(column<"collective_id">(use_id).left())
        .with(collective_columns)
        .with(column<"In msg nelems">(use_number<&collective_use::in_elements>),
              column<"Out msg nelems">(use_number<&collective_use::out_elements>),
              column<"In msg size (MB)">(use_megabytes<&collective_use::in_elements>),
              column<"Out msg size (MB)">(use_megabytes<&collective_use::out_elements>),
              column<"Full msg size (MB)">(of_row<&collective_row::full_megabytes>),
              column<"comm_latency">(of_row<&collective_row::latency>).digits(3),
              column<"skew in start time">(of_row<&collective_row::start_skew>).digits(3),
              column<"earliest arrival rank">(
                  [](const wait_view& v) { return v.of->all().rank_number(v.row->earliest); }).bare(),
              column<"avg_wait_time">(of_row<&collective_row::mean_wait>).digits(3),
              column<"skew in end time">(of_row<&collective_row::end_skew>).digits(3),
              column<"algo bw (GB/s)">(of_row<&collective_row::algorithm_rate>),
              column<"bus bw (GB/s)">(of_row<&collective_row::bus_rate>))
        .with(column<"clock-corrected skew in start time">([](const wait_view& v) { return v.skew->skew; }).digits(3),
              column<"skew uncertainty (95 %)">([](const wait_view& v) { return v.skew->half_width; }).digits(3),
              column<"skew told from clock">([](const wait_view& v) -> std::string_view {
                return !known(v.skew->skew) ? "unknown" : v.skew->is_certain() ? "yes" : "no";
              }).left())
        .with(span_columns);

inline constexpr auto exchange_columns =
    columns(column<"collective_id">(use_id).left())
        .with(collective_columns)
        .with(column<"stream">(use_number<&collective_use::stream>).bare(),
              column<"total data communicated (MB)">(of_row<&exchange_row::megabytes>),
              column<"total nelems communicated">([](const exchange_view& v) -> std::optional<std::int64_t> {
                const double n = v.row->elements;
                return n < 9e15 ? std::optional(static_cast<std::int64_t>(n)) : std::nullopt;
              }),
              column<"wall_time (us)">(of_row<&exchange_row::wall>).digits(3),
              column<"max_rank_dur (us)">(of_row<&exchange_row::longest>).digits(3),
              column<"min_rank_dur (us)">(of_row<&exchange_row::shortest>).digits(3),
              column<"avg_rank_dur (us)">(of_row<&exchange_row::mean_length>).digits(3),
              column<"throughput (GB/s)">(of_row<&exchange_row::rate>),
              column<"max_rank_throughput (GB/s)">(of_row<&exchange_row::best_rate>),
              column<"min_rank_throughput (GB/s)">(of_row<&exchange_row::worst_rate>),
              column<"size_imbalance">(of_row<&exchange_row::imbalance>),
              column<"skew in start time">(of_row<&exchange_row::start_skew>).digits(3),
              column<"skew in end time">(of_row<&exchange_row::end_skew>).digits(3))
        .with(span_columns);

/// A key of the summary, of which no cell is empty.
inline std::string_view or_unknown(std::string_view text) { return text.empty() ? std::string_view("Unknown") : text; }
inline cell or_unknown(std::int64_t n) { return known(n) ? cell::of(n) : cell::of(or_unknown(std::string_view())); }
template <std::uint32_t collective_use::*Which>
inline constexpr auto text_key =
    [](const summary_view& v) { return or_unknown(v.of->all().text(part_of(v), Which)); };

inline constexpr auto summary_columns =
    columns(column<"Collective name">(text_key<&collective_use::name>).left(),
            column<"dtype">(text_key<&collective_use::type>).left(),
            column<"In msg nelems">([](const summary_view& v) { return or_unknown(use_of(v).in_elements); }),
            column<"Process Group Name">(use_group).left(), column<"Group size">(use_size),
            column<"Full msg size (MB)">(
                [](const summary_view& v) { return v.of->rows()[v.sum.first_row].full_megabytes; }),
            column<"count">([](const summary_view& v) { return v.sum.values[0].count; }),
            column<"Total comm latency (ms)">(
                [](const summary_view& v) { return v.sum.total_latency / 1000; }).digits(3));

inline constexpr auto sum_columns =
    columns(column<"rank">(use_rank).bare())
        .with(collective_columns)
        .with(column<"In msg nelems">(use_number<&collective_use::in_elements>),
              column<"Out msg nelems">(use_number<&collective_use::out_elements>),
              column<"In split size">(use_text<&collective_use::in_split>).left(),
              column<"Out split size">(use_text<&collective_use::out_split>).left(),
              column<"stream">(use_number<&collective_use::stream>).bare(),
              column<"In msg size (MB)_first">(use_megabytes<&collective_use::in_elements>),
              column<"Out msg size (MB)_first">(use_megabytes<&collective_use::out_elements>),
              column<"dur_sum">([](const sum_view& v) { return v.sum.time.sum; }).digits(3),
              column<"dur_mean">(of_sum<&collective_sum::time, statistic::mean>).digits(3),
              column<"dur_std">(of_sum<&collective_sum::time, statistic::std>).digits(3),
              column<"dur_min">(of_sum<&collective_sum::time, statistic::min>).digits(3),
              column<"dur_max">(of_sum<&collective_sum::time, statistic::max>).digits(3),
              column<"operation_count">([](const sum_view& v) { return v.sum.time.count; }))
        .with(node_columns).with(span_columns);

inline constexpr auto exchange_summary_columns =
    columns(column<"Process Group Name">(use_group).left(), column<"dtype">(use_text<&collective_use::type>).left(),
            column<"Total wall_time (us)">([](const exchange_summary_view& v) { return v.sum.wall.sum; }).digits(3),
            column<"size_imbalance_mean">(of_sum<&exchange_summary::imbalance, statistic::mean>),
            column<"size_imbalance_max">(of_sum<&exchange_summary::imbalance, statistic::max>),
            column<"max_rank_dur (us)_mean">(of_sum<&exchange_summary::longest, statistic::mean>).digits(3),
            column<"max_rank_dur (us)_max">(of_sum<&exchange_summary::longest, statistic::max>).digits(3),
            column<"skew in start time_mean">(of_sum<&exchange_summary::start_skew, statistic::mean>).digits(3),
            column<"skew in start time_max">(of_sum<&exchange_summary::start_skew, statistic::max>).digits(3),
            column<"skew in end time_mean">(of_sum<&exchange_summary::end_skew, statistic::mean>).digits(3),
            column<"skew in end time_max">(of_sum<&exchange_summary::end_skew, statistic::max>).digits(3),
            column<"count">([](const exchange_summary_view& v) { return v.sum.wall.count; }),
            column<"Process Group Ranks">(use_text<&collective_use::members>).left(),
            column<"Collective name">(use_text<&collective_use::name>).left(),
            column<"Group size">(use_size),
            column<"Total wall_time (ms)">(
                [](const exchange_summary_view& v) { return v.sum.wall.sum / 1000; }).digits(3))
        .with(span_columns);

inline constexpr auto sent_columns =
    columns(column<"src_rank">(&sent_row::from).bare(), column<"dst_rank">(&sent_row::to).bare(),
            column<"total_sent_MB">(&sent_row::megabytes),
            column<"avg_sent_MB">([](const sent_row& r) { return r.megabytes / static_cast<double>(r.count); }),
            column<"count">(&sent_row::count));

inline constexpr auto straggler_columns =
    columns(column<"rank">([](const straggler_view& v) { return v.of->all().rank_number(v.row.rank); }).bare(),
            column<"total_wait_time_us">([](const straggler_view& v) { return tenths(v.row.waited); }).digits(1),
            column<"mean_wait_time_us">([](const straggler_view& v) { return tenths(v.row.mean_wait); }).digits(1),
            column<"times_arrived_last">([](const straggler_view& v) { return v.row.last; }),
            column<"times_arrived_first">([](const straggler_view& v) { return v.row.first; }),
            column<"pct_arrived_last">([](const straggler_view& v) { return tenths(v.row.last_share); }).digits(1),
            column<"num_collectives">([](const straggler_view& v) { return v.of->rows().size(); }),
            column<"total_nccl_dur_us">([](const straggler_view& v) { return tenths(v.row.busy); }).digits(1),
            column<"clock-corrected mean_wait_time_us">(
                [](const straggler_view& v) { return tenths(v.of->start_skews_of(v.row.rank).mean_wait()); }).digits(1),
            column<"wait uncertainty (95 %)">(
                [](const straggler_view& v) { return tenths(v.of->start_skews_of(v.row.rank).mean_off()); }).digits(1),
            column<"node_id">([](const straggler_view& v) -> std::optional<std::int64_t> {
              if (!v.of->has_nodes()) return std::nullopt;
              return v.of->node_of(v.of->all().rank_number(v.row.rank));
            }).bare());

}  // namespace ridgeline::ranks_detail

#endif  // RIDGELINE_RANKS_SHEET_COLLECTIVE_COLUMNS_HPP
