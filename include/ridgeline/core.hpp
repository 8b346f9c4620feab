#ifndef RIDGELINE_CORE_HPP
#define RIDGELINE_CORE_HPP

/// Vocabulary, chips and op models, using only the standard library: the header for profiler code.

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"  // g++ warns about templates here if a program has a variable `list`
#endif

#include <ridgeline/core/config.hpp>
#include <ridgeline/core/dtype.hpp>
#include <ridgeline/core/fixed_string.hpp>
#include <ridgeline/core/units.hpp>
#include <ridgeline/core/version.hpp>
#include <ridgeline/hw/amd.hpp>
#include <ridgeline/hw/catalog.hpp>
#include <ridgeline/hw/descriptor.hpp>
#include <ridgeline/hw/device.hpp>
#include <ridgeline/hw/google.hpp>
#include <ridgeline/hw/intel.hpp>
#include <ridgeline/hw/nvidia.hpp>
#include <ridgeline/hw/nvidia_cards.hpp>
#include <ridgeline/hw/set.hpp>
#include <ridgeline/hw/tenstorrent.hpp>
#include <ridgeline/op/conv.hpp>
#include <ridgeline/op/matmul.hpp>
#include <ridgeline/op/model.hpp>
#include <ridgeline/op/roofline.hpp>
#include <ridgeline/op/set.hpp>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#endif  // RIDGELINE_CORE_HPP
