// Recording while a process forks, while a signal interrupts it, and while `main` returns with threads still recording:
//   - children of a process whose threads keep names and record do the same, and end: none waits for a thread that no
//     longer exists;
//   - a signal handler keeps names and records with its own producer, and its records are complete;
//   - `main` returns with threads that still record into static recorders and names.
// Meant to run plain and under ThreadSanitizer and AddressSanitizer. Exit code 0, or 1 with a message.

#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <thread>
#include <vector>

#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <ridgeline/live.hpp>

namespace {

using namespace ridgeline;

struct event {
  std::uint64_t number = 0;
  std::uint64_t inverted = ~std::uint64_t{0};
  std::string_view name{};
};
event numbered(std::uint64_t n, std::string_view name) { return {n, ~n, name}; }

live::names names{{.names = 4096, .bytes = 64 * 1024}};
live::recorder<event, live::keep_latest> trace{{.lanes = 16, .records = 1000}};

void record(std::uint64_t n, std::string_view name) {
  thread_local live::producer mine{trace};
  mine.record(numbered(n, name));
}

/// A few hundred names, again and again: some are new, most are known. Formatted by hand, since a signal handler may
/// not print.
std::string_view some_name(std::uint64_t n) {
  char text[] = "op 000";
  n %= 500;
  text[3] = static_cast<char>('0' + n / 100);
  text[4] = static_cast<char>('0' + n / 10 % 10);
  text[5] = static_cast<char>('0' + n % 10);
  return names.keep(text);
}

[[noreturn]] void without_end() {
  for (std::uint64_t n = 0;; ++n) record(n, some_name(n));
}

int failed(const char* what) {
  std::fprintf(stderr, "live_fork: %s\n", what);
  return 1;
}

bool whole(const std::vector<event>& records) {
  for (const event& e : records)
    if (e.inverted != ~e.number || !e.name.starts_with("op ")) return false;
  return true;
}

/// A child's work; returns its exit code.
int child(std::uint64_t from) {
  for (std::uint64_t n = from; n < from + 500; ++n) {
    const std::string_view name = some_name(n);
    if (!name.starts_with("op ")) return 2;
    record(n, name);
  }
  live::producer mine{trace};
  mine.record(numbered(from, some_name(from)));
  return whole(trace.collect().records) ? 0 : 3;
}

std::atomic<std::uint64_t> interrupts{0};

void interrupted(int) {
  live::producer mine{trace};
  const std::uint64_t n = interrupts.fetch_add(1);
  mine.record(numbered(n, some_name(n * 7)));
}

int forks() {
  for (std::uint64_t i = 0; i < 200; ++i) {
    const pid_t pid = ::fork();
    if (pid < 0) return failed("cannot fork");
    if (pid == 0) {
      ::alarm(60);  // SIGALRM ends a child that hangs
      ::_exit(child(i * 13));
    }
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0) {}  // the timer interrupts
    if (WIFSIGNALED(status)) return failed(WTERMSIG(status) == SIGALRM ? "a child hangs" : "a child dies of a signal");
    if (WEXITSTATUS(status) != 0) return failed("a child has lost a name or a record");
  }
  return 0;
}

}  // namespace

int main() {
  struct sigaction action{};
  action.sa_handler = interrupted;
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGPROF, &action, nullptr);
  const itimerval every{{0, 1000}, {0, 1000}};
  ::setitimer(ITIMER_PROF, &every, nullptr);

  for (int i = 0; i < 3; ++i) std::thread(without_end).detach();
  if (const int code = forks(); code != 0) return code;
  for (std::uint64_t n = 0; interrupts < 20; ++n) record(n, some_name(n));

  const live::collected<event> all = trace.collect();
  if (!whole(all.records)) return failed("a record is torn");
  if (all.total().produced() < 20) return failed("records are missing");
  if (names.count() > 500 || names.refused() != 0) return failed("names are kept twice or refused");
  const itimerval never{};
  ::setitimer(ITIMER_PROF, &never, nullptr);
  return 0;  // the three threads continue while static objects are destroyed
}
