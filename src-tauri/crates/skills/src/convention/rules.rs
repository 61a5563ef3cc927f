//! What a row of the table of conventions can say.

use message::Template;
use serde::Serialize;

use super::Renderer;
use crate::render::columns;
use crate::scope::Scope;

/// The row of one convention.
#[derive(Debug)]
pub struct Rules {
    /// Names it to programs, such as `gemini-cli`.
    pub name: &'static str,
    /// Names it to people.
    pub label: &'static str,
    /// Where it looks, the place that wins first.
    pub roots: &'static [RootRule],
    /// Folders that are there where the agent is used: what their paths are counted from, and the rest of them. Rules that
    /// no agent of its own follows have none.
    pub used: &'static [(Origin, &'static str)],
    /// Roots, by their paths as [`Rules::roots`] has them, into which a new skill goes. In a scope without one of them it
    /// goes into the first root.
    pub new_in: &'static [&'static str],
    /// Most folders between a root and a `SKILL.md`.
    pub depth: usize,
    /// Names of folders it passes over.
    pub ignored: &'static [&'static str],
    /// Whether it passes over folders whose names begin with a dot.
    pub dotted: Dotted,
    /// What a skill inside another is.
    pub inside: Inside,
    /// How the file must be spelt.
    pub spelling: Spelling,
    /// What it calls a skill by.
    pub key: Key,
    /// What it makes of a file.
    pub load: Load,
    /// What it does with two of one name.
    pub collision: Collision,
    /// Its settings files that can switch skills off; of two that mean the same skill, the later one counts. None where
    /// they are not read.
    pub settings: &'static [SettingsRule],
    /// Whether skills of a repository wait for trust.
    pub trust: Gate,
    /// What its catalog looks like.
    pub renderer: Renderer,
    /// In which order it names skills.
    pub order: Order,
    /// How much of it fits.
    pub budget: Budget,
    /// How its model takes a skill in.
    pub way: Way,
    /// How much of the file the model is given then.
    pub given: GivenPart,
    /// Who wins, in three words or so.
    pub rule: &'static str,
    /// The same in sentences.
    pub words: &'static str,
    /// How well that is known.
    pub confidence: Confidence,
    /// Where it is known from.
    pub source: Template,
    /// What the agent is known to do otherwise than is told here.
    pub differs: &'static [Template],
}

impl Rules {
    /// How much of a catalog fits, in what the agent measures its own in; everything where it knows no limit.
    pub fn room(&self) -> usize {
        self.budget.limit.map_or(usize::MAX, |limit| limit.amount)
    }
}

/// One place where a convention looks.
#[derive(Debug)]
pub struct RootRule {
    /// Whose skills lie there.
    pub scope: Scope,
    /// What the path is counted from.
    pub from: Origin,
    /// The path from there.
    pub rel: &'static str,
    /// What a `SKILL.md` in the root itself is.
    pub own: OwnFile,
    /// Whether it is looked at.
    pub when: When,
    /// Whether it is looked at in the user's home as well.
    pub of_home: OfHome,
    /// Whether it passes over folders whose names begin with a dot, where it differs from other roots in that.
    pub dotted: Option<Dotted>,
}

impl RootRule {
    /// A root that is always looked at, whose skills lie in folders below it.
    pub(crate) const fn at(scope: Scope, from: Origin, rel: &'static str) -> Self {
        let (own, when, of_home) = (OwnFile::Ignored, When::Always, OfHome::Looked);
        Self { scope, from, rel, own, when, of_home, dotted: None }
    }

    /// The same, and a `SKILL.md` in it counts as well.
    pub(crate) const fn and_itself(self) -> Self {
        Self { own: OwnFile::Counts, ..self }
    }

    /// The same, and a `SKILL.md` in it is the only one.
    pub(crate) const fn or_itself(self) -> Self {
        Self { own: OwnFile::Alone, ..self }
    }

    /// The same, but not the one in the user's home.
    pub(crate) const fn but_home(self) -> Self {
        Self { of_home: OfHome::PassedOver, ..self }
    }

    /// The same, and there folders whose names begin with a dot are like all others.
    pub(crate) const fn with_dotted(self) -> Self {
        Self { dotted: Some(Dotted::Read), ..self }
    }

    /// The same, only when Claude's folders are to be read too (S3-06).
    pub(crate) const fn if_claude(self) -> Self {
        Self { when: When::ClaudeFolders, ..self }
    }
}

/// One place where an agent keeps settings.
#[derive(Debug)]
pub struct SettingsRule {
    /// Whose settings they are.
    pub scope: Scope,
    /// What the path is counted from.
    pub from: Origin,
    /// The path from there.
    pub rel: &'static str,
}

impl SettingsRule {
    pub(crate) const fn at(scope: Scope, from: Origin, rel: &'static str) -> Self {
        Self { scope, from, rel }
    }
}

/// What the path of a root or of a settings file is counted from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The folder the agent works in.
    Workspace,
    /// The nearest folder upwards with a `.git` folder, else the workspace.
    PixirRepository,
    /// The nearest folder upwards with `.git`, a folder or a file, else the workspace (S0-23).
    Repository,
    /// Every folder from the workspace up to the repository, the nearest first; without a repository only
    /// the workspace.
    UpToRepository,
    /// The same, the repository first.
    DownFromRepository,
    /// The same; without a repository every folder above it.
    UpToRepositoryOrTop,
    /// The user's home.
    Home,
    /// `PIXIR_HOME`, else `~/.pixir`.
    PixirHome,
    /// `CLAUDE_CONFIG_DIR`, else `~/.claude`.
    ClaudeHome,
    /// `CODEX_HOME`, else `~/.codex`.
    CodexHome,
    /// `XDG_CONFIG_HOME`, else `~/.config`.
    Config,
    /// The folder of the machine's settings, such as `/etc`.
    Machine,
    /// Each folder a person named (S4-42).
    Named,
}

/// What a `SKILL.md` in a root itself is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OwnFile {
    /// A skill as well (S2-09). Folders below are looked at all the same.
    Counts,
    /// The only skill: nothing below is looked at.
    Alone,
    /// Nothing.
    Ignored,
}

/// Whether a root is looked at where the folder it is counted from is the user's home.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfHome {
    /// It is.
    Looked,
    /// It is not.
    PassedOver,
}

/// A skill inside the folder of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inside {
    /// Is a skill like all others.
    Read,
    /// Is none.
    PassedOver,
}

/// In which order the catalog names skills.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// By key.
    Key,
    /// By key as a reader's alphabet has it.
    Alphabet,
    /// Root by root, the one that wins first, and there by key as a reader's alphabet has it.
    RootThenAlphabet,
    /// Root by root, the one that wins first, and there folder by folder.
    Walk,
    /// Root by root, the one that wins last; what follows in a root is the file system's own order.
    Loaded,
    /// Built-in, admin, repo, user; in each by name, then by path.
    Scope,
    /// The roots that win first, those of one kind that follow each other together, and there by name.
    Runs,
}

/// When a root is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// Always.
    Always,
    /// When [`crate::Places::claude_folders`] says so.
    ClaudeFolders,
}

/// Folders whose names begin with a dot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dotted {
    /// Are folders like all others.
    Read,
    /// Are passed over.
    Skipped,
}

/// How the file must be spelt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spelling {
    /// `SKILL.md` and nothing else.
    Exact,
    /// `SKILL.md`, and where there is none a file that differs in case alone, with a warning (S2-04).
    AnyCase,
}

/// What a skill is called by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// The name in the frontmatter, as it is written.
    Name,
    /// The same with `-` for characters a file name may not have.
    FileSafeName,
    /// The id made of it.
    Id,
    /// The id made of its ASCII characters alone (S2-17).
    AsciiId,
    /// The name of the folder.
    Folder,
}

/// What is made of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Load {
    /// How frontmatter is read.
    pub steps: Steps,
    /// What happens without a name.
    pub no_name: Without,
    /// What happens without a description.
    pub no_description: Without,
}

/// How frontmatter is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Steps {
    /// As Pixir does.
    Pixir,
    /// By the whole ladder.
    Ladder,
    /// As YAML, and where it is none by the lines `name:` and `description:` (S2-11, S2-12).
    YamlThenLines,
    /// As Claude Code does.
    ClaudeCode,
    /// As Codex does.
    Codex,
    /// As Copilot does.
    Copilot,
    /// As Gemini CLI does.
    GeminiCli,
    /// As OpenCode does.
    OpenCode,
    /// As Pi does.
    Pi,
}

/// What happens to a file in which something is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Without {
    /// It is passed over.
    Skips,
    /// Something else takes its place: the folder's name, the first words of the body.
    Replaced,
}

/// What happens to two skills of one name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Collision {
    /// In different roots.
    pub between: Between,
    /// In one root.
    pub within: Within,
}

/// Two skills of one name in different roots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Between {
    /// The root that stands first in the row wins.
    Rank,
    /// All stay.
    AllKept,
    /// One wins, and nothing says which.
    NotFixed,
}

/// Two skills of one name in one root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Within {
    /// The first by path.
    First,
    /// The last by path (S2-16).
    Last,
    /// The first, folder by folder.
    FirstFolder,
    /// The one with the fewest folders on the way; of equal ones the first by path.
    Nearest,
    /// Nothing says which.
    NotFixed,
}

/// Whether skills of a repository wait for trust.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gate {
    /// They are read at once.
    Open,
    /// They are held back until a person trusts the project.
    UntilTrusted,
}

/// How a model takes a skill in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// It reads the file.
    ReadsFile,
    /// It calls a tool of that name.
    Calls(&'static str),
}

/// How much of its file a model is given that takes a skill in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum GivenPart {
    /// All of it.
    File,
    /// What stands below the frontmatter.
    Body,
}

/// How much of a catalog fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// The most that fits; none where all of it always does.
    pub limit: Option<Limit>,
    /// Where that is known from.
    pub source: Template,
}

/// The most that fits into a catalog.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// How many.
    pub amount: usize,
    /// Of what.
    pub unit: Unit,
    /// What goes when it is not enough.
    pub over: Over,
}

/// What a catalog is measured in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Bytes.
    Bytes,
    /// Characters as a program counts them whose texts are UTF-16.
    Characters,
    /// Columns of a terminal.
    Columns,
    /// Tokens, taken as four bytes each.
    Tokens,
}

/// What an agent leaves out of a catalog that is too large.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Over {
    /// The text ends where it is full, in the midst of an entry if need be.
    Cuts,
    /// Whole entries, the last ones first.
    LeavesOut,
    /// Descriptions; the names of all stay.
    NamesOnly,
    /// The end of every description, and all of it at worst; the names stay.
    Shortens,
}

impl Unit {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::Characters => "characters",
            Self::Columns => "columns",
            Self::Tokens => "tokens",
        }
    }

    /// The size of a text in it.
    pub fn size_of(self, text: &str) -> usize {
        match self {
            Self::Bytes => text.len(),
            Self::Characters => text.encode_utf16().count(),
            Self::Columns => columns(text),
            Self::Tokens => text.len().div_ceil(4),
        }
    }
}

impl Over {
    /// What happens then, in words that go on from the name of the agent.
    pub fn words(self) -> &'static str {
        match self {
            Self::Cuts => "cuts the text where it is full",
            Self::LeavesOut => "leaves out the last skills",
            Self::NamesOnly => "leaves out descriptions and keeps every name",
            Self::Shortens => "shortens every description and keeps every name",
        }
    }
}

/// How well a rule is known. The words are those of every screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    /// It follows from what the agent's makers state.
    Reconstructed,
    /// It is a guess from weaker evidence.
    Inferred,
    /// It cannot be known.
    Unknown,
}

impl Confidence {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reconstructed => "reconstructed",
            Self::Inferred => "inferred",
            Self::Unknown => "unknown",
        }
    }
}

/// The folders every convention but Pixir's passes over (S2-10, S3-08).
pub(crate) const IGNORED: &[&str] = &[".git", "node_modules"];

/// A file without a name or without a description is passed over.
pub(crate) const STRICT: Load =
    Load { steps: Steps::Ladder, no_name: Without::Skips, no_description: Without::Skips };
