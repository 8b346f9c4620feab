#!/usr/bin/env python3
"""The site of the documents: every link leads to a page and a place in it, and the search finds what is there.

    site.py SOURCE
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.parse

source = os.path.abspath(sys.argv[1])
failed = []
with tempfile.TemporaryDirectory(prefix="ridgeline-site-") as folder:
    site = os.path.join(folder, "site")
    for _ in range(2):  # the second time over existing output
        subprocess.run([sys.executable, os.path.join(source, "docs", "make", "site.py"), source, site], check=True, stdout=subprocess.DEVNULL)
    texts = {}
    for base, _, names in os.walk(site):
        for name in names:
            if name.endswith(".html"):
                with open(os.path.join(base, name), encoding="utf-8") as file:
                    texts[os.path.relpath(os.path.join(base, name), site)] = file.read()
    for page, text in texts.items():
        body = text[text.index("<nav>"):text.index("<script>")]
        assert "<script" not in body, page
        for target in re.findall(r'(?:href|src)="([^"]+)"', body):
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            to = os.path.normpath(os.path.join(os.path.dirname(page), urllib.parse.unquote(path))) if path else page
            if not os.path.exists(os.path.join(site, to)):
                failed.append("%s: no %s" % (page, target))
            elif anchor and to in texts and 'id="%s"' % anchor not in texts[to]:
                failed.append("%s: no place %s" % (page, target))
    # Twenty of the cookbook's questions have a picture, and every generated picture is in the page.
    names = subprocess.run([sys.executable, os.path.join(source, "docs", "make", "pictures.py")], check=True, text=True,
                           stdout=subprocess.PIPE).stdout.split()
    shown = re.findall(r'<img src="files/docs/pictures/(\w+)[.]webp" alt="[^"]+">', texts["cookbook.html"])
    if sorted(shown) != sorted(names) or len(names) < 20:
        failed.append("the cookbook's pictures: " + ", ".join(sorted(set(shown) ^ set(names))))
    with open(os.path.join(site, "index.js"), encoding="utf-8") as file:
        index = json.loads(file.read().removeprefix("const INDEX=").removesuffix(";\n").replace("<\\/", "</"))
    for words, page in (("straggler", "multi_rank_report.html"), ("read_any_trace_file", "headers/ridgeline-torch-read-any_trace.hpp.html"),
                        ("exposed_comm_time", "pytorch_report.html"), ("small kernels", "cookbook.html")):
        if not any(words in (part["t"] + " " + part["x"]).lower() and part["u"].startswith(page) for part in index):
            failed.append("the search for %s does not find %s" % (words, page))
    for part in index:
        if part["u"].partition("#")[0] not in texts:
            failed.append("the search leads to " + part["u"])
print("\n".join(failed[:20]) or "%d pages" % len(texts))
sys.exit(1 if failed else 0)
