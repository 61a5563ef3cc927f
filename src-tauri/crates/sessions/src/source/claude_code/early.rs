//! Lines that were written before the line they hang on (recorded with 2.1.197): each names that line, and where the
//! times agree its place is behind it.

use std::collections::HashMap;

/// The lines that hang on one that was not written yet.
#[derive(Debug, Clone, Default)]
pub(super) struct Early {
    /// The first line of each branch by the digest of the id that it waits for.
    waiting: HashMap<u64, Vec<Branch>>,
    /// The id that a branch waits for, and its number among those that do, by the digests of the ids of its lines.
    branch_of: HashMap<u64, (u64, usize)>,
    moved: Vec<(u32, u32)>,
    /// The lines behind which others belong, by the digests of their ids.
    places: HashMap<u64, u32>,
}

/// A line without its parent, and what hangs on it.
#[derive(Debug, Clone)]
struct Branch {
    time: Option<String>,
    ids: Vec<u64>,
    /// First records of its lines, in the order of the file.
    lines: Vec<u32>,
}

impl Early {
    /// Takes in a line: its first record, its id, the id that it hangs on and whether that was read before.
    pub fn learn(&mut self, first: u32, id: u64, parent: Option<(u64, bool)>, time: Option<&str>) {
        if let Some((parent, is_known)) = parent {
            match self.branch_of.get(&parent).copied() {
                Some((wait, number)) => {
                    if let Some(branch) = self.waiting.get_mut(&wait).and_then(|all| all.get_mut(number)) {
                        branch.ids.push(id);
                        branch.lines.push(first);
                        self.branch_of.insert(id, (wait, number));
                    }
                }
                None if !is_known && parent != id => {
                    let branches = self.waiting.entry(parent).or_default();
                    self.branch_of.insert(id, (parent, branches.len()));
                    branches.push(Branch {
                        time: time.map(str::to_owned),
                        ids: vec![id],
                        lines: vec![first],
                    });
                }
                None => {}
            }
        }
        // A line that hangs on a branch that waits for it is a circle.
        let circle = self.branch_of.get(&id).filter(|(wait, _)| *wait == id).map(|(_, number)| *number);
        for (number, branch) in self.waiting.remove(&id).unwrap_or_default().into_iter().enumerate() {
            let around = self.branch_of.get(&id).copied().filter(|_| circle.is_none());
            for id in &branch.ids {
                self.places.insert(*id, first);
                match around {
                    // Lines that hang on it from now on move with the branch around it.
                    Some(around) => self.branch_of.insert(*id, around),
                    None => self.branch_of.remove(id),
                };
            }
            if let Some(around) =
                around.and_then(|(wait, number)| self.waiting.get_mut(&wait)?.get_mut(number))
            {
                around.ids.extend(&branch.ids);
            }
            // A line that is older than the one it names does not belong behind it.
            let is_later = branch.time.as_deref().zip(time).is_some_and(|(own, parent)| own >= parent);
            if is_later && circle != Some(number) {
                self.moved.extend(branch.lines.iter().map(|line| (*line, first)));
            }
        }
    }

    /// The first record of the line behind which a line belongs; `None` if it stands in its place.
    pub fn place_of(&self, id: u64) -> Option<u32> {
        self.places.get(&id).copied()
    }

    /// The first records of lines and of the lines behind which they belong.
    pub fn moved(&self) -> &[(u32, u32)] {
        &self.moved
    }
}
