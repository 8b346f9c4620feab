#ifndef RIDGELINE_RANKS_REPLAY_PYTHON_SCRIPT_HPP
#define RIDGELINE_RANKS_REPLAY_PYTHON_SCRIPT_HPP

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <ridgeline/core/units.hpp>
#include <ridgeline/table/python_text.hpp>

namespace ridgeline {

/// A call to replay, as recorded in a trace. Lists are JSON.
struct replay_call {
  std::string_view group{}, name{};
  std::int64_t number = 0;       ///< index in its group, from 0
  std::string_view dims{}, types{}, strides{}, concrete{};
  double profiled = missing<double>;  ///< mean time in the trace, microseconds
  std::int64_t count = 0;
};

/// The fixed part of the script. It finds the overload whose arguments accept what the trace recorded, creates
/// strided random tensors, and times the call with device events.
inline constexpr std::string_view replay_script_body = R"PY(

DTYPES = {"float": "float32", "double": "float64", "c10::Half": "float16", "c10::BFloat16": "bfloat16",
          "long": "int64", "long int": "int64", "int": "int32", "short": "int16", "short int": "int16",
          "signed char": "int8", "c10::complex<float>": "complex64", "c10::complex<double>": "complex128",
          "unsigned char": "uint8", "bool": "bool",
          "c10::Float8_e4m3fn": "float8_e4m3fn", "c10::Float8_e4m3fnuz": "float8_e4m3fnuz",
          "c10::Float8_e5m2": "float8_e5m2", "c10::Float8_e5m2fnuz": "float8_e5m2fnuz"}


class Unfit(Exception):
    pass


def with_lists(op):
    return {key: json.loads(value or "[]") if key in ("dims", "types", "strides", "concrete") else value
            for key, value in op.items()}


def make_tensor(torch, dims, kind, strides, device):
    dtype = getattr(torch, DTYPES[kind])
    if len(strides) != len(dims):
        strides = [0] * len(dims)
        step = 1
        for i in reversed(range(len(dims))):
            strides[i] = step
            step *= dims[i]
    extent = 1 + sum((n - 1) * s for n, s in zip(dims, strides)) if all(dims) else 0
    if dtype.is_floating_point:
        flat = torch.randn(extent, device=device, dtype=torch.float32).to(dtype)
    elif dtype == torch.bool:
        flat = torch.zeros(extent, device=device, dtype=dtype)
    else:
        flat = torch.randint(0, 2, (extent,), device=device).to(dtype)
    return torch.as_strided(flat, dims, strides)


def plain_value(text, kind):
    """What the text of a recorded argument is for a schema's type."""
    optional = kind.startswith("Optional[")
    kind = kind[9:-1] if optional else kind
    if text in ("", "[]", "None") and optional:
        return None
    if text == "":
        raise Unfit("nothing was recorded for a " + kind)
    if kind == "bool" and text in ("True", "False", "true", "false"):
        return text.lower() == "true"
    value = ast.literal_eval(text)
    if kind in ("int", "SymInt") and isinstance(value, int):
        return value
    if kind in ("float", "number", "Scalar") and isinstance(value, (int, float)):
        return value
    if kind.startswith("List[") and isinstance(value, list):
        return value
    raise Unfit("%r is no %s" % (text, kind))


def arguments_for(torch, schema, op, device):
    if len(schema.arguments) != len(op["types"]):
        raise Unfit("another number of arguments")
    positional, named = [], {}
    for i, argument in enumerate(schema.arguments):
        kind = str(argument.type)
        if op["types"][i] in DTYPES and (op["dims"][i] or kind in ("Tensor", "Optional[Tensor]")):
            if kind not in ("Tensor", "Optional[Tensor]"):
                raise Unfit("a tensor where %s is wanted" % kind)
            value = make_tensor(torch, op["dims"][i], op["types"][i], op["strides"][i], device)
        elif kind == "Optional[Tensor]":
            value = None
        else:
            value = plain_value(op["concrete"][i], kind)
        if argument.kwarg_only:
            named[argument.name] = value
        else:
            positional.append(value)
    return positional, named


def find_call(torch, op, device):
    space, _, name = op["name"].partition("::")
    packet = getattr(getattr(torch.ops, space), name)
    why = "it has no overload"
    for overload in packet.overloads():
        function = getattr(packet, overload)
        try:
            return function, arguments_for(torch, function._schema, op, device)
        except (Unfit, KeyError, ValueError, SyntaxError) as unfit:
            why = str(unfit)
    raise Unfit(why)


def time_call(torch, function, positional, named, warm_up, runs):
    for _ in range(warm_up):
        function(*positional, **named)
    torch.cuda.synchronize()
    start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    start.record()
    for _ in range(runs):
        function(*positional, **named)
    end.record()
    torch.cuda.synchronize()
    return start.elapsed_time(end) * 1000 / runs


def main():
    parser = argparse.ArgumentParser(description="Replays the ops of a trace with torch and times them.")
    parser.add_argument("--group", help="only the ops of this group")
    parser.add_argument("--number", type=int, help="only the op of this number")
    parser.add_argument("--device", default="cuda", help="default: cuda")
    parser.add_argument("--warm-up", type=int, default=1000, help="calls before timing (default: 1000)")
    parser.add_argument("--runs", type=int, default=1000, help="calls that are timed (default: 1000)")
    parser.add_argument("--list", action="store_true", help="say what would be replayed, without torch")
    options = parser.parse_args()
    chosen = [op for op in OPS if (options.group is None or op["group"] == options.group)
              and (options.number is None or op["number"] == options.number)]
    out = csv.writer(sys.stdout, lineterminator="\n")
    if options.list:
        out.writerow(["group", "no.", "name", "count", "profile time (us)"])
        for op in chosen:
            out.writerow([op["group"], op["number"], op["name"], op["count"], op["profiled_us"]])
        return 0
    try:
        import torch
    except ImportError:
        print("this needs torch: https://pytorch.org/get-started", file=sys.stderr)
        return 1
    failed = 0
    out.writerow(["group", "no.", "name", "replay time (us)", "profile time (us)"])
    for op in chosen:
        try:
            op = with_lists(op)
            function, (positional, named) = find_call(torch, op, options.device)
            time = time_call(torch, function, positional, named, options.warm_up, options.runs)
            out.writerow([op["group"], op["number"], op["name"], time, op["profiled_us"]])
        except Exception as why:
            failed += 1
            print("%s %d: %s: %s" % (op["group"], op["number"], op["name"], why), file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
)PY";

/// A script that replays calls with torch and has no other dependencies. Data from the trace appear in it only as
/// quoted strings and numbers.
inline std::string replay_script(std::span<const replay_call> calls) {
  std::string out = "#!/usr/bin/env python3\n";
  out += "\"\"\"Replays ops of a trace with torch: their shapes, types and strides.\"\"\"\n";
  out += "import argparse\nimport ast\nimport csv\nimport json\nimport sys\n\n";
  out += "# lists are JSON, as in the trace\nOPS = [\n";
  for (const replay_call& c : calls) {
    out += "    ";
    python_dict d(out);
    d.text("group", c.group);
    d.integer("number", c.number);
    d.text("name", c.name);
    for (const auto& [key, json] : {std::pair{"dims", c.dims}, std::pair{"types", c.types},
                                    std::pair{"strides", c.strides}, std::pair{"concrete", c.concrete}}) {
      d.text(key, json);
    }
    if (known(c.profiled)) d.real("profiled_us", c.profiled);
    else d.literal("profiled_us", "None");
    d.integer("count", c.count);
    d.close();
    out += ",\n";
  }
  out += "]\n";
  out += replay_script_body;
  return out;
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_REPLAY_PYTHON_SCRIPT_HPP
