use std::collections::BTreeMap;
use std::fmt;

use crate::wrap::{attribute, neutral};
use crate::{CodeSkill, CodeTool};

/// The skills made of code that an agent has, by name: their order is that of their names, however they were
/// installed.
#[derive(Default)]
pub struct Installed<'a> {
    skills: BTreeMap<String, Box<dyn CodeSkill + 'a>>,
}

/// Why a skill was not installed. What was installed before stays as it is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotInstalled {
    /// One of that name is installed already (S4-03).
    #[error("The skill {name} is already installed and was not changed.")]
    Twice {
        /// The name.
        name: String,
    },
    /// Another skill has a tool of that name.
    #[error("The skill {name} was not installed: {by} already has a tool {tool}. Rename one of the two.")]
    ToolTaken {
        /// The skill that was not installed.
        name: String,
        /// The tool.
        tool: &'static str,
        /// The skill that has it.
        by: String,
    },
    /// No id can be made of its name, so that it could not be told from others.
    #[error("The skill {name:?} was not installed: its name has no letters or digits. Rename it.")]
    NoId {
        /// The name.
        name: String,
    },
}

/// Bytes of one skill's guidance that go into a prompt.
const PROMPT: usize = 4_000;

impl<'a> Installed<'a> {
    /// Installs one more. The error is a warning: nothing changed, and what was there first stays.
    ///
    /// # Errors
    ///
    /// [`NotInstalled`] when no id can be made of its name, one of that id is installed already, or another
    /// skill has a tool of a name of its own.
    pub fn install(&mut self, skill: Box<dyn CodeSkill + 'a>) -> Result<(), NotInstalled> {
        let id = self.fitting(skill.as_ref())?;
        if self.skills.contains_key(&id) {
            return Err(NotInstalled::Twice { name: skill.name().to_owned() });
        }
        self.skills.insert(id, skill);
        Ok(())
    }

    /// Installs a skill in place of the one of its name, which is returned; `None` if there was none (S2-18).
    ///
    /// # Errors
    ///
    /// [`NotInstalled`] if no id can be made of its name, or another skill has a tool of a name of its own.
    pub fn replace(
        &mut self,
        skill: Box<dyn CodeSkill + 'a>,
    ) -> Result<Option<Box<dyn CodeSkill + 'a>>, NotInstalled> {
        let id = self.fitting(skill.as_ref())?;
        Ok(self.skills.insert(id, skill))
    }

    // The id it would have, if no other skill has a tool of its.
    fn fitting(&self, skill: &dyn CodeSkill) -> Result<String, NotInstalled> {
        let name = skill.name().to_owned();
        let Some(id) = skills::id(&name) else { return Err(NotInstalled::NoId { name }) };
        let others = || self.skills.iter().filter(|(known, _)| **known != id).map(|(_, other)| other);
        for tool in skill.tools() {
            if let Some(by) = others().find(|other| other.tools().iter().any(|one| one.name == tool.name)) {
                return Err(NotInstalled::ToolTaken { name, tool: tool.name, by: by.name().to_owned() });
            }
        }
        Ok(id)
    }

    /// Takes out what does not fulfil a condition.
    pub fn retain(&mut self, mut keeps: impl FnMut(&dyn CodeSkill) -> bool) {
        self.skills.retain(|_, skill| keeps(skill.as_ref()));
    }

    /// Every skill, by id.
    pub fn skills(&self) -> impl Iterator<Item = (&str, &(dyn CodeSkill + 'a))> {
        self.skills.iter().map(|(id, skill)| (id.as_str(), skill.as_ref()))
    }

    /// The skill that has a tool, and that tool.
    pub fn owner(&self, tool: &str) -> Option<(&(dyn CodeSkill + 'a), &CodeTool)> {
        self.skills.values().find_map(|skill| {
            let found = skill.tools().iter().find(|known| known.name == tool)?;
            Some((skill.as_ref(), found))
        })
    }

    /// The guidance of all of them, each once; empty when none gives any.
    pub fn prompt(&self) -> String {
        let fragment = |skill: &dyn CodeSkill| {
            let text = skill.prompt().map(str::trim).filter(|text| !text.is_empty())?;
            let name = attribute(skill.name());
            let text = neutral(&text[..text.floor_char_boundary(PROMPT)]);
            Some(format!("<skill_guidance name=\"{name}\">\n{text}\n</skill_guidance>\n"))
        };
        self.skills.values().filter_map(|skill| fragment(skill.as_ref())).collect()
    }
}

impl fmt::Debug for Installed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.skills.keys()).finish()
    }
}
