//! Readers of hostile bytes, each fed with what was mutated from real files: none may panic, hang or take memory beyond
//! its limit, and each keeps a law of its own (`tests::readers`).
//!
//! Every input is made from a number alone, so a failure names the number that brings it back:
//! `ASSAY_FUZZ_SEED=N cargo nextest run -p tests fuzz::log_lines`. `ASSAY_FUZZ_SECONDS` says for how long each reader is
//! tried; `cargo xtask test` gives each a minute. This is mutation without coverage; `cargo xtask fuzz READER COUNT` lets
//! libFuzzer mutate what reached new code.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use tests::generated::dice::Dice;
use tests::mutated::mutated;
use tests::readers::{LONGEST, READERS, Reader, SLOWEST};

/// Feeds a reader until the time is up.
fn feed(name: &str) {
    let mut reader = Reader::named(name).expect("there is a reader of this name");
    let number = |name: &str| std::env::var(name).ok().and_then(|value| value.parse::<u64>().ok());
    let seeds = std::mem::take(&mut reader.seeds);
    seeds.iter().for_each(|seed| (reader.read)(seed));
    if let Some(seed) = number("ASSAY_FUZZ_SEED") {
        return (reader.read)(&input(&seeds, seed));
    }
    let until = Instant::now() + Duration::from_secs(number("ASSAY_FUZZ_SECONDS").unwrap_or(1));
    let mut seed = number("ASSAY_FUZZ_FROM").unwrap_or(0);
    let (first, mut changed) = (seed, 0);
    let kept: HashSet<&[u8]> = seeds.iter().flat_map(|seed| lines(seed)).collect();
    while Instant::now() < until {
        let bytes = input(&seeds, seed);
        let told = Told { name, seed };
        let began = Instant::now();
        (reader.read)(&bytes);
        assert!(began.elapsed() < SLOWEST, "{} bytes took {:?}", bytes.len(), began.elapsed());
        std::mem::forget(told);
        changed += lines(&bytes).filter(|line| !kept.contains(line)).count();
        seed += 1;
    }
    println!("{name}: {} inputs, {changed} lines that no seed holds", seed - first);
}

fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty())
}

/// Says which input it was, when a reader panics over it.
struct Told<'a> {
    name: &'a str,
    seed: u64,
}

impl Drop for Told<'_> {
    fn drop(&mut self) {
        eprintln!("{} fails with ASSAY_FUZZ_SEED={}", self.name, self.seed);
    }
}

fn input(seeds: &[Vec<u8>], number: u64) -> Vec<u8> {
    let mut random = Dice::seeded(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut bytes = mutated(seeds, &mut random);
    bytes.truncate(LONGEST);
    bytes
}

#[test]
fn log_lines() {
    feed("log_lines");
}

#[test]
fn agents_lines() {
    feed("agents_lines");
}

#[test]
fn agents_files() {
    feed("agents_files");
}

#[test]
fn agents_databases() {
    feed("agents_databases");
}

#[test]
fn frontmatter() {
    feed("frontmatter");
}

#[test]
fn context_sources() {
    feed("context_sources");
}

#[test]
fn archives() {
    feed("archives");
}

#[test]
fn bundles() {
    feed("bundles");
}

#[cfg(unix)]
#[test]
fn frames_of_the_broker() {
    feed("frames_of_the_broker");
}

#[test]
fn frames_of_an_agent() {
    feed("frames_of_an_agent");
}

#[test]
fn every_reader_is_fed() {
    let source = include_str!("fuzz.rs");
    let left: Vec<_> =
        READERS.iter().filter(|(name, _)| !source.contains(&format!("feed(\"{name}\")"))).collect();
    assert!(left.is_empty(), "{left:?}");
}
