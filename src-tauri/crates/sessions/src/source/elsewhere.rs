//! Which logs of other agents there are, and which of them belong to a folder.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use disk::{Cause, Fault};

use super::Source;
use super::heads::{Head, Heads};
use super::homes::{FoundTraces, Homes};
use super::shared::{Families, find_families};
use crate::SessionId;
use crate::find::{Found, LogPlace, Problem, Trouble};

/// Logs of one source that are listed at the most.
const LIMIT: usize = 100_000;

/// The folder below which sessions are listed that name none of this system: no folder has this name.
const ELSEWHERE: &str = "/?";

/// The folder that a session is listed in: that of another system, or none, stands below a name that no folder has.
fn listed_below(folder: Option<PathBuf>) -> PathBuf {
    match folder {
        Some(folder) if folder.is_absolute() => folder,
        Some(folder) => Path::new(ELSEWHERE).join(folder),
        None => Path::new(ELSEWHERE).join("no folder recorded"),
    }
}

/// Finds the logs of other agents. Nothing is followed through a link, and of a log only its beginning is read.
pub fn find_elsewhere(homes: &Homes, heads: &mut Heads) -> Found {
    let (mut found, mut families) = (Found::default(), Families::new());
    let unread = |fault: Fault| Problem { path: fault.path.clone(), what: Trouble::Unread(fault) };
    found.problems.extend(homes.faults().into_iter().map(unread));
    for source in Source::ALL {
        let Some(find) = source.rules().find else { continue };
        found.problems.extend(source.faults(homes).into_iter().map(unread));
        let (mut logs, mut starts) = (Vec::new(), Vec::new());
        let FoundTraces { mut traces, faults } = find(homes);
        found.problems.extend(faults.into_iter().map(unread));
        let left_out = traces.get(LIMIT).map(|trace| trace.path.clone());
        found.problems.extend(left_out.map(|path| Problem { path, what: Trouble::TooMany }));
        traces.truncate(LIMIT);
        let said = heads.of(*source, &traces);
        for (trace, head) in traces.into_iter().zip(said) {
            let id = match SessionId::parse(trace.id.as_bytes()) {
                Ok(id) => id,
                Err(bad) => {
                    found.problems.push(Problem { path: trace.path, what: Trouble::BadId(bad) });
                    continue;
                }
            };
            let head = match head {
                Ok(head) => head,
                Err(fault) => {
                    found.problems.extend((fault.cause != Cause::Missing).then(|| unread(fault)));
                    None
                }
            };
            // A sub-agent's log begins with a task of its own.
            let own = head.as_ref().filter(|_| trace.parent.is_none());
            starts.push(own.map(|head| head.starts.clone()).unwrap_or_default());
            let listed = |head: Head| (listed_below(head.folder), head.parent);
            let (folder, parent) = head.map_or_else(Default::default, listed);
            logs.push(LogPlace {
                id,
                path: trace.path,
                workspace: folder,
                subagent: trace.parent.or(parent),
                live: false,
                family: None,
                source: *source,
            });
        }
        families.extend(find_families(&mut logs, &starts, &heads.families));
        longest_first(&mut logs);
        found.logs.extend(logs);
    }
    heads.families = families;
    heads.retain(&found.logs);
    found
}

/// Puts the longest of several files of one session first, so that its id leads to that. They begin alike, so they are
/// of one family.
fn longest_first(logs: &mut [LogPlace]) {
    let mut by_id: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, place) in logs.iter().enumerate().filter(|(_, place)| place.family.is_some()) {
        by_id.entry(place.id.as_str()).or_default().push(at);
    }
    let size = |at: &usize| logs[*at].source.look(&logs[*at].path).map_or(0, |stamp| stamp.size);
    let mut swaps = Vec::new();
    for (first, others) in by_id.values().filter_map(|files| files.split_first()) {
        let same = others.iter().filter(|other| logs[**other].family == logs[*first].family);
        let longest = same.copied().max_by_key(size);
        swaps.extend(longest.filter(|longest| size(longest) > size(first)).map(|longest| (*first, longest)));
    }
    swaps.into_iter().for_each(|(first, longest)| logs.swap(first, longest));
}

#[cfg(test)]
mod tests {
    #![allow(clippy::disallowed_methods, reason = "a test may")]

    use super::{Heads, Homes, find_elsewhere};

    /// A folder, link, pipe or socket in the place of a log was left out without a word.
    #[cfg(unix)]
    #[test]
    fn log_that_is_no_file_is_named_with_its_reason_for_every_agent() {
        use std::fs;
        use std::os::unix::fs::symlink;

        let folder = tempfile::tempdir().expect("a folder");
        let home = folder.path();
        let roo = ".config/Code/User/globalStorage/rooveterinaryinc.roo-cline/tasks/a";
        let logs = [
            (".claude/projects/p", "a.jsonl"),
            (".claude/projects/p/s/subagents", "a.jsonl"),
            (".codex/sessions/2026/11/27", "rollout-a.jsonl"),
            (".copilot/session-state", "a.jsonl"),
            (".copilot/session-state/a", "events.jsonl"),
            (".gemini/tmp/p/chats", "session-a.json"),
            (".gemini/tmp/p/chats/s", "a.jsonl"),
            (".local/share/goose/sessions", "a.jsonl"),
            (".local/share/opencode", "opencode.db"),
            (".local/share/opencode/storage/session/p", "a.json"),
            (".pi/agent/sessions", "t_a.jsonl"),
            (".pi/agent/sessions/p", "t_a.jsonl"),
            (".qwen/projects/p/chats", "a.jsonl"),
            (roo, "api_conversation_history.json"),
        ];
        let homes = Homes { home: Some(home.to_owned()), ..Homes::default() };
        for (parent, name) in logs {
            let path = home.join(parent).join(name);
            let check = |words: &str| {
                let found = find_elsewhere(&homes, &mut Heads::default());
                let told: Vec<String> = found.problems.iter().map(ToString::to_string).collect();
                assert_eq!(told, [format!("`{}` is a {words}, not a file", path.display())]);
                assert_eq!((found.problems[0].code(), found.logs.len()), ("unreadable_sessions", 0));
            };
            fs::create_dir_all(&path).expect("a folder");
            check("folder");
            fs::remove_dir(&path).expect("gone");
            symlink("nowhere", &path).expect("a link");
            check("broken link");
            fs::remove_file(&path).expect("gone");
            symlink("/etc/hostname", &path).expect("a link");
            check("link, which is not followed");
            fs::remove_file(&path).expect("gone");
            let made = std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo is there");
            assert!(made.success());
            check("pipe (fifo)");
            fs::remove_file(&path).expect("gone");
            let short = tempfile::tempdir().expect("a folder");
            let socket = short.path().join("s");
            let _listener = std::os::unix::net::UnixListener::bind(&socket).expect("a socket");
            fs::rename(&socket, &path).expect("in its place");
            check("socket");
            fs::remove_file(&path).expect("gone");
        }
        assert_eq!(find_elsewhere(&homes, &mut Heads::default()).problems, []);
    }

    #[cfg(unix)]
    #[test]
    fn folder_of_logs_that_is_none_is_named() {
        use std::fs;
        use std::os::unix::fs::symlink;

        let folder = tempfile::tempdir().expect("a folder");
        let home = folder.path();
        let told = |prepare: &dyn Fn()| {
            prepare();
            let homes = Homes { home: Some(home.to_owned()), ..Homes::default() };
            let found = find_elsewhere(&homes, &mut Heads::default());
            found.problems.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(told(&|| {}), Vec::<String>::new());
        fs::create_dir(home.join(".claude")).expect("made");
        let projects = home.join(".claude/projects");
        let dangling = told(&|| symlink("nowhere", &projects).expect("linked"));
        assert_eq!(dangling, [format!("`{}`: expected a folder, found a broken link", projects.display())]);
        fs::remove_file(&projects).expect("gone");
        assert_eq!(told(&|| fs::write(&projects, "x").expect("written")).len(), 1, "a file");
        fs::remove_file(&projects).expect("gone");
        fs::create_dir(&projects).expect("made");
        let linked = told(&|| symlink("/tmp", projects.join("p")).expect("linked"));
        assert_eq!(
            linked,
            [format!(
                "`{}`: expected a folder, found a link, which is not followed",
                projects.join("p").display()
            )]
        );
    }
    /// A packed log, one in the folder of another session and a variable that leads nowhere were left out without a word.
    #[test]
    fn log_that_claude_code_does_not_read_is_named() {
        use std::fs;

        let folder = tempfile::tempdir().expect("a folder");
        let home = folder.path();
        let project = home.join(".claude/projects/p");
        let other = home.join(".config/claude/projects/p");
        for made in [project.join("s/subagents"), other.clone()] {
            fs::create_dir_all(made).expect("made");
        }
        for path in ["a.jsonl.gz", "a.jsonl.zst", "s/a.jsonl"].map(|name| project.join(name)) {
            fs::write(path, "").expect("written");
        }
        let line = r#"{"type":"user","cwd":"/w","message":{"role":"user","content":"b"}}"#;
        fs::write(other.join("b.jsonl"), line).expect("written");
        let mut homes = Homes { home: Some(home.to_owned()), ..Homes::default() };
        let told = |homes: &Homes| {
            let found = find_elsewhere(homes, &mut Heads::default());
            let mut told: Vec<String> = found.problems.iter().map(ToString::to_string).collect();
            told.sort();
            (found.logs.len(), told)
        };
        let (logs, faults) = told(&homes);
        assert_eq!((logs, faults.len()), (1, 3), "{faults:#?}");
        assert!(faults[0].contains("a.jsonl.gz") && faults[0].contains("compressed"), "{faults:#?}");
        assert!(faults[2].contains("s/a.jsonl") && faults[2].contains("deeper"), "{faults:#?}");
        #[cfg(unix)]
        {
            fs::remove_dir_all(home.join(".config/claude")).expect("gone");
            fs::write(project.join("c.jsonl"), line).expect("written");
            std::os::unix::fs::symlink("../.claude", home.join(".config/claude")).expect("linked");
            assert_eq!(told(&homes).0, 1, "a log is found once");
        }
        for (value, words) in [("~/.claude", "starts with `~`"), ("/no,/where", "not a folder")] {
            homes.variables.insert("CLAUDE_CONFIG_DIR", value.into());
            let (logs, faults) = told(&homes);
            assert_eq!((logs, faults.len()), (0, 1), "{faults:#?}");
            assert!(faults[0].contains(words), "{faults:#?}");
        }
    }
}
