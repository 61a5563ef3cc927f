//! Rows of how things stand on the disk when the tables are written.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::UNIX_EPOCH;

use ::workspace::{Joined, MANAGED, Snapshot, Workspace};
use views::checks::{CheckAsk, check_report};
use views::drift::{DriftReportAsk, VersionsReportAsk, report_of, versions_report};
use views::export::Cleaning;
use views::wire::Integrity;

use super::{Telling, at, count, day, millis, text, word};
use crate::book::Book;
use crate::schema;
use crate::sheet::Value;
use crate::trouble::Trouble;

/// Writes them.
pub(super) fn write(workspace: &Workspace, telling: &Telling<'_>, book: &mut Book) -> Result<(), Trouble> {
    let now = workspace.now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let today = day(i64::try_from(now.as_millis()).unwrap_or(0));
    let folder = workspace.folder().to_string_lossy().into_owned();
    let joined = workspace.joined();
    let is_own = |snapshot: &Snapshot| {
        snapshot.records().any(|used| {
            joined.session_of(&used.key).is_some_and(|(_, session)| (telling.is_own)(&session.place))
        })
    };
    for row in report_of(workspace, &joined, &DriftReportAsk::default(), &is_own)?.rows {
        let agents: Vec<String> = row.agents.iter().map(|agent| agent.name.clone()).collect();
        book.add(
            &schema::DRIFT,
            &today,
            &[
                ("workspace", text(&folder)),
                ("skill", text(&row.name)),
                ("agents", text(&agents.join(","))),
                ("path", text(&row.recorded_path)),
                ("hash", text(&row.content_hash)),
                ("state", text(&word(row.state))),
                ("drifted", Value::Flag(row.drifted)),
                ("added", count(row.added)),
                ("removed", count(row.removed)),
                ("turns", count(row.turns)),
                ("sessions", count(row.sessions)),
                ("last_used_at", at(millis(row.last_used.as_deref()))),
                ("evidence", text(&word(row.basis))),
            ],
        )?;
    }
    write_unused(workspace, &joined, &folder, &today, book)?;
    let names: BTreeSet<String> =
        joined.snapshots().filter(|one| is_own(one)).map(|one| one.name.clone()).collect();
    for name in names {
        if (telling.stop)() {
            return Err(Trouble::Stopped);
        }
        for version in versions_report(workspace, &VersionsReportAsk { name: name.clone() })?.versions {
            let is_named = version.integrity == Integrity::Verified;
            book.add(
                &schema::VERSIONS,
                &today,
                &[
                    ("workspace", text(&folder)),
                    ("skill", text(&name)),
                    ("version", count(version.number)),
                    ("hash", text(&version.hash)),
                    ("activations", count(version.activations)),
                    ("turns", count(version.turns)),
                    ("turns_in_force", count(version.in_force)),
                    ("sessions", count(version.sessions)),
                    ("on_disk", Value::Flag(version.on_disk)),
                    ("evidence", Value::Text(if is_named { "recorded" } else { "reconstructed" })),
                ],
            )?;
        }
    }
    write_findings(workspace, telling, &folder, &today, book)
}

/// Skills on disk that no session used, by the rules of every agent that left a session here, and by Pixir's.
fn write_unused(
    workspace: &Workspace,
    joined: &Joined,
    folder: &str,
    today: &str,
    book: &mut Book,
) -> Result<(), Trouble> {
    let conventions = joined.snapshots().map(|one| one.convention).chain([MANAGED]).collect();
    let rulings = workspace.rulings(&conventions);
    let mut places = BTreeSet::new();
    for skill in rulings.iter().flat_map(|ruling| ruling.skills()) {
        let is_used = joined.snapshots_at(&skill.path).iter().any(|one| !one.uses.is_empty());
        if is_used || !places.insert(&skill.path) {
            continue;
        }
        book.add(
            &schema::VERSIONS,
            today,
            &[
                ("workspace", text(folder)),
                ("skill", text(&skill.name)),
                ("version", Value::Absent),
                ("hash", Value::Absent),
                ("activations", count(0)),
                ("turns", count(0)),
                ("turns_in_force", count(0)),
                ("sessions", count(0)),
                ("on_disk", Value::Flag(true)),
                ("evidence", Value::Text("recorded")),
            ],
        )?;
    }
    Ok(())
}

fn write_findings(
    workspace: &Workspace,
    telling: &Telling<'_>,
    folder: &str,
    today: &str,
    book: &mut Book,
) -> Result<(), Trouble> {
    let mut cleaning = Cleaning::new(workspace, true);
    let asked = CheckAsk::default();
    for finding in check_report(workspace, &asked)?.findings {
        let inside = finding.rel.as_deref().unwrap_or_default();
        let skill = finding.path.strip_suffix(inside).map(|folder| Path::new(folder).file_name());
        let skill = skill.flatten().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        // A finding may show what the skill says.
        let message = if telling.texts { cleaning.text("findings", &finding.message) } else { String::new() };
        book.add(
            &schema::FINDINGS,
            today,
            &[
                ("workspace", text(folder)),
                ("skill", text(&skill)),
                ("rule", text(&finding.rule)),
                ("severity", text(&word(finding.severity))),
                ("file", text(&finding.path)),
                ("line", finding.line.map_or(Value::Absent, count)),
                ("message", text(&message)),
                ("evidence", Value::Text("recorded")),
            ],
        )?;
    }
    Ok(())
}
