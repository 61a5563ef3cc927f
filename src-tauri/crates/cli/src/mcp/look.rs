//! A quiet look at the skills now and then: an agent is told when what it may call is another list (D26).

use std::time::Duration;

use api::Failure;
use api::agent::{AgentTool, Called, Offering, offered_tools_by};
use rmcp::RoleServer;
use rmcp::service::Peer;

use super::Door;

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
        let offering = Offering::of(app, &offer.sight);
        Ok((offered_tools_by(app, &offer, &offering), offering.prompts()))
    })
    .await
}

/// A name as a part of an address: letters and digits stay, all else is written in hexadecimal.
pub fn escaped(name: &str) -> String {
    let keeps = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~');
    name.bytes().fold(String::new(), |mut text, byte| {
        if keeps(byte) {
            text.push(byte.into());
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
        text
    })
}

/// The name that was escaped so; nothing for what is not UTF-8 then.
pub fn unescaped(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let pair = [rest.next()?, rest.next()?];
            bytes.push(u8::from_str_radix(std::str::from_utf8(&pair).ok()?, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
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
        for bad in ["%", "%4", "%zz", "%ff"] {
            assert_eq!(unescaped(bad), None, "{bad}");
        }
    }
}
