//! The person at this terminal decides, on the same facts that the window shows. What is not typed by a
//! person counts as no.

use std::io::{BufRead, IsTerminal};
use std::time::Duration;

use api::desk::{AgentAsk, AgentTicket, Released, submit};
use api::hydration::{
    Choice, DecideAsk, LifetimeChoice, LifetimeKind, OutputAsk, OutputForm, RequestView, RunFacts, SendFacts,
    StepView, lifetime_words,
};
use api::wire::Nothing;
use api::{App, Approval, Code, Failure};
use message::{Message, message};

use crate::paging::{self, PageSize, Turn};
use crate::screen::{self, visible_line, visible_text};
use crate::text::{counted, short};

/// How often a running command is looked after.
const TICK: Duration = Duration::from_millis(30);

/// Shows what is asked, takes the answers, and gives what was released.
pub fn decides(app: &App, ask: &AgentAsk) -> Result<Released, Failure> {
    if !std::io::stdin().is_terminal() {
        return Err(Failure::new(Code::Refused, message!("not a terminal, and Assay’s window is not open."))
            .hint(message!(
                "Nothing was run. Open the window with `assay`, or run this command in a terminal."
            )));
    }
    carried(app, &submit(app, ask)?, &mut typed)
}

/// A yes given beforehand, for what provably only reads and shows no likely secret.
pub fn said_yes(app: &App, ask: &AgentAsk) -> Result<Released, Failure> {
    carried(app, &submit(app, ask)?, &mut |question| match question {
        Question::Page { .. } => Said::All,
        Question::Run { reads_only: true, .. } | Question::Send { secrets: 0 } => Said::Yes,
        Question::Run { .. } => Said::No("--yes covers only commands that provably only read"),
        Question::Send { .. } => Said::No("--yes does not cover output with likely secrets"),
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
        lifetimes: &'q [LifetimeChoice],
    },
    Send {
        secrets: usize,
    },
}

/// What was said to a question.
enum Said {
    Yes,
    All,
    Lasting(LifetimeKind),
    Redact,
    No(&'static str),
}

type Answers<'a> = &'a mut dyn FnMut(Question<'_>) -> Said;

fn carried(app: &App, ticket: &AgentTicket, answer: Answers<'_>) -> Result<Released, Failure> {
    // Without a window the person at this terminal is the one who decides.
    let approval = Approval(app);
    while !ticket.is_over() {
        let face = approval.approval(&Nothing {})?;
        let own = face.request.filter(|request| request.id == ticket.id());
        let Some(request) = own.filter(|request| !matches!(request.step, StepView::Running { .. })) else {
            std::thread::sleep(TICK);
            continue;
        };
        // A decision counts once it could have been read.
        std::thread::sleep(Duration::from_millis(u64::from(face.armed_after_ms) + 10));
        let choice = match &request.step {
            StepView::Run { facts } => run(&request, facts, answer),
            StepView::Send { facts } => send(&approval, &request, facts, answer)?,
            StepView::Running { .. } => continue,
        };
        let decided = DecideAsk { request: ticket.id().to_owned(), showing: face.showing, choice };
        // What changed meanwhile is looked at again.
        let _ = approval.decide(&decided);
    }
    ticket.wait()
}

fn run(request: &RequestView, facts: &RunFacts, answer: Answers<'_>) -> Choice {
    let said = if shown_whole(&asked_words(request, facts), answer) {
        answer(Question::Run { reads_only: facts.reasons.is_empty(), lifetimes: &facts.lifetimes })
    } else {
        Said::No("")
    };
    match said {
        Said::Yes | Said::Redact => Choice::Run { lifetime: LifetimeKind::Once },
        Said::Lasting(lifetime) => Choice::Run { lifetime },
        Said::No(note) => Choice::Deny { note: note.to_owned() },
        Said::All => Choice::Deny { note: String::new() },
    }
}

fn asked_words(request: &RequestView, facts: &RunFacts) -> Vec<String> {
    let skill = &request.skill;
    let (name, scope) = (visible_text(&skill.name), visible_text(&skill.scope));
    let mut words = vec![
        String::new(),
        format!("{name} ({scope}, {}) requests the output of", short(&skill.hash, "")),
        String::new(),
    ];
    words.extend(request.command.text.split('\n').map(|line| format!("    {}", visible_line(line))));
    words.push(String::new());
    let mut row = |name: &str, told: String| {
        if !told.is_empty() {
            words.push(format!("{name:12} {told}"));
        }
    };
    row("command", visible_text(request.command.kind.to_string()));
    row("adds", joined(&request.command.added));
    let changed: Vec<_> = facts.changed.iter().map(ToString::to_string).collect();
    row("changed", joined(&changed));
    row("requested by", visible_text(facts.asker.to_string()));
    row("activation", visible_text(&facts.activation));
    if let Some(program) = &facts.resolves {
        let (path, hash) = (visible_text(&program.path), short(&program.hash, ""));
        row("resolves to", format!("{path} {hash} {}", joined_sentences(&program.notes)));
    }
    row("runs in", visible_text(&facts.cwd));
    row("environment", format!("{}; {} others withheld", joined(&facts.environment), facts.withheld));
    row("rule", visible_text(&facts.rule));
    row("because", joined(&facts.reasons));
    row("sandbox", visible_text(&facts.sandbox.words));
    row("limits", visible_text(facts.limits.to_string()));
    let (given, place) = (visible_text(&facts.reason_given), visible_text(&facts.reason_place));
    row("reason given", format!("“{given}”, {place}"));
    words.push(String::new());
    for choice in &facts.lifetimes {
        let not_covered = choice.not_covered.map(|not| format!(" {not}")).unwrap_or_default();
        let (head, covers) = (lifetime_words(choice.lifetime), visible_text(choice.covers.to_string()));
        words.push(format!("[{}] {head}: {covers}{not_covered}", letter(choice)));
    }
    words
}

fn send(
    approval: &Approval<'_>,
    request: &RequestView,
    facts: &SendFacts,
    answer: Answers<'_>,
) -> Result<Choice, Failure> {
    let secrets = facts.secrets.len();
    let mut words = vec![
        String::new(),
        format!("{}, {} read, nothing sent yet:", facts.end, counted(facts.stdout_bytes, "byte")),
        String::new(),
    ];
    words.extend(output(approval, request)?.iter().map(|line| format!("  {}", visible_line(line))));
    words.extend(facts.cut.as_ref().map(ToString::to_string));
    words.push(facts.against_last.to_string());
    for secret in &facts.secrets {
        words.push(format!(
            "likely secret {}: {}, line {}, {}",
            secret.number,
            visible_text(&secret.words),
            secret.line + 1,
            visible_text(&secret.by)
        ));
    }
    words.extend(facts.limitations.iter().map(visible_text));
    words.extend(facts.permission.iter().map(ToString::to_string));
    let said = if shown_whole(&words, answer) { answer(Question::Send { secrets }) } else { Said::No("") };
    Ok(match said {
        Said::Yes | Said::Lasting(_) => Choice::Send,
        Said::Redact => {
            Choice::RedactAndSend { marks: facts.secrets.iter().map(|secret| secret.number).collect() }
        }
        Said::No(_) | Said::All => Choice::Discard,
    })
}

/// Every line of what would be sent.
fn output(approval: &Approval<'_>, request: &RequestView) -> Result<Vec<String>, Failure> {
    let mut lines = Vec::new();
    loop {
        let before = lines.len();
        let from = u32::try_from(before).unwrap_or(u32::MAX);
        let ask = OutputAsk { request: request.id.clone(), form: OutputForm::AsSent, from, count: 2_000 };
        let answer = approval.approval_output(&ask)?;
        lines.extend(answer.lines);
        if lines.len() == before || lines.len() as u64 >= u64::from(answer.total) {
            return Ok(lines);
        }
    }
}

// What was not shown to its end gets no yes.
fn shown_whole(words: &[String], answer: Answers<'_>) -> bool {
    paging::show(words, PageSize::on(screen::terminal_size()), &mut screen::tell, &mut |shown, lines| {
        match answer(Question::Page { shown, lines }) {
            Said::Yes => Turn::Next,
            Said::All => Turn::All,
            Said::Lasting(_) | Said::Redact | Said::No(_) => Turn::Stop,
        }
    })
}

fn typed(question: Question<'_>) -> Said {
    let words = match &question {
        Question::Page { shown, lines } => {
            format!("[{shown} of {lines} lines] Enter for the next page, [a]ll, [n]o: ")
        }
        Question::Run { lifetimes, .. } => {
            let offered = lifetimes.iter().map(|choice| match choice.lifetime {
                LifetimeKind::Once => "[y]es once",
                LifetimeKind::Session => "for this [s]ession",
                LifetimeKind::Bytes => "while these [b]ytes stay the same",
                LifetimeKind::Output => "these bytes and this [o]utput",
            });
            format!("\nRun it? {}, [N]o: ", offered.collect::<Vec<_>>().join(", "))
        }
        Question::Send { secrets: 0 } => "\nSend it? [y/N]: ".to_owned(),
        Question::Send { .. } => "\nSend it? [r]edact and send, [y]es as is, [N]o: ".to_owned(),
    };
    loop {
        screen::ask(&words);
        let mut line = String::new();
        let ended = std::io::stdin().lock().read_line(&mut line).unwrap_or(0) == 0;
        let line = line.trim().to_lowercase();
        match (line.as_str(), &question) {
            _ if ended => return Said::No(""),
            ("", Question::Page { .. }) => return Said::Yes,
            ("a", Question::Page { .. }) => return Said::All,
            ("n" | "no" | "q", Question::Page { .. }) => return Said::No(""),
            // Whatever else is typed here was meant for a question that has not been asked yet.
            (_, Question::Page { .. }) => {}
            ("y" | "yes", _) => return Said::Yes,
            (typed, Question::Run { lifetimes, .. }) => {
                let lasting = lifetimes.iter().find(|choice| letter(choice) == typed);
                return lasting.map_or(Said::No(""), |choice| Said::Lasting(choice.lifetime));
            }
            ("r", Question::Send { secrets: 1.. }) => return Said::Redact,
            _ => return Said::No(""),
        }
    }
}

/// What is typed for a choice.
fn letter(choice: &LifetimeChoice) -> &'static str {
    match choice.lifetime {
        LifetimeKind::Once => "y",
        LifetimeKind::Session => "s",
        LifetimeKind::Bytes => "b",
        LifetimeKind::Output => "o",
    }
}

fn joined_sentences(sentences: &[Message]) -> String {
    visible_text(Message::in_a_row(sentences.iter().cloned()))
}

fn joined(texts: &[impl AsRef<str>]) -> String {
    texts.iter().map(visible_text).collect::<Vec<_>>().join(", ")
}
