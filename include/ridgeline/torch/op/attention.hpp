#ifndef RIDGELINE_TORCH_OP_ATTENTION_HPP
#define RIDGELINE_TORCH_OP_ATTENTION_HPP

#include <ridgeline/op/attention.hpp>
#include <ridgeline/torch/op/model.hpp>

/// Models of attention in training.
namespace ridgeline {

/// How Q, K and V are stored: batch, tokens, heads; batch, heads, tokens; or all sequences packed into one token
/// dimension.
enum class torch_layout : unsigned char { tokens_heads, heads_tokens, packed };

/// The positions of an attention op's arguments; each variant is one such row. K and V follow Q.
struct torch_attention_row {
  std::string_view name;
  int q = 0;
  torch_layout layout = torch_layout::tokens_heads;
  int dropout = 3;                 ///< -1: none
  int causal = 5;
  bool flash = true;               ///< backward recomputes the scores
  bool shows_types = false, shows_strides = false;  ///< with strides, TraceLens evaluates `causal` as Python
  int sequences = -1;              ///< offsets of sequences in packed Q, then K's; -1: all are alike
  int longest = -1;                ///< the longest sequence of Q, followed by that of K
  bool causal_otherwise = false;   ///< the value of `causal` if the argument was not recorded
  bool sized_by_type = false;      ///< the original too takes the element size from the type
  int bias = -1;                   ///< bias added to the scores; -1: none
  int window = -1;                 ///< keys before its own that a query sees, then keys after; -1: all
  int up_to_own = -1;              ///< keys up to its own that a query sees, 0 for all, as one number; -1: all
  bool later_flags = false;        ///< dropout, causal and window are one position later, as in flash_attn
  int other_causal = -1;           ///< position of `causal` in versions without dropout; -1: no such versions
  int latest_causal = -1;          ///< and in later ones, with two more arguments before the scale
  bool masks_by_number = false;    ///< `causal`: 0 no mask, 1 aligned to the first query and key, 2 to the last
  int first_causal = -1;           ///< with `masks_by_number`: a flag, aligned to the first, in versions that take
                                   ///< neither numbers nor dropout nor a bias
  int first_sequences = -1;        ///< and there `sequences`, then the longest of Q, but not of K; -1: all are alike
  bool after_gradient = false;    ///< with a fourth tensor, the first is the result's gradient instead of Q
  bool ends_together = false;      ///< causal: the last query sees the last key in any layout
  int added = -1;                  ///< an argument that earlier versions lack: there the next one is a number
  int used = -1, pages = -1;       ///< with a tensor in either, K is a cache, of which an unknown part is used
  int second = -1;                 ///< a second part of Q, which is met with V
  int chunk = -1;                  ///< the keys are in chunks of that length, a query sees its own; -1: they are not

  constexpr bool possible() const { return q >= 0 && q < 62 && dropout < 64 && causal >= 0 && causal < 64; }
};

/// An attention call as shown in reports.
struct torch_attention_call : op::attention {
  torch_attention_row at{};
  double dropout = 0;
  bool causal = false;
  double causal_number = missing<double>;                 ///< a number that the original takes for `causal`
  bool causal_recorded = true;
  bool from_first = false;                                ///< aligned at the first query and key, not the last
  double sequences_q = 0, sequences_kv = 0, longest_q = 0, longest_kv = 0;  ///< as recorded
  double most_q = 0, most_kv = 0;                         ///< tokens of the longest sequence
  bool local = false;                                     ///< queries see only a window of the keys
  double before = missing<double>, after = missing<double>;  ///< extent of the window before and after
  double chunk = 0;                                       ///< length of the chunks; 0: there are none
  byte_count repeated{};                                  ///< elements of Q, K and V that strides of 0 repeat

  constexpr byte_count bytes() const { return op::attention::bytes() - repeated; }
  constexpr byte_count gradient_bytes() const { return op::attention::gradient_bytes() - repeated; }

  /// Whether queries see fewer keys than the sizes and the mask tell.
  constexpr bool is_narrowed() const { return local || chunk > 0; }
  constexpr double pairs_of(double q, double k) const {
    if (chunk > 0) return causal && !local ? op::pairs_in_chunks(q, k, chunk) : missing<double>;
    if (!local) return q * k;
    const double left = known(before) ? before : k, right = known(after) ? after : q;
    return from_first ? op::pairs_in_band(q, k, right, left) : op::pairs_in_band(q, k, left, right);  // from the end
  }
};
inline constexpr torch_shown torch_attention_sizes{
    "B N_Q H_Q N_KV H_KV d_h_qk d_h_v", &op::attention::batch, &op::attention::queries, &op::attention::heads,
    &op::attention::keys, &op::attention::kv_heads, &op::attention::head, &op::attention::value_head};

template <fixed_string Category>
struct torch_attention_family : torch_matrix_family<Category> {
  using row = torch_attention_row;

  static constexpr torch_attention_call read(const torch_call& c, const torch_attention_row& row_of_op) {
    torch_attention_call a;
    torch_attention_row& r = a.at = row_of_op;
    if (r.added >= 0 && known(c.number(r.added)))
      for (int* at : {&r.longest, &r.dropout, &r.causal, &r.window, &r.used, &r.pages}) {
        if (*at == r.added) *at = -1;
        if (*at > r.added) --*at;
      }
    if (r.later_flags && !c.faults.flags_too_early && c.is_flag(r.causal + 1)) ++r.dropout, ++r.causal, ++r.window;
    if (c.is_flag(r.latest_causal) && !c.is_flag(r.other_causal) && !c.is_flag(r.causal))
      r.other_causal = r.latest_causal, r.second = r.q + 3, r.used = r.q + 4;  // and a list of the keys to meet
    if (!c.faults.flags_too_early && c.is_flag(r.other_causal) && !c.is_flag(r.causal))
      r.causal = r.other_causal, r.dropout = r.bias = -1, r.longest += r.longest < 0 ? 0 : 2;  // behind the used tokens
    const bool first_version = r.masks_by_number && c.is_flag(r.first_causal);
    if (first_version)
      r.causal = r.first_causal, r.sequences = r.first_sequences, r.longest = r.sequences + 2, r.used = -1,
      r.up_to_own = r.bias = r.dropout = -1, r.masks_by_number = false;  // PyTorch 2.0
    if (r.masks_by_number && c.is_flag(r.causal)) --r.causal, --r.dropout;  // PyTorch 2.1: none for the longest K
    if (r.after_gradient && !c.faults.flags_too_early && c.tensor(r.q + 3)) ++r.q;
    const torch_shape q = c.shape(r.q), k = c.shape(r.q + 1), v = c.shape(r.q + 2);
    const bool packed = r.layout == torch_layout::packed ||
                        (r.sequences >= 0 && q.rank() == 3 && k.rank() == 3 && !c.faults.few_models);
    if (!packed && (r.sequences < 0 || c.faults.few_models || !c.tensor(r.sequences))) r.sequences = -1;
    const int first = packed ? 0 : 1, tokens = r.layout == torch_layout::heads_tokens ? 2 : first;
    const int heads = r.layout == torch_layout::heads_tokens ? 1 : first + 1;
    a.batch = packed ? 1 : q[0];
    a.heads = q[heads], a.queries = q[tokens], a.head = q[first + 2];
    a.kv_heads = k[heads], a.keys = k[tokens], a.value_head = v[first + 2];
    const bool fits = (packed || (k[0] == q[0] && v[0] == q[0])) && v[heads] == k[heads] && v[tokens] == k[tokens] &&
                      k[first + 2] == q[first + 2];
    a.recomputes = r.flash, a.dropout = torch_detail::or_zero(c.number(r.dropout));
    const std::string_view masked = c.value(r.causal);
    const bool unsaid = masked.data() == nullptr || (masked.empty() && c.faults.empty_is_usual);
    a.causal = unsaid ? r.causal_otherwise : r.masks_by_number ? c.number(r.causal) > 0 : c.flag(r.causal);
    const bool is_python = unsaid || masked == "True" || masked == "False" || masked == "None";
    const bool evaluated = r.shows_strides && c.faults.flags_too_early && !is_python;  // only a number can be
    if (evaluated) a.causal_number = c.number(r.causal), a.causal = a.causal_number != 0;
    a.from_first = r.masks_by_number ? c.number(r.causal) == 1
                                     : first_version || (r.layout == torch_layout::heads_tokens && !r.ends_together);
    a.element = c.faults.attention_in_two_bytes && !r.sized_by_type ? 2 * B : c.size(r.sized_by_type ? 0 : r.q);
    if (r.window >= 0 && !c.faults.windows_are_whole) see_window(a, c);
    if (r.up_to_own >= 0 && !c.faults.windows_are_whole) see_up_to_own(a, c);
    if (r.chunk >= 0 && !c.faults.windows_are_whole) a.chunk = torch_detail::or_zero(c.number(r.chunk));
    a.pairs = a.pairs_of(a.queries, a.keys), a.reduced = a.keys;
    if (r.sequences >= 0) spread_over_sequences(a, c);
    const bool any_value = r.masks_by_number || c.faults.flags_too_early;  // else None is of another version
    a.causal_recorded = c.faults.empty_is_usual || (any_value ? c.has_value(r.causal) : c.is_flag(r.causal));
    if (!a.causal_recorded) a.mask = missing<double>;
    else if (a.causal && !a.is_narrowed()) a.mask = share_of_causal(a, c.faults);
    a.reads_result = !c.faults.operands_left_out;
    if (r.bias >= 0 && c.tensor(r.bias) && !c.faults.operands_left_out)
      a.bias = c.stored_elements(r.bias) * c.size(r.bias);
    if (c.tensor(r.second) && !c.faults.operands_left_out) a.second = c.shape(r.second)[-1];
    for (int i = r.q; i < r.q + 3 && !c.faults.operands_left_out; ++i)
      a.repeated += (c.shape(i).size() - c.stored_elements(i)) * a.element;
    // in a cache of which a part is used the number of keys is unknown
    const bool some_keys = !c.faults.windows_are_whole && (c.tensor(r.used) || c.tensor(r.pages));
    const bool unread = some_keys || !a.causal_recorded || (fits && !known(a.pairs));
    if (unread && c.lacks != nullptr) *c.lacks = true;
    const bool original_fails = (c.faults.causal_square_only && a.causal_recorded && !known(a.mask * a.pairs)) ||
                                (evaluated && !known(a.causal_number));
    if (!fits || some_keys || original_fails) a.pairs = missing<double>, a.element = missing<byte_count>;
    return a;
  }
  static constexpr std::string_view compute_type(const torch_call& c, const torch_attention_call& a) {
    return a.at.shows_types || !c.faults.few_types ? c.type(a.at.shows_types ? 0 : a.at.q) : std::string_view();
  }
  static void parameters(torch_parameters& out, const torch_call& c, const torch_attention_call& a) {
    torch_attention_sizes(out, c, a);
    if (a.at.shows_strides) out.show(c.from_argument(a.at.q), "q_stride=S0 k_stride=S1 v_stride=S2");
    out.show(c, "dropout causal flash_impl", torch_value::real(a.dropout),
             known(a.causal_number) ? torch_value::real(a.causal_number)
             : a.causal_recorded    ? torch_value::of(a.causal) : torch_value(), a.at.flash);
    if (a.at.shows_types) out.show(c, "dtype_A_B=(T0,T1)");
    if (a.at.sequences >= 0)
      out.show(c, "num_seqs_q num_seqs_kv max_seqlen_q max_seqlen_kv", a.sequences_q, a.sequences_kv,
               torch_value::real(a.longest_q), torch_value::real(a.longest_kv));
    if (known(a.before + a.after)) out.show(c, "sliding_window", a.before + a.after);
    if (a.chunk > 0) out.show(c, "attention_chunk", a.chunk);
  }

 protected:
  static constexpr void spread_over_sequences(torch_attention_call& a, const torch_call& c) {
    const double longest_kv = a.at.longest + 1 == a.at.dropout ? missing<double> : c.number(a.at.longest + 1);
    spread_over(a, c, c.extent(a.at.sequences, 0), c.extent(a.at.sequences + 1, 0), c.number(a.at.longest), longest_kv);
  }
  /// Sequence lengths are not in the trace: assuming one longest sequence and all others equal gives a lower bound.
  static constexpr void spread_over(torch_attention_call& a, const torch_call& c, double ends_q, double ends_kv,
                                    double longest_q, double longest_kv) {
    a.sequences_q = ends_q - 1, a.sequences_kv = ends_kv - 1, a.longest_q = longest_q, a.longest_kv = longest_kv;
    // above all tokens it is only a limit, as of an engine's requests: then all sequences are equal
    const auto longest_of = [&](double recorded, double tokens, double sequences) {
      const bool limit = recorded > tokens && !c.faults.longest_as_recorded;
      return limit ? op::ceil_div(tokens, sequences) : recorded;
    };
    a.most_q = longest_of(a.longest_q, a.queries, a.sequences_q);
    a.most_kv = longest_of(a.longest_kv, a.keys, a.sequences_kv);
    a.pairs = a.pairs_of(a.most_q, a.most_kv), a.reduced = a.most_kv;
    const double others = a.sequences_q - 1;
    if (!(others > 0)) return;
    const double rest_q = op::floor_div(a.queries - a.most_q, others);
    const double rest_kv = op::floor_div(a.keys - a.most_kv, a.sequences_kv - 1);
    a.pairs += others * a.pairs_of(rest_q, rest_kv), a.reduced += others * rest_kv;
    if (c.faults.causal_square_only && a.causal && (a.most_q != a.most_kv || rest_q != rest_kv))
      a.pairs = missing<double>;
  }
  /// A window that ends with the query's own key is causal, and contains that key plus those before it.
  static constexpr void see_window(torch_attention_call& a, const torch_call& c) {
    const double left = c.number(a.at.window), right = c.number(a.at.window + 1);
    a.local = left >= 0 || right >= 0;
    const bool up_to_own = a.causal || right == 0;
    if (left >= 0) a.before = left + (up_to_own ? 1 : 0.5);
    if (up_to_own) a.after = 0;
    else if (right >= 0) a.after = right + 0.5;
  }
  static constexpr void see_up_to_own(torch_attention_call& a, const torch_call& c) {
    const double keys = c.number(a.at.up_to_own);
    if (keys > 0) a.local = true, a.before = keys, a.after = 0;
  }
  /// The share of query-key pairs that a causal mask leaves: half of a square. In flash attention, including
  /// PyTorch's copy, the last query sees all keys; in PyTorch's other kernels the first query sees the first key.
  static constexpr double share_of_causal(const torch_attention_call& a, const torch_model_faults& faults) {
    const double q = a.at.sequences < 0 ? a.queries : a.most_q, k = a.at.sequences < 0 ? a.keys : a.most_kv;
    if (q == k) return 0.5;
    if (faults.causal_square_only) return missing<double>;
    if (q > k) return a.from_first ? 1 - k / (2 * q) : k / (2 * q);
    return a.from_first ? q / (2 * k) : 1 - q / (2 * k);
  }
};

struct torch_attention : torch_attention_family<"SDPA_fwd"> {
  static constexpr torch_layout packed = torch_layout::packed, heads_tokens = torch_layout::heads_tokens;
  static constexpr std::array rows{
      row{.name = "FlashAttnFunc", .shows_types = true, .shows_strides = true, .other_causal = 4,
          .latest_causal = 6},
      row{.name = "flash_attn::_flash_attn_forward", .shows_types = true, .shows_strides = true, .window = 6},
      row{.name = "flash_attn::_flash_attn_varlen_forward", .layout = packed, .dropout = 7, .causal = 9,
          .shows_types = true, .shows_strides = true, .sequences = 3, .longest = 5, .window = 10, .used = 17,
          .pages = 15},
      row{.name = "aten::_scaled_dot_product_cudnn_attention", .layout = heads_tokens, .dropout = 5, .causal = 6,
          .flash = false, .shows_types = true, .bias = 3, .other_causal = 4},
      row{.name = "aten::_scaled_dot_product_efficient_attention", .layout = heads_tokens, .dropout = 5, .causal = 6,
          .flash = false, .shows_types = true, .bias = 3, .other_causal = 4},
      row{.name = "aten::_scaled_dot_product_flash_attention", .layout = heads_tokens, .causal = 4,
          .shows_types = true, .ends_together = true},
      row{.name = "aiter::_flash_attn_forward", .window = 6}, row{.name = "aiter::mha_fwd", .window = 6},
      row{.name = "aiter::fmha_v3_fwd", .window = 6},
      row{.name = "aiter::wrapper_fmha_v3_fwd", .q = 1, .dropout = 4, .causal = 6, .window = 7},
      row{.name = "flash_attn_3::fwd", .dropout = -1, .causal = 24, .sequences = 7, .longest = 12, .window = 25,
          .used = 11, .pages = 14, .second = 5, .chunk = 27}};

  static constexpr torch_attention_call from(const torch_call& c, const row& r) { return read(c, r); }
};

/// Ops that compute attention's gradients.
struct torch_attention_backward : torch_attention_family<"SDPA_bwd"> {
  static constexpr std::array rows{
      row{.name = "flash_attn::_flash_attn_backward", .q = 1, .dropout = 8, .causal = 10, .shows_types = true,
          .shows_strides = true, .causal_otherwise = true, .sized_by_type = true, .window = 11,
          .later_flags = true},
      row{.name = "flash_attn::_flash_attn_varlen_backward", .q = 1, .layout = torch_layout::packed, .dropout = 13,
          .causal = 15, .shows_types = true, .shows_strides = true, .sequences = 9, .longest = 11,
          .window = 16},
      row{.name = "aiter::_flash_attn_backward", .dropout = 10, .causal = 12, .window = 13, .after_gradient = true},
      row{.name = "aiter::wrapper_fmha_v3_bwd", .q = 1, .dropout = 7, .causal = 9, .window = 10,
          .after_gradient = true},  // and that behind an empty tensor
      row{.name = "aiter::mha_bwd", .q = 1, .dropout = 6, .causal = 8, .window = 9}};

  static constexpr gradients_of<torch_attention_call> from(const torch_call& c, const row& r) { return {read(c, r)}; }
};

/// DeepSpeed's attention over [batch, sequences, tokens, heads, head].
struct torch_evoformer : torch_matrix_family<"SDPA_fwd"> {
  static constexpr std::string_view name = "EvoformerAttention";

  static constexpr op::attention from(const torch_call& c) {
    const torch_shape q = c.shape(0);
    return {.batch = q[0] * q[1], .heads = q[3], .kv_heads = q[3], .queries = q[2], .keys = q[2], .head = q[4],
            .value_head = q[4], .element = c.faults.attention_in_two_bytes ? 2 * B : c.size(0)};
  }
  static void parameters(torch_parameters& out, const torch_call& c, const op::attention& a) {
    torch_attention_sizes(out, c, a);
    out.show(c, "causal=false flash_impl=false dtype_A_B",
             torch_value::list(torch_value::tuple(std::array{c.type(0)}).text));
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_ATTENTION_HPP
