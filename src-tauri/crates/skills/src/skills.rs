//! What skills are, and which of them win.
//!
//! A skill is a folder with a `SKILL.md`. This crate finds them below the roots of a convention,
//! reads their frontmatter the way the agent does, decides between equal names, draws the catalog
//! the model is shown, tells what activates a skill and with which text, and says in words where
//! another reader (YAML, the specification) would see something else.
//!
//! It must not know sessions, processes or the window. It reads no environment: home, `PIXIR_HOME`
//! and the clock are handed in, and every file passes through the crate `disk`. Nothing it does
//! runs anything, and only [`manage`] changes something: what was planned, shown and asked for.
//!
//! Start with [`survey`], which looks at the roots of every convention at once, or [`survey_for`] one. [`rule`] says
//! what a [`Convention`] makes of the look: a [`Ruling`], which all else takes, or a [`Skill`] of it. [`matrix`] lays
//! the rulings side by side.

mod activation;
mod advice;
mod beside;
mod catalog;
mod check;
mod collate;
mod content;
mod convention;
mod dialect;
mod differ;
mod expand;
mod fence;
mod finding;
mod fix;
mod flips;
mod frontmatter;
mod hidden;
mod id;
pub mod incoming;
mod jsonc;
mod ladder;
mod ledger;
mod listing;
mod lockfile;
mod lookalike;
pub mod manage;
mod matrix;
mod mention;
mod overlap;
mod parcel;
mod plugins;
mod problem;
mod read;
mod read_step;
mod reading;
mod render;
mod repair;
mod resource;
mod root;
mod rulebook;
mod ruling;
mod scope;
mod skill;
mod spec;
mod strict;
mod survey;
mod switches;
mod template;
#[cfg(test)]
mod trees;
mod truncate;
mod validator;
mod verbatim;
mod view;
mod visibility;
mod yaml;

pub use activation::{ActivatedBy, ActivationFields, Wrapping, activation, wrapped};
pub use advice::{DESCRIPTION_LIMIT, DescriptionAdvice, advice};
pub use beside::{
    Beside, Secrets, bytes_checks, content_checks, description_checks, folder_checks, unread_files,
};
pub use catalog::{BUDGET, Catalog, CatalogEntry, catalog, catalog_within, listed_bytes};
pub use check::checks;
pub use content::Content;
pub use convention::{
    Budget, Confidence, Convention, Gate, GivenPart, Limit, Over, Renderer, RootRule, Rules, Unit, Way,
};
pub use fence::{body, frontmatter_lines};
pub use finding::{
    AllowedFlaw, CommandRisk, EntryFlaw, Finding, FindingText, HookFlaw, InertHook, InvisibleKind,
    NoFieldsCause, PathFlaw, Quote, Severity, SourceFlaw, SourceName, WantedType,
};
pub use fix::{Fix, Flawed, Judge, Remedy, fix, fix_all, has_fix};
pub use flips::flips;
pub use frontmatter::pixir_fields;
pub use hidden::{is_unseen, numbered};
pub use id::id;
pub use ladder::{Outcome, Skip, Stage, YamlProblem, YamlReading, fields, read_yaml};
pub use ledger::{Bundle, Ledger, LedgerChange, Sighting, bundle};
pub use listing::{Listed, listed};
pub use lockfile::{Locked, locked};
pub use lookalike::resembles_main_file;
pub use matrix::{Cell, Face, Flip, Matrix, MatrixRow, Verdict, column, matrix};
pub use mention::mentions;
pub use overlap::{Overlap, overlaps};
pub use parcel::{Parcel, ParcelMatter, parcels};
pub use problem::Problem;
pub use read_step::ReadStep;
pub use render::{Costs, Rendered, Shown, instruction, instruction_to_call, render};
pub use resource::{FolderState, Opened, Resource, ResourceKind, resources};
pub use root::{
    AgentPlaces, ClaudeFolders, Places, Plugin, Repositories, Root, RootLook, RootOutcome, roots,
};
pub use rulebook::{LintRule, RuleSource, lint_rule, lint_rules};
pub use ruling::{Claim, Defect, Precedence, Ruling, Shadowing, State, rule};
pub use scope::Scope;
pub use skill::Skill;
pub use strict::{FrontmatterError, strict_frontmatter};
pub use survey::{DEEPEST, FOLDERS, FileId, SKILL_LIMIT, Survey, survey, survey_for};
pub use switches::{Setting, SwitchEffect, SwitchedBy};
pub use template::{Template, TemplateWarning, templates};
pub use truncate::truncated;
pub use validator::validator_checks;
pub use verbatim::{Unfit, check_fields, verbatim, verbatim_skill};
pub use view::{SkillError, View, activates, view};
pub use visibility::{Allowed, Barred, Trust, Visibility, is_same_name};
pub use yaml::{Field, Refusal, Style, Value, read_document, read_generated_document};
