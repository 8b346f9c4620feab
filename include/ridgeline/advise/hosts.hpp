#ifndef RIDGELINE_ADVISE_HOSTS_HPP
#define RIDGELINE_ADVISE_HOSTS_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

#include <ridgeline/advise/activity.hpp>

/// Which threads of a trace hold each other up.
namespace ridgeline {

/// The threads of a process are one host as long as each is silent while another works or waits: a program and the
/// thread of its backward pass. If, of the time that a thread spends in blocking calls, allocations, data loading and
/// compilation while another one is at work, at least a quarter is in spans during which the other one launches work,
/// then neither waits for the other, and they are of two hosts. Every process has a host of its own.
class activity_hosts {
 public:
  explicit activity_hosts(const gpu_activity& a);

  std::size_t size() const { return hosts_.size(); }
  std::size_t processes() const { return processes_; }
  /// The host of a thread; missing if the thread has none of these spans and no launch.
  std::uint32_t of(std::uint32_t thread) const;
  /// The process of a host, numbered from 0.
  std::uint32_t process(std::uint32_t host) const { return hosts_[host].process; }
  /// The start of the last launch of a host that has work; missing if there is none.
  time_point last_launch(std::uint32_t host) const { return hosts_[host].last_launch; }

 private:
  struct group {
    std::uint32_t process = 0;
    time_point last_launch = missing<time_point>;
  };
  std::vector<group> hosts_{};
  std::size_t processes_ = 0;
  struct thread_host {
    std::uint32_t thread, host;
  };
  std::vector<thread_host> of_{};  // by thread
};

}  // namespace ridgeline

#endif  // RIDGELINE_ADVISE_HOSTS_HPP
