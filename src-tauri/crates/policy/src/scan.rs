//! What another scanner found, from its SARIF 2.1.0, and the bytes it found it in.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use disk::Digest;
use serde_json::Value;
use url::Url;

use crate::overrides::{are_unread, overridden};
use crate::unread::PolicyError;
use skills::Severity;

/// What a scanner found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scan {
    /// Its file.
    pub path: PathBuf,
    /// Its findings, in the order of the file.
    pub found: Vec<Scanned>,
    /// Results that the scanner itself was told to leave out.
    pub suppressed: u32,
    /// Files that it looked at, by their path from the workspace, and the bytes they had; those it wrote down no hash
    /// of are left out.
    pub looked_at: Vec<(String, Digest)>,
    /// Why a part of it says nothing of what is there, in whole sentences: of that, nothing is known.
    pub unfinished: Vec<String>,
}

/// One finding. Hostile text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scanned {
    /// The scanner.
    pub tool: String,
    /// Its rule.
    pub rule: String,
    /// How much it matters, as the scanner says.
    pub level: Severity,
    /// What it says.
    pub words: String,
    /// The file, from the workspace, with slashes; absent when it names none, or one that lies elsewhere.
    pub path: Option<String>,
    /// Counted from 1.
    pub line: Option<u32>,
    /// The bytes that were scanned, each digest that the scanner wrote down of its file; empty if it wrote none.
    pub digests: Vec<Digest>,
}

/// Most results that are taken in.
const RESULTS: usize = 100_000;
/// Most characters of a word that are kept.
const SHOWN: usize = 2_000;

impl Scan {
    /// Reads a log of SARIF. `folder` is the workspace its paths are taken from.
    ///
    /// # Errors
    ///
    /// When it is no JSON, no SARIF 2.1, has something else where runs and results belong, or more than 100,000 results.
    pub fn read(path: &Path, content: &str, folder: &Path) -> Result<Self, PolicyError> {
        let log = log(path, content)?;
        let runs = runs(path, &log)?;
        let mut scan = Self { path: path.to_owned(), ..Self::default() };
        if !is_blank(&log["inlineExternalProperties"]) {
            let words = "It keeps parts of its runs in inlineExternalProperties, which Assay does not read.";
            scan.unfinished.push(words.to_owned());
        }
        if runs.is_empty() {
            scan.unfinished.push("It has no runs.".to_owned());
        }
        for (number, run) in (1..).zip(runs) {
            let refuse = |words: String| PolicyError::new(path, 1, format!("{words}; run the scanner again"));
            if !run.is_object() {
                return Err(refuse(format!("run {number} is not an object")));
            }
            let listed = listed(run, folder);
            let tool = shown(run["tool"]["driver"]["name"].as_str().unwrap_or("unknown scanner"));
            scan.unfinished.extend(unfinished(run).map(|why| format!("{tool} {why}.")));
            let results = match &run["results"] {
                Value::Array(results) => results.as_slice(),
                Value::Null => &[],
                _ => return Err(refuse(format!("results of run {number} is not a list"))),
            };
            for result in results {
                if scan.found.len() >= RESULTS {
                    let words = format!("it has more than {RESULTS} results; scan less at once");
                    return Err(PolicyError::new(path, 1, words));
                }
                if !result.is_object() {
                    return Err(refuse(format!("a result of run {number} is not an object")));
                }
                let passed = ["pass", "notApplicable", "informational"];
                if result["kind"].as_str().is_some_and(|kind| passed.contains(&kind)) {
                    continue;
                }
                if is_suppressed(result) {
                    scan.suppressed += 1;
                    continue;
                }
                scan.found.push(one(&tool, (run, &listed), result, folder));
            }
            for (path, places) in listed {
                let digests = places.iter().filter_map(|at| hash(&artifacts(run)[*at]));
                scan.looked_at.extend(digests.map(|digest| (path.clone(), digest)));
            }
        }
        Ok(scan)
    }
}

/// Why a run does not say all that its scanner was to find out, in words that go on from the scanner's name.
fn unfinished(run: &Value) -> Option<&'static str> {
    let invocations = run["invocations"].as_array().map_or(&[][..], Vec::as_slice);
    if !run["invocations"].is_null() && !run["invocations"].is_array()
        || invocations.iter().any(|one| one["executionSuccessful"] != true)
    {
        return Some("does not report success");
    }
    let elsewhere = &run["externalPropertyFileReferences"];
    let parts = elsewhere.as_object().into_iter().flatten();
    if !elsewhere.is_null() && !elsewhere.is_object() || parts.into_iter().any(|(_, part)| !is_blank(part)) {
        return Some("stores parts of its run in other files, which Assay does not read");
    }
    if are_unread(run) {
        return Some("overrides rule levels in a format that Assay does not read");
    }
    if artifacts(run).iter().any(|one| !one["hashes"]["sha-256"].is_null() && hash(one).is_none()) {
        return Some("has a SHA-256 of a file that is not 64 hexadecimal digits");
    }
    // So it is written where a scan did not begin; one that found nothing has an empty list.
    run["results"].is_null().then_some("has no list of results, so it did not scan")
}

/// Whether a value holds nothing.
fn is_blank(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        _ => false,
    }
}

pub(crate) fn log(path: &Path, content: &str) -> Result<Value, PolicyError> {
    let content = content.strip_prefix('\u{feff}').unwrap_or(content);
    let log = disk::unique_json(content.as_bytes()).map_err(|error| {
        let line = u32::try_from(error.line()).unwrap_or(u32::MAX).max(1);
        let words = error.to_string();
        let words = words.rsplit_once(" at line ").map_or(words.as_str(), |(words, _)| words);
        PolicyError::new(path, line, format!("not JSON: {words}; run the scanner again"))
    })?;
    match log["version"].as_str() {
        Some(version) if version.starts_with("2.1.") => Ok(log),
        Some(version) => {
            let version: String = version.chars().take(40).collect();
            Err(PolicyError::new(path, 1, format!("it is SARIF {version}; Assay reads 2.1.0")))
        }
        None => Err(PolicyError::new(path, 1, "not SARIF: it has no version")),
    }
}

fn runs<'l>(path: &Path, log: &'l Value) -> Result<&'l [Value], PolicyError> {
    let runs = log["runs"].as_array();
    runs.map(Vec::as_slice).ok_or_else(|| PolicyError::new(path, 1, "not SARIF: it has no list named runs"))
}

fn is_suppressed(result: &Value) -> bool {
    // Without a status it is accepted; what is no suppression accepts nothing.
    let accepted = |one: &Value| {
        one.as_object().is_some_and(|one| one.get("status").is_none_or(|status| status == "accepted"))
    };
    result["suppressions"].as_array().is_some_and(|all| !all.is_empty() && all.iter().all(accepted))
}

fn one(tool: &str, (run, listed): (&Value, &ListedFiles), result: &Value, folder: &Path) -> Scanned {
    let named = result["ruleId"].as_str().or(result["rule"]["id"].as_str());
    let rule = rule(run, result, named);
    let id = named.or(rule.and_then(|rule| rule["id"].as_str())).unwrap_or("unnamed rule");
    // What refers to a rule that is not there may have any level.
    let refers = ["toolComponent", "guid"].iter().any(|key| !result["rule"][key].is_null());
    let is_lost = rule.is_none() && (refers || named.is_none());
    let of_rule = rule.and_then(|rule| rule["defaultConfiguration"].get("level"));
    let own = if is_lost { Severity::Error } else { level_of(of_rule) };
    let level = match result.get("level") {
        Some(level) => level_of(Some(level)),
        None => {
            let (levels, are_all) = overridden(run, result, (rule, named));
            let own = (!are_all).then_some(own);
            // The worst of those that it may have.
            levels
                .into_iter()
                .map(|level| level_of(Some(level)))
                .chain(own)
                .min()
                .unwrap_or(Severity::Warning)
        }
    };
    let message = result["message"]["text"].as_str().or(result["message"]["markdown"].as_str());
    let place = &result["locations"][0]["physicalLocation"];
    let (path, digests) = artifact((run, listed), &place["artifactLocation"], folder);
    Scanned {
        tool: tool.to_owned(),
        rule: shown(id),
        level,
        words: shown(message.unwrap_or("The scanner gave no message.")),
        path,
        line: place["region"]["startLine"]
            .as_u64()
            .and_then(|line| u32::try_from(line).ok())
            .filter(|line| *line > 0),
        digests,
    }
}

/// What the run says of a result's rule: that of the scanner, or of the extension that the result names.
fn rule<'r>(run: &'r Value, result: &Value, named: Option<&str>) -> Option<&'r Value> {
    let rules: Vec<&Value> =
        components(run, &result["rule"]["toolComponent"]).into_iter().flat_map(listed_rules).collect();
    let at = number(&result["ruleIndex"]).or_else(|| number(&result["rule"]["index"]));
    let is_its = |rule: &&&Value| match (named, rule["id"].as_str()) {
        (Some(named), Some(id)) => is_of_rule(named, id),
        (None, _) => true,
        (Some(_), None) => false,
    };
    let pointed = at.and_then(|at| rules.get(at)).filter(is_its);
    let guid = result["rule"]["guid"].as_str();
    let by_guid = || guid.and_then(|guid| rules.iter().find(|rule| rule["guid"] == guid));
    let length = |rule: &&&Value| rule["id"].as_str().map_or(0, str::len);
    // A name may go on from that of its rule; of several the longest is meant.
    let by_name = || named.and_then(|_| rules.iter().filter(is_its).max_by_key(length));
    pointed.or_else(by_guid).or_else(by_name).copied()
}

fn listed_rules(component: &Value) -> &[Value] {
    component["rules"].as_array().map_or(&[], Vec::as_slice)
}

/// The parts of a scanner that a result refers to, by their place, guid or name; the scanner itself without a reference.
pub(crate) fn components<'r>(run: &'r Value, reference: &Value) -> Vec<&'r Value> {
    let tool = &run["tool"];
    if reference.is_null() {
        return vec![&tool["driver"]];
    }
    let extensions = tool["extensions"].as_array().map_or(&[][..], Vec::as_slice);
    if let Some(at) = number(&reference["index"]) {
        return extensions.get(at).into_iter().collect();
    }
    let is_meant = |part: &&Value| {
        ["guid", "name"].into_iter().any(|key| reference[key].is_string() && reference[key] == part[key])
    };
    std::iter::once(&tool["driver"]).chain(extensions).filter(is_meant).collect()
}

/// Returns whether a result is of a rule by its name, which may go on from the rule's: `R1/part`.
pub(crate) fn is_of_rule(named: &str, id: &str) -> bool {
    named.strip_prefix(id).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

pub(crate) fn number(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|number| usize::try_from(number).ok())
}

/// SARIF has a warning where nothing is said, and `none` where it does not matter. A word that is not known is taken for the
/// worst.
fn level_of(level: Option<&Value>) -> Severity {
    match level.map(Value::as_str) {
        None => Severity::Warning,
        Some(Some("none")) => Severity::Note,
        Some(word) => word.and_then(Severity::named).unwrap_or(Severity::Error),
    }
}

fn shown(text: &str) -> String {
    text.chars().take(SHOWN).collect()
}

/// The places in a run's list of artifacts, by the file that each is of.
pub(crate) type ListedFiles = BTreeMap<String, Vec<usize>>;

/// Returns where the artifacts of each file stand in the run's list.
pub(crate) fn listed(run: &Value, folder: &Path) -> ListedFiles {
    let mut listed = ListedFiles::new();
    for (at, one) in artifacts(run).iter().enumerate() {
        if let Some(path) = path_of(run, &one["location"], folder) {
            listed.entry(path).or_default().push(at);
        }
    }
    listed
}

/// Returns the file that a place names, and every digest that the run has of it.
pub(crate) fn artifact(
    (run, listed): (&Value, &ListedFiles),
    place: &Value,
    folder: &Path,
) -> (Option<String>, Vec<Digest>) {
    let artifacts = artifacts(run);
    let index = place["index"].as_u64().and_then(|index| usize::try_from(index).ok());
    let pointed = index.and_then(|index| artifacts.get(index));
    let place =
        if place["uri"].is_string() { place } else { pointed.map_or(place, |pointed| &pointed["location"]) };
    let path = path_of(run, place, folder);
    let places = path.as_ref().and_then(|path| listed.get(path)).map_or(&[][..], Vec::as_slice);
    let digests = places.iter().filter_map(|at| hash(&artifacts[*at])).collect();
    (path, digests)
}

pub(crate) fn artifacts(run: &Value) -> &[Value] {
    run["artifacts"].as_array().map_or(&[], Vec::as_slice)
}

fn hash(artifact: &Value) -> Option<Digest> {
    Digest::parse(&artifact["hashes"]["sha-256"].as_str()?.to_ascii_lowercase())
}

/// Bases of addresses that are followed from one to the next.
const BASES: usize = 8;

/// Returns the path from the workspace that a place names; `None` for one that lies elsewhere.
pub(crate) fn path_of(run: &Value, place: &Value, folder: &Path) -> Option<String> {
    let path = address(run, place, folder, BASES)?.to_file_path().ok()?;
    let mut parts = Vec::new();
    for part in path.strip_prefix(folder).ok()?.components() {
        let Component::Normal(part) = part else { return None };
        parts.push(part.to_str()?);
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

/// Resolves an address against the base that it names, as addresses are: `x/../file` is `file`. Names of Windows may have
/// backslashes.
fn address(run: &Value, place: &Value, folder: &Path, left: usize) -> Option<Url> {
    let uri = place["uri"].as_str()?;
    let base = match place["uriBaseId"].as_str().map(|base| &run["originalUriBaseIds"][base]) {
        Some(base) if base["uri"].is_string() && left > 0 => address(run, base, folder, left - 1)?,
        _ => Url::from_directory_path(folder).ok()?,
    };
    let base = if base.path().ends_with('/') { base } else { Url::parse(&format!("{base}/")).ok()? };
    base.join(uri).ok().filter(|url| url.scheme() == "file" && url.host().is_none())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::path::Path;

    use disk::Digest;
    use serde_json::{Value, json};

    use super::Scan;
    use skills::Severity;

    fn read(log: &Value) -> Scan {
        Scan::read(Path::new("s.sarif"), &log.to_string(), Path::new("/w")).unwrap()
    }

    fn log(run: &Value) -> Value {
        json!({ "version": "2.1.0", "runs": [run] })
    }

    fn at_file(uri: &str) -> Value {
        json!([{ "physicalLocation": { "artifactLocation": { "uri": uri }, "region": { "startLine": 3 } } }])
    }

    #[test]
    fn rule_is_found_by_every_reference_that_sarif_has() {
        let rule = json!({ "id": "X1", "guid": "g1", "defaultConfiguration": { "level": "error" } });
        let extension = json!({ "name": "more", "guid": "m1", "rules": [rule] });
        let of_extension = |reference: Value| {
            let tool =
                json!({ "driver": { "name": "s", "rules": [{ "id": "X0" }] }, "extensions": [extension] });
            let scan =
                read(&log(&json!({ "tool": tool, "results": [{ "rule": reference, "message": {} }] })));
            (scan.found[0].rule.clone(), scan.found[0].level)
        };
        let found = ("X1".to_owned(), Severity::Error);
        for component in [json!({ "index": 0 }), json!({ "name": "more" }), json!({ "guid": "m1" })] {
            for own in [json!({ "index": 0 }), json!({ "id": "X1" }), json!({ "guid": "g1" })] {
                let mut reference = own.clone();
                reference["toolComponent"] = component.clone();
                assert_eq!(of_extension(reference), found, "{component} {own}");
            }
        }
        // What leads nowhere may be of any level.
        for lost in [json!({ "guid": "other" }), json!({ "id": "X1", "toolComponent": { "name": "other" } })]
        {
            assert_eq!(of_extension(lost.clone()).1, Severity::Error, "{lost}");
        }
        let own = |result: Value| {
            let tool =
                json!({ "driver": { "name": "s", "rules": [rule, { "id": "X1/a/b", "guid": "g2" }] } });
            let scan = read(&log(&json!({ "tool": tool, "results": [result] })));
            (scan.found[0].rule.clone(), scan.found[0].level)
        };
        assert_eq!(own(json!({ "rule": { "guid": "g1" }, "message": {} })), found);
        assert_eq!(own(json!({ "ruleId": "X1/a", "message": {} })).1, Severity::Error);
        assert_eq!(own(json!({ "ruleId": "X1/a/b/c", "message": {} })).1, Severity::Warning);
    }

    #[test]
    fn a_finding_has_its_rule_level_and_place_wherever_sarif_puts_them() {
        let rules = json!([{ "id": "R0" }, { "id": "R1", "defaultConfiguration": { "level": "error" } }]);
        let scan = read(&log(&json!({
            "tool": { "driver": { "name": "scanner", "rules": rules } },
            "results": [
                { "ruleIndex": 1, "message": { "text": "a" }, "locations": at_file("a%20b/SKILL.md") },
                { "ruleId": "R0", "level": "none", "message": {}, "locations": at_file("file:///w/c.md") },
                { "kind": "pass", "ruleId": "R0" },
                { "ruleId": "R0", "suppressions": [{ "kind": "external" }] },
                { "ruleId": "R0", "suppressions": [{ "kind": "external", "status": "rejected" }] },
                { "ruleId": "R0", "suppressions": ["x"] },
                { "ruleId": "R0", "suppressions": [{ "status": 5 }] },
            ],
        })));
        let told: Vec<_> = scan
            .found
            .iter()
            .map(|one| (one.rule.as_str(), one.level, one.path.as_deref(), one.line))
            .collect();
        let expected = [
            ("R1", Severity::Error, Some("a b/SKILL.md"), Some(3)),
            ("R0", Severity::Note, Some("c.md"), Some(3)),
            ("R0", Severity::Warning, None, None),
            ("R0", Severity::Warning, None, None),
            ("R0", Severity::Warning, None, None),
        ];
        assert_eq!((told.as_slice(), scan.suppressed), (&expected[..], 1));
    }

    #[test]
    fn scan_of_more_results_than_are_read_is_refused() {
        let results = |count| log(&json!({ "results": vec![json!({}); count] })).to_string();
        let read = |text: &str| Scan::read(Path::new("s.sarif"), text, Path::new("/w"));
        assert_eq!(read(&results(100_000)).unwrap().found.len(), 100_000);
        let error = read(&results(100_001)).expect_err("one too many").to_string();
        assert!(error.contains("more than 100000 results; scan less at once"), "{error}");
    }

    #[test]
    fn level_that_a_run_gives_a_rule_holds_for_its_results() {
        let overridden = |descriptor: Value, level: &str| json!({ "descriptor": descriptor, "configuration": { "level": level } });
        let scan = |overrides: Value, result: Value| {
            let rules = json!([{ "id": "R0", "guid": "g0" }, { "id": "R1", "defaultConfiguration": { "level": "note" } }]);
            let extension = json!({ "name": "more", "rules": [{ "id": "E1" }] });
            read(&log(&json!({
                "tool": { "driver": { "name": "scanner", "rules": rules }, "extensions": [extension] },
                "invocations": [
                    { "executionSuccessful": true },
                    { "executionSuccessful": true, "ruleConfigurationOverrides": overrides },
                ],
                "results": [result],
            })))
        };
        let level = |overrides: Value, result: Value| {
            let scan = scan(overrides, result);
            assert_eq!(scan.unfinished, Vec::<String>::new());
            scan.found[0].level
        };
        let in_second = |rule: &str| json!({ "ruleId": rule, "provenance": { "invocationIndex": 1 } });
        for descriptor in [json!({ "id": "R1" }), json!({ "index": 1 }), json!({ "id": "R1", "index": 1 })] {
            let raised = json!([overridden(descriptor.clone(), "error")]);
            assert_eq!(level(raised.clone(), in_second("R1")), Severity::Error, "{descriptor}");
            assert_eq!(level(raised.clone(), in_second("R1/part")), Severity::Error, "{descriptor}");
            assert_eq!(level(raised.clone(), in_second("R0")), Severity::Warning, "{descriptor}");
            // Of which run it is, is not told: the worst counts.
            assert_eq!(level(raised.clone(), json!({ "ruleId": "R1" })), Severity::Error, "{descriptor}");
            let first = json!({ "ruleId": "R1", "provenance": { "invocationIndex": 0 } });
            assert_eq!(level(raised.clone(), first), Severity::Note, "{descriptor}");
            let own = json!({ "ruleId": "R1", "level": "warning", "provenance": { "invocationIndex": 1 } });
            assert_eq!(level(raised, own), Severity::Warning, "{descriptor}");
        }
        let lowered = json!([overridden(json!({ "guid": "g0" }), "note")]);
        assert_eq!(level(lowered.clone(), in_second("R0")), Severity::Note);
        assert_eq!(level(lowered, json!({ "ruleId": "R0" })), Severity::Warning, "the worst counts");
        let of_extension =
            json!([overridden(json!({ "index": 0, "toolComponent": { "index": 0 } }), "error")]);
        assert_eq!(level(of_extension.clone(), in_second("E1")), Severity::Error);
        assert_eq!(level(of_extension, in_second("R0")), Severity::Warning);
        assert_eq!(
            level(json!([overridden(json!({ "id": "R1" }), "loud")]), in_second("R1")),
            Severity::Error
        );

        for unread in [json!({}), json!(["x"]), json!([{ "configuration": { "level": "none" } }])] {
            let scan = scan(unread, json!({ "ruleId": "R1" }));
            assert!(scan.unfinished[0].contains("levels in a format that Assay does not read"), "{scan:?}");
        }
    }

    #[test]
    fn a_path_that_lies_elsewhere_is_no_path() {
        let path = |uri: &str, bases: Value| {
            let place = json!({ "uri": uri, "uriBaseId": "B" });
            let result = json!({ "ruleId": "R", "locations": [{ "physicalLocation": { "artifactLocation": place } }] });
            read(&log(&json!({ "originalUriBaseIds": bases, "results": [result] }))).found[0].path.clone()
        };
        let base = |uri: &str| json!({ "B": { "uri": uri } });
        assert_eq!(path("a", base("file:///w/x/")).as_deref(), Some("x/a"));
        assert_eq!(path("a", base("file:///other/")), None);
        assert_eq!(path("a", json!({})).as_deref(), Some("a"));
        for uri in
            ["../x", "a/../../x", "https://example.org/a", "file:///etc/passwd", "/etc/passwd", "%ff", ""]
        {
            assert_eq!(path(uri, json!({})), None, "{uri}");
        }
    }

    #[test]
    fn file_named_by_a_winding_path_or_twice_keeps_every_hash() {
        let (now, then) = (Digest::of(b"now"), Digest::of(b"then"));
        let listed = |uri: &str, digest: Digest| json!({ "location": { "uri": uri }, "hashes": { "sha-256": digest.to_string() } });
        for uri in ["x/../a/f", "a/./f", "%61/f", "a%2F..%2Fa/f", "a\\f", "file:///w/x/../a/f", "a/f?q#x"] {
            let run = json!({
                "artifacts": [listed("a/f", now), listed(uri, then)],
                "results": [{ "ruleId": "R", "locations": at_file("a/f") }],
            });
            let scan = read(&log(&run));
            let both = [("a/f".to_owned(), now), ("a/f".to_owned(), then)];
            if uri == "a%2F..%2Fa/f" {
                // An escaped slash is part of a name, and no such file is there.
                assert_eq!(scan.found[0].digests, [now], "{uri}");
                continue;
            }
            assert_eq!(scan.looked_at, both, "{uri}");
            assert_eq!(scan.found[0].digests, [now, then], "{uri}");
        }
    }

    #[test]
    fn what_is_no_sarif_is_refused_with_its_line() {
        let check = |text: &str, words: &str| {
            let error = Scan::read(Path::new("s.sarif"), text, Path::new("/w")).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        };
        check("{\n\n", "s.sarif:3: not JSON");
        check("{}", "s.sarif:1: not SARIF: it has no version");
        check("{\"version\": \"3.0\"}", "it is SARIF 3.0; Assay reads 2.1.0");
        check("{\"version\": \"2.1.0\"}", "it has no list named runs");
        let twice = "the key \"results\" is twice in one object";
        check("{\"version\": \"2.1.0\", \"runs\": [{\"results\": [{}], \"results\": []}]}", twice);
        check("{\"version\": \"2.1.0\", \"runs\": [{}],\n\"runs\": []}", "s.sarif:2: ");
        check(&"[".repeat(10_000), "not JSON: recursion limit exceeded");
        check("{\"version\": \"2.1.0\", \"runs\": [5]}", "run 1 is not an object; run the scanner again");
        check("{\"version\": \"2.1.0\", \"runs\": [{\"results\": \"\"}]}", "results of run 1 is not a list");
        check(
            "{\"version\": \"2.1.0\", \"runs\": [{\"results\": [[]]}]}",
            "a result of run 1 is not an object",
        );
        let many = format!(
            "{{\"version\": \"2.1.0\", \"runs\": [{{\"results\": [{}{{}}]}}]}}",
            "{},".repeat(100_000)
        );
        check(&many, "it has more than 100000 results; scan less at once");
        let marked = "\u{feff}{\"version\":\"2.1.0\",\"runs\":[{\"results\":[]}]}";
        let empty = Scan { path: "s".into(), ..Scan::default() };
        assert_eq!(Scan::read(Path::new("s"), marked, Path::new("/w")), Ok(empty));
    }

    #[test]
    fn many_results_in_many_files_are_read_in_one_pass() {
        let artifacts: Vec<_> =
            (0..20_000).map(|at| json!({ "location": { "uri": format!("f{at}") } })).collect();
        let results: Vec<_> =
            (0..20_000).map(|at| json!({ "ruleId": "R", "locations": at_file(&format!("f{at}")) })).collect();
        let scan = read(&log(&json!({ "artifacts": artifacts, "results": results })));
        assert_eq!(scan.found.len(), 20_000);
    }

    #[test]
    fn a_run_that_did_not_end_says_nothing_of_what_is_there() {
        let told = |run: Value| read(&log(&run)).unfinished;
        let named = |words: &str| vec![format!("unknown scanner {words}.")];
        assert_eq!(told(json!({ "results": [] })), Vec::<String>::new());
        assert_eq!(told(json!({})), named("has no list of results, so it did not scan"));
        let failed = json!([{ "executionSuccessful": true }, { "executionSuccessful": false }]);
        let run = json!({ "results": [], "invocations": failed });
        assert_eq!(told(run), named("does not report success"));
        let unknown = named("does not report success");
        for invocations in [json!([{}]), json!([{ "executionSuccessful": "true" }]), json!({}), json!("x")] {
            assert_eq!(told(json!({ "results": [], "invocations": invocations })), unknown);
        }
        let elsewhere = named("stores parts of its run in other files, which Assay does not read");
        for parts in [
            json!({ "results": [{}] }),
            json!({ "artifacts": [{}] }),
            json!({ "results": {"a": 1} }),
            json!([1]),
        ] {
            let run = json!({ "results": [], "externalPropertyFileReferences": parts });
            assert_eq!(told(run), elsewhere);
        }
        let inline =
            json!({ "version": "2.1.0", "runs": [{ "results": [] }], "inlineExternalProperties": [{}] });
        assert_eq!(
            read(&inline).unfinished,
            ["It keeps parts of its runs in inlineExternalProperties, which Assay does not read."]
        );
        let hashes = json!([{ "location": { "uri": "a" }, "hashes": { "sha-256": "zz" } }]);
        assert_eq!(
            told(json!({ "results": [], "artifacts": hashes })),
            named("has a SHA-256 of a file that is not 64 hexadecimal digits")
        );
        let none = Scan::read(Path::new("s"), r#"{"version": "2.1.0", "runs": []}"#, Path::new("/w"));
        assert_eq!(none.map(|scan| scan.unfinished), Ok(vec!["It has no runs.".to_owned()]));
    }

    #[test]
    fn a_level_comes_from_the_rule_that_is_meant_and_an_unknown_one_is_the_worst() {
        let level = |rules: Value, extension: Value, result: Value| {
            let tool =
                json!({ "driver": { "name": "x", "rules": rules }, "extensions": [{ "rules": extension }] });
            read(&log(&json!({ "tool": tool, "results": [result] }))).found[0].level
        };
        let rule = |id: &str, level: &str| json!([{ "id": id, "defaultConfiguration": { "level": level } }]);
        let (own, other) = (rule("R", "note"), rule("R", "error"));
        let of_extension = json!({ "ruleId": "R", "rule": { "index": 0, "toolComponent": { "index": 0 } } });
        assert_eq!(level(own.clone(), other.clone(), of_extension), Severity::Error);
        // A number that leads to another rule is not believed.
        assert_eq!(
            level(own.clone(), other.clone(), json!({ "ruleId": "S", "ruleIndex": 0 })),
            Severity::Warning
        );
        assert_eq!(
            level(own.clone(), other.clone(), json!({ "ruleId": "R/part", "ruleIndex": 0 })),
            Severity::Note
        );
        for odd in [json!("critical"), json!(5), json!(["note"]), json!({ "a": 1 }), json!(true), json!(null)]
        {
            let result = json!({ "ruleId": "R", "level": odd });
            assert_eq!(level(own.clone(), other.clone(), result), Severity::Error);
        }
    }
}
