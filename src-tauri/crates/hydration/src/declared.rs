//! The list of declared sources, from a file of its own or from the frontmatter. `SOURCES.md` beside this
//! crate's manifest says it for authors; both change together.

mod entry;
mod place;

use std::collections::HashMap;

use disk::Folder;
#[cfg(test)]
pub(crate) use entry::KEYS;
use skills::{Field, Finding, Severity, Value};

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
        let message = format!("The file has no `{KEY}`, so it declares nothing.");
        findings.push(finding(
            "source-form",
            Severity::Error,
            1,
            message,
            "Begin it with that key, or with a list.",
        ));
        return (Vec::new(), findings);
    };
    for again in lists {
        let message = format!("`{KEY}` is in line {} and repeated; the first counts.", list.line);
        findings.push(finding("source-form", Severity::Error, again.line, message, "Keep one of the two."));
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
        let message = format!("`{KEY}` is not a list, so it declares nothing.");
        let fix = "Write one `- id: …` for each source.";
        return (Vec::new(), vec![finding("source-form", Severity::Error, line, message, fix)]);
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
            let message =
                format!("The id `{id}` is in line {first} and again in line {line}; the second is ignored.");
            findings.push(finding(
                "source-id",
                Severity::Error,
                line,
                message,
                "Give each source an id of its own.",
            ));
            ids.insert(id.clone(), first);
            continue;
        }
        sources.extend(read.source);
    }
    if items.len() > MOST {
        let message = format!("There are {} sources; the first {MOST} are read.", items.len());
        findings.push(finding("source-count", Severity::Error, line, message, "Declare fewer."));
    }
    (sources, findings)
}

fn not_ours(field: &Field) -> Finding {
    let message = format!("Unknown key `{}` in line {}.", entry::shown(&field.key), field.line);
    finding("source-key", Severity::Warning, field.line, message, "Remove it.")
}
