#include <ridgeline/ranks/replay/python_script.hpp>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "tests/support/temporary.hpp"

#include <ridgeline/ranks/replay/tool.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(replay_python_script)

namespace {

/// A stub of torch: schemas of two overloads, tensors that only know their arguments, and a clock that reports 3 ms for
/// any interval.
constexpr std::string_view torch = R"PY(
class DType:
    def __init__(self, name, floats):
        self.name, self.is_floating_point = name, floats
bfloat16, float32, int64, bool = DType("bfloat16", True), DType("float32", True), DType("int64", False), DType("bool", False)
class Tensor:
    def __init__(self, n, dtype):
        self.n, self.dtype, self.dims, self.strides = n, dtype, None, None
    def to(self, dtype):
        return Tensor(self.n, dtype)
def randn(n, device, dtype): return Tensor(n, dtype)
def zeros(n, device, dtype): return Tensor(n, dtype)
def randint(low, high, shape, device): return Tensor(shape[0], int64)
def as_strided(flat, dims, strides):
    flat.dims, flat.strides = dims, strides
    return flat
class Argument:
    def __init__(self, name, type, kwarg_only=False):
        self.name, self.type, self.kwarg_only = name, type, kwarg_only
class Schema:
    def __init__(self, *arguments): self.arguments = arguments
class Overload:
    def __init__(self, *arguments): self._schema = Schema(*arguments)
    def __call__(self, *positional, **named):
        import sys
        if not hasattr(self, "told"):
            self.told = True
            for p in positional:
                print(p.n, p.dtype.name, p.dims, p.strides, file=sys.stderr)
            print(sorted(named.items()), file=sys.stderr)
class Packet:
    default = Overload(Argument("self", "Tensor"))
    with_beta = Overload(Argument("self", "Tensor"), Argument("mat", "Tensor"), Argument("beta", "number", True),
                         Argument("on", "bool", True), Argument("dims", "Optional[List[int]]", True))
    def overloads(self): return ["default", "with_beta"]
class aten:
    product = Packet()
class ops:
    aten = aten
class cuda:
    class Event:
        def __init__(self, enable_timing): pass
        def record(self): pass
        def elapsed_time(self, other): return 3.0
    @staticmethod
    def synchronize(): pass
)PY";

replay_call product() {
  replay_call c;
  c.group = "gemm", c.name = "aten::product", c.count = 5, c.profiled = 4.5;
  c.dims = "[[2,3],[3,4],[],[],[]]", c.strides = "[[8,1],[1,3],[],[],[]]";
  c.types = R"(["c10::BFloat16","float","Scalar","Scalar","ScalarList"])";
  c.concrete = R"(["","","1.5","True","[1, 2]"])";
  return c;
}

std::string tool(std::string_view name) {
  const char* const folders = std::getenv("PATH");
  return find_tool(name, folders == nullptr ? "/bin:/usr/bin" : folders);
}

tool_end run(const temporary_folder& folder, std::vector<std::string> options) {
  std::vector<std::string> all{"env", "PYTHONPATH=" + folder.path(), "PYTHONDONTWRITEBYTECODE=1", tool("python3"),
                               folder.path("replay.py")};
  all.insert(all.end(), options.begin(), options.end());
  return run_tool(tool("env"), {all}, {});
}

}  // namespace

BOOST_AUTO_TEST_CASE(it_finds_the_overload_and_makes_strided_tensors) {
  if (tool("python3").empty()) return;
  const temporary_folder folder;
  folder.file("torch.py", torch);
  const std::vector<replay_call> calls{product()};
  folder.file("replay.py", replay_script(calls));
  const tool_end end = run(folder, {"--runs", "10", "--warm-up", "1"});
  BOOST_TEST(end.code == 0, end.printed);
  // the first tensor reaches to 1 + 1 * 8 + 2 * 1 elements, the second to 1 + 2 * 1 + 3 * 3
  BOOST_TEST(end.printed.find("11 bfloat16 [2, 3] [8, 1]") != std::string::npos, end.printed);
  BOOST_TEST(end.printed.find("12 float32 [3, 4] [1, 3]") != std::string::npos, end.printed);
  BOOST_TEST(end.printed.find("[('beta', 1.5), ('dims', [1, 2]), ('on', True)]") != std::string::npos, end.printed);
  BOOST_TEST(end.printed.find("gemm,0,aten::product,300.0,4.5") != std::string::npos, end.printed);  // 3 ms over 10 runs
}

BOOST_AUTO_TEST_CASE(names_and_values_of_a_trace_run_nothing) {
  if (tool("python3").empty()) return;
  const temporary_folder folder;
  replay_call evil = product();
  const std::string name = "aten::x'\"]\n__import__('os').system('touch " + folder.path("ran") + "')#`id`$(id)";
  evil.name = name;
  const std::string concrete = R"x(["","","__import__('os').system('touch )x" + folder.path("ran") + R"x(')","True","[]"])x";
  replay_call second = product();
  second.concrete = concrete;
  const std::vector<replay_call> calls{evil, second};
  folder.file("torch.py", torch);
  folder.file("replay.py", replay_script(calls));
  BOOST_TEST(run(folder, {"--list"}).code == 0);
  const tool_end end = run(folder, {});
  BOOST_TEST(end.code == 1);
  BOOST_TEST(!std::filesystem::exists(folder.path("ran")), end.printed);
}

BOOST_AUTO_TEST_CASE(lists_that_are_none_cost_their_op_alone) {
  if (tool("python3").empty()) return;
  const temporary_folder folder;
  replay_call broken = product(), missing = product();
  broken.dims = "[[2,", broken.types = "os.system('x')";
  missing.concrete = "";
  const std::vector<replay_call> calls{broken, missing, product()};
  folder.file("torch.py", torch);
  const std::string text = replay_script(calls);
  BOOST_TEST(text.find("\"os.system('x')\"") != std::string::npos);  // quoted
  folder.file("replay.py", text);
  const tool_end end = run(folder, {"--runs", "10"});
  BOOST_TEST(end.code == 1);
  BOOST_TEST(end.printed.find("gemm,0,aten::product,300.0,4.5") != std::string::npos, end.printed);
}

BOOST_AUTO_TEST_SUITE_END()
