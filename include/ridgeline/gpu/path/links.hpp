#ifndef RIDGELINE_GPU_PATH_LINKS_HPP
#define RIDGELINE_GPU_PATH_LINKS_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

#include <ridgeline/gpu/path/activity.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/query/sort_by.hpp>

namespace ridgeline::gpu_detail {

/// Orders tasks by end, then begin, then number.
inline bool ends_later(const gpu_task& a, const gpu_task& b) {
  if (a.end != b.end) return a.end > b.end;
  return a.begin != b.begin ? a.begin > b.begin : a.uid > b.uid;
}

/// Finds calls by correlation; of several with the same number, the one that begins last. Each process numbers its
/// calls separately: if its own has no such call, that of any process is taken.
class activity_links {
 public:
  explicit activity_links(const path_activity& a);
  /// The index of the host event, or missing.
  template <class Record>
  std::uint32_t call_of(const Record& r) const {
    return call_of(r.correlation, r.process);
  }
  std::uint32_t record_of(const gpu_sync& s) const { return call_of(s.record, s.process); }
  /// The tasks submitted by each host event, and the synchronisations recorded for it.
  grouping tasks_by_call() const { return by_call(a_.tasks); }
  grouping syncs_by_call() const { return by_call(a_.syncs); }

 private:
  template <class Records>
  grouping by_call(const Records& records) const {
    std::vector<std::uint32_t> group(records.size(), no_group);
    for (std::size_t i = 0; i < records.size(); ++i) group[i] = call_of(records[i]);
    static_assert(no_group == missing<std::uint32_t>);
    return grouped(group, a_.host.size());
  }

  struct numbered_call {
    std::int64_t process, correlation;
    std::uint32_t call;
  };
  std::uint32_t call_of(std::int64_t correlation, std::int64_t process) const;

  const path_activity& a_;
  std::vector<numbered_call> calls_, of_processes_;  // the former without processes
};

}  // namespace ridgeline::gpu_detail

#endif  // RIDGELINE_GPU_PATH_LINKS_HPP
