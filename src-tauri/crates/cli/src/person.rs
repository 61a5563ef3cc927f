//! The person at this terminal decides, on the same facts that the window shows. What is not typed by a
//! person counts as no.

use std::io::{BufRead, IsTerminal};
use std::time::Duration;

use api::hydration::{AgentAsk, AgentTicket, submit};
use api::{App, Code, Failure};
use serde_json::{Value, json};

use crate::paging::{self, Turn};
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
        Question::Page { .. } => Choice::All,
        Question::Run { reads_only: true, .. } | Question::Send { secrets: 0 } => Choice::Yes,
        Question::Run { .. } => Choice::No("--yes does not cover what does not provably only read"),
        Question::Send { .. } => Choice::No("--yes does not cover output in which likely secrets were found"),
    })
}

#[derive(Clone, Copy)]
enum Question<'q> {
    /// Whether to go on with a text that is longer than a page.
    Page {
        shown: usize,
        lines: usize,
    },
    Run {
        reads_only: bool,
        lifetimes: &'q [Value],
    },
    Send {
        secrets: usize,
    },
}

enum Choice {
    Yes,
    All,
    Lasting(String),
    Redact,
    No(&'static str),
}

type Answers<'a> = &'a mut dyn FnMut(Question<'_>) -> Choice;

fn carried(app: &App, ticket: &AgentTicket, answer: Answers<'_>) -> Result<Value, Failure> {
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

fn run(request: &Value, answer: Answers<'_>) -> Value {
    let facts = &request["step"]["facts"];
    let reads_only = facts["reasons"].as_array().is_none_or(Vec::is_empty);
    let lifetimes = facts["lifetimes"].as_array().cloned().unwrap_or_default();
    let choice = if shown_whole(&asked_words(request, &lifetimes), answer) {
        answer(Question::Run { reads_only, lifetimes: &lifetimes })
    } else {
        Choice::No("")
    };
    match choice {
        Choice::Yes | Choice::Redact => json!({ "kind": "run", "lifetime": "once" }),
        Choice::Lasting(lifetime) => json!({ "kind": "run", "lifetime": lifetime }),
        Choice::No(note) => json!({ "kind": "deny", "note": note }),
        Choice::All => json!({ "kind": "deny", "note": "" }),
    }
}

fn asked_words(request: &Value, lifetimes: &[Value]) -> Vec<String> {
    let facts = &request["step"]["facts"];
    let skill = &request["skill"];
    let mut words = vec![
        String::new(),
        format!(
            "{} ({}, {}) asks for the output of",
            shown(&skill["name"]),
            shown(&skill["scope"]),
            short(&skill["hash"], "")
        ),
        String::new(),
    ];
    let command = request["command"]["text"].as_str().unwrap_or_default();
    words.extend(command.split('\n').map(|line| format!("    {}", visible_line(line))));
    words.push(String::new());
    let mut row = |name: &str, told: String| {
        if !told.is_empty() {
            words.push(format!("{name:12} {told}"));
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
    words.push(String::new());
    for choice in lifetimes {
        let told = format!("{} {}", shown(&choice["covers"]), shown(&choice["not_covered"]));
        words.push(format!("[{}] {}: {}", letter(choice), shown(&choice["head"]), told.trim_end()));
    }
    words
}

fn send(app: &App, request_: &Value, answer: Answers<'_>) -> Result<Value, Failure> {
    let facts = &request_["step"]["facts"];
    let secrets = facts["secrets"].as_array().map_or(0, Vec::len);
    let mut words = vec![
        String::new(),
        format!("{}, {} bytes read, nothing sent yet:", shown(&facts["end"]), facts["stdout_bytes"]),
        String::new(),
    ];
    words.extend(output(app, request_)?.iter().map(|line| format!("  {}", visible_line(line))));
    for told in [&facts["cut"], &facts["against_last"]] {
        if told.is_string() {
            words.push(shown(told));
        }
    }
    for secret in facts["secrets"].as_array().into_iter().flatten() {
        let line = secret["line"].as_u64().unwrap_or(0) + 1;
        words.push(format!(
            "likely secret {}: {}, line {line}, {}",
            secret["number"],
            shown(&secret["words"]),
            shown(&secret["by"])
        ));
    }
    for told in [&facts["limitations"], &facts["permission"]] {
        words.extend(told.as_array().into_iter().flatten().map(shown));
    }
    let choice =
        if shown_whole(&words, answer) { answer(Question::Send { secrets }) } else { Choice::No("") };
    Ok(match choice {
        Choice::Yes | Choice::Lasting(_) => json!({ "kind": "send" }),
        Choice::Redact => {
            let marks: Vec<_> = (1..=secrets).collect();
            json!({ "kind": "redact_and_send", "marks": marks })
        }
        Choice::No(_) | Choice::All => json!({ "kind": "discard" }),
    })
}

/// Every line of what would be sent.
fn output(app: &App, request_: &Value) -> Result<Vec<String>, Failure> {
    let mut lines = Vec::new();
    loop {
        let ask =
            json!({ "request": request_["id"], "form": "as_sent", "from": lines.len(), "count": 2_000 });
        let answer = request(app, "approval_output", &ask)?;
        let piece = answer["lines"].as_array().into_iter().flatten();
        let before = lines.len();
        lines.extend(piece.map(|line| line.as_str().unwrap_or_default().to_owned()));
        if lines.len() == before || lines.len() as u64 >= answer["total"].as_u64().unwrap_or(0) {
            return Ok(lines);
        }
    }
}

// What was not shown to its end gets no yes.
fn shown_whole(words: &[String], answer: Answers<'_>) -> bool {
    paging::show(
        words,
        &mut screen::tell,
        &mut |shown, lines| match answer(Question::Page { shown, lines }) {
            Choice::Yes => Turn::Next,
            Choice::All => Turn::All,
            Choice::Lasting(_) | Choice::Redact | Choice::No(_) => Turn::Stop,
        },
    )
}

fn typed(question: Question<'_>) -> Choice {
    let words = match &question {
        Question::Page { shown, lines } => {
            format!("[{shown} of {lines} lines shown] Enter shows the next page, [a]ll of it, [n]o: ")
        }
        Question::Run { lifetimes, .. } => {
            let offered = lifetimes.iter().map(|choice| match letter(choice) {
                "y" => "[y]es once",
                "s" => "for this [s]ession",
                "b" => "while these [b]ytes stay the same",
                _ => "these bytes and this [o]utput",
            });
            format!("\nRun it? {}, [N]o: ", offered.collect::<Vec<_>>().join(", "))
        }
        Question::Send { secrets: 0 } => "\nRelease it? [y/N]: ".to_owned(),
        Question::Send { .. } => "\nRelease it? [r]edact and release, [y]es as it is, [N]o: ".to_owned(),
    };
    loop {
        screen::ask(&words);
        let mut line = String::new();
        let ended = std::io::stdin().lock().read_line(&mut line).unwrap_or(0) == 0;
        let line = line.trim().to_lowercase();
        match (line.as_str(), &question) {
            _ if ended => return Choice::No(""),
            ("", Question::Page { .. }) => return Choice::Yes,
            ("a", Question::Page { .. }) => return Choice::All,
            ("n" | "no" | "q", Question::Page { .. }) => return Choice::No(""),
            // Whatever else is typed here was meant for a question that has not been asked yet.
            (_, Question::Page { .. }) => {}
            ("y" | "yes", _) => return Choice::Yes,
            (typed, Question::Run { lifetimes, .. }) => {
                let lasting = lifetimes.iter().find(|choice| letter(choice) == typed);
                let word = lasting.and_then(|choice| choice["lifetime"].as_str());
                return word.map_or(Choice::No(""), |word| Choice::Lasting(word.to_owned()));
            }
            ("r", Question::Send { secrets: 1.. }) => return Choice::Redact,
            _ => return Choice::No(""),
        }
    }
}

/// What is typed for a choice.
fn letter(choice: &Value) -> &'static str {
    match choice["lifetime"].as_str() {
        Some("session") => "s",
        Some("bytes") => "b",
        Some("output") => "o",
        _ => "y",
    }
}

fn request(app: &App, name: &str, body: &Value) -> Result<Value, Failure> {
    let answer = api::answer(app, api::Audience::Approval, name, &body.to_string())?;
    serde_json::from_str(&answer).map_err(|error| Failure::new(Code::Failed, error.to_string()))
}

fn shown(value: &Value) -> String {
    visible_text(value.as_str().unwrap_or_default())
}

fn joined(value: &Value) -> String {
    value.as_array().into_iter().flatten().map(shown).collect::<Vec<_>>().join(", ")
}
