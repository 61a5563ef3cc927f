"""Reads logs of Claude Code."""

import os
import re
from collections import Counter, defaultdict

from facts import Attribution, SessionFacts, SkillText, UserTurn, blocks, moment, records

BASE = "Base directory for this skill: "
COMMAND = re.compile(r"<command-name>\s*/?(.*?)\s*</command-name>", re.DOTALL)
ARGUMENTS = re.compile(r"<command-args>(.*?)</command-args>", re.DOTALL)
#: A notification that a sub-agent is at its end.
ENDED = re.compile(r"<task-id>(\w+)</task-id>.*?<status>(?:completed|failed|killed)</status>", re.DOTALL)
#: Kinds of records that are part of a conversation.
MESSAGES = ("user", "assistant", "attachment", "system")
#: Words that the model is given in place of a text that it has.
LOADED = re.compile(r"Skill /?\S+ (?:is already loaded|was loaded earlier)")
#: Messages of the user's side that no user wrote.
NO_PROMPT = (
    "<local-command-stdout>",
    "<local-command-stderr>",
    "<local-command-caveat>",
    "<bash-stdout>",
    "<bash-stderr>",
    "<bash-input>",
    "<task-notification>",
    "[Request interrupted by user",
)


def find(home):
    """Returns the paths of all logs, those of sub-agents among them."""
    found = []
    for folder, _, names in os.walk(os.path.join(home, ".claude/projects")):
        found += [os.path.join(folder, name) for name in names if name.endswith(".jsonl")]
    return sorted(found)


def read_all(home):
    """Reads every log, and gives each shared line to the log that has it first."""
    logs = [ClaudeLog(path) for path in find(home)]
    logs = [log for log in logs if log.has_messages]
    holders = defaultdict(list)
    for log in logs:
        for keys in log.keys.values():
            for key in keys:
                holders[key].append(log)
    names = Counter(os.path.basename(log.path) for log in logs)
    for log in logs:
        own = [log.times[at] for at, keys in log.keys.items() if all(set(holders[key]) == {log} for key in keys)]
        own += [record.get("timestamp") for _, record in log.lines if record.get("type") == "queue-operation"]
        # Another log continues one whose lines are all shared; of two logs of one session the longer counts.
        if not any(own) and names[os.path.basename(log.path)] == 1:
            own = list(log.times.values())
        log.rank = (min((time for time in own if time), default="9999"), -len(log.keys), log.path)
    for log in logs:
        log.copied |= log.history()
        for at, keys in log.keys.items():
            if any(holder.rank < log.rank for key in keys for holder in holders[key]):
                log.copied.add(at)
    return [log.facts() for log in logs]


class ClaudeLog:
    """A log and which of its lines are copies."""

    def __init__(self, path):
        self.path = path
        self.lines = list(records(path))
        self.has_messages = any(record.get("type") in ("user", "assistant") for _, record in self.lines)
        self.keys = {}
        self.times = {}
        self.copied = set()
        self.rank = ()
        for at, record in self.lines:
            if isinstance(record.get("uuid"), str) and record.get("type") in MESSAGES:
                self.keys[at] = identities(record)
                self.times[at] = record.get("timestamp")

    @property
    def is_sub_agent(self):
        return os.path.basename(self.path).startswith("agent-")

    def facts(self):
        name = os.path.basename(self.path).removesuffix(".jsonl")
        facts = SessionFacts("claude-code", name, self.path)
        facts.has_copies = bool(self.copied)
        self.read_frame(facts)
        self.read_turns(facts)
        return facts

    def history(self):
        """Returns the lines that are older than the log: copies of a log that is not in this home.

        A log begins when its first prompt enters the queue. Hooks run a few seconds before; prompts do not.
        """
        kinds = ("queue-operation", *MESSAGES)
        first = next((record for _, record in self.lines if record.get("type") in kinds), {})
        begins = moment(first.get("timestamp")) if first.get("type") == "queue-operation" else None
        prompts = [moment(record.get("timestamp")) for at, record in self.lines if self.is_prompt(at, record)]
        if begins is None or not prompts or prompts[0] is None or prompts[0] > begins - 5000:
            return set()
        times = {at: moment(self.times[at]) for at in self.keys}
        return {at for at, time in times.items() if time is not None and time < begins}

    def read_frame(self, facts):
        """Reads folder, titles, start, parent and sub-agents."""
        titles, times, prompts = {}, [], []
        for at, record in self.lines:
            kind = record.get("type")
            if facts.folder is None and isinstance(record.get("cwd"), str):
                facts.folder = record["cwd"]
            for name, member in (("custom-title", "customTitle"), ("ai-title", "aiTitle"), ("summary", "summary")):
                if kind == name and isinstance(record.get(member), str):
                    titles[name] = record[member]
            time = moment(record.get("timestamp"))
            if time is not None and at not in self.copied:
                times.append(time)
                prompts += [time] if self.is_prompt(at, record) else []
            if self.is_sub_agent and isinstance(record.get("sessionId"), str):
                facts.parent, facts.relation = record["sessionId"], "sub-agent"
            result = record.get("toolUseResult")
            if isinstance(result, dict) and isinstance(result.get("agentId"), str):
                facts.sub_agents.add("agent-" + result["agentId"])
                if result.get("status") == "completed":
                    facts.ended.add("agent-" + result["agentId"])
            facts.ended |= {"agent-" + agent for agent in ENDED.findall(notified(record))}
        if prompts:
            facts.starts = (min(times), max(times[0], prompts[0]))
        given = [titles[name] for name in ("custom-title", "ai-title", "summary") if name in titles]
        facts.titles = set(given[:1])

    def read_turns(self, facts):
        calls, usage, seen_calls, listed = {}, {}, set(), None
        commands, turn, asked, answers = {}, None, {}, defaultdict(dict)
        for at, record in self.lines:
            kind, message = record.get("type"), record.get("message")
            message = message if isinstance(message, dict) else {}
            is_copied = at in self.copied
            if self.is_prompt(at, record):
                turn = UserTurn(at, prompt_words(message), is_copied)
                facts.turns.append(turn)
            text = words_of(message)
            if kind == "user" and COMMAND.search(text):
                arguments = ARGUMENTS.search(text)
                commands[record.get("uuid")] = (COMMAND.search(text)[1], arguments[1] if arguments else "")
            if kind == "attachment" and isinstance(record.get("attachment"), dict):
                listed = names_listed(record["attachment"], listed)
            if record.get("subtype") == "compact_boundary":
                listed = None
                facts.compactions += not is_copied
            if kind == "assistant":
                if turn and message.get("model") != "<synthetic>" and is_main(record, self.is_sub_agent):
                    answers[turn.line].setdefault(message.get("id") or at, len(answers[turn.line]) + 1)
                    turn.calls = len(answers[turn.line])
                for block in blocks(message.get("content")):
                    if block.get("type") == "tool_use":
                        calls[block.get("id")] = block
                        asked[block.get("id")] = turn.calls if turn else 0
                        if not is_copied and block.get("id") not in seen_calls:
                            seen_calls.add(block.get("id"))
                            facts.tools[block.get("name")] += 1
                if isinstance(message.get("usage"), dict) and not is_copied:
                    usage[message.get("id") or at, record.get("requestId")] = (message["usage"], turn)
                name = record.get("attributionSkill")
                if isinstance(name, str) and turn:
                    attribution = turn.attributions.setdefault(name, Attribution(at))
                    attribution.records += 1
                    attribution.messages.add(message.get("id") or at)
            found = skill_text(at, record, calls, commands)
            if found:
                found.turn, found.is_copied = len(facts.turns), is_copied
                found.call = asked.get(record.get("sourceToolUseID"), 0) if found.who == "model" else 0
                facts.texts.append(found)
        if not facts.titles and facts.turns:
            facts.titles = {facts.turns[0].prompt}
        facts.listed = listed
        facts.has_tokens = bool(usage)
        for spent, turn in usage.values():
            parts = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
            for total in (facts, turn) if turn else (facts,):
                total.tokens_in += sum(spent.get(part) or 0 for part in parts)
                total.tokens_out += spent.get("output_tokens") or 0

    def is_prompt(self, at, record):
        """Returns whether a record is a prompt that opened a turn."""
        message = record.get("message")
        if record.get("type") != "user" or not isinstance(message, dict):
            return False
        if record.get("isMeta") or record.get("isCompactSummary") or record.get("toolUseResult") is not None:
            return False
        if record.get("isSidechain") and not self.is_sub_agent:
            return False
        origin = record.get("origin")
        if isinstance(origin, dict) and origin.get("kind") == "task-notification":
            return False
        parts = blocks(message.get("content"))
        if not parts or any(block.get("type") == "tool_result" for block in parts):
            return False
        words = words_of(message).lstrip()
        if words.startswith(NO_PROMPT):
            return False
        return not (COMMAND.search(words) and self.is_local(at))

    def is_local(self, at):
        """Returns whether a command was carried out by Claude Code itself, without the model."""
        for number, record in self.lines:
            if number <= at or record.get("type") not in ("user", "assistant"):
                continue
            if record["type"] == "assistant":
                return False
            words = words_of(record["message"]) if isinstance(record.get("message"), dict) else ""
            return words.lstrip().startswith(("<local-command-stdout>", "<local-command-stderr>"))
        return True


def notified(record):
    """Returns the words of a notification; they are empty if the record is none."""
    attachment = record.get("attachment")
    given = [record.get("content"), attachment.get("prompt") if isinstance(attachment, dict) else None]
    if isinstance(record.get("message"), dict):
        given.append(record["message"].get("content"))
    return next((words for words in given if isinstance(words, str) and words.startswith("<task-notification>")), "")


def is_main(record, is_sub_agent):
    """Returns whether a record belongs to the log's own conversation, and not to a sub-agent in the same file."""
    return is_sub_agent or not record.get("isSidechain")


def identities(record):
    """Returns what tells that a line of another log is the same line."""
    found = [("uuid", record["uuid"], record.get("timestamp"))]
    message, time = record.get("message"), record.get("timestamp")
    if isinstance(message, dict) and isinstance(time, str):
        parts = blocks(message.get("content"))
        if isinstance(message.get("id"), str):
            calls = tuple(block.get("id") for block in parts if block.get("type") == "tool_use")
            kinds = tuple(block.get("type") for block in parts)
            found.append(("message", message["id"], time, calls, kinds))
        results = [block.get("tool_use_id") for block in parts if block.get("type") == "tool_result"]
        if results and record.get("type") == "user":
            found.append(("result", time, *results))
        elif record.get("type") == "user":
            words = "".join(block.get("text", "") for block in parts if block.get("type") == "text")
            found.append(("words", time, words, record.get("sourceToolUseID")))
    elif isinstance(time, str):
        attachment = record.get("attachment")
        kind = attachment.get("type") if isinstance(attachment, dict) else record.get("subtype")
        found.append(("other", time, record.get("type"), kind, len(str(attachment))))
    return found


def words_of(message):
    parts = [block.get("text") for block in blocks(message.get("content")) if block.get("type") == "text"]
    return "\n".join(words for words in parts if isinstance(words, str))


def prompt_words(message):
    words = words_of(message)
    command = COMMAND.search(words)
    if not command:
        return words
    arguments = ARGUMENTS.search(words)
    arguments = arguments[1].strip() if arguments else ""
    return f"/{command[1]} {arguments}".strip()


def names_listed(attachment, listed):
    """Returns the names of the list after an attachment."""
    if attachment.get("type") != "skill_listing":
        return listed
    names = attachment.get("names")
    if not isinstance(names, list):
        names = re.findall(r"^- ([^\n]+?)(?::\s|$)", attachment.get("content", ""), re.MULTILINE)
    if attachment.get("isInitial", True) or listed is None:
        return list(names)
    return listed + [name for name in names if name not in listed]


def skill_text(at, record, calls, commands):
    """Returns the text of a skill that a line gives to the model, if it does."""
    if record.get("type") != "user" or not record.get("isMeta"):
        return None
    message = record.get("message") if isinstance(record.get("message"), dict) else {}
    parts = blocks(message.get("content"))
    words = [block.get("text", "") for block in parts if block.get("type") == "text"]
    if not words:
        return None
    call = calls.get(record.get("sourceToolUseID"))
    if call is not None and call.get("name") == "Skill":
        given = call.get("input") or {}
        name, arguments, who = given.get("skill") or given.get("command"), given.get("args"), "model"
    elif record.get("parentUuid") in commands and (words[0].startswith(BASE) or not words[0].startswith("<")):
        name, arguments = commands[record["parentUuid"]]
        who = "user"
    else:
        return None
    if not isinstance(name, str):
        return None
    if LOADED.match(words[0]):
        return SkillText(at, name.removeprefix("/"), who, None, None)
    text, file = words[0], None
    if text.startswith(BASE):
        head, _, text = text.partition("\n")
        # One empty line follows the folder.
        text = text.removeprefix("\n")
        folder = head.removeprefix(BASE)
        file = folder + ("\\" if "\\" in folder and "/" not in folder else "/") + "SKILL.md"
    if arguments:
        text = text.removesuffix(f"\n\nARGUMENTS: {arguments}")
    return SkillText(at, name.removeprefix("/"), who, text, file)
