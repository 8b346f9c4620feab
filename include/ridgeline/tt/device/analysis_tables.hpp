#ifndef RIDGELINE_TT_DEVICE_ANALYSIS_TABLES_HPP
#define RIDGELINE_TT_DEVICE_ANALYSIS_TABLES_HPP

#include <array>
#include <string_view>

#include <ridgeline/tt/device/analyses.hpp>

/// The analyses made for every device log, and the setups that add to them, as tables.
namespace ridgeline::tt {

/// For logs with six columns. T0 is the earliest marker of the device.
inline constexpr std::array marker_analyses{
    on_core("T0 -> BRISC FW start", marker(0, tt_risc::brisc), marker(1, tt_risc::brisc)),
    on_core("TRISC0 kernel start -> TRISC0 kernel end", marker(2, tt_risc::trisc_0), marker(3, tt_risc::trisc_0)),
    on_core("TRISC1 kernel start -> TRISC1 kernel end", marker(2, tt_risc::trisc_1), marker(3, tt_risc::trisc_1)),
    on_core("TRISC2 kernel start -> TRISC2 kernel end", marker(2, tt_risc::trisc_2), marker(3, tt_risc::trisc_2)),
    on_core("BRISC kernel start -> BRISC kernel end", marker(2, tt_risc::brisc), marker(3, tt_risc::brisc)),
    on_core("NCRISC kernel start -> NCRISC kernel end", marker(2, tt_risc::ncrisc), marker(3, tt_risc::ncrisc)),
    tt_measure{"ANY RISC FW start -> ANY RISC FW end", tt_across::core, tt_sampling::launch_first_last, marker(1),
                marker(4)},
    on_core("ANY RISC FW end -> BRISC FW start", marker(4), marker(1, tt_risc::brisc)),
    tt_measure{"T0 -> ANY RISC FW end", tt_across::core, tt_sampling::session_first_last, marker(0, tt_risc::brisc),
                marker(4)},
    tt_measure{"BRISC FW start -> ANY RISC FW end", tt_across::core, tt_sampling::session_first_last,
                marker(1, tt_risc::brisc), marker(4)},
    tt_measure{"T0 -> ANY CORE ANY RISC FW end", tt_across::device, tt_sampling::session_first_last, marker(0),
                marker(4)}};

/// Additional data in newer logs with six columns: rows of Ethernet cores, and durations.
inline constexpr std::array later_marker_analyses{
    on_core("ERISC kernel start -> ERISC kernel end", marker(2, tt_risc::erisc), marker(3, tt_risc::erisc)),
    tt_measure{"Compute CB wait front", tt_across::core, tt_sampling::sum,
                marker(tt_wait_front_id, tt_risc::trisc_0), {}},
    tt_measure{"Compute CB reserve back", tt_across::core, tt_sampling::sum,
                marker(tt_reserve_back_id, tt_risc::trisc_2), {}}};

/// For zone logs. Trace-only logs record a core as a whole.
inline constexpr std::array zone_analyses{
    in_op("trace_fw_duration", zone({whole_core_fw}, only(tt_risc::core_agg)),
          zone({whole_core_fw}, only(tt_risc::core_agg))),
    in_op("trace_kernel_duration", zone({"TRACE-KERNEL"}, only(tt_risc::core_agg)),
          zone({"TRACE-KERNEL"}, only(tt_risc::core_agg))),
    on_device("trace2trace - FW", zone({whole_core_fw}, only(tt_risc::core_agg), tt_phase::end),
              zone({whole_core_fw}, only(tt_risc::core_agg), tt_phase::begin)),
    on_device("trace2trace - kernel", zone({"TRACE-KERNEL"}, only(tt_risc::core_agg), tt_phase::end),
              zone({"TRACE-KERNEL"}, only(tt_risc::core_agg), tt_phase::begin)),
    on_core("op2op", zone(kernel_zones, tt_any_risc, tt_phase::end),
            zone({"BRISC-KERNEL", "NCRISC-KERNEL"}, data_movers, tt_phase::begin)),
    in_op("device_kernel_first_to_last_start", zone(kernel_zones, tt_any_risc, tt_phase::begin),
          zone(kernel_zones, tt_any_risc, tt_phase::begin)),
    tt_measure{"device_kernel_duration_per_core", tt_across::ops, tt_sampling::op_core_first_last, zone(kernel_zones),
                zone(kernel_zones)},
    in_op("device_fw_duration", zone(fw_zones), zone(fw_zones)),
    in_op("device_kernel_duration", zone(kernel_zones), zone(kernel_zones)),
    in_op("device_kernel_duration_dm_start", zone({"BRISC-KERNEL", "NCRISC-KERNEL", "ERISC-KERNEL"}),
          zone(kernel_zones)),
    in_op("device_brisc_kernel_duration", zone({"BRISC-KERNEL"}), zone({"BRISC-KERNEL"})),
    in_op("device_ncrisc_kernel_duration", zone({"NCRISC-KERNEL"}), zone({"NCRISC-KERNEL"})),
    in_op("device_trisc0_kernel_duration", zone({"TRISC-KERNEL"}, only(tt_risc::trisc_0)),
          zone({"TRISC-KERNEL"}, only(tt_risc::trisc_0))),
    in_op("device_trisc1_kernel_duration", zone({"TRISC-KERNEL"}, only(tt_risc::trisc_1)),
          zone({"TRISC-KERNEL"}, only(tt_risc::trisc_1))),
    in_op("device_trisc2_kernel_duration", zone({"TRISC-KERNEL"}, only(tt_risc::trisc_2)),
          zone({"TRISC-KERNEL"}, only(tt_risc::trisc_2))),
    in_op("device_erisc_kernel_duration", zone({"ERISC-KERNEL"}), zone({"ERISC-KERNEL"})),
    tt_measure{"device_compute_cb_wait_front", tt_across::ops, tt_sampling::sum,
                zone({"CB-COMPUTE-WAIT-FRONT"}, only(tt_risc::trisc_0), tt_phase::sum), {}},
    tt_measure{"device_compute_cb_reserve_back", tt_across::ops, tt_sampling::sum,
                zone({"CB-COMPUTE-RESERVE-BACK"}, only(tt_risc::trisc_2), tt_phase::sum), {}},
    tt_measure{"dispatch_total_cq_cmd_op_time", tt_across::dispatch_ops, tt_sampling::op_first_last,
                zone({"CQ_DISPATCH_*", "CQ-DISPATCH*"}, only(tt_risc::brisc)),
                zone({"CQ_DISPATCH_*", "CQ-DISPATCH*"}, only(tt_risc::brisc))},
    tt_measure{"dispatch_go_send_wait_time", tt_across::dispatch_ops, tt_sampling::op_first_last,
                zone({"CQ_DISPATCH_CMD_SEND_GO_SIGNAL"}, only(tt_risc::ncrisc)),
                zone({"CQ_DISPATCH_CMD_SEND_GO_SIGNAL"}, only(tt_risc::ncrisc))}};

/// The analyses of `zone_analyses` over the kernels of one RISC, and the columns of reports that show them.
struct risc_kernels {
  std::string_view analysis, column;
  tt_risc risc;
};
inline constexpr std::array kernels_of_riscs{
    risc_kernels{"device_brisc_kernel_duration", "DEVICE BRISC KERNEL DURATION [ns]", tt_risc::brisc},
    risc_kernels{"device_ncrisc_kernel_duration", "DEVICE NCRISC KERNEL DURATION [ns]", tt_risc::ncrisc},
    risc_kernels{"device_trisc0_kernel_duration", "DEVICE TRISC0 KERNEL DURATION [ns]", tt_risc::trisc_0},
    risc_kernels{"device_trisc1_kernel_duration", "DEVICE TRISC1 KERNEL DURATION [ns]", tt_risc::trisc_1},
    risc_kernels{"device_trisc2_kernel_duration", "DEVICE TRISC2 KERNEL DURATION [ns]", tt_risc::trisc_2},
    risc_kernels{"device_erisc_kernel_duration", "DEVICE ERISC KERNEL DURATION [ns]", tt_risc::erisc}};

/// Analyses, by name, that older versions of the tools lacked; used with `--parity`.
inline constexpr std::array<std::string_view, 4> not_before_2025{
    "op2op", "device_kernel_first_to_last_start", "device_kernel_duration_per_core", "device_kernel_duration_dm_start"};

inline constexpr std::array multi_dram{on_core("Compute~", marker(6, tt_risc::ncrisc), marker(5, tt_risc::brisc))};
inline constexpr std::array in0_mcast{
    on_core("NCRISC start sender -> BRISC kernel end", marker(10, tt_risc::ncrisc), marker(3, tt_risc::brisc)),
    on_core("NCRISC start reciever -> BRISC kernel end", marker(7, tt_risc::ncrisc), marker(3, tt_risc::brisc))};
inline constexpr std::array in1_mcast{
    on_core("NCRISC start sender -> BRISC kernel end", marker(20, tt_risc::ncrisc), marker(3, tt_risc::brisc)),
    on_core("NCRISC start reciever -> BRISC kernel end", marker(16, tt_risc::ncrisc), marker(3, tt_risc::brisc))};
inline constexpr std::array in0_in1_mcast{
    on_core("NC_in0_s_in1_r -> B_end", marker(24, tt_risc::ncrisc), marker(3, tt_risc::brisc)),
    on_core("NC_in0_s_in1_s -> B_end", marker(29, tt_risc::ncrisc), marker(3, tt_risc::brisc)),
    on_core("NC_in0_r_in1_r -> B_end", marker(34, tt_risc::ncrisc), marker(3, tt_risc::brisc)),
    on_core("NC_in0_r_in1_s -> B_end", marker(39, tt_risc::ncrisc), marker(3, tt_risc::brisc))};
inline constexpr std::array full_buffer{on_core("Marker Repeat", marker(5), marker(5)),
                                       in_zone("Marker Repeat", "TEST-FULL", tt_any_risc),
                                       in_zone("Marker Repeat ETH", "TEST-FULL", only(tt_risc::erisc))};
inline constexpr std::array noc{on_core("NoC For Loop", marker(5, tt_risc::ncrisc), marker(6, tt_risc::ncrisc)),
                                in_zone("NoC For Loop", "NOC-FOR-LOOP", only(tt_risc::ncrisc))};
inline constexpr std::array cycle_count{
    in_zone("BRISC KERNEL_START->KERNEL_END", "BRISC-KERNEL", only(tt_risc::brisc)),
    in_zone("NCRISC KERNEL_START->KERNEL_END", "NCRISC-KERNEL", only(tt_risc::ncrisc)),
    in_zone("TRISC_0 KERNEL_START->KERNEL_END", "TRISC-KERNEL", only(tt_risc::trisc_0)),
    in_zone("TRISC_1 KERNEL_START->KERNEL_END", "TRISC-KERNEL", only(tt_risc::trisc_1)),
    in_zone("TRISC_2 KERNEL_START->KERNEL_END", "TRISC-KERNEL", only(tt_risc::trisc_2))};
inline constexpr std::array multi_op{cycle_count.front()};
inline constexpr std::array dispatch_cores{in_zone("Tensix CQ Dispatch", "CQ-DISPATCH", only(tt_risc::brisc)),
                                          in_zone("Tensix CQ Prefetch", "CQ-PREFETCH", only(tt_risc::brisc))};
inline constexpr std::array ethernet_dispatch_cores{
    in_zone("Ethernet CQ Dispatch", "CQ-DISPATCH", only(tt_risc::erisc)),
    in_zone("Ethernet CQ Prefetch", "CQ-PREFETCH", only(tt_risc::erisc))};

inline constexpr std::array setups{default_setup,
                                   setup{"test_matmul_multi_core_multi_dram", multi_dram},
                                   setup{"test_matmul_multi_core_multi_dram_in0_mcast", in0_mcast},
                                   setup{"test_matmul_multi_core_multi_dram_in1_mcast", in1_mcast},
                                   setup{"test_matmul_multi_core_multi_dram_in0_mcast_in1_mcast", in0_in1_mcast},
                                   setup{"test_full_buffer", full_buffer, false},
                                   setup{"test_noc", noc, false},
                                   setup{"test_multi_op", multi_op, false},
                                   setup{"test_timestamped_events", {}, false},
                                   setup{"test_custom_cycle_count", cycle_count},
                                   setup{"test_custom_cycle_count_slow_dispatch", cycle_count, false},
                                   setup{"test_dispatch_cores", dispatch_cores, false},
                                   setup{"test_ethernet_dispatch_cores", ethernet_dispatch_cores, false}};

}  // namespace ridgeline::tt

#endif  // RIDGELINE_TT_DEVICE_ANALYSIS_TABLES_HPP
