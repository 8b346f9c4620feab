#!/usr/bin/env python3
"""Man pages and completions of the installed programs: each option of --help is in them, man takes them without a
warning, and bash completes with them.

    manual.py PREFIX
"""

import os
import re
import shutil
import subprocess
import sys

prefix = os.path.abspath(sys.argv[1])
failed = []


def output(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, check=False, **more)


def read(*parts):
    with open(os.path.join(prefix, "share", *parts), encoding="utf-8") as file:
        return file.read()


programs = sorted(os.listdir(os.path.join(prefix, "bin")))
assert "pytorch_report" in programs and "ridgeline-mcp" in programs, programs
for name in programs:
    text = output(os.path.join(prefix, "bin", name), "--help").stdout
    options = set(re.findall(r"(?<![\w-])--?[a-zA-Z][\w-]*(?=[ ,\n])", "\n".join(
        line.split("  ")[1] + "\n" for line in text.split("\n") if re.match(r"  -", line))))
    assert len(options) >= 2, (name, options)
    page, bash = read("man", "man1", name + ".1"), read("bash-completion", "completions", name)
    zsh, fish = read("zsh", "vendor-completions", "_" + name), read("fish", "vendor_completions.d", name + ".fish")
    for option in options:
        if option.replace("-", "\\-") not in page:
            failed.append("%s.1 lacks %s" % (name, option))
        if not re.search(r"[ \"]" + re.escape(option) + r"[ \"]", bash):
            failed.append("completion of %s in bash lacks %s" % (name, option))
        if "%s[" % option not in zsh:
            failed.append("completion of %s in zsh lacks %s" % (name, option))
        if not re.search((" -l %s " % option[2:] if option.startswith("--") else " -s %s " % option[1:]), fish):
            failed.append("completion of %s in fish lacks %s" % (name, option))
    if shutil.which("man") and shutil.which("groff"):
        shown = output("man", "--warnings=mac,char,escape", "-l", os.path.join(prefix, "share", "man", "man1", name + ".1"),
                       env={**os.environ, "MANWIDTH": "100", "LC_ALL": "C.UTF-8"})
        if shown.returncode or shown.stderr or name.upper() not in shown.stdout:
            failed.append("man %s: %s" % (name, shown.stderr))

page = read("man", "man1", "tt_perf_report.1")
for part in ["(ops_perf_results*.csv)\n.SH SYNOPSIS", ".B csv_files TEXT ...\nops CSVs"]:
    if part not in page:
        failed.append("tt_perf_report.1 lacks " + part)

if shutil.which("bash"):
    script = """
      . "$1/share/bash-completion/completions/pytorch_report"
      ask() { COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _ridgeline_pytorch_report; echo "${COMPREPLY[*]}"; }
      ask pytorch_report --jso
      ask pytorch_report --roof ''
      ask pytorch_report --json "$1/inc"
    """
    done = output("bash", "-c", script, "bash", prefix)
    wanted = "--json\npeak achievable\n%s/include\n" % prefix
    if done.stdout != wanted or done.stderr:
        failed.append("bash: %r %r" % (done.stdout, done.stderr))
for shell, name in (("zsh", "zsh/vendor-completions/_pytorch_report"), ("fish", "fish/vendor_completions.d/pytorch_report.fish")):
    if shutil.which(shell):
        done = output(shell, "-n", os.path.join(prefix, "share", name))
        if done.returncode:
            failed.append("%s: %s" % (shell, done.stderr))

print("\n".join(failed) or "%d programs" % len(programs))
sys.exit(1 if failed else 0)
