//! What an agent is given.

use api::agent::IndexPlace;

/// What an agent is given.
#[derive(Debug, clap::Args)]
pub struct Serving {
    /// Where the agent is told which skills there are: in the server's instructions, which a client puts into the
    /// prompt, or in the description of the tool that takes a skill in
    #[arg(long, value_name = "PLACE", value_enum, default_value = "prompt")]
    pub catalog: Placement,
    /// Also give the agent this skill that comes with Assay; may stand more than once
    #[arg(long = "builtin", value_name = "NAME", num_args = 1..)]
    pub built_ins: Vec<String>,
    /// Give the agent these skills alone, among those the project lets it see; without a name none, with * all
    #[arg(long, value_name = "NAME", num_args = 0..)]
    pub only: Option<Vec<String>>,
    /// Only tools of these groups [default: all]
    #[arg(long = "tools", value_name = "GROUP", num_args = 1.., value_parser = ["meta", "facts", "audit", "built-in"])]
    pub groups: Vec<String>,
}

/// Where a catalog stands; never in both places (S3-22).
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Placement {
    /// In the prompt.
    Prompt,
    /// In the description of a tool.
    Tool,
}

impl From<Placement> for IndexPlace {
    fn from(place: Placement) -> Self {
        match place {
            Placement::Prompt => Self::Prompt,
            Placement::Tool => Self::Tool,
        }
    }
}
