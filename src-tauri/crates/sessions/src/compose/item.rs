//! What is sent, item by item.

use crate::Part;

/// One item of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Item {
    /// Position of the event it is made from; of a fact, the position it stands after.
    pub position: usize,
    /// What it is.
    pub form: Form,
}

/// What an item is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// What Pixir itself says of the workspace. Pixir records it in no event: it is inferred from the posture.
    Surroundings {
        /// Whether it tells the model that writing is refused.
        posture: Told,
    },
    /// The latest message of the user, with its images.
    LatestMessage,
    /// An earlier one; its images are named only.
    Message,
    /// What the model said.
    Answer,
    /// Reasoning of the model, given back as it came.
    Reasoning,
    /// A tool the model called.
    Call,
    /// What the tool answered.
    Output,
    /// An image the model asked to see again in this turn.
    Resource,
    /// What stands in for an answer that was never recorded.
    Orphan,
    /// The text of a skill.
    Activation,
    /// The line in place of one.
    Reference,
    /// How a child ended.
    Child,
    /// A checkpoint in place of what it covers.
    Checkpoint,
    /// What a fork copied, in short.
    BranchSummary,
    /// A fresh fact of this turn (requirement S1-15).
    Fact {
        /// The log it is recorded in.
        part: Part,
        /// The line there.
        line: u32,
    },
}

/// Whether something is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// It is.
    Yes,
    /// It is not.
    No,
}
