//! Certificates and keys as text.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// The label of a certificate.
pub const CERTIFICATE: &str = "CERTIFICATE";
/// The label of a public key.
pub const KEY: &str = "PUBLIC KEY";

const BEGIN: &str = "-----BEGIN ";
const END: &str = "-----END ";

/// The blocks of a text, each with its first and last line. One that does not end goes to the end of the text.
pub fn blocks(text: &str) -> Vec<&str> {
    let mut blocks = Vec::new();
    let mut rest = text;
    while let Some(from) = rest.find(BEGIN) {
        rest = &rest[from..];
        let end =
            rest.find(END).and_then(|end| Some(end + END.len() + rest[end + END.len()..].find("-----")? + 5));
        let (block, after) = rest.split_at(end.unwrap_or(rest.len()));
        blocks.push(block);
        rest = after;
    }
    blocks
}

/// The label of a block, and its bytes. Lines may have any length, as other programs allow.
pub fn decoded(block: &str) -> Result<(&str, Vec<u8>), String> {
    let begun = block.strip_prefix(BEGIN).and_then(|block| block.split_once("-----"));
    let (label, rest) = begun.ok_or("its first line does not begin or end")?;
    let text = rest.strip_suffix("-----").and_then(|rest| rest.strip_suffix(label)?.strip_suffix(END));
    let text = text.ok_or_else(|| format!("no line {END}{label}----- ends it"))?;
    let text: String = text.split_whitespace().collect();
    STANDARD.decode(text).map(|der| (label, der)).map_err(|error| error.to_string())
}

/// A block.
pub fn encoded(label: &str, der: &[u8]) -> String {
    let text = STANDARD.encode(der);
    let mut lines = String::new();
    for at in (0..text.len()).step_by(64) {
        lines.push_str(&format!("{}\n", &text[at..text.len().min(at + 64)]));
    }
    format!("{BEGIN}{label}-----\n{lines}{END}{label}-----\n")
}
