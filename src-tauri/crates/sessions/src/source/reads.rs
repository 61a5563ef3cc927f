//! Reads of skills by agents that have no tool for them: their models read the main file by themselves.
//!
//! A read is taken for an activation only where the session's own list named that very file. Reading any other
//! `SKILL.md` is work on a file: of 485 such reads in real sessions of Codex only 175 were of a skill it had listed.

use std::collections::HashMap;

use skills::ReadStep;

use super::commands;
use super::shell::{Lines, Seen, Shown, resolve};
use crate::Activator;
use crate::event::{Activation, InferredBy, TextKept, ToolCall, Viewed};
use crate::members::Members;

/// The main files of skills that a call reads, whichever agent's it is; `folder` is the one the session works in. What
/// only names one, such as a search, a diff or a text to be written, reads none.
pub(crate) fn main_files(call: &ToolCall, folder: &str) -> Vec<String> {
    let (name, arguments) =
        (call.name.as_deref().unwrap_or_default(), call.args.as_deref().unwrap_or_default());
    if !arguments.contains("SKILL.md") {
        return Vec::new();
    }
    let files = commands::seen(name, arguments, folder).into_iter().flat_map(|seen| seen.files);
    let is_read = |file: &Shown| file.lines != Lines::None && is_main_file(&file.path);
    files.filter(is_read).map(|file| file.path).collect()
}

/// Whether a path is that of a main file.
fn is_main_file(path: &str) -> bool {
    path.strip_suffix("SKILL.md").is_some_and(|folder| folder.is_empty() || folder.ends_with('/'))
}

/// The skills of a session, by the folders of their main files.
#[derive(Debug, Clone, Default)]
pub(super) struct Known(HashMap<String, Skill>);

#[derive(Debug, Clone)]
struct Skill {
    name: String,
    main: String,
    /// The session's list names it; else it was only activated.
    is_listed: bool,
}

/// A read of a skill's main file that a call asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Read {
    pub name: String,
    pub path: String,
    pub lines: Lines,
    /// Nothing but this file is printed.
    pub alone: bool,
    /// So many files are printed from their first lines on, in the order of the call, and nothing else; 0 where that is
    /// not so.
    pub of: usize,
    pub why: InferredBy,
}

impl Known {
    /// A skill that the session's list names.
    pub fn list(&mut self, name: &str, path: &str) {
        self.add(name, path, true);
    }

    /// A skill that was activated: what lies beside its main file is read as part of it.
    pub fn activate(&mut self, name: &str, path: &str) {
        self.add(name, path, false);
    }

    fn add(&mut self, name: &str, path: &str, is_listed: bool) {
        let main = resolve("", path);
        let Some((folder, _)) = main.rsplit_once('/') else { return };
        let is_listed =
            is_listed || self.0.get(folder).is_some_and(|known| known.is_listed && known.main == main);
        self.0.insert(folder.to_owned(), Skill { name: name.to_owned(), main: main.clone(), is_listed });
    }

    /// The read of a main file, where the list names the file.
    pub fn read(&self, shown: &Shown, alone: bool) -> Option<Read> {
        let skill = self.of_file(&shown.path).filter(|skill| skill.is_listed)?;
        (shown.lines != Lines::None).then(|| Read {
            name: skill.name.clone(),
            path: skill.main.clone(),
            lines: shown.lines,
            alone,
            of: 0,
            why: InferredBy::Listed,
        })
    }

    /// The reads of main files that a command asks for, of the files that the list names.
    pub fn reads(&self, seen: &Seen) -> Vec<Read> {
        let of = if seen.whole { seen.files.len() } else { 0 };
        let read = |file: &Shown| Some(Read { of, ..self.read(file, seen.alone)? });
        seen.files.iter().filter_map(read).collect()
    }

    /// The main files that a call names in some way that does not tell what becomes of them: its answer may still begin
    /// with the file.
    pub fn named(&self, call: &str, known: &[Vec<Read>]) -> Vec<Read> {
        if !call.contains("SKILL.md") {
            return Vec::new();
        }
        let is_known = |skill: &Skill| known.iter().flatten().any(|read| read.path == skill.main);
        let named =
            self.0.values().filter(|skill| skill.is_listed && call.contains(&skill.main) && !is_known(skill));
        let mut named: Vec<Read> = named
            .map(|skill| Read {
                name: skill.name.clone(),
                path: skill.main.clone(),
                lines: Lines::None,
                alone: false,
                of: 0,
                why: InferredBy::Listed,
            })
            .collect();
        named.sort_by(|a, b| a.path.cmp(&b.path));
        named
    }

    /// The file of a skill that a path names, where it is another one than its main file.
    pub fn resource(&self, path: &str) -> Option<Viewed> {
        let ends = path.match_indices('/').map(|(at, _)| at);
        let (at, skill) = ends.rev().find_map(|at| Some((at, self.0.get(&path[..at])?)))?;
        let inside = &path[at + 1..];
        (skill.main != path && !inside.is_empty())
            .then(|| Viewed { skill: Some(skill.name.clone()), path: Some(inside.to_owned()) })
    }

    /// The file of a skill that a call reads, shows or runs; `folder` is the one the session works in.
    pub fn viewed(&self, name: &str, arguments: &str, folder: &str) -> Option<Viewed> {
        let seen = commands::seen(name, arguments, folder);
        let file = seen.iter().flat_map(|seen| &seen.files).find_map(|file| self.resource(&file.path));
        file.or_else(|| self.named_in(&commands::line(&Members::read(arguments)?)?))
    }

    /// The first file of a skill that a command names in any way, to run it or to show it.
    pub fn named_in(&self, command: &str) -> Option<Viewed> {
        let at = self.0.keys().filter_map(|folder| command.find(&format!("{folder}/"))).min()?;
        let path = &command[at..];
        let ends = |letter: char| letter.is_whitespace() || "\"'`;|&<>()".contains(letter);
        self.resource(&path[..path.find(ends).unwrap_or(path.len())])
    }

    /// The skill whose main file a path names. The home that `~` or a variable stands for is not recorded, so such a
    /// path is the one listed file that ends like it.
    fn of_file(&self, path: &str) -> Option<&Skill> {
        if path.starts_with(['~', '$']) {
            let end = &path[path.find('/')?..];
            let mut ending = self.0.values().filter(|skill| skill.main.ends_with(end));
            return ending.next().filter(|_| ending.next().is_none());
        }
        let (folder, _) = path.rsplit_once('/')?;
        self.0.get(folder).filter(|skill| skill.main == path)
    }
}

impl Read {
    /// How much of the file a text is that was printed for this read.
    pub fn kept(&self, text: &str, is_cut: bool) -> TextKept {
        match self.lines {
            _ if !self.alone => TextKept::Mixed,
            Lines::Changed | Lines::None => TextKept::Mixed,
            Lines::All if !is_cut => TextKept::Whole,
            // Fewer lines than were asked for: the file ends there.
            Lines::UpTo(last) if !is_cut && (text.lines().count() as u64) < last => TextKept::Whole,
            _ => TextKept::Part,
        }
    }

    /// Whether a text begins with the frontmatter of this skill, and so with its file, whatever printed it.
    pub fn begins(&self, text: &str) -> bool {
        let mut lines = text.lines();
        let is_name = |line: &str| {
            let name = line.strip_prefix("name:").map(|name| name.trim().trim_matches(['"', '\'']));
            name.is_some_and(|name| self.name == name || self.name.ends_with(&format!(":{name}")))
        };
        lines.next() == Some("---") && lines.take_while(|line| *line != "---").any(is_name)
    }

    /// Cuts what was printed into its files, where the reads are of all of it and the frontmatter of each can be seen in
    /// their order; none where that cannot be told.
    pub fn cut<'t>(reads: &[Self], text: &'t str) -> Option<Vec<&'t str>> {
        if reads.len() < 2 || reads.iter().any(|read| read.of != reads.len()) {
            return None;
        }
        let mut pieces = Vec::with_capacity(reads.len());
        let (mut start, mut rest) = (0, reads);
        while let Some((read, after)) = rest.split_first() {
            if !read.begins(&text[start..]) {
                return None;
            }
            let end = match after.first() {
                None => text.len(),
                Some(next) => {
                    let lines = text[start..].match_indices("\n---\n").map(|(at, _)| start + at + 1);
                    let mut begins = lines.filter(|at| next.begins(&text[*at..]));
                    let end = begins.next()?;
                    // A file that quotes the head of the next one has two ends.
                    if begins.next().is_some() {
                        return None;
                    }
                    end
                }
            };
            pieces.push(&text[start..end]);
            (start, rest) = (end, after);
        }
        Some(pieces)
    }

    /// The activation that an answer to this read is.
    pub fn activation(&self, text: String, is_cut: bool, steps: Vec<ReadStep>) -> Activation {
        Activation {
            name: Some(self.name.clone()),
            path: Some(self.path.clone()),
            kept: self.kept(&text, is_cut),
            content: Some(text),
            activated_by: Some(Activator::Model),
            inferred: Some(self.why),
            steps,
            ..Activation::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::shell::files;
    use super::Known;
    use crate::event::TextKept;

    fn known() -> Known {
        let mut known = Known::default();
        known.list("notes", "/s/notes/SKILL.md");
        known.activate("beta", "/s/beta/SKILL.md");
        known
    }

    #[test]
    fn only_listed_files_are_read_as_skills() {
        let known = known();
        let read = |command: &str| {
            let seen = files(command, "/s");
            seen.files
                .iter()
                .filter_map(|file| known.read(file, seen.alone))
                .map(|read| read.path)
                .collect::<Vec<_>>()
        };
        assert_eq!(read("cat /s/notes/SKILL.md"), ["/s/notes/SKILL.md"]);
        assert_eq!(read("cat notes/SKILL.md; ls"), ["/s/notes/SKILL.md"]);
        assert_eq!(read("cat ~/s/notes/SKILL.md"), ["/s/notes/SKILL.md"]);
        for other in
            ["cat /t/notes/SKILL.md", "rg x /s/notes/SKILL.md", "cat /s/beta/SKILL.md", "cat /s/notes/x.md"]
        {
            assert!(read(other).is_empty(), "{other}");
        }
    }

    #[test]
    fn a_file_that_is_named_in_another_way_is_read_where_the_answer_begins_with_it() {
        let named = known().named("python3 -c \"print(open('/s/notes/SKILL.md').read())\"", &[]);
        let [read] = named.as_slice() else { panic!("one read: {named:?}") };
        assert!(read.begins("---\nname: 'notes'\ndescription: x\n---\n"));
        for other in
            ["", "---\nname: beta\n---\nname: notes\n", "name: notes\n", "--- a/SKILL.md\nname: notes"]
        {
            assert!(!read.begins(other), "{other}");
        }
        assert!(known().named("python3 x.py /s/beta/SKILL.md", &[]).is_empty());
        assert!(known().named("/s/notes/SKILL.md", &[named]).is_empty());
    }

    #[test]
    fn output_of_several_whole_files_is_cut_into_its_files() {
        let mut known = known();
        known.list("beta", "/s/beta/SKILL.md");
        let cut = |command: &str, text: &str| {
            let reads = known.reads(&files(command, "/s"));
            super::Read::cut(&reads, text)
                .map(|pieces| pieces.iter().map(|piece| piece.len()).collect::<Vec<_>>())
        };
        let (notes, beta) = ("---\nname: notes\n---\nA\n", "---\nname: beta\n---\nB\n");
        let both = format!("{notes}{beta}");
        for command in [
            "cat notes/SKILL.md beta/SKILL.md",
            "cat notes/SKILL.md && cat beta/SKILL.md",
            "cd notes; cat SKILL.md; cat ../beta/SKILL.md",
            "sed -n '1,220p' notes/SKILL.md && sed -n 1,9p beta/SKILL.md",
        ] {
            assert_eq!(cut(command, &both), Some(vec![notes.len(), beta.len()]), "{command}");
        }
        for command in [
            "cat notes/SKILL.md; ls; cat beta/SKILL.md",
            "cat notes/SKILL.md x.md beta/SKILL.md",
            "cat notes/SKILL.md; tail -3 beta/SKILL.md",
            "cat notes/SKILL.md beta/SKILL.md | sort",
            "cat beta/SKILL.md notes/SKILL.md",
        ] {
            assert_eq!(cut(command, &both), None, "{command}");
        }
        // The first quotes the head of the second.
        let quoting = format!("{notes}{beta}{beta}");
        assert_eq!(cut("cat notes/SKILL.md beta/SKILL.md", &quoting), None);
        assert_eq!(cut("cat notes/SKILL.md beta/SKILL.md", &format!("{notes}no head")), None);
    }

    #[test]
    fn what_lies_beside_a_main_file_is_a_resource() {
        let resource = |path: &str| known().resource(path).and_then(|viewed| viewed.path);
        assert_eq!(resource("/s/notes/references/a.md").as_deref(), Some("references/a.md"));
        assert_eq!(resource("/s/beta/x.sh").as_deref(), Some("x.sh"));
        for other in ["/s/notes/SKILL.md", "/s/notes", "/s/other/x.md", "x"] {
            assert_eq!(resource(other), None, "{other}");
        }
    }

    #[test]
    fn a_range_that_came_back_full_proves_no_end() {
        let known = known();
        let check = |command: &str, text: &str, expected| {
            let seen = files(command, "/s");
            let read = known.read(&seen.files[0], seen.alone).expect("a read");
            assert_eq!(read.kept(text, false), expected, "{command}");
        };
        check("cat notes/SKILL.md", "a\nb\n", TextKept::Whole);
        check("sed -n 1,9p notes/SKILL.md", "a\nb\n", TextKept::Whole);
        check("sed -n 1,2p notes/SKILL.md", "a\nb\n", TextKept::Part);
        check("sed -n 2,9p notes/SKILL.md", "b\n", TextKept::Part);
        check("nl notes/SKILL.md", "1 a\n", TextKept::Mixed);
        check("cat notes/SKILL.md x.md", "a\nb\n", TextKept::Mixed);
    }
}
