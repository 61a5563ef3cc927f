//! What a row of the tables of programs can say.

/// What is known of one program, or of one command of git.
use message::Template;

#[derive(Debug)]
pub(crate) struct Program {
    /// Its bare name, or `git log`.
    pub(crate) name: &'static str,
    pub(crate) options: &'static [&'static Options],
    pub(crate) operands: Operands,
}

/// Options by what may follow them: names parted by blanks, each with its dashes.
#[derive(Debug)]
pub(crate) struct Options {
    /// Nothing.
    pub(crate) alone: &'static str,
    /// A text, attached or as the next word.
    pub(crate) text: &'static str,
    /// Nothing, or a text that is attached.
    pub(crate) attached: &'static str,
    /// A path that is read, attached or as the next word.
    pub(crate) path: &'static str,
    /// Names of options that are not harmless, and what they do.
    pub(crate) never: &'static [(&'static str, Template)],
}

/// No options at all; tables are written as differences from it.
pub(crate) const NOTHING: Options = Options { alone: "", text: "", attached: "", path: "", never: &[] };

/// What GNU programs share.
pub(crate) const GNU: Options = Options { alone: "--help --version", ..NOTHING };

/// `-5`, as a number of lines.
pub(crate) const DIGITS: Options = Options { alone: "-0 -1 -2 -3 -4 -5 -6 -7 -8 -9", ..NOTHING };

/// What stands among the words that are not options.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Operands {
    /// Paths or patterns; they are looked at as paths.
    Paths,
    /// Files that are read whole; a folder among them would be read through its links.
    Files,
    /// Texts nobody opens.
    Texts,
    /// None may stand there; what they would do.
    No(Template),
    /// One path; what a second would do.
    One(Template),
    /// Each must pass; the error is what it does.
    Each(fn(&str) -> Result<(), Template>),
    /// Only if one of these options stands there too; what they do otherwise.
    With(&'static [&'static str], Template),
}

/// Whether a name stands in a list of names parted by blanks.
pub(crate) fn names(list: &str, name: &str) -> bool {
    list.split_ascii_whitespace().any(|known| known == name)
}
