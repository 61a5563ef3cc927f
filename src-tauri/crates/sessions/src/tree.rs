//! The tree of a session: its forks and its children.
//!
//! Recorded paths are absolute and break when a workspace moves, so relatives are looked for by id among the
//! logs that were found, and the recorded workspace only decides between two of one id.

use std::path::Path;

use crate::lineage::{Ancestry, Child, Lineage};

/// Levels below the first that Pixir shows.
pub const DEPTH_LIMIT: usize = 4;

/// A session with those that came from it.
#[derive(Debug, Clone, PartialEq)]
pub struct Node<'a> {
    /// The session's id, as its relative names it.
    pub id: String,
    /// What its log says; none if there is no log.
    pub lineage: Option<&'a Lineage>,
    /// Why nothing hangs below it, where something might.
    pub stop: Option<Stop>,
    /// Sessions forked from it, by the number they were forked at.
    pub forks: Vec<Node<'a>>,
    /// Children it names, by first appearance.
    pub children: Vec<Branch<'a>>,
}

/// Why a tree ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// There is no log of this session.
    Missing,
    /// The session is its own ancestor.
    Cycle,
    /// It lies deeper than [`DEPTH_LIMIT`].
    Depth,
}

/// A child of a session.
#[derive(Debug, Clone, PartialEq)]
pub struct Branch<'a> {
    /// What the parent's log says of it.
    pub child: &'a Child,
    /// Its session; none while it was only queued, or where a log tells of itself.
    pub session: Option<Node<'a>>,
    /// Sessions of earlier attempts that were retried.
    pub retried: Vec<Node<'a>>,
}

/// Grows the tree of one session.
pub fn tree<'a>(family: &[&'a Lineage], root: &'a Lineage) -> Node<'a> {
    Grower { family }.node(root.place.id.as_str(), Some(root), &mut Vec::new())
}

/// The sessions that are neither fork nor child of another one that was found, in the order given.
pub fn roots<'a>(family: &[&'a Lineage]) -> Vec<&'a Lineage> {
    let known = |id: &str| family.iter().any(|other| other.place.id.as_str() == id);
    let has_parent = |one: &Lineage| {
        let own = one.place.id.as_str();
        one.made_from().is_some_and(|(_, parent)| parent != own && known(parent))
    };
    family.iter().copied().filter(|one| !has_parent(one)).collect()
}

struct Grower<'f, 'a> {
    family: &'f [&'a Lineage],
}

impl<'a> Grower<'_, 'a> {
    fn node(&self, id: &str, found: Option<&'a Lineage>, above: &mut Vec<*const Lineage>) -> Node<'a> {
        let mut node =
            Node { id: id.to_owned(), lineage: found, stop: None, forks: Vec::new(), children: Vec::new() };
        let Some(lineage) = found else {
            node.stop = Some(Stop::Missing);
            return node;
        };
        if above.iter().any(|ancestor| std::ptr::eq(*ancestor, lineage)) {
            node.stop = Some(Stop::Cycle);
            return node;
        }
        if above.len() > DEPTH_LIMIT {
            node.stop = Some(Stop::Depth);
            return node;
        }
        above.push(lineage);
        let unnamed = self.unnamed_children(lineage).into_iter();
        node.children =
            lineage.children.iter().chain(unnamed).map(|child| self.branch(child, above)).collect();
        let forks = self.forks_of(lineage);
        node.forks =
            forks.into_iter().map(|fork| self.node(fork.place.id.as_str(), Some(fork), above)).collect();
        above.pop();
        node
    }

    fn branch(&self, child: &'a Child, above: &mut Vec<*const Lineage>) -> Branch<'a> {
        let mut session = |id: &String| {
            let found = self.find(id, child.last.workspace.as_deref());
            self.node(id, found, above)
        };
        Branch {
            child,
            session: child.last.child_session_id.as_ref().map(&mut session),
            retried: child.retried.iter().map(session).collect(),
        }
    }

    fn find(&self, id: &str, workspace: Option<&str>) -> Option<&'a Lineage> {
        let mut same_id = self.family.iter().copied().filter(|one| one.place.id.as_str() == id);
        let recorded = workspace.map(Path::new);
        let exact = same_id.clone().find(|one| Some(one.place.workspace.as_path()) == recorded);
        exact.or_else(|| same_id.next())
    }

    /// The children that name a session which does not name them.
    fn unnamed_children(&self, parent: &Lineage) -> Vec<&'a Child> {
        let is_named = |id: &str| {
            let mut named = parent.children.iter().flat_map(|child| {
                child.last.child_session_id.iter().chain(&child.retried).map(String::as_str)
            });
            named.any(|named| named == id)
        };
        let is_child = |one: &&Lineage| {
            one.made_from() == Some((Ancestry::Subagent, parent.place.id.as_str()))
                && one.place.id != parent.place.id
                && !is_named(one.place.id.as_str())
        };
        self.family.iter().copied().filter(is_child).filter_map(|one| one.as_child.as_ref()).collect()
    }

    fn forks_of(&self, parent: &Lineage) -> Vec<&'a Lineage> {
        let is_fork = |one: &&Lineage| {
            let named = one.fork.as_ref().and_then(|fork| fork.parent_session_id.as_deref());
            named == Some(parent.place.id.as_str())
                && one.place.id != parent.place.id
                && one.place.workspace == parent.place.workspace
        };
        let mut forks: Vec<&'a Lineage> = self.family.iter().copied().filter(is_fork).collect();
        let at = |one: &Lineage| one.fork.as_ref().and_then(|fork| fork.forked_to_seq).unwrap_or(i64::MAX);
        forks.sort_by(|a, b| at(a).cmp(&at(b)).then_with(|| a.place.id.cmp(&b.place.id)));
        forks
    }
}
