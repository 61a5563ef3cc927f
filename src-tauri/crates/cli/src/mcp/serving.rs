//! What an agent is given.

use api::agent::IndexPlace;

/// What an agent is given.
#[derive(Debug, clap::Args)]
pub struct Serving {
    /// Agent whose rules apply, such as claude-code or codex [default: $ASSAY_AGENT, else pixir]
    #[arg(long, value_name = "NAME")]
    pub agent: Option<String>,
    /// Place of the skill list: the server's instructions or the tool description
    ///
    /// A client puts the instructions into the prompt; the description is that of the tool that activates a skill.
    #[arg(long, value_name = "PLACE", value_enum, default_value = "prompt")]
    pub catalog: Placement,
    /// Also serve this built-in skill (can be repeated)
    #[arg(long = "builtin", value_name = "NAME", num_args = 1..)]
    pub built_ins: Vec<String>,
    /// Serve only these of the project's visible skills; no name for none, * for all
    #[arg(long, value_name = "NAME", num_args = 0..)]
    pub only: Option<Vec<String>>,
    /// Offer only tools of these groups [default: all]
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
