//! Writes `ui/src/host/wire.gen.ts` from the list of requests, or fails when it is out of date.
//! `UPDATE=1 cargo test -p api` rewrites it.

use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::path::Path;

use ts_rs::{Config, TS, TypeVisitor};

use crate::{Change, Effect, Failure, REQUESTS};

pub(crate) trait EachRequest {
    fn request<Ask: TS + 'static, Answer: TS + 'static>(&mut self, name: &str);
}

#[derive(Default)]
struct Page {
    requests: String,
    reports: String,
    approvals: String,
    declarations: BTreeMap<String, String>,
    seen: HashSet<TypeId>,
}

impl EachRequest for Page {
    fn request<Ask: TS + 'static, Answer: TS + 'static>(&mut self, name: &str) {
        let config = numbers();
        let (ask, answer) = (Ask::name(&config), Answer::name(&config));
        let list = match audience(name) {
            Audience::Scripts => &mut self.reports,
            Audience::ApprovalWindow => &mut self.approvals,
            Audience::Page => &mut self.requests,
        };
        writeln!(list, "  {name}: {{ ask: {ask}; answer: {answer} }};").expect("writing to memory");
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

/// Who asks a request.
#[derive(PartialEq)]
enum Audience {
    Page,
    ApprovalWindow,
    Scripts,
}

// Reports are shaped for scripts; the page asks for views.
fn audience(name: &str) -> Audience {
    match crate::request(name).map(|request| request.effect) {
        Some(Effect::Decides) => Audience::ApprovalWindow,
        _ if crate::is_for_scripts(name) => Audience::Scripts,
        _ => Audience::Page,
    }
}

// Every integer on the wire is far below 2^53: sizes, counts, milliseconds.
fn numbers() -> Config {
    Config::default().with_large_int("number")
}

fn page() -> String {
    let mut page = Page::default();
    crate::typed(&mut page);
    page.declare::<Failure>();
    page.declare::<Change>();
    let mut text = String::from(
        "// Written from the list of requests; `UPDATE=1 cargo test -p api` writes it again.\n\n",
    );
    for declaration in page.declarations.values() {
        writeln!(text, "{declaration}\n").expect("writing to memory");
    }
    writeln!(text, "export interface Requests {{\n{}}}\n", page.requests).expect("writing to memory");
    writeln!(
        text,
        "/** What scripts ask, at the terminal. */\nexport interface Reports {{\n{}}}\n",
        page.reports
    )
    .expect("writing to memory");
    writeln!(
        text,
        "/** What only the approval window asks. */\nexport interface ApprovalRequests {{\n{}}}\n",
        page.approvals
    )
    .expect("writing to memory");
    text.push_str("export const requestTags = {\n");
    for request in REQUESTS.iter().filter(|request| audience(request.name) == Audience::Page) {
        let tags: Vec<_> =
            request.tags.iter().map(|tag| serde_json::to_string(tag).expect("a tag is a word")).collect();
        writeln!(text, "  {}: [{}],", request.name, tags.join(", ")).expect("writing to memory");
    }
    text.push_str("} as const satisfies Record<keyof Requests, readonly Tag[]>;\n\n");
    let acts = REQUESTS
        .iter()
        .filter(|request| request.effect != Effect::Reads && audience(request.name) == Audience::Page);
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
