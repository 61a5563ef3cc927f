//! The table of states, row by row.

use std::cell::Cell;
use std::path::{Path, PathBuf};

use disk::{Cause, Digest, Fault};
use skills::ReadStep;

use super::{Kept, Now, Present, Recorded, Verdict, classify};
use crate::{Basis, Writer};

const WHOLE: &str = "---\nname: a\ndescription: d\n---\n\nOne.\nTwo.\n";

/// A skill on disk: name, scope, path and text (`None` cannot be read). The scope gives the rank.
type Skill<'s> = (&'s str, &'s str, &'s str, Option<&'s str>);

fn now(skills: &[Skill<'_>]) -> Now {
    let rank = |scope: &str| ["repo", "user", "pixir-global"].iter().position(|name| *name == scope).unwrap();
    let wins = |name: &str, scope: &str| {
        skills.iter().filter(|skill| skill.0 == name).all(|skill| rank(skill.1) >= rank(scope))
    };
    let present = |&(name, scope, path, text): &Skill<'_>| Present {
        name: name.into(),
        scope_rank: u8::try_from(rank(scope)).unwrap(),
        scope: scope.into(),
        path: PathBuf::from(path),
        digest: text.map(|text| Digest::of(text.as_bytes())),
        wins: wins(name, scope),
    };
    Now::of(skills.iter().map(present).collect())
}

/// What was recorded of `a` in the scope `user` at `/u/a`.
fn recorded(kept: Kept<'_>, digest: Option<Digest>) -> Recorded<'_> {
    Recorded {
        name: "a",
        scope: "user",
        path: Path::new("/u/a"),
        elsewhere: false,
        beyond: None,
        other_version: None,
        digest,
        kept,
        steps: &[],
        writer: Writer::default(),
        arguments: None,
    }
}

fn verdict(recorded: &Recorded<'_>, skills: &[Skill<'_>]) -> Verdict {
    let reads = Cell::new(0);
    let read = |path: &Path| {
        reads.set(reads.get() + 1);
        let text = skills.iter().find(|skill| Path::new(skill.2) == path).and_then(|skill| skill.3);
        text.map(|text| text.as_bytes().to_vec()).ok_or(Fault { path: path.into(), cause: Cause::Denied })
    };
    let verdict = classify(recorded, &now(skills), &read);
    assert!(reads.get() <= 1, "one read at most");
    verdict
}

/// The state and what stands behind it.
fn state(kept: Kept<'_>, digest: Option<Digest>, skills: &[Skill<'_>]) -> (String, String) {
    let verdict = verdict(&recorded(kept, digest), skills);
    (verdict.state.word().into(), verdict.to_string())
}

fn check(skills: &[Skill<'_>], word: &str, detail: &str) {
    let digest = Some(Digest::of(WHOLE.as_bytes()));
    let found = state(Kept::Whole(WHOLE.as_bytes()), digest, skills);
    assert_eq!(found, (word.into(), detail.into()), "{skills:?}");
}

#[test]
fn what_cannot_be_relied_on_is_never_compared() {
    let here: &[Skill<'_>] = &[("a", "user", "/u/a", Some(WHOLE))];
    let whole = Kept::Whole(WHOLE.as_bytes());
    let check = |kept, digest, skills: &[Skill<'_>], detail: &str| {
        assert_eq!(state(kept, digest, skills), ("unverifiable".into(), detail.into()));
    };
    let other = Some(Digest::of(b"other"));
    check(Kept::Nothing, other, here, "no text was recorded");
    check(whole, other, here, "recorded hash does not match recorded text");
    check(whole, other, &[], "recorded hash does not match recorded text");
    check(Kept::Body(b"One.\nTwo.\n"), other, here, "recorded hash does not match recorded text");
    let digest = Some(Digest::of(WHOLE.as_bytes()));
    let fault = Fault { path: "/u/a".into(), cause: Cause::Denied }.to_string();
    check(whole, digest, &[("a", "user", "/u/a", None)], &fault);
}

#[test]
fn the_recorded_path_is_looked_at_first() {
    let check_at = |text: &str, word, detail| check(&[("a", "user", "/u/a", Some(text))], word, detail);
    check_at(WHOLE, "identical", "");
    check_at(&WHOLE.replace('\n', "\r\n"), "whitespace_only", "LF to CRLF");
    check_at(&WHOLE.replace("One.", "  One. "), "whitespace_only", "trailing blanks, indentation");
    check_at(&WHOLE.replace(": d", ": e"), "frontmatter_only", "description");
    check_at(&WHOLE.replace(": d\n", ": d\nlicense: MIT\n"), "frontmatter_only", "license");
    check_at(&WHOLE.replace("Two.\n", "Two!\nThree.\n"), "body_changed", "+2 −1");
    check_at(&WHOLE.replace(": d", ": e").replace("Two.\n", ""), "body_changed", "+0 −1");
    // A changed frontmatter beside a body that differs in whitespace is a changed body.
    check_at(&WHOLE.replace(": d", ": e").replace("Two.", "Two. "), "body_changed", "+1 −1");
    // The recorded bytes elsewhere do not hide that the file was changed.
    let copied = [("a", "user", "/u/a", Some("new\n")), ("a", "repo", "/r/a", Some(WHOLE))];
    check(&copied, "body_changed", "+1 −3");
}

#[test]
fn equal_bytes_that_no_longer_answer_are_shadowed() {
    check(
        &[("a", "user", "/u/a", Some(WHOLE)), ("a", "repo", "/r/a", Some("x\n"))],
        "shadowed_now",
        "by repo",
    );
    check(
        &[("a", "user", "/u/a", Some(WHOLE)), ("a", "repo", "/r/a", Some(WHOLE))],
        "shadowed_now",
        "by repo",
    );
    check(&[("a", "user", "/u/a", Some(WHOLE)), ("a", "pixir-global", "/g/a", Some("x\n"))], "identical", "");
    // Other bytes are other bytes, shadowed or not.
    let both = [("a", "user", "/u/a", Some("x\n")), ("a", "repo", "/r/a", Some("y\n"))];
    check(&both, "body_changed", "+1 −3");
}

#[test]
fn bytes_that_left_their_path_are_looked_for() {
    check(&[], "deleted", "the log holds the last copy");
    check(&[("a", "user", "/u/b", Some("x\n"))], "deleted", "the log holds the last copy");
    check(&[("a", "user", "/u/b", Some(WHOLE))], "renamed", "now at /u/b");
    check(&[("b", "user", "/u/b", Some(WHOLE))], "renamed", "now b");
    check(&[("b", "repo", "/r/b", Some(WHOLE))], "renamed", "now b");
    check(&[("a", "repo", "/r/a", Some(WHOLE))], "moved_scope", "from user to repo");
    // The same name counts for more than the same scope, and a winner for more than a loser.
    check(
        &[("b", "user", "/u/b", Some(WHOLE)), ("a", "repo", "/r/a", Some(WHOLE))],
        "moved_scope",
        "from user to repo",
    );
    check(
        &[("a", "pixir-global", "/g/a", Some(WHOLE)), ("a", "repo", "/r/a", Some(WHOLE))],
        "moved_scope",
        "from user to repo",
    );
}

/// What was done to the two texts, in words.
fn steps(verdict: &Verdict) -> (String, String) {
    let told = |steps: &[crate::Step]| steps.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    (told(&verdict.steps.recorded), told(&verdict.steps.file))
}

#[test]
fn a_whole_text_without_a_digest_is_compared_as_a_whole() {
    let whole = recorded(Kept::Whole(WHOLE.as_bytes()), None);
    let check = |skills: &[Skill<'_>], word, detail: &str| {
        let verdict = verdict(&whole, skills);
        assert_eq!((verdict.state.word(), verdict.to_string().as_str()), (word, detail));
        assert_eq!(verdict.basis, Basis::WholeText);
    };
    check(&[("a", "user", "/u/a", Some(WHOLE))], "identical", "");
    check(&[("a", "user", "/u/a", Some("x\n"))], "body_changed", "+1 −3");
    check(&[("a", "repo", "/r/a", Some(WHOLE))], "moved_scope", "from user to repo");
    check(&[], "deleted", "the log holds the last copy");
}

#[test]
fn a_recorded_body_is_compared_with_the_body() {
    let check = |kept: &str, disk: &str, word: &str, detail: &str| {
        let here: &[Skill<'_>] = &[("a", "user", "/u/a", Some(disk))];
        let found = verdict(&recorded(Kept::Body(kept.as_bytes()), None), here);
        assert_eq!((found.state.word(), found.to_string().as_str()), (word, detail), "{kept:?}");
        assert_eq!(found.basis, Basis::Body);
    };
    let same = "the body is unchanged; only the body was recorded";
    check("One.\nTwo.\n", WHOLE, "identical", same);
    check("One.\nTwo.\n", &WHOLE.replace(": d", ": other"), "identical", same);
    check("\n\nOne.\nTwo.\n", WHOLE, "identical", same);
    check("One.\nTwo.", WHOLE, "whitespace_only", "final newline; only the body was recorded");
    check("One. \nTwo.\n", WHOLE, "whitespace_only", "trailing blanks; only the body was recorded");
    let crlf = WHOLE.replace('\n', "\r\n");
    check("One.\nTwo.\n", &crlf, "whitespace_only", "LF to CRLF; only the body was recorded");
    check("One.\n", WHOLE, "body_changed", "+1 −0; only the body was recorded");
    check("---\nOne.\n---\n", WHOLE, "body_changed", "+1 −2; only the body was recorded");
    let gone = state(Kept::Body(b"One.\n"), None, &[]);
    assert_eq!(gone, ("deleted".into(), "the log holds the last copy of the body".into()));
    let trimmed = state(Kept::TrimmedBody(b"One.\nTwo."), None, &[("a", "user", "/u/a", Some(WHOLE))]);
    assert_eq!(trimmed, ("identical".into(), same.into()));
}

#[test]
fn what_was_done_to_both_texts_is_told_in_plain_words() {
    let check = |kept: Kept<'_>, source: &str, disk: &str, ours: &str, theirs: &str| {
        let mut recorded = recorded(kept, None);
        (recorded.steps, recorded.writer) = (&[ReadStep::BaseDirectoryLine], Writer::named(source, None));
        let told = steps(&verdict(&recorded, &[("a", "user", "/u/a", Some(disk))]));
        let ours = ["base-directory line removed", ours].join(", ");
        assert_eq!(told, (ours.trim_end_matches(", ").to_owned(), theirs.to_owned()));
    };
    let front = "frontmatter removed";
    let beginning = "leading whitespace removed";
    let end = "trailing whitespace removed";
    check(Kept::Whole(WHOLE.as_bytes()), "codex", WHOLE, "", "unchanged");
    check(Kept::Body(b"One.\nTwo.\n"), "gemini", WHOLE, "", &[front, beginning].join(", "));
    check(Kept::TrimmedBody(b"One.\nTwo."), "gemini", WHOLE, "", &[front, beginning, end].join(", "));
    let crlf = WHOLE.replace('\n', "\r\n");
    let kept = [front, beginning, "CRLF kept"].join(", ");
    check(Kept::Body(b"One.\r\nTwo.\r\n"), "gemini", &crlf, "CRLF kept", &kept);
    let lf = [front, "CRLF changed to LF", beginning].join(", ");
    check(Kept::Body(b"One.\nTwo.\n"), "copilot-cli", &crlf, "", &lf);
    let marked = format!("\u{feff}{WHOLE}");
    let mark = ["byte order mark removed", front, beginning].join(", ");
    check(Kept::Body(b"One.\nTwo.\n"), "gemini", &marked, "", &mark);
    check(Kept::Part(b"Two.\n"), "codex", WHOLE, end, &["only line 7", end].join(", "));
}

#[test]
fn a_part_is_looked_for_in_the_file() {
    let file = "---\nname: a\ndescription: d\n---\n\nOne.\nTwo.\nThree.\nFour.\n";
    let check = |part: &str, word: &str, detail: &str, basis: Basis| {
        let here: &[Skill<'_>] = &[("a", "user", "/u/a", Some(file))];
        let found = verdict(&recorded(Kept::Part(part.as_bytes()), Some(Digest::of(b"other"))), here);
        let found = (found.state.word(), found.to_string(), found.basis);
        assert_eq!(found, (word, detail.to_owned(), basis), "{part:?}");
    };
    let same =
        |part| check(part, "identical", "this part is unchanged; only a part was recorded", Basis::Part);
    same("One.\nTwo.\n");
    same("One.\nTwo.");
    same("---\nname: a\n");
    same(file);
    let changed = |part, word, detail| check(part, word, detail, Basis::Part);
    changed("One.\n2.\nThree.\n", "body_changed", "+1 −1; only a part was recorded");
    changed("0.\nTwo.\nThree.\n", "body_changed", "+1 −1; only a part was recorded");
    changed("One.\r\nTwo.\r\n", "whitespace_only", "CRLF to LF; only a part was recorded");
    changed(
        "---\nname: a\ndescription: e\n---\n\nOne.\n",
        "frontmatter_only",
        "description; only a part was recorded",
    );
    let unknown = |part| {
        check(part, "unverifiable", "the recorded lines may not be from the file", Basis::Nothing);
    };
    unknown("total 8\nOne.\nsome\n");
    unknown("\n\n");
}

#[test]
fn a_file_among_other_output_is_found_or_not_decided() {
    let check = |text: &str, word: &str, ours: &str| {
        let here: &[Skill<'_>] = &[("a", "user", "/u/a", Some(WHOLE))];
        let found = verdict(&recorded(Kept::Mixed(text.as_bytes()), None), here);
        assert_eq!((found.state.word(), steps(&found).0.as_str()), (word, ours), "{text:?}");
    };
    let end = "trailing whitespace removed";
    check(&format!("before\n{WHOLE}behind\n"), "identical", &["only lines 2 to 8", end].join(", "));
    check("before\nOne.\nTwo.\nbehind\n", "unverifiable", "");
    check("", "unverifiable", "");
}

#[test]
fn what_the_agent_filled_in_is_no_edit() {
    let file = "---\nname: a\narguments: [topic]\n---\n\nOn $topic:\n!`date`\nawk '{print $1}'\n";
    let check = |text: &str, arguments, release: &str, word: &str, detail: &str, basis: Basis| {
        let mut recorded = recorded(Kept::Body(text.as_bytes()), None);
        recorded.writer = Writer::named("claude-code", Some(release));
        recorded.arguments = arguments;
        let found = verdict(&recorded, &[("a", "user", "/u/a", Some(file))]);
        let found = (found.state.word(), found.to_string(), found.basis);
        assert_eq!(found, (word, detail.to_owned(), basis), "{text:?}");
    };
    let kept = "On birds:\nMon\nawk '{print $1}'\n";
    check(kept, Some("birds"), "2.1.330", "filled", "except $topic, !`date`", Basis::Template);
    let blanked = "On birds:\nMon\nawk '{print }'\n";
    check(blanked, Some("birds"), "2.1.36", "changed_by_agent", "$1 removed", Basis::Template);
    let changed = "+3 −3; only the body was recorded";
    check(blanked, Some("birds"), "2.1.330", "body_changed", changed, Basis::Body);
    check(kept, Some("bees"), "2.1.330", "body_changed", "+2 −2; only the body was recorded", Basis::Body);
}

#[test]
fn a_path_of_another_machine_is_not_called_gone() {
    let mut recorded = recorded(Kept::Whole(WHOLE.as_bytes()), None);
    recorded.elsewhere = true;
    let check = |skills: &[Skill<'_>], word: &str, detail: &str| {
        let found = verdict(&recorded, skills);
        assert_eq!((found.state.word(), found.to_string().as_str()), (word, detail));
    };
    check(&[], "unverifiable", "the recorded path is on another machine");
    check(&[("a", "user", "/u/b", Some(WHOLE))], "renamed", "now at /u/b");
    check(&[("a", "user", "/u/a", Some("x\n"))], "body_changed", "+1 −3");
}

#[test]
fn the_skill_that_answers_today_is_named() {
    let skills = now(&[("a", "user", "/u/a", Some("x\n")), ("a", "repo", "/r/a", Some("y\n"))]);
    let gone = Path::new("/gone");
    let recorded = Recorded { path: gone, ..recorded(Kept::Whole(b"z\n"), Some(Digest::of(b"z\n"))) };
    let verdict = classify(&recorded, &skills, &|_| unreachable!("nothing is there to read"));
    assert_eq!(verdict.winner.unwrap().path, Path::new("/r/a"));
    assert_eq!((verdict.state.word(), verdict.now), ("deleted", None));
}
