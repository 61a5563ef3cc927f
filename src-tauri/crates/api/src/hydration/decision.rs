//! One decision with its chain of evidence.

use ::hydration::Given;
use ::workspace::Workspace;
use execution::{Decision, Lifetime};
use message::{Message, message};
use serde_json::Value;

use super::approvals::{bytes, command, decided, text};
use super::{ChainStep, DecisionAsk, DecisionView, DecisionWord};
use crate::access::ruling;
use crate::desk::aim;
use crate::{App, Convention, Failure};
use views::decisions::{Record, Records};

/// Lines of the released text that are shown.
const LINES: usize = 200;

/// One decision.
pub(crate) fn decision(app: &App, ask: &DecisionAsk) -> Result<DecisionView, Failure> {
    let records = Records::of(&app.workspace);
    let record = records
        .find(&ask.id)
        .ok_or_else(|| Failure::not_found(message!("decision not found in this workspace.")))?;
    let data = &record.data;
    let list = |key: &str| -> Vec<String> {
        data[key].as_array().into_iter().flatten().map(|words| text(words).to_owned()).collect()
    };
    let note = text(&data["note"]);
    Ok(DecisionView {
        row: decided(&app.workspace, record),
        chain: chain(record),
        permission: permission(record),
        again: again(app, record),
        limitations: list("limitations"),
        note: (data["by"] == "user" && !note.is_empty()).then(|| note.to_owned()),
        output: output(&app.workspace, data),
        recorded: format!("{} line {}", app.workspace.shown(&record.file), record.line),
        json: format!("{:#}", record.event),
    })
}

fn chain(record: &Record) -> Vec<ChainStep> {
    let data = &record.data;
    let step = |step: Message, subject: Message, hash: Option<&str>, words: Message| ChainStep {
        step,
        subject,
        hash: hash.filter(|hash| !hash.is_empty()).map(str::to_owned),
        words,
    };
    let at = |value: &Value| text(value).get(11..19).unwrap_or_default().to_owned();
    let skill = &data["skill"];
    let place = match data["source"]["line"].as_u64() {
        Some(line) if data["source"]["origin"] == "file" => {
            message!("context-sources.yaml line {line}", line)
        }
        Some(line) => message!("SKILL.md line {line}", line),
        None => Message::verbatim(text(&data["context_source_id"])),
    };
    let mut chain = vec![step(
        message!("Source"),
        Message::verbatim(text(&skill["name"])),
        skill["content_hash"].as_str(),
        place,
    )];
    let asked = data["steps"]
        .as_array()
        .into_iter()
        .flatten()
        .find(|step| step["step"] == "asked")
        .map_or_else(|| at(&data["asked_at"]), |step| at(&step["at"]));
    let mode = data["permission"]["mode"].as_str().or(data["mode"].as_str()).unwrap_or_default();
    let asker = text(&data["requester"]["name"]);
    chain.push(step(
        message!("Asked"),
        Message::verbatim(format!("{asker} {asked}").trim()),
        None,
        message!("mode {mode}", mode),
    ));
    if data["sha256_raw"].is_string() {
        let program = &data["executable"];
        let subject = program["path"].as_str().map_or_else(|| command(data), str::to_owned);
        chain.push(step(
            message!("Run"),
            Message::verbatim(subject),
            program["sha256"].as_str(),
            run_words(data),
        ));
        let read = bytes(&data["bytes_total"]);
        chain.push(step(
            message!("Read"),
            Message::verbatim(read),
            data["sha256_raw"].as_str(),
            message!("all bytes read"),
        ));
    }
    let rule = text(&data["matched_rule"]).to_owned();
    chain.push(match record.decision {
        DecisionWord::Sent
        | DecisionWord::SentRedacted
        | DecisionWord::SentUnderGrant
        | DecisionWord::SentByRule => {
            let subject = bytes(&data["bytes_kept"]);
            let released = &data["released"];
            let (to, at) = (text(&released["to"]), at(&released["at"]));
            let words = match data["truncated"] == true {
                true => message!("cut, sent to {to} at {at}", to, at),
                false => message!("not truncated, sent to {to} at {at}", to, at),
            };
            step(message!("Sent"), Message::verbatim(subject), data["sha256"].as_str(), words)
        }
        DecisionWord::Discarded => {
            step(message!("Discarded"), message!("nothing sent"), None, message!("by you"))
        }
        DecisionWord::Denied if data["ran"] == true => {
            step(message!("Stopped"), message!("nothing sent"), None, message!("by you, while it ran"))
        }
        DecisionWord::Denied => step(message!("Denied"), message!("nothing run"), None, message!("by you")),
        DecisionWord::Refused => {
            step(message!("Refused"), message!("nothing run"), None, Message::verbatim(rule))
        }
        DecisionWord::Withdrawn => step(
            message!("Withdrawn"),
            message!("nothing sent"),
            None,
            Message::verbatim(text(&data["note"])),
        ),
        DecisionWord::Failed => {
            step(message!("Failed"), message!("nothing sent"), None, Message::verbatim(text(&data["note"])))
        }
    });
    chain
}

fn run_words(data: &Value) -> Message {
    let result = &data["result"];
    let mut words = Vec::new();
    if let Some(ms) = result["duration_ms"].as_u64() {
        words.push(format!("{}.{:02} s", ms / 1000, ms % 1000 / 10));
    }
    match (result["exit_code"].as_i64(), result["end"].as_str()) {
        (Some(code), _) => words.push(format!("exit {code}")),
        (None, Some(end)) => words.push(end.to_owned()),
        (None, None) => {}
    }
    if let Some(level) = data["sandbox"]["words"].as_str() {
        words.push(level.to_owned());
    }
    // What ran, as it was recorded.
    Message::verbatim(words.join(", "))
}

fn permission(record: &Record) -> Message {
    let permission = &record.data["permission"];
    let rule = permission["rule"].as_str().or(record.data["matched_rule"].as_str()).unwrap_or_default();
    let lifetime = permission["lifetime"].as_str();
    let words = match (record.decision, permission["by"].as_str(), lifetime) {
        (DecisionWord::Denied, ..) if record.data["ran"] == true => {
            message!("You stopped it while it ran. No grant was stored.")
        }
        (DecisionWord::Denied, ..) => message!("You denied it. No grant was stored."),
        (DecisionWord::Discarded, ..) => {
            message!("It ran, and you discarded the output. No grant was stored.")
        }
        (_, Some("user" | "grant"), Some("session")) => {
            message!(
                "This session. It ends with the session, or when any of its bytes change. It does not cover the \
             output, which may differ each time."
            )
        }
        (_, Some("user" | "grant"), Some("bytes")) => {
            message!(
                "While these bytes stay the same. It does not cover the output, which may differ each time."
            )
        }
        (_, Some("user" | "grant"), Some("output")) => {
            message!(
                "While these bytes and the output stay the same. Any other output is shown before it is sent."
            )
        }
        (_, Some("user"), _) => message!("Once: that request only."),
        _ => Message::verbatim(rule),
    };
    match permission["by"] == "grant" {
        true => message!("Given before. {words}", words => words.clone()),
        false => words,
    }
}

// What the rules and the permissions in force would say to the same request now. A no of this row was for that
// one request; what would let the same run now came after it, and is named.
fn again(app: &App, record: &Record) -> Message {
    let data = &record.data;
    let skill = text(&data["skill"]["path"]);
    let source = text(&data["context_source_id"]);
    // Which convention asked is not recorded; any by which the file still is a skill answers for it.
    let taken = Convention::ALL.iter().map(|&convention| {
        aim(&app.workspace, convention, std::path::Path::new(skill), source)
            .take_by(&ruling(&app.workspace, convention))
    });
    let taken = taken.reduce(|best, next| if best.is_ok() { best } else { next.or(best) });
    let nothing = || Err(Failure::broken("no convention"));
    let (ground, prepared) = match taken.unwrap_or_else(nothing) {
        Ok(taken) => taken,
        Err(failure) => return message!("It cannot be checked now: {why}", why => failure.message),
    };
    let mode = ground.mode.word();
    if prepared.decision == Decision::Refuse {
        return message!("It would be refused: {rule}", rule => prepared.rule);
    }
    let was_refused = matches!(record.decision, DecisionWord::Denied | DecisionWord::Discarded);
    let covering = app.desk.covering(&prepared.bound);
    let given = |wanted: &dyn Fn(&Lifetime) -> bool| covering.iter().find(|one| wanted(&one.grant.lifetime));
    let at = |given: &Given| ::sessions::written(given.grant.given);
    if let Some(given) = given(&|lifetime| *lifetime == Lifetime::Bytes) {
        let covers = message!(
            "a permission of {at} covers exactly these bytes. The output is not covered; it would be sent without \
             being shown, unless likely secrets are found.",
            at = at(given)
        );
        return match was_refused {
            true => message!("Not anymore: {why}", why => covers),
            false => message!("No: {why}", why => covers),
        };
    }
    if let Some(given) = given(&|lifetime| matches!(lifetime, Lifetime::Output(_))) {
        return message!(
            "Only for another output: a permission of {at} covers exactly these bytes and the output that was sent \
             last.",
            at = at(given)
        );
    }
    let is_allowed = prepared.decision == Decision::Allow;
    let otherwise = match (is_allowed, was_refused) {
        (true, false) => message!("No, unless likely secrets are found: mode {mode}.", mode),
        (true, true) => message!(
            "Mode {mode} applies now: it runs and sends what only reads without asking, unless likely secrets \
             are found.",
            mode
        ),
        (false, _) => message!("Yes: mode {mode}.", mode),
    };
    let session = data["anchor"]["session_id"].as_str();
    match given(
        &|lifetime| matches!(lifetime, Lifetime::Session { session: own, .. } if Some(own.as_str()) == session),
    ) {
        Some(given) if !is_allowed => message!(
            "Not during that session: a permission of {at} for it covers exactly these bytes. Elsewhere: \
             {otherwise}",
            at = at(given),
            otherwise => otherwise.clone()
        ),
        _ => otherwise,
    }
}

fn output(workspace: &Workspace, data: &Value) -> Option<String> {
    let first = |text: &str| text.lines().take(LINES).collect::<Vec<_>>().join("\n");
    if let Some(text) = data["output"].as_str() {
        return Some(first(text));
    }
    let digest = ::sessions::output_digest(data["output_ref"].as_str()?)?;
    match ::sessions::read_output(workspace.surroundings().kept.as_ref()?, digest) {
        Ok(bytes) => Some(first(&String::from_utf8_lossy(&bytes))),
        Err(lost) => Some(lost.to_string()),
    }
}
