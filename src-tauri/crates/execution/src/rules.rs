//! What is known of the programs Pixir counts as safe: which of their options only read, and which write, run
//! something else or read elsewhere. Tables of what is harmless: what is in none of them is not proven.

mod files;
mod find;
mod git;
mod git_contents;
mod git_tables;
mod program;
mod system;
mod text;

use crate::inquiry::Inquiry;
pub(crate) use git_contents::{Contents, EXCLUDE, contents, excludes};
use message::{Message, Template, message};
use program::{Operands, Options, Program, names};

/// What an option does.
enum Effect {
    Alone,
    Text,
    Attached,
    Path,
    Never(Template),
}

/// The programs with tables of their own; `find` and `git` are read by rules.
const PROGRAMS: &[&[Program]] = &[files::PROGRAMS, text::PROGRAMS, system::PROGRAMS];

/// Programs that say names, sizes and times, and nothing of what stands in a file.
const NAMES_ONLY: &str = "ls tree stat realpath which pwd whoami date env dirname basename find echo true";

/// Notes everything in a command that is not known to be harmless.
pub(crate) fn read(argv: &[String], inquiry: &mut Inquiry<'_>) {
    let Some((name, args)) = argv.split_first() else {
        return inquiry.note("program", message!("there is no command"));
    };
    let odd = |letter: &char| letter.is_control() && *letter != '\t';
    if let Some(letter) = argv.iter().flat_map(|word| word.chars()).find(odd) {
        let words = message!(
            "the control character U+{letter} hides in the command",
            letter = format!("{:04X}", u32::from(letter))
        );
        inquiry.note("control", words);
    }
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let is_known = matches!(name.as_str(), "find" | "git" | "echo" | "true")
        || PROGRAMS.iter().copied().flatten().any(|program| program.name == name);
    // What one does is known by its name, so the name must lead to that one.
    if is_known {
        inquiry.program(name);
    }
    inquiry.prints_contents = !names(NAMES_ONLY, name);
    match name.as_str() {
        "find" => find::read(&args, inquiry),
        "git" => git::read(&args, inquiry),
        // They print their words, or nothing, whatever the words are.
        "echo" | "true" => {}
        "ripgrep" => {
            inquiry.note("program", message!("no program called `ripgrep` is known; the program is `rg`"));
        }
        name => match PROGRAMS.iter().copied().flatten().find(|program| program.name == name) {
            Some(program) => program.read(&args, inquiry),
            None if name.contains('/') => {
                inquiry.note(
                    "program",
                    message!(
                        "`{name}` is one certain file; only programs named without a path are known",
                        name
                    ),
                );
            }
            None => {
                inquiry.note(
                    "program",
                    message!("`{name}` is not one of the programs known only to read", name),
                );
            }
        },
    }
}

impl Program {
    /// Reads the words after the program's name.
    pub(crate) fn read(&self, args: &[&str], inquiry: &mut Inquiry<'_>) {
        let (mut operands, mut given) = (Vec::new(), Vec::new());
        let mut words = args.iter().copied();
        while let Some(word) = words.next() {
            if word == "--" {
                operands.extend(words.by_ref());
            } else if word.starts_with("--") {
                given.extend(self.long(word, &mut words, inquiry));
            } else if word.len() > 1 && word.starts_with('-') {
                given.extend(self.short(word, &mut words, inquiry));
            } else {
                operands.push(word);
            }
        }
        self.operands(&operands, &given, inquiry);
        self.sweep(&operands, &given, inquiry);
    }

    /// Looks at the folders that are read through with everything in them.
    fn sweep(&self, operands: &[&str], given: &[&str], inquiry: &mut Inquiry<'_>) {
        let has = |list: &str| given.iter().any(|name| names(list, name));
        let reads_folders = match self.name {
            "grep" => has("-r --recursive -d --directories"),
            "rg" => !has("--files --type-list --version --help -V -h"),
            _ => false,
        };
        if !reads_folders {
            return;
        }
        // The first word is what is looked for, unless an option says that.
        let places =
            if has("-e --regexp -f --file") { operands } else { operands.get(1..).unwrap_or_default() };
        if places.is_empty() {
            inquiry.swept(".", self.name);
        }
        places.iter().for_each(|place| inquiry.swept(place, self.name));
    }

    /// Reads `--name` or `--name=value`; returns the name if it is known to be harmless.
    fn long<'w>(
        &self,
        word: &'w str,
        words: &mut impl Iterator<Item = &'w str>,
        inquiry: &mut Inquiry<'_>,
    ) -> Option<&'w str> {
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (word, None),
        };
        let subject = self.name;
        match (self.effect(name), value) {
            (Some(Effect::Never(why)), _) => inquiry
                .note("option", message!("`{subject} {name}` {why}", subject, name, why => why.message())),
            (Some(Effect::Alone), None) | (Some(Effect::Attached), _) | (Some(Effect::Text), Some(_)) => {
                return Some(name);
            }
            // A text of its own may be an operand to another version of the program, so it is looked at as one.
            (Some(Effect::Text), None) | (Some(Effect::Path), _) => {
                self.value(value.or_else(|| words.next()).unwrap_or_default(), name, inquiry);
                return Some(name);
            }
            (Some(Effect::Alone), Some(_)) => {
                inquiry.note(
                    "option",
                    message!(
                        "`{subject} {name}` takes no value, so `{word}` is not known",
                        subject,
                        name,
                        word
                    ),
                );
            }
            (None, _) => inquiry.note("option", self.unknown(name)),
        }
        None
    }

    /// Reads `-abc`; returns the names that are known to be harmless.
    fn short<'w>(
        &self,
        word: &'w str,
        words: &mut impl Iterator<Item = &'w str>,
        inquiry: &mut Inquiry<'_>,
    ) -> Vec<&'static str> {
        let mut given = Vec::new();
        for (at, letter) in word.char_indices().skip(1) {
            let rest = &word[at + letter.len_utf8()..];
            let name = format!("-{letter}");
            let subject = self.name;
            given.extend(self.listed(&name));
            match self.effect(&name) {
                Some(Effect::Alone) => continue,
                Some(Effect::Never(why)) => inquiry.note(
                    "option",
                    message!("`{subject} {name}` {why}", subject, name, why => why.message()),
                ),
                Some(Effect::Attached) => {}
                Some(Effect::Text) if !rest.is_empty() => {}
                Some(Effect::Path) if !rest.is_empty() => inquiry.path(rest),
                Some(Effect::Text | Effect::Path) => {
                    self.value(words.next().unwrap_or_default(), &name, inquiry);
                }
                None => inquiry.note("option", self.unknown(&name)),
            }
            break;
        }
        given
    }

    /// Looks at a value that is a word of its own. One that looks like an option may be an option: programs differ in
    /// which of theirs take the next word.
    fn value(&self, word: &str, name: &str, inquiry: &mut Inquiry<'_>) {
        inquiry.path(word);
        if word.len() > 1 && word.starts_with('-') {
            let words = message!(
                "`{word}` behind `{subject} {name}` may be an option of its own",
                word,
                subject = self.name,
                name
            );
            inquiry.note("option", words);
        }
    }

    fn effect(&self, name: &str) -> Option<Effect> {
        let has = |list: &str| names(list, name);
        // What one table calls harmless, another may call harmful; that one is believed.
        let never = self.options.iter().flat_map(|options| options.never).find(|(names, _)| has(names));
        if let Some((_, why)) = never {
            return Some(Effect::Never(*why));
        }
        self.options.iter().find_map(|options| match options {
            options if has(options.alone) => Some(Effect::Alone),
            options if has(options.text) => Some(Effect::Text),
            options if has(options.attached) => Some(Effect::Attached),
            options if has(options.path) => Some(Effect::Path),
            _ => None,
        })
    }

    /// Returns `true` for an option that takes a text or a path, attached or as the next word.
    fn takes_value(&self, name: &str) -> bool {
        matches!(self.effect(name), Some(Effect::Text | Effect::Path))
    }

    fn is_alone(&self, name: &str) -> bool {
        matches!(self.effect(name), Some(Effect::Alone))
    }

    /// The option as it stands in a table of harmless ones.
    fn listed(&self, name: &str) -> Option<&'static str> {
        let names =
            |options: &&'static Options| [options.alone, options.text, options.attached, options.path];
        self.options.iter().flat_map(names).flat_map(str::split_ascii_whitespace).find(|known| *known == name)
    }

    /// Why an option that stands in no table is not proven; programs take long options by their beginnings.
    fn unknown(&self, name: &str) -> Message {
        let subject = self.name;
        let begins = |names: &str| {
            name.len() > 2 && names.split_ascii_whitespace().any(|known| known.starts_with(name))
        };
        let never = self.options.iter().flat_map(|options| options.never).find(|(names, _)| begins(names));
        if let Some((names, why)) = never {
            let whole = names.split_ascii_whitespace().find(|known| known.starts_with(name)).unwrap_or(names);
            return message!(
                "`{subject} {name}`, short for `{whole}`, {why}",
                subject,
                name,
                whole,
                why => why.message()
            );
        }
        let known = |options: &&Options| {
            [options.alone, options.text, options.attached, options.path].into_iter().any(begins)
        };
        if self.options.iter().any(known) {
            return message!(
                "`{subject} {name}` is cut short, and may mean any option that begins so",
                subject,
                name
            );
        }
        message!("`{subject} {name}` is not an option known to be harmless", subject, name)
    }

    fn operands(&self, operands: &[&str], given: &[&str], inquiry: &mut Inquiry<'_>) {
        let subject = self.name;
        let said = |word: &str, why: Template| message!("`{subject} {word}` {why}", subject, word, why => why.message());
        match self.operands {
            Operands::Texts => {}
            Operands::Paths => operands.iter().for_each(|word| inquiry.path(word)),
            Operands::Files => operands.iter().for_each(|word| inquiry.file(word, subject)),
            Operands::No(why) => {
                if let Some(word) = operands.first() {
                    inquiry.note("operand", said(word, why));
                }
            }
            Operands::One(why) => {
                operands.iter().for_each(|word| inquiry.path(word));
                if let [first, second, ..] = operands {
                    inquiry.note("operand", said(&format!("{first} {second}"), why));
                }
            }
            Operands::Each(check) => {
                for word in operands {
                    if let Err(why) = check(word) {
                        inquiry.note("operand", said(word, why));
                    }
                }
            }
            Operands::With(options, why) => {
                operands.iter().for_each(|word| inquiry.path(word));
                if let (Some(word), false) =
                    (operands.first(), given.iter().any(|name| options.contains(name)))
                {
                    inquiry.note("operand", said(word, why));
                }
            }
        }
    }
}
