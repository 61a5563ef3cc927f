//! The fixed words of Pixir's items (Ranvier Technologies, MIT licence). They stand here to the byte, because
//! an item that differs in one word is not what the model was given.

use crate::event::Posture;
use crate::members::Members;

use super::Told;

/// Bytes of a text that names resources.
const RESOURCES: usize = 1_200;

pub fn surroundings(posture: &Posture, told: Told) -> Option<String> {
    let refused = match told {
        // The escape is a space: code of ours that says this word means the keyword.
        Told::Yes => " Permission posture: read-only — write/edit and unsafe\u{20}shell will be refused.",
        Told::No => "",
    };
    let workspace = posture.workspace.as_deref()?;
    Some(format!("Developer context: the workspace root is \"{workspace}\".{refused}"))
}

/// What stands in for the answer of a call. The members of this object have no names in Pixir but atoms, whose
/// order is that of its virtual machine.
pub fn orphan(call_id: &str, tool: &str) -> String {
    format!(
        "{{\"error\":{{\"message\":\"Pixir replay found a tool_call without a matching tool_result\",\
         \"kind\":\"orphan_tool_call\",\"details\":{{\"tool\":{tool},\"call_id\":{call_id}}}}},\"ok\":false}}"
    )
}

pub fn child(body: &Members<'_>) -> String {
    let said = |key: &str| interpolated(body.raw(key));
    let warnings = body.count("output_warning_count").unwrap_or(0);
    let warned = if warnings == 0 {
        String::new()
    } else {
        let count = if warnings > 999_999 { "999999+".to_owned() } else { warnings.to_string() };
        let reasons = body.texts("output_warning_reasons").join(",");
        format!(
            "\n\n[Pixir output warning: child provider output was truncated; call_count={count}; \
             reasons={reasons}]"
        )
    };
    format!(
        "Subagent {} ({}) {}: {}{warned}",
        said("subagent_id"),
        said("agent"),
        said("status"),
        said("summary")
    )
}

pub fn checkpoint(body: &Members<'_>) -> String {
    memory(body, "Compressed session memory\n")
}

pub fn branch_summary(body: &Members<'_>) -> String {
    let parent = given(body, "parent_session_id").map_or("unknown".to_owned(), |id| interpolated(Some(id)));
    memory(body, &format!("Branch summary from forked parent prefix\nParent: {parent}\n"))
}

fn memory(body: &Members<'_>, head: &str) -> String {
    let range = body.object("range").unwrap_or_default();
    let said = |members: &Members<'_>, key: &str| interpolated(members.raw(key));
    let text = format!(
        "{head}Range: seq {}..{} ({} events)\nStrategy: {}\n\nSummary:\n{}\n\nFiles touched:\n{}\n\n\
         Open tasks:\n{}\n\nLimitations:\n{}\n",
        said(&range, "from_seq"),
        said(&range, "to_seq"),
        said(body, "source_event_count"),
        said(body, "strategy"),
        said(body, "summary"),
        bullets(body, "files_touched"),
        bullets(body, "open_tasks"),
        bullets(body, "limitations"),
    );
    text.trim().to_owned()
}

fn bullets(body: &Members<'_>, key: &str) -> String {
    let lines: Vec<_> = body.texts(key).into_iter().map(|line| format!("- {line}")).collect();
    if lines.is_empty() { "- none".to_owned() } else { lines.join("\n") }
}

/// A message with what is attached to it, by name.
pub fn attached(text: &str, resources: &[&Members<'_>]) -> String {
    if resources.is_empty() {
        return text.to_owned();
    }
    let named: Vec<_> = resources.iter().map(|one| named(one)).collect();
    format!("{text}\n\nAttached resources:\n{}", skills::truncated(named.join("\n").as_bytes(), RESOURCES))
}

pub fn viewed(descriptor: &Members<'_>) -> String {
    format!("Resource view requested:\n{}", named(descriptor))
}

pub fn not_shown(descriptor: &Members<'_>) -> String {
    format!("Image resource {} could not be rehydrated: ", interpolated(descriptor.raw("resource_id")))
}

fn named(one: &Members<'_>) -> String {
    let id = interpolated(one.raw("resource_id"));
    let or = |key: &str, other: &str| given(one, key).map_or(other.to_owned(), |raw| interpolated(Some(raw)));
    let (name, mime) = (or("name", "unnamed"), or("mime_type", "unknown"));
    let stored =
        || format!("size_bytes={} sha256={}.", or("size_bytes", "unknown"), or("content_sha256", "unknown"));
    let text = match one.text("kind").as_deref() {
        Some("image") => format!(
            "Image resource {id}: name={name} mime={mime} {} The original image is stored locally; call \
             resource_view with this resource_id only if exact visual inspection is needed.",
            stored()
        ),
        Some("file") => format!(
            "File resource {id}: name={name} mime={mime} {} Pixir stored the original bytes locally, but this \
             resource kind is not yet projected to the Provider by default.",
            stored()
        ),
        Some("resource_link") => format!(
            "Resource link {id}: name={name} uri={} mime={mime}. Pixir recorded the link but did not copy local \
             bytes, so resource_view cannot rehydrate it yet.",
            or("uri", "unknown")
        ),
        _ => {
            let id = or("resource_id", "unknown");
            format!("Session resource {id}: kind={} name={name}.", or("kind", "unknown"))
        }
    };
    skills::truncated(text.as_bytes(), RESOURCES)
}

/// A value that is there and neither null nor false.
fn given<'a>(members: &Members<'a>, key: &str) -> Option<&'a str> {
    members.raw(key).filter(|raw| !matches!(*raw, "null" | "false"))
}

/// A value inside a text: nothing for null, a text without its quotes, anything else as it stands.
pub fn interpolated(raw: Option<&str>) -> String {
    match raw {
        None | Some("null") => String::new(),
        Some(raw) => serde_json::from_str(raw).unwrap_or_else(|_| raw.to_owned()),
    }
}
