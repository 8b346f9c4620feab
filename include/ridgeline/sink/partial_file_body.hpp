#ifndef RIDGELINE_SINK_PARTIAL_FILE_BODY_HPP
#define RIDGELINE_SINK_PARTIAL_FILE_BODY_HPP

#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ridgeline/core/opened_input.hpp>
#include <ridgeline/sink/partial_file.hpp>

namespace ridgeline {

namespace sink_detail::sink {

/// A partial file's name, readable from a signal handler. `free` -> `reserved` by the writer -> `listed` once the file
/// exists -> `free` when it is renamed or removed, or `removed` by the handler.
struct partial_slot {
  enum state : int { free, reserved, listed, removed };
  std::atomic<int> now{free};
  std::array<char, 4096> name{};
};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler takes no locks");

inline constinit std::array<partial_slot, 16> partial_slots{};

/// Blocks signals in this thread while a file is created and listed; a handler in another thread waits for that.
class without_signals {
 public:
  without_signals() {
    ::sigset_t all{};
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, &before_);
  }
  without_signals(const without_signals&) = delete;
  without_signals& operator=(const without_signals&) = delete;
  ~without_signals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  ::sigset_t before_{};
};

/// Reserves a free slot; -1 if all are taken: the file is then written normally, but no signal handler removes it.
inline int reserve_slot() {
  for (std::size_t i = 0; i < partial_slots.size(); ++i) {
    int was = partial_slot::free;
    if (partial_slots[i].now.compare_exchange_strong(was, partial_slot::reserved)) return static_cast<int>(i);
  }
  return -1;
}
inline void list_slot(int slot, const std::string& name) {
  if (slot < 0) return;
  partial_slot& s = partial_slots[static_cast<std::size_t>(slot)];
  const bool fits = !name.empty() && name.size() < s.name.size();
  if (fits) std::memcpy(s.name.data(), name.c_str(), name.size() + 1);
  s.now = fits ? partial_slot::listed : partial_slot::free;
}
inline void free_slot(int slot) {
  if (slot >= 0) partial_slots[static_cast<std::size_t>(slot)].now = partial_slot::free;
}

/// The open descriptor that a path stands for, such as `/dev/stdout` or `/dev/fd/3`; -1 for other paths.
inline int descriptor_named(std::string_view path) {
  if (path == "/dev/stdin") return 0;
  if (path == "/dev/stdout") return 1;
  if (path == "/dev/stderr") return 2;
  for (std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (path.substr(0, folder.size()) != folder) continue;
    int number = -1;
    const char* const end = path.data() + path.size();
    const auto done = std::from_chars(path.data() + folder.size(), end, number);
    if (done.ec == std::errc{} && done.ptr == end) return number;
  }
  return -1;
}

/// The files read since `keep_inputs` was called, by device and inode number.
class kept_inputs {
 public:
  static inline constinit std::atomic<bool> keeping{false};

  static void add(std::uint64_t device, std::uint64_t number) {
    kept_inputs& all = the();
    const std::lock_guard lock(all.mutex_);
    all.files_.emplace(device, number);
  }
  static bool has(const struct ::stat& about) {
    if (!keeping || !S_ISREG(about.st_mode)) return false;
    kept_inputs& all = the();
    const std::lock_guard lock(all.mutex_);
    return all.files_.contains({static_cast<std::uint64_t>(about.st_dev), static_cast<std::uint64_t>(about.st_ino)});
  }

 private:
  static kept_inputs& the() {
    static kept_inputs& all = *new kept_inputs;  // never destroyed, since threads may still read
    return all;
  }
  std::mutex mutex_{};
  std::set<std::pair<std::uint64_t, std::uint64_t>> files_{};
};

/// Follows links to the final path, whether or not a file exists there; returns 0 or an errno.
inline int after_links(std::string& path) {
  constexpr int most = 40;  // the same limit as in Linux
  struct ::stat about {};
  for (int link = 0; ::lstat(path.c_str(), &about) == 0 && S_ISLNK(about.st_mode); ++link) {
    if (link == most) return ELOOP;
    std::string to(4096, '\0');
    const ::ssize_t n = ::readlink(path.c_str(), to.data(), to.size());
    if (n < 0) return errno;
    to.resize(static_cast<std::size_t>(n));
    if (to.empty() || to.front() != '/') {
      const std::size_t slash = path.rfind('/');
      if (slash != std::string::npos) to.insert(0, path, 0, slash + 1);
    }
    path = std::move(to);
  }
  return 0;
}

/// Creates a file with a unique name in the folder of `path` and stores that name in `name`. Returns -1 and sets errno
/// on failure.
inline int create_beside(const std::string& path, std::string& name) {
  constexpr std::size_t most = 200;  // bytes of the last component: file systems allow 255
  const std::size_t last = path.rfind('/') == std::string::npos ? 0 : path.rfind('/') + 1;
  const std::string stem = path.substr(0, last) + path.substr(last, most) + ".partial-" + std::to_string(::getpid());
  for (int attempt = 0; attempt < 100; ++attempt) {
    name = attempt == 0 ? stem : stem + "-" + std::to_string(attempt);
    const int fd = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);  // NOLINT
    if (fd >= 0 || errno != EEXIST) return fd;
  }
  return -1;
}

/// Puts the file `from` in the place of the file `to`; returns 0 or an errno. The two change places, so `to` is a whole
/// file at any time, and the old one is removed afterwards. A rename over it makes ext4 write out the new file at once,
/// and frees the old one while nothing else can be done in the folder: 0.14 ms instead of 0.04. Nothing is flushed: a
/// computer that loses power within seconds may lose the file.
inline int replace(const std::string& from, const std::string& to) {
#ifdef RENAME_EXCHANGE
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_EXCHANGE) == 0) {
    if (::unlink(from.c_str()) == 0) return 0;
    const int error = errno;  // `to` has meanwhile become a folder
    ::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_EXCHANGE);
    return error;
  }
#endif
  return std::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;  // no old file, or a file system without exchange
}

extern "C" {
static void ridgeline_remove_partial_files_and_end(int number) {
  remove_partial_files();
  std::signal(number, SIG_DFL);
  std::raise(number);
  ::_exit(128 + number);  // the first process of a container is not ended by the default action
}
}

}  // namespace sink_detail::sink

write_target write_target::of(const std::string& path) {
  write_target t;
  t.path = path;
  t.descriptor = sink_detail::sink::descriptor_named(path);
  struct ::stat about {};
  if (t.descriptor >= 0) {
    t.how = way::descriptor;
    t.exists = true;
    if (::fstat(t.descriptor, &about) == 0 && sink_detail::sink::kept_inputs::has(about)) t.error = is_input;
    return t;
  }
  t.exists = ::stat(path.c_str(), &about) == 0;
  if (t.exists && !S_ISREG(about.st_mode)) {
    t.how = way::in_place;
    if (S_ISDIR(about.st_mode)) t.error = EISDIR;
    return t;
  }
  t.error = sink_detail::sink::after_links(t.path);
  if (t.error != 0 || !t.exists) return t;
  if (::access(path.c_str(), W_OK) != 0) t.error = errno;
  if ((about.st_mode & 0222) == 0) t.error = EACCES;  // root may write everything
  if (sink_detail::sink::kept_inputs::has(about)) t.error = is_input;
  return t;
}

partial_file::partial_file(const write_target& target) : target_(target.path), error_(target.error) {
  if (error_ != 0) return;
  {
    const sink_detail::sink::without_signals quiet;
    slot_ = sink_detail::sink::reserve_slot();
    descriptor_ = sink_detail::sink::create_beside(target_, name_);
    if (descriptor_ < 0) {
      error_ = errno;
      name_.clear();
    }
    sink_detail::sink::list_slot(slot_, name_);
  }
  struct ::stat old {};
  if (descriptor_ < 0 || !target.exists || ::stat(target_.c_str(), &old) != 0) return;
  // Set the owner first, because giving a file away clears special permissions. Failure is fine, as only root may do
  // it.
  if (old.st_uid != ::geteuid() && ::fchown(descriptor_, old.st_uid, old.st_gid) != 0) errno = 0;
  if (::fchmod(descriptor_, old.st_mode & 07777) != 0) error_ = errno;
}

partial_file::~partial_file() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (name_.empty()) return;
  ::unlink(name_.c_str());
  sink_detail::sink::free_slot(slot_);
}

int partial_file::put_in_place() {
  if (error_ != 0) return error_;
  if (::close(descriptor_) != 0) error_ = errno;
  descriptor_ = -1;
  if (error_ == 0) error_ = sink_detail::sink::replace(name_, target_);
  if (error_ != 0) return error_;
  name_.clear();
  sink_detail::sink::free_slot(slot_);
  return 0;
}

void remove_partial_files() noexcept {
  using sink_detail::sink::partial_slot;
  const int before = errno;
  for (partial_slot& s : sink_detail::sink::partial_slots) {
    // A file being created will be listed at once, because its thread blocks signals meanwhile.
    for (int wait = 0; s.now == partial_slot::reserved && wait < 1000; ++wait) ::poll(nullptr, 0, 1);
    int was = partial_slot::listed;
    if (s.now.compare_exchange_strong(was, partial_slot::removed)) ::unlink(s.name.data());
  }
  errno = before;
}

void remove_partial_files_on_signals() {
  for (const int number : {SIGHUP, SIGINT, SIGPIPE, SIGTERM}) {
    struct ::sigaction old {};
    if (::sigaction(number, nullptr, &old) != 0 || (old.sa_flags & SA_SIGINFO) != 0 || old.sa_handler != SIG_DFL)
      continue;
    struct ::sigaction action {};
    action.sa_handler = &sink_detail::sink::ridgeline_remove_partial_files_and_end;
    action.sa_flags = SA_NODEFER;
    ::sigaction(number, &action, nullptr);
  }
  struct ::sigaction old {};
  if (::sigaction(SIGXFSZ, nullptr, &old) == 0 && (old.sa_flags & SA_SIGINFO) == 0 && old.sa_handler == SIG_DFL)
    std::signal(SIGXFSZ, SIG_IGN);
}

void keep_inputs() {
  using kept = sink_detail::sink::kept_inputs;
  listen_to_opened_inputs(&kept::add);
  kept::keeping = true;
}

bool is_kept_input(const std::string& path) {
  struct ::stat about {};
  return ::stat(path.c_str(), &about) == 0 && sink_detail::sink::kept_inputs::has(about);
}

failure cannot_write(const std::string& path, int error) {
  if (error == write_target::is_input) return cannot_write(path, "it is an input of this run; name another one");
  return cannot_write(path, std::string(std::strerror(error)));
}
failure cannot_write(const std::string& path, const std::string& why) {
  return failure{errc::cannot_write, {path}, "cannot be written: " + why};
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_PARTIAL_FILE_BODY_HPP
