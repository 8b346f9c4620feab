/// The dashboard's server, on Boost.Beast.

#include "dashboard.hpp"

#include <string>
#include <utility>
#include <vector>

#include "program.hpp"

#if __has_include(<boost/beast/http.hpp>)
#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string_view>

#include <boost/asio.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#endif

namespace program {

#if __has_include(<boost/beast/http.hpp>)

namespace detail {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;

struct dashboard_limits {
  std::size_t connections = 256;     ///< simultaneous ones; one more waits for one of them to end
  std::chrono::seconds patience{1};  ///< and then replaces the oldest: slow clients delay nobody for long
  std::size_t header = 8192;         ///< bytes of a request
  std::chrono::seconds asking{5}, answering{60}, parting{1};
};

class dashboard_session;

/// State that all connections share; one thread runs them.
struct dashboard_state {
  std::vector<dashboard_item> items{};
  dashboard_limits limits{};
  std::vector<std::string> names{};  ///< names that requests may use for this host
  bool any_number = false;           ///< in addition, any numeric address: it listens on all of the host's addresses
  std::list<dashboard_session*> open{};  ///< the oldest first
};

/// One connection: one request, one answer.
class dashboard_session : public std::enable_shared_from_this<dashboard_session> {
 public:
  dashboard_session(asio::ip::tcp::socket socket, dashboard_state& state) : stream_(std::move(socket)), state_(state) {
    place_ = state_.open.insert(state_.open.end(), this);
  }
  dashboard_session(const dashboard_session&) = delete;
  dashboard_session& operator=(const dashboard_session&) = delete;
  ~dashboard_session() { state_.open.erase(place_); }

  /// Ends the connection: pending operations fail at once.
  void drop() {
    beast::error_code ignored;
    stream_.socket().close(ignored);
  }

  bool is_older_than(std::chrono::seconds age) const { return std::chrono::steady_clock::now() - since_ >= age; }

  void start() {
    parser_.header_limit(static_cast<std::uint32_t>(state_.limits.header));
    parser_.body_limit(0);
    stream_.expires_after(state_.limits.asking);
    http::async_read(stream_, buffer_, parser_, [self = shared_from_this()](beast::error_code why, std::size_t) {
      if (why == http::error::header_limit) return self->refuse(http::status::request_header_fields_too_large);
      if (why == http::error::body_limit) return self->refuse(http::status::payload_too_large);
      if (why && why.category() == http::make_error_code(http::error::bad_target).category() &&
          why != http::error::end_of_stream && why != http::error::partial_message)
        return self->refuse(http::status::bad_request);
      if (!why) self->answer();
    });
  }

 private:
  void answer() {
    const auto& request = parser_.get();
    const std::string_view target(request.target().data(), request.target().size());
    if (request.method() != http::verb::get && request.method() != http::verb::head)
      return refuse(http::status::method_not_allowed);
    const bool plain = target.starts_with('/') && target.find("..") == std::string_view::npos &&
                       target.find_first_of("%\\") == std::string_view::npos &&
                       target.find("//") == std::string_view::npos;
    if (!plain) return refuse(http::status::bad_request);
    if (request.count(http::field::host) > 1) return refuse(http::status::bad_request);
    if (!is_for_us(request)) return refuse(http::status::forbidden);
    for (const dashboard_item& item : state_.items)
      if (item.target == target) return send(http::status::ok, item, request.method() == http::verb::head);
    refuse(http::status::not_found);
  }
  /// A foreign page whose name resolves to this address must not read the report (DNS rebinding). Numeric addresses
  /// cannot be used for that.
  bool is_for_us(const http::request<http::empty_body>& request) const {
    const auto field = request[http::field::host];
    std::string_view host(field.data(), field.size());
    const std::size_t colon = host.rfind(':');
    if (colon != std::string_view::npos && host.find(']', colon) == std::string_view::npos) host = host.substr(0, colon);
    if (std::find(state_.names.begin(), state_.names.end(), host) != state_.names.end()) return true;
    if (!state_.any_number) return false;
    if (host.size() > 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
    beast::error_code why;
    asio::ip::make_address(std::string(host), why);
    return !why;
  }
  void refuse(http::status status) {
    const auto reason = http::obsolete_reason(status);
    refusal_ = {"", "text/plain; charset=utf-8", std::string(reason.data(), reason.size()) + "\n", ""};
    send(status, refusal_, false);
  }
  void send(http::status status, const dashboard_item& item, bool head) {
    response_.result(status);
    response_.version(11);
    response_.keep_alive(false);
    response_.set(http::field::content_type, item.type);
    response_.set(http::field::cache_control, "no-store");
    response_.set("X-Content-Type-Options", "nosniff");
    response_.set("X-Frame-Options", "DENY");
    response_.set("Referrer-Policy", "no-referrer");
    response_.set("Cross-Origin-Resource-Policy", "same-origin");
    if (status == http::status::method_not_allowed) response_.set(http::field::allow, "GET, HEAD");
    if (!item.save_as.empty())
      response_.set(http::field::content_disposition, "attachment; filename=\"" + item.save_as + "\"");
    response_.content_length(item.body.size());
    if (!head) response_.body() = {item.body.data(), item.body.size()};
    stream_.expires_after(state_.limits.answering);
    const auto sent = [self = shared_from_this()](beast::error_code why, std::size_t) {
      if (!why) self->part();
    };
    if (head) {
      serializer_.split(true);
      http::async_write_header(stream_, serializer_, sent);
    } else {
      http::async_write(stream_, serializer_, sent);
    }
  }
  /// Ends the answer, and reads a little of what the client may still be sending: closing at once could discard the
  /// answer before the client has read it.
  void part() {
    beast::error_code ignored;
    stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
    stream_.expires_after(state_.limits.parting);
    take_in();
  }
  void take_in() {
    stream_.async_read_some(asio::buffer(rest_), [self = shared_from_this()](beast::error_code why, std::size_t n) {
      self->taken_ += n;
      if (!why && self->taken_ < std::size_t{1} << 20) self->take_in();
    });
  }

  beast::tcp_stream stream_;
  dashboard_state& state_;
  std::list<dashboard_session*>::iterator place_{};
  std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
  beast::flat_buffer buffer_{std::size_t{1} << 16};
  http::request_parser<http::empty_body> parser_{};
  http::response<http::span_body<const char>> response_{};
  http::response_serializer<http::span_body<const char>> serializer_{response_};
  dashboard_item refusal_{};
  std::array<char, 4096> rest_{};
  std::size_t taken_ = 0;
};

/// Accepts connections, up to the limit.
class dashboard_listener {
 public:
  dashboard_listener(asio::io_context& io, asio::ip::tcp::acceptor& acceptor, dashboard_state& state)
      : acceptor_(acceptor), again_(io), state_(state) {}
  dashboard_listener(const dashboard_listener&) = delete;
  dashboard_listener& operator=(const dashboard_listener&) = delete;

  void accept() {
    acceptor_.async_accept([this](beast::error_code why, asio::ip::tcp::socket socket) {
      if (why == asio::error::operation_aborted) return;
      if (why) return later(&dashboard_listener::accept);  // out of descriptors: some will be released
      next_.emplace(std::move(socket));
      admit();
    });
  }

 private:
  /// Serves `next_` when a place is free.
  void admit() {
    if (state_.open.size() >= state_.limits.connections) {
      if (!state_.open.front()->is_older_than(state_.limits.patience)) return later(&dashboard_listener::admit);
      state_.open.front()->drop();
    }
    std::make_shared<dashboard_session>(std::move(*next_), state_)->start();
    next_.reset();
    accept();
  }
  void later(void (dashboard_listener::*what)()) {
    again_.expires_after(std::chrono::milliseconds(10));
    again_.async_wait([this, what](beast::error_code stopped) {
      if (!stopped) (this->*what)();
    });
  }

  asio::ip::tcp::acceptor& acceptor_;
  asio::steady_timer again_;
  std::optional<asio::ip::tcp::socket> next_{};  ///< accepted, but not served yet
  dashboard_state& state_;
};

}  // namespace detail

int serve_dashboard(const std::string& who, const dashboard_options& options, std::vector<dashboard_item> items) {
  namespace asio = detail::asio;
  detail::dashboard_state state;
  state.items = std::move(items);
  detail::beast::error_code why;
  const asio::ip::address address = asio::ip::make_address(options.host == "localhost" ? "127.0.0.1" : options.host, why);
  if (why) {
    say(who + ": --host takes an address, 127.0.0.1 or 0.0.0.0, found \"" + options.host + "\"");
    return wrong_usage;
  }
  state.names = {"localhost", "127.0.0.1", "[::1]", options.host, "[" + options.host + "]"};
  if (!address.is_loopback()) {
    if (const std::string name = asio::ip::host_name(why); !why) state.names.push_back(name);
    why = {};
    state.any_number = address.is_unspecified();
  }
  asio::io_context io(1);
  asio::ip::tcp::acceptor acceptor(io);
  const asio::ip::tcp::endpoint at(address, static_cast<unsigned short>(options.port));
  acceptor.open(at.protocol(), why);
  if (!why) acceptor.set_option(asio::socket_base::reuse_address(true), why);
  if (!why) acceptor.bind(at, why);
  if (!why) acceptor.listen(4096, why);
  if (why) {
    say(who + ": " + options.host + ":" + std::to_string(options.port) + ": cannot listen: " + why.message());
    return unusable_input;
  }
  const std::string host = address.is_v6() ? "[" + address.to_string() + "]" : address.to_string();
  say("dashboard: http://" + host + ":" + std::to_string(acceptor.local_endpoint().port()) + "/ (Ctrl-C ends it)");
  asio::signal_set signals(io, SIGINT, SIGTERM);
  signals.async_wait([&](detail::beast::error_code, int) { io.stop(); });
  detail::dashboard_listener listener(io, acceptor, state);
  listener.accept();
  io.run();
  say("dashboard: ended");
  return success;
}

#else

int serve_dashboard(const std::string& who, const dashboard_options&, std::vector<dashboard_item>) {
  say(who + ": --webapp needs Boost.Beast, and this program was built without it");
  return wrong_usage;
}

#endif

}  // namespace program
