//! Files of a crate do not import each other in circles: what is shared stands below those who share it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use syn::visit::{self, Visit};

use super::{Source, none, some, sources};

/// So many files may stand in one circle: a type and the two sides of what is done with it.
const MOST: usize = 3;

/// A path from the crate's root, such as `["drift", "view", "DriftFact"]`.
pub(super) type Place = Vec<String>;

/// A file of a crate as other files see it.
#[derive(Default)]
pub(super) struct Module {
    /// What it names.
    uses: Vec<Place>,
    /// What it hands on under a name of its own, and where that really is.
    hands_on: HashMap<String, Place>,
}

/// The files of a crate by their modules; the root is the empty path.
pub(super) type Modules = BTreeMap<Place, Module>;

/// Collects what one file names.
struct Names<'m> {
    own: &'m [String],
    known: &'m BTreeSet<Place>,
    module: Module,
}

impl Names<'_> {
    /// A path as it is written in this file, from the crate's root; nothing where it leads out of the crate.
    fn place(&self, written: &[String]) -> Option<Place> {
        let own = |rest: &[String]| [self.own, rest].concat();
        match written.split_first()? {
            (first, rest) if first == "crate" => Some(rest.to_vec()),
            (first, rest) if first == "self" => Some(own(rest)),
            (first, _) if first == "super" => {
                let up = written.iter().take_while(|word| *word == "super").count();
                let above = self.own.get(..self.own.len().checked_sub(up)?)?;
                Some([above, &written[up..]].concat())
            }
            (first, _) => self.known.contains(&own(std::slice::from_ref(first))).then(|| own(written)),
        }
    }

    fn take(&mut self, written: &[String], is_handed_on: bool) {
        let Some(place) = self.place(written) else { return };
        match place.last() {
            Some(name) if is_handed_on => drop(self.module.hands_on.insert(name.clone(), place)),
            _ => self.module.uses.push(place),
        }
    }

    fn tree(&mut self, before: &mut Place, tree: &syn::UseTree, is_handed_on: bool) {
        match tree {
            syn::UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.tree(before, &path.tree, is_handed_on);
                before.pop();
            }
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|one| self.tree(before, one, is_handed_on));
            }
            syn::UseTree::Name(syn::UseName { ident })
            | syn::UseTree::Rename(syn::UseRename { ident, .. }) => {
                let named = [before.as_slice(), &[ident.to_string()]].concat();
                // `{self}` is what stands before it.
                self.take(if ident == "self" { before } else { &named }, is_handed_on);
            }
            syn::UseTree::Glob(_) => self.take(before, is_handed_on),
        }
    }
}

impl Visit<'_> for Names<'_> {
    fn visit_item_mod(&mut self, item: &syn::ItemMod) {
        // Tests beside the code name what they like.
        if !item.attrs.iter().any(|attribute| attribute.path().is_ident("cfg")) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &syn::ItemUse) {
        if item.leading_colon.is_none() {
            let is_handed_on = !matches!(item.vis, syn::Visibility::Inherited);
            self.tree(&mut Vec::new(), &item.tree, is_handed_on);
        }
    }

    fn visit_path(&mut self, path: &syn::Path) {
        if path.leading_colon.is_none() && path.segments.len() > 1 {
            let written: Place = path.segments.iter().map(|one| one.ident.to_string()).collect();
            self.take(&written, false);
        }
        visit::visit_path(self, path);
    }
}

/// The files of one crate, whose root lies at `root`.
pub(super) fn modules(files: &[Source], root: &str) -> Modules {
    let folder = &root[..root.rfind('/').map_or(0, |at| at + 1)];
    let module_of = |path: &str| -> Place {
        if path == root {
            return Vec::new();
        }
        let inner = path.strip_prefix(folder).unwrap_or(path).trim_end_matches(".rs");
        inner.split('/').map(str::to_owned).collect()
    };
    let files = files.iter().filter(|file| file.path.starts_with(folder) && !file.path.ends_with("tests.rs"));
    let files: BTreeMap<Place, &Source> = files.map(|file| (module_of(&file.path), file)).collect();
    let known: BTreeSet<Place> = files.keys().cloned().collect();
    let read = |(own, file): (&Place, &&Source)| {
        let parsed = syn::parse_file(&file.text).unwrap_or_else(|error| panic!("{}: {error}", file.path));
        let mut names = Names { own, known: &known, module: Module::default() };
        names.visit_file(&parsed);
        (own.clone(), names.module)
    };
    files.iter().map(read).collect()
}

/// The file that really has what a place names, through whoever hands it on.
fn home<'m>(modules: &'m Modules, place: &[String], steps: usize) -> Option<&'m Place> {
    let at = (0..=place.len()).rev().find(|at| modules.contains_key(&place[..*at]))?;
    let (own, module) = modules.get_key_value(&place[..at])?;
    let on = place.get(at).and_then(|name| module.hands_on.get(name)).filter(|on| *on != place && steps > 0);
    match on {
        Some(on) => home(modules, &[on.as_slice(), &place[at + 1..]].concat(), steps - 1),
        // What the root does not hand on of its own comes from another crate.
        None => (!own.is_empty()).then_some(own),
    }
}

/// Which files each file names.
pub(super) fn edges(modules: &Modules) -> BTreeMap<&Place, BTreeSet<&Place>> {
    let leads = |(own, module): (&'_ Place, &Module)| -> BTreeSet<&Place> {
        let homes = module.uses.iter().filter_map(|place| home(modules, place, 8));
        homes.filter(|to| *to != own).collect()
    };
    modules.iter().map(|(own, module)| (own, leads((own, module)))).collect()
}

/// Files that lead to each other, in one list for each circle.
fn circles<'m>(edges: &BTreeMap<&'m Place, BTreeSet<&'m Place>>) -> Vec<Vec<&'m Place>> {
    let reach = |from: &'m Place| {
        let (mut seen, mut next) = (BTreeSet::new(), vec![from]);
        while let Some(at) = next.pop() {
            next.extend(edges[at].iter().copied().filter(|to| seen.insert(*to)));
        }
        seen
    };
    let reached: BTreeMap<&Place, BTreeSet<&Place>> = edges.keys().map(|own| (*own, reach(own))).collect();
    let mut found: Vec<Vec<&Place>> = Vec::new();
    for own in edges.keys().filter(|own| reached[*own].contains(*own)) {
        if !found.iter().any(|circle| circle.contains(own)) {
            found.push(reached[own].iter().copied().filter(|to| reached[to].contains(own)).collect());
        }
    }
    found
}

fn complaints(files: &[Source], root: &str) -> Vec<String> {
    let modules = modules(files, root);
    let edges = edges(&modules);
    let large = circles(&edges).into_iter().filter(|circle| circle.len() > MOST);
    let told = |circle: Vec<&Place>| {
        let names = |module: &&Place| {
            let within = edges[*module].iter().filter(|to| circle.contains(to)).map(|to| to.join("::"));
            format!("{} names {}", module.join("::"), within.collect::<Vec<_>>().join(", "))
        };
        let lines: Vec<String> = circle.iter().map(names).collect();
        format!("{root}: {} files import each other:\n  {}", circle.len(), lines.join("\n  "))
    };
    large.map(told).collect()
}

#[test]
fn no_crate_has_a_circle_of_imports() {
    let files = sources("src-tauri/crates", &["rs"]);
    let roots = files.iter().map(|file| &file.path).filter(|path| {
        path.split('/').nth(2).is_some_and(|name| path.ends_with(&format!("/{name}/src/{name}.rs")))
    });
    let roots: Vec<&String> = roots.collect();
    assert!(roots.len() > 10, "these are not all crates: {roots:?}");
    none(&roots.iter().flat_map(|root| complaints(&files, root)).collect::<Vec<_>>());
}

#[test]
fn a_circle_of_imports_is_found() {
    let file = |name: &str, text: &str| Source::named(&format!("c/src/{name}.rs"), text);
    let mut files = vec![
        file("c", "mod one; mod two; mod three; mod four; pub use one::One;"),
        file("one", "use crate::two::Two; pub struct One(Two);"),
        file("two", "pub use crate::three::Two;"),
        file("three", "use super::four; pub struct Two(four::Four);"),
        file("four", "pub struct Four(std::path::PathBuf);"),
    ];
    none(&complaints(&files, "c/src/c.rs"));
    files.push(file("five", "use crate::One; pub struct Five(One);"));
    files[4] = file("four", "#[cfg(test)] mod tests { use crate::five::Five; }");
    none(&complaints(&files, "c/src/c.rs"));
    files[4] = file("four", "pub struct Four(crate::five::Five);");
    some(&complaints(&files, "c/src/c.rs"), "4 files import each other:\n  five names one");
}
