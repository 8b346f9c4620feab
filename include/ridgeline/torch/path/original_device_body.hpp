#ifndef RIDGELINE_TORCH_PATH_ORIGINAL_DEVICE_BODY_HPP
#define RIDGELINE_TORCH_PATH_ORIGINAL_DEVICE_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>

#include <ridgeline/torch/path/original_graph_body.hpp>

namespace ridgeline::torch_detail {

/// Launches of the whole trace, by target and by origin.
class original_launches {
 public:
  explicit original_launches(const original_rows& all) : all_(all) {
    for (std::uint32_t i = 0; i < all.rows.size(); ++i) {
      const original_row& r = all.rows[i];
      if (is_original_launch(r.name) && r.link > 0 && all.row(r.link) != nullptr) launches_.push_back(i);
      if (r.name == "cudaEventRecord" && r.correlation != -1) records_.push_back(i);
      if (r.name == "cudaStreamWaitEvent") waits_.push_back(i);
    }
    const auto begin = [&](std::uint32_t i) { return all_.rows[i].begin; };
    to_ = launches_ | sort_by([&](std::uint32_t i) { return target(i).process; }, [&](std::uint32_t i) {
        return target(i).stream; }, begin);
    from_ = launches_ | sort_by([&](std::uint32_t i) { return all_.rows[i].process; }, [&](std::uint32_t i) {
        return all_.rows[i].thread; },
                                [&](std::uint32_t i) { return target(i).stream; }, begin);
    records_ = std::move(records_) | sort_by([&](std::uint32_t i) { return all_.rows[i].correlation; });
    first_process_.assign(records_.size(), missing<std::int64_t>);
    for (const original_row& r : all.rows) {
      if (r.name != "Stream Wait Event" && r.name != "Event Sync") continue;
      const std::size_t at = record_of(r.wait_record);
      if (at < records_.size() && !known(first_process_[at])) first_process_[at] = r.process;
    }
  }

  /// The kernel of the launch before a record: its row, or missing.
  std::uint32_t source_of(const original_row& sync) const {
    const std::size_t at = record_of(sync.wait_record);
    if (sync.wait_record == -1 || at == records_.size()) return missing<std::uint32_t>;
    const auto key = std::tuple(first_process_[at], sync.wait_stream, all_.rows[records_[at]].begin);
    const auto after = std::partition_point(to_.begin(), to_.end(), [&](std::uint32_t i) {
      return std::tuple(target(i).process, target(i).stream, all_.rows[i].begin) <= key;
    });
    if (after == to_.begin()) return missing<std::uint32_t>;
    const std::uint32_t launch = *(after - 1);
    const bool same = target(launch).process == first_process_[at] && target(launch).stream == sync.wait_stream;
    return same ? row_of(target(launch)) : missing<std::uint32_t>;
  }
  /// The kernel of the first launch after a call, by the same thread and to the given stream.
  std::uint32_t next_of(const original_row& call, std::int64_t stream) const {
    const auto key = std::tuple(call.process, call.thread, stream, call.begin);
    const auto at = std::partition_point(from_.begin(), from_.end(), [&](std::uint32_t i) {
      return std::tuple(all_.rows[i].process, all_.rows[i].thread, target(i).stream, all_.rows[i].begin) <= key;
    });
    if (at == from_.end()) return missing<std::uint32_t>;
    const original_row& launch = all_.rows[*at];
    const bool same = launch.process == call.process && launch.thread == call.thread && target(*at).stream == stream;
    return same ? row_of(target(*at)) : missing<std::uint32_t>;
  }

 private:
  const original_row& target(std::uint32_t launch) const { return *all_.row(all_.rows[launch].link); }
  std::uint32_t row_of(const original_row& r) const { return static_cast<std::uint32_t>(&r - all_.rows.data()); }
  std::size_t record_of(std::int64_t correlation) const {
    const auto at = std::partition_point(records_.begin(), records_.end(),
                                         [&](std::uint32_t i) { return all_.rows[i].correlation < correlation; });
    const bool found = at != records_.end() && all_.rows[*at].correlation == correlation;
    return found ? static_cast<std::size_t>(at - records_.begin()) : records_.size();
  }

  const original_rows& all_;
  std::vector<std::uint32_t> launches_{}, to_{}, from_{}, records_{}, waits_{};
  std::vector<std::int64_t> first_process_{};  // by record
};

bool original_graph::add_device() {
  const original_launches launches(all_);
  distinct<std::int64_t> streams;
  std::vector<std::uint32_t> last;                                               // last kernel so far, by stream
  std::vector<std::uint32_t> marked(all_.rows.size(), missing<std::uint32_t>);   // by kernel: the kernel it waits for
  std::vector<std::int64_t> at_launch(all_.rows.size(), -1), at_begin(all_.rows.size(), -1);
  for (const original_queue_point& p : queues_.points) (p.change > 0 ? at_launch : at_begin)[p.row] = p.length;
  std::vector<std::uint32_t> rows;
  for (const std::uint32_t i : rows_)
    if ((row(i).of_stream() || row(i).name == "Event Sync" || row(i).name == "Context Sync") &&
        row(i).link >= 0) rows.push_back(i);
  const auto time = [&](std::uint32_t i) { return row(i).category == "cuda_sync" ? row(i).end : row(i).begin; };
  const auto index_of_row = [&](const original_row* r) {
    return r == nullptr ? missing<std::uint32_t> : static_cast<std::uint32_t>(r - all_.rows.data());
  };
  const auto linked = [&](std::uint32_t i) { return index_of_row(all_.row(row(i).link)); };
  const auto sync = [&](std::uint32_t from, std::uint32_t call) {
    if (known(from) && known(call) && has_nodes(from) && has_nodes(call)) add_edge(end_[from], end_[call],
        original_edge_type::sync);
  };
  for (const std::uint32_t i : std::move(rows) | sort_by(time)) {
    const original_row& r = row(i);
    const std::uint32_t call = linked(i);
    if (r.name == "Stream Sync") {
      const std::uint32_t s = streams.number(r.stream);
      last.resize(streams.size(), missing<std::uint32_t>);
      sync(last[s], call);
      continue;
    }
    if (r.name == "Context Sync") {
      for (const std::uint32_t l : last) sync(l, call);
      continue;
    }
    if (r.name == "Event Sync" || r.name == "Stream Wait Event") {
      const std::uint32_t source = launches.source_of(r);
      if (r.name == "Event Sync") {
        sync(source, call);
      } else if (known(source)) {
        if (!known(call)) return false;
        const std::uint32_t kernel = launches.next_of(row(call), r.stream);
        if (known(kernel)) marked[kernel] = source;
      }
      continue;
    }
    if (!has_nodes(i)) continue;
    add_edge(begin_[i], end_[i], original_edge_type::plain);
    const std::uint32_t source = marked[i], s = streams.number(r.stream);
    last.resize(streams.size(), missing<std::uint32_t>);
    const std::uint32_t before = std::exchange(last[s], i);
    if (known(source) && has_nodes(source)) add_edge(end_[source], begin_[i], original_edge_type::sync);
    const bool launched = known(call) && has_nodes(call) && r.link > 0;
    const bool delayed = launched && at_launch[call] == 1 && at_begin[i] == 0 &&
        (!known(before) || row(before).end < row(call).begin) &&
                         (!known(source) || row(source).end < row(call).begin);
    if (delayed) add_edge(begin_[call], begin_[i], original_edge_type::launch);
    else if (known(before) && r.begin - row(before).end < 1500 && (!known(source) || row(source).end < row(before).end))
      add_edge(end_[before], begin_[i], original_edge_type::kernel);
    if (original_.launch_edges && !delayed && launched) add_edge(begin_[call], begin_[i], original_edge_type::launch,
        true);
  }
  return true;
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_PATH_ORIGINAL_DEVICE_BODY_HPP
