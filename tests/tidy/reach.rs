//! What only one file may do: ask the network, open other programs. And a word that no message uses.

use super::{Source, none, some, sources};

/// Signs of a program that asks the network.
const NETWORK: [&str; 6] = ["TcpStream", "TcpListener", "UdpSocket", "reqwest::", "hyper::", "ureq::"];
/// Tries within the sandbox that there is no network.
const PROBE: &str = "src-tauri/crates/execution/src/sandbox/inside.rs";
/// The only file that opens other programs, each time for a menu that was used.
const OPENS: &str = "src-tauri/src/desktop.rs";

fn complaints(files: &[Source], signs: &[&str], allowed: &str) -> Vec<String> {
    let found = files.iter().filter(|file| file.path != allowed);
    let found = found.flat_map(|file| signs.iter().map(move |sign| (file, sign)));
    let found = found.filter(|(file, sign)| file.text.contains(**sign));
    found.map(|(file, sign)| format!("{} names {sign}", file.path)).collect()
}

fn product() -> Vec<Source> {
    let mut files = sources("src-tauri", &["rs"]);
    files.retain(|file| !file.path.contains("/tests/") && !file.path.contains("/xtask/"));
    files
}

#[test]
fn nothing_asks_the_network() {
    none(&complaints(&product(), &NETWORK, PROBE));
    some(
        &complaints(&[Source::named("a.rs", "std::net::TcpStream::connect(at)")], &NETWORK, PROBE),
        "TcpStream",
    );
}

#[test]
fn one_file_opens_other_programs() {
    none(&complaints(&product(), &["tauri_plugin_opener::open", "open::that"], OPENS));
    some(
        &complaints(
            &[Source::named("a.rs", "tauri_plugin_opener::open_path(file)")],
            &["tauri_plugin_opener::open"],
            OPENS,
        ),
        "opener",
    );
}

#[test]
fn no_message_calls_anything_safe() {
    let safe = |file: &Source| {
        let messages =
            file.text.lines().filter(|line| line.starts_with("msgid") || line.starts_with("msgstr"));
        let words = |line: &str| {
            line.to_lowercase().split(|letter: char| !letter.is_alphabetic()).any(|word| word == "safe")
        };
        messages.filter(|line| words(line)).map(str::to_owned).collect::<Vec<_>>()
    };
    let catalogs = sources("ui/src/language", &["po"]);
    assert_eq!(catalogs.len(), 2);
    none(&catalogs.iter().flat_map(safe).collect::<Vec<_>>());
    some(&safe(&Source::named("en.po", "msgid \"This skill is safe\"")), "safe");
}
