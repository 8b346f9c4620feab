#!/usr/bin/env python3
"""Each message that docs/troubleshooting.md explains is in the code.

    messages_are_there.py SOURCE
"""

import os
import re
import sys

source = sys.argv[1]
texts = []
for folder in ("include", "examples", "cmake", "packaging"):
    for base, _, names in os.walk(os.path.join(source, folder)):
        for name in names:
            if name != "generated.hpp" and name.endswith((".hpp", ".cpp", ".txt", ".cmake", ".sh")):
                with open(os.path.join(base, name), encoding="utf-8") as file:
                    texts.append(file.read())
with open(os.path.join(source, "run"), encoding="utf-8") as file:
    texts.append(file.read())
code = re.sub(r'"\n *"', "", "\n".join(texts)).replace('\\"', '"')  # joins strings that continue on the next line

with open(os.path.join(source, "docs", "troubleshooting.md"), encoding="utf-8") as file:
    messages = re.findall(r"^\| `([^`]+)` \|", file.read(), re.M)
failed = [m for m in messages for part in m.split("…") if len(part.strip()) > 1 and part.strip() not in code]
for message in failed:
    print("no code says: " + message)
print("%d messages" % len(messages))
sys.exit(1 if failed or len(messages) < 20 else 0)
