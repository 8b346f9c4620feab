#ifndef RIDGELINE_HW_SET_HPP
#define RIDGELINE_HW_SET_HPP

#include <type_traits>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/hw/device.hpp>

namespace ridgeline::hw {

/// Equality ignoring ASCII case and treating blanks, hyphens and underscores alike: "h100-pcie" equals "H100 PCIe".
constexpr bool same_name(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  const auto plain = [](char c) {
    return c == '-' || c == '_' ? ' ' : core_detail::lower_letter(c);
  };
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] != b[i] && plain(a[i]) != plain(b[i])) return false;
  return true;
}

/// Whether `name` is the chip's own name or one of its aliases.
constexpr bool answers_to(const device& d, std::string_view name) {
  if (same_name(d.name, name)) return true;
  for (std::string_view alias : d.aliases)
    if (same_name(alias, name)) return true;
  return false;
}

/// The first chip with that name or alias (see `same_name`), or null.
constexpr const device* find(list_of<device> among, std::string_view name) {
  for (const device& d : among)
    if (answers_to(d, name)) return &d;
  return nullptr;
}

namespace detail {

/// Whether a fact is a member of each object, which the concepts accept.
template <class Chip>
inline constexpr bool lacks_static = requires { requires std::is_member_object_pointer_v<decltype(&Chip::name)>; } ||
                                     requires { requires std::is_member_object_pointer_v<decltype(&Chip::cores)>; } ||
                                     requires { requires std::is_member_object_pointer_v<decltype(&Chip::dram)>; } ||
                                     requires { requires std::is_member_object_pointer_v<decltype(&Chip::peaks)>; };

/// Reports in a readable error what a chip in a list lacks.
template <class Chip>
consteval bool is_chip() {
  constexpr bool name = has_name<Chip>, cores = has_cores<Chip>, memory = has_memory_bandwidth<Chip>,
                 peaks = has_peaks<Chip>;  // by name, so that compilers do not explain the concepts
  if constexpr (!name && !cores && !memory && !peaks) {
    static_assert(name, "a chip is a struct of facts, and this one has none: name, cores, dram, peaks; see "
                        "hw/descriptor.hpp, or \"Add a chip\" in docs/CONTRIBUTING.md");
  } else {
    static_assert(name, "has_name: a chip needs `static constexpr std::string_view name`");
    static_assert(cores, "has_cores: a chip needs `static constexpr int cores`");
    static_assert(memory, "has_memory_bandwidth: a chip needs `static constexpr bandwidth dram`");
    static_assert(peaks, "has_peaks: a chip needs `static constexpr std::array peaks{peak{...}, ...}`");
    constexpr bool of_the_type = !lacks_static<Chip>;
    static_assert(of_the_type, "facts of a chip are its type's: `static constexpr int cores`, not `const int cores`");
  }
  return true;
}
template <class Chip>
constexpr device as_device() {
  if constexpr (hardware<Chip> && !lacks_static<Chip>) return image<Chip>();
  else return {};
}

}  // namespace detail

/// Chips to choose from by name at run time, searched in order. `with<...>` puts a user's chips first, so that they
/// take precedence over others with the same name.
template <class... Chips>
struct chip_list {
  static_assert((detail::is_chip<Chips>() && ...));

  template <class... New>
  using with = chip_list<New..., Chips...>;

  static constexpr std::array<device, sizeof...(Chips)> images{detail::as_device<Chips>()...};

  /// The first chip with that name or alias (see `same_name`), or null.
  static constexpr const device* find(std::string_view name) { return hw::find(images, name); }
};

namespace detail {

/// Two chips in a list with the same name or alias; `name` is empty if there are none.
struct name_clash {
  std::size_t first = 0;
  std::size_t second = 0;
  std::string_view name{};
};

template <std::size_t N>
constexpr name_clash find_clash(const std::array<device, N>& chips) {
  for (std::size_t second = 1; second < N; ++second)
    for (std::size_t first = 0; first < second; ++first) {
      if (answers_to(chips[first], chips[second].name)) return {first, second, chips[second].name};
      for (std::string_view alias : chips[second].aliases)
        if (answers_to(chips[first], alias)) return {first, second, alias};
    }
  return {};
}

template <std::size_t N>
constexpr fixed_string<N + 1> fixed(std::string_view text) {
  char chars[N + 1] = {};
  for (std::size_t i = 0; i < N; ++i) chars[i] = text[i];
  return chars;
}

template <std::size_t P, class First, class... Rest>
struct nth : nth<P - 1, Rest...> {};
template <class First, class... Rest>
struct nth<0, First, Rest...> {
  using type = First;
};

/// Shows the two chips and the shared name in the compiler's message.
template <class First, class Second, fixed_string Name>
struct both_named {
  static_assert(Name.view().empty(), "two chips of one chip_set have the same name or alias: rename one, or add it by "
                                     "with<...>, where the newest wins");
};

template <const name_clash& Clash, class... Chips>
constexpr bool named_once() {
  if constexpr (!Clash.name.empty())
    return sizeof(both_named<typename nth<Clash.first, Chips...>::type, typename nth<Clash.second, Chips...>::type,
                             fixed<Clash.name.size()>(Clash.name)>) != 0;
  return true;
}

}  // namespace detail

/// A `chip_list` in which names are unique: two chips with the same name do not compile.
template <class... Chips>
struct chip_set : chip_list<Chips...> {
  static constexpr detail::name_clash clash = detail::find_clash(chip_list<Chips...>::images);
  static_assert(detail::named_once<clash, Chips...>());
};

namespace detail {
template <class... Sets>
struct joined;
template <class... Chips>
struct joined<chip_set<Chips...>> {
  using type = chip_list<Chips...>;
  using set = chip_set<Chips...>;
};
template <class... A, class... B, class... Rest>
struct joined<chip_set<A...>, chip_set<B...>, Rest...> : joined<chip_set<A..., B...>, Rest...> {};
}  // namespace detail

/// The chips of several sets in one list, in order. Only `joined_set` checks that no name occurs in two of the sets,
/// since with many chips that takes long to compile.
template <class... Sets>
using joined = typename detail::joined<Sets...>::type;
template <class... Sets>
using joined_set = typename detail::joined<Sets...>::set;

}  // namespace ridgeline::hw

#endif  // RIDGELINE_HW_SET_HPP
