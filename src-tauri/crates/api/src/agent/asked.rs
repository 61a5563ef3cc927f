//! A person is asked about a call because a hook of an active skill wants that: whatever the tool and whatever the
//! mode (S4-28). Where a tool has a closer question of its own, with the bytes it rests on, that one is asked instead.

use ::workspace::Workspace;
use serde_json::Value;

use super::built_in::given;
use super::{Conversation, Denied, Opened, Permit};
use crate::App;
use crate::desk::{ActWord, PermitAsk};

/// Tools that ask about what exactly they would do, once a hook wants a person.
const ASK_THEMSELVES: [&str; 4] = ["run_skill_script", "activate_skill", "activateSkill", "skill_view"];

impl Conversation {
    /// Asks about a call whose tool has no closer question.
    pub(super) fn ask_first(&self, app: &App, opened: &Opened, permit: &Permit<'_>) -> Result<(), Denied> {
        let call = &opened.call;
        let views_a_file = call.tool == "skill_view"
            && !skills::activates(call.arguments["path"].as_str().unwrap_or_default());
        let asks_itself = ASK_THEMSELVES.contains(&call.tool.as_str()) && !views_a_file;
        if !opened.said.wants_a_person() || asks_itself {
            return Ok(());
        }
        // A tool of a skill made of code is planned, and a person sees the plan.
        if given(app, &self.sight.ruling(&app.workspace), &self.built_ins).owner(&call.tool).is_some() {
            return Ok(());
        }
        self.ask_for_call(&app.workspace, opened, permit)
    }

    /// Asks about a call as a whole: its tool, and every argument.
    pub(super) fn ask_for_call(
        &self,
        workspace: &Workspace,
        opened: &Opened,
        permit: &Permit<'_>,
    ) -> Result<(), Denied> {
        if opened.is_dry() || !opened.said.wants_a_person() {
            return Ok(());
        }
        let Some((skill, content_hash)) = &opened.said.by else {
            return Err(crate::Failure::broken("a hook asks that no skill has").into());
        };
        let ask = PermitAsk {
            deed: Some(deed(&opened.call.tool, &opened.call.arguments)),
            rule: opened.said.rule("").trim_end().to_owned(),
            ..self.permit_ask(workspace, &opened.call, ActWord::Call, skill, *content_hash)
        };
        Ok(permit(&ask)?)
    }
}

/// A call as one reads it: the tool, and its arguments one below the other.
fn deed(tool: &str, arguments: &Value) -> String {
    match arguments.as_object() {
        Some(given) if !given.is_empty() => format!("{tool} {arguments:#}"),
        _ => tool.to_owned(),
    }
}
