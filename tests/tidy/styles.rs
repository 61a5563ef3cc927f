//! The look of the page: type, colours and space come from the tokens, nothing else.

use std::collections::{BTreeMap, BTreeSet};

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

/// What all sheets may say together; the number only falls.
const LINES: usize = 4_168;

#[test]
fn the_sheets_do_not_grow() {
    let lines: usize = sources("ui/src", &["css"]).iter().map(|sheet| sheet.text.lines().count()).sum();
    assert!(lines <= LINES, "{lines} lines of CSS, {LINES} at most: what several components need is kit's");
}

/// What leaves out on paper what every other sheet draws.
const PAPER: &str = "ui/src/app/print.css";

/// Sheets that every component stands on; no component imports them.
const COMMON: &[&str] = &["tokens.css", "base.css", "layout.css", "type.css", "sheets.css"];

fn is_common(sheet: &str) -> bool {
    sheet.strip_prefix("ui/src/kit/").is_some_and(|name| COMMON.contains(&name))
}

/// The class that each selector of a sheet begins with.
fn leading_classes(sheet: &Source) -> BTreeSet<String> {
    let code = without_comments(&sheet.text);
    // What stands before a brace, behind the last declaration.
    let heads = code.split('{').map(|part| part.rsplit([';', '}']).next().unwrap_or(part));
    let selectors = heads.filter(|head| !head.trim_start().starts_with('@')).flat_map(|head| head.split(','));
    let first = |selector: &str| {
        let (_, rest) = selector.split_once('.')?;
        Some(rest.chars().take_while(|sign| sign.is_ascii_alphanumeric() || *sign == '-').collect::<String>())
    };
    selectors.filter_map(first).collect()
}

/// Classes that an element names as they are; those made of parts begin with one that it names too.
fn named_classes(file: &Source) -> BTreeSet<&str> {
    let quoted = [("className=\"", '"'), ("className={`", '`')];
    let texts = quoted
        .iter()
        .flat_map(|(begin, end)| file.text.split(begin).skip(1).filter_map(|rest| rest.split(*end).next()));
    texts.flat_map(str::split_whitespace).collect()
}

/// The sheets that a file imports.
fn imported(file: &Source) -> BTreeSet<String> {
    let paths = file.text.lines().filter_map(|line| line.strip_prefix("import \"")?.strip_suffix("\";"));
    let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let whole = |path: &str| {
        let mut parts: Vec<&str> = folder.split('/').collect();
        for part in path.split('/') {
            match part {
                "." => {}
                ".." => drop(parts.pop()),
                name => parts.push(name),
            }
        }
        parts.join("/")
    };
    paths.filter(|path| path.ends_with(".css")).map(whole).collect()
}

/// Classes that two sheets draw, and elements that name a class of a sheet that they do not import.
fn out_of_scope(sheets: &[Source], elements: &[Source]) -> Vec<String> {
    let mut owners: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for sheet in sheets.iter().filter(|sheet| sheet.path != PAPER) {
        for class in leading_classes(sheet) {
            owners.entry(class).or_default().insert(&sheet.path);
        }
    }
    let twice = owners.iter().filter(|(_, sheets)| sheets.len() > 1);
    let mut found: Vec<String> =
        twice.map(|(class, sheets)| format!(".{class} is drawn by {sheets:?}")).collect();
    for file in elements {
        let imported = imported(file);
        for class in named_classes(file) {
            let Some(sheet) = owners.get(class).and_then(|sheets| sheets.first()) else { continue };
            if !is_common(sheet) && !imported.contains(*sheet) {
                found.push(format!("{}: .{class} is of {sheet}, which it does not import", file.path));
            }
        }
    }
    found
}

#[test]
fn a_class_is_of_one_sheet_and_who_names_it_imports_it() {
    none(&out_of_scope(&sources("ui/src", &["css"]), &sources("ui/src", &["tsx"])));
    let sheet = |path: &str, text: &str| Source::named(&format!("ui/src/{path}"), text);
    let sheets = |more: &str| {
        [
            sheet("kit/layout.css", ".row {\n  gap: 0;\n}"),
            sheet("kit/List.css", ".list {\n  gap: 0;\n}\n.list > .item:hover {\n  top: 0.5em;\n}"),
            sheet("features/skills/Skill.css", ".skill .list {\n  top: 0;\n}"),
            sheet("features/drift/Diff.css", more),
        ]
    };
    let check =
        |more: &str, text: &str| out_of_scope(&sheets(more), &[sheet("features/skills/Skill.tsx", text)]);
    let own = "import \"./Skill.css\";\n";
    let kit = "import \"../../kit/List.css\";\n";
    some(&check(".list b {\n  top: 0;\n}", own), "list is drawn by");
    some(&check(".diff,\n.skill {\n  top: 0;\n}", own), "skill is drawn by");
    some(&check("", "<p className=\"row skill\">"), "skill is of ui/src/features/skills/Skill.css");
    some(
        &check("", &format!("{own}<p className={{`skill list list-${{look}}`}}>")),
        "list is of ui/src/kit/List.css",
    );
    none(&check("", &format!("{own}{kit}<p className=\"row skill list\">")));
    none(&check(".diff .list {\n  top: 0;\n}", &format!("{own}<p className=\"row skill other\">")));
}
