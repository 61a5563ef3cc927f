use crate::wire::ProblemRow;

/// What is odd about the journal, and the state of its file then.
#[derive(Default)]
pub(crate) struct Oddities(pub(super) Option<(disk::Stamp, Vec<ProblemRow>)>);
