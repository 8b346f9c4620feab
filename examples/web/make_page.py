#!/usr/bin/env python3
"""Makes the page of the programs: make_page.py REPOSITORY MODULE.js PAGE. MODULE.wasm is beside MODULE.js."""

import base64
import gzip
import hashlib
import os
import re
import sys

repository, module, page = sys.argv[1:]
own = os.path.dirname(os.path.abspath(__file__))


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def packed(path):
    """Base64 of gzip, the same for the same bytes."""
    with open(path, "rb") as file:
        return base64.b64encode(gzip.compress(file.read(), 9, mtime=0)).decode()


def in_script(text):
    """A text that ends no element that it stands in."""
    return re.sub(r"</(?=script)|<!(?=--)", lambda found: found.group()[0] + "\\" + found.group()[1:], text)


def policy_hash(text):
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


# The frame with a report has this page's policy on top of its own, so both must name the report's script and style:
# they are assembled as in html_body.hpp.
generated = read(repository, "include/ridgeline/sink/page/generated.hpp")
report_script = '"use strict";\n(() => {\n' + "".join(re.findall(r'R"js\((.*?)\)js"', generated, re.S)) + "})();\n"
report_style = "".join(re.findall(r'R"css\((.*?)\)css"', generated, re.S))

style = report_style + read(own, "page.css")
script = in_script('"use strict";\n(() => {\n' + read(own, "files.js") + read(own, "page.js") + "})();\n")
worker = in_script('"use strict";\n' + read(module) + read(own, "worker.js"))
policy = ("default-src 'none'; script-src 'wasm-unsafe-eval' blob: %s %s; style-src %s %s; worker-src blob:; "
          "frame-src blob:; img-src data: blob:; connect-src 'none'; base-uri 'none'; form-action 'none'"
          % (policy_hash(script), policy_hash(report_script), policy_hash(style), policy_hash(report_style)))
version = re.search(r'RIDGELINE_VERSION "([^"]+)"', read(repository, "include/ridgeline/core/version.hpp")).group(1)
samples = "\n".join('<script type="text/plain" data-file="%s">%s</script>'
                    % (name, packed(os.path.join(repository, "examples/sample", name)))
                    for name in ("transformer_step.json", "jax_step.xplane.pb", "llama_decode_wormhole.csv"))

parts = {"POLICY": policy, "STYLE": style, "SCRIPT": script, "WORKER": worker, "VERSION": version, "SAMPLES": samples,
         "MODULE": packed(re.sub(r"\.js$", ".wasm", module))}
text = re.sub("@(%s)@" % "|".join(parts), lambda found: parts[found.group(1)], read(own, "page.html"))
os.makedirs(os.path.dirname(page), exist_ok=True)
with open(page + ".new", "w", encoding="utf-8") as file:
    file.write(text)
os.replace(page + ".new", page)
