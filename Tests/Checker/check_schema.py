#!/usr/bin/env python3
"""Holds the JSON lines that radiod wrote against their schema, and the schema against changes of these lines.

Usage: check_schema.py SCHEMA LINES

Every line must be valid, and the schema must describe every member. Then one line of each kind is changed: without a
member that is required, with a value of another type, below a minimum, above a maximum, not of an enumeration. The
schema must refuse each of these, and accept a line with an unknown member. Names each fault; exit status 1 when there
is one.

Needs jsonschema 4 (python3-jsonschema).
"""
import copy
import json
import sys

import jsonschema

# Valid nowhere in the schemas.
WRONG = {"not": ["a", "value"]}


def kind_of(line):
    """What lines are grouped by: their type, and whether they say that something failed."""
    return line.get("type"), tuple(key for key, value in line.items() if value is False), "error" in line


def resolve(schema, root):
    """The schema with the definition that it refers to."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/$defs/")
        return resolve(root["$defs"][name], root) | {k: v for k, v in schema.items() if k != "$ref"}
    return schema


def choose(schema, value, root):
    """Of a choice, what fits the value."""
    schema = resolve(schema, root)
    for part in schema.get("oneOf", []):
        validator = jsonschema.Draft202012Validator({**part, "$defs": root.get("$defs", {})})
        if validator.is_valid(value) and resolve(part, root).get("properties"):
            return resolve(part, root)
    return schema


def wrong_values(schema):
    """Values that the schema of a member must refuse, each with a reason."""
    yield WRONG if schema.get("type") != "object" else "a text", "another type"
    if "minimum" in schema:
        yield schema["minimum"] - 1, "below the minimum"
    if "maximum" in schema:
        yield schema["maximum"] + 1, "above the maximum"
    if "enum" in schema or "pattern" in schema or "const" in schema:
        yield "of no enumeration", "not a known value"


def changes(value, schema, root, path=""):
    """All wrong variants of a value, as functions of a copy, each with a description. Only the first element of an
    array is changed."""
    schema = choose(schema, value, root)
    if isinstance(value, dict):
        for name in schema.get("required", []):
            yield f"{path}.{name} left out", [name], None
        properties = schema.get("properties", {})
        for name, member in value.items():
            if name in properties:
                part = resolve(properties[name], root)
                for wrong, reason in wrong_values(part):
                    yield f"{path}.{name} is {json.dumps(wrong)}, {reason}", [name], wrong
                for text, keys, wrong in changes(member, part, root, f"{path}.{name}"):
                    yield text, [name, *keys], wrong
    elif isinstance(value, list) and value and "items" in schema:
        part = resolve(schema["items"], root)
        for wrong, reason in wrong_values(part):
            yield f"{path}[0] is {json.dumps(wrong)}, {reason}", [0], wrong
        for text, keys, wrong in changes(value[0], part, root, f"{path}[0]"):
            yield text, [0, *keys], wrong


def undescribed(value, schema, root, path=""):
    """The members of a value that the schema does not describe."""
    schema = choose(schema, value, root)
    if isinstance(value, dict) and "additionalProperties" not in schema:
        properties = schema.get("properties", {})
        for name, member in value.items():
            if name in properties:
                yield from undescribed(member, properties[name], root, f"{path}.{name}")
            else:
                yield f"{path}.{name}"
    elif isinstance(value, list):
        for element in value:
            yield from undescribed(element, schema.get("items", {}), root, f"{path}[]")


def changed(line, keys, wrong):
    """A copy of the line with another value at `keys`, or without it when that is None."""
    line = copy.deepcopy(line)
    place = line
    for key in keys[:-1]:
        place = place[key]
    if wrong is None:
        del place[keys[-1]]
    else:
        place[keys[-1]] = wrong
    return line


def objects_of(value, keys=()):
    """The places of all objects in a value."""
    if isinstance(value, dict):
        yield keys
        for name, member in value.items():
            yield from objects_of(member, (*keys, name))
    elif isinstance(value, list) and value:
        yield from objects_of(value[0], (*keys, 0))


def check(schema, lines):
    """The faults, each as a text."""
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for number, line in enumerate(lines, 1):
        for error in validator.iter_errors(line):
            yield f"line {number}: {error.json_path}: {error.message[:300]}"
    samples = {kind_of(line): line for line in lines}.values()
    tried = 0
    for line in samples:
        yield from (f"not described: {path}" for path in undescribed(line, schema, schema))
        for text, keys, wrong in changes(line, schema, schema):
            tried += 1
            if validator.is_valid(changed(line, keys, wrong)):
                yield f"accepted: {text}"
        for keys in objects_of(line):
            if not validator.is_valid(changed(line, [*keys, "memberOfALaterVersion"], "a text")):
                yield f"refused: a further member in {'.'.join(map(str, keys)) or 'the line'}"
    if tried < 4:
        yield f"only {tried} changes were tried"


def main():
    schema_path, lines_path = sys.argv[1:]
    with open(schema_path, encoding="utf-8") as file:
        schema = json.load(file)
    with open(lines_path, encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    faults = list(check(schema, lines)) if lines else ["no line to check"]
    for fault in faults[:20]:
        print(fault)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
