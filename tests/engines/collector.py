"""Sends every line of an OTLP/JSON file to a real collector on this machine: FILE. Prints what it said of each."""
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

import rotel


def free():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


program = os.path.join(os.path.dirname(rotel.__file__), "rotel-agent")
http, grpc = free(), free()
pid = tempfile.NamedTemporaryFile(suffix=".pid")
words = ["start", "--pid-file", pid.name, "--otlp-http-endpoint", f"127.0.0.1:{http}", "--otlp-grpc-endpoint", f"127.0.0.1:{grpc}"]
collector = subprocess.Popen([program, *words, "--exporter", "blackhole"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
try:
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", http), 0.1).close()
            break
        except OSError:
            time.sleep(0.1)
    accepted, refused = 0, []
    with open(sys.argv[1], "rb") as lines:
        for number, line in enumerate(lines, 1):
            signal = "traces" if "resourceSpans" in json.loads(line) else "logs"
            address = f"http://127.0.0.1:{http}/v1/{signal}"
            ask = urllib.request.Request(address, line, {"content-type": "application/json"})
            try:
                with urllib.request.urlopen(ask, timeout=10) as answer:
                    accepted += answer.status == 200
            except urllib.error.HTTPError as error:
                refused.append(f"line {number}: {error.code} {error.read()[:200]}")
    print("rows", json.dumps({"accepted": accepted, "refused": refused}))
finally:
    collector.terminate()
