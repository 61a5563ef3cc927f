//! `assay-audit`: how an agent asks Assay what shaped a session, and whether that still is what is on the disk.

use ::skills::Convention;
use engine::{CodeSkill, CodeTool, Done, Parameter, ParameterKind, Plan, Reach, Refusal, ToolCall, Unable};

use super::audit::audit;
use super::{Denied, Sight};
use crate::App;

/// The skill, on one engine.
pub(crate) struct AssayAudit<'a> {
    pub app: &'a App,
}

/// Its name.
pub(super) const AUDIT_SKILL: &str = "assay-audit";

const FROM: Parameter =
    Parameter::optional("from", ParameterKind::Count, "The first row wanted, counted from 0");
const COUNT: Parameter =
    Parameter::optional("count", ParameterKind::Count, "How many rows, at most 100 [default: 20]");
const SESSION: Parameter = Parameter::required("session", ParameterKind::Text, "The session’s id");
const TURN: Parameter =
    Parameter::optional("turn", ParameterKind::Count, "The turn, from 1; its last if absent");
const ONE_SKILL: Parameter = Parameter::optional("skill", ParameterKind::Text, "Only this skill");
const ONE_SESSION: Parameter = Parameter::optional("session", ParameterKind::Text, "Only this session");
const WORDS: Parameter =
    Parameter::required("words", ParameterKind::Text, "The text to search for, verbatim");

/// Its tools. They are offered to every agent while it is on.
pub(super) const AUDIT_TOOLS: &[CodeTool] = &[
    looks("sessions_list", "Lists the recorded sessions of this workspace.", &[FROM, COUNT]),
    looks(
        "what_shaped_turn",
        "Returns the skills that a turn of a session was given, and what else was in context.",
        &[SESSION, TURN],
    ),
    looks(
        "skill_drift",
        "Compares every recorded text of a skill with the disk.",
        &[ONE_SKILL, ONE_SESSION, FROM, COUNT],
    ),
    looks("verify_session", "Checks if a session's recorded texts match their hashes.", &[SESSION]),
    looks(
        "search_sessions",
        "Finds words in what sessions of this workspace recorded.",
        &[WORDS, FROM, COUNT],
    ),
];

const PROMPT: &str = "Assay keeps account of which skill shaped which turn of a session. Ask it before you \
 explain an earlier session, and quote what it says with its confidence word: recorded, reconstructed, \
 inferred or unknown.- Which sessions are there: sessions_list {}- Where was something said or run: \
 search_sessions {\"words\": \"rm -rf\"}- What shaped a turn: what_shaped_turn {\"session\": \
 \"20260918T141102-7be41d\", \"turn\": 8}- Is a recorded skill still the one on disk: skill_drift {\"skill\": \
 \"release-notes\"}- Do the recorded texts match their hashes: verify_session {\"session\": \
 \"20260918T141102-7be41d\"}An answer holds at most 100 rows; its window says how many there are, and from \
 reads on.";

const fn looks(name: &'static str, description: &'static str, parameters: &'static [Parameter]) -> CodeTool {
    CodeTool { name, description, reach: Reach::Reads, parameters }
}

impl CodeSkill for AssayAudit<'_> {
    fn name(&self) -> &str {
        AUDIT_SKILL
    }

    fn description(&self) -> &str {
        "Shows what shaped a recorded session, and how its skills differ from the disk."
    }

    fn tools(&self) -> &[CodeTool] {
        AUDIT_TOOLS
    }

    fn prompt(&self) -> Option<&str> {
        Some(PROMPT)
    }

    fn plan<'a>(&'a self, call: &ToolCall<'_>) -> Result<Plan<'a>, Refusal> {
        let (tool, arguments) = (call.tool.to_owned(), call.arguments.clone());
        let text = format!("{tool} {arguments}");
        Ok(Plan::free(call.tool, text, move |_| {
            match audit(self.app, ("", &Sight::whole(Convention::Merged)), &tool, &arguments) {
                Some(Ok((text, facts))) => Ok(Done::of(text, facts)),
                Some(Err(Denied::Engine(refusal))) => Err(*refusal),
                Some(Err(denied)) => Err(Unable::new(denied.kind(), denied.message()).into()),
                None => Err(Unable::new("not_found", format!("Unknown tool `{tool}`.")).into()),
            }
        }))
    }
}
