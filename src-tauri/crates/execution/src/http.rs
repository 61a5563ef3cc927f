//! One document over the network.
//!
//! Nothing in this program speaks TLS: as git is asked for repositories, curl is asked for documents. It follows no
//! other address, reads no settings of the person's, sends nothing but the address, and gets only the way through a
//! proxy and to certificates of their environment.

use std::path::{Path, PathBuf};
use std::time::Duration;

use disk::Scratch;

use crate::ours::place_of_scratch;
use crate::{End, Further, Level, Limits, NotFetched, NotRun, Order, Stop, Writes, resolve, run_at};

/// A document to get.
#[derive(Debug, Clone, Copy)]
pub struct Get<'a> {
    /// Its address: `https`, or plain `http` to this machine itself.
    pub address: &'a str,
    /// The folders in which `curl` is looked for.
    pub search: &'a [PathBuf],
    /// The person's environment.
    pub environment: &'a [(String, String)],
    /// A program that calls [`crate::helper`] first.
    pub helper: &'a Path,
    /// Bytes it may have.
    pub most: u64,
}

/// How long it may take.
const WALL: Duration = Duration::from_secs(20);
/// Seconds curl gives itself; it ends with words of its own before it is ended.
const SECONDS: &str = "15";
/// What is taken of the person's environment.
const PASSED: &[&str] = &[
    "https_proxy",
    "HTTPS_PROXY",
    "no_proxy",
    "NO_PROXY",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "CURL_CA_BUNDLE",
];

/// Gets a document whole. Blocks until it is there, or it is known why it will not be.
///
/// # Errors
///
/// [`NotFetched::Refused`] when the address is not one that is let through, [`NotFetched::Stopped`] when
/// `stop` says so, and [`NotFetched::Failed`] when curl is missing or fails, the server answers with an error
/// or not within 15 seconds, or the document has more than `get.most` bytes.
pub fn get(get: Get<'_>, stop: &Stop) -> Result<Vec<u8>, NotFetched> {
    let protocol = protocol(get.address)?;
    let failed = |error: &dyn std::fmt::Display| NotFetched::Failed(format!("curl cannot be run: {error}"));
    let place = Scratch::below(&place_of_scratch()).map_err(|fault| failed(&fault))?;
    let program = resolve("curl", place.path(), get.search).map_err(|error| failed(&error))?;
    let most = get.most.to_string();
    let only = format!("={protocol}");
    // `--disable` must stand first: it is what keeps the person's settings out.
    let argv = [
        "curl",
        "--disable",
        "--silent",
        "--show-error",
        "--fail",
        "--globoff",
        "--proto",
        &only,
        "--max-redirs",
        "0",
        "--max-time",
        SECONDS,
        "--max-filesize",
        &most,
        "--url",
        get.address,
    ];
    let passed = get.environment.iter().filter(|(name, _)| PASSED.contains(&name.as_str()));
    let order = Order {
        argv: argv.map(str::to_owned).to_vec(),
        program,
        sealed: Vec::new(),
        kept: Vec::new(),
        workspace: place.path().to_owned(),
        cwd: place.path().to_owned(),
        environment: passed.cloned().collect(),
        further: Further::Usual,
        input: Vec::new(),
        readable: Vec::new(),
        writes: Writes::Nothing,
        limits: Limits { read: get.most, ..Limits::for_source(WALL, get.most) },
        least: Level::None,
        helper: get.helper.to_owned(),
    };
    // It needs the network, which no walls allow.
    match run_at(&order, Level::None, stop) {
        Err(NotRun::Stopped) => Err(NotFetched::Stopped),
        Err(error) => Err(failed(&error)),
        Ok(ran) => match ran.end {
            End::Exit(0) => Ok(ran.stdout.kept),
            End::Stopped => Err(NotFetched::Stopped),
            End::Flooded => Err(NotFetched::Failed(format!("the answer has more than {} bytes", get.most))),
            End::Exit(_) => {
                let said = String::from_utf8_lossy(&ran.stderr.kept);
                let line = said.lines().map(str::trim).find(|line| !line.is_empty());
                Err(NotFetched::Failed(line.unwrap_or("curl failed and said nothing").to_owned()))
            }
            end => Err(NotFetched::Failed(format!("curl {end}"))),
        },
    }
}

/// The protocol that is spoken with an address, once it can only be what it seems.
fn protocol(address: &str) -> Result<&'static str, NotFetched> {
    let refuse = |words: &str| Err(NotFetched::Refused(words.to_owned()));
    let is_plain = |c: char| c.is_ascii_graphic() && !"\"'`\\<>{}|^@#".contains(c);
    if address.len() > 2_000 || !address.chars().all(is_plain) {
        return refuse("this is not the address of a document");
    }
    let (protocol, rest) = match (address.strip_prefix("https://"), address.strip_prefix("http://")) {
        (Some(rest), _) => ("https", rest),
        // Nobody on the way can read or change what never leaves this machine.
        (_, Some(rest)) if rest.starts_with("127.0.0.1:") => ("http", rest),
        _ => return refuse("only https addresses are asked"),
    };
    if rest.is_empty() || rest.starts_with(['/', '-', '?', ':']) {
        return refuse("the address names no machine");
    }
    Ok(protocol)
}

#[cfg(test)]
mod tests {
    use super::protocol;

    #[test]
    fn only_plain_https_addresses_are_asked() {
        let check = |address: &str, expected: Option<&str>| {
            assert_eq!(protocol(address).ok(), expected, "{address}");
        };
        check("https://example.org/v1/a?b=c%20d&e=1.5", Some("https"));
        check("http://127.0.0.1:8080/a", Some("http"));
        for refused in [
            "http://example.org/a",
            "http://127.0.0.1.example.org/",
            "http://localhost/",
            "ftp://example.org/",
            "file:///etc/passwd",
            "https://user:word@example.org/",
            "https:///a",
            "https://-o/a",
            "https://a b/",
            "https://a/\n-o",
            "--output=/tmp/x",
            "",
        ] {
            check(refused, None);
        }
    }
}
