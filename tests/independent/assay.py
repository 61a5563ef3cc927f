"""Asks the built program, with a data directory of its own."""

import json
import os
import subprocess
from collections import Counter, defaultdict

#: Names of states in answers, as the reader names them.
STATES = {
    "identical": "unchanged",
    "shadowed_now": "unchanged",
    "unchanged": "unchanged",
    "resources_changed": "unchanged",
    "frontmatter_only": "frontmatter",
    "whitespace_only": "whitespace",
    "whitespace": "whitespace",
    "body_changed": "changed",
    "changed": "changed",
    "changed_by_agent": "changed",
    "deleted": "deleted",
    "renamed": "moved",
    "moved_scope": "moved",
    "moved": "moved",
    "in_another_version": "another version",
    "another_version": "another version",
    "filled": None,
    "unverifiable": None,
    "not_comparable": None,
}


class Assay:
    """The program on one home."""

    def __init__(self, program, home, data):
        self.program, self.home, self.data = program, home, data
        self.cache = {}

    def ask(self, *words):
        """Returns the JSON answer to a command; None if it fails."""
        if words not in self.cache:
            done = self.run(*words, "--json")
            try:
                self.cache[words] = json.loads(done.stdout)
            except ValueError:
                self.cache[words] = None
            if isinstance(self.cache[words], dict) and "error" in self.cache[words]:
                self.cache[words] = None
        return self.cache[words]

    def run(self, *words):
        kept = {name: os.path.join(self.data, name) for name in ("cache", "config", "data", "state")}
        around = {f"XDG_{name.upper()}_HOME": folder for name, folder in kept.items()}
        around |= {"HOME": self.home, "PATH": os.environ.get("PATH", "")}
        return subprocess.run(
            [self.program, *words], cwd=self.data, env=around, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, timeout=600,
        )

    def sessions(self):
        """Returns the rows of all sessions by the path of their log, and the notes."""
        answer = self.ask("sessions", "--everywhere")
        if answer is None:
            raise SystemExit(f"`{self.program} sessions --everywhere --json` gave no answer.")
        rows = {os.path.realpath(row["path"]): row for row in answer["sessions"]}
        return rows, [json.dumps(note) for note in answer.get("notes", [])]

    def export(self):
        """Returns tools and tokens of each session as the telemetry export tells them."""
        path = os.path.join(self.data, "export.json")
        self.run("export", "--everywhere", "--otlp", path)
        tools, tokens = defaultdict(Counter), defaultdict(lambda: [0, 0])
        with open(path, encoding="utf-8") as lines:
            spans = [span for line in lines for span in spans_of(json.loads(line))]
        for name, attributes in spans:
            session = attributes.get("gen_ai.conversation.id")
            # The activation of a skill is told beside the call that asked for it.
            tool = attributes.get("gen_ai.tool.name")
            if name.startswith("execute_tool ") and tool != "load_skill":
                tools[session][tool] += 1
            if name.startswith("invoke_agent "):
                tokens[session][0] += int(attributes.get("gen_ai.usage.input_tokens", 0))
                tokens[session][1] += int(attributes.get("gen_ai.usage.output_tokens", 0))
        return tools, tokens

    def drift(self, session):
        """Returns the state of each text of a session, by its hash and name."""
        answer = self.ask("drift", "--session", session) or {}
        return {(row["content_hash"], row["name"]): row["state"] for row in answer.get("rows", [])}

    def used(self):
        """Returns in how many turns and sessions each skill was activated, by workspace and name."""
        turns = Counter()
        for workspace in (self.ask("drift", "--everywhere") or {}).get("workspaces", []):
            for row in workspace["drift"]["rows"]:
                turns[workspace["workspace"], row["name"]] += row["turns"]
        return turns


def spans_of(document):
    for resource in document.get("resourceSpans", []):
        for scope in resource["scopeSpans"]:
            for span in scope["spans"]:
                values = {given["key"]: next(iter(given["value"].values()), None) for given in span["attributes"]}
                yield span["name"], values
