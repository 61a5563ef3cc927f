//! Descriptions that say nearly the same, so that a model can hardly choose between their skills.

use std::collections::{BTreeMap, HashMap};

/// Two texts that overlap.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Overlap {
    /// The number of one text.
    pub one: usize,
    /// The number of the other, which is larger.
    pub other: usize,
    /// How alike they are, from 0 to 1: the cosine of their words, each weighed by how rare it is.
    pub alike: f64,
}

/// From here on two descriptions are told as overlapping.
const TOLD: f64 = 0.6;
/// Most texts that share a word for it to bring two of them together: what more have in common sets none apart.
const SHARED: usize = 100;
/// Words of a text that count; the specification allows 1,024 characters.
const WORDS: usize = 400;

/// Words that say nothing of what a skill is for.
const EMPTY: &[&str] = &[
    "a", "an", "and", "any", "are", "as", "asks", "at", "be", "by", "for", "from", "in", "into", "is", "it",
    "its", "of", "on", "or", "skill", "that", "the", "their", "them", "this", "to", "use", "used", "user",
    "users", "using", "when", "whenever", "with", "you", "your",
];

/// The most alike pairs of `texts`, the most alike first and at most `most`. The same for the same texts; the
/// time grows with the texts, not with their pairs, as only texts that share a rare word are compared.
pub fn overlaps(texts: &[&str], most: usize) -> Vec<Overlap> {
    let counted: Vec<BTreeMap<String, f64>> = texts.iter().map(|text| counts(text)).collect();
    let mut holders: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (number, words) in counted.iter().enumerate() {
        for word in words.keys() {
            holders.entry(word).or_default().push(number);
        }
    }
    let total = texts.len() as f64;
    let weight = |word: &str| {
        let holding = holders.get(word).map_or(1, Vec::len) as f64;
        (1.0 + total / holding).ln()
    };
    let vectors: Vec<Vec<(&str, f64)>> = counted.iter().map(|words| vector(words, &weight)).collect();
    let mut found = Vec::new();
    for (one, words) in vectors.iter().enumerate() {
        let mut met: HashMap<usize, ()> = HashMap::new();
        for (word, _) in words {
            let holders = holders.get(word).map(Vec::as_slice).unwrap_or_default();
            if holders.len() <= SHARED {
                met.extend(holders.iter().filter(|other| **other > one).map(|other| (*other, ())));
            }
        }
        found.extend(met.into_keys().filter_map(|other| told(&vectors, one, other)));
    }
    found.extend(equal(&vectors));
    found.sort_by(|a, b| b.alike.total_cmp(&a.alike).then((a.one, a.other).cmp(&(b.one, b.other))));
    found.dedup_by_key(|pair| (pair.one, pair.other));
    found.truncate(most);
    found
}

fn told(vectors: &[Vec<(&str, f64)>], one: usize, other: usize) -> Option<Overlap> {
    let alike = cosine(&vectors[one], &vectors[other]);
    (alike >= TOLD).then_some(Overlap { one, other, alike })
}

/// Texts of the same words, each with the one before it: they may share none that is rare.
fn equal(vectors: &[Vec<(&str, f64)>]) -> Vec<Overlap> {
    let mut last: HashMap<Vec<&str>, usize> = HashMap::new();
    let mut found = Vec::new();
    for (number, words) in vectors.iter().enumerate().filter(|(_, words)| !words.is_empty()) {
        let key = words.iter().map(|(word, _)| *word).collect();
        if let Some(before) = last.insert(key, number) {
            found.extend(told(vectors, before, number));
        }
    }
    found
}

fn counts(text: &str) -> BTreeMap<String, f64> {
    let mut counts = BTreeMap::new();
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    for word in words.map(str::to_lowercase).filter(|word| !EMPTY.contains(&word.as_str())).take(WORDS) {
        *counts.entry(word).or_insert(0.0) += 1.0;
    }
    counts
}

/// The words in order, each with its weight; the squares of all weights add up to 1.
fn vector<'w>(words: &'w BTreeMap<String, f64>, weight: &dyn Fn(&str) -> f64) -> Vec<(&'w str, f64)> {
    let weighed: Vec<_> =
        words.iter().map(|(word, count)| (word.as_str(), (1.0 + count.ln()) * weight(word))).collect();
    let length = weighed.iter().map(|(_, weight)| weight * weight).sum::<f64>().sqrt();
    weighed.into_iter().map(|(word, weight)| (word, weight / length)).collect()
}

/// The cosine of two vectors of length 1, both in the order of their words.
fn cosine(one: &[(&str, f64)], other: &[(&str, f64)]) -> f64 {
    let (mut at, mut to, mut sum) = (0, 0, 0.0);
    while let (Some((word, weight)), Some((against, beside))) = (one.get(at), other.get(to)) {
        match word.cmp(against) {
            std::cmp::Ordering::Less => at += 1,
            std::cmp::Ordering::Greater => to += 1,
            std::cmp::Ordering::Equal => {
                sum += weight * beside;
                (at, to) = (at + 1, to + 1);
            }
        }
    }
    sum.min(1.0)
}

#[cfg(test)]
mod tests {
    use super::overlaps;

    #[test]
    fn description_overlap_finds_what_says_the_same_and_nothing_else() {
        let texts = [
            "Drafts release notes from the commits between two tags.",
            "Formats SQL queries. Use when the user pastes a query.",
            "Writes release notes from commits between tags, drafts of a changelog.",
            "Use when the user asks for it.",
            "Use when the user asks for it.",
        ];
        let found = overlaps(&texts, 10);
        let pairs: Vec<_> = found.iter().map(|pair| (pair.one, pair.other)).collect();
        assert_eq!(pairs, [(0, 2)], "{found:?}");
        assert_eq!(overlaps(&texts, 10), found);
        assert!(overlaps(&[], 10).is_empty() && overlaps(&texts[..1], 10).is_empty());
    }

    #[test]
    fn description_overlap_of_ten_thousand_is_bounded_and_finds_the_copies() {
        // Every text has the words of the generator, which all share, and two of its own.
        let texts: Vec<String> =
            (0..10_000).map(|n| format!("Automates tasks of service{n} with tool{}.", n / 2)).collect();
        let mut texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        texts.extend(["Automates tasks."; 300]);
        let found = overlaps(&texts, 20);
        assert_eq!(found.len(), 20);
        assert!(found.iter().all(|pair| pair.alike > 0.999 && pair.one >= 10_000), "{found:?}");
    }
}
