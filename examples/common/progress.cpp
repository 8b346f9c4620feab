/// The progress bar: drawn from a thread of its own, compiled once for all programs.

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <signal.h>
#include <unistd.h>

#include <ridgeline/core/utf8.hpp>
#include <ridgeline/sink/terminal.hpp>

#include "progress.hpp"
#include "program.hpp"

namespace program {

using std::chrono::steady_clock;

/// The last line of the terminal, and the thread that draws it while there are bars.
class screen {
 public:
  static screen& the() {
    static screen* const one = new screen;  // never deleted: a thread may still draw when the program exits
    return *one;
  }

  bool is_there() const { return there_; }
  void open(progress_bar& bar) {
    if (!there_) return;
    const std::lock_guard lock(mutex_);
    bars_.push_back(&bar);
    if (bars_.size() > 1) return;
    start_ = steady_clock::now();
    ::sigset_t all, before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);  // signals are for the threads that work
    try {
      drawing_ = std::thread([this] { draw_until_closed(); });
    } catch (const std::system_error&) {  // a browser has none: drawn when something is told
    }
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  void close(progress_bar& bar) {
    if (!there_) return;
    std::unique_lock lock(mutex_);
    std::erase(bars_, &bar);
    if (shown() == nullptr) erase();
    if (!bars_.empty()) return;
    std::thread done = std::move(drawing_);
    lock.unlock();
    wake_.notify_all();
    if (done.joinable()) done.join();
  }
  template <class Change>
  void change(Change change_bar) {
    if (!there_) return;
    const std::lock_guard lock(mutex_);
    change_bar();
    if (shown() == nullptr) erase();
    else if (!drawing_.joinable()) draw_what_is_told();
  }
  void print(const std::string& line) {
    const std::lock_guard lock(mutex_);
    erase();
    std::fprintf(stderr, "%s\n", line.c_str());
  }

 private:
  const progress_bar* shown() const {
    const auto has_step = [](const progress_bar* bar) { return !bar->step_.empty(); };
    const auto with_step = std::find_if(bars_.rbegin(), bars_.rend(), has_step);
    return with_step == bars_.rend() ? nullptr : *with_step;
  }
  void erase() {
    if (drawn_) std::fputs("\r\x1b[K", stderr), std::fflush(stderr);
    drawn_ = false;
  }
  void draw_until_closed() {
    std::unique_lock lock(mutex_);
    while (!bars_.empty()) {
      wake_.wait_for(lock, between);
      if (steady_clock::now() - start_ >= unseen) draw();
    }
  }
  void draw_what_is_told() {
    const auto now = steady_clock::now();
    if (shown()->done_ >= shown()->total_ || now - start_ < unseen || now - last_ < between) return;
    last_ = now;
    draw();
  }
  void draw() {
    const progress_bar* const bar = shown();
    if (bar == nullptr || (writes_standard_output() && ::isatty(1) != 0)) return;
    constexpr std::uint64_t cells = 30;
    std::string line;
    ridgeline::append_plain(line, ridgeline::utf8_front(bar->step_, 40));
    if (bar->done_ < bar->total_) {
      const auto full = static_cast<std::size_t>(cells * bar->done_ / bar->total_);
      line += " [" + std::string(full, '#') + std::string(cells - full, ' ') + "] ";
      line += std::to_string(100 * bar->done_ / bar->total_) + " %";
    } else {  // nothing is told, or only of what is done
      const auto age = std::chrono::duration_cast<std::chrono::seconds>(steady_clock::now() - bar->start_);
      line += ": " + std::to_string(age.count()) + " s";
    }
    std::fprintf(stderr, "\r%s\x1b[K", line.c_str());
    std::fflush(stderr);
    drawn_ = true;
  }

  static constexpr std::chrono::milliseconds unseen{1000}, between{100};

  const bool there_ = is_terminal(2);
  std::mutex mutex_{};
  std::condition_variable wake_{};
  std::thread drawing_{};
  std::vector<progress_bar*> bars_{};
  steady_clock::time_point start_{}, last_{};
  bool drawn_ = false;
};

progress_bar::progress_bar(std::string step) : step_(std::move(step)) { screen::the().open(*this); }
progress_bar::~progress_bar() { screen::the().close(*this); }

void progress_bar::at(std::uint64_t done, std::uint64_t total) {
  screen::the().change([&] { done_ = done, total_ = total; });
}

ridgeline::progress_function progress_bar::listener() {
  if (!screen::the().is_there()) return {};
  return [this](std::uint64_t done, std::uint64_t total) { at(done, total); };
}

void progress_bar::step(std::string name) {
  screen::the().change([&] {
    step_ = std::move(name);
    done_ = total_ = 0;
    start_ = steady_clock::now();
  });
}

void write_message(const std::string& line) { screen::the().print(line); }

}  // namespace program
