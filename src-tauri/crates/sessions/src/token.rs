//! Names that nobody else has.

use std::hash::{BuildHasher, RandomState};

/// Sixteen hexadecimal digits that no other event or lease has: 64 bits from the system's own randomness,
/// through the keys the standard library draws for its maps. No secret.
pub fn hexadecimal() -> String {
    let (one, other) = (RandomState::new(), RandomState::new());
    format!("{:016x}", one.hash_one(std::process::id()) ^ other.hash_one(std::thread::current().id()))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::hexadecimal;

    #[test]
    fn no_two_are_the_same() {
        let names: HashSet<String> = (0..10_000).map(|_| hexadecimal()).collect();
        assert_eq!(names.len(), 10_000);
        assert!(names.iter().all(|name| name.len() == 16));
    }
}
