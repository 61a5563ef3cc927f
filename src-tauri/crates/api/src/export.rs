//! What can be handed on, into files: of a session its text, its data or a bundle that proves it; of skills a zip; of
//! everything tables that engines read.

use std::path::Path;

use disk::{Cause, Fault};
use message::message;

use crate::{Code, Failure};

mod save;
mod skills;
mod tables;
mod telemetry;

pub use save::{SaveAsk, bundle_into};
pub use skills::{ExportSkillsAsk, SkillsSavedView, skills_into};
pub use tables::{
    SaveTablesAsk, SavedTablesView, SavingTables, SavingTablesView, TableRow, TablesAsk, TablesStep,
    TablesView, tables_into,
};
pub use telemetry::{TelemetryAsk, TelemetryView, telemetry_into};
pub use views::export::*;

pub(crate) use save::save_export;
pub(crate) use skills::export_skills;
pub(crate) use tables::{Saving, save_tables, saving_tables, stop_saving_tables};

/// What is there already is somebody's; it is not replaced.
fn is_there(file: &Path, fault: Fault) -> Failure {
    match fault.cause {
        Cause::Exists => {
            Failure::new(Code::Refused, message!("`{file}` already exists.", file = file.display()))
                .hint(message!("Pass another file."))
        }
        Cause::Missing => Failure::new(
            Code::Failed,
            message!("`{file}`: the folder does not exist.", file = file.display()),
        ),
        _ => Failure::from(fault),
    }
}
