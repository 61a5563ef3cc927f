//! The list of declared sources, from a file of its own or from the frontmatter. `SOURCES.md` beside this
//! crate's manifest says it for authors; both change together.

mod entry;
mod place;

use std::collections::HashMap;

use disk::Folder;
#[cfg(test)]
pub(crate) use entry::KEYS;
use skills::{Field, Finding, Quote, Severity, SourceFlaw, Value};

use crate::flaw::finding;
use crate::{Origin, Source};

/// The key of the list, in the file and in the frontmatter.
pub(crate) const KEY: &str = "context-sources";
/// Most sources that are read.
const MOST: usize = 64;

/// The sources of a whole file, which is the list or a mapping that has it.
pub(crate) fn of_file(document: &Value, folder: &Folder) -> (Vec<Source>, Vec<Finding>) {
    let Value::Map(fields) = document else { return of_list(document, 1, Origin::File, folder) };
    let mut findings: Vec<Finding> = fields.iter().filter(|field| field.key != KEY).map(not_ours).collect();
    let mut lists = fields.iter().filter(|field| field.key == KEY);
    let Some(list) = lists.next() else {
        findings.push(finding("source-form", Severity::Error, 1, SourceFlaw::NoKey));
        return (Vec::new(), findings);
    };
    for again in lists {
        let flaw = SourceFlaw::KeyTwice { first: list.line };
        findings.push(finding("source-form", Severity::Error, again.line, flaw));
    }
    let (sources, more) = of_list(&list.value, list.line, Origin::File, folder);
    findings.extend(more);
    (sources, findings)
}

/// The sources of a list. One that is wrong is left out, with a finding; the others load.
pub(crate) fn of_list(
    value: &Value,
    line: u32,
    origin: Origin,
    folder: &Folder,
) -> (Vec<Source>, Vec<Finding>) {
    let Value::List(items) = value else {
        return (Vec::new(), vec![finding("source-form", Severity::Error, line, SourceFlaw::NotAList)]);
    };
    let (mut sources, mut findings): (Vec<Source>, Vec<Finding>) = (Vec::new(), Vec::new());
    let mut ids: HashMap<String, u32> = HashMap::new();
    for (number, item) in (1..).zip(items.iter().take(MOST)) {
        let line = item.line().unwrap_or(line);
        let read = entry::read(item, number, line, origin, folder);
        findings.extend(read.findings);
        if let Some(id) = &read.id
            && let Some(first) = ids.insert(id.clone(), line)
        {
            let flaw = SourceFlaw::IdTwice { id: Quote::whole(id), first, again: line };
            findings.push(finding("source-id", Severity::Error, line, flaw));
            ids.insert(id.clone(), first);
            continue;
        }
        sources.extend(read.source);
    }
    if items.len() > MOST {
        let flaw = SourceFlaw::TooMany { count: items.len(), most: MOST };
        findings.push(finding("source-count", Severity::Error, line, flaw));
    }
    (sources, findings)
}

fn not_ours(field: &Field) -> Finding {
    let flaw = SourceFlaw::UnknownKey { key: Quote::of(&field.key), line: field.line };
    finding("source-key", Severity::Warning, field.line, flaw)
}
