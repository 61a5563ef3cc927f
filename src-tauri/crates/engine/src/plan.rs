//! What a call of a tool of a skill made of code would do. Making a plan does nothing; carrying it out needs the
//! mode or a person to let it.

use std::fmt;

use execution::{Bound, Decision, OrderDescription, Stop};
use serde_json::{Value, json};

use crate::{Approval, Refusal};

/// What exactly would be done.
pub struct Plan<'a> {
    /// The tool.
    pub tool: String,
    /// Exactly what would be done, for the person who decides.
    pub text: String,
    /// The command, where one would run.
    pub command: Option<PlannedCommand>,
    /// What the mode says.
    pub decision: Decision,
    /// Why, in a sentence.
    pub rule: String,
    /// What a person's yes would be bound to.
    pub bound: Bound,
    work: Box<Work<'a>>,
}

/// Does what was planned; the word says who let it, `rule` or `user`.
type Work<'a> = dyn FnOnce(&'static str, &Stop) -> Result<Done, Refusal> + Send + 'a;

/// A command that would run.
#[derive(Debug, Clone)]
pub struct PlannedCommand {
    /// The text that a shell reads, where one does.
    pub shell: Option<String>,
    /// The command and its limits, made of the order that is carried out.
    pub runs: OrderDescription,
}

/// What a tool came to.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Done {
    /// For a model that reads text.
    pub text: String,
    /// For programs; an object.
    pub facts: Value,
    /// What is recorded with the result, where more than the text should be.
    pub evidence: Option<Value>,
}

impl Done {
    /// A text and facts, of which the text alone is recorded.
    pub fn of(text: impl Into<String>, facts: Value) -> Self {
        Self { text: text.into(), facts, evidence: None }
    }
}

impl<'a> Plan<'a> {
    /// A plan with what the mode says of it.
    pub fn new(
        tool: &str,
        text: impl Into<String>,
        (decision, rule): (Decision, String),
        bound: Bound,
        work: impl FnOnce(&'static str, &Stop) -> Result<Done, Refusal> + Send + 'a,
    ) -> Self {
        Self {
            tool: tool.to_owned(),
            text: text.into(),
            command: None,
            decision,
            rule,
            bound,
            work: Box::new(work),
        }
    }

    /// What changes nothing and reaches nobody: no mode has anything against it.
    pub fn free(
        tool: &str,
        text: impl Into<String>,
        work: impl FnOnce(&Stop) -> Result<Done, Refusal> + Send + 'a,
    ) -> Self {
        let rule = (Decision::Allow, "It changes nothing, so no mode asks about it.".to_owned());
        Self::new(tool, text, rule, Bound::default(), move |_, stop| work(stop))
    }

    /// The same with the command that would run.
    pub fn running(self, command: PlannedCommand) -> Self {
        Self { command: Some(command), ..self }
    }

    /// As a dry run answers it: what would be done, and nothing was.
    pub fn payload(&self) -> Value {
        let mut told = json!({
            "dry_run": true,
            "would": self.tool,
            "text": self.text,
            "decision": match self.decision {
                Decision::Allow => "allow",
                Decision::Ask => "ask",
                Decision::Refuse => "deny",
            },
            "rule": self.rule,
        });
        if let Some(command) = &self.command {
            told["argv"] = json!(command.runs.argv);
            told["cwd"] = json!(command.runs.cwd.display().to_string());
            told["environment"] = json!(command.runs.environment);
        }
        told
    }

    /// Does it, if the mode or a person lets it.
    ///
    /// # Errors
    ///
    /// [`Refusal::Rejected`], [`Refusal::Denied`] or [`Refusal::Undecided`] when neither the mode nor a
    /// person lets it, and what the tool itself meets.
    pub fn carry_out(self, approval: Approval, stop: &Stop) -> Result<Done, Refusal> {
        let by = approval.lets(self.decision, &self.rule, &self.bound)?;
        (self.work)(by, stop)
    }
}

impl fmt::Debug for Plan<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Plan")
            .field("tool", &self.tool)
            .field("text", &self.text)
            .field("decision", &self.decision)
            .field("rule", &self.rule)
            .finish_non_exhaustive()
    }
}
