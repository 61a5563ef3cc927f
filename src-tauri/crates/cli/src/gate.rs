//! `assay gate`: a policy against the skills of the workspace, for a job that may let a change in or not.

use std::path::{Path, PathBuf};

use api::gate::{BindAsk, GateAsk, GateReport, GateRow};
use api::{App, Failure, Scripts};
use clap::Args;

use crate::screen::{Printed, print, visible_text};
use crate::telling::{current_folder, print_json, unwritten};
use crate::text::{counted, say};

/// The files that a check is made with.
#[derive(Debug, Args)]
pub struct Gate {
    /// Policy file [default: assay-policy.yaml in the workspace]
    #[arg(long, value_name = "FILE")]
    policy: Option<PathBuf>,
    /// Baseline of accepted findings [default: assay-baseline.yaml, if present]
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Findings of another scanner, SARIF 2.1.0 (can be repeated)
    #[arg(long = "scan", value_name = "FILE")]
    scans: Vec<PathBuf>,
    /// Print SARIF 2.1.0, with paths relative to the workspace
    #[arg(long, conflicts_with = "json")]
    sarif: bool,
    /// Print a baseline that accepts all current findings, then exit
    #[arg(long, conflicts_with_all = ["json", "sarif"])]
    write_baseline: bool,
    /// Print a scan with the current hash of every file it names, then exit
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "sarif", "policy", "baseline", "scans", "write_baseline"])]
    bind: Option<PathBuf>,
}

/// Answers, and says with which code to end: 1 when something breaks the policy or cannot be checked.
pub fn gate(app: &App, wanted: &Gate, as_json: bool) -> Result<u8, Failure> {
    let here = current_folder()?;
    let typed = |path: &Path| here.join(path).display().to_string();
    let scripts = Scripts(app);
    if let Some(scan) = &wanted.bind {
        let bound = scripts.bound_report(&BindAsk { scan: typed(scan) })?;
        print(&Printed::Json(bound.sarif));
        return Ok(0);
    }
    let ask = GateAsk {
        policy: wanted.policy.as_deref().map(typed),
        baseline: wanted.baseline.as_deref().map(typed),
        scans: wanted.scans.iter().map(|scan| typed(scan)).collect(),
    };
    let report = scripts.gate_report(&ask)?;
    if wanted.write_baseline {
        print(&Printed::Bytes(api::gate::baseline_of(&report).into_bytes()));
        return Ok(0);
    }
    if wanted.sarif {
        let log = scripts.gate_sarif_report(&ask)?;
        print(&Printed::Json(serde_json::to_string_pretty(&log).map_err(|error| unwritten(&error))?));
    } else if as_json {
        print_json(&report)?;
    } else {
        print(&Printed::Words(words(&report)));
    }
    Ok(u8::from(!report.broken.is_empty() || !report.unchecked.is_empty()))
}

fn words(report: &GateReport) -> String {
    let mut text = String::new();
    report.broken.iter().for_each(|row| fact(&mut text, "violation", report, row));
    report.unchecked.iter().for_each(|row| fact(&mut text, "unchecked", report, row));
    report.excused.iter().for_each(|row| fact(&mut text, "excused", report, row));
    for excuse in &report.fallen {
        let [finding, path] = [&excuse.finding, &excuse.path].map(visible_text);
        say(
            &mut text,
            &format!("excuse no longer applies, line {}: [{finding}] {path}: {}", excuse.line, excuse.why),
        );
    }
    let mut summed = format!(
        "{} checked against {}: {}, {} not checked, {} excused",
        counted(report.skills, "skill"),
        visible_text(&report.policy),
        counted(report.broken.len() as u32, "violation"),
        report.unchecked.len(),
        report.excused.len(),
    );
    if report.suppressed > 0 {
        summed += &format!(", {} suppressed by their scanners", counted(report.suppressed, "result"));
    }
    say(&mut text, &summed);
    text
}

fn fact(text: &mut String, word: &str, report: &GateReport, row: &GateRow) {
    let path = row.path.as_deref().unwrap_or(&report.policy);
    let at = row.line.map(|line| format!(":{line}")).unwrap_or_default();
    let finding =
        row.finding.as_ref().map(|finding| format!(" [{}]", visible_text(finding))).unwrap_or_default();
    let [path, message, policy] = [path, &row.message, &report.policy].map(visible_text);
    say(
        text,
        &format!("{path}{at}: {word}{finding} {message} ({} in {policy}:{})", row.rule, row.policy_line),
    );
}
