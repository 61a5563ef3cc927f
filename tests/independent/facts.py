"""Facts of a session as the independent reader derives them, and small functions that both agents' readers use."""

import hashlib
import json
import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime


@dataclass
class SkillText:
    """A text of a skill that entered the context, as a line of a log records it."""

    line: int
    name: str
    #: `model` or `user`.
    who: str
    #: The skill's own text, without anything that the agent added; None if the line holds it only in part.
    text: str | None
    #: The file that it came from; None if the log does not say.
    file: str | None
    #: True if the text is the whole file with its frontmatter.
    is_whole_file: bool = False
    turn: int = 0
    #: The provider call of the turn that asked for the text, from 1; 0 if the user gave it before the first.
    call: int = 0
    is_copied: bool = False

    @property
    def digest(self):
        return None if self.text is None else sha256(self.text)


@dataclass
class Attribution:
    """Records of a turn that the log attributes to one skill."""

    first_line: int
    records: int = 0
    messages: set = field(default_factory=set)


@dataclass
class UserTurn:
    """A prompt of the user and everything up to the next one."""

    line: int
    prompt: str
    is_copied: bool = False
    #: By skill name.
    attributions: dict = field(default_factory=dict)
    #: Number of provider calls.
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0


@dataclass
class SessionFacts:
    """Everything that the reader knows of one log."""

    agent: str
    id: str
    path: str
    folder: str | None = None
    #: Every title that would be right.
    titles: set = field(default_factory=set)
    #: Times of its first own line and of its first own prompt: it starts between them.
    starts: tuple = ()
    turns: list = field(default_factory=list)
    texts: list = field(default_factory=list)
    #: Own calls, without copied ones, by the tool's name.
    tools: Counter = field(default_factory=Counter)
    tokens_in: int = 0
    tokens_out: int = 0
    has_tokens: bool = False
    compactions: int = 0
    #: Names of the list of skills at the last call; None if none was shown.
    listed: list | None = None
    #: Id of the session that this one belongs to or was forked from.
    parent: str | None = None
    #: `sub-agent`, `fork` or None.
    relation: str | None = None
    #: Ids of the sub-agents that it started.
    sub_agents: set = field(default_factory=set)
    #: Those of them whose end it records.
    ended: set = field(default_factory=set)
    #: The log holds history whose owner is another log.
    has_copies: bool = False
    #: The log names history that only another log holds.
    continues: bool = False


def sha256(text):
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def records(path):
    """Yields number and object of every line that is a JSON object."""
    with open(path, "rb") as log:
        for number, line in enumerate(log, 1):
            try:
                record = json.loads(line.decode("utf-8-sig"))
            except ValueError:
                continue
            if isinstance(record, dict):
                yield number, record


def blocks(content):
    """Returns the blocks of a message's content; a text is one block."""
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [block for block in content or [] if isinstance(block, dict)]


def moment(time):
    """Returns a time in milliseconds; None if the text is none."""
    try:
        return round(datetime.fromisoformat(time.replace("Z", "+00:00")).timestamp() * 1000)
    except (AttributeError, ValueError):
        return None


FRONTMATTER = re.compile(r"\A\ufeff?---[ \t]*\r?\n(?:.*?\r?\n)?---[ \t]*(?:\r?\n|\Z)", re.DOTALL)


def body_of(text):
    """Returns what follows the frontmatter, without the white space at its beginning."""
    return FRONTMATTER.sub("", text, count=1).lstrip()


def squeezed(text):
    """Returns a text in which white space makes no difference."""
    return " ".join(text.split())
