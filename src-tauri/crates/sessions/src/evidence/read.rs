//! From the body of a line to a [`Hydration`]: whatever is missing or odd becomes none.

use super::{
    ActivationMark, Anchor, Containment, Ending, Executable, FileMark, HydratedSkill, Hydration, Limits,
    Permission, Release, Requester, SourceMark, Step, Surface, TurnMark,
};
use crate::members::Members;

pub(crate) fn hydration(body: &Members<'_>) -> Hydration {
    Hydration {
        version: body.count("version"),
        hydration_id: body.text("hydration_id"),
        anchor: anchor(body),
        skill: body.object("skill").map(|found| skill(&found)),
        activation: body.object("activation").map(|found| activation(&found)),
        turn: body.object("turn").map(|found| TurnMark {
            number: found.count("number"),
            user_message_id: found.text("user_message_id"),
        }),
        context_source_id: body.text("context_source_id"),
        source: body.object("source").map(|found| source(&found)),
        surface: body.object("surface").and_then(|found| surface(&found)),
        executable: body.object("executable").map(|found| Executable {
            path: found.text("path"),
            sha256: found.text("sha256"),
            sealed: found.objects("sealed").iter().map(file).collect(),
        }),
        permission: body.object("permission").map(|found| permission(&found)),
        execution: body.text("execution"),
        steps: body.objects("steps").iter().map(step).collect(),
        sandbox: body.object("sandbox").map(|found| containment(&found)),
        result: body.object("result").map(|found| ending(&found)),
        output: body.text("output"),
        output_excerpt: body.text("output_excerpt"),
        output_ref: body.text("output_ref"),
        bytes_total: body.count("bytes_total"),
        bytes_kept: body.count("bytes_kept"),
        truncated: body.flag("truncated"),
        sha256: body.text("sha256"),
        sha256_raw: body.text("sha256_raw"),
        replaced_bytes: body.count("replaced_bytes"),
        redactions: body.count("redactions"),
        limitations: body.texts("limitations"),
        requester: body.object("requester").map(|found| Requester {
            kind: found.text("kind"),
            name: found.text("name"),
            version: found.text("version"),
        }),
        released: body.object("released").map(|found| Release { to: found.text("to"), at: found.text("at") }),
    }
}

pub(crate) fn anchor(body: &Members<'_>) -> Option<Anchor> {
    let found = body.object("anchor")?;
    Some(Anchor { session_id: found.text("session_id"), after_seq: found.count("after_seq") })
}

fn skill(found: &Members<'_>) -> HydratedSkill {
    HydratedSkill {
        name: found.text("name"),
        scope: found.text("scope"),
        path: found.text("path"),
        short_path: found.text("short_path"),
        content_hash: found.text("content_hash"),
    }
}

fn activation(found: &Members<'_>) -> ActivationMark {
    ActivationMark {
        event_id: found.text("event_id"),
        seq: found.count("seq"),
        content_hash: found.text("content_hash"),
    }
}

fn source(found: &Members<'_>) -> SourceMark {
    SourceMark {
        title: found.text("title"),
        origin: found.text("origin"),
        definition_hash: found.text("definition_hash"),
        line: found.count("line"),
    }
}

fn file(file: &Members<'_>) -> FileMark {
    FileMark { path: file.text("path"), bytes: file.count("bytes"), sha256: file.text("sha256") }
}

fn surface(found: &Members<'_>) -> Option<Surface> {
    match found.text("kind")?.as_str() {
        "command" => Some(Surface::Command {
            argv: found.texts("argv"),
            added: found.texts("added"),
            shell: found.text("shell"),
            cwd: found.text("cwd"),
        }),
        "files" => Some(Surface::Files {
            pattern: found.text("pattern"),
            files: found.objects("files").iter().map(file).collect(),
        }),
        "resource" => Some(Surface::Resource { path: found.text("path") }),
        "presenter" => Some(Surface::Presenter),
        _ => None,
    }
}

fn permission(found: &Members<'_>) -> Permission {
    Permission {
        mode: found.text("mode"),
        mode_from: found.text("mode_from"),
        decision: found.text("decision"),
        by: found.text("by"),
        rule: found.text("rule"),
        grant_id: found.text("grant_id"),
        lifetime: found.text("lifetime"),
    }
}

fn step(found: &Members<'_>) -> Step {
    Step { step: found.text("step"), at: found.text("at"), by: found.text("by"), words: found.text("words") }
}

fn containment(found: &Members<'_>) -> Containment {
    Containment {
        level: found.text("level"),
        words: found.text("words"),
        network: found.flag("network"),
        writes: found.text("writes"),
        limits: found.object("limits").map(|limits| Limits {
            wall_ms: limits.count("wall_ms"),
            memory: limits.count("memory"),
            keep: limits.count("keep"),
        }),
    }
}

fn ending(found: &Members<'_>) -> Ending {
    // A signal's name, or its number as somebody else may write it.
    let signal = found.raw("signal").filter(|raw| *raw != "null");
    Ending {
        exit_code: found.whole("exit_code"),
        signal: found.text("signal").or_else(|| signal.map(str::to_owned)),
        end: found.text("end"),
        duration_ms: found.count("duration_ms"),
    }
}
