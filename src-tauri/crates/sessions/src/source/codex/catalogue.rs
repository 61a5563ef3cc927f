//! The list of skills as Codex words it, in a developer message and in `world_state`. Recorded with 0.144.0 and
//! 0.169.0; the lists of 0.118 to 0.142 have the same lines.

/// A skill of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    pub name: String,
    /// Its main file, whole: where the list shortens paths, the root is put back.
    pub path: Option<String>,
}

const OPEN: &str = "<skills_instructions>";

/// Whether a text holds the list.
pub(super) fn is_catalogue(text: &str) -> bool {
    text.trim_start().starts_with(OPEN)
}

/// The skills of a list, in its order.
pub(super) fn entries(text: &str) -> Vec<Entry> {
    let mut roots: Vec<(&str, &str)> = Vec::new();
    let mut items: Vec<String> = Vec::new();
    let mut section = "";
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("### ") {
            section = title.trim();
        } else if section == "Skill roots" {
            roots.extend(root(line));
        } else if section != "Available skills" || line.starts_with("</skills_instructions>") {
        } else if line.starts_with("- ") {
            items.push(line.to_owned());
        } else if let Some(item) = items.last_mut().filter(|item| !item.ends_with(')')) {
            // A description of several lines: the place stands at the end of the last one.
            item.push('\n');
            item.push_str(line);
        }
    }
    items.iter().filter_map(|item| entry(item, &roots)).collect()
}

/// A line such as: - `r0` = `/home/ada/.codex/skills`.
fn root(line: &str) -> Option<(&str, &str)> {
    let (alias, folder) = line.strip_prefix("- `")?.split_once("` = `")?;
    Some((alias, folder.trim_end().strip_suffix('`')?))
}

fn entry(item: &str, roots: &[(&str, &str)]) -> Option<Entry> {
    let item = item.strip_prefix("- ")?.trim_end();
    let place = item.strip_suffix(')').and_then(|item| item.rsplit_once("(file: "));
    let (head, path) = place.map_or((item, None), |(head, path)| (head, Some(path)));
    let name = head.split_once(": ").map_or(head, |(name, _)| name).trim_end().trim_end_matches(':');
    let path = path.map(|path| match path.split_once('/') {
        Some((alias, rest)) => match roots.iter().find(|(known, _)| *known == alias) {
            Some((_, folder)) => format!("{}/{rest}", folder.trim_end_matches('/')),
            None => path.to_owned(),
        },
        None => path.to_owned(),
    });
    (!name.is_empty()).then(|| Entry { name: name.to_owned(), path })
}

#[cfg(test)]
mod tests {
    use super::entries;

    #[test]
    fn names_and_whole_paths_come_in_the_order_of_the_list() {
        let text = "<skills_instructions>\n## Skills\nWords.\n### Skill roots\n- `r0` = `/h/.codex/skills`\n\
                    ### Available skills\n- notes: Use (when: asked). (file: r0/notes/SKILL.md)\n- col:on: Two\nlines. \
                    (file: /w/c/SKILL.md)\n- bare: (file: r1/bare/SKILL.md)\n- kit:tour (file: r0/kit/tour/SKILL.md)\n\
                    ### How to use skills\n- Discovery: words (file: not one)\n</skills_instructions>";
        let found: Vec<(String, String)> =
            entries(text).into_iter().map(|entry| (entry.name, entry.path.unwrap_or_default())).collect();
        let expected = [
            ("notes", "/h/.codex/skills/notes/SKILL.md"),
            ("col:on", "/w/c/SKILL.md"),
            ("bare", "r1/bare/SKILL.md"),
            ("kit:tour", "/h/.codex/skills/kit/tour/SKILL.md"),
        ];
        assert_eq!(found, expected.map(|(name, path)| (name.to_owned(), path.to_owned())));
    }
}
