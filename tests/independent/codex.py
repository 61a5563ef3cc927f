"""Reads logs of Codex."""

import json
import os
import re
import shlex

from facts import SessionFacts, SkillText, UserTurn, blocks, moment, records

SKILL_ITEM = re.compile(r"\A<skill>\n<name>(.*?)</name>\n<path>(.*?)</path>\n(.*?)\n</skill>\s*\Z", re.DOTALL)
OUTPUT = re.compile(r"\A(?:(?!Output:\n).*\n)*?Output:\n")
ENTRY = re.compile(r"^- (.+?): .*\(file: (.*?)\)$", re.MULTILINE)
ROOT = re.compile(r"^- `(\w+)` = `(.*?)`$", re.MULTILINE)
#: Messages of the user's side that no user wrote.
NO_PROMPT = (
    "<environment_context>",
    "<user_instructions>",
    "<skill>",
    "<turn_aborted>",
    "<subagent_notification>",
    "<user_shell_command>",
    "<INSTRUCTIONS>",
    "# AGENTS.md instructions",
)
#: Tools that take a shell text.
SHELLS = ("exec_command", "shell", "shell_command", "local_shell")
#: Commands that print the files that they name.
PRINTS = ("cat", "sed", "nl", "head", "tail", "less", "bat", "more")


def find(home):
    """Returns the paths of all logs."""
    found = []
    for below in (".codex/sessions", ".codex/archived_sessions"):
        for folder, _, names in os.walk(os.path.join(home, below)):
            found += [os.path.join(folder, name) for name in names if name.endswith(".jsonl")]
    return sorted(found)


def read_all(home):
    """Reads every log, and gives forks that copy nothing the lists of skills that their parents show."""
    logs = {}
    for path in find(home):
        lines = list(records(path))
        head = next((payload(record) for _, record in lines if record.get("type") == "session_meta"), None)
        if head:
            logs[path] = (head, lines)
    by_id = {head.get("id"): (head, lines) for head, lines in logs.values()}
    return [read(path, head, lines, by_id) for path, (head, lines) in logs.items()]


def read(path, head, lines, by_id):
    """Returns the facts of a log."""
    facts = SessionFacts("codex", str(head.get("id")), path)
    facts.folder = head.get("cwd")
    times = [moment(time) for time in (head.get("timestamp"), lines[0][1].get("timestamp"))]
    facts.starts = tuple(sorted(time for time in times if time is not None))
    read_parent(facts, head)
    begins = own_begin(lines, head)
    facts.has_copies = begins > 0
    facts.continues = "forked_from_ordinal_exclusive" in head or head.get("history_base") is not None
    log = CodexLog(facts, lines, begins)
    log.inherit(head, by_id)
    log.read()
    return facts


def read_parent(facts, head):
    source = head.get("source")
    spawned = source.get("subagent") if isinstance(source, dict) else None
    if spawned is not None or head.get("thread_source") == "subagent":
        facts.relation = "sub-agent"
        inner = spawned.get("thread_spawn") if isinstance(spawned, dict) else None
        inner = inner if isinstance(inner, dict) else {}
        facts.parent = head.get("parent_thread_id") or inner.get("parent_thread_id")
    elif head.get("forked_from_id"):
        facts.relation, facts.parent = "fork", head["forked_from_id"]


def own_begin(lines, head):
    """Returns the number of the last line of copied history, 0 if there is none.

    A log with copied history has a second head, that of its parent; copies bear the time at which they were copied.
    """
    heads = [at for at, record in lines if record.get("type") == "session_meta"]
    if len(heads) < 2:
        return 0
    started = lines[0][1].get("timestamp", "")
    second = (started or "")[:19]
    last = 0
    for at, record in lines:
        if (record.get("timestamp") or "")[:19] == second:
            last = at
        elif at > heads[-1]:
            break
    return last


class CodexLog:
    """A log while it is read."""

    def __init__(self, facts, lines, begins):
        self.facts, self.lines, self.begins = facts, lines, begins
        #: Path of each SKILL.md that a list names, with the skill's name.
        self.advertised = {}
        self.calls = {}
        #: The call of the turn that asked, by call id.
        self.asked = {}
        #: A count of tokens followed the model's last item.
        self.has_count = True

    def read(self):
        facts, total, recorded = self.facts, None, []
        spoken = {kind for _, record in self.lines for kind in [payload(record).get("type")]}
        for at, record in self.lines:
            inner, is_copied = payload(record), at <= self.begins
            kind = inner.get("type")
            if record.get("type") == "compacted":
                facts.compactions += not is_copied
            if kind == "token_count" or record.get("type") == "token_usage_record":
                self.has_count = True
            if record.get("type") == "token_usage_record" and isinstance(inner.get("usage"), dict):
                recorded.append((inner["usage"], facts.turns[-1:]))
            if record.get("type") == "response_item":
                self.count_call(inner)
                self.item(at, inner, is_copied, spoken)
            if record.get("type") == "event_msg" and kind == "user_message":
                self.turn(at, inner.get("message") or "", is_copied)
            if kind == "token_count" and isinstance(inner.get("info"), dict):
                counted, last = inner["info"].get("total_token_usage"), inner["info"].get("last_token_usage")
                if counted != total and isinstance(last, dict) and not is_copied:
                    facts.has_tokens = True
                    self.spend(last)
                total = counted
            if kind == "thread_name_updated" and inner.get("thread_name"):
                facts.titles = {inner["thread_name"]}
        if not facts.has_tokens and recorded:
            # Counts are told twice in logs that have both.
            facts.has_tokens = True
            for usage, turn in recorded:
                self.spend(usage, turn)
        if not facts.titles and facts.turns:
            facts.titles = {facts.turns[0].prompt}

    def spend(self, usage, turn=None):
        """Adds tokens to the session and to a turn, which is the last one so far unless it is given."""
        for total in [self.facts, *(self.facts.turns[-1:] if turn is None else turn)]:
            total.tokens_in += usage.get("input_tokens") or 0
            total.tokens_out += usage.get("output_tokens") or 0

    def inherit(self, head, by_id):
        """Reads the list of skills that the parent showed before the place at which it was forked."""
        end = head.get("forked_from_ordinal_exclusive")
        parent = by_id.get(head.get("forked_from_id"))
        if end is None or parent is None or parent[0] is head:
            return
        self.inherit(parent[0], by_id)
        for _, record in parent[1]:
            inner = payload(record)
            if record.get("ordinal", end) >= end or inner.get("role") != "developer":
                continue
            for block in blocks(inner.get("content")):
                if "<skills_instructions>" in (block.get("text") or ""):
                    self.list(block["text"])

    def turn(self, at, words, is_copied):
        self.facts.turns.append(UserTurn(at, words, is_copied))
        self.has_count = True

    def count_call(self, inner):
        """Counts provider calls: an item of the model behind a count of tokens begins the next."""
        kind = inner.get("type") or ""
        is_given = kind.endswith("_output") or inner.get("role") in ("user", "developer")
        if kind and not is_given and self.facts.turns:
            if self.has_count:
                self.facts.turns[-1].calls += 1
                self.has_count = False
            self.asked[inner.get("call_id")] = self.facts.turns[-1].calls

    def item(self, at, inner, is_copied, spoken):
        kind, facts = inner.get("type"), self.facts
        if kind == "message":
            for block in blocks(inner.get("content")):
                words = block.get("text") or ""
                if "<skills_instructions>" in words and inner.get("role") == "developer":
                    self.list(words)
                named = SKILL_ITEM.match(words)
                if named and inner.get("role") == "user":
                    text = SkillText(at, named[1], "user", named[3], named[2], True)
                    text.turn, text.is_copied = len(facts.turns), is_copied
                    facts.texts.append(text)
            # Logs with `user_message` say there which messages are prompts.
            if inner.get("role") == "user" and "user_message" not in spoken:
                words = "\n".join(block.get("text") or "" for block in blocks(inner.get("content")))
                if words and not words.lstrip().startswith(NO_PROMPT):
                    self.turn(at, words, is_copied)
        elif kind in ("function_call", "custom_tool_call", "local_shell_call", "web_search_call"):
            self.calls[inner.get("call_id")] = inner
            if not is_copied:
                facts.tools[inner.get("name") or kind.removesuffix("_call")] += 1
        elif kind in ("function_call_output", "custom_tool_call_output"):
            self.output(at, inner, is_copied)

    def list(self, words):
        roots = dict(ROOT.findall(words))
        self.facts.listed = []
        for name, path in ENTRY.findall(words):
            root, _, rest = path.partition("/")
            if root in roots:
                path = f"{roots[root]}/{rest}"
            self.facts.listed.append(name)
            self.advertised[os.path.normpath(path)] = name

    def output(self, at, inner, is_copied):
        """Reads the output of a shell command that printed files of skills."""
        call = self.calls.get(inner.get("call_id")) or {}
        command, folder = command_of(call, self.facts.folder)
        output = inner.get("output")
        if command is None or not isinstance(output, str):
            return
        try:
            output = json.loads(output)["output"]
        except (ValueError, KeyError, TypeError):
            if re.search(r"Process exited with code (?!0\b)", output.split("Output:\n")[0]):
                return
            output = OUTPUT.sub("", output, count=1)
        reads = files_printed(command, folder)
        cuts = [None] * len(reads)
        if re.search(r"tokens truncated|^Warning: truncated output", output):
            pass
        elif len(reads) == 1:
            cuts = [output]
        elif reads:
            cuts = cut_by_frontmatter(output, len(reads)) or cuts
        for (path, limit), cut in zip(reads, cuts):
            if path not in self.advertised:
                continue
            is_whole = cut is not None and cut.startswith("---") and cut.count("\n") < limit
            text = cut if is_whole else None
            found = SkillText(at, self.advertised[path], "model", text, path, True)
            found.turn, found.is_copied = len(self.facts.turns), is_copied
            found.call = self.asked.get(inner.get("call_id"), 0)
            self.facts.texts.append(found)


def payload(record):
    inner = record.get("payload")
    return inner if isinstance(inner, dict) else {}


def command_of(call, folder):
    """Returns a call's shell text and its working directory."""
    arguments = call.get("arguments") or call.get("input")
    if not isinstance(arguments, str) or call.get("name") not in SHELLS:
        return None, None
    try:
        arguments = json.loads(arguments)
    except ValueError:
        return None, None
    command = arguments.get("cmd") or arguments.get("command")
    if isinstance(command, list):
        command = command[-1] if len(command) == 3 and command[1] in ("-lc", "-c") else shlex.join(command)
    return command, arguments.get("workdir") or folder


def files_printed(command, folder):
    """Returns each file that a shell text prints, and the number of lines that it prints at most."""
    try:
        lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
        lexer.whitespace_split = True
        words = list(lexer)
    except ValueError:
        return []
    found, part = [], []
    for word in words + [";"]:
        if set(word) <= set("();<>|&\n"):
            found += files_of(part, folder)
            part = []
        else:
            part.append(word)
    return found


def files_of(words, folder):
    if not words or words[0] not in PRINTS:
        return []
    limit = float("inf") if words[0] == "cat" else 0
    found = []
    for word in words[1:]:
        lines = re.fullmatch(r"1,(\d+)p", word)
        if words[0] == "sed" and lines:
            limit = int(lines[1])
        elif not word.startswith("-") and not re.fullmatch(r"[\d,$]+p?", word):
            found.append(os.path.normpath(os.path.join(folder or "/", os.path.expanduser(word))))
    return [(path, limit) for path in found]


def cut_by_frontmatter(output, count):
    """Cuts an output of several files where a frontmatter begins; None if that does not give as many."""
    starts = [match.start() for match in re.finditer(r"^---\nname: ", output, re.MULTILINE)]
    if len(starts) != count or starts[0] != 0:
        return None
    return [output[start:end] for start, end in zip(starts, starts[1:] + [len(output)])]
