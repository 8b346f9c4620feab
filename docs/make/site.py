#!/usr/bin/env python3
"""Makes a site of the documents and the headers: one page each, with a search over everything that works offline.

    site.py SOURCE FOLDER
"""

import html
import json
import os
import re
import shutil
import sys

ORDER = ["start", "README", "cookbook", "pytorch_report", "gpu_report", "jax_report", "multi_rank_report", "compare_report",
         "tt_perf_report", "tt_ops_report", "tt_device_report", "op_model", "findings", "critical_path", "inference_phases",
         "html_pages", "sheets", "glossary", "troubleshooting", "json", "python", "agents", "formats", "kineto", "install",
         "live", "CONTRIBUTING", "architecture", "deviations", "CHANGELOG"]

STYLE = """
:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0;display:grid;grid-template-columns:16rem 1fr;min-height:100vh}
nav{padding:1rem;border-right:1px solid #8884;position:sticky;top:0;height:100vh;overflow:auto;box-sizing:border-box}
nav a{display:block;padding:.1rem 0}nav a[aria-current]{font-weight:bold}main{padding:1rem 2rem;max-width:60rem;min-width:0}
pre{overflow:auto;padding:.7rem;background:#8881;border-radius:4px}code{font:.9em ui-monospace,monospace}
table{border-collapse:collapse;display:block;overflow:auto}td,th{border:1px solid #8884;padding:.2rem .5rem;text-align:left;vertical-align:top}
#q{width:100%;box-sizing:border-box;font:inherit;padding:.3rem}#found a{display:block;margin:.4rem 0}#found small{opacity:.75;display:block}
img{max-width:100%;border:1px solid #8884;border-radius:4px}a{color:#1f5fa8}@media(prefers-color-scheme:dark){a{color:#7ab5ff}}@media(max-width:45rem){body{display:block}nav{position:static;height:auto}}
"""

SEARCH = """
const q=document.getElementById('q'),found=document.getElementById('found'),main=document.querySelector('article');
function search(){
  const words=q.value.toLowerCase().split(/\\s+/).filter(Boolean);
  found.replaceChildren();main.hidden=words.length>0;if(!words.length)return;
  const hits=[];
  for(const part of INDEX){
    const title=part.t.toLowerCase(),text=part.x.toLowerCase();let score=0;
    for(const w of words){const n=(title.includes(w)?20:0)+Math.min(text.split(w).length-1,10);if(!n){score=0;break}score+=n}
    if(score)hits.push([score,part]);
  }
  hits.sort((a,b)=>b[0]-a[0]);
  const count=document.createElement('p');count.textContent=hits.length+' results';found.append(count);
  for(const[,part]of hits.slice(0,50)){
    const a=document.createElement('a'),small=document.createElement('small');
    a.href=part.u;a.textContent=part.t;
    const at=Math.max(0,part.x.toLowerCase().indexOf(words[0])-60);
    small.textContent=(at?'\u2026':'')+part.x.slice(at,at+200);a.append(small);found.append(a);
  }
}
q.addEventListener('input',search);
const asked=new URLSearchParams(location.search).get('q');if(asked){q.value=asked;search()}
document.documentElement.dataset.ready='yes';
"""


def slug(text):
    """A heading's anchor, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", re.sub(r"`", "", text).lower()).replace(" ", "-")


def inline(text):
    """Renders code, links and bold in a line of Markdown."""
    out, at = [], 0
    for m in re.finditer(r"`([^`]+)`|!?\[((?:[^\[\]]|`[^`]*`)+)\]\(([^)\s]+)\)|\*\*([^*]+)\*\*", text):
        out.append(html.escape(text[at:m.start()], quote=False))
        at = m.end()
        if m.group(1) is not None:
            out.append("<code>%s</code>" % html.escape(m.group(1), quote=False))
        elif m.group(0).startswith("!"):
            out.append('<img src="%s" alt="%s">' % (html.escape(link(m.group(3))), html.escape(m.group(2))))
        elif m.group(2) is not None:
            to = link(m.group(3))
            out.append('<a href="%s">%s</a>' % (html.escape(to), inline(m.group(2))) if to else inline(m.group(2)))
        else:
            out.append("<strong>%s</strong>" % inline(m.group(4)))
    return "".join(out) + html.escape(text[at:], quote=False)


LINKS = {"to": lambda target: target}


def link(target):
    return LINKS["to"](target)


def cells(line):
    row = re.sub(r"\\\|", "\0", line.strip().strip("|"))
    parts, inside, cell = [], False, ""
    for c in row:
        inside = inside != (c == "`")
        if c == "|" and not inside:
            parts.append(cell)
            cell = ""
        else:
            cell += c
    return [p.strip().replace("\0", "|") for p in parts + [cell]]


def page_of(text):
    """The HTML of a document, and its sections: anchor, heading, plain text."""
    out, sections, lines, i = [], [["", "", ""]], text.split("\n"), 0
    while i < len(lines):
        line = lines[i]
        if line.startswith("```"):
            body = []
            i += 1
            while i < len(lines) and not lines[i].startswith("```"):
                body.append(lines[i])
                i += 1
            out.append("<pre><code>%s</code></pre>" % html.escape("\n".join(body), quote=False))
            sections[-1][2] += " ".join(body) + " "
        elif re.match(r"<!--.*-->$", line) or not line.strip():
            pass
        elif m := re.match(r"(#+) (.*)", line):
            level, title = len(m.group(1)), m.group(2)
            anchor = slug(title)
            out.append('<h%d id="%s">%s</h%d>' % (level, anchor, inline(title), level))
            sections.append([anchor, title.replace("`", ""), ""])
        elif line.startswith("|"):
            rows = []
            while i < len(lines) and lines[i].startswith("|"):
                rows.append(cells(lines[i]))
                i += 1
            i -= 1
            head = "".join("<th>%s</th>" % inline(c) for c in rows[0])
            body = "".join("<tr>%s</tr>" % "".join("<td>%s</td>" % inline(c) for c in row) for row in rows[2:])
            out.append("<table><thead><tr>%s</tr></thead><tbody>%s</tbody></table>" % (head, body))
            sections[-1][2] += " ".join(" ".join(row) for row in rows) + " "
        elif m := re.match(r"(\s*)([*-]|\d+\.) ", line):
            items, kind = [], "ol" if m.group(2)[0].isdigit() else "ul"
            while i < len(lines) and (re.match(r"\s*([*-]|\d+\.) ", lines[i]) or (lines[i].startswith("  ") and lines[i].strip())):
                if new := re.match(r"\s*(?:[*-]|\d+\.) (.*)", lines[i]):
                    items.append(new.group(1))
                else:
                    items[-1] += " " + lines[i].strip()
                i += 1
            i -= 1
            out.append("<%s>%s</%s>" % (kind, "".join("<li>%s</li>" % inline(t) for t in items), kind))
            sections[-1][2] += " ".join(items) + " "
        else:
            words = []
            while i < len(lines) and lines[i].strip() and not re.match(r"```|#+ |\||<!--|\s*([*-]|\d+\.) ", lines[i]):
                words.append(lines[i].strip())
                i += 1
            i -= 1
            out.append("<p>%s</p>" % inline(" ".join(words)))
            sections[-1][2] += " ".join(words) + " "
        i += 1
    return "\n".join(out), [s for s in sections if s[1] or s[2].strip()]


def header_text(path, text):
    """A header's declarations as a document: each /// comment with the declaration below it."""
    out, comment, lines = ["# %s" % path, ""], [], text.split("\n")
    for n, line in enumerate(lines):
        bare = line.strip()
        if bare.startswith("///") and not bare.startswith("///<"):
            comment.append(bare[3:].strip())
            continue
        if comment and bare and not bare.startswith(("#", "//", "namespace")):
            shown = [line.rstrip()]
            while len(shown) < 8 and n + len(shown) < len(lines):  # the declaration below the comment, up to a blank line
                more = lines[n + len(shown)].rstrip()
                if not more.strip() or more.strip().startswith("///") or more.startswith("}"):
                    break
                shown.append(more)
            name = re.search(r"(?:struct|class|enum class|concept)\s+(\w+)|(\w+)\s*[({=;]", bare)
            out += ["", "## %s" % (next(g for g in name.groups() if g) if name else bare[:40]), "", " ".join(comment), "",
                    "```", *shown, "```"]
        elif comment:
            out += [" ".join(comment), ""]
        comment = []
    return "\n".join(out)


def main():
    source, folder = map(os.path.abspath, sys.argv[1:3])
    documents = {"README": os.path.join(source, "README.md")}
    for name in sorted(os.listdir(os.path.join(source, "docs"))):
        if name.endswith(".md"):
            documents[name[:-3]] = os.path.join(source, "docs", name)
    names = [n for n in ORDER if n in documents] + sorted(n for n in documents if n not in ORDER)
    headers = []
    for base, folders, files in os.walk(os.path.join(source, "include", "ridgeline")):
        folders.sort()
        for name in sorted(files):
            if name.endswith(".hpp") and not name.endswith("_body.hpp") and name != "generated.hpp":
                headers.append(os.path.relpath(os.path.join(base, name), os.path.join(source, "include")))
    if os.path.isdir(folder):
        if not os.path.exists(os.path.join(folder, "index.js")) and os.listdir(folder):
            sys.exit("%s is not a site: choose another folder" % folder)
        shutil.rmtree(folder)
    os.makedirs(os.path.join(folder, "headers"))
    index, pages = [], {}

    def target_in(document):
        def to(target):
            if re.match(r"[a-z]+:", target) or target.startswith("#"):
                return target
            path, _, anchor = target.partition("#")
            at = os.path.normpath(os.path.join(os.path.dirname(document), path))
            for name, file in documents.items():
                if file == at:
                    return name + ".html" + ("#" + anchor if anchor else "")
            inside = os.path.relpath(at, source)
            if inside.startswith("include/ridgeline/") and inside[8:] in headers:
                return "headers/" + inside[8:].replace("/", "-") + ".html"
            if os.path.isfile(at):  # copy files that documents link to
                to_file = os.path.join(folder, "files", inside)
                os.makedirs(os.path.dirname(to_file), exist_ok=True)
                shutil.copyfile(at, to_file)
                return "files/" + inside.replace(os.sep, "/")
            return ""  # a source folder: no link
        return to

    def add(name, text, to):
        LINKS["to"] = to
        body, sections = page_of(text)
        title = next((s[1] for s in sections if s[1]), name)
        pages[name] = (title, body)
        for anchor, heading, words in sections:
            shown = title if heading in ("", title) else title + ": " + heading
            index.append({"u": name + ".html" + ("#" + anchor if anchor else ""), "t": shown, "x": re.sub(r"[`|]", " ", words).strip()})

    for name in names:
        with open(documents[name], encoding="utf-8") as file:
            add(name, file.read(), target_in(documents[name]))
    for path in headers:
        with open(os.path.join(source, "include", path), encoding="utf-8") as file:
            add("headers/" + path.replace("/", "-"), header_text(path, file.read()), lambda target: target)
    listing = "# Headers\n\n" + "\n".join("- [%s](%s.html)" % (p, "headers/" + p.replace("/", "-")) for p in headers)
    add("headers", listing, lambda target: target)
    for name, (title, body) in pages.items():
        up = "../" if "/" in name else ""
        nav = "".join('<a href="%s%s.html"%s>%s</a>' % (up, n, ' aria-current="page"' if n == name else "", html.escape(pages[n][0]))
                      for n in names + ["headers"])
        with open(os.path.join(folder, name + ".html"), "w", encoding="utf-8") as file:
            file.write('<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
                       '<title>%s</title><style>%s</style></head><body><nav><input id="q" type="search" placeholder="Search">%s</nav>'
                       '<main><div id="found"></div><article>%s</article></main>' % (html.escape(title), STYLE, nav, body))
            file.write('<script>const UP="%s"</script><script src="%sindex.js"></script><script>%s</script></body></html>\n'
                       % (up, up, SEARCH.replace("a.href=part.u", "a.href=UP+part.u")))
    with open(os.path.join(folder, "index.js"), "w", encoding="utf-8") as file:
        file.write("const INDEX=" + json.dumps(index, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/") + ";\n")
    shutil.copyfile(os.path.join(folder, "start.html"), os.path.join(folder, "index.html"))
    print("%d documents, %d headers: %s" % (len(names), len(headers), os.path.join(folder, "index.html")))


main()
