//! Who may use whom: the crates among each other, and the one home of each outside package.

use super::{Source, none, read, some, sources};

/// The packages of this workspace and which of the others each may use.
const ORDER: &[(&str, &[&str])] = &[
    ("message", &[]),
    ("disk", &["message"]),
    ("signatures", &["disk"]),
    ("skills", &["message", "disk"]),
    ("sessions", &["message", "disk", "skills"]),
    ("index", &["message", "disk", "skills", "sessions"]),
    ("drift", &["disk", "skills", "sessions"]),
    ("locks", &["disk", "skills"]),
    ("policy", &["disk", "skills"]),
    ("execution", &["message", "disk"]),
    ("hydration", &["message", "disk", "skills", "sessions", "execution"]),
    ("engine", &["message", "disk", "skills", "execution", "hydration"]),
    ("workspace", &["message", "disk", "signatures", "skills", "sessions", "drift", "hydration", "engine"]),
    (
        "views",
        &[
            "message",
            "disk",
            "signatures",
            "skills",
            "sessions",
            "index",
            "drift",
            "locks",
            "policy",
            "workspace",
            "hydration",
            "engine",
            "bundle",
        ],
    ),
    ("tables", &["disk", "skills", "sessions", "hydration", "workspace", "views"]),
    ("telemetry", &["disk", "sessions", "hydration", "workspace", "views"]),
    ("broker", &["disk"]),
    ("bundle", &["disk", "signatures"]),
    ("import", &["message", "disk", "signatures", "skills", "workspace", "execution", "hydration", "bundle"]),
    (
        "api",
        &[
            "message",
            "disk",
            "signatures",
            "skills",
            "sessions",
            "index",
            "drift",
            "workspace",
            "views",
            "tables",
            "telemetry",
            "execution",
            "hydration",
            "engine",
            "bundle",
            "import",
        ],
    ),
    ("example", &["disk"]),
    ("assay-window", &["message", "api", "broker", "example"]),
    ("cli", &["message", "api", "broker", "example"]),
    ("xtask", &[]),
    (
        "tests",
        &[
            "message",
            "disk",
            "signatures",
            "skills",
            "sessions",
            "index",
            "drift",
            "execution",
            "hydration",
            "engine",
            "bundle",
            "broker",
            "api",
            "tables",
            "cli",
            "example",
            "xtask",
        ],
    ),
    ("fuzz", &["tests"]),
];

/// One line of a dependency table.
struct Dependency {
    name: String,
    /// `dependencies`, `dev-dependencies`, `build-dependencies` or `workspace.dependencies`.
    table: String,
    /// The comment behind it.
    reason: String,
    /// It takes its version from the workspace's table.
    shared: bool,
}

fn dependencies(manifest: &str) -> Vec<Dependency> {
    let mut table = String::new();
    let mut found = Vec::new();
    for line in manifest.lines().map(str::trim) {
        if let Some(head) = line.strip_prefix('[') {
            table = head.trim_end_matches(']').to_owned();
        } else if let (true, Some((name, rest))) = (table.ends_with("dependencies"), line.split_once('=')) {
            let (value, reason) = rest.rsplit_once("# ").unwrap_or((rest, ""));
            found.push(Dependency {
                name: name.trim().to_owned(),
                table: table.clone(),
                reason: reason.to_owned(),
                shared: value.contains("workspace = true"),
            });
        }
    }
    found
}

fn package(manifest: &str) -> &str {
    let line = manifest.lines().find(|line| line.starts_with("name = ")).unwrap_or_default();
    line.split('"').nth(1).unwrap_or_default()
}

/// Complaints about one manifest, given the table of the workspace's outside packages.
fn complaints(manifest: &Source, shared: &[Dependency]) -> Vec<String> {
    let package = package(&manifest.text);
    let Some((_, below)) = ORDER.iter().find(|(name, _)| *name == package) else {
        return vec![format!("{}: the package `{package}` has no place in the order", manifest.path)];
    };
    let mut found = Vec::new();
    for used in dependencies(&manifest.text) {
        let name = &used.name;
        if ORDER.iter().any(|(other, _)| other == name) {
            if !below.contains(&name.as_str()) {
                found.push(format!("{}: {package} may not use {name}", manifest.path));
            }
        } else if used.shared {
            let table = shared.iter().find(|outside| outside.name == *name);
            if !table.is_some_and(|outside| is_home(&outside.reason, package, &used.table)) {
                found.push(format!("{}: {name} has another home than {package}", manifest.path));
            }
        } else if used.reason.is_empty() {
            found.push(format!("{}: {name} stands without a reason", manifest.path));
        }
    }
    found
}

/// Whether a reason such as `sessions, api: typed events` names this package as a home.
///
/// What is for tests may be a dev-dependency of any package.
fn is_home(reason: &str, package: &str, table: &str) -> bool {
    let Some((homes, _)) = reason.split_once(':') else { return false };
    let homes: Vec<&str> = homes.split(',').map(str::trim).collect();
    let for_tests = homes.iter().any(|home| home.starts_with("tests"));
    if table == "dev-dependencies" && for_tests {
        return true;
    }
    // `api, tests only` is a home for the tests of `api` alone.
    homes.contains(&package) && !homes.contains(&"tests only")
}

#[test]
fn every_package_uses_only_what_stands_below_it() {
    let workspace = read("Cargo.toml");
    let shared = dependencies(&workspace);
    let mut found: Vec<String> = shared
        .iter()
        .filter(|outside| !ORDER.iter().any(|(name, _)| *name == outside.name))
        .filter(|outside| !outside.reason.contains(": "))
        .map(|outside| format!("Cargo.toml: {} names no home and no reason", outside.name))
        .collect();
    let manifests: Vec<Source> =
        sources("", &["toml"]).into_iter().filter(|file| file.path.ends_with("/Cargo.toml")).collect();
    assert_eq!(manifests.len(), ORDER.len(), "a package is missing from the order, or from the checkout");
    found.extend(manifests.iter().flat_map(|manifest| complaints(manifest, &shared)));
    none(&found);
}

#[test]
fn a_manifest_that_breaks_the_order_is_found() {
    let shared = dependencies(
        "[workspace.dependencies]\nsha2 = \"1\" # disk: hashes\nts-rs = \"12\" # api, tests only: types\n\
         tempfile = \"3\" # tests: a home",
    );
    let check = |text: &str| complaints(&Source::named("Cargo.toml", text), &shared);
    some(
        &check("name = \"skills\"\n[dependencies]\nsessions = { workspace = true }"),
        "may not use sessions",
    );
    some(&check("name = \"skills\"\n[dependencies]\nsha2 = { workspace = true }"), "another home");
    some(&check("name = \"api\"\n[dependencies]\nts-rs = { workspace = true }"), "another home");
    some(&check("name = \"cli\"\n[dependencies]\nclap = \"4\""), "without a reason");
    some(&check("name = \"utils\"\n[dependencies]"), "no place");
    none(&check("name = \"api\"\n[dev-dependencies]\nts-rs = { workspace = true }"));
    none(&check(
        "name = \"disk\"\n[dependencies]\nsha2 = { workspace = true }\n[dev-dependencies]\ntempfile = { workspace = true }",
    ));
}
