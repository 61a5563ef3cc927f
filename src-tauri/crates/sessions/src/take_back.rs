//! Places of a conversation that somebody goes back to before.

/// The places of a growing list that nobody went back to before. Each leaves once, so that a log in which every line
/// goes back costs no more than its lines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct StandingPlaces {
    standing: Vec<usize>,
    // Places that were taken in.
    known: usize,
}

impl StandingPlaces {
    /// Takes out and returns those of the first `count` places that are behind the one somebody went back to. The list
    /// is in the order of the log, so these are always its last.
    pub fn take_back(&mut self, count: usize, is_behind: impl Fn(usize) -> bool) -> Vec<usize> {
        self.standing.extend(self.known..count);
        self.known = self.known.max(count);
        let mut taken = Vec::new();
        while let Some(place) = self.standing.pop_if(|place| is_behind(*place)) {
            taken.push(place);
        }
        taken
    }

    /// Forgets the places from `count` on, which the list has no more.
    pub fn truncate(&mut self, count: usize) {
        self.known = self.known.min(count);
        self.standing.truncate(self.standing.partition_point(|place| *place < count));
    }
}
