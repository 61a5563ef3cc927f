//! Skills that an MCP server serves (`io.modelcontextprotocol/skills`): what it lists, and the files of what was chosen,
//! each held against the digest, the size and the frontmatter that were told before. Nothing is read that was not
//! chosen. What the server says is a stranger's word: a digest tells that list and file agree, not that either is good.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use message::message;
use serde_json::{Value, json};
use skills::incoming::Doubt;

use crate::entry::{Entry, File, frontmatter_differs};
use crate::lay::Ended;

/// How a server is spoken to, line by line.
pub(crate) trait Wire {
    /// Says a line.
    ///
    /// # Errors
    ///
    /// Why it cannot be said, in words.
    fn say(&mut self, line: &str) -> Result<(), String>;

    /// The next line it says.
    ///
    /// # Errors
    ///
    /// Why none came, in words.
    fn hear(&mut self) -> Result<Vec<u8>, String>;
}

/// The extension for skills.
const SKILLS: &str = "io.modelcontextprotocol/skills";
/// Revisions of the protocol in which a server is understood, newest last.
const REVISIONS: [&str; 5] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];
/// The revision that is asked for: the newest that is opened by a greeting.
const ASKED: &str = "2025-11-25";
/// Most pages of a list, most skills in it, and most messages before an answer.
const PAGES: usize = 100;
const LISTED: usize = 1_000;
const MESSAGES: usize = 1_000;
/// Most letters of what a server says that are told in a sentence.
const WORDS: usize = 600;
/// An answer to what is not known here.
const NO_METHOD: i64 = -32_601;

/// A server that was greeted.
pub(crate) struct Server<'w> {
    wire: &'w mut dyn Wire,
    /// What a person calls it: never what it calls itself.
    name: String,
    asked: u64,
}

/// What a server lists.
pub(crate) struct Listed {
    pub entries: Vec<Entry>,
    /// Skills that are not taken, and why.
    pub broken: Vec<Doubt>,
}

impl<'w> Server<'w> {
    pub fn greet(wire: &'w mut dyn Wire, name: &str) -> Result<Self, Ended> {
        let mut server = Self { wire, name: name.to_owned(), asked: 0 };
        let me = json!({ "name": "assay", "version": env!("CARGO_PKG_VERSION") });
        let told = server
            .ask("initialize", &json!({ "protocolVersion": ASKED, "capabilities": {}, "clientInfo": me }))?;
        let revision = told["protocolVersion"].as_str().unwrap_or_default();
        if !REVISIONS.contains(&revision) {
            let words = format!("it uses the unsupported MCP revision {revision:?}");
            return Err(server.failed(&words));
        }
        let can = &told["capabilities"];
        if can["extensions"].get(SKILLS).is_none_or(|settings| !settings.is_object()) {
            return Err(server.failed(&format!("it serves no skills: it does not declare {SKILLS}")));
        }
        if can.get("resources").is_none() {
            return Err(server.failed("it declares skills and no resources, so no file of them can be read"));
        }
        server.say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))?;
        Ok(server)
    }

    /// All that it lists, page by page.
    pub fn list(&mut self) -> Result<Listed, Ended> {
        let mut listed = Listed { entries: Vec::new(), broken: Vec::new() };
        let mut cursor: Option<String> = None;
        for _ in 0..PAGES {
            let ask = cursor.as_ref().map_or_else(|| json!({}), |cursor| json!({ "cursor": cursor }));
            let page = self.ask("skills/list", &ask)?;
            let Some(skills) = page["skills"].as_array() else {
                return Err(self.failed("its list of skills is not a list"));
            };
            for (skill, number) in skills.iter().zip(1..) {
                match Entry::of(skill) {
                    Ok(entry) if listed.entries.iter().any(|known| known.uri == entry.uri) => {
                        return Err(self.failed(&format!("it lists {} twice", entry.uri)));
                    }
                    Ok(entry) => listed.entries.push(entry),
                    Err(why) => {
                        let at = skill["uri"].as_str().map_or(format!("skill {number}"), short);
                        let words = message!("It is skipped: {why}.", why = short(&why));
                        listed.broken.push(Doubt::warns("not-served", at, words));
                    }
                }
            }
            if listed.entries.len() + listed.broken.len() > LISTED {
                return Err(self.failed(&format!("it lists more than {LISTED} skills")));
            }
            match page.get("nextCursor").and_then(Value::as_str) {
                None => return Ok(listed),
                Some(next) if cursor.as_deref() == Some(next) => break,
                Some(next) => cursor = Some(next.to_owned()),
            }
        }
        Err(self.failed("its list of skills has no end"))
    }

    /// One skill by its address, whether it is listed or not.
    pub fn get(&mut self, uri: &str) -> Result<Entry, Ended> {
        let told = self.ask("skills/get", &json!({ "uri": uri }))?;
        match Entry::of(&told["skill"]) {
            Ok(entry) if entry.uri == uri => Ok(entry),
            Ok(entry) => Err(self.failed(&format!("asked for {uri}, it answered with {}", entry.uri))),
            Err(why) => Err(self.failed(&format!("{uri} is skipped: {why}"))),
        }
    }

    /// The files of a skill in the order of its entry, every one verified.
    pub fn files(&mut self, entry: &Entry) -> Result<Vec<Vec<u8>>, Ended> {
        // The file that everything else hangs on comes first.
        let main = self.main(entry)?;
        let mut files = Vec::new();
        for file in &entry.files {
            files.push(if file.uri == entry.uri { main.clone() } else { self.file(file)? });
        }
        Ok(files)
    }

    fn main(&mut self, entry: &Entry) -> Result<Vec<u8>, Ended> {
        let file = entry.files.iter().find(|file| file.uri == entry.uri);
        let file = file.ok_or_else(|| self.failed(&format!("{} has no SKILL.md", entry.uri)))?;
        let bytes = self.file(file)?;
        match frontmatter_differs(&entry.frontmatter, &bytes) {
            None => Ok(bytes),
            Some(why) => Err(self.unverified(&entry.uri, &why)),
        }
    }

    fn file(&mut self, file: &File) -> Result<Vec<u8>, Ended> {
        let told = self.ask("resources/read", &json!({ "uri": file.uri }))?;
        let contents = told["contents"].as_array().map(Vec::as_slice).unwrap_or_default();
        let [content] = contents else {
            return Err(self.unverified(&file.uri, &format!("it returned {} files", contents.len())));
        };
        if content["uri"] != file.uri.as_str() {
            return Err(self.unverified(&file.uri, &format!("it returned {} instead", content["uri"])));
        }
        let bytes = match (content["text"].as_str(), content["blob"].as_str()) {
            (Some(text), None) => text.as_bytes().to_vec(),
            (None, Some(blob)) => STANDARD
                .decode(blob)
                .map_err(|error| self.unverified(&file.uri, &format!("it is not base64: {error}")))?,
            _ => return Err(self.unverified(&file.uri, "it has neither text nor bytes, or both")),
        };
        match file.differs(&bytes) {
            None => Ok(bytes),
            Some(why) => Err(self.unverified(&file.uri, &why)),
        }
    }

    fn ask(&mut self, method: &str, params: &Value) -> Result<Value, Ended> {
        self.asked += 1;
        let id = self.asked;
        let of = params["uri"].as_str().map_or_else(String::new, |uri| format!(" of {uri}"));
        self.say(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
        for _ in 0..MESSAGES {
            let line = self.wire.hear();
            let line = line.map_err(|why| self.failed(&format!("{method}{of}: no answer, for {why}")))?;
            let message = disk::unique_json(&line).map_err(|error| {
                let said: String = String::from_utf8_lossy(&line).chars().take(80).collect();
                self.failed(&format!("it sent an invalid MCP message: {said:?} ({error})"))
            })?;
            match (message.get("method").and_then(Value::as_str), message.get("id")) {
                (Some("ping"), Some(theirs)) => {
                    self.say(&json!({ "jsonrpc": "2.0", "id": theirs, "result": {} }))?;
                }
                (Some(other), Some(theirs)) => {
                    let error = json!({ "code": NO_METHOD, "message": format!("{other} is not supported") });
                    self.say(&json!({ "jsonrpc": "2.0", "id": theirs, "error": error }))?;
                }
                (None, Some(answered)) if *answered == id => {
                    return self.answer(&format!("{method}{of}"), message);
                }
                // News, and late answers.
                _ => {}
            }
        }
        Err(self.failed(&format!("it sent {MESSAGES} other messages and did not answer {method}")))
    }

    /// The result of a message that answers `asked`.
    fn answer(&self, asked: &str, mut message: Value) -> Result<Value, Ended> {
        if let Some(error) = message.get("error") {
            let words = error["message"].as_str().unwrap_or("without a message");
            return Err(self.failed(&format!("{asked}: error {}: {words}", error["code"])));
        }
        let result = message["result"].take();
        match result.get("resultType").and_then(Value::as_str) {
            None | Some("complete") => Ok(result),
            Some(other) => {
                let words = format!("{asked}: unsupported result type {other:?}");
                Err(self.failed(&words))
            }
        }
    }

    fn say(&mut self, message: &Value) -> Result<(), Ended> {
        let said = self.wire.say(&message.to_string());
        said.map_err(|why| self.failed(&format!("cannot write to it: {why}")))
    }

    pub fn failed(&self, words: &str) -> Ended {
        Ended::Failed(message!("The MCP server {name}: {words}.", name = self.name, words = short(words)))
    }

    fn unverified(&self, uri: &str, words: &str) -> Ended {
        let words = message!(
            "The MCP server {name}: {words}; nothing is imported from it.",
            name = self.name,
            words = short(words)
        );
        Ended::Refused(vec![Doubt::refuses("unverified", short(uri), words)])
    }
}

/// Words of a stranger, as many as a person reads.
pub(crate) fn short(words: &str) -> String {
    match words.char_indices().nth(WORDS) {
        Some((end, _)) => format!("{}…", &words[..end]),
        None => words.to_owned(),
    }
}
