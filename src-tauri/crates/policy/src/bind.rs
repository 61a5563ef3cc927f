//! A scan is bound to the bytes it was made of.

use std::collections::BTreeMap;
use std::path::Path;

use disk::Digest;
use serde_json::{Map, Value, json};

use crate::scan::{ListedFiles, Scan, artifact, artifacts, listed, log};
use crate::unread::PolicyError;

/// The same log with the hash of every file it names, as `hash` has them now, where it has none yet: what the
/// scanner found is bound to these bytes from then on. To be made right after the scan.
///
/// # Errors
///
/// As [`Scan::read`].
pub fn bound(
    path: &Path,
    content: &str,
    folder: &Path,
    hash: &dyn Fn(&str) -> Option<Digest>,
) -> Result<String, PolicyError> {
    Scan::read(path, content, folder)?;
    let mut log = log(path, content)?;
    for run in log["runs"].as_array_mut().into_iter().flatten() {
        let listed = listed(run, folder);
        for (path, place) in unbound(run, &listed, folder) {
            if let Some(digest) = hash(&path) {
                bind(run, place, digest, listed.get(&path).and_then(|places| places.first()).copied());
            }
        }
    }
    serde_json::to_string_pretty(&log).map_err(|error| PolicyError::new(path, 1, error.to_string()))
}

/// The files that a run names and has no hash of, with a place that names each.
fn unbound(run: &Value, listed: &ListedFiles, folder: &Path) -> BTreeMap<String, Value> {
    let results = run["results"].as_array().map_or(&[][..], Vec::as_slice);
    let of_results =
        results.iter().map(|result| &result["locations"][0]["physicalLocation"]["artifactLocation"]);
    let places = of_results.chain(artifacts(run).iter().map(|one| &one["location"]));
    let mut unbound = BTreeMap::new();
    for place in places {
        let (path, digests) = artifact((run, listed), place, folder);
        if let Some(path) = path.filter(|_| digests.is_empty()) {
            unbound.entry(path).or_insert_with(|| place.clone());
        }
    }
    unbound
}

fn bind(run: &mut Value, mut place: Value, digest: Digest, known: Option<usize>) {
    let digest = digest.to_string();
    if let Some(hashes) = known.map(|at| &mut run["artifacts"][at]["hashes"]) {
        if !hashes.is_object() {
            *hashes = Value::Object(Map::new());
        }
        hashes["sha-256"] = json!(digest);
        return;
    }
    if let Some(place) = place.as_object_mut() {
        // Its number would be that of another entry.
        place.remove("index");
    }
    let artifact = json!({ "location": place, "hashes": { "sha-256": digest } });
    match run["artifacts"].as_array_mut() {
        Some(all) => all.push(artifact),
        None => run["artifacts"] = json!([artifact]),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::path::Path;

    use disk::Digest;
    use serde_json::{Value, json};

    use super::bound;
    use crate::Scan;

    fn at(uri: &str) -> Value {
        json!([{ "physicalLocation": { "artifactLocation": { "uri": uri } } }])
    }

    /// The log of one run, bound to files whose bytes are their paths.
    fn bind(run: &Value) -> Value {
        let log = json!({ "version": "2.1.0", "runs": [run] }).to_string();
        let hash = |path: &str| (path != "gone").then(|| Digest::of(path.as_bytes()));
        serde_json::from_str(&bound(Path::new("s"), &log, Path::new("/w"), &hash).unwrap()).unwrap()
    }

    #[test]
    fn a_log_that_is_bound_keeps_what_it_has_and_gains_the_hash_of_every_file() {
        let own = Digest::of(b"own");
        let run = json!({
            "tool": { "driver": { "name": "x", "more": [1] } },
            "artifacts": [
                { "location": { "uri": "a" } },
                { "location": { "uri": "b" }, "hashes": { "sha-256": own.to_string().to_uppercase() } },
                { "location": { "uri": "clean" } },
            ],
            "results": [
                { "ruleId": "R", "locations": at("a") },
                { "ruleId": "R", "locations": [{ "physicalLocation": { "artifactLocation": { "index": 1 } } }] },
                { "ruleId": "R", "locations": at("c") },
                { "ruleId": "R", "locations": at("c") },
                { "ruleId": "R", "locations": at("gone") },
            ],
        });
        let bound = bind(&run);
        let scan = Scan::read(Path::new("s"), &bound.to_string(), Path::new("/w")).unwrap();
        let digests: Vec<_> = scan.found.into_iter().map(|one| one.digests).collect();
        let of = |path: &str| Digest::of(path.as_bytes());
        assert_eq!(digests, [vec![of("a")], vec![own], vec![of("c")], vec![of("c")], Vec::new()]);
        let looked_at = [("a", of("a")), ("b", own), ("c", of("c")), ("clean", of("clean"))];
        assert_eq!(scan.looked_at, looked_at.map(|(path, digest)| (path.to_owned(), digest)));
        assert_eq!(bound["runs"][0]["tool"], run["tool"]);
        assert_eq!(bound["runs"][0]["results"], run["results"]);
    }

    #[test]
    fn hashes_of_another_type_do_not_end_the_program() {
        let artifacts = json!([{ "location": { "uri": "a" }, "hashes": "x" }]);
        let bound = bind(&json!({ "artifacts": artifacts, "results": [{ "locations": at("a") }] }));
        let digest = Digest::of(b"a").to_string();
        assert_eq!(bound["runs"][0]["artifacts"][0]["hashes"], json!({ "sha-256": digest }));
        let bound = bind(&json!({ "artifacts": 5, "results": [{ "locations": at("a") }] }));
        assert_eq!(bound["runs"][0]["artifacts"][0]["hashes"]["sha-256"], json!(digest));
    }
}
