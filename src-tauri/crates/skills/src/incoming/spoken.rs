//! What in a file is a command, and what is prose: a text that speaks of `sudo` runs nothing.

use std::path::Path;

/// A part of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Spoken {
    /// The line it begins in, counted from 1.
    pub line: u32,
    /// Its text.
    pub text: String,
    /// How it is meant.
    pub way: Way,
}

/// How a text is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// To be run by a shell.
    Command,
    /// To be read.
    Prose,
}

/// What the lines of a file, or of a fenced block in one, are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Markdown,
    Shell,
    /// Another language, in which commands stand in quotes.
    Code,
    Prose,
}

impl Kind {
    /// By the end of a file's name, or by the word behind a fence.
    fn of(word: &str) -> Option<Self> {
        Some(match word.to_ascii_lowercase().as_str() {
            "md" | "markdown" | "mdx" | "mdc" => Self::Markdown,
            "sh" | "bash" | "zsh" | "ksh" | "fish" | "shell" | "console" | "terminal" | "shell-session"
            | "sh-session" | "shellsession" | "ps1" | "powershell" | "pwsh" | "bat" | "cmd"
            | "dockerfile" | "makefile" | "make" | "mk" | "yml" | "yaml" => Self::Shell,
            "py" | "python" | "js" | "javascript" | "mjs" | "cjs" | "ts" | "typescript" | "tsx" | "jsx"
            | "rb" | "ruby" | "pl" | "perl" | "php" | "go" | "rs" | "rust" | "java" | "kt" | "cs"
            | "csharp" | "c" | "cpp" | "lua" | "json" | "jsonc" | "toml" => Self::Code,
            "txt" | "text" | "plaintext" | "plain" | "log" | "output" | "diff" | "csv" | "html" | "xml" => {
                Self::Prose
            }
            _ => return None,
        })
    }

    fn of_file(rel: &Path, text: &str) -> Self {
        let name = rel.file_name().unwrap_or_default().to_string_lossy();
        let first = text.lines().next().filter(|line| line.starts_with("#!")).unwrap_or_default();
        let by_first = match first {
            "" => None,
            line if line.ends_with("sh") => Some(Self::Shell),
            _ => Some(Self::Code),
        };
        let end = name.rsplit('.').next().unwrap_or_default();
        Self::of(end).or(by_first).unwrap_or(Self::Prose)
    }
}

/// The parts of a file in their order.
pub(super) fn spoken(rel: &Path, text: &str) -> Vec<Spoken> {
    let own = Kind::of_file(rel, text);
    let mut parts = Vec::new();
    // The block that is open: the mark that closes it, and what it holds.
    let mut block: Option<(&str, Kind)> = None;
    let mut lines = (1..).zip(text.lines());
    while let Some((line, first)) = lines.next() {
        let mark = fence(first).filter(|_| own == Kind::Markdown);
        match (block, mark) {
            (None, Some(mark)) => {
                let word = first.trim_start()[mark.len()..].trim_start_matches('{').trim();
                let word =
                    word.split(|c: char| !(c.is_alphanumeric() || c == '-')).next().unwrap_or_default();
                // A block that says nothing of itself most often holds commands.
                let kind = if word.is_empty() { Some(Kind::Shell) } else { Kind::of(word) };
                block = Some((mark, kind.unwrap_or(Kind::Prose)));
                continue;
            }
            (Some((open, _)), Some(mark)) if mark.starts_with(open) => {
                block = None;
                continue;
            }
            _ => {}
        }
        let kind = block.map_or(own, |(_, kind)| kind);
        let mut whole = first.to_owned();
        while kind == Kind::Shell && whole.ends_with('\\') {
            let Some((_, next)) = lines.next() else { break };
            whole.pop();
            whole.push_str(next.trim_start());
        }
        let mut push = |way, text: String| parts.push(Spoken { line, text, way });
        match kind {
            Kind::Shell => push(Way::Command, bare(&whole).to_owned()),
            Kind::Code => in_quotes(&whole).into_iter().for_each(|text| push(Way::Command, text)),
            Kind::Prose => push(Way::Prose, whole),
            Kind::Markdown => {
                whole.split('`').skip(1).step_by(2).for_each(|span| push(Way::Command, span.to_owned()));
                let prose: Vec<&str> = whole.split('`').step_by(2).collect();
                push(Way::Prose, prose.join("`"));
            }
        }
    }
    parts
}

/// The mark that a line opens or closes a block with.
fn fence(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let mark = line.chars().next().filter(|mark| ['`', '~'].contains(mark))?;
    let length = line.chars().take_while(|next| *next == mark).count();
    (length >= 3).then(|| &line[..length])
}

/// A line without what stands before its command: a prompt, the word of a Dockerfile, the key of a workflow.
fn bare(line: &str) -> &str {
    const BEFORE: &[&str] = &["- ", "$ ", "# $ ", "> ", "RUN ", "run: ", "@"];
    let mut rest = line.trim();
    while let Some(behind) = BEFORE.iter().find_map(|before| rest.strip_prefix(before)) {
        rest = behind.trim_start();
    }
    rest
}

/// The texts in quotes of a line of code, those of a list joined; none where the line shows or compares them.
fn in_quotes(line: &str) -> Vec<String> {
    const SHOWN: &[&str] = &[
        "print",
        "echo",
        "log",
        "raise",
        "throw",
        "Error",
        "help=",
        "description",
        " in ",
        "==",
        "//",
        "write",
    ];
    let code = line.trim_start();
    if code.starts_with('#') || code.starts_with('*') || SHOWN.iter().any(|word| line.contains(word)) {
        return Vec::new();
    }
    let (mut texts, mut open): (Vec<String>, Option<char>) = (Vec::new(), None);
    let mut joins = false;
    let mut letters = code.chars();
    while let Some(letter) = letters.next() {
        match (open, letter) {
            (None, '"' | '\'' | '`') => {
                open = Some(letter);
                match texts.last_mut().filter(|_| joins) {
                    Some(last) => last.push(' '),
                    None => texts.push(String::new()),
                }
            }
            (Some(quote), letter) if letter == quote => (open, joins) = (None, true),
            (Some(_), letter) => {
                let letter = if letter == '\\' { letters.next() } else { Some(letter) };
                texts.last_mut().into_iter().for_each(|last| last.extend(letter));
            }
            (None, letter) => joins &= letter == ',' || letter.is_whitespace(),
        }
    }
    texts
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Way, spoken};

    #[test]
    fn commands_are_told_from_prose() {
        let check = |name: &str, text: &str, expected: &[&str]| {
            let parts = spoken(Path::new(name), text);
            let commands = parts.iter().filter(|part| part.way == Way::Command);
            let told: Vec<String> = commands.map(|part| format!("{} {}", part.line, part.text)).collect();
            assert_eq!(told, expected, "{name}: {text}");
        };
        check("a.md", "Run `ls -l` now.\n\n```\n$ ls\n```\nls\n", &["1 ls -l", "4 ls"]);
        check("a.md", "~~~~bash\nls \\\n  -l\n~~~\n~~~~\nls", &["2 ls -l", "4 ~~~"]);
        check("a.md", "```text\nls\n```\n```python\nrun(['ls', '-l'])\nprint('ls')\n```\n", &["5 ls -l"]);
        check("a.sh", "ls\n", &["1 ls"]);
        check("run", "#!/usr/bin/env bash\nls\n", &["1 #!/usr/bin/env bash", "2 ls"]);
        check("Dockerfile", "RUN ls && \\\n pwd\n", &["1 ls && pwd"]);
        check("a.py", "import os\nos.system(\"ls -l\")  \n", &["2 ls -l"]);
        check("a.json", "{\"clean\": \"rm -rf x\"}\n", &["1 clean", "1 rm -rf x"]);
        check("notes.txt", "ls\n", &[]);
    }
}
