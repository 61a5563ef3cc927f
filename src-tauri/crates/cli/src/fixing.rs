//! `assay check --fix`: quick fixes as a plan, printed first, carried out once somebody agreed. The exit code is that of
//! the check afterwards.

use std::path::{Path, PathBuf};

use api::{App, Code, Failure};
use serde_json::{Value, json};

use crate::change::{Yes, list, proceed, request, shown};
use crate::question::here;
use crate::screen::{Printed, print, tell, visible_text};

/// How quick fixes are asked for.
#[derive(Debug, clap::Args)]
pub struct Fixing {
    /// Make good what has a quick fix; the plan is printed first
    #[arg(long, conflicts_with_all = ["severity", "sarif", "rules"])]
    pub fix: bool,
    /// Carry the plan out without asking
    #[arg(long, requires = "fix", conflicts_with = "dry_run")]
    yes: bool,
    /// Print the plan and write nothing
    #[arg(long, requires = "fix")]
    dry_run: bool,
}

impl Fixing {
    fn of(&self) -> Yes {
        match (self.yes, self.dry_run) {
            (true, _) => Yes::Given,
            (_, true) => Yes::Never,
            _ => Yes::Asked,
        }
    }
}

/// Plans the fixes of these skills, all when none is named, and carries them out. 1 when errors are left or nobody
/// agreed.
pub fn fix(
    app: &App,
    paths: &[String],
    rules: &[String],
    fixing: &Fixing,
    as_json: bool,
) -> Result<u8, Failure> {
    let paths = here(paths)?;
    let ask = json!({ "kind": "fix", "skills": ids(app, list(&paths))?, "rules": rules, "rel": null, "line": null });
    let answer = request(app, "plan", &ask)?;
    if answer["plan"].is_null() {
        // That nothing can be fixed is no failure; what the check says of it is.
        if as_json {
            print(&Printed::Json(json!({ "plan": null, "refused": answer["refused"] }).to_string()));
        } else {
            tell(&format!("assay: {}", shown(&answer["refused"]["why"])));
        }
    } else {
        let code = proceed(app, &answer["plan"], fixing.of(), as_json, json!({}))?;
        if code != 0 {
            return Ok(code);
        }
    }
    let report =
        request(app, "check_report", &json!({ "paths": paths, "severity": "error", "rules": rules }))?;
    Ok(u8::from(!list(&report["findings"]).is_empty()))
}

/// The ids of the skills that lie there.
fn ids(app: &App, paths: &[Value]) -> Result<Vec<Value>, Failure> {
    let mut ids = Vec::new();
    if paths.is_empty() {
        return Ok(ids);
    }
    let rows = rows(app)?;
    for path in paths {
        let path = Path::new(path.as_str().unwrap_or_default());
        let folder = if path.ends_with("SKILL.md") { path.parent().unwrap_or(path) } else { path };
        let row = rows.iter().find(|(known, _)| known == folder).ok_or_else(|| {
            let words =
                format!("{} is no skill of this workspace", visible_text(&path.display().to_string()));
            Failure::new(Code::NotFound, words)
                .hint("only skills below the roots that `assay doctor` lists are fixed")
        })?;
        ids.push(row.1.clone());
    }
    Ok(ids)
}

/// Every skill's folder with its id.
fn rows(app: &App) -> Result<Vec<(PathBuf, Value)>, Failure> {
    let mut found = Vec::new();
    loop {
        let ask = json!({ "text": "", "state": "any", "sort": "name", "from": found.len(), "count": 500 });
        let view = request(app, "skills", &ask)?;
        let root = |scope: &Value| {
            let source = format!("{} skills", scope.as_str().unwrap_or_default());
            let place = list(&view["places"]).iter().find(|place| place["source"] == source.as_str());
            PathBuf::from(place.and_then(|place| place["path"].as_str()).unwrap_or_default())
        };
        let rows = list(&view["rows"]);
        found.extend(rows.iter().map(|row| {
            let short = row["short_path"].as_str().unwrap_or_default();
            let rel = short.split_once(':').map_or("", |(_, rel)| rel);
            let folder = Path::new(rel).parent().unwrap_or(Path::new(""));
            (root(&row["scope"]).join(folder), row["id"].clone())
        }));
        if rows.is_empty() || found.len() as u64 >= view["matching"].as_u64().unwrap_or(0) {
            return Ok(found);
        }
    }
}
