//! The page: its layers, its one door to the platform, and what strict means.

use super::{Source, none, read, some, sources};

/// The layers from below; what stands in one line of the list may not use its neighbour.
const LAYERS: &[&[&str]] =
    &[&["language"], &["kit", "host"], &["facts"], &["features", "approval"], &["screens"], &["app"]];

/// Words that make text into code or elements.
const INJECTION: &[&str] = &[
    "innerHTML",
    "outerHTML",
    "insertAdjacentHTML",
    "dangerouslySetInnerHTML",
    "document.write",
    "eval(",
    "new Function",
    "srcdoc",
    "createContextualFragment",
];

fn is_test(path: &str) -> bool {
    path.contains(".test.") || path == "ui/src/testing.ts"
}

/// The modules a file imports, as written.
fn imports(text: &str) -> Vec<&str> {
    let text = text
        .split("from \"")
        .skip(1)
        .chain(text.split("import \"").skip(1))
        .chain(text.split("import(\"").skip(1));
    text.filter_map(|rest| rest.split('"').next()).collect()
}

/// The place below `ui/src` that an import names: its folders and file, without an extension.
fn place(from: &str, import: &str) -> Vec<String> {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in import.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    let without_end = |part: &str| part.trim_end_matches(".tsx").trim_end_matches(".ts").to_owned();
    parts.into_iter().map(without_end).collect()
}

fn level(folder: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&folder))
}

fn wrong_imports(file: &Source) -> Vec<String> {
    let Some(path) = file.path.strip_prefix("ui/src/") else { return Vec::new() };
    let own: Vec<&str> = path.split('/').collect();
    let mut found = Vec::new();
    for import in imports(&file.text) {
        let complaint = |why: &str| format!("{}: {why} ({import})", file.path);
        if import.starts_with("@tauri-apps/") && path != "host/tauri.ts" {
            found.push(complaint("only host/tauri.ts talks to Tauri"));
        }
        let target = if import.starts_with('.') { place(path, import) } else { continue };
        let (Some(here), Some(there)) = (level(own[0]), level(&target[0])) else { continue };
        if there > here || (there == here && target[0] != own[0]) {
            found.push(complaint("imports from above or beside its layer"));
        }
        if own[0] == "features"
            && target[0] == "features"
            && own.get(1) != target.get(1).map(String::as_str).as_ref()
        {
            found.push(complaint("a feature imports a feature"));
        }
    }
    found
}

fn injections(file: &Source) -> Vec<String> {
    let found = INJECTION.iter().filter(|word| file.text.contains(*word));
    found.map(|word| format!("{}: {word}", file.path)).collect()
}

/// Casts other than `as const`, and `any`.
fn loose_types(file: &Source) -> Vec<String> {
    let code = without_imports(&without_text(&file.text));
    let mut found = Vec::new();
    for (number, line) in code.lines().enumerate() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_cast = words.windows(2).any(|pair| pair[0] == "as" && !pair[1].starts_with("const"));
        let is_any = [": any", "<any", "any[]", "| any", "as any", "any>"].iter().any(|sign| {
            let at = line.find(sign);
            at.is_some_and(|at| {
                !line[at + sign.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
            })
        });
        if is_cast || is_any {
            found.push(format!("{}:{}: {}", file.path, number + 1, line.trim()));
        }
    }
    found
}

/// The code with comments, strings and the text of elements blanked; line ends stay.
fn without_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |at| at + 2),
            '/' if out.trim_end().ends_with(['(', '=', ',', ':', '&', '|', '!', '?']) => quoted(rest, '/'),
            '"' => quoted(rest, '"'),
            '`' => quoted(rest, '`'),
            '>' | '}' => element_text(rest),
            _ => 0,
        };
        if length == 0 {
            out.push(first);
            rest = &rest[first.len_utf8()..];
        } else {
            out.extend(rest[..length].chars().filter(|letter| *letter == '\n'));
            out.push(' ');
            rest = &rest[length..];
        }
    }
    out
}

fn quoted(rest: &str, end: char) -> usize {
    let mut escaped = false;
    for (at, letter) in rest.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            letter if letter == end => return at + 1,
            // A quote that does not end on its line stands in the text of an element.
            '\n' if end != '`' => return 0,
            _ => {}
        }
    }
    0
}

/// The length of text between two elements, or between an element and an expression.
///
/// Behind the brace of an expression only what cannot be a cast counts as text.
fn element_text(rest: &str) -> usize {
    let Some(end) = rest[1..].find(['<', '{', '}', '=', ';', '(', ')', '`', '"']) else { return 0 };
    let (text, next) = (&rest[1..=end], &rest[1 + end..]);
    let ends = if rest.starts_with('}') {
        next.starts_with("</") || (next.starts_with('{') && !text.trim_start().starts_with("as "))
    } else {
        next.starts_with(['<', '{'])
    };
    if ends && text.contains(char::is_alphabetic) { 1 + end } else { 0 }
}

fn without_imports(code: &str) -> String {
    let mut out = Vec::new();
    let mut inside = false;
    for line in code.lines() {
        inside |=
            line.starts_with("import ") || line.starts_with("export {") || line.starts_with("export * as");
        out.push(if inside { "" } else { line });
        inside &= !line.contains(';');
    }
    out.join("\n")
}

/// Packages without a reason and reasons without a package.
fn reasonless(manifest: &serde_json::Value) -> Vec<String> {
    let names = |table: &str| -> Vec<String> {
        manifest[table].as_object().map(|table| table.keys().cloned().collect()).unwrap_or_default()
    };
    let used: Vec<String> =
        ["dependencies", "devDependencies"].iter().flat_map(|table| names(table)).collect();
    let reasons = names("//dependencies");
    let bare = used.iter().filter(|name| !reasons.contains(name)).map(|name| format!("{name} has no reason"));
    let idle = reasons.iter().filter(|name| !used.contains(name)).map(|name| format!("{name} is not used"));
    bare.chain(idle).collect()
}

fn page() -> Vec<Source> {
    let files = sources("ui/src", &["ts", "tsx"]);
    assert!(files.len() > 10, "the page was not found");
    files
}

#[test]
fn the_page_keeps_its_layers() {
    none(&page().iter().filter(|file| !is_test(&file.path)).flat_map(wrong_imports).collect::<Vec<_>>());
    let check = |path: &str, import: &str| {
        wrong_imports(&Source::named(
            &format!("ui/src/{path}"),
            &format!("import {{ A }} from \"{import}\";"),
        ))
    };
    some(&check("kit/List.tsx", "../facts/Time"), "above");
    some(&check("kit/List.tsx", "../host/host"), "beside");
    some(&check("features/drift/Table.tsx", "../skills/Row"), "a feature imports a feature");
    some(&check("facts/Time.tsx", "../screens/SkillsScreen"), "above");
    some(&check("screens/SkillsScreen.tsx", "../app/Palette.tsx"), "above");
    some(&check("features/skills/Row.tsx", "@tauri-apps/api/core"), "Tauri");
    some(&check("approval/Foot.tsx", "../features/approvals/Grants.tsx"), "beside");
    some(&check("features/approvals/Grants.tsx", "../../approval/guard.ts"), "beside");
    none(&check("approval/main.tsx", "../host/tauri.ts"));
    none(&check("features/skills/Row.tsx", "./Cell"));
    none(&check("features/skills/list/Row.tsx", "../Cell"));
    none(&check("screens/SkillsScreen.tsx", "../features/skills/Row"));
    none(&check("app/Screen.tsx", "../screens/route.ts"));
    none(&check("host/tauri.ts", "@tauri-apps/api/core"));
}

#[test]
fn nothing_turns_text_into_elements_or_code() {
    none(&page().iter().filter(|file| !is_test(&file.path)).flat_map(injections).collect::<Vec<_>>());
    some(&injections(&Source::named("a.tsx", "<p dangerouslySetInnerHTML={x} />")), "dangerously");
    some(&injections(&Source::named("a.ts", "box.innerHTML = text;")), "innerHTML");
    some(&injections(&Source::named("a.ts", "eval(text)")), "eval");
}

#[test]
fn types_are_never_loosened() {
    none(&page().iter().flat_map(loose_types).collect::<Vec<_>>());
    let check = |text: &str| loose_types(&Source::named("a.tsx", text));
    for loose in
        ["const a = b as Row;", "let a: any = 1;", "f<any>()", "const a: any[] = [];", "(a as unknown)"]
    {
        some(&check(loose), "a.tsx:1");
    }
    for strict in [
        "const a = [1] as const;",
        "import { a as b } from \"./a\";",
        "import {\n  a as b,\n} from \"./a\";",
        "// as it was, any: time",
        "<p>Shown as it was</p>",
        "<p>\n  as any reader {name} sees\n</p>",
        "<p>{name} shown as recorded.</p>",
        "find(/such as 8/);",
        "<p>{n > 0 && `Lines to ${n} are shown as recorded`}</p>",
        "const state: Filter = \"any\"; const labels = { any: \"Any\" };",
    ] {
        none(&check(strict));
    }
}

#[test]
fn every_package_of_the_page_has_its_reason() {
    let manifest = serde_json::from_str(&read("ui/package.json")).expect("package.json is JSON");
    none(&reasonless(&manifest));
    let bare =
        serde_json::json!({ "dependencies": { "left-pad": "1" }, "//dependencies": { "react": "draws" } });
    some(&reasonless(&bare), "left-pad has no reason");
    some(&reasonless(&bare), "react is not used");
}
