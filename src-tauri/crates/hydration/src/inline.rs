//! Commands in the body of a `SKILL.md`. Other agents run them when the skill is activated and put the output
//! in their place; here they are offered as sources and run only when a person says so.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use skills::{Finding, Quote, Severity, SourceFlaw, numbered};

use crate::flaw::finding;
use crate::unseen::first_unseen;
use crate::{Blocked, Origin, Source, Surface};

/// Most commands of each kind that are listed.
const LISTED: usize = 64;
/// Bytes of a body that are looked at.
const PARSED: usize = 1 << 20;

/// What is understood beside CommonMark: the same as on the screen, so a command is what is seen as one.
const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_FOOTNOTES);

/// The commands of a body in the order of the text, `inline-1`, `block-1` and so on, and what there is to say
/// about them. `first_line` is the line of the file in which `body` begins; lines end in LF.
///
/// A command is a code span right behind a `!`, which itself follows neither a letter, a digit, another `!`
/// nor a backslash; or a fenced block with the info string `!`. Text of headings, lists, tables, quotes and
/// links counts; code, HTML and comments do not. A span that begins with a hyphen is an option, not a command.
pub(crate) fn inline(body: &str, first_line: u32, shell: Shell) -> (Vec<Source>, Vec<Finding>) {
    let mut found = Commands { first_line, shell, ..Commands::default() };
    let body = looked_at(body, &mut found);
    let mut counted = (0, first_line);
    for Span { kind, command, range } in spans(body) {
        let line = line_of(body, range.start, &mut counted);
        match kind {
            Kind::Inline => found.add(kind, &command, line),
            Kind::Block if is_closed(&body[range]) => {
                found.add(kind, command.strip_suffix('\n').unwrap_or(&command), line);
            }
            Kind::Block => found.unclosed(line),
        }
    }
    found.finish()
}

/// The bytes of a body that are commands, marks and fences included, in the order of the text: into these nothing
/// is ever filled in. Lines end in LF.
pub fn command_ranges(body: &str) -> Vec<Range<usize>> {
    spans(body).iter().map(Span::whole).collect()
}

/// Returns the body with an output in the place of the command `id`, as a preview for a person: what an agent is
/// given never has it there. Absent where the body has no such command. Lines end in LF.
pub fn body_with_output(body: &str, id: &str, output: &str) -> Option<String> {
    let mut counts = [0; 2];
    for span in spans(&body[..body.floor_char_boundary(PARSED)]) {
        let is_offered = match span.kind {
            Kind::Inline => true,
            Kind::Block => is_closed(&body[span.range.clone()]),
        };
        if !is_offered || span.command.trim().is_empty() {
            continue;
        }
        let count = &mut counts[span.kind as usize];
        *count += 1;
        if span.kind.id(*count) == id {
            let Range { start, end } = span.whole();
            return Some([&body[..start], output.trim_end_matches('\n'), &body[end..]].concat());
        }
    }
    None
}

/// A command as it stands in the text.
struct Span {
    kind: Kind,
    command: String,
    /// Of a span without its mark.
    range: Range<usize>,
}

impl Span {
    /// The bytes of the command with its mark and fences.
    fn whole(&self) -> Range<usize> {
        match self.kind {
            Kind::Inline => self.range.start - 1..self.range.end,
            Kind::Block => self.range.clone(),
        }
    }
}

fn spans(body: &str) -> Vec<Span> {
    if may_command(body) { parsed(body) } else { Vec::new() }
}

/// No for a text without any command: to look for their signs takes a hundredth of what reading Markdown does.
fn may_command(body: &str) -> bool {
    ["!`", "```", "~~~"].iter().any(|sign| body.contains(sign))
}

fn parsed(body: &str) -> Vec<Span> {
    let mut found = Vec::new();
    let mut block: Option<(Range<usize>, String)> = None;
    for (event, range) in Parser::new_ext(body, OPTIONS).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) if info.trim() == "!" => {
                block = Some((range, String::new()));
            }
            Event::Text(text) => {
                if let Some((_, command)) = &mut block {
                    command.push_str(&text);
                }
            }
            Event::End(TagEnd::CodeBlock) => {
                let Some((range, command)) = block.take() else { continue };
                found.push(Span { kind: Kind::Block, command, range });
            }
            Event::Code(command) if is_marked(body, range.start) && !command.starts_with('-') => {
                found.push(Span { kind: Kind::Inline, command: command.into_string(), range });
            }
            _ => {}
        }
    }
    found
}

/// What the frontmatter's `shell` says inline commands are written for (S4-20).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Shell {
    #[default]
    Bash,
    PowerShell,
}

/// How PowerShell is given a text: without a person's profile, and without a question to anybody. A program that
/// is missing is an error; no other shell takes its place.
const POWERSHELL: [&str; 4] = ["pwsh", "-NoProfile", "-NonInteractive", "-Command"];

impl Shell {
    /// The command as it is run. The rules know no PowerShell, so nothing written for it is proven to only read.
    fn reads(self, command: &str) -> Surface {
        match self {
            Self::Bash => Surface::Shell(command.to_owned()),
            Self::PowerShell => {
                Surface::Run(POWERSHELL.into_iter().chain([command]).map(str::to_owned).collect())
            }
        }
    }
}

#[derive(Clone, Copy)]
enum Kind {
    Inline,
    Block,
}

impl Kind {
    /// Returns the id of its command of that number, from 1.
    fn id(self, number: usize) -> String {
        match self {
            Self::Inline => format!("inline-{number}"),
            Self::Block => format!("block-{number}"),
        }
    }
}

#[derive(Default)]
struct Commands {
    first_line: u32,
    shell: Shell,
    sources: Vec<Source>,
    findings: Vec<Finding>,
    /// How many there are of each [`Kind`].
    counts: [usize; 2],
}

impl Commands {
    fn add(&mut self, kind: Kind, command: &str, line: u32) {
        if command.trim().is_empty() {
            return;
        }
        let count = &mut self.counts[kind as usize];
        *count += 1;
        if *count > LISTED {
            return;
        }
        let id = kind.id(*count);
        if let Some(hole) = hole(command) {
            self.findings.push(not_filled_in(&id, hole, line));
        }
        let unseen = first_unseen(command);
        if let Some(character) = unseen {
            let flaw = SourceFlaw::UnseenInCommand { id: Quote::whole(&id), character: numbered(character) };
            self.findings.push(crate::flaw::unseen(line, flaw));
        }
        let blocked = if unseen.is_some() {
            Some(Blocked::Unseen)
        } else {
            (command.len() > Source::COMMAND_MOST).then_some(Blocked::TooLong)
        };
        self.sources.push(Source {
            id,
            title: String::new(),
            surface: self.shell.reads(command),
            read_only: false,
            auto: false,
            timeout: Source::TIMEOUT,
            max_bytes: Source::KEEP,
            cwd: String::new(),
            origin: Origin::Inline,
            line,
            blocked,
        });
    }

    fn unclosed(&mut self, line: u32) {
        self.findings.push(finding("source-block", Severity::Error, line, SourceFlaw::Unclosed { line }));
    }

    fn finish(mut self) -> (Vec<Source>, Vec<Finding>) {
        if let Some(count) = self.counts.into_iter().find(|count| *count > LISTED) {
            let flaw = SourceFlaw::TooManyCommands { count, most: LISTED };
            self.findings.push(finding("source-count", Severity::Warning, self.first_line, flaw));
        }
        (self.sources, self.findings)
    }
}

fn not_filled_in(id: &str, hole: &str, line: u32) -> Finding {
    let flaw = SourceFlaw::Arguments { id: Quote::whole(id), hole: Quote::whole(hole) };
    finding("source-arguments", Severity::Note, line, flaw)
}

/// Whether a `!` makes the code span at `at` a command.
fn is_marked(body: &str, at: usize) -> bool {
    let Some(before) = body[..at].strip_suffix('!') else { return false };
    let is_escaped = before.bytes().rev().take_while(|&byte| byte == b'\\').count() % 2 == 1;
    let is_prose = |last: char| last.is_alphanumeric() || last == '!';
    !is_escaped && !before.chars().next_back().is_some_and(is_prose)
}

/// Whether a fenced block ends in a fence. Markdown lets an open one run to the end of the text, which
/// nobody means when it is a command.
fn is_closed(block: &str) -> bool {
    let Some(fence) = block.chars().next() else { return false };
    let opening = block.chars().take_while(|&character| character == fence).count();
    let Some((_, last)) = block.trim_end().rsplit_once('\n') else { return false };
    // Quotes and lists leave their marks before the fence.
    let closing = last.trim_start_matches([' ', '\t', '>']);
    closing.len() >= opening && closing.chars().all(|character| character == fence)
}

/// What other agents would put arguments in the place of.
fn hole(command: &str) -> Option<&str> {
    command.match_indices('$').find_map(|(at, _)| {
        let name = &command[at + 1..];
        let bare = name.strip_prefix('{').unwrap_or(name);
        let length = if bare.starts_with("ARGUMENTS") {
            "ARGUMENTS".len()
        } else {
            bare.bytes().take_while(u8::is_ascii_digit).count()
        };
        let end = at + 1 + (name.len() - bare.len()) + length;
        let end = if name.len() > bare.len() && command[end..].starts_with('}') { end + 1 } else { end };
        (length > 0).then(|| &command[at..end])
    })
}

/// The line of a byte; `counted` is the last byte that was asked for and its line.
fn line_of(body: &str, at: usize, counted: &mut (usize, u32)) -> u32 {
    if at < counted.0 {
        return counted.1;
    }
    let ends = body[counted.0..at].bytes().filter(|&byte| byte == b'\n').count();
    *counted = (at, counted.1.saturating_add(u32::try_from(ends).unwrap_or(u32::MAX)));
    counted.1
}

/// As much of the text as is looked at; a cut is told of.
fn looked_at<'a>(body: &'a str, found: &mut Commands) -> &'a str {
    if body.len() <= PARSED {
        return body;
    }
    let flaw = SourceFlaw::LongBody;
    found.findings.push(finding("source-count", Severity::Warning, found.first_line, flaw));
    &body[..body.floor_char_boundary(PARSED)]
}

#[cfg(test)]
mod tests {
    use super::{Shell, inline};
    use crate::{Blocked, Surface};

    use proptest::prelude::*;

    use super::{may_command, parsed};

    proptest! {
        #[test]
        fn a_body_that_is_passed_over_has_no_command(
            pieces in prop::collection::vec(
                prop::sample::select(vec![
                    "!", "`", "``", "```", "~~~", "~~~ !\n", "~~", "~", "a", " ", "\n", "> ", "- ", "\\", "&#33;", "|", "|-|\n", "<!--",
                ]),
                0..14,
            ),
        ) {
            let body = pieces.concat();
            prop_assert!(may_command(&body) || parsed(&body).is_empty(), "{body:?}");
        }
    }

    fn check(body: &str, expected: &[(&str, &str, u32)]) {
        let (sources, findings) = inline(body, 1, Shell::Bash);
        let found: Vec<_> = sources
            .iter()
            .map(|source| match &source.surface {
                Surface::Shell(command) => (source.id.as_str(), command.as_str(), source.line),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(found, expected, "{body:?}: {findings:?}");
        assert!(sources.iter().all(|source| !source.auto && !source.read_only));
    }

    #[test]
    fn a_span_behind_a_mark_is_a_command() {
        check("Host: !`uname -s`\n", &[("inline-1", "uname -s", 1)]);
        check("!`a` and !`b`\n\n!`c`", &[("inline-1", "a", 1), ("inline-2", "b", 1), ("inline-3", "c", 3)]);
        check(
            "# !`a`\n\n- !`b`\n\n> !`c`\n",
            &[("inline-1", "a", 1), ("inline-2", "b", 3), ("inline-3", "c", 5)],
        );
        check("|x|\n|-|\n|!`a \\| b`|\n", &[("inline-1", "a | b", 3)]);
        check(
            "[see !`a`](x) **!`b`** (!`c`)",
            &[("inline-1", "a", 1), ("inline-2", "b", 1), ("inline-3", "c", 1)],
        );
        check("!`` echo `date` ``", &[("inline-1", "echo `date`", 1)]);
        check("x\n!`a\nb`", &[("inline-1", "a b", 2)]);
        check("\\\\!`a`", &[("inline-1", "a", 1)]);
        check("é !`naïve`", &[("inline-1", "naïve", 1)]);
    }

    #[test]
    fn prose_and_code_are_none() {
        for body in [
            "wow!`a`",
            "no!!`a`",
            "\\!`a`",
            "! `a`",
            "!``",
            "!` `",
            "`!` then `a`",
            "`` !`date` ``",
            "```md\n!`a`\n```",
            "~~~\n!`a`\n~~~",
            "    !`a`\n",
            "<div>\n!`a`\n</div>",
            "<!-- !`a` -->\n",
            "x <!-- !`a` --> y",
            "<a title=\"!`a`\">b</a>",
            "![alt](x.png)",
            "Use the !`-rules (e.g., ` prefix and `other` code.",
            "the `.gitignore !`-rules (e.g., `a`, `b`) and every `!`-rule and",
            "!`never closed",
            "&#33;`a`",
        ] {
            check(body, &[]);
        }
    }

    #[test]
    fn a_block_with_the_mark_is_one_command() {
        check("```!\nrustc --version\n```\n", &[("block-1", "rustc --version", 1)]);
        check("x\n\n~~~ !\na\n\n  b\n~~~\n", &[("block-1", "a\n\n  b", 3)]);
        check("- x\n\n  ````!\n  a\n  ```\n  ````\n", &[("block-1", "a\n```", 3)]);
        check("> ```!\n> a\n> ```\n", &[("block-1", "a", 1)]);
        check(
            "!`a`\n```!\nb\n```\n!`c`\n```!\nd\n```",
            &[("inline-1", "a", 1), ("block-1", "b", 2), ("inline-2", "c", 5), ("block-2", "d", 6)],
        );
        for body in
            ["```!\n\n```", "```!sh\na\n```", "``` ! x\na\n```", "````md\n```!\na\n```\n````", "```\n!\n```"]
        {
            check(body, &[]);
        }
    }

    #[test]
    fn a_block_that_is_never_closed_is_told_of() {
        for body in ["```!\nrm x\n\nProse.\n", "> ```!\n> a\n\nProse.\n", "```!", "````!\na\n```\n"] {
            let (sources, findings) = inline(body, 7, Shell::Bash);
            let rules: Vec<_> = findings.iter().map(|one| (one.rule, one.line)).collect();
            assert_eq!((sources.len(), rules), (0, vec![("source-block", Some(7))]), "{body:?}");
        }
    }

    #[test]
    fn arguments_are_not_filled_in() {
        let holes = |command: &str| {
            let (sources, findings) = inline(&format!("!`{command}`"), 1, Shell::Bash);
            assert_eq!(sources[0].surface, Surface::Shell(command.to_owned()));
            findings.into_iter().map(|one| one.text.to_string()).collect::<Vec<_>>().join("; ")
        };
        for (command, hole) in [
            ("cat $ARGUMENTS", "$ARGUMENTS"),
            ("cat ${ARGUMENTS}", "${ARGUMENTS}"),
            ("cat $ARGUMENTS[0]", "$ARGUMENTS"),
            ("echo ${1}", "${1}"),
            ("cut $12", "$12"),
        ] {
            let said = holes(command);
            assert!(said.contains(&format!("has `{hole}`, which")), "{command}: {said}");
        }
        assert_eq!(holes("echo $HOME ${PWD} $ $( date )"), "");
    }

    #[test]
    fn s4_29_preview_has_the_output_where_the_command_stands() {
        let body = "Host: !`uname`, !` `!`whoami`.\n\n```!\nls\n```\nEnd.\n";
        let ids: Vec<_> = inline(body, 1, Shell::Bash).0.into_iter().map(|source| source.id).collect();
        let shown = |id: &str| super::body_with_output(body, id, "Linux\n");
        assert_eq!(ids, ["inline-1", "inline-2", "block-1"]);
        let first = "Host: Linux, !` `!`whoami`.\n\n```!\nls\n```\nEnd.\n";
        assert_eq!(shown("inline-1").as_deref(), Some(first));
        let block = "Host: !`uname`, !` `!`whoami`.\n\nLinux\nEnd.\n";
        assert_eq!(shown("block-1").as_deref(), Some(block));
        assert_eq!(shown("inline-3"), None);
    }

    #[test]
    fn what_cannot_be_approved_is_shown_and_blocked() {
        let blocked = |command: &str, shell| inline(&format!("!`{command}`"), 1, shell).0[0].blocked;
        assert_eq!(blocked("date", Shell::Bash), None);
        assert_eq!(blocked("date", Shell::PowerShell), None);
        assert_eq!(blocked("ls \u{202e}x", Shell::PowerShell), Some(Blocked::Unseen));
        assert_eq!(blocked("ls \u{202e}x", Shell::Bash), Some(Blocked::Unseen));
        assert_eq!(blocked(&"x".repeat(8_193), Shell::Bash), Some(Blocked::TooLong));
        let (many, findings) = inline(&"!`a`\n".repeat(65), 1, Shell::Bash);
        assert_eq!((many.len(), findings.len()), (64, 1));
    }
}
