#ifndef RIDGELINE_TORCH_CAPTURE_CHOOSE_HPP
#define RIDGELINE_TORCH_CAPTURE_CHOOSE_HPP

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include <ridgeline/core/time.hpp>
#include <ridgeline/torch/capture/align.hpp>
#include <ridgeline/torch/capture/capture.hpp>
#include <ridgeline/torch/capture/graft.hpp>

namespace ridgeline {

/// Translates texts of captures to the trace that they are grafted into; each is translated once.
class capture_texts {
 public:
  capture_texts(torch_trace& to, const torch_captures& from) : to_(to), from_(from), moved_(from.files.size()) {}

  symbol moved(std::size_t file, symbol text);
  graph_item item_of_call(std::size_t file, const torch_event& call);
  graph_item item_of_work(const torch_event& work);
  /// The id of the graph that all items belong to; missing if it is not given or differs.
  static std::uint64_t graph_of(std::span<const graph_item> items);
  const torch_captures& captures() const { return from_; }

 private:
  graph_item named(symbol name);

  torch_trace& to_;
  const torch_captures& from_;
  std::vector<std::vector<symbol>> moved_;          // by file and text
  std::vector<std::uint8_t> kinds_;                 // by text of the trace: whether it is a copy or fill
};

/// A launch of a graph and its work by start.
struct replayed_graph {
  std::uint32_t launch = missing<std::uint32_t>;
  std::vector<std::uint32_t> work{};
  duration time{};                               ///< sum of its work
  std::vector<graph_item> items{};
  std::uint64_t graph = missing<std::uint64_t>;  ///< its id, if given by the work
  std::uint32_t kind = missing<std::uint32_t>;  ///< equal for graphs whose items are equal: `capture_chooser::kind_of`
};

/// The window that a launch is paired with, and how its work was paired.
struct window_choice {
  const torch_capture* capture = nullptr;      ///< null if the launch is paired with none
  std::uint32_t window = missing<std::uint32_t>;
  const graph_alignment* alignment = nullptr;  ///< never null in a choice
};

/// The capture that describes the graphs of a step; null if there is none. Launches that it does not describe may be
/// paired with windows of others: a step may run graphs of several models.
struct capture_choice {
  const torch_capture* capture = nullptr;
  std::vector<window_choice> pairs{};          ///< by launch
  graft_reason reason = graft_reason::none;    ///< for the first launch that is not paired
  bool give_up = false;                        ///< with `one_bad_graph_ends_all`
};

/// Chooses captures for steps, and reads those that it needs to look at. Results live as long as this object.
class capture_chooser {
 public:
  capture_chooser(torch_captures& captures, capture_texts& texts) : captures_(captures), texts_(texts) {}

  /// A number that is equal for graphs whose work has the same names and nodes on the same streams.
  std::uint32_t kind_of(const std::vector<graph_item>& items);
  /// For a step of `rows` rows that launches some graphs: the capture that contains all of these graphs by their
  /// ids; else that of the next larger size whose windows match all of them node by node or name by name; else the
  /// one that describes most of their time, and for each launch that it leaves, the window that matches it alone, of
  /// the same size or else of the next. Without rows each launch takes the window that matches it alone, if all that
  /// do have the same ops and shapes.
  capture_choice choose(std::int64_t rows, std::span<const replayed_graph> graphs);

 private:
  const std::vector<graph_item>& items_of(std::size_t file, std::uint32_t window);
  const graph_alignment& alignment(const torch_capture& capture, std::uint32_t window, const replayed_graph& graph);
  capture_choice by_size_alone(std::int64_t rows, std::span<const replayed_graph> graphs);
  capture_choice pair(const torch_capture& capture, std::span<const replayed_graph> graphs);
  bool pair_by_graph(const torch_capture& capture, std::span<const replayed_graph> graphs, capture_choice& out);
  void pair_by_order(const torch_capture& capture, std::span<const replayed_graph> graphs, capture_choice& out);
  capture_choice choose_one(std::int64_t rows, std::span<const replayed_graph> graphs);
  void pair_left(std::int64_t rows, std::span<const replayed_graph> graphs, capture_choice& to);
  struct lone_choice {
    window_choice pair{};
    bool ambiguous = false;
    bool unnamed = false;  // only the number of its kernels fits some window
  };
  lone_choice alone(std::int64_t size, std::int64_t rows, const replayed_graph& graph);
  std::uint32_t ops_of(std::size_t file, std::uint32_t window);
  bool alike(const torch_capture& a, const torch_capture& b);

  torch_captures& captures_;
  capture_texts& texts_;
  symbol_pool graphs_{};                       // the names of a graph's work: one text per kind of graph
  symbol_pool op_lists_{};                     // ops and shapes of windows: one text per kind of window
  std::map<std::pair<std::size_t, std::uint32_t>, std::uint32_t> ops_{};                    // by file and window
  std::map<std::pair<std::size_t, std::uint32_t>, std::vector<graph_item>> dispatches_{};   // by file and window
  std::map<std::pair<std::pair<std::size_t, std::uint32_t>, std::uint32_t>, graph_alignment> alignments_{};
  std::map<std::pair<std::pair<std::int64_t, std::int64_t>, std::uint32_t>, lone_choice> lone_{};  // sizes; kind
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_CAPTURE_CHOOSE_HPP
