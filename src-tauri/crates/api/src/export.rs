//! What can be handed on, into files: of a session its text, its data or a bundle that proves it; of skills a zip; of
//! everything tables that engines read.

mod save;
mod skills;
mod tables;

pub use save::{SaveAsk, bundle_into, verify_file};
pub use skills::{ExportSkillsAsk, SkillsSavedView, skills_into};
pub use tables::{
    SaveTablesAsk, SavedTablesView, SavingTables, SavingTablesView, TableRow, TablesAsk, TablesStep,
    TablesView, tables_into,
};
pub use views::export::*;

pub(crate) use save::save_export;
pub(crate) use skills::export_skills;
pub(crate) use tables::{Saving, save_tables, saving_tables, stop_saving_tables};
