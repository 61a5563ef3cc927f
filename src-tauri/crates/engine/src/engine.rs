//! What an agent gets of a skill.
//!
//! A [`Task`] is one agent's run. It takes skills in ([`Task::activate`]), reads their files
//! ([`Task::read_resource`]), runs their scripts ([`Task::plan_script`], [`run_script`]) and tells which of their
//! hooks stand in the way of a tool call ([`what_would_run`], [`fire`]). Whatever an agent is answered is a plain
//! value here, and so is every refusal ([`Refusal`]).
//!
//! Skills made of code ([`CodeSkill`]) bring tools of their own: what a call would do is planned ([`planned`]), let by
//! the mode or a person, and carried out ([`Plan::carry_out`]). Those that come with the engine are the
//! [`built_ins`]; [`roster()`] lists skills of both kinds together.
//!
//! Which skills there are, which win and which an agent may see is settled before: they come in as [`Offered`].
//! So do the permission mode, trust, and every yes of a person. Nothing runs because a skill was taken in; what
//! runs was approved before and is carried out by `execution`.
//!
//! This crate must not know doors, logs or the window. It reads no environment and no clock.

mod activate;
mod activation;
mod allowed;
mod answer;
mod approval;
mod arguments;
mod built_in;
mod call;
mod code_skill;
mod confine;
mod directive;
mod fire;
mod hook;
mod hook_command;
mod hook_set;
mod installed;
mod interpreter;
mod matcher;
mod mount;
mod offered;
mod paths;
mod plan;
mod preview;
mod refusal;
mod render;
mod resource;
mod roster;
mod schema;
mod script;
mod served;
mod task;
#[cfg(test)]
mod tests;
mod unable;
mod veil;
mod wrap;

pub use activate::{Outcome, Question, Would, invoked};
pub use activation::{Activation, Again};
pub use allowed::{Allowed, AllowedRule, ENFORCED, Unread};
pub use answer::{LIMIT, bounded};
pub use approval::Approval;
pub use arguments::{Unmatched, split};
pub use built_in::{AtFirst, Forecasts, OpenMeteo, Shell, Weather, WeatherNow, built_ins};
pub use built_in::{Calculator, Filesystem};
pub use call::{Call, Consent, Repeated, Via};
pub use code_skill::{
    CodeSkill, CodeTool, Need, Parameter, ParameterKind, Reach, ToolCall, declaration, declaration_hash,
    planned,
};
pub(crate) use confine::normalised;
pub use confine::{PathFault, inside};
pub use directive::{Directives, Permission, directives};
pub use fire::{
    Firing, HookRan, Inert, Planned, Prompted, Report, Subject, fire, shown_hooks, tightened, told_to_hook,
    what_would_run,
};
pub use hook::{Action, HookEvent, HookFinding, Hooks, Rule, hooks};
pub use hook_command::{HookEnd, HookOutput, hook_bound, hook_description, hook_text, run_hook};
pub use hook_set::{HookSet, Ready};
pub use installed::{Installed, NotInstalled};
pub use interpreter::{Chosen, Platform, interpreter};
pub use matcher::{matches, matches_tool};
pub use mount::{LeftOut, Mount, mount};
pub use offered::{Offered, PathsKey};
pub use paths::{Patterns, path_in};
pub use plan::{Done, Plan, PlannedCommand};
pub use preview::{Asked, Filling, Preview, preview};
pub use refusal::Refusal;
pub use render::{Stays, Variables, render, rendered};
pub use resource::{Page, ResourcePage, Viewed};
pub use roster::{Made, Prompt, Roster, RosterRow, Standing as SkillStanding, roster};
pub use schema::check_input;
pub use script::{RunScript, ScriptEvidence, ScriptPlan, run_script};
pub use served::{Child, Served, ServedFile, Unserved, served, served_children, served_file};
pub use task::{Held, Task, TaskId, clear_ended_tasks};
pub use unable::Unable;
pub use veil::{Cut, veil_hit, veiled};
pub use wrap::{Frontmatter, folder_structure};
