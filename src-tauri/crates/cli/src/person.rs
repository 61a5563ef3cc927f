//! The person at this terminal decides, on the same facts that the window shows. What is not typed by a
//! person counts as no.

use std::io::{BufRead, IsTerminal};
use std::time::Duration;

use api::hydration::{AgentAsk, AgentTicket, submit};
use api::{App, Code, Failure};
use serde_json::{Value, json};

use crate::screen::{self, visible_line, visible_text};
use crate::text::short;

/// How often a running command is looked after.
const TICK: Duration = Duration::from_millis(30);

/// Shows what is asked, takes the answers, and gives what was released.
pub fn decides(app: &App, ask: &AgentAsk) -> Result<Value, Failure> {
    if !std::io::stdin().is_terminal() {
        return Err(Failure::new(Code::Refused, "nobody is here to decide: Assay’s window is not open")
            .hint("open it with `assay`, or ask from a terminal; nothing was run"));
    }
    carried(app, &submit(app, ask)?, &mut typed)
}

/// A yes given beforehand, for what provably only reads and shows no likely secret.
pub fn said_yes(app: &App, ask: &AgentAsk) -> Result<Value, Failure> {
    carried(app, &submit(app, ask)?, &mut |question| match question {
        Question::Run { reads_only: true, .. } | Question::Send { secrets: 0 } => Choice::Yes,
        Question::Run { .. } => Choice::No("--yes does not cover what does not provably only read"),
        Question::Send { .. } => Choice::No("--yes does not cover output in which likely secrets were found"),
    })
}

#[derive(Clone, Copy)]
enum Question {
    Run { reads_only: bool, session: bool },
    Send { secrets: usize },
}

enum Choice {
    Yes,
    Lasting(&'static str),
    Redact,
    No(&'static str),
}

fn carried(
    app: &App,
    ticket: &AgentTicket,
    answer: &mut dyn FnMut(Question) -> Choice,
) -> Result<Value, Failure> {
    while !ticket.is_over() {
        let face = request(app, "approval", &json!({}))?;
        let request_ = &face["request"];
        if request_["id"] != ticket.id() || request_["step"]["kind"] == "running" {
            std::thread::sleep(TICK);
            continue;
        }
        // A decision counts once it could have been read.
        std::thread::sleep(Duration::from_millis(face["armed_after_ms"].as_u64().unwrap_or(0) + 10));
        let choice = if request_["step"]["kind"] == "run" {
            run(request_, answer)
        } else {
            send(app, request_, answer)?
        };
        let decided = json!({ "request": ticket.id(), "showing": face["showing"], "choice": choice });
        // What changed meanwhile is looked at again.
        let _ = request(app, "decide", &decided);
    }
    let released = ticket.wait()?;
    Ok(json!({ "text": released.text, "evidence": released.evidence }))
}

fn run(request: &Value, answer: &mut dyn FnMut(Question) -> Choice) -> Value {
    let facts = &request["step"]["facts"];
    let skill = &request["skill"];
    say(&format!(
        "\n{} ({}, {}) asks for the output of",
        shown(&skill["name"]),
        shown(&skill["scope"]),
        short(&skill["hash"], "")
    ));
    say(&format!("\n    {}\n", shown(&request["command"]["text"])));
    let row = |name: &str, words: String| {
        if !words.is_empty() {
            say(&format!("{name:12} {words}"));
        }
    };
    row("is", shown(&request["command"]["words"]));
    row("adds", joined(&request["command"]["added"]));
    row("changed", joined(&facts["changed"]));
    row("asked by", shown(&facts["asker"]));
    row("activation", shown(&facts["activation"]));
    let program = &facts["resolves"];
    if program.is_object() {
        row(
            "resolves to",
            format!(
                "{} {} {}",
                shown(&program["path"]),
                short(&program["hash"], ""),
                shown(&program["words"])
            ),
        );
    }
    row("runs in", shown(&facts["cwd"]));
    row("environment", format!("{}; {} others withheld", joined(&facts["environment"]), facts["withheld"]));
    row("rule", shown(&facts["rule"]));
    row("because", joined(&facts["reasons"]));
    row("sandbox", shown(&facts["sandbox"]["words"]));
    row("limits", shown(&facts["limits"]));
    row("its words", format!("“{}”, {}", shown(&facts["reason_given"]), shown(&facts["reason_place"])));
    let reads_only = facts["reasons"].as_array().is_none_or(Vec::is_empty);
    let session = facts["session_lifetime"].is_string();
    match answer(Question::Run { reads_only, session }) {
        Choice::Yes | Choice::Redact => json!({ "kind": "run", "lifetime": "once" }),
        Choice::Lasting(lifetime) => json!({ "kind": "run", "lifetime": lifetime }),
        Choice::No(note) => json!({ "kind": "deny", "note": note }),
    }
}

fn send(app: &App, request_: &Value, answer: &mut dyn FnMut(Question) -> Choice) -> Result<Value, Failure> {
    let facts = &request_["step"]["facts"];
    let secrets = facts["secrets"].as_array().map_or(0, Vec::len);
    let ask = json!({ "request": request_["id"], "form": "as_sent", "from": 0, "count": 400 });
    let output = request(app, "approval_output", &ask)?;
    say(&format!("\n{}, {} bytes read, nothing sent yet:\n", shown(&facts["end"]), facts["stdout_bytes"]));
    let lines = output["lines"].as_array().cloned().unwrap_or_default();
    for line in &lines {
        say(&format!("  {}", visible_line(line.as_str().unwrap_or_default())));
    }
    let total = output["total"].as_u64().unwrap_or(0) as usize;
    if total > lines.len() {
        say(&format!("  [{} further lines are not shown here]", total - lines.len()));
    }
    for words in [&facts["cut"], &facts["against_last"]] {
        if words.is_string() {
            say(&shown(words));
        }
    }
    for secret in facts["secrets"].as_array().into_iter().flatten() {
        let line = secret["line"].as_u64().unwrap_or(0) + 1;
        say(&format!(
            "likely secret {}: {}, line {line}, {}",
            secret["number"],
            shown(&secret["words"]),
            shown(&secret["by"])
        ));
    }
    for words in facts["limitations"].as_array().into_iter().flatten() {
        say(&shown(words));
    }
    Ok(match answer(Question::Send { secrets }) {
        Choice::Yes | Choice::Lasting(_) => json!({ "kind": "send" }),
        Choice::Redact => {
            let marks: Vec<_> = (1..=secrets).collect();
            json!({ "kind": "redact_and_send", "marks": marks })
        }
        Choice::No(_) => json!({ "kind": "discard" }),
    })
}

fn typed(question: Question) -> Choice {
    let (words, session) = match question {
        Question::Run { session: true, .. } => {
            ("Run it? [y]es once, for this [s]ession, while these [b]ytes stay the same, [N]o: ", true)
        }
        Question::Run { .. } => ("Run it? [y]es once, while these [b]ytes stay the same, [N]o: ", false),
        Question::Send { secrets: 0 } => ("Release it? [y/N]: ", false),
        Question::Send { .. } => ("Release it? [r]edact and release, [y]es as it is, [N]o: ", false),
    };
    screen::ask(&format!("\n{words}"));
    let mut line = String::new();
    let _ = std::io::stdin().lock().read_line(&mut line);
    match (line.trim().to_lowercase().as_str(), &question) {
        ("y" | "yes", _) => Choice::Yes,
        ("b", Question::Run { .. }) => Choice::Lasting("bytes"),
        ("s", Question::Run { .. }) if session => Choice::Lasting("session"),
        ("r", Question::Send { .. }) => Choice::Redact,
        _ => Choice::No(""),
    }
}

fn request(app: &App, name: &str, body: &Value) -> Result<Value, Failure> {
    let answer = api::answer(app, name, &body.to_string())?;
    serde_json::from_str(&answer).map_err(|error| Failure::new(Code::Failed, error.to_string()))
}

fn say(words: &str) {
    screen::tell(words);
}

fn shown(value: &Value) -> String {
    visible_text(value.as_str().unwrap_or_default())
}

fn joined(value: &Value) -> String {
    value.as_array().into_iter().flatten().map(shown).collect::<Vec<_>>().join(", ")
}
