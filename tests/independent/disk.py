"""Compares recorded texts of skills with the files on disk."""

import json
import os
import re

from facts import FRONTMATTER, body_of, squeezed

#: Marks in a skill that an agent fills in: what it recorded is not the file's text.
FILLED_IN = re.compile(r"\$ARGUMENTS|\$\d|\$\{CLAUDE_|!`")


def verdict(text):
    """Returns the state of a recorded text against its file; None if the two cannot be compared."""
    if text.text is None or text.file is None or "\\" in text.file:
        return None
    try:
        with open(loaded(text.file), encoding="utf-8-sig", newline="") as file:
            now = file.read()
    except FileNotFoundError:
        return "deleted"
    except (OSError, ValueError):
        return None
    recorded = text.text.removeprefix("\ufeff")
    # Whole files are compared whole, bodies with the body.
    if not FRONTMATTER.match(recorded):
        now, recorded = body_of(now), recorded.lstrip()
    # A reader at the end of a file sees no difference in its last line break.
    if recorded == now or recorded.rstrip() == now.rstrip() and recorded.count("\n") == now.count("\n"):
        return "unchanged"
    if FILLED_IN.search(now):
        return None
    if recorded.rstrip("\n") == now.rstrip("\n") and text.is_whole_file:
        return "unchanged"
    return "whitespace" if squeezed(recorded) == squeezed(now) else "changed"


def loaded(path):
    """Returns the file that is loaded now in place of a plugin's file: that of the version that is installed."""
    parts = re.match(r"(.*/plugins)/cache/([^/]+)/([^/]+)/([^/]+)/(.*)", path)
    if not parts:
        return path
    plugins, market, plugin, version, rest = parts.groups()
    try:
        with open(f"{plugins}/installed_plugins.json", encoding="utf-8") as file:
            entries = json.load(file)["plugins"].get(f"{plugin}@{market}", [])
    except (OSError, ValueError, KeyError):
        return path
    folders = [entry["installPath"] for entry in entries]
    if f"{plugins}/cache/{market}/{plugin}/{version}" in folders:
        return path
    files = (os.path.join(folder, rest) for folder in folders)
    return next((file for file in files if os.path.exists(file)), path)


def installed_elsewhere(text):
    """Returns whether a plugin's skill lies in another version beside the one that the text came from."""
    path = re.match(r"(.*/plugins/cache/[^/]+/[^/]+)/([^/]+)/(.*)", text.file or "")
    if not path:
        return False
    try:
        versions = os.listdir(path[1])
    except OSError:
        return False
    return any(os.path.exists(os.path.join(path[1], version, path[3])) for version in versions if version != path[2])


def snapshot(home):
    """Returns every file below a folder with its size and time, to prove that nothing was written there."""
    found = {}
    for folder, _, names in os.walk(home):
        for name in names:
            path = os.path.join(folder, name)
            try:
                status = os.lstat(path)
            except OSError:
                continue
            found[path] = (status.st_size, status.st_mtime_ns)
    return found
