//! The commands that a call of a tool runs, in every way Codex has written them: a line for a shell, the words of a
//! program, and a script that asks for several lines.

use crate::members::Members;

/// A command and the folder it runs in, where that is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Command {
    pub line: String,
    pub folder: Option<String>,
}

/// The commands of a call; none for a tool that runs none.
pub(super) fn commands(item: &Members<'_>) -> Vec<Command> {
    let arguments = item.text("arguments");
    let arguments = arguments.as_deref().and_then(Members::read).or_else(|| item.object("action"));
    if let Some(arguments) = arguments {
        let folder = arguments.text("workdir").or_else(|| arguments.text("working_directory"));
        return line(&arguments).map(|line| Command { line, folder }).into_iter().collect();
    }
    item.text("input")
        .filter(|_| item.text("name").as_deref() == Some("exec"))
        .map_or_else(Vec::new, |text| script(&text))
}

fn line(arguments: &Members<'_>) -> Option<String> {
    if let Some(line) = arguments.text("cmd").or_else(|| arguments.text("command")) {
        return Some(line);
    }
    // A tool that reads one file names it.
    if let Some(path) = arguments.text("file_path") {
        let is_ranged = arguments.raw("offset").or(arguments.raw("limit")).is_some();
        return Some(format!("{} {}", if is_ranged { "tail" } else { "cat" }, quoted(&path)));
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
fn script(text: &str) -> Vec<Command> {
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
    use super::commands;
    use crate::members::Members;

    #[test]
    fn every_way_of_running_a_command_is_read() {
        let check = |item: &str, expected: &[(&str, Option<&str>)]| {
            let found = commands(&Members::read(item).expect("an object"));
            let found: Vec<_> = found.iter().map(|one| (one.line.as_str(), one.folder.as_deref())).collect();
            assert_eq!(found, expected, "{item}");
        };
        check(
            r#"{"name":"exec_command","arguments":"{\"cmd\":\"cat a\",\"workdir\":\"/w\"}"}"#,
            &[("cat a", Some("/w"))],
        );
        check(
            r#"{"name":"shell","arguments":"{\"command\":[\"bash\",\"-lc\",\"cat a\"]}"}"#,
            &[("cat a", None)],
        );
        check(r#"{"name":"shell","arguments":"{\"command\":[\"cat\",\"a b\"]}"}"#, &[("'cat' 'a b'", None)]);
        check(r#"{"name":"shell_command","arguments":"{\"command\":\"cat a\"}"}"#, &[("cat a", None)]);
        check(
            r#"{"type":"local_shell_call","action":{"type":"exec","command":["sh","-c","cat a"],"working_directory":"/w"}}"#,
            &[("cat a", Some("/w"))],
        );
        check(
            r#"{"name":"exec","input":"const a = await tools.exec_command({cmd:\"cat \\\"a\\\"\", workdir: '/w'});\nawait tools.exec_command({ \"cmd\": `ls` })"}"#,
            &[("cat \"a\"", Some("/w")), ("ls", None)],
        );
        for none in [
            r#"{"name":"apply_patch","input":"*** Begin Patch"}"#,
            r#"{"name":"exec","input":"exec_command({cmd: variable})"}"#,
            r#"{"name":"x","arguments":"not JSON"}"#,
            r#"{"name":"x","arguments":7}"#,
            "{}",
        ] {
            check(none, &[]);
        }
    }
}
