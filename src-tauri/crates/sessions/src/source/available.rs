//! The list of skills as several agents write it into a system message: `<available_skills>` with a `<skill>` each.

/// A skill of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Skill {
    pub name: String,
    /// Its main file, or where an agent names no file the word for where it comes from.
    pub location: String,
}

/// The skills of a list, in its order.
pub(super) fn skills(list: &str) -> Vec<Skill> {
    let element = |text: &str, name: &str| {
        let (_, inside) = text.split_once(&format!("<{name}>"))?;
        let (inside, _) = inside.split_once(&format!("</{name}>"))?;
        Some(plain(inside))
    };
    let skills = list.split("<skill>").skip(1).filter_map(|skill| {
        Some(Skill { name: element(skill, "name")?, location: element(skill, "location")? })
    });
    skills.collect()
}

/// A text without the marks that stand for letters of the markup.
pub(super) fn plain(text: &str) -> String {
    let pairs =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#39;", "'"), ("&amp;", "&")];
    pairs.iter().fold(text.to_owned(), |text, (escaped, plain)| text.replace(escaped, plain))
}

#[cfg(test)]
mod tests {
    use super::skills;

    #[test]
    fn a_list_is_read_in_its_order() {
        let list = "<available_skills>\n<skill>\n<name>b</name>\n<description>x &lt; y</description>\n<location>/b&amp;c/SKILL.md</location>\n\
                    </skill>\n<skill><name>a</name><location>/a/SKILL.md</location></skill>\n</available_skills>";
        let found: Vec<_> = skills(list).into_iter().map(|skill| (skill.name, skill.location)).collect();
        let pair = |name: &str, path: &str| (name.to_owned(), path.to_owned());
        assert_eq!(found, [pair("b", "/b&c/SKILL.md"), pair("a", "/a/SKILL.md")]);
    }
}
