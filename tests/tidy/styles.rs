//! The look of the page: type, colours and space come from the tokens, nothing else.

use super::{Source, none, some, sources};

/// The one file that says what a step is.
const TOKENS: &str = "ui/src/kit/tokens.css";

/// Properties that are space between things.
const SPACE: &[&str] = &["padding", "margin", "gap", "row-gap", "column-gap"];

/// What turns numbers into a colour.
const COLOURS: &[&str] =
    &["rgb(", "rgba(", "hsl(", "hsla(", "hwb(", "lab(", "lch(", "oklab(", "oklch(", "color("];

/// What a sheet declares: properties and their values.
fn declared(text: &str) -> Vec<(String, String)> {
    let code = without_comments(text);
    let parts = code.split([';', '{', '}']).filter_map(|part| part.split_once(':'));
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    parts.map(|(property, value)| (words(property), words(value))).collect()
}

fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("/*") {
        out.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    out + rest
}

/// Values that stand beside the tokens.
fn off_the_scales(file: &Source) -> Vec<String> {
    let is_off = |(property, value): &(String, String)| {
        let is_space = SPACE.iter().any(|space| {
            property.strip_prefix(space).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        });
        is_colour(value)
            || (["font", "font-size"].contains(&property.as_str()) && has_length(value))
            // A hairline is no space.
            || (is_space && has_length(&without_steps(value).replace("1px", "")))
    };
    let found = declared(&file.text).into_iter().filter(is_off);
    found.map(|(property, value)| format!("{}: {property}: {value}", file.path)).collect()
}

/// The value without what is reckoned from a step: a thing of known size is kept clear of by its size and a step.
fn without_steps(value: &str) -> String {
    let mut out = String::new();
    let mut rest = value;
    while let Some((before, inner)) = rest.split_once("calc(") {
        out.push_str(before);
        let end = closing(inner);
        if !inner[..end].contains("var(--space-") && !inner[..end].contains("var(--inset)") {
            out.push_str(&inner[..end]);
        }
        rest = inner.get(end + 1..).unwrap_or_default();
    }
    out + rest
}

/// Where the bracket before `inner` is closed.
fn closing(inner: &str) -> usize {
    let mut open = 1;
    for (at, sign) in inner.char_indices() {
        match sign {
            '(' => open += 1,
            ')' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return at;
        }
    }
    inner.len()
}

fn has_length(value: &str) -> bool {
    ["px", "pt", "rem"].iter().any(|unit| {
        value.match_indices(unit).any(|(at, _)| value[..at].ends_with(|sign: char| sign.is_ascii_digit()))
    })
}

fn is_colour(value: &str) -> bool {
    let is_hex = value.split('#').skip(1).any(|rest| rest.starts_with(|sign: char| sign.is_ascii_hexdigit()));
    is_hex || COLOURS.iter().any(|colour| value.contains(colour))
}

#[test]
fn type_colours_and_space_are_those_of_the_tokens() {
    let sheets = sources("ui/src", &["css"]);
    assert!(sheets.len() > 20, "the sheets were not found");
    let beside = sheets.iter().filter(|sheet| sheet.path != TOKENS);
    none(&beside.flat_map(off_the_scales).collect::<Vec<_>>());
    let check = |text: &str| off_the_scales(&Source::named("a.css", &format!(".a {{\n  {text};\n}}")));
    for off in [
        "font: 400 12px / 17px var(--ui)",
        "font-size: 11.5px",
        "color: #fff",
        "background: rgb(0 0 0 / 50%)",
        "padding: 3px var(--space-4)",
        "margin-left: calc(3px + 1ch)",
        "gap: 10px",
    ] {
        some(&check(off), "a.css");
    }
    for on in [
        "font: var(--small)",
        "font-size: inherit",
        "margin: -1px auto 0",
        "padding-left: calc(14px + var(--space-8))",
        "gap: 0 1ch",
        "min-height: 28px",
        "/* 12px */ color: var(--text)",
    ] {
        none(&check(on));
    }
}
