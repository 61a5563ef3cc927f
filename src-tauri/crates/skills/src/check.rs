use crate::finding::{Finding, FindingText, line_at};
use crate::frontmatter::frontmatter;
use crate::{Content, Skill, differ, hidden, spec};

/// What there is to say about the file of `skill`, worst first: where Pixir's reading and YAML's differ,
/// where the file leaves the specification, and what cannot be seen in it.
pub fn checks(skill: &Skill, content: &Content<'_>) -> Vec<Finding> {
    let mut findings = match std::str::from_utf8(content.bytes) {
        Err(error) => vec![not_utf8(content.bytes, error.valid_up_to())],
        Ok(text) => {
            let (pixir, yaml) = (frontmatter(content.bytes), &content.yaml);
            let mut findings = differ::findings(text, skill, pixir.as_ref(), yaml);
            findings.extend(spec::findings(text, skill, pixir.as_ref(), yaml));
            findings.extend(hidden::findings(text));
            findings
        }
    };
    findings.sort_by_key(|finding| (finding.severity, finding.line));
    findings
}

fn not_utf8(content: &[u8], at: usize) -> Finding {
    let line = line_at(content, at);
    Finding::by_rule("not-utf8", Some(line), FindingText::NotUtf8 { line })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Root, Scope, Severity};

    /// A skill in the folder `a`.
    fn skill(content: &[u8]) -> Skill {
        let root = Root { scope: Scope::Repo, path: "/r".into() };
        Skill::from_content(&root, "/r/a".into(), content, disk::Stamp::default())
    }

    #[test]
    fn findings_say_where_the_readings_part() {
        let check = |content: &str, expected: &[(&str, Option<u32>)]| {
            let found = checks(&skill(content.as_bytes()), &Content::of(content.as_bytes()));
            let rules: Vec<_> = found.iter().map(|one| (one.rule, one.line)).collect();
            assert_eq!(rules, expected, "{content:?}: {found:?}");
            for one in found {
                let message = one.text.to_string();
                let ends = message.ends_with('.') && one.fix().ends_with(['.', '”']);
                assert!(ends && !message.contains('!'), "{one:?}");
            }
        };
        let body = "---\nDo it.\n";
        check(&format!("---\nname: a\ndescription: b\n{body}"), &[]);
        check(&format!("---\r\nname: a\r\ndescription: b\r\n{body}"), &[("crlf", Some(1))]);
        check(&format!("\u{feff}---\nname: a\ndescription: b\n{body}"), &[("bom", Some(1))]);
        check(&format!("--- \nname: a\ndescription: b\n{body}"), &[("opening-fence", Some(1))]);
        check(&format!("---\nname: a\ndescription: b\n--- \nx\n{body}"), &[("closing-fence", Some(4))]);
        check(&format!("---\nname: a\ndescription: |\n  b\n  ---\n{body}"), &[("block-scalar", Some(3))]);
        check("---\nname: a\ndescription: b\n  ---\nDo it.\n", &[("closing-fence", Some(4))]);
        check("---\nname: a\ndescription: b\n", &[("unclosed-frontmatter", Some(1))]);
        check(&format!("---\nname: a\ndescription: >-\n  b c\n{body}"), &[("block-scalar", Some(3))]);
        check(&format!("---\nname: a\ndescription: b # c\n{body}"), &[("comment", Some(3))]);
        check(&format!("---\nname: a\ndescription: b\n  c\n{body}"), &[("continued-line", Some(3))]);
        check(&format!("---\nname: a\ndescription: 'it''s'\n{body}"), &[("quotes", Some(3))]);
        check(
            &format!("---\nname: a\ndescription: b\nmetadata:\n  name: c\n{body}"),
            &[("nested-key", Some(2))],
        );
        check(&format!("---\nname: a\ndescription: b: c\n{body}"), &[("not-yaml", Some(3))]);
        check(
            &format!("---\nname: a\nname: a\ndescription: b\nx: y\n{body}"),
            &[("duplicate-key", Some(3)), ("unknown-field", Some(5))],
        );
        let long = "d".repeat(1_025);
        check(&format!("---\nname: a\ndescription: {long}\n{body}"), &[("description-length", Some(3))]);
        let long = "c".repeat(501);
        let content = format!("---\nname: a\ndescription: b\ncompatibility: {long}\n{body}");
        check(&content, &[("compatibility-length", Some(4))]);
        let content = format!("---\nname: a\ndescription: b\n{body}x\u{200b}y\u{202e}\n</skill>\n");
        let unseen = ("invisible-characters", Some(6));
        check(&content, &[unseen, unseen, ("closing-tag", Some(7))]);
        let content = format!("---\nname: a\ndescription: b\n{body}{}", "word ".repeat(4_100));
        check(&content, &[("body-length", None)]);
        let content = format!("---\nname: a\ndescription: b\n{body}{}", "word word word\n".repeat(1_400));
        check(&content, &[("body-length", None)]);
        check("no fences\n", &[("no-frontmatter", Some(1))]);
        check("\u{feff}no fences\n", &[("no-frontmatter", Some(1))]);
    }

    #[test]
    fn the_difference_of_two_readings_is_in_what_is_shown() {
        let long = "Drafts release notes for a range of tags and sorts them by what they touch";
        let content = format!("---\nname: a\ndescription: {long},\n  then asks.\n---\nDo it.\n");
        let found = checks(&skill(content.as_bytes()), &Content::of(content.as_bytes()));
        let said = "YAML reads description as `…them by what they touch, then asks.`, \
                    Pixir reads `…them by what they touch,`.";
        assert_eq!(found[0].text.to_string(), said);
    }

    #[test]
    fn one_cause_is_one_finding() {
        let check = |frontmatter: &str, rules: &[&str]| {
            let content = format!("---\n{frontmatter}---\nDo it.\n");
            let skill = skill(content.as_bytes());
            let content = Content::of(content.as_bytes());
            let mut found = checks(&skill, &content);
            found.extend(crate::validator_checks(&content));
            found.extend(crate::description_checks(&skill, &content));
            let told: Vec<_> = found.iter().map(|one| one.rule).collect();
            assert_eq!(told, rules, "{frontmatter}: {found:?}");
        };
        let good = "Drafts release notes for a range of tags. Use when the user asks for a changelog.";
        check(&format!("name: a\ndescription: >-\n  {good}\n"), &["block-scalar"]);
        check(&format!("name: a\ndescription: {good} # x\n"), &["comment"]);
        check(&format!("name: A\ndescription: {good}\n"), &["name-characters"]);
        check("name: a\ndescription:\n  x: y\n", &["field-type"]);
        check("name: a\ndescription: [x, y]\n", &["field-type"]);
        check("name: a\n", &["description-missing"]);
        check("name: a\ndescription: Sorts.\n", &["description-short"]);
        check(&format!("name: a\ndescription: {good}\nhooks: x\nmetadata:\n  x: y\n"), &[]);
        check(&format!("name: a\ndescription: {good}\nallowed-tools: [x]\n"), &["field-type"]);
    }

    #[test]
    fn findings_name_both_readings() {
        let content = "---\nname: A--b c\ndescription: b\ndisable-model-invocation:\n  x: 5\n---\nDo it.\n";
        let found = checks(&skill(content.as_bytes()), &Content::of(content.as_bytes()));
        let said: Vec<_> = found.iter().map(|one| one.text.to_string()).collect();
        let both =
            "YAML reads disable-model-invocation.x as `5`, Pixir reads disable-model-invocation as empty.";
        assert!(said.iter().any(|one| one == both), "{said:?}");
        let rules: Vec<_> = found.iter().map(|one| one.rule).collect();
        assert_eq!(rules, ["name-folder", "name-characters", "name-hyphens", "nested-value"]);
        let bytes = b"---\nname: a\ndescription: caf\xe9\n---\n";
        let found = checks(&skill(bytes), &Content::of(bytes));
        assert_eq!((found[0].rule, found[0].line, found[0].severity), ("not-utf8", Some(3), Severity::Error));
    }
}
