//! A new skill: a folder with a `SKILL.md` that Pixir and YAML read alike.

use std::path::{Path, PathBuf};

use disk::{Imprint, Matter, Part};
use message::message;

use super::change::{Act, Plan, Source, Step, Trouble, deed};
use super::fields::{Setting, set_field};
use super::foresee::root_for_new;
use super::plan::{FILE_MODE, FOLDER_MODE, check_folder, check_free, check_name, finish, no_root};
use crate::skill::FILE_NAME;
use crate::{DESCRIPTION_LIMIT, Ruling, Scope};

/// What a new skill begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Beginning<'a> {
    /// Its name and its folder's.
    pub name: &'a str,
    /// What it is for and when to use it.
    pub description: &'a str,
    /// What stands below the frontmatter at first.
    pub outline: Outline,
    /// Folders beside the file, out of [`FOLDERS`].
    pub folders: &'a [String],
}

/// What stands below the frontmatter of a new skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outline {
    /// A heading and a line to replace.
    Short,
    /// Steps to follow, and when to stop.
    Steps,
    /// Rules to keep to, with an example.
    Rules,
}

impl Outline {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Short, Self::Steps, Self::Rules];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Short => "short",
            Self::Steps => "steps",
            Self::Rules => "rules",
        }
    }

    fn text(self, name: &str) -> String {
        let spaced = name.replace('-', " ");
        let mut letters = spaced.chars();
        let title: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
        let rest = match self {
            Self::Short => "Say here what the agent shall do.\n",
            Self::Steps => {
                "## Steps\n\n1. Say what to look at first.\n2. Say what to do with it.\n3. Say what to hand over.\n\n\
                 ## Stop and ask\n\nSay when the agent shall ask instead of going on.\n"
            }
            Self::Rules => {
                "## Rules\n\n- Say what must always hold.\n- Say what must never happen.\n\n\
                 ## Example\n\nShow one good outcome.\n"
            }
        };
        format!("# {title}\n\n{rest}")
    }
}

/// The folders that the specification names.
pub const FOLDERS: [&str; 3] = ["assets", "references", "scripts"];

/// Makes a skill in the root of a scope. Refused when the name is none, when something stands there, also
/// in other upper and lower case, and when Pixir and YAML would not read the description alike.
///
/// # Errors
///
/// [`Trouble::Refused`] as said above, and for a folder that is none of those a skill may begin with;
/// [`Trouble::Disk`] when the root cannot be read.
pub fn create(ruling: &Ruling, scope: Scope, beginning: &Beginning<'_>) -> Result<Plan, Trouble> {
    let name = beginning.name;
    let place = place_of(ruling, scope, name)?;
    let text = text_of(beginning)?;
    let mut folders: Vec<&str> =
        FOLDERS.into_iter().filter(|one| beginning.folders.iter().any(|b| b == one)).collect();
    folders.sort_unstable();
    if let Some(other) = beginning.folders.iter().find(|folder| !FOLDERS.contains(&folder.as_str())) {
        return Trouble::refused(message!(
            "`{other}` is not one of the folders {folders}.",
            other,
            folders = FOLDERS.join(", ")
        ));
    }
    let part = |rel: &str| Part { rel: rel.into(), matter: Matter::Folder, mode: FOLDER_MODE };
    let mut parts = vec![part(""), Part::file(Path::new(FILE_NAME), &text, FILE_MODE)];
    parts.extend(folders.iter().map(|folder| part(folder)));
    let step = Step {
        path: place,
        seen: Imprint::default(),
        after: Imprint { parts },
        text_before: None,
        text_after: Some(text.clone()),
        source: Source::Folder {
            folders: folders.into_iter().map(PathBuf::from).collect(),
            files: vec![(FILE_NAME.into(), text)],
        },
    };
    let deed = deed!("Would create `{name}` in {scope}.", "created `{name}` in {scope}", name, scope);
    finish(ruling, Act::Create, deed, vec![step], Vec::new())
}

/// Where a new skill of that name would lie; refused as [`create`] refuses it.
///
/// # Errors
///
/// As [`create`].
pub fn place_of(ruling: &Ruling, scope: Scope, name: &str) -> Result<PathBuf, Trouble> {
    check_name(name)?;
    let Some(root) = root_for_new(ruling, scope) else { return no_root(ruling, scope) };
    let place = root.join(name);
    check_folder(ruling, &place)?;
    check_free(&place)?;
    Ok(place)
}

/// The file of a new skill.
pub(crate) fn text_of(beginning: &Beginning<'_>) -> Result<Vec<u8>, Trouble> {
    let description = beginning.description.trim();
    let count = description.chars().count();
    if count > DESCRIPTION_LIMIT {
        return Trouble::refused(message!(
            "The description has {count} characters; at most {description_limit} are allowed. Shorten it.",
            count,
            description_limit = DESCRIPTION_LIMIT
        ));
    }
    if description.is_empty() {
        return Trouble::refused(message!(
            "A skill needs a description, by which the model selects it. Add one."
        ));
    }
    let empty = format!("---\n---\n\n{}", beginning.outline.text(beginning.name));
    let named = set_field(empty.as_bytes(), "name", Setting::Text(beginning.name))?;
    set_field(&named, "description", Setting::Text(description))
}

#[cfg(test)]
mod tests {
    use super::Outline;

    #[test]
    fn outlines_have_names_and_begin_with_the_skills() {
        assert_eq!(Outline::ALL.map(Outline::name), ["short", "steps", "rules"]);
        for outline in Outline::ALL {
            let text = outline.text("my-skill");
            assert!(text.contains("# My skill\n") && text.ends_with('\n'), "{text}");
        }
    }
}
