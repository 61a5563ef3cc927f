//! `assay help`: what a command does, or a page of the manual.

use api::manual::{ManualAsk, ManualReport};
use api::{Failure, Scripts};
use clap::CommandFactory;

use crate::arguments::Arguments;
use crate::screen::{Printed, print};
use crate::telling::tell;

/// The help of the command that `about` names, the page of that topic, or the list of both. A command is told in words
/// also where JSON was asked for.
pub fn help(scripts: &Scripts<'_>, about: Option<&str>, json: bool) -> Result<u8, Failure> {
    let mut commands = Arguments::command();
    // Only then do commands know the options that all of them take.
    commands.build();
    if let Some(command) = about.and_then(|name| commands.find_subcommand_mut(name)) {
        print(&Printed::Words(command.render_long_help().to_string()));
        return Ok(0);
    }
    let report = scripts.manual_report(&ManualAsk { topic: about.map(str::to_owned) })?;
    tell(json, &report, |report| match &report.text {
        Some(text) => text.clone(),
        None => format!("{}\n{}", commands.render_long_help(), topics(report)),
    })
}

fn topics(report: &ManualReport) -> String {
    let width = report.topics.iter().map(|row| row.topic.len()).max().unwrap_or_default();
    let rows = report.topics.iter().map(|row| format!("  {:width$}  {}\n", row.topic, row.title));
    format!("Manual pages (`assay help TOPIC`):\n{}", rows.collect::<String>())
}
