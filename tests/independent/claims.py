#!/usr/bin/env python3
"""Compares claims of Assay with what an independent reader finds in the same home.

The reader shares no code with the product: it reads the logs of Claude Code and Codex and the files of their skills
by itself. It writes nothing into the home and starts nothing of it; Assay keeps its own data in a temporary folder.
"""

import argparse
import os
import sys
import tempfile
from collections import Counter, defaultdict

import claude_code
import codex
from assay import STATES, Assay
from disk import installed_elsewhere, snapshot, verdict
from facts import moment

CLASSES = (
    "session listed",
    "session readable by id",
    "integrity of an untouched log",
    "title",
    "start",
    "user turns",
    "copied turns",
    "tools by name",
    "tokens in",
    "tokens out",
    "tokens of a turn",
    "compactions",
    "provider calls of a turn",
    "skill text: line and name",
    "skill text: who",
    "skill text: turn",
    "skill text: sha256",
    "verdict of a text",
    "verdicts in the list",
    "verdict in the export",
    "text not before its call",
    "text after its call",
    "filter by verdict",
    "recorded versions of a skill",
    "turns of a skill, counted once",
    "attribution: skills of a turn",
    "attribution: first line",
    "attribution: count",
    "list of skills",
    "parent of a session",
    "sub-agents of a session",
    "end of a sub-agent",
)

#: States that the list of sessions can be asked for, by the reader's verdict.
FILTERS = {
    "unchanged": ("identical", "shadowed_now", "resources_changed"),
    "whitespace": ("whitespace_only",),
    "changed": ("body_changed", "changed_by_agent"),
    "deleted": ("deleted", "moved_scope", "renamed"),
}


class Claims:
    """Claims that were compared, by class."""

    def __init__(self):
        self.counts = {name: Counter() for name in CLASSES}
        self.wrong = defaultdict(list)

    def compare(self, name, where, reader, assay, is_unknown=False):
        """Compares one claim; an unknown that Assay admits is neither right nor wrong."""
        self.counts[name]["compared"] += 1
        if is_unknown:
            self.counts[name]["unknown"] += 1
        elif reader == assay:
            self.counts[name]["equal"] += 1
        else:
            self.counts[name]["wrong"] += 1
            self.wrong[name].append((where, reader, assay))

    def print(self):
        rows = [(name, counts) for name, counts in self.counts.items() if counts["compared"]]
        total = Counter()
        print(f"{'claim':<32}{'compared':>10}{'equal':>8}{'unknown':>9}{'wrong':>7}")
        for _, counts in rows:
            total.update(counts)
        for name, counts in [*rows, ("all", total)]:
            values = [counts[column] for column in ("compared", "equal", "unknown", "wrong")]
            print(f"{name:<32}{values[0]:>10}{values[1]:>8}{values[2]:>9}{values[3]:>7}")
        for name, wrongs in sorted(self.wrong.items(), key=lambda item: -len(item[1])):
            print(f"\n{name}: {len(wrongs)} wrong")
            for where, reader, assay in wrongs:
                print(f"  {where}\n    reader: {reader}\n    assay:  {assay}")
        return total["wrong"]


def main():
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("homes", nargs="+", metavar="HOME")
    asked = words.add_mutually_exclusive_group(required=True)
    asked.add_argument("--assay", metavar="PROGRAM", help="the built program")
    asked.add_argument("--facts", action="store_true", help="print what the reader finds, and ask no program")
    given = words.parse_args()
    if given.facts:
        return print_facts(given.homes)
    claims, logs = Claims(), 0
    for home in map(os.path.realpath, given.homes):
        before = snapshot(home)
        facts = claude_code.read_all(home) + codex.read_all(home)
        logs += len(facts)
        if facts:
            with tempfile.TemporaryDirectory() as data:
                compare_all(claims, facts, Assay(os.path.abspath(given.assay), home, data))
        if snapshot(home) != before:
            raise SystemExit(f"Something was written into {home}.")
    if not logs:
        raise SystemExit("There is no session of Claude Code or Codex.")
    print(f"{logs} logs of Claude Code and Codex\n")
    return 1 if claims.print() else 0


def print_facts(homes):
    """Prints one line for each session and each text."""
    for home in homes:
        for session in claude_code.read_all(home) + codex.read_all(home):
            copied = sum(turn.is_copied for turn in session.turns)
            calls = [turn.calls for turn in session.turns]
            print(
                f"{session.id} turns {len(session.turns)} copied {copied} calls {calls}"
                f" tools {ordered(session.tools)} tokens {session.tokens_in} {session.tokens_out}"
                f" parent {session.parent}"
            )
            for text in session.texts:
                print(f"{session.id}:{text.line} {text.name} by {text.who} {text.digest} {verdict(text)}")
    return 0


def compare_all(claims, facts, assay):
    for session in facts:
        session.sub_agents |= {f.id for f in facts if f.relation == "sub-agent" and f.parent == session.id}
    rows, notes = assay.sessions()
    tools, turns, compactions, exported = assay.export()
    left_out = any("ot listed" in note for note in notes)
    listed, by_id = [], defaultdict(list)
    for session in facts:
        row = rows.get(os.path.realpath(session.path))
        detail = assay.ask("session", row["id"] if row else session.id)
        is_readable = detail is not None and os.path.realpath(detail["path"]) == os.path.realpath(session.path)
        claims.compare("session readable by id", session.path, True, is_readable)
        claims.compare("session listed", session.path, True, row is not None, row is None and left_out)
        if row is None:
            continue
        session.id = row["id"]
        listed.append(session)
        by_id[session.id].append(session)
        compare_row(claims, session, row)
        if not is_readable:
            # One id, two logs: only one of them can be asked for.
            continue
        code = assay.run("verify", session.id).returncode
        claims.compare("integrity of an untouched log", session.path, "exit code 0", f"exit code {code}")
        compare_turns(claims, session, detail)
        states = assay.drift(session.id)
        compare_texts(claims, session, detail, row, states)
        for text, state in exported[session.id].items():
            claims.compare("verdict in the export", f"{session.path} {text[1]}", states.get(text, "no row"), state)
        compare_moments(claims, session, detail, assay)
        compare_parent(claims, session, detail, {other.id for other in facts})
    for id, sessions in by_id.items():
        compare_work(claims, sessions, tools[id], turns[id], compactions[id])
    compare_used(claims, listed, rows, assay)
    compare_filters(claims, listed, assay)


def compare_row(claims, session, row):
    shown = row["title"] or ""
    titles = {clipped(title, shown) for title in session.titles} or {shown}
    claims.compare("title", session.path, shown if shown in titles else sorted(titles), shown)
    started, starts = moment(row["started"]), session.starts
    agrees = not starts or (started is not None and starts[0] <= started <= starts[-1])
    claims.compare("start", session.path, started if agrees else starts, started)
    claims.compare("user turns", lines_of(session), len(session.turns), row["turns"])


def clipped(title, shown):
    """Returns a title at the length at which it is shown."""
    words = " ".join(title.split())
    if shown.endswith("…") and words.startswith(shown[:-1].rstrip()):
        return shown
    return shown if words == " ".join(shown.split()) else words


def lines_of(session):
    return f"{session.path}, prompts on lines {[turn.line for turn in session.turns]}"


def compare_work(claims, sessions, tools, turns, compactions):
    """Compares the work of a session, which may have two logs: each shared line counts once."""
    tokens = [sum(spent[side] for spent in turns.values()) for side in (0, 1)]
    where = " and ".join(session.path for session in sessions)
    claims.compare("tools by name", where, ordered(sum((s.tools for s in sessions), Counter())), ordered(tools))
    if any(session.has_tokens for session in sessions) or any(tokens):
        claims.compare("tokens in", where, sum(session.tokens_in for session in sessions), tokens[0])
        claims.compare("tokens out", where, sum(session.tokens_out for session in sessions), tokens[1])
    if len(sessions) == 1:
        numbered = enumerate(sessions[0].turns, 1)
        spent = {number: [turn.tokens_in, turn.tokens_out] for number, turn in numbered if not turn.is_copied}
        for number in sorted(spent.keys() | turns.keys()):
            place = f"{where} turn {number}"
            claims.compare("tokens of a turn", place, spent.get(number, [0, 0]), turns.get(number, [0, 0]))
    claims.compare("compactions", where, sum(session.compactions for session in sessions), compactions)


def ordered(counts):
    return dict(sorted((str(name), count) for name, count in counts.items()))


def compare_turns(claims, session, detail):
    if len(session.turns) != len(detail["turns"]):
        return
    copied = [number for number, turn in enumerate(session.turns, 1) if turn.is_copied]
    shown = [turn["number"] for turn in detail["turns"] if turn["copied"]]
    if copied or shown:
        claims.compare("copied turns", session.path, copied, shown)


def compare_texts(claims, session, detail, row, states):
    shown = [(turn["number"], text) for turn in detail["turns"] for text in turn["activations"]]
    pairs = defaultdict(list)
    for number, text in shown:
        if not text["told"]["given_again"]:
            pairs[text["stands"]["line"], text["name"]].append((number, text))
    verdicts = set()
    for text in session.texts:
        where = f"{session.path}:{text.line} {text.name}"
        found = pairs.get((text.line, text.name))
        claims.compare("skill text: line and name", where, "activated", "activated" if found else "no activation")
        if not found:
            continue
        number, match = found.pop(0)
        claims.compare("skill text: turn", where, text.turn, number)
        claims.compare("skill text: who", where, text.who, match["activated_by"])
        digest = match["content_hash"]
        if text.text is not None:
            claims.compare("skill text: sha256", where, text.digest, digest, digest is None)
        state = states.get((digest, text.name), "no row")
        compare_verdict(claims, text, where, state)
        if not text.is_copied or state != "no row":
            verdicts.add(state)
    for (line, name), left in pairs.items():
        for _ in left:
            where = f"{session.path}:{line} {name}"
            claims.compare("skill text: line and name", where, "no activation", "activated")
    if verdicts and isinstance(row.get("drift"), list):
        claims.compare("verdicts in the list", session.path, sorted(verdicts), sorted(row["drift"]))


def compare_verdict(claims, text, where, state):
    expected = verdict(text)
    if expected is None:
        return
    said = STATES.get(state, state)
    if said == "frontmatter":
        said = "changed" if text.is_whole_file else "unchanged"
    if said in ("another version", "moved") and (expected == "deleted" or installed_elsewhere(text)):
        said = expected
    claims.compare("verdict of a text", where, expected, said, said is None)


def compare_moments(claims, session, detail, assay):
    """Compares calls and attributions of each turn, where texts enter, and the list of skills at the last call."""
    count = len(detail["turns"])
    if count != len(session.turns):
        return
    for number, turn in enumerate(session.turns, 1):
        moment = moment_of(assay, session, number)
        where = f"{session.path} turn {number} (line {turn.line})"
        if moment is None or moment["what"]["kind"] != "call":
            claims.compare("provider calls of a turn", where, turn.calls, 0)
            continue
        calls = moment["what"]["of"]
        claims.compare("provider calls of a turn", where, turn.calls, calls)
        compare_attributions(claims, turn, where, moment)
        if number == count:
            compare_listed(claims, session, where, moment)
        if calls == turn.calls:
            shown = detail["turns"][number - 1]["activations"]
            texts = [text for text in session.texts if text.turn == number]
            compare_places(claims, session, texts, shown, calls, assay)


def moment_of(assay, session, turn, call=None):
    words = ["--call", str(call)] if call else []
    return (assay.ask("at", session.id, "--turn", str(turn), *words) or {}).get("moment")


def compare_attributions(claims, turn, where, moment):
    named = {entry["name"]: entry for entry in moment.get("named") or []}
    if turn.attributions or named:
        claims.compare("attribution: skills of a turn", where, sorted(turn.attributions), sorted(named))
    for name, attribution in turn.attributions.items():
        if name not in named:
            continue
        entry, place = named[name], f"{where} {name}"
        claims.compare("attribution: first line", place, attribution.first_line, entry.get("file_line"))
        told = sum(entry.get(kind) or 0 for kind in ("messages", "calls", "thoughts"))
        claims.compare("attribution: count", place, attribution.records, told)


def compare_listed(claims, session, where, moment):
    listed = moment.get("listed")
    names = None if listed is None else listed["names"]
    is_cut = listed is not None and listed["total"] != len(names)
    if session.listed is not None or names is not None:
        claims.compare("list of skills", where, session.listed, names, is_cut)


def compare_places(claims, session, texts, shown, calls, assay):
    """Compares from which call on a text is in context: not before the call that asked for it, but behind it."""
    for text in texts:
        pair = [row for row in shown if row["stands"]["line"] == text.line and row["name"] == text.name]
        if len(pair) != 1 or text.text is None:
            continue
        seq = str(pair[0]["seq"])
        for call, name, expected in (
            (text.call, "text not before its call", False),
            (text.call + 1, "text after its call", True),
        ):
            moment = moment_of(assay, session, text.turn, call) if 1 <= call <= calls else None
            if moment is None:
                continue
            found = [entry for entry in moment["texts"] if str(entry["seq"]) == seq]
            # A second activation of the same text is the first one's.
            if expected and not found:
                found = [entry for entry in moment["texts"] if entry["letter"]["name"] == text.name]
            is_unknown = bool(found) and found[0]["known"] == "unknown"
            where = f"{session.path}:{text.line} {text.name}, turn {text.turn} call {call} of {calls}"
            claims.compare(name, where, expected, bool(found), is_unknown)


def compare_parent(claims, session, detail, ids):
    tree = detail["tree"]["rows"]
    own = next((row for row in tree if row["current"]), None)
    if own and (session.sub_agents or any(row["parent"] == own["key"] for row in tree)):
        shown = [row["id"] for row in tree if row["parent"] == own["key"] and row["relation"] == "subagent"]
        claims.compare("sub-agents of a session", session.path, sorted(session.sub_agents), sorted(shown))
        for row in tree:
            if row["parent"] == own["key"] and row["id"] in session.ended:
                said = "no end is known" if "no end" in (row["label"] or "") else "ended"
                claims.compare("end of a sub-agent", f"{session.path} {row['id']}", "ended", said)
    if own is None or (session.relation is None and own["relation"] == "root"):
        return
    keys = {row["key"]: row["id"] for row in tree}
    shown = keys.get(own["parent"], own["parent"])
    is_known = session.parent in ids
    reader = (session.relation, session.parent)
    said = (None if own["relation"] == "root" else own["relation"], shown)
    # The relation's own word is the product's; that there is one, and to whom, is the claim.
    agrees = said[0] is not None and (said[1] == session.parent or not is_known)
    claims.compare("parent of a session", session.path, reader, reader if agrees else said)


def compare_used(claims, facts, rows, assay):
    """Compares in how many turns each skill was activated, each shared line counted once."""
    texts = defaultdict(list)
    folders = {path: row["workspace"] for path, row in rows.items()}
    for session in facts:
        own = folders[os.path.realpath(session.path)]
        # The sessions of a worktree that is gone are those of the folder above it as well.
        above = [folder for folder in set(folders.values()) if own.startswith(folder + "/")]
        for workspace in [own] + (above if not os.path.isdir(own) else []):
            texts[workspace] += [(session.path, text) for text in session.texts]
    for workspace, found in sorted(texts.items()):
        used = assay.used(workspace)
        files = {text.file for _, text in found}
        for names, group in groups_of(found).items():
            turns = sorted({(path, text.turn) for path, text in group if not text.is_copied})
            # The file tells the skill; its name only where no text came from that file.
            rows_of = [(path if path in files else name, count) for name, path, count in used or []]
            counted = sum(count for key, count in rows_of if key in names)
            where = f"{', '.join(names)} in {workspace}, turns {turns}"
            claims.compare("turns of a skill, counted once", where, len(turns), counted, used is None)
        for name in sorted({text.name for _, text in found}):
            recorded = [text for _, text in found if text.name == name]
            compare_versions(claims, recorded, f"{name} in {workspace}", assay.versions(workspace, name))


def groups_of(texts):
    """Returns texts by the names and files that belong together: one skill may have several of both."""
    groups = []
    for path, text in texts:
        keys = {text.name, text.name.split(":")[-1], text.file} - {None}
        joined = [group for group in groups if group[0] & keys]
        groups = [group for group in groups if not group[0] & keys]
        members = [entry for group in joined for entry in group[1]]
        groups.append((keys.union(*(group[0] for group in joined)), [*members, (path, text)]))
    return {tuple(sorted(keys)): members for keys, members in groups}


def compare_versions(claims, texts, where, versions):
    """Compares the distinct texts of a skill, unless some are parts, or bodies beside whole files."""
    if any(text.text is None for text in texts) or len({text.is_whole_file for text in texts}) > 1:
        return
    digests = sorted({text.digest for text in texts})
    claims.compare("recorded versions of a skill", where, digests, versions, versions is None)


def compare_filters(claims, facts, assay):
    """Compares which sessions the list finds for a state with those whose texts are in it."""
    for wanted, states in FILTERS.items():
        found = set().union(*map(assay.with_state, states))
        unknown = assay.with_state("unverifiable")
        for session in facts:
            verdicts = {verdict(text) for text in session.texts}
            if None in verdicts or not verdicts or any(map(installed_elsewhere, session.texts)):
                continue
            where, path = f"{session.path}, {wanted}", os.path.realpath(session.path)
            claims.compare("filter by verdict", where, wanted in verdicts, path in found, path in unknown)


if __name__ == "__main__":
    sys.exit(main())
