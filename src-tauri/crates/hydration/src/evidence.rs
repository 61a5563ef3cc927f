//! The proof of a hydration, and of a refusal, as events (requirements S1-07 to S1-13).

use execution::{End, Limits as Bounds};
use message::Message;
use serde_json::{Map, Value, json};
use sessions::evidence::{
    ActivationMark, Anchor, Containment, Ending, Executable, FileMark, HydratedSkill, Limits, Permission,
    Release, Requester, SourceMark, Step, Surface, TurnMark,
};
use sessions::{Draft, Hydration, Kind, Output, written};

use crate::{
    Allowed, AskerDoor, Capture, Carried, CommandWork, ForTurn, Origin, Request, Stage, Wish, Work,
    definition_hash,
};

/// Everything about a release that is not in the request itself.
pub(crate) struct Sent<'a> {
    pub allowed: &'a Allowed,
    pub capture: &'a Capture,
    pub text: &'a str,
    pub output: Output,
    pub redactions: usize,
    pub by: &'static str,
    pub at: std::time::SystemTime,
}

/// The event `skill_context_hydration` of a release.
pub(crate) fn hydration(request: &Request, sent: &Sent<'_>) -> Hydration {
    let (wish, capture) = (&request.wish, sent.capture);
    let prepared = &wish.prepared;
    let (output, excerpt, reference) = match &sent.output {
        Output::Inline(text) => (Some(text.clone()), None, None),
        Output::Kept { excerpt, digest } => (None, Some(excerpt.clone()), Some(format!("sha256:{digest}"))),
    };
    Hydration {
        version: Some(1),
        hydration_id: Some(request.id.clone()),
        anchor: wish.turn.as_ref().map(anchor),
        skill: Some(skill(wish)),
        activation: wish.turn.as_ref().and_then(|turn| turn.activation.as_ref()).map(|activation| {
            ActivationMark {
                event_id: activation.event.clone(),
                seq: activation.seq,
                content_hash: activation.content_hash.clone(),
            }
        }),
        turn: wish
            .turn
            .as_ref()
            .filter(|turn| turn.turn.is_some())
            .map(|turn| TurnMark { number: turn.turn, user_message_id: turn.user_message.clone() }),
        context_source_id: Some(prepared.source.id.clone()),
        source: Some(SourceMark {
            title: Some(prepared.source.title.clone()),
            origin: Some(origin(prepared.source.origin).to_owned()),
            definition_hash: Some(definition_hash(&prepared.source).to_string()),
            line: Some(prepared.source.line.into()),
        }),
        surface: Some(surface(wish, capture)),
        executable: executable(wish),
        permission: Some(permission(wish, sent.allowed)),
        // Named by nobody, and allowed by the rule alone (S1-21, S1-22).
        execution: Some(if is_auto(wish, sent.allowed) { "auto" } else { "explicit" }.to_owned()),
        steps: steps(request, sent),
        sandbox: containment(wish, capture),
        result: capture.end.map(|end| ending(end, capture)),
        output,
        output_excerpt: excerpt,
        output_ref: reference,
        bytes_total: Some(capture.raw_bytes),
        bytes_kept: Some(sent.text.len() as u64),
        truncated: Some(capture.text.is_truncated()),
        sha256: Some(disk::Digest::of(sent.text.as_bytes()).to_string()),
        sha256_raw: Some(capture.raw_digest.to_string()),
        replaced_bytes: Some(capture.text.replaced_bytes),
        redactions: Some(sent.redactions as u64),
        limitations: limitations(capture),
        requester: Some(requester(wish)),
        released: Some(Release { to: Some(released_to(wish)), at: Some(written(sent.at)) }),
    }
}

/// The event `permission_decision` of a refusal, a discard, or a withdrawal (S1-31).
pub(crate) fn refusal(request: &Request, decision: &Refusal<'_>) -> Draft {
    let wish = &request.wish;
    let prepared = &wish.prepared;
    let mut data = Map::new();
    let mut set = |key: &str, value: Value| {
        data.insert(key.to_owned(), value);
    };
    set("call_id", json!(request.id));
    set("decision", json!("deny"));
    let (gate, tool) = match prepared.carried {
        Carried::Here => ("skill_context_hydration", "hydrate_skill_context"),
        Carried::ByAsker(act) => (act.word(), prepared.source.id.as_str()),
    };
    set("gate", json!(gate));
    set("outcome", json!(decision.outcome));
    set("by", json!(decision.by));
    set("note", json!(decision.note));
    set("matched_rule", json!(decision.rule));
    set("tool", json!(tool));
    set("context_source_id", json!(prepared.source.id));
    set("skill", json!(skill(wish)));
    set("command", json!(prepared.work.text()));
    set("requester", json!(requester(wish)));
    set("mode", json!(wish.ground.mode.word()));
    set("asked_at", json!(written(request.asked)));
    if let Work::Command(command) = &prepared.work {
        set("argv", json!(declared(command)));
        set("added", json!(command.added));
        set("executable", json!(executable(wish)));
    }
    if let Some(turn) = &wish.turn {
        set("anchor", json!(anchor(turn)));
        set("turn", json!({ "number": turn.turn, "user_message_id": turn.user_message }));
    }
    // It was begun: what it did before it was stopped is not known.
    set("ran", json!(!matches!(request.stage, Stage::Waits)));
    // What came back is proved by its digest, and not kept.
    if let Some(capture) = decision.capture {
        set("result", json!(capture.end.map(|end| ending(end, capture))));
        set("sandbox", json!(containment(wish, capture)));
        set("bytes_total", json!(capture.raw_bytes));
        set("sha256_raw", json!(capture.raw_digest.to_string()));
    }
    Draft::new(Kind::PermissionDecision, data)
}

/// The event `permission_decision` of a yes to something that the asker carries out.
pub(crate) fn agreement(request: &Request, allowed: &Allowed) -> Draft {
    let said = Refusal {
        outcome: "allowed",
        by: allowed.by.word(),
        note: "",
        rule: &request.wish.prepared.rule.text,
        capture: None,
    };
    let mut draft = refusal(request, &said);
    for (key, value) in [
        ("decision", json!("allow")),
        ("grant_id", json!(allowed.grant)),
        ("lifetime", json!(allowed.lifetime.word())),
        ("at", json!(written(allowed.at))),
    ] {
        draft.data.insert(key.to_owned(), value);
    }
    draft
}

/// What a refusal says beside the request.
pub(crate) struct Refusal<'a> {
    /// `denied`, `discarded`, `refused`, `withdrawn`, `failed`.
    pub outcome: &'static str,
    /// `user`, `rule`, `asker`, `assay`.
    pub by: &'static str,
    pub note: &'a str,
    pub rule: &'a str,
    pub capture: Option<&'a Capture>,
}

fn is_auto(wish: &Wish, allowed: &Allowed) -> bool {
    wish.called == crate::Called::ByItself && allowed.by == crate::By::Rule
}

fn anchor(turn: &ForTurn) -> Anchor {
    Anchor { session_id: Some(turn.session.to_string()), after_seq: turn.after_seq }
}

fn skill(wish: &Wish) -> HydratedSkill {
    let skill = &wish.prepared.skill;
    HydratedSkill {
        name: Some(skill.name.clone()),
        scope: Some(skill.scope.clone()),
        path: Some(skill.path.display().to_string()),
        short_path: Some(skill.short_path.clone()),
        content_hash: Some(skill.content_hash.to_string()),
    }
}

fn origin(origin: Origin) -> &'static str {
    match origin {
        Origin::File => "file",
        Origin::Frontmatter => "frontmatter",
        Origin::Inline => "inline",
    }
}

fn surface(wish: &Wish, capture: &Capture) -> Surface {
    match &wish.prepared.work {
        Work::Command(command) => Surface::Command {
            argv: declared(command),
            added: command.added.clone(),
            shell: command.shell.as_ref().and_then(|_| command.argv.first().cloned()),
            cwd: Some(command.cwd.display().to_string()),
        },
        Work::Files(pattern) => Surface::Files {
            pattern: Some(pattern.clone()),
            files: capture
                .files
                .iter()
                .map(|file| FileMark {
                    path: Some(file.path.display().to_string()),
                    bytes: Some(file.bytes),
                    sha256: Some(file.digest.to_string()),
                })
                .collect(),
        },
        Work::Resource(path) | Work::ByAsker(path) => Surface::Resource { path: Some(path.clone()) },
    }
}

// The words as declared; of a shell's the text it reads.
fn declared(command: &CommandWork) -> Vec<String> {
    command.shell.as_ref().map_or_else(|| command.argv.clone(), |text| vec![text.clone()])
}

fn executable(wish: &Wish) -> Option<Executable> {
    match &wish.prepared.work {
        Work::Command(command) => Some(Executable {
            path: Some(command.program.path.display().to_string()),
            sha256: Some(command.program.digest.to_string()),
            sealed: command
                .bindings
                .sealed
                .iter()
                .map(|seal| FileMark {
                    path: Some(seal.path.display().to_string()),
                    bytes: Some(seal.size()),
                    sha256: Some(seal.digest().to_string()),
                })
                .collect(),
        }),
        Work::Files(_) | Work::Resource(_) | Work::ByAsker(_) => None,
    }
}

fn permission(wish: &Wish, allowed: &Allowed) -> Permission {
    Permission {
        mode: Some(wish.ground.mode.word().to_owned()),
        mode_from: Some(wish.ground.mode_from.clone()),
        decision: Some("allow".to_owned()),
        by: Some(allowed.by.word().to_owned()),
        rule: Some(wish.prepared.rule.text.clone()),
        grant_id: allowed.grant.clone(),
        lifetime: Some(allowed.lifetime.word().to_owned()),
    }
}

fn steps(request: &Request, sent: &Sent<'_>) -> Vec<Step> {
    let step = |name: &str, at, by: &str, words: String| Step {
        step: Some(name.to_owned()),
        at: Some(written(at)),
        by: Some(by.to_owned()),
        words: Some(words),
    };
    let wish = &request.wish;
    let mut steps = vec![step("asked", request.asked, door(wish), asker(wish))];
    let ran = format!("{}, permission: {}", wish.prepared.work.text(), sent.allowed.lifetime.word());
    steps.push(step("run", sent.capture.begun, sent.allowed.by.word(), ran));
    let shown = match sent.by {
        "user" => "shown to the user",
        _ => "not shown, no likely secret was found",
    };
    steps.push(step("shown", sent.capture.ended, "assay", shown.to_owned()));
    let words = match sent.redactions {
        0 => format!("{} bytes", sent.text.len()),
        count => format!("{} bytes, {count} marks", sent.text.len()),
    };
    steps.push(step("sent", sent.at, sent.by, words));
    steps
}

fn containment(wish: &Wish, capture: &Capture) -> Option<Containment> {
    let level = capture.level?;
    let limits = Bounds::for_source(wish.prepared.source.timeout, wish.prepared.source.max_bytes);
    Some(Containment {
        level: Some(level.word().to_owned()),
        words: Some(level.words().to_owned()),
        network: Some(level == execution::Level::None),
        writes: Some(if wish.prepared.reads_only { "nothing" } else { "workspace" }.to_owned()),
        limits: Some(Limits {
            wall_ms: u64::try_from(limits.wall.as_millis()).ok(),
            memory: Some(limits.memory),
            keep: Some(limits.keep),
        }),
    })
}

fn ending(end: End, capture: &Capture) -> Ending {
    let (code, signal) = match end {
        End::Exit(code) => (Some(i64::from(code)), None),
        End::Signal(signal) => (None, Some(signal.to_string())),
        _ => (None, None),
    };
    Ending {
        exit_code: code,
        signal,
        end: Some(end.word().to_owned()),
        duration_ms: u64::try_from(capture.wall.as_millis()).ok(),
    }
}

fn limitations(capture: &Capture) -> Vec<String> {
    capture.limitations.iter().chain(&capture.text.limitations).map(Message::to_string).collect()
}

fn requester(wish: &Wish) -> Requester {
    Requester {
        kind: Some(door(wish).to_owned()),
        name: Some(wish.asker.name.clone()),
        version: Some(wish.asker.version.clone()),
    }
}

fn door(wish: &Wish) -> &'static str {
    match wish.asker.door {
        AskerDoor::Window => "window",
        AskerDoor::Mcp => "mcp",
        AskerDoor::Terminal => "terminal",
    }
}

fn asker(wish: &Wish) -> String {
    format!("{} {}", wish.asker.name, wish.asker.version).trim_end().to_owned()
}

// To whom it was given: what becomes of it there is not known (never "the model saw it").
fn released_to(wish: &Wish) -> String {
    match wish.asker.door {
        AskerDoor::Window => "the user".to_owned(),
        AskerDoor::Mcp => format!("{} over MCP", asker(wish)),
        AskerDoor::Terminal => "a terminal".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Origin, origin};

    #[test]
    fn where_a_source_is_declared_has_a_word() {
        let words = [Origin::File, Origin::Frontmatter, Origin::Inline].map(origin);
        assert_eq!(words, ["file", "frontmatter", "inline"]);
    }
}
