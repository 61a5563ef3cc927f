//! The number an event carries, and the order Pixir folds events in.

use std::cmp::Ordering;
use std::fmt;

/// The `seq` of an event. Any JSON value can stand there; only a whole number from 0 on is right.
#[derive(Debug, Clone, PartialEq)]
pub enum Seq {
    /// A whole number, up to 38 digits.
    Whole(i128),
    /// Missing or null; such events come last, in file order.
    Absent,
    /// Any other value, as it stands in the line.
    Odd(Box<str>),
}

impl Seq {
    pub(crate) fn read(raw: Option<&str>) -> Self {
        match raw {
            None | Some("null") => Self::Absent,
            Some(raw) => raw.parse().map_or_else(|_| Self::Odd(raw.into()), Self::Whole),
        }
    }

    /// The number, if it is one that Pixir itself would write.
    pub fn number(&self) -> Option<u64> {
        match self {
            Self::Whole(number) => u64::try_from(*number).ok(),
            Self::Absent | Self::Odd(_) => None,
        }
    }

    /// Whether Pixir builds provider requests from an event with this number.
    pub(crate) fn is_right(&self) -> bool {
        match self {
            Self::Absent => true,
            Self::Whole(number) => *number >= 0,
            Self::Odd(raw) => raw.bytes().all(|byte| byte.is_ascii_digit()),
        }
    }

    /// The order of the fold: absent last, else the order of Erlang's terms.
    pub fn fold_order(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Absent, Self::Absent) => Ordering::Equal,
            (Self::Absent, _) => Ordering::Greater,
            (_, Self::Absent) => Ordering::Less,
            (Self::Whole(a), Self::Whole(b)) => a.cmp(b),
            (a, b) => a.rank().cmp(&b.rank()).then_with(|| a.compare_alike(b)),
        }
    }

    /// Whether an event with this number lies after a checkpoint that reaches to `to_seq`.
    /// Without a whole `to_seq` every number lies before it, as Pixir compares terms.
    pub(crate) fn is_after(&self, to_seq: Option<i128>) -> bool {
        match (self, to_seq) {
            (Self::Absent, _) => true,
            (Self::Whole(number), Some(to)) => *number > to,
            (Self::Whole(_), None) => false,
            (Self::Odd(_), Some(to)) => self.fold_order(&Self::Whole(to)).is_gt(),
            // `nil` is an atom: above numbers and `false`, below `true` and everything else.
            (Self::Odd(raw), None) => self.rank() > Rank::Atom || &**raw == "true",
        }
    }

    fn rank(&self) -> Rank {
        match self {
            Self::Whole(_) | Self::Absent => Rank::Number,
            Self::Odd(raw) => match raw.as_bytes().first() {
                Some(b'"') => Rank::Text,
                Some(b'[') => Rank::List,
                Some(b'{') => Rank::Map,
                Some(b't' | b'f') => Rank::Atom,
                _ => Rank::Number,
            },
        }
    }

    fn compare_alike(&self, other: &Self) -> Ordering {
        if self.rank() == Rank::Number {
            return self.approximate().total_cmp(&other.approximate());
        }
        let text = |seq: &Self| match seq {
            Self::Odd(raw) => serde_json::from_str::<String>(raw).unwrap_or_else(|_| raw.to_string()),
            Self::Whole(_) | Self::Absent => String::new(),
        };
        text(self).cmp(&text(other))
    }

    fn approximate(&self) -> f64 {
        match self {
            Self::Whole(number) => *number as f64,
            Self::Odd(raw) => raw.parse().unwrap_or(f64::INFINITY),
            Self::Absent => f64::INFINITY,
        }
    }
}

/// Kinds of Erlang terms that JSON can hold, in their order.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Number,
    Atom,
    Map,
    List,
    Text,
}

impl fmt::Display for Seq {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(number) => write!(f, "{number}"),
            Self::Absent => f.write_str("none"),
            Self::Odd(raw) => f.write_str(raw),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Seq;

    #[test]
    fn numbers_come_before_texts_and_absent_comes_last() {
        let order =
            ["-1", "0", "1.5", "2", "123456789012345678901234567890", "true", "{}", "[]", "\"5\"", "null"];
        let seqs: Vec<Seq> = order.iter().map(|raw| Seq::read(Some(raw))).collect();
        for (at, pair) in seqs.windows(2).enumerate() {
            assert!(pair[0].fold_order(&pair[1]).is_lt(), "{} before {}", order[at], order[at + 1]);
        }
        assert!(Seq::read(Some("1")).fold_order(&Seq::read(Some("1.0"))).is_eq());
    }

    #[test]
    fn a_checkpoint_without_an_end_hides_every_number() {
        assert!(Seq::Whole(3).is_after(Some(2)) && !Seq::Whole(2).is_after(Some(2)));
        assert!(!Seq::Whole(3).is_after(None) && Seq::Absent.is_after(None));
        assert!(Seq::read(Some("\"5\"")).is_after(None) && Seq::read(Some("\"5\"")).is_after(Some(9)));
    }
}
