//! What the real agents made of such files, one row a file: what each of them lists as its description, or nothing
//! where it lists no skill. Seen in the releases that the conventions name.

use super::{Blocks, Text, is_kept_from_the_list, read};
use crate::convention::Steps;

const READERS: [Steps; 6] =
    [Steps::ClaudeCode, Steps::Codex, Steps::Copilot, Steps::GeminiCli, Steps::OpenCode, Steps::Pi];

/// A description, when the reader has a skill there that may be listed. Only Codex needs one that is not empty.
fn listed(content: &[u8], steps: Steps) -> Option<String> {
    let read = read(&Text::of(content), steps, &mut Blocks::default())?;
    let is_named = read.name.is_some() || !matches!(steps, Steps::GeminiCli | Steps::OpenCode);
    let is_skill = read.unreadable.is_none() && is_named && !read.hidden;
    read.description.filter(|_| is_skill).map(|said| said.trim_end().to_owned())
}

fn check(content: impl AsRef<[u8]>, expected: [Option<&str>; 6]) {
    let content = content.as_ref();
    let found = READERS.map(|steps| listed(content, steps));
    let shown = String::from_utf8_lossy(content);
    assert_eq!(found.each_ref().map(Option::as_deref), expected, "{shown:?}");
}

/// A file with that description.
fn described(value: &str) -> String {
    format!("---\nname: a\ndescription: {value}\n---\n\nBody line.\n")
}

const NONE: Option<&str> = None;
const BODY: Option<&str> = Some("Body line.");

#[test]
fn an_unquoted_colon_costs_no_description_but_with_copilot_and_pi() {
    let of = |value: &str, expected| check(described(value), expected);
    let x = Some("x: y");
    of("x: y", [x, x, NONE, x, x, NONE]);
    of("x:y", [Some("x:y"); 6]);
    of("x:", [BODY, NONE, NONE, Some("x:"), Some("x:"), NONE]);
    let (whole, cut) = (Some("a - b: c # d"), Some("a - b: c"));
    of("a - b: c # d", [whole, cut, NONE, whole, whole, NONE]);
    of("x # y: z", [Some("x"); 6]);
    let folded = Some("x: y more: z");
    let block = Some("x: y\nmore: z");
    check(
        "---\nname: a\ndescription: x: y\n  more: z\n---\nB\n",
        [Some("B"), NONE, NONE, folded, block, NONE],
    );
    check("---\r\nname: a\r\ndescription: x: y\r\n---\r\nB\r\n", [Some("B"), x, NONE, x, x, NONE]);
    let d = Some("d");
    check("---\nname: a\ndescription: d\nlicense: MIT: x\n---\nB\n", [d, d, NONE, d, d, NONE]);
    check(
        "---\nname: a\ndescription: d\nmetadata:\n  k: a: b\n---\nB\n",
        [Some("B"), d, NONE, d, NONE, NONE],
    );
    check("---\nname: a\ndescription: d\nargument-hint: a: b\n---\nB\n", [d, d, NONE, d, NONE, NONE]);
}

#[test]
fn signs_that_yaml_reserves_are_mended_by_some() {
    let of = |value: &str, expected| check(described(value), expected);
    for value in ["@at x", "`tick x", "[x] y", "{x} y"] {
        let it = Some(value);
        of(value, [it, it, NONE, it, NONE, NONE]);
    }
    for value in ["*star x", "%pct x", "]x y", "}x y", "| x"] {
        let it = Some(value);
        of(value, [it, NONE, NONE, it, NONE, NONE]);
    }
    for value in ["- x", "? x", "\"a\" b", "'a' b", "\"a\\x\""] {
        of(value, [BODY, NONE, NONE, Some(value), NONE, NONE]);
    }
    of("{a: b}", [BODY, Some("{a: b}"), NONE, Some("{a: b}"), NONE, NONE]);
    of("[a, b]", [BODY, NONE, NONE, Some("[a, b]"), NONE, NONE]);
    of("&x y", [Some("y"); 6]);
    of("!x y", [Some("y"), Some("y"), Some("y"), Some("!x y"), NONE, Some("y")]);
}

#[test]
fn values_of_other_types_are_text_to_some() {
    let of = |value: &str, expected| check(described(value), expected);
    for value in ["null", "~"] {
        of(value, [BODY, NONE, NONE, Some(value), NONE, NONE]);
    }
    let it = Some("true");
    of("true", [it, it, NONE, it, NONE, NONE]);
    of("yes", [Some("yes"); 6]);
    for (value, number) in [("0x1F", "31"), ("1e3", "1000"), (".5", "0.5"), ("17.50", "17.5")] {
        let it = Some(value);
        of(value, [Some(number), it, NONE, it, NONE, NONE]);
    }
    let it = Some("012");
    of("012", [Some("12"), it, it, it, NONE, NONE]);
    for value in ["1_000", "2026-01-02"] {
        let it = Some(value);
        of(value, [it, it, it, it, NONE, it]);
    }
    let empty = Some("");
    of("\"\"", [BODY, NONE, empty, empty, empty, NONE]);
}

#[test]
fn a_byte_order_mark_hides_a_skill_from_codex_and_gemini() {
    let d = Some("d");
    check("\u{feff}---\nname: a\ndescription: d\n---\nB\n", [d, NONE, d, NONE, d, d]);
    check("\u{feff}---\r\nname: a\r\ndescription: d\r\n---\r\nB\r\n", [d, NONE, d, NONE, d, d]);
    check("---\r\nname: a\r\ndescription: d\r\n---\r\nB\r\n", [d; 6]);
}

#[test]
fn bytes_that_are_not_utf_8_hide_a_skill_from_codex_alone() {
    let it = Some("caf\u{fffd} d");
    check(b"---\nname: a\ndescription: caf\xe9 d\n---\nB\n", [it, NONE, it, it, it, it]);
    let d = Some("d");
    check(b"---\nname: a\ndescription: d\n---\ncaf\xe9\n", [d, NONE, d, d, d, d]);
}

#[test]
fn frontmatter_begins_and_ends_where_each_agent_thinks() {
    let d = Some("d");
    let front = "name: a\ndescription: d\n";
    check(format!("\n---\n{front}---\nB\n"), [Some("---"), NONE, NONE, NONE, NONE, NONE]);
    check(format!("---\n{front}--- \t\nB\n"), [d; 6]);
    check(format!("--- \t\n{front}---\nB\n"), [d, d, d, NONE, d, d]);
    check(format!("---\n{front} ---\nB\n"), [d, d, NONE, NONE, NONE, NONE]);
    check(format!("---\n{front}---B\n"), [d, NONE, NONE, d, d, d]);
    check(format!("----\n{front}----\nB\n"), [Some("----"), NONE, NONE, NONE, NONE, d]);
    check(format!("---name: x\n{front}---\nB\n"), [Some("---name: x"), NONE, NONE, NONE, NONE, d]);
    check(format!("---\n{front}\nB\n"), [Some("---"), NONE, NONE, NONE, NONE, NONE]);
    check(format!("---\n{front}...\n---\nB\n"), [d; 6]);
    check(format!("---\n{front}---"), [d; 6]);
    check(format!("---\n{front}----\nB\n---\nC\n"), [d, NONE, NONE, d, d, d]);
    let dashes = Some("a --- b");
    check(described("a --- b"), [Some("a"), dashes, dashes, dashes, dashes, dashes]);
    let block = Some("x\n---\ny");
    check(described("|\n  x\n  ---\n  y"), [Some("x"), Some("x"), block, block, block, block]);
    check("# Title\n\nText.\n", [Some("Title"), NONE, NONE, NONE, NONE, NONE]);
    check("---\n---\nB is here\n", [Some("B is here"), NONE, Some("B is here"), NONE, NONE, NONE]);
    check("---\n- a\n---\nB\n", [Some("B"), NONE, Some("B"), NONE, NONE, NONE]);
    check("", [Some("Skill"), NONE, NONE, NONE, NONE, NONE]);
}

#[test]
fn what_is_missing_is_replaced_by_some() {
    let d = Some("d");
    check("---\ndescription: d\n---\nB\n", [d, d, d, NONE, NONE, d]);
    check("---\nname: a\n---\n# Head\n\nPara.\n", [Some("Head"), NONE, Some("Para."), NONE, NONE, NONE]);
    check("---\nname: a\ndescription: b\ndescription: d\n---\nB\n", [d, NONE, NONE, d, NONE, NONE]);
    check("---\nname: a\ndescription: d\nmetadata:\n\tk: v\n---\nB\n", [d, NONE, NONE, d, d, NONE]);
    check("---\nName: a\nDescription: d\n---\nB\n", [Some("B"), NONE, Some("B"), NONE, NONE, NONE]);
    check("---\nname: [a]\ndescription: d\n---\nB\n", [d, NONE, NONE, d, NONE, d]);
}

#[test]
fn disable_model_invocation_is_heeded_by_three() {
    let d = Some("d");
    let of = |value: &str, expected| {
        check(format!("---\nname: a\ndescription: d\ndisable-model-invocation: {value}\n---\nB\n"), expected);
    };
    of("true", [NONE, d, NONE, d, d, NONE]);
    of("yes", [NONE, d, NONE, d, d, d]);
    of("\"true\"", [NONE, d, NONE, d, d, d]);
    of("false", [d; 6]);
}

#[test]
fn claude_code_shows_a_description_on_one_line_and_adds_when_to_use() {
    let said = |text: &str| listed(text.as_bytes(), Steps::ClaudeCode);
    assert_eq!(said(&described("|\n  a\n  b\n\n  <c>")).as_deref(), Some("a b <c>"));
    let text = "---\nname: a\ndescription: d.\nwhen_to_use: when e\n---\n";
    assert_eq!(said(text).as_deref(), Some("d. - when e"));
    assert_eq!(said("---\nname: a\ndescription: d\npaths: ['*.py']\n---\n"), None);
    let long = format!("# {}\n", "w".repeat(101));
    assert_eq!(said(&long), Some(format!("{}...", "w".repeat(97))));
}

#[test]
fn codex_and_copilot_have_limits_for_names_and_descriptions() {
    let of = |name: &str, description: &str, steps| {
        listed(format!("---\nname: {name}\ndescription: {description}\n---\n").as_bytes(), steps).is_some()
    };
    for (name, codex, copilot) in [
        ("x".repeat(64), true, true),
        ("x".repeat(65), false, false),
        ("two  words".to_owned(), true, true),
        ("col:on".to_owned(), true, true),
        ("end-".to_owned(), true, true),
        ("-dash".to_owned(), true, false),
        (".dot".to_owned(), true, false),
        ("a/b".to_owned(), true, false),
        ("技能".to_owned(), true, false),
        ("16".to_owned(), true, false),
    ] {
        assert_eq!(
            (of(&name, "d", Steps::Codex), of(&name, "d", Steps::Copilot)),
            (codex, copilot),
            "{name}"
        );
    }
    for (description, copilot) in
        [("é".repeat(1_024), true), ("w".repeat(1_025), false), ("🚀".repeat(600), false)]
    {
        assert_eq!(of("a", &description, Steps::Copilot), copilot);
        assert!(of("a", &description, Steps::Codex));
    }
}

#[test]
fn a_file_of_codex_beside_a_skill_keeps_it_from_the_list() {
    for (text, is_kept) in [
        ("policy:\n  allow_implicit_invocation: false\n", true),
        ("policy: {allow_implicit_invocation: false}\n", true),
        ("junk: 1\npolicy:\n  allow_implicit_invocation: false\n  other: 1\n", true),
        ("policy:\n  allow_implicit_invocation: true\n", false),
        ("policy:\n  allow_implicit_invocation: 'false'\n", false),
        ("policy:\n  allow_implicit_invocation: no\n", false),
        ("policy: [\n", false),
        ("interface: 7\npolicy:\n  allow_implicit_invocation: false\n", false),
        ("policy:\n  products: [CHATGPT]\n", true),
        ("policy:\n  products: [CODEX]\n", false),
        ("interface:\n  display_name: x\n", false),
    ] {
        assert_eq!(is_kept_from_the_list(text.as_bytes()), is_kept, "{text:?}");
    }
}

#[test]
fn alias_stands_for_the_text_that_its_anchor_names() {
    check("---\nname: &n anchor\ndescription: *n\n---\nB\n", [Some("anchor"); 6]);
}

#[test]
fn tab_behind_a_colon_is_a_blank() {
    check("---\nname:\ttab\ndescription:\twith tab\n---\nB\n", [Some("with tab"); 6]);
}
