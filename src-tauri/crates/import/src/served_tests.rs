//! What servers say, and what comes of it: honest ones, broken ones, hostile ones and newer ones.

use std::collections::VecDeque;

use disk::Digest;
use serde_json::{Value, json};

use crate::lay::Ended;
use crate::served::fetched;
use crate::server::Wire;

const MAIN: &str = "---\nname: a\ndescription: d\n---\nDo.\n";

/// The only skill there is.
fn one() -> Option<Vec<String>> {
    Some(Vec::new())
}

/// What it answers to a method with its parameters.
type Answer = Box<dyn Fn(&str, &Value) -> Value>;

/// A server in memory. What it is asked is kept.
struct Fake {
    says: VecDeque<Vec<u8>>,
    asked: Vec<String>,
    answer: Answer,
}

impl Wire for Fake {
    fn say(&mut self, line: &str) -> Result<(), String> {
        let message: Value = serde_json::from_str(line).expect("JSON");
        let method = message["method"].as_str().unwrap_or("answered");
        let uri = message["params"]["uri"].as_str().unwrap_or_default();
        self.asked.push(format!("{method} {uri}").trim().to_owned());
        if message.get("id").is_some() && message.get("method").is_some() {
            let mut answer = (self.answer)(method, &message["params"]);
            if answer.get("result").is_some() || answer.get("error").is_some() {
                answer["id"] = message["id"].clone();
            }
            self.says.push_back(answer.to_string().into_bytes());
        }
        Ok(())
    }

    fn hear(&mut self) -> Result<Vec<u8>, String> {
        self.says.pop_front().ok_or_else(|| "it ended".to_owned())
    }
}

fn result(result: Value) -> Value {
    let mut answer = json!({ "jsonrpc": "2.0" });
    answer["result"] = result;
    answer
}

fn file(uri: &str, bytes: &[u8]) -> Value {
    json!({ "uri": uri, "digest": format!("sha256:{}", Digest::of(bytes)), "size": bytes.len() })
}

fn skill(folder: &str) -> Value {
    let uri = |path: &str| format!("skill://{folder}/{path}");
    json!({
        "uri": uri("SKILL.md"),
        "frontmatter": { "name": "a", "description": "d" },
        "resources": [file(&uri("b.bin"), b"\xff\0"), file(&uri("SKILL.md"), MAIN.as_bytes())],
    })
}

/// What an honest server of the skill `a` answers.
fn honest(method: &str, params: &Value) -> Value {
    let uri = params["uri"].as_str().unwrap_or_default();
    match method {
        "initialize" => result(json!({
            "protocolVersion": "2025-11-25",
            "capabilities": { "resources": {}, "extensions": { "io.modelcontextprotocol/skills": {} } },
            "serverInfo": { "name": "fake", "version": "1" },
        })),
        "skills/list" => result(json!({ "skills": [skill("a")] })),
        "resources/read" if uri.ends_with("b.bin") => {
            result(json!({ "contents": [{ "uri": uri, "blob": "/wA=" }] }))
        }
        "resources/read" => result(json!({ "contents": [{ "uri": uri, "text": MAIN }] })),
        _ => json!({ "jsonrpc": "2.0", "error": { "code": -32601, "message": "no such method" } }),
    }
}

fn server(answer: impl Fn(&str, &Value) -> Value + 'static) -> Fake {
    Fake { says: VecDeque::new(), asked: Vec::new(), answer: Box::new(answer) }
}

/// What a person is told; every sentence names the server.
fn words(ended: Ended) -> String {
    let words = match ended {
        Ended::Failed(words) => words.text,
        Ended::Refused(doubts) => {
            doubts.iter().map(|doubt| format!("{} {}", doubt.at, doubt.words)).collect::<Vec<_>>().join(" ")
        }
        Ended::Stopped => String::new(),
    };
    assert!(words.contains("`serve`"), "{words}");
    words
}

#[track_caller]
fn check(answer: impl Fn(&str, &Value) -> Value + 'static, expected: &str) {
    let told = fetched(&mut server(answer), "`serve`", &one());
    let told = words(told.map(|(_, chosen, _)| chosen.len()).expect_err(expected));
    assert!(told.contains(expected), "{told}");
}

/// An honest server but for one method.
fn but(method: &'static str, answer: Value) -> impl Fn(&str, &Value) -> Value {
    move |asked, params| if asked == method { answer.clone() } else { honest(asked, params) }
}

/// An honest server with one thing about its skill changed.
fn told(change: impl Fn(&mut Value)) -> impl Fn(&str, &Value) -> Value {
    let mut skill = skill("a");
    change(&mut skill);
    but("skills/list", result(json!({ "skills": [skill] })))
}

#[test]
fn what_was_chosen_is_read_and_verified_and_nothing_else() {
    let two = |method: &str, params: &Value| match method {
        "skills/list" if params.get("cursor").is_none() => {
            result(json!({ "skills": [skill("a")], "nextCursor": "2" }))
        }
        "skills/list" => result(json!({ "skills": [skill("other/a")] })),
        "skills/get" => result(json!({ "skill": skill("hidden/a") })),
        _ => honest(method, params),
    };
    let mut fake = server(two);
    let pick = Some(vec!["skill://other/a/SKILL.md".to_owned()]);
    let (_, chosen, files) = fetched(&mut fake, "`serve`", &pick).map_err(words).unwrap();
    assert_eq!((chosen[0].folder.as_str(), files), ("other/a", vec![b"\xff\0".to_vec(), MAIN.into()]));
    let asked = ["initialize", "notifications/initialized", "skills/list", "skills/list"];
    assert_eq!(fake.asked[..4], asked);
    let read = ["resources/read skill://other/a/SKILL.md", "resources/read skill://other/a/b.bin"];
    assert_eq!(fake.asked[4..], read, "what everything hangs on comes first");
    // A name that two have says nothing; neither is read, and neither is one when nothing was chosen.
    for pick in [Some(vec!["a".to_owned()]), one()] {
        let mut fake = server(two);
        let why = words(fetched(&mut fake, "`serve`", &pick).map(drop).unwrap_err());
        assert!(why.contains("several skills named a") || why.contains("serves 2 skills"), "{why}");
        assert_eq!(fake.asked.len(), 4, "{:?}", fake.asked);
    }
    // What is not listed may be served all the same.
    let pick = Some(vec!["skill://hidden/a/SKILL.md".to_owned()]);
    assert!(fetched(&mut server(two), "`serve`", &pick).is_ok());
    assert!(fetched(&mut server(two), "`serve`", &None).is_ok_and(|(_, chosen, _)| chosen.len() == 2));
}

#[test]
fn a_skill_inside_another_does_not_come_in_as_a_part_of_it() {
    let nested = but("skills/list", result(json!({ "skills": [skill("a"), skill("a/a")] })));
    let mut fake = server(nested);
    let why = words(fetched(&mut fake, "`serve`", &None).map(drop).unwrap_err());
    assert!(why.contains("skill://a/a/SKILL.md is inside skill://a/SKILL.md"), "{why}");
    assert!(!fake.asked.iter().any(|asked| asked.starts_with("resources/read")), "{:?}", fake.asked);
}

#[test]
fn what_a_server_says_at_length_is_cut() {
    let error = json!({ "jsonrpc": "2.0", "error": { "code": 1, "message": "x".repeat(100_000) } });
    let mut fake = server(but("skills/list", error));
    let why = words(fetched(&mut fake, "`serve`", &one()).map(drop).unwrap_err());
    assert!(why.len() < 800 && why.contains('…'), "{}", why.len());
}

#[test]
fn what_is_not_what_was_told_is_not_used() {
    let read = |content: Value| but("resources/read", result(json!({ "contents": [content] })));
    let main = "skill://a/SKILL.md";
    check(read(json!({ "uri": main, "text": "short" })), "it has 5 bytes, but its entry says 35");
    let same_size = MAIN.replace("Do.", "No!");
    check(read(json!({ "uri": main, "text": same_size })), "but its entry says");
    check(read(json!({ "uri": "skill://b/SKILL.md", "text": MAIN })), "instead");
    check(read(json!({ "uri": main })), "it has neither text nor bytes, or both");
    check(read(json!({ "uri": main, "blob": "!" })), "it is not base64");
    check(but("resources/read", result(json!({ "contents": [] }))), "it returned 0 files");
    check(
        told(|skill| skill["frontmatter"]["description"] = json!("harmless")),
        "the field description of its frontmatter is \"d\", but its entry says \"harmless\"",
    );
    check(told(|skill| skill["frontmatter"]["allowed-tools"] = json!("Bash")), "the field allowed-tools");
    // The sentence names the file.
    check(told(|skill| skill["resources"][0]["size"] = json!(3)), "skill://a/b.bin");
}

#[test]
fn what_cannot_be_checked_is_said_and_not_taken() {
    check(told(|skill| skill["resources"] = json!("dynamic")), "it cannot be verified");
    check(told(|skill| skill["resources"][0]["digest"] = json!("")), "no digest of the form");
    check(told(|skill| skill["resources"] = json!({})), "it has no list of files");
    check(but("skills/list", result(json!({ "skills": [] }))), "it lists no skills");
    check(but("skills/list", result(json!({ "skills": "a" }))), "its list of skills is not a list");
    check(but("skills/list", result(json!({ "skills": [skill("a"), skill("a")] }))), "twice");
    check(but("skills/list", result(json!({ "skills": [], "nextCursor": "x" }))), "has no end");
}

#[test]
fn broken_hostile_and_newer_servers_are_told_apart() {
    let greeting = |change: &dyn Fn(&mut Value)| {
        let mut answer = honest("initialize", &json!({}));
        change(&mut answer["result"]);
        but("initialize", answer)
    };
    check(greeting(&|told| told["protocolVersion"] = json!("2031-01-01")), "MCP revision \"2031-01-01\"");
    check(
        greeting(&|told| told["capabilities"] = json!({ "resources": {} })),
        "it does not declare io.modelco",
    );
    check(
        greeting(&|told| drop(told["capabilities"].as_object_mut().unwrap().remove("resources"))),
        "no resources",
    );
    let error = json!({ "jsonrpc": "2.0", "error": { "code": -32603, "message": "on fire" } });
    check(but("skills/list", error.clone()), "skills/list: error -32603: on fire");
    check(but("resources/read", error), "resources/read of skill://a/SKILL.md: error -32603: on fire");
    check(but("skills/list", result(json!({ "resultType": "deferred" }))), "result type \"deferred\"");
    let mut silent = server(honest);
    silent.answer = Box::new(|_, _| json!({ "jsonrpc": "2.0", "method": "notifications/message" }));
    assert!(
        words(fetched(&mut silent, "`serve`", &one()).map(drop).unwrap_err())
            .contains("initialize: no answer, for it ended")
    );
    let mut loud = server(honest);
    loud.says.push_back(b"Server listening!".to_vec());
    let why = words(fetched(&mut loud, "`serve`", &one()).map(drop).unwrap_err());
    assert!(why.contains("an invalid MCP message: \"Server listening!\""), "{why}");
    let mut double = server(honest);
    double.says.push_back(br#"{"jsonrpc":"2.0","id":1,"result":{},"result":{"a":1}}"#.to_vec());
    let why = words(fetched(&mut double, "`serve`", &one()).map(drop).unwrap_err());
    assert!(why.contains("the key \"result\" is twice in one object"), "{why}");
    // What it asks of Assay is answered with a no, and it goes on.
    let mut asking = server(honest);
    asking
        .says
        .push_back(br#"{"jsonrpc":"2.0","id":7,"method":"sampling/createMessage","params":{}}"#.to_vec());
    asking.says.push_back(br#"{"jsonrpc":"2.0","id":8,"method":"ping"}"#.to_vec());
    assert!(fetched(&mut asking, "`serve`", &one()).is_ok());
    assert_eq!(asking.asked[1..3], ["answered", "answered"]);
}
