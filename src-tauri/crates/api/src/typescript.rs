//! Writes `ui/src/host/wire.gen.ts` from the list of requests, or fails when it is out of date.
//! `UPDATE=1 cargo test -p api` rewrites it.

use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::path::Path;

use ts_rs::{Config, TS, TypeVisitor};

use crate::{Audience, Change, Effect, Failure, REQUESTS, Request};

pub(crate) trait EachRequest {
    fn request<Ask: TS + 'static, Answer: TS + 'static>(&mut self, name: &str);
}

#[derive(Default)]
struct Page {
    requests: String,
    approvals: String,
    declarations: BTreeMap<String, String>,
    seen: HashSet<TypeId>,
}

impl EachRequest for Page {
    fn request<Ask: TS + 'static, Answer: TS + 'static>(&mut self, name: &str) {
        let of = crate::request(name).expect("it is of the list");
        let config = numbers();
        let line =
            format!("  {name}: {{ ask: {}; answer: {} }};\n", Ask::name(&config), Answer::name(&config));
        let lists = [(Audience::Page, &mut self.requests), (Audience::Approval, &mut self.approvals)];
        let mut is_asked = false;
        for (who, list) in lists {
            if of.audience.contains(&who) {
                list.push_str(&line);
                is_asked = true;
            }
        }
        if !is_asked {
            return;
        }
        self.declare::<Ask>();
        self.declare::<Answer>();
    }
}

impl Page {
    fn declare<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        // Only declared types have a file of their own; numbers, lists and options stand where they are used.
        if T::output_path().is_some() {
            let config = numbers();
            self.declarations.insert(T::name(&config), format!("export {}", T::decl(&config)));
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

impl TypeVisitor for Page {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        self.declare::<T>();
    }
}

/// The type of fields with `ts(type = "Foreign")`: text that was taken from a log, a skill or a file name.
///
/// On the wire it is a string. The page cannot draw it, put it into a sentence or compare it with words of its own
/// without saying how; a symbol also refuses to stand in a template.
const FOREIGN: &str = "\
/**
 * Text that was taken from a log, a skill or a file name. At run time it is a string, for the type checker it is not:
 * `Verbatim` draws it, `language/foreign.ts` and `spelled` turn it into other text.
 */
export type Foreign = symbol & { readonly foreign: true };

";

// Every integer on the wire is far below 2^53: sizes, counts, milliseconds.
fn numbers() -> Config {
    Config::default().with_large_int("number")
}

fn of_the_page() -> impl Iterator<Item = &'static Request> {
    REQUESTS.iter().filter(|request| request.audience.contains(&Audience::Page))
}

fn page() -> String {
    let mut page = Page::default();
    crate::list::typed(&mut page);
    page.declare::<Failure>();
    page.declare::<Change>();
    let mut text = String::from(
        "// Written from the list of requests; `UPDATE=1 cargo test -p api` writes it again.\n\n",
    );
    text.push_str(FOREIGN);
    for declaration in page.declarations.values() {
        writeln!(text, "{declaration}\n").expect("writing to memory");
    }
    writeln!(text, "export interface Requests {{\n{}}}\n", page.requests).expect("writing to memory");
    writeln!(
        text,
        "/** What only the approval window asks. */\nexport interface ApprovalRequests {{\n{}}}\n",
        page.approvals
    )
    .expect("writing to memory");
    let rules: Vec<String> = skills::lint_rules().iter().map(|rule| format!("{:?}", rule.id)).collect();
    writeln!(text, "/** Every rule of the checks. */\nexport type LintRuleId = {};\n", rules.join(" | "))
        .expect("writing to memory");
    let agents: Vec<String> =
        skills::Convention::ALL.iter().map(|convention| format!("{:?}", convention.name())).collect();
    writeln!(
        text,
        "/** Every agent whose rules are known. */\nexport type ConventionName = {};\n",
        agents.join(" | ")
    )
    .expect("writing to memory");
    text.push_str("export const requestTags = {\n");
    for request in of_the_page() {
        let tags: Vec<_> =
            request.tags.iter().map(|tag| serde_json::to_string(tag).expect("a tag is a word")).collect();
        writeln!(text, "  {}: [{}],", request.name, tags.join(", ")).expect("writing to memory");
    }
    text.push_str("} as const satisfies Record<keyof Requests, readonly Tag[]>;\n\n");
    let acts = of_the_page().filter(|request| request.effect != Effect::Reads);
    let names: Vec<_> = acts.map(|request| format!("\"{}\"", request.name)).collect();
    writeln!(text, "/** Requests that do more than look. */\nexport type Acts = {};", names.join(" | "))
        .expect("writing to memory");
    text
}

#[test]
fn the_page_speaks_the_list_of_requests() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../ui/src/host/wire.gen.ts");
    let wanted = page();
    if std::env::var_os("UPDATE").is_some() {
        disk::write_atomic(&path, wanted.as_bytes()).expect("wire.gen.ts can be written");
    }
    let found = disk::read(&path, 1 << 20).map(|found| found.bytes).unwrap_or_default();
    assert!(found == wanted.as_bytes(), "ui/src/host/wire.gen.ts is out of date: UPDATE=1 cargo test -p api");
}
