#!/usr/bin/env python3
"""Opens a radio in a real browser by a link on a page of another origin, gives the token once, and uses it in three tabs.

    follow_link.py CHROMIUM URL PROFILE HOST TOKEN

The page with the link is served on HOST, an address of this machine. Exit status 1 when what is waited for does not come.
"""

import http.server
import json
import sys
import threading

from browser import Browser, Failure

TABS = 3


def serve(host, target):
    """A page with a link to `target`: its address."""
    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            body = f'<!DOCTYPE html><title>elsewhere</title><a id="link" href="{target}">radio</a>'.encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer((host, 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://{host}:{server.server_address[1]}/"


def main():
    program, url, profile, host, token = sys.argv[1:]
    browser = Browser(program, profile)
    try:
        first = browser.open(serve(host, url))
        first.wait("document.readyState === 'complete' && document.title === 'elsewhere'")
        first.click("#link")
        first.wait("document.readyState === 'complete' && document.getElementById('ask')?.open")
        if first.value("location.href") != url or first.value("document.referrer").split("/")[2].split(":")[0] != host:
            raise Failure("the link did not lead there")
        first.value("document.getElementById('token').value = " + json.dumps(token))
        first.click("#enter")
        first.wait_text("state", "on the air")
        if first.value("document.cookie + JSON.stringify(localStorage) + JSON.stringify(sessionStorage)") != "{}{}":
            raise Failure("a script can read what opens the radio")
        tabs = [first] + [browser.open(url, window=True) for _ in range(TABS - 1)]
        for tab in tabs:
            tab.wait_text("state", "on the air")
            status = tab.value("fetch('/api/status').then((answer) => answer.status)")
            if status != 200:
                raise Failure(f"a tab is answered {status}")
        tabs[-1].click("#stop")
        for tab in tabs:
            tab.wait_text("state", "stopped")
    except Failure as failure:
        sys.exit(f"follow_link: {failure}")
    finally:
        browser.close()


main()
