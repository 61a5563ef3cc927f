//! The manual: every command in it is run as it stands, and the terminal has every page.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tests::checkout;
use tests::example::{self, Example};

use crate::doors::program;

/// A command of a page, and the code it ends with.
#[derive(Debug, PartialEq)]
struct Step<'a> {
    command: &'a str,
    code: i32,
}

/// The commands of a page: each line of its `sh` blocks. Behind `# exits` stands the code of one that does not end with 0.
fn steps(page: &str) -> Vec<Step<'_>> {
    let blocks = page.split("```").skip(1).step_by(2);
    let lines = blocks.filter_map(|block| block.strip_prefix("sh\n")).flat_map(str::lines);
    lines
        .map(|line| match line.split_once("  # exits ") {
            Some((command, code)) => Step { command, code: code.parse().expect("a number") },
            None => Step { command: line, code: 0 },
        })
        .collect()
}

fn run(example: &Example, words: &[String]) -> Output {
    let mut assay = Command::new(program());
    assay.current_dir(&example.workspace).args(words).stdin(Stdio::null());
    assay.env("HOME", &example.home).env("XDG_DATA_HOME", example.home.join("data")).env_remove("PIXIR_HOME");
    skills::AgentPlaces::VARIABLES.iter().for_each(|name| {
        assay.env_remove(name);
    });
    assay.output().expect("assay runs")
}

/// Pages with their names, in the order of the names.
fn pages() -> Vec<(String, String)> {
    let folder = checkout().join("docs/manual");
    let entries =
        fs::read_dir(&folder).expect("the manual is there").map(|entry| entry.expect("an entry").path());
    let mut pages: Vec<_> = entries
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .map(|path| (name(&path), fs::read_to_string(&path).expect("a page")))
        .collect();
    pages.sort();
    pages
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn laid_out() -> (tempfile::TempDir, Example) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let example = example::lay_out_whole(&folder.path().join("example")).expect("the example is laid out");
    (folder, example)
}

#[test]
fn every_command_of_the_manual_ends_as_it_says() {
    let (mut count, mut wrong) = (0, Vec::new());
    for (page, text) in pages() {
        // Each page begins anew: what one changes is not there for the next.
        let (_folder, example) = laid_out();
        for Step { command, code } in steps(&text) {
            let words = engine::split(command).expect("quotes are closed");
            assert_eq!(words[0], "assay", "{page}: {command}");
            let done = run(&example, &words[1..]);
            count += 1;
            if done.status.code() != Some(code) {
                let said = String::from_utf8_lossy(&done.stderr).into_owned()
                    + &String::from_utf8_lossy(&done.stdout);
                let said: String = said.chars().take(600).collect();
                wrong.push(format!("{page}: {command}: {:?}\n{said}", done.status.code()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 50, "only {count} commands were found");
}

#[test]
fn a_command_that_ends_otherwise_says_so() {
    let page = "```sh\nassay drift  # exits 1\nassay skills\n```\n\n```json\n{}\n```\n";
    let [drift, skills] =
        [("assay drift", 1), ("assay skills", 0)].map(|(command, code)| Step { command, code });
    assert_eq!(steps(page), [drift, skills]);
}

#[test]
fn help_lists_commands_and_pages_and_tells_each() {
    let (_folder, example) = laid_out();
    let help = |words: &[&str]| {
        let words: Vec<String> = ["help"].iter().chain(words).map(|word| (*word).to_owned()).collect();
        let done = run(&example, &words);
        (done.status.code(), String::from_utf8(done.stdout).expect("text"))
    };
    let (code, list) = help(&[]);
    assert_eq!(code, Some(0));
    let (commands, topics) = list.split_once("Manual pages").expect("commands, then pages");
    assert!(commands.contains("  who-wins "), "{commands}");
    for (page, text) in pages() {
        assert!(topics.contains(&format!("\n  {page} ")), "{page} is no topic: {topics}");
        let (code, told) = help(&[&page]);
        let title = text.lines().next().expect("a title");
        // A command of the same name would be told in its place.
        assert_eq!((code, told.lines().next()), (Some(0), Some(title)), "{page}");
        assert!(!told.contains("<picture>") && !told.contains("]("), "{page}: {told}");
    }
    let (code, told) = help(&["drift"]);
    assert_eq!(code, Some(0));
    assert!(told.contains("Usage: assay drift [OPTIONS]") && told.contains("--workspace"), "{told}");
    assert_eq!(help(&["nothing-of-the-kind"]).0, Some(3));
}

#[test]
fn what_agents_are_configured_with_is_json() {
    let blocks = pages().into_iter().flat_map(|(_, text)| {
        let blocks = text.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next());
        blocks.map(str::to_owned).collect::<Vec<_>>()
    });
    let read = blocks.map(|block| serde_json::from_str::<serde_json::Value>(&block).expect("JSON"));
    assert!(read.count() > 0, "no block was found");
}

#[test]
fn a_file_named_without_a_folder_is_made_in_the_current_one() {
    let (_folder, example) = laid_out();
    for words in ["bundle 20260918T141102-7be41d --to made", "export --otlp signals.jsonl"] {
        let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
        let done = run(&example, &words);
        assert_eq!(done.status.code(), Some(0), "{words:?}: {}", String::from_utf8_lossy(&done.stderr));
        assert!(example.workspace.join(&words[words.len() - 1]).is_file(), "{words:?}");
    }
}
