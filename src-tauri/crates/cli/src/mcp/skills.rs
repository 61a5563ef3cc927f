//! The extension `io.modelcontextprotocol/skills`: each skill with a manifest of its files, and the files by their
//! addresses, `skill://NAME/PATH`.

use std::sync::Arc;

use api::agent::{Served, served_folder, served_skill, served_skills};
use api::{Code, Failure};
use rmcp::ErrorData;
use rmcp::model::{
    DIRECTORY_MIME_TYPE, GetSkillResult, ListSkillsResult, MetaObject, ReadResourceDirectoryResult, Resource,
    SKILL_MD, Skill, SkillFrontmatter, SkillResource, SkillResources,
};
use serde_json::{Value, json};

use super::door::{Door, broken};
use super::look;

/// What begins the address of a file of a skill.
pub const SKILL: &str = "skill://";
/// What a page says of skills that are not on it, each by name with the reason.
const NOT_SERVED: &str = "assay/not_served";

pub async fn list(door: &Door, after: Option<String>) -> Result<ListSkillsResult, ErrorData> {
    let offer = Arc::clone(&door.offer);
    let page = door
        .aside(move |app| Ok(served_skills(&app.workspace, &offer.sight, after.as_deref())))
        .await
        .map_err(|why| broken(&why))?;
    let mut result =
        ListSkillsResult::with_all_items(page.skills.into_iter().map(|(id, one)| skill(&id, one)).collect());
    result.next_cursor = page.next;
    if !page.left_out.is_empty() {
        let why = page.left_out.into_iter().map(|(id, why)| json!({ "name": id, "why": why })).collect();
        let mut meta = MetaObject::default();
        meta.0.insert(NOT_SERVED.to_owned(), Value::Array(why));
        result.meta = Some(meta);
    }
    Ok(result)
}

pub async fn get(door: &Door, address: &str) -> Result<GetSkillResult, ErrorData> {
    let at = At::of(address).filter(|at| at.path == SKILL_MD);
    let id = at.map(|at| at.id).ok_or_else(|| no_skill(address))?;
    let (offer, asked) = (Arc::clone(&door.offer), id.clone());
    match door.aside(move |app| served_skill(&app.workspace, &offer.sight, &asked)).await {
        Ok(found) => Ok(GetSkillResult::new(skill(&id, found))),
        Err(why) => Err(told(address, &why)),
    }
}

pub async fn folder(door: &Door, address: &str) -> Result<ReadResourceDirectoryResult, ErrorData> {
    let no_folder = || ErrorData::invalid_params(format!("{address} is not a skill folder"), None);
    let at = At::of(address).ok_or_else(no_folder)?;
    let (offer, asked) = (Arc::clone(&door.offer), at.clone());
    let found = door.aside(move |app| served_folder(&app.workspace, &offer.sight, &asked.id, &asked.path));
    let children = match found.await {
        Ok(children) => children,
        Err(why) if why.code == Code::NotFound => return Err(no_folder()),
        Err(why) => return Err(broken(&why)),
    };
    let resource = |child: api::agent::Child| {
        let name = child.path.rsplit('/').next().unwrap_or_default().to_owned();
        let kind = if child.is_folder { Some(DIRECTORY_MIME_TYPE) } else { mime(&child.path) };
        let one = Resource::new(address_of(&at.id, &child.path), name);
        match kind {
            Some(kind) => one.with_mime_type(kind),
            None => one,
        }
    };
    Ok(ReadResourceDirectoryResult::with_all_items(children.into_iter().map(resource).collect()))
}

/// A file or folder of a skill, as an address names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct At {
    /// What the skill is called by.
    pub id: String,
    /// The path from its folder, with `/`; empty for the folder itself.
    pub path: String,
}

impl At {
    /// Nothing for what is no address of this kind: each part stands there as it is written for its name.
    pub fn of(address: &str) -> Option<Self> {
        let (id, path) = address.strip_prefix(SKILL)?.split_once('/').unzip();
        let id = look::unescaped(id.or_else(|| address.strip_prefix(SKILL))?)?;
        let parts: Option<Vec<_>> = path.map_or(Some(Vec::new()), |path| {
            path.split('/').map(|part| look::unescaped(part).filter(|name| is_name(name))).collect()
        });
        Some(Self { id, path: parts?.join("/") }).filter(|at| !at.id.is_empty())
    }
}

/// Whether a part of an address is a name: what it hides in an encoding is no way on.
fn is_name(part: &str) -> bool {
    !matches!(part, "" | "." | "..") && !part.contains(['/', '\\', '\0'])
}

/// The address of a file or folder of a skill.
pub fn address_of(id: &str, path: &str) -> String {
    let parts = path.split('/').filter(|part| !part.is_empty()).map(look::escaped);
    std::iter::once(format!("{SKILL}{}", look::escaped(id))).chain(parts).collect::<Vec<_>>().join("/")
}

/// What kind of file it is, as far as its name tells.
pub fn mime(path: &str) -> Option<&'static str> {
    path.to_ascii_lowercase().ends_with(".md").then_some("text/markdown")
}

fn skill(id: &str, served: Served) -> Skill {
    let mut fields = served.frontmatter;
    let mut text = |key: &str| match fields.shift_remove(key) {
        Some(Value::String(text)) => text,
        _ => String::new(),
    };
    let mut frontmatter = SkillFrontmatter::new(text("name"), text("description"));
    frontmatter.extra = fields;
    let file = |file: api::agent::ServedFile| {
        SkillResource::new(address_of(id, &file.path), format!("sha256:{}", file.digest), file.size)
    };
    let files = served.files.into_iter().map(file).collect();
    Skill::new(address_of(id, SKILL_MD), frontmatter, SkillResources::Files(files))
}

fn no_skill(address: &str) -> ErrorData {
    ErrorData::invalid_params(format!("no skill at {address}"), None)
}

fn told(address: &str, why: &Failure) -> ErrorData {
    match why.code {
        Code::NotFound => ErrorData::invalid_params(format!("{address}: {}", why.message), None),
        _ => broken(why),
    }
}

#[cfg(test)]
mod tests {
    use super::{At, address_of};

    #[test]
    fn an_address_names_one_file_and_hides_no_way_out() {
        for (id, path) in [("a", "SKILL.md"), ("技能", "a b/c%41.md"), ("a", ""), ("a/b", "x")] {
            let at = At { id: id.to_owned(), path: path.to_owned() };
            assert_eq!(At::of(&address_of(id, path)), Some(at), "{}", address_of(id, path));
        }
        assert_eq!(address_of("a", "b c/d.md"), "skill://a/b%20c/d.md");
        for address in [
            "skill://",
            "skill:///SKILL.md",
            "skill://a/",
            "skill://a//b",
            "skill://a/../b",
            "skill://a/%2e%2e/b",
            "skill://a/b%2fc",
            "skill://a/b%5cc",
            "skill://a/%00",
            "skill://a/%ff",
            "file:///a/SKILL.md",
            "",
        ] {
            assert_eq!(At::of(address), None, "{address}");
        }
    }
}
