//! A quiet look at the skills now and then: an agent is told when what it may call is another list.

use std::time::Duration;

use api::Failure;
use api::agent::{AgentTool, Called, Offering, offered_tools_by};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use rmcp::RoleServer;
use rmcp::service::Peer;

use super::door::Door;

/// How often it looks.
const EVERY: Duration = Duration::from_secs(2);

/// Looks until the agent is gone.
pub fn watch(door: Door, peer: Peer<RoleServer>) {
    tokio::spawn(async move {
        let mut known = offered(&door).await.ok();
        loop {
            tokio::time::sleep(EVERY).await;
            let Ok(now) = offered(&door).await else { continue };
            if known.as_ref() == Some(&now) {
                continue;
            }
            known = Some(now);
            let told = [
                peer.notify_tool_list_changed().await,
                peer.notify_resource_list_changed().await,
                peer.notify_prompt_list_changed().await,
            ];
            if told.iter().any(Result::is_err) {
                return;
            }
        }
    });
}

async fn offered(door: &Door) -> Result<(Vec<AgentTool>, Vec<Called>), Failure> {
    // One ruling for all that is told of one look.
    let offer = std::sync::Arc::clone(&door.offer);
    door.aside(move |app| {
        let offering = Offering::of(&app.workspace, &offer.sight);
        Ok((offered_tools_by(app, &offer, &offering), offering.prompts()))
    })
    .await
}

/// What an address holds as it is, beside letters and digits.
const ADDRESS: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// A name as a part of an address: letters and digits stay, all else is written in hexadecimal.
pub fn escaped(name: &str) -> String {
    utf8_percent_encode(name, ADDRESS).to_string()
}

/// The name that was escaped so; nothing for what is not UTF-8 then.
pub fn unescaped(text: &str) -> Option<String> {
    percent_decode_str(text).decode_utf8().ok().map(Into::into)
}

#[cfg(test)]
mod tests {
    use super::{escaped, unescaped};

    #[test]
    fn a_name_survives_its_address() {
        for name in ["a", "repo-survey", "技能", "a b/c%41"] {
            assert_eq!(unescaped(&escaped(name)).as_deref(), Some(name), "{}", escaped(name));
        }
        assert_eq!(escaped("a b"), "a%20b");
        assert_eq!(unescaped("%ff"), None, "it is not UTF-8");
        for literal in ["%", "%4", "%+f", "100%"] {
            assert_eq!(unescaped(literal).as_deref(), Some(literal));
        }
    }
}
