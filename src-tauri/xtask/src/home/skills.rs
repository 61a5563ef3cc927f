//! The skills of the home: each as it lies on disk now, and as sessions recorded it.

use std::fs;
use std::io;
use std::path::Path;

/// A skill of the home.
pub struct HomeSkill {
    /// Its name, which is its folder's too.
    pub name: &'static str,
    /// Its description.
    pub description: &'static str,
    /// Its body as sessions recorded it.
    pub recorded: &'static str,
    /// Its body on disk; `None` if the skill is deleted.
    pub on_disk: Option<&'static str>,
}

impl HomeSkill {
    /// A skill that is on disk as it was recorded.
    const fn unchanged(name: &'static str, description: &'static str, body: &'static str) -> Self {
        Self { name, description, recorded: body, on_disk: Some(body) }
    }

    /// The whole file as sessions recorded it.
    pub fn recorded_file(&self) -> String {
        self.file(self.recorded)
    }

    fn file(&self, body: &str) -> String {
        format!("---\nname: {}\ndescription: {}\n---\n\n{body}", self.name, self.description)
    }

    /// Writes the skill's file below a folder of skills, unless the skill is deleted.
    ///
    /// # Errors
    /// The folder or the file cannot be written.
    pub fn write(&self, skills: &Path) -> io::Result<()> {
        let Some(body) = self.on_disk else { return Ok(()) };
        let folder = skills.join(self.name);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("SKILL.md"), self.file(body))
    }
}

/// On disk as it was recorded; in `~/.claude/skills`.
pub const RELEASE_NOTES: HomeSkill = HomeSkill::unchanged(
    "release-notes",
    "Writes release notes from merged changes. Use before a version is published.",
    "# Release notes\n\n1. List the changes since the last tag.\n2. Group them: added, changed, fixed.\n\
     3. Leave out what a user cannot notice.\n",
);

/// Changed since it was recorded: a line was added and one rewritten; in `~/.claude/skills`.
pub const REVIEW_CHECKLIST: HomeSkill = HomeSkill {
    name: "review-checklist",
    description: "Reviews a change before it is merged.",
    recorded: "# Review checklist\n\nRead the tests first.\nName every finding with its file and line.\n",
    on_disk: Some(
        "# Review checklist\n\nRead the tests first, then the change.\nName every finding with its file and line.\n\
         Say what is good as well.\n",
    ),
};

/// Changed in white space only since it was recorded; in `~/.claude/skills`.
pub const COMMIT_MESSAGE: HomeSkill = HomeSkill {
    name: "commit-message",
    description: "Words a commit message.",
    recorded: "# Commit message\n\nOne line of at most 72 letters.\n\nThe reason goes into the body.\n",
    on_disk: Some(
        "# Commit message\n\nOne line of at most 72 letters.  \n\n\nThe reason goes into the body.\n\n",
    ),
};

/// Deleted since it was recorded; it was in `~/.claude/skills`.
pub const OLD_DEPLOY: HomeSkill = HomeSkill {
    name: "old-deploy",
    description: "Publishes the service by hand.",
    recorded: "# Old deploy\n\nCopy the archive to the host and restart the service.\n",
    on_disk: None,
};

/// In no session; in `~/.claude/skills`.
pub const SKETCH: HomeSkill = HomeSkill::unchanged(
    "sketch",
    "Draws a diagram of modules as text.",
    "# Sketch\n\nDraw boxes and arrows. The shapes are in references/shapes.md.\n",
);

/// Activated with arguments; in `.claude/skills` of the project.
pub const MIGRATIONS: HomeSkill = HomeSkill::unchanged(
    "migrations",
    "Adds a migration to the database of the shop.",
    "# Migrations\n\nGive the file the next number.\nNever change a migration that was published.\n",
);

/// On disk in the project, and recorded from a worktree that is gone; in `.claude/skills` of both.
pub const HOUSE_STYLE: HomeSkill = HomeSkill::unchanged(
    "house-style",
    "Explains how code of the shop is written.",
    "# House style\n\nSmall functions.\nNo abbreviations.\n",
);

/// Read alone by Codex; in `~/.codex/skills`.
pub const CHANGELOG: HomeSkill = HomeSkill::unchanged(
    "changelog",
    "Adds a line to the changelog.",
    "# Changelog\n\nOne line for each change, newest first.\n",
);

/// Read in one shell output by Codex; in `.agents/skills` of the project. The second is changed since.
pub const AGENTS_SKILLS: [HomeSkill; 3] = [
    HomeSkill::unchanged(
        "api-contract",
        "Describes the interface of the shop.",
        "# Interface contract\n\nEvery answer has a version.\n",
    ),
    HomeSkill {
        name: "queue-worker",
        description: "Explains the queue of the shop.",
        recorded: "# Queue worker\n\nA task runs at most three times.\n",
        on_disk: Some("# Queue worker\n\nA task runs at most five times.\n"),
    },
    HomeSkill::unchanged(
        "feature-flags",
        "Switches a feature on for some customers.",
        "# Feature flags\n\nA flag has an owner and an end.\n",
    ),
];

/// The version of the plugin that sessions used.
pub const PLUGIN_USED: &str = "1.2.0";

/// The version of the plugin that is installed.
pub const PLUGIN_INSTALLED: &str = "1.3.0";

/// The plugin's skill that changed between the versions: the recorded body is that of [`PLUGIN_USED`].
pub const SPLIT_WORK: HomeSkill = HomeSkill {
    name: "split-work",
    description: "Splits a task into steps.",
    recorded: "# Split work\n\nAt most seven steps.\n",
    on_disk: Some("# Split work\n\nAt most five steps, each with a test.\n"),
};

/// The plugin's skill that is alike in both versions.
pub const ESTIMATE: HomeSkill = HomeSkill::unchanged(
    "estimate",
    "Estimates the effort of a task.",
    "# Estimate\n\nGive a range, and say what it rests on.\n",
);
