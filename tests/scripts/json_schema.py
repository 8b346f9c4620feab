"""The part of JSON Schema (2020-12) that the schemas in docs/schema are written in. A word that is not known here is an
error, so that a schema cannot say what nobody checks."""

import re

TYPES = {
    "null": lambda v: v is None,
    "boolean": lambda v: isinstance(v, bool),
    "integer": lambda v: not isinstance(v, bool) and (isinstance(v, int) or isinstance(v, float) and v.is_integer()),
    "number": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool),
    "string": lambda v: isinstance(v, str),
    "array": lambda v: isinstance(v, list),
    "object": lambda v: isinstance(v, dict),
}
NOTES = {"$schema", "$id", "$defs", "title", "description"}


def equal(a, b):
    """Whether two values are the same JSON: 1 and true are not."""
    return isinstance(a, bool) == isinstance(b, bool) and a == b


def problems(value, schema, root=None, at=""):
    """What is wrong with a value, as a list of sentences that begin with the place."""
    root = schema if root is None else root
    found = []
    for word, wanted in schema.items():
        wrong = None
        if word in NOTES:
            continue
        if word == "$ref":
            part = root
            for name in wanted.removeprefix("#/").split("/"):
                part = part[name]
            found += problems(value, part, root, at)
        elif word == "type":
            kinds = [wanted] if isinstance(wanted, str) else wanted
            wrong = None if any(TYPES[k](value) for k in kinds) else "is no " + " or ".join(kinds)
        elif word == "const":
            wrong = None if equal(value, wanted) else "is not %r" % (wanted,)
        elif word == "enum":
            wrong = None if any(equal(value, w) for w in wanted) else "%r is none of %s" % (value, wanted)
        elif word == "pattern":
            wrong = "%r does not match %s" % (value, wanted) if isinstance(value, str) and not re.search(wanted, value) else None
        elif word == "minLength":
            wrong = "is too short" if isinstance(value, str) and len(value) < wanted else None
        elif word == "minimum":
            wrong = "is below %s" % wanted if TYPES["number"](value) and value < wanted else None
        elif word == "maxItems":
            wrong = "has more than %d items" % wanted if isinstance(value, list) and len(value) > wanted else None
        elif word == "items":
            if isinstance(value, list):
                for i, item in enumerate(value):
                    found += problems(item, wanted, root, "%s/%d" % (at, i))
        elif word == "required":
            if isinstance(value, dict):
                found += ["%s lacks %s" % (at or "/", name) for name in wanted if name not in value]
        elif word == "properties":
            if isinstance(value, dict):
                for name, part in wanted.items():
                    if name in value:
                        found += problems(value[name], part, root, at + "/" + name)
        elif word == "additionalProperties":
            if isinstance(value, dict):
                for name in value:
                    if name in schema.get("properties", {}):
                        continue
                    if wanted is False:
                        found.append("%s has %s, which the schema does not know" % (at or "/", name))
                    else:
                        found += problems(value[name], wanted, root, at + "/" + name)
        else:
            raise ValueError("the schema uses %s, which is not checked" % word)
        if wrong:
            found.append("%s %s" % (at or "/", wrong))
        if len(found) > 20:
            return found
    return found
