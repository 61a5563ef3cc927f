//! What a call of a tool writes into files, as far as its own words tell. Agents name the members of such a call
//! differently and mean the same.

pub(crate) use super::shell::resolve;
use super::shell::written::written;
use crate::event::ToolCall;
use crate::members::Members;

const PATHS: [&str; 4] = ["file_path", "filePath", "path", "target_file"];
const TEXTS: [&str; 3] = ["content", "file_text", "contents"];
const OLD: [&str; 4] = ["old_string", "oldString", "old_str", "oldText"];
const NEW: [&str; 4] = ["new_string", "newString", "new_str", "newText"];
const PATCHES: [&str; 3] = ["patchText", "patch", "input"];

/// What is known of a file's text behind a call that wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Wrote {
    /// It is this.
    Text(String),
    /// It ends with this.
    End(String),
    /// In it, the second stands where the first stood.
    Place {
        /// What stood there.
        old: String,
        /// What stands there.
        new: String,
    },
    /// Nothing.
    Untold,
}

impl Wrote {
    /// A text that was written, or added at the end.
    pub fn of(text: String, adds: bool) -> Self {
        if adds { Self::End(text) } else { Self::Text(text) }
    }
}

/// The files that a call, made in a folder, writes if it succeeds.
pub(crate) fn writes(call: &ToolCall, folder: &str) -> Vec<(String, Wrote)> {
    let Some(args) = call.args.as_deref() else { return Vec::new() };
    let found = match Members::read(args) {
        Some(members) => by_members(&members, folder),
        // A patch or a script stands as the text it is.
        None => {
            serde_json::from_str::<String>(args).map_or_else(|_| Vec::new(), |text| by_text(&text, folder))
        }
    };
    found.into_iter().map(|(path, wrote)| (resolve(folder, &path), wrote)).collect()
}

fn by_members(members: &Members<'_>, folder: &str) -> Vec<(String, Wrote)> {
    let text = |names: &[&str]| names.iter().find_map(|name| members.text(name));
    if let Some(path) = text(&PATHS) {
        if let Some(content) = text(&TEXTS) {
            return vec![(path, Wrote::Text(content))];
        }
        let edits = members.objects("edits");
        let places = edits.iter().chain([members]).filter_map(place);
        return places.map(|place| (path.clone(), place)).collect();
    }
    if let Some(patch) = text(&PATCHES).filter(|text| text.contains(BEGIN)) {
        return in_patch(&patch);
    }
    let within = text(&["workdir", "working_directory", "directory"]);
    let within = within.map_or(folder.to_owned(), |within| resolve(folder, &within));
    super::commands::line(members).map(|line| written(&line, &within)).unwrap_or_default()
}

fn place(members: &Members<'_>) -> Option<Wrote> {
    let text = |names: &[&str]| names.iter().find_map(|name| members.text(name));
    let (old, new) = (text(&OLD)?, text(&NEW)?);
    // What stood nowhere is a new file.
    Some(if old.is_empty() { Wrote::Text(new) } else { Wrote::Place { old, new } })
}

fn by_text(text: &str, folder: &str) -> Vec<(String, Wrote)> {
    if text.trim_start().starts_with(BEGIN) {
        return in_patch(text);
    }
    let commands = super::commands::script(text).into_iter();
    let within = |folder_of: Option<&str>| folder_of.map_or(folder.to_owned(), |of| resolve(folder, of));
    commands.flat_map(|command| written(&command.line, &within(command.folder.as_deref()))).collect()
}

const BEGIN: &str = "*** Begin Patch";

/// The files that a patch in the form of `apply_patch` writes.
pub(super) fn in_patch(patch: &str) -> Vec<(String, Wrote)> {
    let mut found: Vec<(String, Wrote)> = Vec::new();
    let nothing = || Wrote::Place { old: String::new(), new: String::new() };
    for line in patch.lines() {
        if let Some(added) = line.strip_prefix("*** Add File: ") {
            found.push((added.trim().to_owned(), Wrote::Text(String::new())));
        } else if let Some(updated) = line.strip_prefix("*** Update File: ") {
            found.push((updated.trim().to_owned(), nothing()));
        } else if let Some(gone) = line.strip_prefix("*** Delete File: ") {
            found.push((gone.trim().to_owned(), Wrote::Untold));
        } else if line.starts_with("@@")
            && let Some((path, Wrote::Place { old, new })) = found.last()
        {
            if !(old.is_empty() && new.is_empty()) {
                found.push((path.clone(), nothing()));
            }
        } else if let Some((_, wrote)) = found.last_mut() {
            take_in(wrote, line);
        }
    }
    found
}

/// Adds a line of a patch to what it is about.
fn take_in(wrote: &mut Wrote, line: &str) {
    let add = |text: &mut String, line: &str| {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(line);
    };
    let rest = line.get(1..).unwrap_or_default();
    match (wrote, line.bytes().next()) {
        (Wrote::Text(text), Some(b'+')) => {
            text.push_str(rest);
            text.push('\n');
        }
        (Wrote::Place { old, .. }, Some(b'-')) => add(old, rest),
        (Wrote::Place { new, .. }, Some(b'+')) => add(new, rest),
        (Wrote::Place { old, new }, Some(b' ')) => {
            add(old, rest);
            add(new, rest);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::{Wrote, writes};
    use crate::event::ToolCall;

    fn check(args: &str, expected: &[(&str, Wrote)]) {
        let call = ToolCall { args: Some(args.to_owned()), ..ToolCall::default() };
        let expected: Vec<_> =
            expected.iter().map(|(path, wrote)| ((*path).to_owned(), wrote.clone())).collect();
        assert_eq!(writes(&call, "/w"), expected, "{args}");
    }

    #[test]
    fn every_agent_s_way_of_writing_a_file_is_read() {
        let text = Wrote::Text("a\n".to_owned());
        let place = Wrote::Place { old: "a".to_owned(), new: "b".to_owned() };
        check(r#"{"file_path":"/s/SKILL.md","content":"a\n"}"#, &[("/s/SKILL.md", text.clone())]);
        check(r#"{"filePath":"s/SKILL.md","content":"a\n"}"#, &[("/w/s/SKILL.md", text.clone())]);
        check(r#"{"path":"/s/SKILL.md","file_text":"a\n"}"#, &[("/s/SKILL.md", text)]);
        for members in [
            r#""old_string":"a","new_string":"b","replace_all":false"#,
            r#""oldString":"a","newString":"b""#,
            r#""old_str":"a","new_str":"b""#,
            r#""edits":[{"oldText":"a","newText":"b"}]"#,
        ] {
            check(&format!(r#"{{"path":"/s/SKILL.md",{members}}}"#), &[("/s/SKILL.md", place.clone())]);
        }
        check(r#"{"command":"sed -i s/a/b/ s/SKILL.md"}"#, &[("/w/s/SKILL.md", place.clone())]);
        check(r#"{"cmd":"sed -i s/a/b/ SKILL.md","workdir":"/s"}"#, &[("/s/SKILL.md", place.clone())]);
        check(r#"{"command":["bash","-lc","sed -i s/a/b/ /s/SKILL.md"]}"#, &[("/s/SKILL.md", place.clone())]);
        let patch = "*** Begin Patch\\n*** Update File: s/SKILL.md\\n@@\\n-a\\n+b\\n*** End Patch";
        check(&format!("\"{patch}\""), &[("/w/s/SKILL.md", place.clone())]);
        check(&format!(r#"{{"input":"{patch}"}}"#), &[("/w/s/SKILL.md", place.clone())]);
        let script = r#""await tools.exec_command({cmd: 'sed -i s/a/b/ s/SKILL.md'})""#;
        check(script, &[("/w/s/SKILL.md", place)]);
    }

    #[test]
    fn what_only_reads_writes_nothing() {
        for args in [
            r#"{"file_path":"/s/SKILL.md"}"#,
            r#"{"path":"/s/SKILL.md","offset":1}"#,
            r#"{"command":"cat /s/SKILL.md"}"#,
            r#"{"pattern":"x","path":"/s/SKILL.md"}"#,
            "7",
            "no JSON",
        ] {
            check(args, &[]);
        }
    }
}
