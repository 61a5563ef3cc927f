//! A file's text as a template: what an agent filled in, and whether all else is the same.
//!
//! The text between the places must occur in the recorded text, in order and without a rest. What a place may hold is
//! known where the arguments are; else it is as short as it can be. The search is linear in both texts.

use std::ops::Range;

use crate::agent::{What, Writer};
use crate::frontmatter::values;
use crate::lines::Text;

/// The most places of a file that are looked at; more are not compared.
const MOST: usize = 4_000;

/// A place of the file that the agent filled in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hole {
    /// Its line in the file, counted from 1.
    pub line: usize,
    /// What stands there in the file, such as `$ARGUMENTS`.
    pub placeholder: String,
    /// What stands there in the recorded text.
    pub filling: String,
    /// Nothing was given for it, and the agent took it away.
    pub blanked: bool,
}

/// Why a text is not the file's with its places filled in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum No {
    /// It has no places, or differs elsewhere.
    Match,
    /// It has more of them than are looked at.
    TooMany,
}

/// What the places of a file can be filled with.
#[derive(Clone, Copy)]
pub(crate) struct Given<'g> {
    pub writer: Writer,
    /// The names that the frontmatter gives to arguments, in their order.
    pub names: &'g [String],
    /// What the skill was called with, where that is known.
    pub arguments: Option<&'g str>,
}

/// A place of a text, and what must stand there if that is known.
struct Spot {
    place: Range<usize>,
    what: What,
    known: Option<String>,
}

/// What was filled into `file` to get `recorded`. The file's lines are counted from `first_line`.
pub(crate) fn filled(
    file: &str,
    recorded: &str,
    first_line: usize,
    given: Given<'_>,
) -> Result<Vec<Hole>, No> {
    let spots = spots(file, given);
    if spots.len() > MOST {
        return Err(No::TooMany);
    }
    let fillings = fit(file, recorded, &spots).ok_or(No::Match)?;
    let (mut holes, mut line, mut counted) = (Vec::new(), first_line, 0);
    for (spot, filling) in spots.iter().zip(fillings) {
        line += file[counted..spot.place.start].matches('\n').count();
        counted = spot.place.start;
        let placeholder = &file[spot.place.clone()];
        if filling != placeholder {
            let blanked = filling.is_empty() && can_be_blanked(spot.what, given);
            let (placeholder, filling) = (placeholder.to_owned(), filling.to_owned());
            holes.push(Hole { line, placeholder, filling, blanked });
        }
    }
    if holes.is_empty() { Err(No::Match) } else { Ok(holes) }
}

/// Whether a file has places that who recorded its text fills in.
pub fn has_places(file: &[u8], writer: Writer) -> bool {
    let names = values(&Text::of(file), "arguments");
    let text = String::from_utf8_lossy(file);
    !spots(&text, Given { writer, names: &names, arguments: None }).is_empty()
}

fn can_be_blanked(what: What, given: Given<'_>) -> bool {
    let is_numbered = matches!(what, What::IndexedArgument | What::Numbered | What::NumberedFromOne);
    is_numbered && given.writer.rules().any(|rule| rule == What::Blanked)
}

/// What stands in each spot if all else fits: the first piece at the beginning, the last at the end, each of the
/// others where it is found first.
fn fit<'t>(file: &'t str, recorded: &'t str, spots: &'t [Spot]) -> Option<Vec<&'t str>> {
    let known = |spot: &Spot| spot.known.as_ref().map_or(0, String::len);
    let given: usize = spots.iter().map(|spot| known(spot) + spot.place.len()).sum();
    let least = file.len() + 2 * spots.iter().map(known).sum::<usize>() - given;
    if spots.is_empty() || least > recorded.len() {
        return None;
    }
    let mut pieces = vec![String::new()];
    let mut at = 0;
    for spot in spots {
        let last = pieces.last_mut()?;
        last.push_str(&file[at..spot.place.start]);
        match &spot.known {
            Some(known) => last.push_str(known),
            None => pieces.push(String::new()),
        }
        at = spot.place.end;
    }
    pieces.last_mut()?.push_str(&file[at..]);
    let mut free = gaps(&pieces, recorded)?.into_iter();
    spots.iter().map(|spot| spot.known.as_deref().or_else(|| free.next())).collect()
}

/// What lies between the pieces of a text.
fn gaps<'t>(pieces: &[String], text: &'t str) -> Option<Vec<&'t str>> {
    let (first, rest) = pieces.split_first()?;
    let Some((last, middle)) = rest.split_last() else { return (first == text).then(Vec::new) };
    let mut text = text.strip_prefix(first.as_str())?.strip_suffix(last.as_str())?;
    let mut gaps = Vec::with_capacity(rest.len());
    for piece in middle {
        let at = text.find(piece.as_str())?;
        gaps.push(&text[..at]);
        text = &text[at + piece.len()..];
    }
    gaps.push(text);
    Some(gaps)
}

/// The places of a text that the agent fills in, one more than [`MOST`] at the most.
fn spots(file: &str, given: Given<'_>) -> Vec<Spot> {
    let rules: Vec<What> = given.writer.rules().collect();
    let words = given.arguments.map(words);
    let mut spots = Vec::new();
    let mut at = 0;
    while let Some(next) = file[at..].find(['$', '\\', '!', '`']).filter(|_| spots.len() <= MOST) {
        at += next;
        let found = rules.iter().find_map(|what| Some((*what, length(*what, file, at, given.names)?)));
        let Some((what, (length, wanted))) = found else {
            at += 1;
            continue;
        };
        let place = at..at + length;
        let known = known(&file[place.clone()], what, wanted, given, &words);
        spots.push(Spot { place, what, known });
        at += length;
    }
    spots
}

/// Which of the arguments a place asks for.
#[derive(Clone, Copy)]
enum Wanted {
    All,
    One(usize),
    Other,
}

/// How many bytes of the text from `at` on are a place of this kind.
fn length(what: What, file: &str, at: usize, names: &[String]) -> Option<(usize, Wanted)> {
    let rest = &file[at..];
    match what {
        What::Arguments => rest.starts_with("$ARGUMENTS").then_some((10, Wanted::All)),
        What::IndexedArgument => {
            let (digits, number) = number(rest.strip_prefix("$ARGUMENTS[")?)?;
            rest[11 + digits..].starts_with(']').then_some((12 + digits, Wanted::One(number)))
        }
        What::DottedArgument => {
            let (digits, number) = number(rest.strip_prefix("$ARGUMENTS.")?)?;
            Some((11 + digits, Wanted::One(number)))
        }
        What::Numbered => {
            let (digits, number) = number(rest.strip_prefix('$')?)?;
            ends_a_word(&rest[1 + digits..]).then_some((1 + digits, Wanted::One(number)))
        }
        What::NumberedFromOne => Some((1 + number(rest.strip_prefix('$')?)?.0, Wanted::Other)),
        What::Named => {
            let (at, name) = named(rest.strip_prefix('$')?, names)?;
            Some((1 + name, Wanted::One(at)))
        }
        What::Variable(name) => {
            rest.strip_prefix("${")?.strip_prefix(name)?.strip_prefix('}')?;
            Some((name.len() + 3, Wanted::Other))
        }
        What::Inline | What::InlineAnywhere => {
            let free = what == What::InlineAnywhere
                || file[..at].chars().next_back().is_none_or(char::is_whitespace);
            let command = rest.strip_prefix("!`").filter(|_| free)?.split_once('`')?.0;
            (!command.trim().is_empty()).then_some((command.len() + 3, Wanted::Other))
        }
        What::Block => {
            let command = rest.strip_prefix("```!")?.split_once("```")?.0;
            (!command.trim().is_empty()).then_some((command.len() + 7, Wanted::Other))
        }
        What::Escape => {
            let rest = rest.strip_prefix("\\$").filter(|_| !file[..at].ends_with('\\'))?;
            let is_argument = rest.starts_with("ARGUMENTS")
                || rest.starts_with(|first: char| first.is_ascii_digit())
                || named(rest, names).is_some();
            is_argument.then_some((2, Wanted::Other))
        }
        What::Blanked => None,
    }
}

/// The digits that a text begins with: how many, and the number they are.
fn number(text: &str) -> Option<(usize, usize)> {
    let digits = text.len() - text.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    (digits > 0).then(|| (digits, text[..digits].parse().unwrap_or(usize::MAX)))
}

/// The longest of the names that a text begins with: its place in the list, and its length.
fn named(text: &str, names: &[String]) -> Option<(usize, usize)> {
    let begins = |name: &&(usize, &String)| {
        text.strip_prefix(name.1.as_str()).is_some_and(|rest| !name.1.is_empty() && ends_a_word(rest))
    };
    let names: Vec<_> = names.iter().enumerate().collect();
    names.iter().filter(begins).max_by_key(|name| name.1.len()).map(|(at, name)| (*at, name.len()))
}

fn ends_a_word(rest: &str) -> bool {
    !rest.starts_with(|next: char| next.is_ascii_alphanumeric() || next == '_')
}

/// What must stand in a place; nothing if that cannot be told.
fn known(
    placeholder: &str,
    what: What,
    wanted: Wanted,
    given: Given<'_>,
    words: &Option<Option<Vec<String>>>,
) -> Option<String> {
    match wanted {
        _ if what == What::Escape => Some("$".to_owned()),
        Wanted::Other => None,
        // Releases differ in whether a placeholder in the arguments is filled in too.
        Wanted::All => given.arguments.filter(|all| !all.contains('$')).map(str::to_owned),
        Wanted::One(number) => {
            let words = words.as_ref()?.as_ref()?;
            match words.get(number) {
                Some(word) => Some(word.clone()),
                None if what == What::Named => Some(String::new()),
                None if given.writer.release.is_none() => None,
                None if can_be_blanked(what, given) => Some(String::new()),
                None => Some(placeholder.to_owned()),
            }
        }
    }
}

/// The words of what a skill was called with; quotes keep blanks together. `None` if shells disagree about them.
fn words(arguments: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in arguments.chars() {
        match letter {
            '\\' | '$' => return None,
            '"' | '\'' if quote.is_none_or(|open| open == letter) => {
                quote = if quote.is_none() { Some(letter) } else { None };
                word.get_or_insert_default();
            }
            blank if blank.is_whitespace() && quote.is_none() => words.extend(word.take()),
            letter => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Given, Hole, No, filled};
    use crate::agent::Writer;

    fn holes(file: &str, recorded: &str, release: &str, arguments: Option<&str>) -> Result<Vec<Hole>, No> {
        let writer = Writer::named("claude-code", Some(release));
        let names = ["topic".to_owned(), "len".to_owned()];
        filled(file, recorded, 1, Given { writer, names: &names, arguments })
    }

    /// The fillings as `line placeholder=filling`, `-` behind one that was blanked; none if the texts do not fit.
    fn told(file: &str, recorded: &str, release: &str, arguments: Option<&str>) -> Vec<String> {
        let tell = |hole: Hole| {
            let blanked = if hole.blanked { "-" } else { "" };
            format!("{} {}={}{blanked}", hole.line, hole.placeholder, hole.filling)
        };
        holes(file, recorded, release, arguments).unwrap_or_default().into_iter().map(tell).collect()
    }

    #[test]
    fn quotes_keep_blanks_and_quotes_of_the_other_kind() {
        let check = |arguments: &str, expected: Option<&[&str]>| {
            let expected = expected.map(|words| words.iter().map(ToString::to_string).collect());
            assert_eq!(super::words(arguments), expected, "{arguments}");
        };
        check("a  b", Some(&["a", "b"]));
        check("'a b' c", Some(&["a b", "c"]));
        check("\"it's\" x", Some(&["it's", "x"]));
        check("'a \"b' \"\"", Some(&["a \"b", ""]));
        check("it's", None);
        check("a\\b", None);
    }

    #[test]
    fn what_was_called_with_is_filled_in() {
        let new = "2.1.330";
        let check = |file, recorded, arguments, want: &[&str]| {
            assert_eq!(told(file, recorded, new, arguments), want, "{file:?}");
        };
        check("All $ARGUMENTS.", "All a b.", Some("a b"), &["1 $ARGUMENTS=a b"]);
        check("All $ARGUMENTS.", "All x.", Some("a b"), &[]);
        check("All $ARGUMENTS.", "All x.", None, &["1 $ARGUMENTS=x"]);
        check("All [$ARGUMENTSX]", "All [X]", Some(""), &["1 $ARGUMENTS="]);
        check("$ARGUMENTS[1]\n$0", "b c\na", Some("a 'b c'"), &["1 $ARGUMENTS[1]=b c", "2 $0=a"]);
        check("On $topic, $len, $topics.", "On a, , $topics.", Some("a"), &["1 $topic=a", "1 $len="]);
        check("$1a $1_ $01!", "$1a $1_ b!", Some("a b"), &["1 $01=b"]);
        check("$7 $0", "$7 a", Some("a"), &["1 $0=a"]);
        check("Costs \\$5, \\$x, \\\\$0.", "Costs $5, \\$x, \\\\a.", Some("a"), &["1 \\$=$", "1 $0=a"]);
        check("a $HOME ${HOME} $x", "a $HOME ${HOME} y", Some("y"), &[]);
    }

    #[test]
    fn what_commands_and_the_session_give_is_filled_in() {
        let check = |file, recorded, want: &[&str]| {
            assert_eq!(told(file, recorded, "2.1.330", None), want, "{file:?}");
        };
        check("Now: !`date`x\nEnd.", "Now: Mon\nTuex\nEnd.", &["1 !`date`=Mon\nTue"]);
        check("a\n!`one`\n (!`two`)\n", "a\n1\n (!`two`)\n", &["2 !`one`=1"]);
        check("x!`one`, !``, `!`two``", "x1, !``, `2`", &[]);
        check("a\n```!\none\n```\nb", "a\n1\nb", &["2 ```!\none\n```=1"]);
        check("a\n```sh\none $0\n```\n", "a\n```sh\none 1\n```\n", &["3 $0=1"]);
        check("In ${CLAUDE_SKILL_DIR}.", "In /a/b.", &["1 ${CLAUDE_SKILL_DIR}=/a/b"]);
        assert!(told("In ${CLAUDE_SKILL_DIR}.", "In /a/b.", "2.1.68", None).is_empty());
    }

    #[test]
    fn an_argument_nobody_gave_was_blanked_until_2_1_210() {
        let check = |release, arguments, recorded, want: &[&str]| {
            assert_eq!(told("awk '{print $1}'\n", recorded, release, arguments), want);
        };
        let blank = "awk '{print }'\n";
        check("2.1.19", None, blank, &["1 $1=-"]);
        check("2.1.209", Some(""), blank, &["1 $1=-"]);
        check("2.1.209", Some("a b"), blank, &[]);
        check("2.1.210", Some(""), blank, &[]);
        check("2.1.17", None, blank, &[]);
        check("", Some(""), blank, &["1 $1=-"]);
    }

    #[test]
    fn an_argument_behind_a_dot_was_filled_in_before_2_1_19() {
        let check = |release, recorded, want: &[&str]| {
            let arguments = Some("a b c d e f g h i j k l");
            assert_eq!(told("One $ARGUMENTS.1, $ARGUMENTS.11.", recorded, release, arguments), want);
        };
        check("2.1.18", "One b, l.", &["1 $ARGUMENTS.1=b", "1 $ARGUMENTS.11=l"]);
        check("2.1.19", "One b, l.", &[]);
    }

    #[test]
    fn open_code_counts_from_one_and_fills_in_within_words() {
        let writer = Writer::named("opencode", None);
        let given = Given { writer, names: &[], arguments: Some("a b") };
        let check = |file, recorded, fits: bool| {
            assert_eq!(filled(file, recorded, 1, given).is_ok(), fits, "{file:?}");
        };
        check("$1abc x!`one`.", "aabc x1\n.", true);
        check("$ARGUMENTSX", "a bX", true);
        check("$ARGUMENTSX", "cX", false);
        check("${CLAUDE_SKILL_DIR}", "/a", false);
    }

    #[test]
    fn a_file_of_nothing_but_places_is_given_up() {
        let file = "!`a` ".repeat(100_000);
        assert_eq!(holes(&file, &"x ".repeat(100_000), "2.1.330", None), Err(No::TooMany));
    }

    /// Text without a letter that stands for a place.
    const LITERAL: &str = "[a-z.,]{1,8}";
    /// What is filled in has no letter of a literal.
    const FILLING: &str = "[0-9 \n]{0,8}";
    const PLACES: &[&str] =
        &["$ARGUMENTS", " $3 ", "${CLAUDE_SKILL_DIR}", " !`x`", "$ARGUMENTS[2]", " ```!\nx\n```"];

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// Filled in any way, a template fits, and the fillings put back into it give the recorded text.
        #[test]
        fn a_filled_template_fits_and_gives_back_what_was_filled_in(
            first in "[a-z]{1,5}",
            parts in prop::collection::vec((0..PLACES.len(), FILLING, LITERAL), 1..12),
        ) {
            let (mut file, mut recorded) = (first.clone(), first);
            for (place, filling, literal) in &parts {
                let bare = PLACES[*place].trim();
                let (before, behind) = PLACES[*place].split_once(bare).unwrap();
                file.extend([before, bare, behind, literal]);
                recorded.extend([before, filling, behind, literal]);
            }
            let found = holes(&file, &recorded, "2.1.330", None).unwrap();
            let mut again = found.iter();
            for (hole, (place, filling, _)) in found.iter().zip(&parts) {
                prop_assert_eq!(&hole.placeholder, PLACES[*place].trim());
                prop_assert_eq!(&hole.filling, filling);
            }
            prop_assert_eq!(found.len(), parts.len());
            let refilled = parts.iter().fold(file.clone(), |text, (place, _, _)| {
                text.replacen(PLACES[*place].trim(), &format!("\u{0}{}\u{0}", again.next().unwrap().filling), 1)
            });
            prop_assert_eq!(refilled.replace('\u{0}', ""), recorded);
        }

        /// A literal that lost, changed or gained a letter inside does not fit, whatever was filled in.
        #[test]
        fn a_changed_literal_never_fits(
            parts in prop::collection::vec((0..PLACES.len(), FILLING, "[a-z]{2,8}"), 1..12),
            which in any::<prop::sample::Index>(),
            letter in any::<prop::sample::Index>(),
            change in 0..3,
        ) {
            let which = which.index(parts.len());
            let (mut file, mut recorded) = ("begin".to_owned(), "begin".to_owned());
            for (at, (place, filling, literal)) in parts.iter().enumerate() {
                let bare = PLACES[*place].trim();
                let (before, behind) = PLACES[*place].split_once(bare).unwrap();
                file.extend([before, bare, behind, literal]);
                let mut literal = literal.clone();
                if at == which {
                    let inside = 1 + letter.index(literal.len() - 1);
                    match change {
                        0 => literal.insert(inside, '#'),
                        1 => literal.replace_range(inside..=inside, "#"),
                        _ => literal.replace_range(inside..=inside, ""),
                    }
                }
                recorded.extend([before, filling, behind, &literal]);
            }
            prop_assert_eq!(holes(&file, &recorded, "2.1.330", None), Err(No::Match));
        }
    }
}
