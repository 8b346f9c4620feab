#ifndef RIDGELINE_TORCH_OP_KNOWN_OPS_HPP
#define RIDGELINE_TORCH_OP_KNOWN_OPS_HPP

#include <cstddef>
#include <string_view>
#include <vector>

#include <ridgeline/core/config.hpp>

namespace ridgeline {

/// Names of PyTorch's operators, each surrounded by blanks; the names of fused kernels are composed of these.
inline constexpr std::string_view torch_known_ops =
    " "
    "_adaptive_avg_pool2d _adaptive_avg_pool2d_backward _adaptive_avg_pool3d _adaptive_avg_pool3d_backward "
    "_add_relu _addmm_activation _amp_foreach_non_finite_check_and_unscale_ _assert_async _assert_scalar "
    "_assert_tensor_metadata _batch_norm_no_update _batch_norm_with_update _batch_norm_with_update_functional "
    "_cdist_backward _cdist_forward _cholesky_solve_helper _chunk_cat _convert_weight_to_int4pack "
    "_convert_weight_to_int4pack_for_cpu _convolution_pointwise _cslt_sparse_mm _cudnn_rnn _dir "
    "_dyn_quant_matmul_4bit _dyn_quant_pack_4bit_weight _efficient_attention_backward "
    "_efficient_attention_forward _embedding_bag _embedding_bag_backward _embedding_bag_dense_backward "
    "_embedding_bag_forward_only _embedding_bag_per_sample_weights_backward _euclidean_dist _fft_c2c _fft_c2r "
    "_fft_r2c _flash_attention_backward _flash_attention_forward _foreach_norm _functional_assert_async "
    "_functional_sym_constrain_range _functional_sym_constrain_range_for_size _fused_adam _fused_adam_ "
    "_fused_adamw_ _fused_dropout _fused_moving_avg_obs_fq_helper _fused_rms_norm _fused_rms_norm_backward "
    "_grouped_mm _int_mm _jagged_to_padded_dense_forward _linalg_det _linalg_eigh _linalg_eigvals "
    "_linalg_slogdet _linalg_solve_ex _linalg_svd _linear_pointwise _list_to_tensor _local_scalar_dense "
    "_log_softmax _log_softmax_backward_data _make_dep_token _make_token _masked_scale _mkl_linear "
    "_native_batch_norm_legit _native_batch_norm_legit_functional _native_batch_norm_legit_no_training "
    "_native_multi_head_attention _nested_tensor_from_tensor_list _nested_view_from_buffer "
    "_nested_view_from_buffer_copy _pack_padded_sequence _padded_dense_to_jagged_forward _pdist_backward "
    "_pdist_forward _pin_memory _prelu_kernel _prelu_kernel_backward _print _record_function_enter "
    "_record_function_enter_new _record_function_exit _reshape_alias _reshape_copy _resize_output "
    "_resize_output_ _safe_softmax _scaled_dot_product_attention_math_for_mps "
    "_scaled_dot_product_cudnn_attention _scaled_dot_product_cudnn_attention_backward "
    "_scaled_dot_product_efficient_attention _scaled_dot_product_efficient_attention_backward "
    "_scaled_dot_product_flash_attention _scaled_dot_product_flash_attention_backward "
    "_scaled_dot_product_flash_attention_for_cpu _scaled_dot_product_flash_attention_for_cpu_backward "
    "_scaled_dot_product_fused_attention_overrideable _scaled_grouped_mm _scaled_mm _scaled_mm_v2 "
    "_segment_reduce_backward _sink_tokens _softmax _softmax_backward_data "
    "_sparse_coo_tensor_with_dims_and_tensors _sparse_semi_structured_addmm _sparse_semi_structured_linear "
    "_sparse_semi_structured_mm _thnn_fused_lstm_cell _thnn_fused_lstm_cell_backward_impl _to_copy _unique2 "
    "_unsafe_index _unsafe_index_put _unsafe_masked_index _unsafe_masked_index_put_accumulate _unsafe_view "
    "_upsample_bicubic2d_aa _upsample_bilinear2d_aa _upsample_bilinear2d_aa_backward _upsample_nearest_exact1d "
    "_upsample_nearest_exact2d _upsample_nearest_exact2d_backward _upsample_nearest_exact3d _weight_int4pack_mm "
    "_weight_int4pack_mm_for_cpu _weight_int4pack_mm_with_scales_and_zeros _weight_int8pack_mm "
    "_weight_norm_interface _weight_norm_interface_backward abs abs_ absolute absolute_ accumulate_grad_ acos "
    "acos_ acosh acosh_ adaptive_max_pool2d adaptive_max_pool2d_backward adaptive_max_pool3d "
    "adaptive_max_pool3d_backward add add_ addbmm addbmm_ addcdiv addcdiv_ addcmul addcmul_ addmm addmm_ addmv "
    "addmv_ addr affine_grid_generator alias alias_copy all all_gather all_gather_coalesced "
    "all_gather_into_tensor all_gather_object all_reduce all_reduce_coalesced all_to_all all_to_all_single "
    "alpha_dropout amax amin aminmax angle annotate any append arange arccos arccos_ arccosh arccosh_ arcsin "
    "arcsin_ arcsinh arcsinh_ arctan arctan2 arctan2_ arctan_ arctanh arctanh_ argmax argmin as_strided "
    "as_strided_ as_strided_copy as_strided_scatter asin asin_ asinh asinh_ atan atan2 atan2_ atan_ atanh atanh_ "
    "avg_pool2d avg_pool2d_backward avg_pool3d avg_pool3d_backward baddbmm baddbmm_ batch_isend_irecv "
    "batch_norm_backward bernoulli bernoulli_ bessel_i0 bessel_i0e bessel_i1 bessel_i1e bessel_j0 bessel_j1 "
    "binary_cross_entropy binary_cross_entropy_backward binary_cross_entropy_with_logits bincount bitwise_and "
    "bitwise_and_ bitwise_left_shift bitwise_left_shift_ bitwise_not bitwise_not_ bitwise_or bitwise_or_ "
    "bitwise_right_shift bitwise_right_shift_ bitwise_xor bitwise_xor_ block_diag bmm broadcast_in_dim "
    "broadcast_object_list broadcast_tensors bucketize c10d_logger cat cauchy cauchy_ cbrt ceil ceil_ celu celu_ "
    "channel_shuffle cholesky cholesky_inverse cholesky_solve clamp clamp_ clamp_max clamp_max_ clamp_min "
    "clamp_min_ clear clip clip_ clone col2im collapse collapse_view complex conj conj_physical conj_physical_ "
    "constant_pad_nd conv2d convert_element_type convolution convolution_backward copy copy_ copy_strided "
    "copy_to copysign copysign_ cos cos_ cosh cosh_ count count_nonzero cudnn_batch_norm "
    "cudnn_batch_norm_backward cummax cummin cumprod cumprod_ cumsum cumsum_ default_pg_timeout deg2rad deg2rad_ "
    "dense_dim destroy_process_group detach device device_mesh device_put diag diag_embed diagonal "
    "diagonal_backward diagonal_copy diagonal_scatter difference difference_update digamma digamma_ dim discard "
    "dist distributed_c10d div div_ divide divide_ dot dropout elu elu_ elu_backward embedding "
    "embedding_dense_backward empty empty_like empty_permuted empty_strided eq eq_ erf erf_ erf_inv erfc erfc_ "
    "erfcx erfinv erfinv_ exp exp2 exp2_ exp_ expand expand_copy expm1 expm1_ exponential exponential_ extend "
    "eye fft_c2c fft_c2r fft_fft fft_fft2 fft_fftn fft_fftshift fft_hfft fft_hfft2 fft_hfftn fft_ifft fft_ifft2 "
    "fft_ifftn fft_ifftshift fft_ihfft fft_ihfft2 fft_ihfftn fft_irfft fft_irfft2 fft_irfftn fft_r2c fft_rfft "
    "fft_rfft2 fft_rfftn fill fill_ fix fix_ flip float_power_ floor floor_ floor_divide floor_divide_ fmax fmin "
    "fmod fmod_ frac frac_ fractional_max_pool2d frexp full full_like gather gather_object gcd gcd_ ge ge_ gelu "
    "gelu_ gelu_backward geometric geometric_ get_backend get_backend_config get_debug_level "
    "get_default_backend_for_device get_global_rank get_group_rank get_node_local_rank get_pg_count "
    "get_process_group_ranks get_rank get_world_size glu glu_backward greater greater_ greater_equal "
    "greater_equal_ grid_sampler_2d grid_sampler_2d_backward grid_sampler_3d grid_sampler_3d_backward gru gt gt_ "
    "hardshrink hardsigmoid hardsigmoid_ hardsigmoid_backward hardswish hardswish_ hardswish_backward hardtanh "
    "hardtanh_ hardtanh_backward heaviside heaviside_ hinge_embedding_loss histc huber_loss huber_loss_backward "
    "hypot hypot_ i0 i0_ igamma igamma_ igammac igammac_ im2col imag index index_add index_add_ index_copy "
    "index_copy_ index_fill index_fill_ index_put index_put_ index_reduce index_reduce_ index_select "
    "init_device_mesh init_process_group insert instance_norm int4mm_packed_weight_cpu intersection "
    "intersection_update iota is_available is_backend_available is_coalesced is_complex is_contiguous "
    "is_gloo_available is_initialized is_mpi_available is_nccl_available is_non_overlapping_and_dense is_pinned "
    "is_same_size is_strides_like_format is_torchelastic_launched is_ucc_available is_xccl_available isdisjoint "
    "isfinite isin isinf isnan isneginf isposinf issubset issuperset istft item kthvalue layer_norm lcm lcm_ "
    "ldexp ldexp_ le le_ leaky_relu leaky_relu_ leaky_relu_backward lerp lerp_ less less_ less_equal less_equal_ "
    "lgamma lgamma_ lift lift_fresh lift_fresh_copy linalg_cholesky_ex linalg_cross linalg_eig linalg_eigvals "
    "linalg_householder_product linalg_inv_ex linalg_ldl_factor_ex linalg_ldl_solve linalg_lu "
    "linalg_lu_factor_ex linalg_lu_solve linalg_matrix_exp linalg_qr linalg_solve_triangular linalg_vector_norm "
    "linear linear_backward linear_dynamic_fp16 linear_relu_dynamic_fp16 linspace log log10 log10_ log1p log1p_ "
    "log2 log2_ log_ log_normal log_normal_ log_sigmoid_backward log_sigmoid_forward logaddexp logaddexp2 "
    "logcumsumexp logging_handlers logical_and logical_and_ logical_not logical_not_ logical_or logical_or_ "
    "logical_xor logical_xor_ logit logit_ logit_backward logspace logsumexp lstm lt lt_ lu_unpack "
    "margin_ranking_loss masked_fill masked_fill_ masked_scatter masked_scatter_ masked_scatter_backward "
    "masked_select matmul max max_pool2d max_pool2d_with_indices max_pool2d_with_indices_backward "
    "max_pool3d_with_indices max_pool3d_with_indices_backward max_unpool2d max_unpool3d maximum maximum_value "
    "mean median meshgrid min minimum minimum_value miopen_batch_norm miopen_batch_norm_backward miopen_rnn mish "
    "mish_ mish_backward mkldnn_rnn_layer mkldnn_rnn_layer_backward mm mode monitored_barrier mse_loss "
    "mse_loss_backward mul mul_ multi_margin_loss multilabel_margin_loss_forward multinomial multiply multiply_ "
    "mv mvlgamma mvlgamma_ name nan_to_num nan_to_num_ nanmedian nansum narrow narrow_copy native_batch_norm "
    "native_batch_norm_backward native_dropout native_dropout_backward native_group_norm "
    "native_group_norm_backward native_layer_norm native_layer_norm_backward ndtri ne ne_ neg neg_ negative "
    "negative_ new_empty new_empty_strided new_full new_group new_ones new_subgroups "
    "new_subgroups_by_enumeration new_zeros nextafter nextafter_ nll_loss nll_loss2d_backward nll_loss2d_forward "
    "nll_loss_backward nll_loss_forward nonzero nonzero_numpy nonzero_static norm normal normal_ not_equal "
    "not_equal_ numel ones ones_like ormqr pad_sequence pairwise_distance pdist permute permute_copy philox_rand "
    "pin_memory pixel_shuffle pixel_unshuffle poisson polar polygamma pop positive pow pow_ prelu prod "
    "qconv2d_pointwise qconv_pointwise qlinear_pointwise quantized_gru quantized_lstm rad2deg rad2deg_ rand "
    "rand_like randint randint_like randn randn_like randperm real reciprocal reciprocal_ recv_object_list "
    "reduce_op reduce_scatter reduce_scatter_tensor reflection_pad1d reflection_pad1d_backward reflection_pad2d "
    "reflection_pad2d_backward reflection_pad3d reflection_pad3d_backward register_rendezvous_handler relu relu6 "
    "relu_ remainder remainder_ remote_device remove renorm renorm_ repeat repeat_interleave replication_pad1d "
    "replication_pad1d_backward replication_pad2d replication_pad2d_backward replication_pad3d "
    "replication_pad3d_backward reshape resize resize_as resize_as_ resize_storage_bytes_ rev reverse rnn_relu "
    "rnn_tanh roll rot90 round round_ rrelu_with_noise rrelu_with_noise_ rrelu_with_noise_backward "
    "rrelu_with_noise_functional rsqrt rsqrt_ rsub scalar_tensor scatter scatter_ scatter_add scatter_add_ "
    "scatter_object_list scatter_reduce scatter_reduce_ searchsorted segment_reduce select select_backward "
    "select_scatter selu selu_ send_object_list set_ set_debug_level set_debug_level_from_env sgn sgn_ "
    "shift_left shift_right_arithmetic shrink_group sigmoid sigmoid_ sigmoid_backward sign sign_ signbit silu "
    "silu_ silu_backward sin sin_ sinc sinc_ sinh sinh_ size slice slice_backward slice_scatter smooth_l1_loss "
    "smooth_l1_loss_backward soft_margin_loss soft_margin_loss_backward softplus softplus_backward softshrink "
    "sort sparse_dim special_airy_ai special_bessel_j0 special_bessel_j1 special_bessel_y0 special_bessel_y1 "
    "special_chebyshev_polynomial_t special_chebyshev_polynomial_u special_chebyshev_polynomial_v "
    "special_chebyshev_polynomial_w special_entr special_erfcx special_hermite_polynomial_h "
    "special_hermite_polynomial_he special_i0e special_i1 special_i1e special_laguerre_polynomial_l "
    "special_legendre_polynomial_p special_log_ndtr special_modified_bessel_i0 special_modified_bessel_i1 "
    "special_modified_bessel_k0 special_modified_bessel_k1 special_ndtr special_ndtri "
    "special_scaled_modified_bessel_k0 special_scaled_modified_bessel_k1 special_shifted_chebyshev_polynomial_t "
    "special_shifted_chebyshev_polynomial_u special_shifted_chebyshev_polynomial_v "
    "special_shifted_chebyshev_polynomial_w special_spherical_bessel_j0 special_xlog1py special_zeta "
    "spherical_bessel_j0 split split_dim split_group split_with_sizes split_with_sizes_copy sqrt sqrt_ square "
    "square_ squeeze squeeze_copy stack std std_mean stft storage_offset stride sub sub_ subtract subtract_ sum "
    "supports_complex svd sym_constrain_range sym_constrain_range_for_size sym_numel sym_size sym_storage_offset "
    "sym_stride symmetric_difference symmetric_difference_update t t_ t_copy take tan tan_ tanh tanh_ "
    "tanh_backward tensor_split threshold threshold_ threshold_backward to topk trace transpose transpose_ "
    "transpose_copy triangular_solve tril tril_ tril_indices triu triu_ triu_indices true_divide true_divide_ "
    "trunc trunc_ unbind unbind_copy unfold unfold_backward unfold_copy uniform uniform_ union "
    "unique_consecutive unique_dim unsafe_chunk unsafe_split unsafe_split_with_sizes unsqueeze unsqueeze_ "
    "unsqueeze_copy update upsample_bicubic2d upsample_bilinear2d upsample_linear1d upsample_nearest1d "
    "upsample_nearest2d upsample_nearest2d_backward upsample_nearest3d upsample_trilinear3d var var_mean vdot "
    "view view_as_complex view_as_real view_copy view_of view_of_dtype where xlogy xlogy_ xor_sum zero zero_ "
    "zeros zeros_like zeta ";

/// The number of words between underscores in the longest name, including empty ones.
inline constexpr std::size_t torch_known_op_words = 9;

/// Whether a name is one of the words in a text whose words are surrounded by blanks.
constexpr bool is_word_of(std::string_view words, std::string_view name) {
  if (name.empty() || name.find(' ') != name.npos) return false;
  for (std::size_t at = words.find(name); at != name.npos; at = words.find(name, at + 1))
    if (words[at - 1] == ' ' && words[at + name.size()] == ' ') return true;
  return false;
}
constexpr bool is_torch_op(std::string_view name) { return is_word_of(torch_known_ops, name); }

/// The ops in `triton_poi_fused_add__to_copy_2`; empty unless the name is composed of known ones. Since ops contain
/// underscores themselves, each word boundary is reached from an earlier one by a known name, and the longest name
/// wins.
RIDGELINE_VECTOR_CONSTEXPR std::vector<std::string_view> fused_ops_of(std::string_view kernel) {
  const std::size_t mark = kernel.find("_fused_"), last = kernel.find_last_of('_');
  if (mark == kernel.npos || last < mark + 7) return {};
  const std::string_view text = kernel.substr(mark + 7, last - (mark + 7));
  std::vector<std::size_t> ends;  // ends of words: an op starts after one of them, or at 0
  for (std::size_t i = 0; i <= text.size(); ++i)
    if (i == text.size() || text[i] == '_') ends.push_back(i);
  constexpr std::size_t unreached = ~std::size_t{0};
  std::vector<std::size_t> from(ends.size(), unreached);  // by word: first word of the longest op that ends with it
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const std::size_t longest = i + 1 < torch_known_op_words ? i + 1 : torch_known_op_words;
    for (std::size_t words = longest; words > 0 && from[i] == unreached; --words) {
      const std::size_t first = i + 1 - words;
      if (first > 0 && from[first - 1] == unreached) continue;
      const std::size_t start = first == 0 ? 0 : ends[first - 1] + 1;
      if (is_torch_op(text.substr(start, ends[i] - start))) from[i] = first;
    }
  }
  std::vector<std::string_view> ops;
  if (ends.empty() || from.back() == unreached) return ops;
  for (std::size_t i = ends.size(); i > 0; i = from[i - 1]) {
    const std::size_t first = from[i - 1], start = first == 0 ? 0 : ends[first - 1] + 1;
    ops.insert(ops.begin(), text.substr(start, ends[i - 1] - start));
  }
  return ops;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_KNOWN_OPS_HPP
