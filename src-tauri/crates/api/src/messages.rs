//! Writes `ui/src/host/messages.gen.ts` from the templates of all messages in the sources, or fails when it is out of
//! date. `UPDATE=1 cargo test -p api` rewrites it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The macros that take templates, and how many.
const MACROS: &[(&str, usize)] = &[("message!(", 1), ("template!(", 1), ("deed!(", 2)];

/// Folders whose messages only the terminal says.
const UNSEEN: &[&str] = &["cli", "xtask", "message"];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in disk::list(folder).expect("a folder of sources can be listed") {
        let path = folder.join(&entry.name);
        let name = entry.name.to_string_lossy();
        if entry.kind == disk::Kind::Folder && !UNSEEN.contains(&name.as_ref()) {
            sources(&path, found);
        } else if name.ends_with(".rs") {
            found.push(path);
        }
    }
}

/// Adds the templates of one file; what stands in comments and in the tests at its end is none.
fn templates(text: &str, found: &mut BTreeSet<String>) {
    let text = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let text = lines.collect::<Vec<_>>().join("\n");
    for (start, count) in MACROS {
        for (at, _) in text.match_indices(start) {
            let mut rest = text[at + start.len()..].trim_start();
            for _ in 0..*count {
                let Some((template, after)) = literal(rest) else { break };
                found.insert(template);
                rest = after.trim_start().trim_start_matches(',').trim_start();
            }
        }
    }
}

/// Reads the string literal that the text begins with, and what follows it.
fn literal(text: &str) -> Option<(String, &str)> {
    let mut chars = text.strip_prefix('"')?.char_indices();
    let mut read = String::new();
    while let Some((at, char)) = chars.next() {
        match char {
            '"' => return Some((read, &text[at + 2..])),
            '\\' => match chars.next()?.1 {
                'n' => read.push('\n'),
                '\n' => {
                    let rest = chars.as_str();
                    let blanks = rest.len() - rest.trim_start().len();
                    chars.by_ref().take(rest[..blanks].chars().count()).for_each(drop);
                }
                other => read.push(other),
            },
            other => read.push(other),
        }
    }
    None
}

fn page() -> String {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    sources(&here.join(".."), &mut files);
    sources(&here.join("../../src"), &mut files);
    let mut found = BTreeSet::from(["{words}", "{first} {second}"].map(str::to_owned));
    let is_read = |file: &&PathBuf| {
        let path = file.to_string_lossy();
        !path.contains("/tests") && !path.ends_with("api/src/messages.rs")
    };
    for file in files.iter().filter(is_read) {
        let read = disk::read(file, 1 << 20).expect("a source can be read").bytes;
        templates(&String::from_utf8_lossy(&read), &mut found);
    }
    let mut text = String::from(
        "// Written from the sources; `UPDATE=1 cargo test -p api` writes it again. Only the catalogues are made of it.\n\n\
         import { msg } from \"@lingui/core/macro\";\n\nexport const messages = [\n",
    );
    for template in found {
        let quoted = serde_json::to_string(&template).expect("a text is JSON");
        text.push_str(&format!("  msg({{ id: {quoted}, message: {quoted} }}),\n"));
    }
    text.push_str("];\n");
    text
}

#[test]
fn page_catalogue_has_every_message() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../ui/src/host/messages.gen.ts");
    let wanted = page();
    if std::env::var_os("UPDATE").is_some() {
        disk::write_atomic(&path, wanted.as_bytes()).expect("messages.gen.ts can be written");
    }
    let found = disk::read(&path, 1 << 20).map(|found| found.bytes).unwrap_or_default();
    assert!(
        found == wanted.as_bytes(),
        "ui/src/host/messages.gen.ts is out of date: UPDATE=1 cargo test -p api"
    );
}

#[test]
fn template_literal_is_read_as_rust_reads_it() {
    let mut found = BTreeSet::new();
    templates(
        "a(message!(\n  \"one \\\n     {two} \\\"three\\\"\", two));\ndeed!(\"Would {a}.\", \"did {a}\", a)\n// message!(\"no\")",
        &mut found,
    );
    let wanted = ["one {two} \"three\"", "Would {a}.", "did {a}"];
    assert_eq!(found, wanted.into_iter().map(str::to_owned).collect());
}
