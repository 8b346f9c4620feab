#ifndef RIDGELINE_TORCH_OP_SCHEMA_SPLATTING_HPP
#define RIDGELINE_TORCH_OP_SCHEMA_SPLATTING_HPP

#include <array>

#include <ridgeline/torch/op/schema/row.hpp>

/// Ops of gsplat, which renders Gaussians in space. As TraceLens counts them: rasterising is an upper bound, since a
/// pixel that has become opaque looks at no further Gaussians, and a projection has about 256 FLOP.
namespace ridgeline {

struct torch_splatting : torch_schema_model {
  static constexpr std::array rows{
      // 1, 5, 15, 30, 50 FLOP a channel for degrees 0 to 4; degree 0 has no directions
      row{"_SphericalHarmonics", "GaussianSplat", "GaussianSplat",
          "n1*(1+4*min(c0,1)+10*min(max(c0-1,0),1)+15*min(max(c0-2,0),1)+20*min(max(c0-3,0),1))",
          "n1*e1*(1+min(c0,1))+n2*e2+t3?(n3*e3)", torch_columns<0>{"op_shape=D2 dtype=T2"},
          "degree, directions (N, 3), coefficients (N, K, 3), mask", 1},
      // means, quaternions and scales, means in the plane, depth and conic; two radii of 4 B, three numbers of 8 B
      row{"_FullyFusedProjectionPacked", "GaussianSplat", "GaussianSplat", "256*d0[0]*d4[0]",
          "d0[0]*d4[0]*(16*e0+32)+25*d4[0]*e0", torch_columns<0>{"op_shape=D0 dtype=T0"},
          "means (N, 3), covariances, quaternions, scales, cameras (C, 4, 4), ..."},
      row{"_RasterizeToPixels", "GaussianSplat", "GaussianSplat", "d10[0]*c8*c8*(10+2*d2[1])",
          "d0[0]*(6+d2[1])*e0+d9[0]*c6*c7*(d2[1]+1)*e0", torch_columns<0>{"op_shape=D2 dtype=T0"},
          "means, conics, colours, opacities, backgrounds, masks, width, height, tile size, offsets, ids"}};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_SCHEMA_SPLATTING_HPP
