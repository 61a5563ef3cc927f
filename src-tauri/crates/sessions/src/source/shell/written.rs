//! Which files a shell command writes, and what of their text its own words tell.

use super::{Call, calls, is_path, program, resolve};
use crate::source::writes::{Wrote, in_patch};

/// The files that a command, run in a folder, writes.
pub(in super::super) fn written(command: &str, folder: &str) -> Vec<(String, Wrote)> {
    let mut folder = folder.to_owned();
    let mut found = Vec::new();
    for call in &calls(command) {
        let words = program(&call.words);
        let Some((program, arguments)) = words.split_first() else {
            let path = call.target.iter().map(|(path, _)| resolve(&folder, path));
            found.extend(path.map(|path| (path, Wrote::Untold)));
            continue;
        };
        let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
        if name == "cd" {
            folder = arguments.first().map_or(folder.clone(), |to| resolve(&folder, to));
        } else if let ("bash" | "sh" | "zsh" | "dash", [option, inner, ..]) = (name, arguments)
            && option.starts_with('-')
            && option.ends_with('c')
        {
            found.extend(written(inner, &folder));
        } else {
            let own = by_program(name, arguments, call);
            found.extend(own.into_iter().map(|(path, wrote)| (resolve(&folder, &path), wrote)));
        }
    }
    found
}

fn by_program(name: &str, arguments: &[String], call: &Call) -> Vec<(String, Wrote)> {
    let mut found = Vec::new();
    if let Some((path, adds)) = &call.target {
        let text = printed(name, arguments, call);
        found.push((path.clone(), text.map_or(Wrote::Untold, |text| Wrote::of(text, *adds))));
    }
    let named = || arguments.iter().filter(|word| is_path(word)).cloned();
    match name {
        "tee" => {
            let adds = arguments.iter().any(|word| word == "-a");
            let text = || call.here.clone().map_or(Wrote::Untold, |text| Wrote::of(text, adds));
            found.extend(named().map(|path| (path, text())));
        }
        "apply_patch" => {
            found
                .extend(call.here.as_ref().or(arguments.first()).into_iter().flat_map(|text| in_patch(text)));
        }
        "sed" if arguments.iter().any(|word| word.starts_with("-i") || word == "--in-place") => {
            let plain: Vec<&String> = arguments.iter().filter(|word| !word.starts_with('-')).collect();
            let files = plain.iter().skip(1).map(|path| (*path).clone());
            let wrote = plain.first().and_then(|script| replaced(script));
            found.extend(files.map(|path| (path, wrote.clone().unwrap_or(Wrote::Untold))));
        }
        "cp" | "mv" | "rm" | "perl" | "patch" | "truncate" | "git" => {
            found.extend(named().map(|path| (path, Wrote::Untold)));
        }
        _ => {}
    }
    found
}

/// What a program prints, where its own words say that.
fn printed(name: &str, arguments: &[String], call: &Call) -> Option<String> {
    if call.is_fed {
        return None;
    }
    match name {
        "cat" if arguments.is_empty() || arguments == ["-"] => call.here.clone(),
        "echo" if !arguments.first()?.starts_with('-') => Some(arguments.join(" ") + "\n"),
        "printf" => match arguments {
            [text] if !text.contains('%') => Some(text.replace("\\n", "\n")),
            _ => None,
        },
        _ => None,
    }
    .filter(|text| !text.contains(['`']) && !text.contains("$("))
}

/// What `s/old/new/` does, where both are plain words.
fn replaced(script: &str) -> Option<Wrote> {
    let rest = script.strip_prefix('s')?;
    let mark = rest.chars().next()?;
    let [old, new, how] = *rest[mark.len_utf8()..].split(mark).collect::<Vec<_>>() else { return None };
    let is_plain = |text: &str| !text.contains(['\\', '.', '*', '[', ']', '^', '$', '&', '+', '?']);
    let place = || Wrote::Place { old: old.to_owned(), new: new.to_owned() };
    // Without `g`, some of what was taken out may be left in its line.
    let is_told = !old.is_empty() && (!new.is_empty() || how.contains('g'));
    (is_told && is_plain(old) && is_plain(new)).then(place)
}

#[cfg(test)]
mod tests {
    use super::{Wrote, written};

    fn check(command: &str, expected: &[(&str, Wrote)]) {
        let expected: Vec<_> =
            expected.iter().map(|(path, wrote)| ((*path).to_owned(), wrote.clone())).collect();
        assert_eq!(written(command, "/w"), expected, "{command}");
    }

    #[test]
    fn a_command_says_what_it_writes_where_its_words_hold_it() {
        let text = |text: &str| Wrote::Text(text.to_owned());
        let place = |old: &str, new: &str| Wrote::Place { old: old.to_owned(), new: new.to_owned() };
        check("cat > s/SKILL.md <<'EOF'\na\nb\nEOF\n", &[("/w/s/SKILL.md", text("a\nb\n"))]);
        check("cat <<EOF >s/SKILL.md && ls\na\nEOF\n", &[("/w/s/SKILL.md", text("a\n"))]);
        check("cd s && echo one two > SKILL.md", &[("/w/s/SKILL.md", text("one two\n"))]);
        check("printf 'a\\nb\\n' > /s/SKILL.md", &[("/s/SKILL.md", text("a\nb\n"))]);
        check("echo end >> s/SKILL.md", &[("/w/s/SKILL.md", Wrote::End("end\n".to_owned()))]);
        check("sed -i 's/short/LONG/' s/SKILL.md", &[("/w/s/SKILL.md", place("short", "LONG"))]);
        check("bash -lc \"sed -i s,a,b,g /s/SKILL.md\"", &[("/s/SKILL.md", place("a", "b"))]);
        check(
            "apply_patch <<'P'\n*** Begin Patch\n*** Update File: /s/SKILL.md\n@@\n-a\n+b\n*** End Patch\nP\n",
            &[("/s/SKILL.md", place("a", "b"))],
        );
    }

    #[test]
    fn what_its_words_do_not_hold_is_untold() {
        for command in [
            "make > s/SKILL.md",
            "sort x | cat > s/SKILL.md",
            "echo $(date) > s/SKILL.md",
            "sed -i 's/a.*/b/' s/SKILL.md",
            "git checkout -- s/SKILL.md",
        ] {
            check(command, &[("/w/s/SKILL.md", Wrote::Untold)]);
        }
        for command in ["cat s/SKILL.md", "rg x s/SKILL.md 2> /dev/null", "sed -n 1,2p s/SKILL.md", ">", "<<"]
        {
            check(command, &[]);
        }
    }
}
