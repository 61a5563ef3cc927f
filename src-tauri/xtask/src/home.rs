//! A home with skills and sessions of Claude Code and Codex only, laid out for tests and pictures.
//!
//! Every path in it is absolute and lies below the folder that it is laid out in; times and ids are always the same.

mod claude_log;
mod claude_sessions;
mod codex_log;
mod json;
mod skills;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use claude_sessions::{HomePaths, claude_files};
use codex_log::codex_files;
use json::{object, text};

/// A home that was laid out.
#[derive(Debug)]
pub struct AgentHome {
    /// The home folder, with `.claude` and `.codex`.
    pub home: PathBuf,
    /// A git repository with skills of its own, in which the sessions took place.
    pub project: PathBuf,
    /// Ids of all sessions, sub-agents among them, sorted.
    pub sessions: Vec<String>,
}

/// Lays out the home `claude-codex` in a folder that is empty or does not exist.
///
/// # Errors
/// The folder is not empty, its path is not UTF-8, a file cannot be written, or `git init` fails.
pub fn lay_out(folder: &Path) -> io::Result<AgentHome> {
    fs::create_dir_all(folder)?;
    if fs::read_dir(folder)?.next().is_some() {
        let words = format!("{} is not empty. Name a new folder.", folder.display());
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, words));
    }
    let folder = fs::canonicalize(folder)?;
    let (home, project) = (folder.join("home"), folder.join("project"));
    let folders = HomePaths {
        home: utf8(&home)?,
        project: utf8(&project)?,
        worktree: utf8(&project.join(".claude/worktrees/tidy-cart"))?,
    };
    lay_out_project(&project)?;
    lay_out_skills(&home)?;
    let mut sessions = Vec::new();
    let projects = home.join(".claude/projects");
    for file in claude_files(&folders) {
        let path = projects.join(encoded(&file.folder)).join(&file.path);
        sessions.extend(session_id(&path));
        write(&path, &file.text)?;
    }
    for file in codex_files(&folders) {
        let path = home.join(".codex/sessions").join(&file.path);
        sessions.extend(session_id(&path));
        write(&path, &file.text)?;
    }
    sessions.sort();
    Ok(AgentHome { home, project, sessions })
}

/// Returns the name of the folder in which Claude Code keeps the sessions of a folder.
fn encoded(folder: &str) -> String {
    folder.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect()
}

/// Returns the id of the session whose log this is; `None` if it is no log.
fn session_id(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?.strip_suffix(".jsonl")?;
    // The 36 letters behind the time are the id.
    let id = if name.starts_with("rollout-") { &name[name.len() - 36..] } else { name };
    Some(id.to_owned())
}

fn lay_out_project(project: &Path) -> io::Result<()> {
    write(&project.join("README.md"), "# Shop\n\nSells things.\n")?;
    write(&project.join("src/cart.rs"), "//! The cart.\n\nfn total() {}\n")?;
    for skill in [&skills::MIGRATIONS, &skills::HOUSE_STYLE] {
        skill.write(&project.join(".claude/skills"))?;
    }
    for skill in &skills::AGENTS_SKILLS {
        skill.write(&project.join(".agents/skills"))?;
    }
    let mut init = Command::new("git");
    init.args(["init", "--quiet", "--initial-branch", "main"]).current_dir(project);
    // Neither the templates nor the settings of the user.
    init.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_TEMPLATE_DIR", "");
    let status = init.stdin(Stdio::null()).status()?;
    if status.success() { Ok(()) } else { Err(io::Error::other(format!("`git init` ended with {status}."))) }
}

fn lay_out_skills(home: &Path) -> io::Result<()> {
    let personal = home.join(".claude/skills");
    for skill in [
        &skills::RELEASE_NOTES,
        &skills::REVIEW_CHECKLIST,
        &skills::COMMIT_MESSAGE,
        &skills::OLD_DEPLOY,
        &skills::SKETCH,
    ] {
        skill.write(&personal)?;
    }
    let shapes = personal.join(skills::SKETCH.name).join("references/shapes.md");
    write(&shapes, "# Shapes\n\nA box is a module.\n")?;
    skills::CHANGELOG.write(&home.join(".codex/skills"))?;
    lay_out_plugin(home)
}

/// Lays out a plugin with two versions in the cache, of which the newer is installed, and the marketplace that lists it.
fn lay_out_plugin(home: &Path) -> io::Result<()> {
    let plugins = home.join(".claude/plugins");
    let cache = plugins.join("cache/workbench/planner");
    for version in [skills::PLUGIN_USED, skills::PLUGIN_INSTALLED] {
        let folder = cache.join(version);
        let about = object(&[("name", text("planner")), ("version", text(version))]);
        write(&folder.join(".claude-plugin/plugin.json"), &about)?;
        skills::ESTIMATE.write(&folder.join("skills"))?;
        let split = &skills::SPLIT_WORK;
        let body = if version == skills::PLUGIN_USED { Some(split.recorded) } else { split.on_disk };
        skills::HomeSkill { on_disk: body, ..*split }.write(&folder.join("skills"))?;
    }
    let installed = object(&[
        ("scope", text("user")),
        ("installPath", text(&utf8(&cache.join(skills::PLUGIN_INSTALLED))?)),
        ("version", text(skills::PLUGIN_INSTALLED)),
        ("installedAt", text("2026-09-25T08:00:00.000Z")),
    ]);
    let named = object(&[("planner@workbench", json::array(&[installed]))]);
    write(
        &plugins.join("installed_plugins.json"),
        &object(&[("version", "2".to_owned()), ("plugins", named)]),
    )?;
    let marketplace = plugins.join("marketplaces/workbench");
    let source = object(&[("source", text("github")), ("repo", text("shop/workbench"))]);
    let known = object(&[("source", source), ("installLocation", text(&utf8(&marketplace)?))]);
    write(&plugins.join("known_marketplaces.json"), &object(&[("workbench", known)]))?;
    let listed = object(&[("name", text("planner")), ("source", text("./plugins/planner"))]);
    write(
        &marketplace.join(".claude-plugin/marketplace.json"),
        &object(&[("name", text("workbench")), ("plugins", json::array(&[listed]))]),
    )?;
    let enabled = object(&[("planner@workbench", "true".to_owned())]);
    write(&home.join(".claude/settings.json"), &object(&[("enabledPlugins", enabled)]))
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)
}

fn utf8(path: &Path) -> io::Result<String> {
    let words = || io::Error::other(format!("{} is not UTF-8; logs cannot name it.", path.display()));
    path.to_str().map(str::to_owned).ok_or_else(words)
}

#[cfg(test)]
mod tests;
