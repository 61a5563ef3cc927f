//! What real agents were recorded to send, against what their logs are read as.
//!
//! The recordings lie beside the checkout and are no part of the project; without them these tests say so. What holds
//! here is held by the small logs in `tests/fixtures/agents` too, which are part of it.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may")]
#![allow(clippy::print_stderr, reason = "differences are to be read")]

#[path = "recorded/recordings.rs"]
mod recorded;

use std::collections::{BTreeMap, BTreeSet};

use recorded::{Recording, is_named, plain, recorded, recordings};
use serde_json::Value;
use sessions::{Activation, Activator, Context, EventKind, Kind, Log, Point, Source, activation_at, stale};

/// Whom the recordings call what.
const FAMILIES: [(&str, Source); 6] = [
    ("copilot", Source::CopilotCli),
    ("codex", Source::Codex),
    ("pi", Source::Pi),
    ("claude", Source::ClaudeCode),
    ("opencode", Source::OpenCode),
    ("gemini", Source::GeminiCli),
];
/// Whose logs hold the list of skills.
const LISTED: [(&str, Source); 4] = [
    ("copilot", Source::CopilotCli),
    ("claude", Source::ClaudeCode),
    ("codex", Source::Codex),
    ("pi", Source::Pi),
];
/// Releases of them whose logs hold none.
const UNLISTED: [&str; 1] = ["pi-old"];
/// Whose lists name the main file of each skill.
const PLACED: [(&str, Source); 2] = [("codex", Source::Codex), ("pi", Source::Pi)];
/// Which sources tell the files of skills that calls read.
const READ: [(&str, Source); 6] = [
    ("copilot", Source::CopilotCli),
    ("claude", Source::ClaudeCode),
    ("codex", Source::Codex),
    ("pi", Source::Pi),
    ("opencode", Source::OpenCode),
    ("gemini", Source::GeminiCli),
];
/// Whose logs name no request, so that only the answer tells which it was.
const ANSWERED: [(&str, Source); 2] = [("opencode", Source::OpenCode), ("gemini", Source::GeminiCli)];
/// Whose logs name the answer of the model by the number of the request.
const NUMBERED: [(&str, Source); 4] = [
    ("copilot", Source::CopilotCli),
    ("claude", Source::ClaudeCode),
    ("codex", Source::Codex),
    ("pi", Source::Pi),
];

/// Texts by digest and by who asked for them, with how often.
type Texts = BTreeMap<(String, String), usize>;

/// The text as it was sent: with the words of its call behind it, where these were taken off.
fn as_sent(told: &Activation) -> Option<String> {
    let content = told.content.clone()?;
    let is_taken_off = told.steps.contains(&skills::ReadStep::Arguments);
    Some(match told.arguments.as_deref().filter(|_| is_taken_off) {
        Some(words) => format!("{content}\n\nARGUMENTS: {words}"),
        None => content,
    })
}

#[test]
fn every_text_that_an_agent_was_recorded_to_send_is_read_from_its_log() {
    compare(&FAMILIES, |recording| {
        let (read, has_lists) = read(recording);
        (sent(recording, has_lists), read)
    });
}

#[test]
fn no_text_is_called_stale_where_no_file_changed_in_its_session() {
    let Some(folder) = recordings() else { return };
    let logs: Vec<_> = recorded(&folder, &FAMILIES)
        .iter()
        .flat_map(|one| one.logs().into_iter().map(|log| (one.label.clone(), log)))
        .collect();
    assert!(logs.len() > 100, "{} logs", logs.len());
    for (label, (_, log)) in logs {
        assert_eq!(stale(&log, Context::read(&log).activations()), [], "{label}");
    }
}

#[test]
fn every_list_of_skills_is_read_as_it_was_shown() {
    compare(&LISTED, |recording| {
        let (mut shown, mut read) = (BTreeSet::new(), BTreeSet::new());
        for list in recording.expected["catalogs_shown"].as_array().unwrap() {
            // What stands behind a name in brackets is how the agent shows it, and no part of the name.
            let name = |skill: &Value| {
                let name = skill["name"].as_str().unwrap();
                name.split(" (").next().unwrap().to_owned()
            };
            shown.insert(list["skills"].as_array().unwrap().iter().map(name).collect::<Vec<_>>());
        }
        if UNLISTED.iter().any(|agent| recording.label.ends_with(agent)) {
            shown.clear();
        }
        for (_, log) in recording.logs() {
            for event in log.events(0..log.len()) {
                if let EventKind::SkillListing(list) = event.kind {
                    // The recorder looks for no list in the answers of tools, where what came up meanwhile is told.
                    let is_told = |name: &String| recording.has_sent(&format!("\\n- {name}"));
                    if list.adds && !shown.contains(&list.names) && list.names.iter().all(is_told) {
                        continue;
                    }
                    read.insert(list.names);
                }
            }
        }
        (shown, read)
    });
}

#[test]
fn every_list_names_the_main_files_that_it_was_shown_with() {
    compare(&PLACED, |recording| {
        let (mut shown, mut read) = (BTreeSet::new(), BTreeSet::new());
        for list in recording.expected["catalogs_shown"].as_array().unwrap() {
            let path = |skill: &Value| {
                let path = skill.get("resolved").unwrap_or(&skill["path"]);
                path.as_str().unwrap().to_owned()
            };
            shown.insert(list["skills"].as_array().unwrap().iter().map(path).collect::<Vec<_>>());
        }
        if UNLISTED.iter().any(|agent| recording.label.ends_with(agent)) {
            shown.clear();
        }
        for (_, log) in recording.logs() {
            for event in log.events(0..log.len()) {
                if let EventKind::SkillListing(list) = event.kind {
                    read.insert(list.paths);
                }
            }
        }
        (shown, read)
    });
}

#[test]
fn tokens_are_counted_once() {
    compare(&NUMBERED, |recording| {
        let (mut answered, mut received) = (0, 0);
        for (_, log) in recording.logs() {
            for call in recording.expected["calls"].as_array().unwrap() {
                answered += u64::from(answer_to(&log, call["request"].as_u64().unwrap()).is_some());
            }
            for event in log.events(0..log.len()) {
                match event.kind {
                    EventKind::ProviderUsage(usage) => received += usage.output_tokens.unwrap(),
                    // What a compaction asked stands in its own line, which does not name the answer.
                    EventKind::Compaction(_) => {
                        let line = log.raw(event.line).unwrap().unwrap();
                        let entry: Value = serde_json::from_slice(&line).unwrap();
                        answered += u64::from(entry.get("usage").is_some());
                    }
                    _ => {}
                }
            }
        }
        // The scripted model counts five for every answer.
        (answered * 5, received)
    });
}

#[test]
fn tokens_are_counted_once_where_no_answer_is_numbered() {
    compare(&ANSWERED, |recording| {
        let (mut answered, mut received) = (0, 0);
        if recording.label.ends_with("gemini") {
            // What a compaction asked is not in its log.
            each_answered(recording, |_, _, _, _| answered += 1);
        } else {
            let is_answer = |block: &Value| block.get("status").is_none() && block.get("sleep").is_none();
            let calls = recording.expected["calls"].as_array().unwrap().iter();
            answered =
                calls.filter(|call| call["reply"].as_array().unwrap().iter().all(is_answer)).count() as u64;
        }
        for (_, log) in recording.logs() {
            for event in log.events(0..log.len()) {
                if let EventKind::ProviderUsage(usage) = event.kind {
                    received += usage.output_tokens.unwrap();
                }
            }
        }
        (answered * 5, received)
    });
}

#[test]
fn every_file_of_a_skill_that_a_call_reads_is_told() {
    compare(&READ, |recording| {
        let (mut sent, mut read) = (BTreeSet::new(), BTreeSet::new());
        for one in recording.expected["resources"].as_array().unwrap() {
            let file = |file: &Value| file.as_str().unwrap().split("/skills/").last().unwrap().to_owned();
            sent.extend(one["files"].as_array().unwrap().iter().map(file));
        }
        for (_, log) in recording.logs() {
            for event in log.events(0..log.len()) {
                if let EventKind::ToolCall(call) = event.kind
                    && let Some(viewed) = call.viewed
                {
                    read.insert(format!("{}/{}", viewed.skill.unwrap(), viewed.path.unwrap()));
                }
            }
        }
        (sent, read)
    });
}

#[test]
fn the_texts_with_the_model_at_each_call_are_those_the_request_held() {
    let mut calls = 0;
    compare(&NUMBERED, |recording| {
        let (mut held, mut told) = (Vec::new(), Vec::new());
        let known = contents(recording);
        for (place, log) in recording.logs() {
            let context = Context::read(&log);
            let has_lists = log.rows().iter().any(|row| row.kind() == Kind::SkillListing);
            for call in recording.expected["calls"].as_array().unwrap() {
                let Some(at) = answer_to(&log, call["request"].as_u64().unwrap()) else { continue };
                // What a helper has of skills is not told where it writes into the log of its session.
                if log.at(at).unwrap().is_aside() {
                    continue;
                }
                let label = format!("{} request {}", place.id, call["request"]);
                let texts = call["skill_texts"].as_array().unwrap().iter();
                let texts = texts.filter(|one| is_skill(&recording.expected, one, has_lists));
                let mut texts: Vec<String> =
                    texts.map(|one| recording.as_logged(&one["text"], &known)).collect();
                texts.sort();
                let seen =
                    at.checked_sub(1).map(|before| context.visible_at(&log, before)).unwrap_or_default();
                let content = |at: usize| {
                    let told = activation_at(&log, at).unwrap();
                    let content = as_sent(&told).filter(|_| told.path.is_some())?;
                    Some(plain(&disk::Digest::of(content.as_bytes())))
                };
                let mut seen: Vec<String> = seen.into_iter().filter_map(content).collect();
                seen.sort();
                if is_given_context(&log) {
                    // What the helper had from its session stands in that session's log.
                    texts.retain(|text| seen.contains(text));
                }
                held.push((label.clone(), texts));
                told.push((label, seen));
                calls += 1;
            }
        }
        (held, told)
    });
    eprintln!("{calls} calls compared");
}

#[test]
fn the_texts_with_the_model_are_those_of_the_request_that_was_answered_so() {
    let mut calls = 0;
    compare(&ANSWERED, |recording| {
        let (mut held, mut told) = (Vec::new(), Vec::new());
        each_answered(recording, |label, log, at, call| {
            let digest = |text: &Value| text["text"]["sha256"].as_str().unwrap().to_owned();
            let texts: BTreeSet<String> =
                call["skill_texts"].as_array().unwrap().iter().map(digest).collect();
            let content = |at: usize| {
                let content = as_sent(&activation_at(log, at)?)?;
                Some(plain(&disk::Digest::of(content.as_bytes())))
            };
            let before = at.checked_sub(1);
            let seen = before.map(|before| Context::read(log).visible_at(log, before)).unwrap_or_default();
            held.push((label.clone(), texts));
            told.push((label, seen.into_iter().filter_map(content).collect()));
            calls += 1;
        });
        (held, told)
    });
    eprintln!("{calls} calls compared");
}

#[test]
fn the_call_that_is_counted_behind_an_answer_stands_before_it() {
    let mut calls = 0;
    let mut check = |label: String, log: &Log, at: usize, wrong: &mut Vec<String>| {
        let is_count =
            |at: &usize| log.at(*at).is_some_and(|row| row.kind() == Kind::ProviderUsage && !row.is_aside());
        // Copilot counts a call before its answer, Gemini before the calls of its answer.
        let is_call = log.at(at).is_some_and(|row| row.kind() == Kind::ToolCall);
        let found = match log.source() {
            Source::CopilotCli => (0..=at).rev().find(is_count),
            Source::GeminiCli if is_call => (0..=at).rev().find(is_count),
            _ => (at..log.len()).find(is_count),
        };
        let Some(count) = found else { return };
        let (point, context) = (Point::of_call(log, count).unwrap(), Context::read(log));
        let before = |end: usize| end.checked_sub(1).map(|last| context.visible_at(log, last));
        let texts = before(point.end).unwrap_or_default();
        if before(point.end) != before(at) || texts.iter().any(|at| point.may_precede(*at)) {
            wrong.push(format!("{label}: answer {at}, count {count}, {point:?}"));
        }
        calls += 1;
    };
    compare(&NUMBERED, |recording| {
        let mut wrong = Vec::new();
        for (place, log) in recording.logs() {
            for call in recording.expected["calls"].as_array().unwrap() {
                let Some(at) = answer_to(&log, call["request"].as_u64().unwrap()) else { continue };
                if !log.at(at).unwrap().is_aside() {
                    check(format!("{} request {}", place.id, call["request"]), &log, at, &mut wrong);
                }
            }
        }
        (Vec::new(), wrong)
    });
    compare(&ANSWERED, |recording| {
        let mut wrong = Vec::new();
        each_answered(recording, |label, log, at, _| check(label, log, at, &mut wrong));
        (Vec::new(), wrong)
    });
    eprintln!("{calls} calls compared");
}

/// Each call of a recording whose answer stands in a log, in their order; for agents whose logs name no request.
fn each_answered(recording: &Recording, mut with: impl FnMut(String, &Log, usize, &Value)) {
    let mut logs = recording.logs();
    logs.sort_by_key(|(_, log)| log.event(0).and_then(|event| event.ts));
    for helper in [false, true] {
        let own = logs.iter().filter(|(place, _)| place.subagent.is_some() == helper);
        for (session, (place, log)) in (1..).zip(own) {
            let mut next = 0;
            for call in recording.expected["calls"].as_array().unwrap() {
                let is_sub = call["conversation"] == "sub";
                if is_sub != helper || (!helper && call["session"] != session) || call["kind"] != "call" {
                    continue;
                }
                let Some(at) = answered_so(log, next, &call["reply"]) else { continue };
                next = at + 1;
                with(format!("{} request {}", place.id, call["request"]), log, at, call);
            }
        }
    }
}

/// Where a log has the answer that a request was given, from a position on.
fn answered_so(log: &Log, from: usize, reply: &Value) -> Option<usize> {
    let said = |block: &Value, kind: &EventKind| match kind {
        EventKind::AssistantMessage(message) => message.text.as_deref() == block["text"].as_str(),
        EventKind::ToolCall(call) => call.name.as_deref() == block["tool"].as_str(),
        _ => false,
    };
    let block =
        reply.as_array()?.iter().find(|block| block["text"].is_string() || block["tool"].is_string())?;
    (from..log.len()).find(|at| log.event(*at).is_some_and(|event| said(block, &event.kind)))
}

/// Compares something about each recording of some agents.
fn compare<T: PartialEq + std::fmt::Debug>(
    families: &[(&str, Source)],
    mut both: impl FnMut(&Recording) -> (T, T),
) {
    let Some(recordings) = recordings() else { return };
    let (mut compared, mut different) = (0, 0);
    for recording in recorded(&recordings, families) {
        let (sent, read) = both(&recording);
        compared += 1;
        if sent != read {
            different += 1;
            eprintln!("{}\n  sent {sent:?}\n  read {read:?}", recording.label);
        }
    }
    eprintln!("{compared} recordings compared, {different} differ");
    // Recordings that somebody names may be of other agents alone.
    assert!(compared > 0 || is_named(), "no recording was compared");
    assert_eq!(different, 0, "recordings that are read otherwise than they were sent");
}

/// The texts that stood in requests. Where the log records which skills were listed, other files that were read are
/// none.
fn sent(recording: &Recording, has_lists: bool) -> Texts {
    let (expected, known) = (&recording.expected, contents(recording));
    let mut texts = Texts::new();
    for one in expected["activations"].as_array().unwrap() {
        let who = match one["who"].as_str().unwrap() {
            "failed read" | "re-attached after compaction" => continue,
            "model (read)" if has_lists && !is_listed(expected, one) => continue,
            // No log says why a helper was given a text from its first request on.
            "preloaded or forked" => "not recorded",
            who if who.starts_with("user") => "user",
            who if who.starts_with("model") => "model",
            who => who,
        };
        *texts.entry((recording.as_logged(&one["text"], &known), who.to_owned())).or_default() += 1;
    }
    for (digest, who) in came_back(recording, &known) {
        *texts.entry((digest, who.to_owned())).or_default() += 1;
    }
    texts
}

/// Whether a text that stood in a request is a skill's: not what came of a read that failed, nor of a file that was not
/// listed where the log tells what was.
fn is_skill(expected: &Value, text: &Value, has_lists: bool) -> bool {
    match text["who"].as_str().unwrap() {
        "model (read)" => text["failed"] != true && (!has_lists || is_listed(expected, text)),
        who => who != "mention",
    }
}

/// Whether a file that was read is one that the agent had listed as a skill.
fn is_listed(expected: &Value, read: &Value) -> bool {
    let asked = read["call"]["input"].to_string();
    let mut listed = expected["catalogs_shown"].as_array().unwrap().iter().flat_map(|list| {
        list["skills"].as_array().unwrap().iter().filter_map(|skill| {
            let path = skill.get("resolved").or_else(|| skill.get("path"))?;
            path.as_str().map(str::to_owned)
        })
    });
    listed.any(|path| asked.contains(&path))
}

/// Texts that a compaction had taken away and that were read or called for again: the truth of the recording counts
/// how often a text stood in one request.
fn came_back(recording: &Recording, known: &BTreeSet<String>) -> Vec<(String, &'static str)> {
    // Of each conversation and text: how often it stood in the last request, and how often at the most.
    let mut counts: BTreeMap<(String, String), (usize, usize)> = BTreeMap::new();
    let mut found = Vec::new();
    let calls = recording.expected["calls"].as_array().unwrap().iter();
    for call in calls.filter(|call| call["kind"] == "call") {
        let mut now: BTreeMap<String, (usize, &str)> = BTreeMap::new();
        let asked_for =
            |text: &&Value| text["who"] != "re-attached after compaction" && text["again"] != true;
        for text in call["skill_texts"].as_array().unwrap().iter().filter(asked_for) {
            let entry = now.entry(recording.as_logged(&text["text"], known)).or_insert((0, ""));
            *entry = (entry.0 + 1, text["who"].as_str().unwrap());
        }
        let conversation = format!("{} {}", call["session"], call["conversation"]);
        for ((_, text), (last, _)) in counts.iter_mut().filter(|((of, _), _)| *of == conversation) {
            *last = (*last).min(now.get(text).map_or(0, |(count, _)| *count));
        }
        for (text, (count, who)) in now {
            let (last, most) = counts.entry((conversation.clone(), text.clone())).or_default();
            let who = if who.starts_with("user") { "user" } else { "model" };
            let back = count.min(*most).saturating_sub(*last);
            found.extend(std::iter::repeat_n((text, who), back));
            (*last, *most) = (count, count.max(*most));
        }
    }
    found
}

/// The texts of all activations by digest.
fn contents(recording: &Recording) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (_, log) in recording.logs() {
        for event in log.events(0..log.len()) {
            let EventKind::SkillActivation(told) = event.kind else { continue };
            if let Some(content) = as_sent(&told) {
                found.insert(plain(&disk::Digest::of(content.as_bytes())));
            }
        }
    }
    found
}

/// The texts that the logs of a home are read to hold, and whether they hold lists of skills. What could not be read
/// stands among them, since nothing of the kind was sent.
fn read(recording: &Recording) -> (Texts, bool) {
    let (mut texts, mut has_lists) = (Texts::new(), false);
    let mut unread = |what: String| *texts.entry((what, "unread".to_owned())).or_default() += 1;
    for (_, log) in recording.logs() {
        log.unread().iter().for_each(|line| unread(format!("{line:?}")));
        for event in log.events(0..log.len()) {
            if let EventKind::Unknown { name } = event.kind {
                unread(format!("record {} is of the unknown type {name}", event.line));
            }
        }
    }
    for (_, log) in recording.logs() {
        let turns = sessions::fold(&log);
        for position in 0..log.len() {
            // What a fork copied counts where it was.
            let origin = turns.turn_at(position).map(|turn| turn.origin);
            match log.event(position).unwrap().kind {
                EventKind::SkillActivation(told)
                    if !told.given_again && origin != Some(sessions::Origin::Copied) =>
                {
                    let Some(content) = as_sent(&told) else { continue };
                    let digest = plain(&disk::Digest::of(content.as_bytes()));
                    let who = match told.activated_by {
                        Some(Activator::User) => "user",
                        Some(Activator::Model) => "model",
                        None => "not recorded",
                    };
                    // The recorder knows texts of skills; of a command without a folder it knows that it was said.
                    if told.path.is_some() || !was_said(&recording.expected, &digest) {
                        *texts.entry((digest, who.to_owned())).or_default() += 1;
                    }
                }
                EventKind::SkillListing(_) => has_lists = true,
                _ => {}
            }
        }
    }
    (texts, has_lists)
}

/// Whether a text stood in a request in the person's place.
fn was_said(expected: &Value, digest: &str) -> bool {
    let calls = expected["calls"].as_array().unwrap().iter();
    let mut said = calls.flat_map(|call| call["user_texts"].as_array().unwrap());
    said.any(|text| text["sha256"].as_str() == Some(digest))
}

/// Whether a log is that of a helper that was given the context of its session.
fn is_given_context(log: &Log) -> bool {
    matches!(log.event(0).map(|event| event.kind), Some(EventKind::SessionFork(_)))
}

/// Where the answer to a request begins in a log.
fn answer_to(log: &Log, request: u64) -> Option<usize> {
    let ids = [
        format!("\"id\":\"msg_{request:04}"),
        format!("\"id\":\"fc_{request:04}_"),
        format!("\"responseId\":\"msg_{request:04}"),
        format!("\"apiCallId\":\"msg_{request:04}"),
    ];
    let holds = |at: usize| {
        let line = log.at(at).and_then(|row| log.raw(row.line())).and_then(Result::ok);
        line.is_some_and(|line| ids.iter().any(|id| contains(&line, id.as_bytes())))
    };
    (0..log.len()).find(|at| holds(*at))
}

fn contains(line: &[u8], part: &[u8]) -> bool {
    line.windows(part.len()).any(|window| window == part)
}
