//! Which files a shell command shows, as far as its words tell. What a loop, a variable or a substitution would name
//! is not followed: such a command names fewer files than it shows, never others.

pub(super) mod written;

/// What a command does with files.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Seen {
    /// The files it names, as absolute paths where that can be told.
    pub files: Vec<Shown>,
    /// It is one program that shows one file, so that what it prints is of that file alone.
    pub alone: bool,
    /// It prints these files from their first lines on, in this order, and nothing else.
    pub whole: bool,
}

/// A file that a command names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shown {
    /// The path, absolute unless it begins with `~` or a variable.
    pub path: String,
    /// What of it is printed.
    pub lines: Lines,
}

/// What of a file is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lines {
    /// All of it.
    All,
    /// From the first line to this one, if there are that many.
    UpTo(u64),
    /// Some of it, word for word.
    Some,
    /// Some or all of it, with something added to the lines.
    Changed,
    /// Nothing; it is only named.
    None,
}

/// One program of a command with its words.
#[derive(Debug, Default)]
struct Call {
    words: Vec<String>,
    /// Reads what the program before it prints.
    is_fed: bool,
    /// What it prints goes to another program.
    feeds: bool,
    /// What it prints goes to a file.
    is_redirected: bool,
    /// That file, and whether it is added to what stands there.
    target: Option<(String, bool)>,
    /// The text that is given to it in the command itself.
    here: Option<String>,
}

/// The files that a command, run in a folder, names.
pub(super) fn files(command: &str, folder: &str) -> Seen {
    let calls = calls(command);
    let mut folder = folder.to_owned();
    let mut seen = Seen::default();
    // Changing the folder prints nothing.
    let mut printing = 0;
    let mut whole = true;
    for call in &calls {
        let words = program(&call.words);
        let Some((program, arguments)) = words.split_first() else { continue };
        let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
        if name == "cd" {
            if let Some(to) = arguments.first() {
                folder = resolve(&folder, to);
            }
            continue;
        }
        printing += 1;
        if program.contains('/') && is_path(program) {
            seen.files.push(Shown { path: resolve(&folder, program), lines: Lines::None });
        }
        if matches!(name, "bash" | "sh" | "zsh" | "dash")
            && let [option, inner, ..] = arguments
            && option.starts_with('-')
            && option.ends_with('c')
        {
            let inner = files(inner, &folder);
            whole &= inner.whole && !call.feeds && !call.is_redirected;
            seen.alone = inner.alone && !call.feeds && !call.is_redirected;
            seen.files.extend(inner.files);
            continue;
        }
        let lines = printed(name, arguments);
        let script = usize::from(lines.is_some() && matches!(name, "sed" | "awk"));
        let mut named: Vec<&String> = arguments.iter().filter(|word| is_path(word)).collect();
        if script == 1 && named.first().is_some_and(|word| Some(*word) == first_plain(arguments)) {
            named.remove(0);
        }
        let lines = match lines {
            Some(lines) if !call.is_redirected && !call.is_fed => lines,
            _ => Lines::None,
        };
        seen.alone = named.len() == 1 && !call.feeds && lines != Lines::None;
        whole &= !call.feeds
            && match lines {
                Lines::All => !named.is_empty(),
                // Of several files the lines would be counted through.
                Lines::UpTo(_) => named.len() == 1,
                Lines::Some | Lines::Changed | Lines::None => false,
            };
        let lines = if call.feeds && lines != Lines::None { Lines::Changed } else { lines };
        let shown = named.into_iter().map(|word| Shown { path: resolve(&folder, word), lines });
        seen.files.extend(shown);
    }
    seen.alone &= printing == 1;
    seen.whole = whole && printing > 0;
    seen
}

/// The words from the program on: what stands before it sets variables or runs it with other rights.
fn program(words: &[String]) -> &[String] {
    let is_before = |word: &&String| {
        matches!(word.as_str(), "sudo" | "env" | "command" | "time" | "then" | "do" | "{" | "(")
            || word.split_once('=').is_some_and(|(name, _)| {
                !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
            })
    };
    &words[words.iter().take_while(is_before).count()..]
}

/// What a program prints of the files it is given; none where it prints no file.
fn printed(program: &str, arguments: &[String]) -> Option<Lines> {
    let options: Vec<&str> =
        arguments.iter().map(String::as_str).filter(|word| word.starts_with('-') && *word != "-").collect();
    Some(match program {
        "cat" | "bat" | "batcat" | "type" | "Get-Content" | "gc" | "less" | "more" => {
            let is_plain =
                options.iter().all(|option| matches!(*option, "-u" | "-Raw" | "--" | "-p" | "-pp"));
            if is_plain { Lines::All } else { Lines::Changed }
        }
        "sed" => {
            if options.iter().any(|option| option.starts_with("-i") || *option == "--in-place") {
                return None;
            }
            if options.iter().any(|option| option.starts_with("-n")) {
                range(arguments)
            } else {
                Lines::Changed
            }
        }
        "head" if !options.iter().any(|option| option.starts_with("-c")) => {
            let count =
                arguments.iter().find_map(|word| word.trim_start_matches(['-', 'n', '=']).parse().ok());
            Lines::UpTo(count.unwrap_or(10))
        }
        "head" | "tail" => Lines::Some,
        "nl" | "awk" | "tac" => Lines::Changed,
        _ => return None,
    })
}

/// What `sed -n` prints for a script such as `1,240p`.
fn range(arguments: &[String]) -> Lines {
    let Some(script) = first_plain(arguments) else { return Lines::Changed };
    let Some((from, to)) = script.strip_suffix('p').and_then(|range| range.split_once(',')) else {
        return Lines::Some;
    };
    match (from.trim().parse::<u64>(), to.trim().parse::<u64>()) {
        (Ok(1), Ok(to)) => Lines::UpTo(to),
        (Ok(1), Err(_)) if to.trim() == "$" => Lines::All,
        (Ok(_), _) => Lines::Some,
        _ => Lines::Changed,
    }
}

fn first_plain(arguments: &[String]) -> Option<&String> {
    arguments.iter().find(|word| !word.starts_with('-'))
}

fn is_path(word: &str) -> bool {
    !word.starts_with('-') && word.contains(['/', '\\', '.']) && !word.contains(['\n', '*', '`'])
}

/// A path as seen from a folder, without `.` and `..`. One that begins with `~` or a variable stays as it is.
pub(crate) fn resolve(folder: &str, path: &str) -> String {
    let path = path.strip_prefix("file://").unwrap_or(path).replace('\\', "/");
    let is_whole = path.starts_with(['/', '~', '$']) || path.as_bytes().get(1) == Some(&b':');
    let whole = if is_whole { path } else { format!("{}/{path}", folder.replace('\\', "/")) };
    let mut parts: Vec<&str> = Vec::new();
    for part in whole.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let root = if whole.starts_with('/') { "/" } else { "" };
    format!("{root}{}", parts.join("/"))
}

/// The programs of a command, split where a shell would split them. The text of a here-document is no program.
fn calls(command: &str) -> Vec<Call> {
    let mut calls = vec![Call::default()];
    let mut word: Option<String> = None;
    let mut here: Option<(usize, String)> = None;
    let mut letters = command.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\'' => {
                let word = word.get_or_insert_default();
                word.extend(letters.by_ref().take_while(|letter| *letter != '\''));
            }
            '"' => {
                let word = word.get_or_insert_default();
                while let Some(letter) = letters.next().filter(|letter| *letter != '"') {
                    let escaped = letter == '\\' && matches!(letters.peek(), Some('"' | '\\' | '$' | '`'));
                    word.extend(if escaped { letters.next() } else { Some(letter) });
                }
            }
            '\\' => match letters.peek() {
                // A line that goes on; a path of Windows keeps its backslashes.
                Some('\n') => drop(letters.next()),
                Some(next) if next.is_alphanumeric() || *next == '.' => {
                    word.get_or_insert_default().push('\\');
                }
                _ => word.get_or_insert_default().extend(letters.next()),
            },
            ' ' | '\t' | '\r' => close(&mut calls, &mut word),
            '#' if word.is_none() => drop(letters.by_ref().find(|letter| *letter == '\n')),
            '>' | '<' => {
                let number =
                    word.take_if(|word| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit()));
                close(&mut calls, &mut word);
                let mut sign = String::from(letter);
                while let Some(next) = letters.next_if(|next| matches!(next, '>' | '<' | '&' | '-')) {
                    sign.push(next);
                }
                while letters.next_if(|next| *next == ' ').is_some() {}
                let mut target = String::new();
                while let Some(next) = letters.next_if(|next| !next.is_whitespace() && !";|&".contains(*next))
                {
                    target.push(next);
                }
                let target = target.trim_matches(['\'', '"']).to_owned();
                if sign.starts_with("<<") && !sign.starts_with("<<<") {
                    here = Some((calls.len() - 1, target));
                } else if letter == '>'
                    && number.as_deref() != Some("2")
                    && target != "/dev/null"
                    && !sign.contains('&')
                {
                    let adds = sign == ">>";
                    calls.last_mut().into_iter().for_each(|call| {
                        call.is_redirected = true;
                        call.target = Some((target.clone(), adds)).filter(|_| !target.is_empty());
                    });
                } else if letter == '<' && !target.is_empty() {
                    calls.last_mut().into_iter().for_each(|call| call.words.push(target.clone()));
                }
            }
            ';' | '&' | '|' | '\n' | '(' | ')' => {
                close(&mut calls, &mut word);
                let twice = letters.next_if_eq(&letter).is_some();
                if letter == '\n'
                    && let Some((at, end)) = here.take()
                {
                    let text = here_text(&mut letters, &end);
                    calls.get_mut(at).into_iter().for_each(|call| call.here = Some(text.clone()));
                }
                let is_pipe = letter == '|' && !twice;
                calls.last_mut().into_iter().for_each(|call| call.feeds = is_pipe);
                calls.push(Call { is_fed: is_pipe, ..Call::default() });
            }
            letter => word.get_or_insert_default().push(letter),
        }
    }
    close(&mut calls, &mut word);
    calls.retain(|call| !call.words.is_empty() || call.target.is_some());
    calls
}

fn close(calls: &mut [Call], word: &mut Option<String>) {
    if let (Some(call), Some(word)) = (calls.last_mut(), word.take()) {
        call.words.push(word);
    }
}

/// The lines up to the one that ends a here-document.
fn here_text(letters: &mut impl Iterator<Item = char>, end: &str) -> String {
    let (mut text, mut line) = (String::new(), String::new());
    for letter in letters {
        if letter != '\n' {
            line.push(letter);
        } else if line.trim() == end {
            return text;
        } else {
            text.push_str(&line);
            text.push('\n');
            line.clear();
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Lines, files};

    fn seen(command: &str) -> (Vec<(String, Lines)>, bool) {
        let seen = files(command, "/w");
        (seen.files.into_iter().map(|file| (file.path, file.lines)).collect(), seen.alone)
    }

    #[test]
    fn one_program_that_shows_one_file_shows_it_alone() {
        let check = |command: &str, path: &str, lines| {
            assert_eq!(seen(command), (vec![(path.to_owned(), lines)], true), "{command}");
        };
        check("cat '/s/a b/SKILL.md'", "/s/a b/SKILL.md", Lines::All);
        check("cat s/x/../a/SKILL.md 2>/dev/null", "/w/s/a/SKILL.md", Lines::All);
        check("cd s && cat a/SKILL.md", "/w/s/a/SKILL.md", Lines::All);
        check("sed -n '1,240p' /s/a/SKILL.md", "/s/a/SKILL.md", Lines::UpTo(240));
        check("sed -n 241,520p /s/a/SKILL.md", "/s/a/SKILL.md", Lines::Some);
        check("sed -n '1,$p' ~/s/a/SKILL.md", "~/s/a/SKILL.md", Lines::All);
        check("head -n 40 /s/a/SKILL.md", "/s/a/SKILL.md", Lines::UpTo(40));
        check("head -40 /s/a/SKILL.md", "/s/a/SKILL.md", Lines::UpTo(40));
        check("bash -lc \"cat /s/a/SKILL.md\"", "/s/a/SKILL.md", Lines::All);
        check("nl -ba /s/a/SKILL.md", "/s/a/SKILL.md", Lines::Changed);
        check(r"Get-Content C:\s\a\SKILL.md", "C:/s/a/SKILL.md", Lines::All);
    }

    #[test]
    fn several_programs_or_files_show_nothing_alone() {
        let both = vec![("/s/a".to_owned(), Lines::All), ("/s/b".to_owned(), Lines::All)];
        for command in ["cat /s/a /s/b", "cat /s/a; cat /s/b", "cat /s/a && cat /s/b", "cat /s/a\ncat /s/b"] {
            assert_eq!(seen(command), (both.clone(), false), "{command}");
        }
        assert_eq!(seen("cat /s/a && ls"), (vec![("/s/a".to_owned(), Lines::All)], false));
        assert_eq!(seen("cat /s/a | grep x"), (vec![("/s/a".to_owned(), Lines::Changed)], false));
    }

    #[test]
    fn a_file_that_is_searched_written_or_compared_is_only_named() {
        for command in [
            "rg -n x /s/a",
            "git diff -- /s/a",
            "wc -l /s/a",
            "cat /s/a > /tmp/b",
            "sed -i s,x,y, /s/a",
            "ls /s/a",
            "./scripts/run.sh /s/a",
            "/s/a --option",
        ] {
            let (files, alone) = seen(command);
            assert!(!alone && files.iter().all(|(_, lines)| *lines == Lines::None), "{command}: {files:?}");
        }
        assert_eq!(seen("cat <<'EOF' > x\ncat /s/a\nEOF\nls"), (Vec::new(), false));
        assert_eq!(seen("for f in */SKILL.md; do cat \"$f\"; done"), (Vec::new(), false));
    }

    #[test]
    fn odd_commands_end() {
        for command in
            ["", "'", "\"\\", "cat '", "<<", "cat <<E\n", "|||", ">", "\\", "cat \u{0} /\u{fffd}/."]
        {
            files(command, "");
        }
    }
}
