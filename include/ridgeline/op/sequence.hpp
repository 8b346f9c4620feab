#ifndef RIDGELINE_OP_SEQUENCE_HPP
#define RIDGELINE_OP_SEQUENCE_HPP

#include <ridgeline/op/model.hpp>
#include <ridgeline/op/rounding.hpp>

/// Operations along a sequence other than attention: state-space scans, hyper-connections.
namespace ridgeline::op {

/// The convolution and chunked scan of a Mamba-2 block.
struct state_space_scan {
  double batch = 0, length = 0, heads = 0, head = 0, groups = 0, state = 0, chunk = 0;
  double kernel = 0, channels = 0, width = 0;  ///< of the convolution; width: elements per input token
  byte_count element{}, per_head{};            ///< per_head: of the three vectors with one element per head

  constexpr double inner() const { return heads * head; }
  constexpr flop_count flops() const {
    return batch * length * (2 * channels * kernel + 2 * groups * chunk * state + 2 * heads * chunk * head +
                             4 * heads * state * head) * FLOP;
  }
  constexpr byte_count bytes() const {
    return (batch * length * width + channels * kernel + channels + batch * length * inner()) * element +
           heads * per_head;
  }
};

/// Manifold-constrained hyper-connections: `streams` residual streams, mixed before and after a layer.
struct hyper_connection {
  double tokens = 0, streams = 0, channels = 0;
  double mixes = 0, projected = 0, splits = 0;  ///< coefficients, their projection's width and partial sums
  bool mixed = false, projects = false, normed = false;
  byte_count element{};

  constexpr flop_count flops() const {
    const double mix = mixed ? 2 * tokens * streams * channels * (streams + 1) : 0;
    const double project = projects ? 2 * tokens * mixes * projected : 0;
    return (mix + project + (normed ? 2 * tokens * channels * streams + 5 * tokens * channels : 0)) * FLOP;
  }
  constexpr byte_count bytes() const {
    const double stream = tokens * streams * channels, row = tokens * channels;
    const double mixing = tokens * streams + tokens * streams * streams;
    const double partial = splits * tokens * mixes;
    double wide = 0, narrow = 0;  // elements in the input's format, and elements of four bytes
    if (mixed) wide += row + 2 * stream, narrow += mixing;
    if (projects) wide += stream, narrow += mixes * projected + partial + splits * tokens;
    if (normed) wide += stream + channels + row, narrow += partial + mixing;
    return wide * element + 4 * narrow * B;
  }
};

}  // namespace ridgeline::op

#endif  // RIDGELINE_OP_SEQUENCE_HPP
