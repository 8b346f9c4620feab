#ifndef RIDGELINE_TORCH_OP_SCHEMA_VISION_HPP
#define RIDGELINE_TORCH_OP_SCHEMA_VISION_HPP

#include <array>

#include <ridgeline/torch/op/schema/words.hpp>

/// Ops of torchvision over regions of images.
namespace ridgeline {

/// A sample is a sum of four elements with weights: 8 FLOP, and its gradient 8. A bin has as many samples as the
/// ratio's square; without a ratio, as many as the size of its region tells, which is not recorded. Of the image at
/// most what one sample a bin needs is counted; its gradient is zeroed before.
struct torch_vision : torch_schema_words {
  static constexpr torch_columns<0> shown{"op_shape=D0 regions=D1 dtype_in_out=(T0,T0)"};
  static constexpr std::array rows{
      row{"torchvision::roi_align", "elementwise", "UnaryElementwise", "8*d1[0]*d0[1]*c3*c4*c5*c5*c5/max(c5,0)",
          "min(n0,4*d1[0]*d0[1]*c3*c4)*e0+n1*e1+d1[0]*d0[1]*c3*c4*e0", shown,
          "input (N,C,H,W), rois (K,5), spatial_scale, pooled_height, pooled_width, sampling_ratio, aligned"},
      row{"torchvision::_roi_align_backward", "elementwise", "UnaryElementwise", "8*n0*c9*c9*c9/max(c9,0)",
          "n0*e0+n1*e1+(c5*c6*c7*c8+2*min(c5*c6*c7*c8,4*n0))*e0", shown,
          "grad (K,C,h,w), rois (K,5), spatial_scale, pooled_height, pooled_width, batch_size, channels, height, "
          "width, sampling_ratio, aligned"}};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_SCHEMA_VISION_HPP
