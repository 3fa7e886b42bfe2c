#!/usr/bin/env python3
"""Holds the OpenAPI document of a running radio against the radio itself.

    check_api.py URL document     the document is valid, and the streams begin as it says
    check_api.py URL requests     all it describes is asked for, rightly and wrongly, by a fixed seed; this takes long

URL is such as http://localhost:8600. The tools are openapi-spec-validator and schemathesis. The streams have no end, so
that they are read for their beginning alone. Exit status 1 and the reason when something does not fit.
"""

import http.client
import json
import os
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request

from openapi_spec_validator import validate

SEED = "20260"
EXAMPLES = "12"
# These have no end, or ask servers of others; tests of their own hold them against the document.
STREAMS = ["/api/events", "/api/spectrum", "/stream", "/api/directory/check"]
# A body that is both wrong and too long may be refused for either. No schema can say which texts are lists of stations.
CONFIGURATION = """
[checks]
negative_data_rejection.expected-statuses = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422"]

[[operations]]
include-name = "POST /api/stations/import"
checks.positive_data_acceptance.expected-statuses = ["2xx", "400"]
"""


def fail(text):
    sys.exit("check_api: " + text)


def document(url):
    with urllib.request.urlopen(url + "/openapi.json", timeout=10) as answer:
        text = json.load(answer)
    validate(text)
    return text


def streams(url, described):
    """The streams say what they are, and begin with what they promise."""
    where = urllib.parse.urlsplit(url).netloc
    for path, headers, beginning in [
        ("/api/events", {}, b"retry: 2000\n\nid: "),
        ("/api/spectrum?fps=60&bands=4", {}, b"retry: 2000\n\nevent: header\ndata: {"),
        ("/stream", {"Icy-MetaData": "1"}, None),
    ]:
        connection = http.client.HTTPConnection(where, timeout=10)
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        kind = answer.headers.get_content_type()
        known = described["paths"][path.split("?")[0]]["get"]["responses"]
        if str(answer.status) not in known:
            fail(f"{path}: the status {answer.status} is not described")
        if answer.status == 200:
            if kind not in known["200"]["content"]:
                fail(f"{path}: {kind} is not described")
            if beginning is not None and (begun := answer.read(len(beginning))) != beginning:
                fail(f"{path} begins with {begun!r}")
        connection.close()


def failures(text):
    """What schemathesis reports, without the middle of long lines: a request may have 100 KB."""
    lines = [line if len(line) <= 400 else f"{line[:200]} ... {line[-200:]}" for line in text.splitlines()]
    return "\n".join(lines)[-16000:]


def requests(url, described):
    """schemathesis finds nothing to say."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "openapi.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(described, file)
        with open(os.path.join(folder, "schemathesis.toml"), "w", encoding="utf-8") as file:
            file.write(CONFIGURATION)
        command = [os.path.join(os.path.dirname(sys.executable), "schemathesis"), "run", path, "--url", url]
        command += ["--seed", SEED, "--max-examples", EXAMPLES, "--phases", "examples,coverage,fuzzing"]
        command += ["--checks", "all", "--exclude-checks", "ignored_auth"]
        command += ["--suppress-health-check", "all", "--request-timeout", "5", "--generation-database", "none"]
        for stream in STREAMS:
            command += ["--exclude-path", stream]
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    if run.returncode != 0:
        fail("schemathesis:\n" + failures(run.stdout) + run.stderr[-2000:])


def main():
    url, part = sys.argv[1].rstrip("/"), sys.argv[2]
    described = document(url)
    {"document": streams, "requests": requests}[part](url, described)


main()
