//! The files that calls of tools show, in every way agents write them: a tool that reads a file, a line for a shell, the
//! words of a program, and a script that asks for several lines.

use super::shell::{self, Lines, Seen, Shown, resolve};
use crate::members::Members;

/// A command and the folder it runs in, where that is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Command {
    pub line: String,
    pub folder: Option<String>,
}

/// The files that a call names, for each of its commands; none for a tool that runs none. `arguments` is JSON, and
/// `folder` the one the session works in.
pub(super) fn seen(name: &str, arguments: &str, folder: &str) -> Vec<Seen> {
    if let Some(read) = read_by_a_tool(name, arguments, folder) {
        return vec![read];
    }
    let files = |command: Command| {
        let own = command.folder.map(|own| resolve(folder, &own));
        shell::files(&command.line, own.as_deref().unwrap_or(folder))
    };
    commands(name, arguments).into_iter().map(files).collect()
}

/// The files that a tool reads by itself, where it is one that does.
fn read_by_a_tool(name: &str, arguments: &str, folder: &str) -> Option<Seen> {
    const READERS: [&str; 5] = ["read", "view", "read_file", "read_many_files", "view_file"];
    const EDITORS: [&str; 2] = ["text_editor", "str_replace_editor"];
    const PATHS: [&str; 5] = ["file_path", "absolute_path", "filePath", "path", "target_file"];
    // Tools of an extension have its name before theirs.
    let name = name.rsplit("__").next().unwrap_or(name).to_ascii_lowercase();
    let arguments = Members::read(arguments)?;
    let views = || arguments.text("command").as_deref() == Some("view");
    let reads = READERS.contains(&name.as_str()) || (EDITORS.contains(&name.as_str()) && views());
    reads.then_some(())?;
    let several = arguments.objects("files").into_iter().filter_map(|file| file.text("path"));
    let mut paths: Vec<String> = several.chain(arguments.texts("paths")).collect();
    paths.extend(PATHS.iter().find_map(|key| arguments.text(key)));
    let is_ranged = ["offset", "limit", "view_range"].iter().any(|key| arguments.raw(key).is_some());
    let lines = if is_ranged { Lines::Some } else { Lines::All };
    let files: Vec<Shown> = paths.iter().map(|path| Shown { path: resolve(folder, path), lines }).collect();
    Some(Seen { alone: files.len() == 1, files, whole: false })
}

fn commands(name: &str, arguments: &str) -> Vec<Command> {
    if let Some(arguments) = Members::read(arguments) {
        let folder = arguments.text("workdir").or_else(|| arguments.text("working_directory"));
        return line(&arguments).map(|line| Command { line, folder }).into_iter().collect();
    }
    let text = serde_json::from_str::<String>(arguments).ok().filter(|_| name == "exec");
    text.map_or_else(Vec::new, |text| script(&text))
}

/// The line for a shell that the arguments of a call ask for.
pub(super) fn line(arguments: &Members<'_>) -> Option<String> {
    if let Some(line) = arguments.text("cmd").or_else(|| arguments.text("command")) {
        return Some(line);
    }
    let words = arguments.texts("command");
    match words.as_slice() {
        [] => None,
        [_, option, line] if option.starts_with('-') && option.ends_with('c') => Some(line.clone()),
        words => Some(words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")),
    }
}

fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// The commands of a script, as far as they are written out: `tools.exec_command({cmd: "…", workdir: "…"})`.
pub(super) fn script(text: &str) -> Vec<Command> {
    let calls = text.match_indices("exec_command(").map(|(at, name)| &text[at + name.len()..]);
    calls
        .filter_map(|call| {
            let call = call.split("exec_command(").next().unwrap_or(call);
            Some(Command { line: member(call, "cmd")?, folder: member(call, "workdir") })
        })
        .collect()
}

/// The text that a member of an object literal has.
fn member(call: &str, name: &str) -> Option<String> {
    let mut places = call.match_indices(name).map(|(at, _)| (&call[..at], &call[at + name.len()..]));
    let value = places.find_map(|(before, after)| {
        let is_name = before.trim_end_matches(['"', '\'']).trim_end().ends_with(['{', ',']);
        let value = after.trim_start_matches(['"', '\'']).trim_start().strip_prefix(':')?.trim_start();
        is_name.then_some(value)
    })?;
    let mut letters = value.chars();
    let quote = letters.next().filter(|quote| matches!(quote, '"' | '\'' | '`'))?;
    let mut text = String::new();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => match letters.next()? {
                'n' => text.push('\n'),
                't' => text.push('\t'),
                '\n' => {}
                other => text.push(other),
            },
            letter if letter == quote => return Some(text),
            letter => text.push(letter),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{commands, seen};

    #[test]
    fn every_way_of_running_a_command_is_read() {
        let check = |name: &str, arguments: &str, expected: &[(&str, Option<&str>)]| {
            let found = commands(name, arguments);
            let found: Vec<_> = found.iter().map(|one| (one.line.as_str(), one.folder.as_deref())).collect();
            assert_eq!(found, expected, "{name} {arguments}");
        };
        check("exec_command", r#"{"cmd":"cat a","workdir":"/w"}"#, &[("cat a", Some("/w"))]);
        check("shell", r#"{"command":["bash","-lc","cat a"]}"#, &[("cat a", None)]);
        check("shell", r#"{"command":["cat","a b"]}"#, &[("'cat' 'a b'", None)]);
        check("shell_command", r#"{"command":"cat a"}"#, &[("cat a", None)]);
        check(
            "local_shell",
            r#"{"type":"exec","command":["sh","-c","cat a"],"working_directory":"/w"}"#,
            &[("cat a", Some("/w"))],
        );
        check(
            "exec",
            r#""const a = await tools.exec_command({cmd:\"cat \\\"a\\\"\", workdir: '/w'});\nawait tools.exec_command({ \"cmd\": `ls` })""#,
            &[("cat \"a\"", Some("/w")), ("ls", None)],
        );
        for (name, arguments) in [
            ("apply_patch", r#""*** Begin Patch""#),
            ("exec", r#""exec_command({cmd: variable})""#),
            ("x", r#""not JSON""#),
            ("x", "7"),
            ("x", ""),
            ("x", "{}"),
        ] {
            check(name, arguments, &[]);
        }
    }

    #[test]
    fn a_tool_that_reads_shows_the_file_and_one_that_writes_does_not() {
        let paths = |name: &str, arguments: &str| -> Vec<String> {
            let seen = seen(name, arguments, "/w");
            seen.into_iter().flat_map(|seen| seen.files).map(|file| file.path).collect()
        };
        for (name, arguments) in [
            ("Read", r#"{"file_path":"/w/s/SKILL.md"}"#),
            ("view", r#"{"path":"s/SKILL.md","view_range":[1,9]}"#),
            ("read_file", r#"{"absolute_path":"/w/s/SKILL.md"}"#),
            ("read", r#"{"filePath":"/w/s/SKILL.md","limit":9}"#),
            ("read_file", r#"{"files":[{"path":"s/SKILL.md"}]}"#),
            ("read_many_files", r#"{"paths":["s/SKILL.md"]}"#),
            ("developer__text_editor", r#"{"command":"view","path":"/w/s/SKILL.md"}"#),
            ("Bash", r#"{"command":"cat s/SKILL.md"}"#),
        ] {
            assert_eq!(paths(name, arguments), ["/w/s/SKILL.md"], "{name} {arguments}");
        }
        for (name, arguments) in [
            ("Write", r#"{"file_path":"/w/s/SKILL.md","content":"x"}"#),
            ("Edit", r#"{"file_path":"/w/s/SKILL.md"}"#),
            ("Grep", r#"{"pattern":"x","path":"/w/s/SKILL.md"}"#),
            ("str_replace_editor", r#"{"command":"create","path":"/w/s/SKILL.md"}"#),
        ] {
            assert!(paths(name, arguments).is_empty(), "{name} {arguments}");
        }
    }
}
