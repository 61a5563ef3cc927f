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
        """Returns tools, tokens by turn, compactions and states of texts of each session, as the export has them."""
        path = os.path.join(self.data, "export.json")
        self.run("export", "--everywhere", "--otlp", path)
        tools, turns, compactions, states = defaultdict(Counter), defaultdict(dict), Counter(), defaultdict(dict)
        with open(path, encoding="utf-8") as lines:
            documents = [json.loads(line) for line in lines]
        for name, attributes in entries_of(documents, "resourceLogs", "scopeLogs", "logRecords"):
            if name == "assay.compaction":
                compactions[attributes.get("gen_ai.conversation.id")] += 1
        for name, attributes in entries_of(documents, "resourceSpans", "scopeSpans", "spans"):
            session = attributes.get("gen_ai.conversation.id")
            # An activation is told beside the call that asked for it.
            tool = attributes.get("gen_ai.tool.name")
            if tool == "load_skill":
                text = attributes.get("assay.skill.content.sha256"), attributes.get("gen_ai.skill.name")
                states[session][text] = attributes.get("assay.drift.state")
            if name.startswith("execute_tool ") and tool != "load_skill":
                tools[session][tool] += 1
            if name.startswith("invoke_agent "):
                spent = [int(attributes.get(f"gen_ai.usage.{side}_tokens", 0)) for side in ("input", "output")]
                turns[session][int(attributes.get("assay.turn.number", 0))] = spent
        return tools, turns, compactions, states

    def drift(self, session):
        """Returns the state of each text of a session, by its hash and name."""
        answer = self.ask("drift", "--session", session) or {}
        return {(row["content_hash"], row["name"]): row["state"] for row in answer.get("rows", [])}

    def used(self, workspace):
        """Returns name, path and number of turns of each skill of a workspace; None if there is no answer."""
        answer = self.ask("usage", "--workspace", workspace)
        if answer is None:
            return None
        return [(row["name"], row.get("path"), row["counts"]["turns"]) for row in answer["skills"]]

    def versions(self, workspace, skill):
        """Returns the hashes of the recorded versions of a skill; None if there is no answer."""
        answer = self.ask("versions", skill, "--workspace", workspace)
        return None if answer is None else sorted(version["hash"] for version in answer["versions"])

    def with_state(self, state):
        """Returns the paths of the sessions that the list shows for a state."""
        answer = self.ask("sessions", "--everywhere", "--drift", state) or {"sessions": []}
        return {os.path.realpath(row["path"]) for row in answer["sessions"]}


def entries_of(documents, resources, scopes, entries):
    """Yields name and attributes of each entry of an export."""
    found = [scope for document in documents for resource in document.get(resources, []) for scope in resource[scopes]]
    for entry in [entry for scope in found for entry in scope[entries]]:
        values = {given["key"]: next(iter(given["value"].values()), None) for given in entry["attributes"]}
        yield entry.get("name") or entry.get("eventName"), values
