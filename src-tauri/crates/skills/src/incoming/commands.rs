//! What a shell makes of a line: the commands in it, each with its words, and which of them feeds which.
//!
//! It is enough to tell what a line runs from what it only mentions; nothing is expanded, and nothing is run.

use std::iter::Peekable;
use std::str::Chars;

/// Commands of which each reads what the one before it writes.
pub(super) type Pipeline = Vec<Command>;

/// A command.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Command {
    /// Its words without their quotes. A redirection is a word of its own, and `$()` stands for what another command
    /// writes into a word.
    pub words: Vec<String>,
    /// The commands inside its words: `$(…)`, `` `…` `` and `<(…)`.
    pub inner: Vec<Pipeline>,
}

/// Words before a command that leave it what it is.
const BEFORE: &[&str] = &[
    "if", "then", "else", "elif", "while", "until", "do", "!", "time", "exec", "nohup", "env", "command",
    "builtin", "xargs",
];
/// Nested deeper than this is left unread.
const DEEPEST: usize = 8;

impl Command {
    /// The words from the one that is run on, without what stands before it: assignments, `then`, `nohup`, `sudo`.
    fn run(&self) -> &[String] {
        let is_before = |word: &String| {
            let assigns = word.split_once('=').is_some_and(|(name, _)| is_name(name));
            assigns || BEFORE.contains(&word.as_str()) || is_root(word)
        };
        let mut words = self.words.as_slice();
        while let Some((first, rest)) = words.split_first().filter(|(first, _)| is_before(first)) {
            // `sudo -E sh`, `env -i sh`
            let options = rest.iter().take_while(|word| is_root(first) && word.starts_with('-')).count();
            words = &rest[options..];
        }
        words
    }

    /// The name of the program that is run.
    pub fn program(&self) -> &str {
        let first = self.run().first().map_or("", String::as_str);
        first.rsplit('/').next().unwrap_or(first)
    }

    /// The words behind the program.
    pub fn arguments(&self) -> &[String] {
        self.run().get(1..).unwrap_or_default()
    }

    /// Whether it is run with the rights of root.
    pub fn is_roots(&self) -> bool {
        // `sudo -l` and its like run nothing.
        let before = self.words.len() - self.run().len();
        !self.run().is_empty() && self.words[..before].iter().any(|word| is_root(word))
    }
}

fn is_root(word: &str) -> bool {
    ["sudo", "doas"].contains(&word.rsplit('/').next().unwrap_or_default())
}

fn is_name(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The commands of a line, those inside words with the command whose words they are.
pub(super) fn commands(line: &str) -> Vec<Pipeline> {
    read(&mut line.chars().peekable(), None, DEEPEST)
}

/// Every pipeline, also those inside words.
pub(super) fn all(pipelines: &[Pipeline]) -> Vec<&[Command]> {
    let mut found = Vec::new();
    for pipeline in pipelines {
        found.push(pipeline.as_slice());
        pipeline.iter().for_each(|command| found.extend(all(&command.inner)));
    }
    found
}

/// Reads to `end`, which is taken as well.
fn read(chars: &mut Peekable<Chars<'_>>, end: Option<char>, depth: usize) -> Vec<Pipeline> {
    let (mut done, mut pipeline, mut command) = (Vec::new(), Vec::new(), Command::default());
    let mut word: Option<String> = None;
    let finish = |word: &mut Option<String>, command: &mut Command| command.words.extend(word.take());
    while let Some(next) = chars.next() {
        if Some(next) == end {
            break;
        }
        match next {
            '\\' => word.get_or_insert_default().extend(chars.next().filter(|next| *next != '\n')),
            '\'' => word.get_or_insert_default().extend(chars.by_ref().take_while(|next| *next != '\'')),
            '"' => quoted(chars, word.get_or_insert_default(), &mut command, depth),
            '$' | '<' if chars.peek() == Some(&'(') && depth > 0 => {
                chars.next();
                command.inner.extend(read(chars, Some(')'), depth - 1));
                word.get_or_insert_default().push_str(if next == '$' { "$()" } else { "<()" });
            }
            '`' if depth > 0 => {
                command.inner.extend(read(chars, Some('`'), depth - 1));
                word.get_or_insert_default().push_str("$()");
            }
            '#' if word.is_none() => break,
            '|' | ';' | '&' | '(' | ')' | '{' | '}' | '\n' if !(word.is_some() && "{}".contains(next)) => {
                finish(&mut word, &mut command);
                let is_pipe = next == '|' && chars.peek() != Some(&'|');
                if !command.words.is_empty() {
                    pipeline.push(std::mem::take(&mut command));
                }
                if !is_pipe && !pipeline.is_empty() {
                    done.push(std::mem::take(&mut pipeline));
                }
                if ['|', '&'].contains(&next) && chars.peek() == Some(&next) {
                    chars.next();
                }
            }
            // `<name>` stands for what is to be filled in.
            '>' if word.as_ref().is_some_and(|word| word.contains('<')) => {
                word.get_or_insert_default().push('>');
            }
            '>' => {
                // The number before it, as in `2>`, is no word of the command.
                word.take_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
                finish(&mut word, &mut command);
                chars.next_if_eq(&'>');
                // `>&2` is one redirection, no command in the background.
                chars.next_if_eq(&'&');
                command.words.push(">".to_owned());
            }
            blank if blank.is_whitespace() => finish(&mut word, &mut command),
            other => word.get_or_insert_default().push(other),
        }
    }
    finish(&mut word, &mut command);
    if !command.words.is_empty() {
        pipeline.push(command);
    }
    if !pipeline.is_empty() {
        done.push(pipeline);
    }
    done
}

/// Reads what stands between double quotes, in which other commands may stand.
fn quoted(chars: &mut Peekable<Chars<'_>>, word: &mut String, command: &mut Command, depth: usize) {
    while let Some(next) = chars.next() {
        match next {
            '"' => return,
            '\\' => word.extend(chars.next()),
            '$' if chars.peek() == Some(&'(') && depth > 0 => {
                chars.next();
                command.inner.extend(read(chars, Some(')'), depth - 1));
                word.push_str("$()");
            }
            '`' if depth > 0 => {
                command.inner.extend(read(chars, Some('`'), depth - 1));
                word.push_str("$()");
            }
            other => word.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{all, commands};

    #[test]
    fn a_line_is_read_as_commands() {
        let check = |line: &str, expected: &[&[&str]]| {
            let read = commands(line);
            let told: Vec<String> = all(&read)
                .iter()
                .map(|one| one.iter().map(|command| command.words.join(" ")).collect::<Vec<_>>().join(" | "))
                .collect();
            let expected: Vec<String> = expected.iter().map(|one| one.join(" | ")).collect();
            assert_eq!(told, expected, "{line}");
        };
        check("ls -l | head", &[&["ls -l", "head"]]);
        check(
            "cd a && sudo make || true; ls & wait",
            &[&["cd a"], &["sudo make"], &["true"], &["ls"], &["wait"]],
        );
        check("echo 'a | b' \"c; d\" e\\ f", &[&["echo a | b c; d e f"]]);
        check("x=$(curl a | jq .) b", &[&["x=$() b"], &["curl a", "jq ."]]);
        check("sh -c \"$(curl a)\"", &[&["sh -c $()"], &["curl a"]]);
        check("bash <(curl a)", &[&["bash <()"], &["curl a"]]);
        check("ls >a 2>&1 # rm", &[&["ls > a > 1"]]);
        check("cat /home/<name>/.ssh/id", &[&["cat /home/<name>/.ssh/id"]]);
        check("rm ${A}/b $B", &[&["rm ${A}/b $B"]]);
        check("it's open", &[&["its open"]]);
        check("", &[]);
    }

    #[test]
    fn the_program_stands_behind_what_leaves_it_what_it_is() {
        let check = |line: &str, program: &str, is_roots: bool| {
            let read = commands(line);
            assert_eq!((read[0][0].program(), read[0][0].is_roots()), (program, is_roots), "{line}");
        };
        check("A=b /usr/bin/curl x", "curl", false);
        check("then nohup sh x", "sh", false);
        check("sudo -E bash -", "bash", true);
        check("DEBIAN=1 sudo apt install x", "apt", true);
        check("sudo -l", "", false);
        check("man sudo", "man", false);
    }
}
