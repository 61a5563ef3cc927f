//! Shell text as plain words, or the reasons why it is not that.
//!
//! Two readers must agree. A full shell parser names what stands in the text, and a small reader of words
//! accepts nothing but letters, quotes and escapes that every shell reads alike; so neither's gap is a hole.

mod words;

use brush_parser::ast::{
    AndOr, AndOrList, AssignmentName, Command, CommandPrefixOrSuffixItem as Item, CompoundCommand,
    CompoundList, IoRedirect, Pipeline, Program, SeparatorOperator, SimpleCommand,
};
use brush_parser::{ParserOptions, parse_tokens, uncached_tokenize_str};
use message::{Message, message};

use crate::Reason;
use crate::inquiry::{Inquiry, LONGEST};

/// Most opening marks and words of control flow in a text that is parsed: the parser calls itself for each,
/// and tries some of them twice.
const MOST_OPEN: usize = 12;

/// The words of a text that is one plain command: no shell is needed to run it. The error says why it is
/// something else.
///
/// # Errors
///
/// The first [`Reason`] why it is something else than one plain command, or that it has more bytes than are
/// read.
pub fn plain_words(text: &str) -> Result<Vec<String>, Reason> {
    if text.len() > LONGEST {
        let words = message!(
            "a text of {count} bytes is too long to be read; {longest} is the limit",
            count = text.len(),
            longest = LONGEST
        );
        return Err(Reason { rule: "size", words });
    }
    agreed(text, parse(text)).map_err(|(first, _)| first)
}

/// The commands of a text, each as its plain words, where it is nothing but plain commands one after the other, side
/// by side, in a pipe or with files for their streams. The error says what else stands in it.
///
/// # Errors
///
/// The first [`Reason`] why it is something else than such commands, or that it has more than 8 KiB.
pub fn plain_commands(text: &str) -> Result<Vec<Vec<String>>, Reason> {
    const KNOWN: &[&str] = &["pipe", "list", "lines", "background", "redirection"];
    if text.len() > LONGEST {
        return plain_words(text).map(|words| vec![words]);
    }
    let found = parse(text);
    if let Some(other) = found.reasons.into_iter().find(|reason| !KNOWN.contains(&reason.rule)) {
        return Err(other);
    }
    found.commands.iter().map(|words| words.iter().map(|word| words::unquote(word)).collect()).collect()
}

/// Notes everything in a text that makes it more than one plain command, and returns the plain commands in
/// it, so that each can be looked at.
pub(crate) fn read(text: &str, inquiry: &mut Inquiry<'_>) -> Vec<Vec<String>> {
    let (first, found) = match agreed(text, parse(text)) {
        Ok(words) => return vec![words],
        Err(other) => other,
    };
    for reason in [first].into_iter().chain(found.reasons) {
        inquiry.note(reason.rule, reason.words);
    }
    let mut plain = Vec::new();
    for command in found.commands {
        let words: Vec<_> = command.iter().map(|word| words::unquote(word)).collect();
        for reason in words.iter().filter_map(|word| word.as_ref().err()) {
            inquiry.note(reason.rule, reason.words.clone());
        }
        plain.extend(words.into_iter().collect::<Result<Vec<_>, _>>().ok());
    }
    plain
}

/// The words of a text if both readers take it for the same plain command; or why it is none, and what the
/// parser found.
fn agreed(text: &str, found: Found) -> Result<Vec<String>, (Reason, Found)> {
    if let Some(reason) = found.reasons.first() {
        return Err((reason.clone(), found));
    }
    let pieces = match words::split(text) {
        Ok(pieces) => pieces,
        Err(reason) => return Err((reason, found)),
    };
    match &found.commands[..] {
        [command] if *command == pieces => pieces
            .iter()
            .map(|piece| words::unquote(piece))
            .collect::<Result<_, _>>()
            .map_err(|reason| (reason, found)),
        _ => {
            let words = message!("two readers of shell text do not agree on this one");
            Err((Reason { rule: "unreadable", words }, found))
        }
    }
}

/// Looks at a text with the full parser.
fn parse(text: &str) -> Found {
    let mut found = Found::default();
    if openers(text) > MOST_OPEN {
        found.note("nesting", message!("too much is nested in this text for it to be judged"));
        return found;
    }
    let options = ParserOptions::default();
    let tokens = uncached_tokenize_str(text, &options.tokenizer_options()).map_err(|error| error.to_string());
    let program =
        tokens.and_then(|tokens| parse_tokens(&tokens, &options).map_err(|error| error.to_string()));
    match program {
        Ok(program) => found.program(&program),
        Err(error) => {
            found.note("unreadable", message!("it could not be read as a shell command: {error}", error));
        }
    }
    if found.commands.is_empty() && found.reasons.is_empty() {
        if text.trim().is_empty() {
            found.note("program", message!("there is no command"));
        } else {
            found.note("comment", message!("the text has only a comment"));
        }
    }
    found
}

/// Marks and words that may open something nested, quoted or not.
fn openers(text: &str) -> usize {
    const WORDS: &[&str] =
        &["if", "while", "until", "for", "case", "select", "function", "coproc", "time", "[["];
    let words = text.split(|letter: char| letter.is_ascii_whitespace() || matches!(letter, ';' | '&' | '|'));
    let marks = text.bytes().filter(|byte| matches!(byte, b'(' | b'{' | b'`')).count();
    marks + words.filter(|word| WORDS.contains(word)).count()
}

/// What the full parser finds in a text.
#[derive(Debug, Default)]
struct Found {
    /// Its commands, each as its words with their quotes.
    commands: Vec<Vec<String>>,
    /// Whatever else stands there.
    reasons: Vec<Reason>,
}

impl Found {
    fn note(&mut self, rule: &'static str, words: Message) {
        self.reasons.push(Reason { rule, words });
    }

    fn program(&mut self, program: &Program) {
        if program.complete_commands.len() > 1 {
            self.note("lines", message!("the text has more than one command"));
        }
        for list in &program.complete_commands {
            self.list(list);
        }
    }

    fn list(&mut self, list: &CompoundList) {
        if list.0.len() > 1 {
            self.note("list", message!("`;` runs several commands one after the other"));
        }
        for item in &list.0 {
            if matches!(item.1, SeparatorOperator::Async) {
                self.note("background", message!("`&` leaves a command running behind"));
            }
            self.chain(&item.0);
        }
    }

    fn chain(&mut self, chain: &AndOrList) {
        self.pipeline(&chain.first);
        for next in &chain.additional {
            let (mark, pipeline) = match next {
                AndOr::And(pipeline) => ("&&", pipeline),
                AndOr::Or(pipeline) => ("||", pipeline),
            };
            self.note(
                "list",
                message!("`{mark}` runs a second command; Pixir asks about that, and so does Assay", mark),
            );
            self.pipeline(pipeline);
        }
    }

    fn pipeline(&mut self, pipeline: &Pipeline) {
        if pipeline.seq.len() > 1 {
            self.note(
                "pipe",
                message!("`|` runs a second command; Pixir asks about that, and so does Assay"),
            );
        }
        if pipeline.timed.is_some() || pipeline.bang {
            self.note(
                "compound",
                message!("`time` and `!` are words of the shell, not of one plain command"),
            );
        }
        for command in &pipeline.seq {
            match command {
                Command::Simple(simple) => self.simple(simple),
                Command::Compound(compound, _) => self.note("compound", compound_words(compound)),
                Command::Function(_) => {
                    self.note("function", message!("a function is defined, and what it does is not judged"));
                }
                Command::ExtendedTest(..) => {
                    self.note("compound", message!("`[[` is a test of the shell, not a program"));
                }
            }
        }
    }

    fn simple(&mut self, simple: &SimpleCommand) {
        let mut words = Vec::new();
        for item in simple.prefix.iter().flat_map(|prefix| &prefix.0) {
            match item {
                Item::AssignmentWord(assignment, _) => {
                    let (AssignmentName::VariableName(name) | AssignmentName::ArrayElementName(name, _)) =
                        &assignment.name;
                    self.note(
                        "assignment",
                        message!("`{name}=` before a command can change what it does", name),
                    );
                }
                item => self.item(item, &mut words),
            }
        }
        words.extend(simple.word_or_name.as_ref().map(|word| word.value.clone()));
        for item in simple.suffix.iter().flat_map(|suffix| &suffix.0) {
            self.item(item, &mut words);
        }
        if words.is_empty() {
            self.note("program", message!("no program is named"));
        } else {
            self.commands.push(words);
        }
    }

    fn item(&mut self, item: &Item, words: &mut Vec<String>) {
        match item {
            // Behind the name of a program, what looks like an assignment is a word like any other.
            Item::Word(word) | Item::AssignmentWord(_, word) => words.push(word.value.clone()),
            Item::ProcessSubstitution(..) => {
                self.note("substitution", message!("`<(…)` and `>(…)` run another command"));
            }
            Item::IoRedirect(redirect) => match redirect {
                IoRedirect::File(..) | IoRedirect::OutputAndError(..) => {
                    self.note(
                        "redirection",
                        message!("`<` and `>` open files; Pixir asks about them, and so does Assay"),
                    );
                }
                IoRedirect::HereDocument(..) | IoRedirect::HereString(..) => {
                    self.note(
                        "heredoc",
                        message!("`<<` feeds text to a command; Pixir asks about that, and so does Assay"),
                    );
                }
            },
        }
    }
}

fn compound_words(compound: &CompoundCommand) -> Message {
    match compound {
        CompoundCommand::Arithmetic(_) => message!("`((…))` computes, and can set variables"),
        CompoundCommand::ArithmeticForClause(_)
        | CompoundCommand::ForClause(_)
        | CompoundCommand::WhileClause(_)
        | CompoundCommand::UntilClause(_) => message!("a loop runs commands again and again"),
        CompoundCommand::BraceGroup(_) => message!("`{group}` groups commands", group = "{ … }"),
        CompoundCommand::Subshell(_) => message!("`(…)` runs commands in a second shell"),
        CompoundCommand::CaseClause(_) | CompoundCommand::IfClause(_) => {
            message!("what runs depends on a condition")
        }
        CompoundCommand::Coprocess(_) => message!("`coproc` leaves a command running behind"),
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, parse, plain_commands, plain_words};

    #[test]
    fn plain_commands_are_told_apart_and_nothing_else_passes() {
        let found = plain_commands("cat a | head -n 3 > 'x y'; bash -e b.sh && c &").expect("plain");
        let expected: [&[&str]; 4] = [&["cat", "a"], &["head", "-n", "3"], &["bash", "-e", "b.sh"], &["c"]];
        assert_eq!(
            found,
            expected.map(|words| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
        );
        for other in
            ["a $b", "a *", "a `b`", "A=1 b", "(a)", "if a; then b; fi", "a <<E\nE", "f() { a; }", "a ~"]
        {
            assert!(plain_commands(other).is_err(), "{other}");
        }
    }

    #[test]
    fn one_plain_command_becomes_words() {
        let check = |text: &str, words: &[&str]| {
            assert_eq!(
                plain_words(text).as_deref(),
                Ok(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>()[..]),
                "{text:?}"
            );
        };
        check("ls -la src", &["ls", "-la", "src"]);
        check(" \n ls\t-l \n", &["ls", "-l"]);
        check("cat 'a b' \"c d\" e\\ f g\"h\"'i'", &["cat", "a b", "c d", "e f", "ghi"]);
        check("echo '' \"\"", &["echo", "", ""]);
        check("echo '$x `y` * ~ # >' \"* ~ # > ( { é\"", &["echo", "$x `y` * ~ # >", "* ~ # > ( { é"]);
        check(r#"echo "a\"\\\$\`" \* \$x \#"#, &["echo", "a\"\\$`", "*", "$x", "#"]);
        check(
            "git show HEAD^ HEAD~2 stash@{0} a#b a=b",
            &["git", "show", "HEAD^", "HEAD~2", "stash@{0}", "a#b", "a=b"],
        );
        check("echo } {a}", &["echo", "}", "{a}"]);
    }

    #[test]
    fn anything_else_is_named() {
        let check = |text: &str, rule: &str| match plain_words(text) {
            Ok(words) => panic!("{text:?} is plain: {words:?}"),
            Err(first) => {
                let mut reasons = parse(text).reasons;
                reasons.insert(0, first);
                assert!(reasons.iter().any(|reason| reason.rule == rule), "{text:?}: {reasons:?}");
            }
        };
        for (text, rule) in [
            ("", "program"),
            (" \n", "program"),
            ("ls | wc", "pipe"),
            ("ls |& wc", "pipe"),
            ("ls && wc", "list"),
            ("ls || wc", "list"),
            ("ls ; wc", "list"),
            ("ls &", "background"),
            ("ls\nwc", "lines"),
            ("ls \\\n-l", "lines"),
            ("echo 'a\nb'", "lines"),
            ("ls > x", "redirection"),
            ("ls 2>&1", "redirection"),
            ("ls &> x", "redirection"),
            ("cat < x", "redirection"),
            ("cat <<E\nx\nE", "heredoc"),
            ("cat <<< x", "heredoc"),
            ("diff <(ls) <(ls)", "substitution"),
            ("echo $(ls)", "substitution"),
            ("echo \"`ls`\"", "substitution"),
            ("echo $((1+1))", "substitution"),
            ("echo $x", "variable"),
            ("echo \"$x\"", "variable"),
            ("echo ${x:-y}", "variable"),
            ("echo $'a'", "variable"),
            ("echo $\"a\"", "variable"),
            ("ls *", "glob"),
            ("ls a?", "glob"),
            ("ls [a]", "glob"),
            ("ls ~", "tilde"),
            ("ls ~u/x", "tilde"),
            ("ls a=~", "tilde"),
            ("ls a=b:~", "tilde"),
            ("ls {a,b}", "braces"),
            ("ls {1..3}", "braces"),
            ("ls # a", "comment"),
            ("#ls", "comment"),
            ("A=1 ls", "assignment"),
            ("A=1", "assignment"),
            ("A[1]=1 ls", "assignment"),
            ("(ls)", "compound"),
            ("{ ls; }", "compound"),
            ("if ls; then ls; fi", "compound"),
            ("for a in b; do ls; done", "compound"),
            ("while ls; do ls; done", "compound"),
            ("case a in b) ls;; esac", "compound"),
            ("[[ a ]]", "compound"),
            ("((1))", "compound"),
            ("! ls", "compound"),
            ("time ls", "compound"),
            ("f() { ls; }", "function"),
            ("ls 'a", "unreadable"),
            ("ls \"a", "unreadable"),
            ("ls a\\", "unreadable"),
            ("ls )", "unreadable"),
            ("ls \"a\\b\"", "escape"),
            ("ls é", "letter"),
            ("ls\u{a0}-l", "letter"),
            ("ls\u{7}", "control"),
            ("ls\0", "control"),
            ("ls\u{b}-l", "control"),
            ("ls\r", "control"),
            ("ls '\u{1b}'", "control"),
            ("ls !x", "letter"),
            ("((((((((((((((((", "nesting"),
            (&"a".repeat(LONGEST + 1), "size"),
        ] {
            check(text, rule);
        }
    }
}
