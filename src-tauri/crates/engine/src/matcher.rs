/// Whether a matcher of a hook, or a word of `allowed-tools`, means this tool. Names are told apart by case.
///
/// `*` and nothing at all mean every tool; `Bash` means `Bash` and `Bash(…)`, which a host calls a variant of it;
/// `Bash(git:*)` means only itself; `Write|Edit` means either (S4-59 to S4-62).
pub fn matches(matcher: &str, tool: &str) -> bool {
    let matcher = matcher.trim();
    matcher.is_empty() || alternatives(matcher).into_iter().any(|one| is_meant(one.trim(), tool))
}

/// The names by which other hosts call the tools here: a hook that is for `Bash` is for `shell` too (S4-46).
const HOST_NAMES: &[(&str, &[&str])] = &[
    ("shell", &["Bash", "bash", "run_shell_command", "shell_command", "exec_command"]),
    ("read_file", &["Read", "read", "view"]),
    ("write_file", &["Write", "write", "Edit", "edit", "MultiEdit", "replace", "apply_patch", "create"]),
    ("list_dir", &["LS", "ls", "Glob", "glob", "list", "list_directory"]),
    ("activate_skill", &["Skill", "skill", "skill_view"]),
    ("activateSkill", &["Skill", "skill", "skill_view"]),
    ("skill_view", &["Skill", "skill", "read_skill_resource", "activate_skill"]),
    ("read_skill_resource", &["skill_view"]),
    ("run_skill_script", &["Bash", "bash"]),
];

/// Returns `true` if a matcher of a hook is for a tool, under its own name or one that another host has for it.
pub fn matches_tool(matcher: &str, tool: &str) -> bool {
    let names = HOST_NAMES.iter().find(|(own, _)| *own == tool).map_or(&[][..], |(_, names)| names);
    matches(matcher, tool) || names.iter().any(|name| matches(matcher, name))
}

fn is_meant(one: &str, tool: &str) -> bool {
    if one.is_empty() {
        return false;
    }
    one == "*" || tool.strip_prefix(one).is_some_and(|rest| rest.is_empty() || rest.starts_with('('))
}

/// The parts between bars that stand in no parentheses.
fn alternatives(matcher: &str) -> Vec<&str> {
    let (mut found, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    for (at, character) in matcher.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '|' if depth == 0 => {
                found.push(&matcher[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(&matcher[start..]);
    found
}

#[cfg(test)]
mod tests {
    use super::{matches, matches_tool};

    fn check(matcher: &str, meant: &[&str], not: &[&str]) {
        meant.iter().for_each(|tool| assert!(matches(matcher, tool), "{matcher:?} means {tool:?}"));
        not.iter().for_each(|tool| assert!(!matches(matcher, tool), "{matcher:?} does not mean {tool:?}"));
    }

    #[test]
    fn s4_59_a_star_matches_every_tool() {
        check("*", &["Bash", "Read", "mcp__x__y", "Bash(git:*)"], &[]);
        check("", &["Bash"], &[]);
    }

    #[test]
    fn s4_60_a_matcher_is_exact() {
        check("Bash", &["Bash"], &["bash", "Read", "BashExtra", "XBash", "Bas", ""]);
    }

    #[test]
    fn s4_61_a_name_means_its_variants_and_a_variant_only_itself() {
        check("Bash", &["Bash(git:*)", "Bash(a|b)"], &["BashExtra", "BashExtra(x)"]);
        check("Bash(git:*)", &["Bash(git:*)"], &["Bash", "Bash(npm:*)"]);
        check("Bash(a|b)", &["Bash(a|b)"], &["b)", "Bash(a"]);
    }

    #[test]
    fn s4_46_matcher_of_another_host_fires_for_the_same_tool() {
        for (matcher, tool) in [
            ("Bash", "shell"),
            ("Write|Edit", "write_file"),
            ("Read", "read_file"),
            ("Skill", "activate_skill"),
            ("skill_view", "read_skill_resource"),
            ("Bash", "run_skill_script"),
        ] {
            assert!(matches_tool(matcher, tool), "{matcher} {tool}");
            assert!(!matches(matcher, tool), "the list of tools takes names as they are: {matcher} {tool}");
        }
        assert!(!matches_tool("Bash", "read_file") && !matches_tool("Bash(git:*)", "shell"));
    }

    #[test]
    fn s4_62_bars_are_alternatives() {
        check("Write|Edit", &["Write", "Edit", "Edit(x)"], &["Read", "Write|Edit", "WriteEdit"]);
        check(" Write | Edit ", &["Edit"], &["Read"]);
        check("Write||Edit", &["Edit"], &["Read", ""]);
        check("Write|*", &["Read"], &[]);
    }
}
