//! Letters for the snapshots of a session.

use std::collections::{BTreeMap, HashMap};

use crate::Activated;

/// Colours for skill names.
const COLOURS: u32 = 6;

/// What a snapshot goes by in its session: colour is the name, the letter the bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// `A` … `Z`, `AA`, …
    pub letter: String,
    /// From 1 to 6.
    pub colour: u32,
    /// The skill's recorded name.
    pub name: String,
    /// The hash of the text.
    pub hash: String,
    /// Which text of that name it is, from 1.
    pub version: u32,
    /// How many texts of that name the session has.
    pub versions: u32,
}

/// The snapshots of a session by letter.
pub struct Letters {
    letters: Vec<Letter>,
    // The letter of each activation, in the order of their positions.
    by_position: Vec<(usize, usize)>,
}

impl Letters {
    /// Gives every distinct snapshot of a session its letter.
    pub(crate) fn of(activations: &[Activated]) -> Self {
        let mut found = Self { letters: Vec::new(), by_position: Vec::new() };
        let mut known: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        let mut names: Vec<&str> = Vec::new();
        for activated in activations {
            let index = *known.entry((&activated.name, &activated.hash)).or_insert_with(|| {
                let name = names.iter().position(|name| *name == activated.name).unwrap_or_else(|| {
                    names.push(&activated.name);
                    names.len() - 1
                });
                found.letters.push(Letter {
                    letter: letter(found.letters.len()),
                    colour: name as u32 % COLOURS + 1,
                    name: activated.name.clone(),
                    hash: activated.hash.clone(),
                    version: 0,
                    versions: 0,
                });
                found.letters.len() - 1
            });
            found.by_position.push((activated.position, index));
        }
        number_versions(&mut found.letters);
        found
    }

    /// The letters in order of first activation.
    pub fn all(&self) -> &[Letter] {
        &self.letters
    }

    /// Which letter the activation at a position has.
    pub fn index_at(&self, position: usize) -> Option<usize> {
        let at = self.by_position.binary_search_by_key(&position, |(position, _)| *position).ok()?;
        Some(self.by_position[at].1)
    }

    /// The letter of the activation at a position.
    pub fn at(&self, position: usize) -> Option<&Letter> {
        self.letters.get(self.index_at(position)?)
    }
}

fn number_versions(letters: &mut [Letter]) {
    let mut versions: HashMap<String, u32> = HashMap::new();
    for letter in letters.iter_mut() {
        let count = versions.entry(letter.name.clone()).or_default();
        *count += 1;
        letter.version = *count;
    }
    for letter in letters {
        letter.versions = versions[&letter.name];
    }
}

fn letter(index: usize) -> String {
    let last = char::from(b'A' + (index % 26) as u8);
    if index < 26 { last.to_string() } else { format!("{}{last}", letter(index / 26 - 1)) }
}

#[cfg(test)]
mod tests {
    use super::letter;

    #[test]
    fn letters_go_on_after_z() {
        assert_eq!([0, 25, 26, 27, 52].map(letter), ["A", "Z", "AA", "AB", "BA"]);
    }
}
