//! The figures as a table. A ratio is what counts; the times say on which machine it was taken.

use std::fmt;
use std::time::Duration;

use crate::cost::{Cost, Costs};

/// One line of the table.
pub struct Figure {
    /// The number of the goal; 0 where none was set.
    pub goal: u8,
    pub what: &'static str,
    pub outcome: Outcome,
}

pub enum Outcome {
    /// Ours against a baseline of the same run.
    Ratio { ours: Cost, baseline: Cost, name: &'static str, by: By, limit: Option<f64> },
    /// A size or a time with a limit of its own.
    Limit { shown: String, limit: String, held: bool },
    /// There is no figure; the words say why.
    None(String),
}

/// Which time a ratio is made of.
#[derive(Clone, Copy)]
pub enum By {
    /// Work of one thread: what the machine does beside it does not count.
    Cpu,
    /// Work that is spread over threads, or mostly waits.
    Wall,
}

impl Figure {
    /// Two ways out of a race. A way that did not run is a program this machine does not have.
    pub fn ratio(
        goal: u8,
        what: &'static str,
        costs: &Costs,
        (ours, baseline): (&'static str, &'static str),
        by: By,
        limit: impl Into<Option<f64>>,
    ) -> Self {
        let outcome = match (costs.get(ours), costs.get(baseline)) {
            (Some(&ours), Some(&cost)) => {
                Outcome::Ratio { ours, baseline: cost, name: baseline, by, limit: limit.into() }
            }
            _ => Outcome::None(format!("skipped: there is no `{baseline}` here")),
        };
        Self { goal, what, outcome }
    }
}

/// Prints the head of the table.
pub const HEAD: &str = "\
goal  figure                                         ours wall     cpu    baseline wall     cpu                    ratio wall     cpu   goal
";

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>4}  {:<44}", self.goal, self.what)?;
        match &self.outcome {
            Outcome::Ratio { ours, baseline, name, by, limit } => {
                write!(f, "{:>12}{:>8}", shown(Some(ours.wall)), shown(ours.cpu))?;
                write!(f, "{:>17}{:>8}", shown(Some(baseline.wall)), shown(baseline.cpu))?;
                let wall = ours.wall.as_secs_f64() / baseline.wall.as_secs_f64();
                let cpu = ours.cpu.zip(baseline.cpu).map(|(ours, other)| {
                    // Less than a hundredth of a second in all rounds counts as none.
                    if other.is_zero() { f64::NAN } else { ours.as_secs_f64() / other.as_secs_f64() }
                });
                let cpu = cpu.filter(|ratio| ratio.is_finite());
                let cpu_words = cpu.map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.3}"));
                write!(f, "  {name:<19}{wall:>10.3}{cpu_words:>8}")?;
                let (counts, word) = match by {
                    By::Cpu => (cpu.unwrap_or(wall), if cpu.is_some() { "cpu" } else { "wall" }),
                    By::Wall => (wall, "wall"),
                };
                match limit {
                    Some(limit) => write!(f, "   <= {limit} by {word}: {}", verdict(counts <= *limit)),
                    None => write!(f, "   no goal"),
                }
            }
            Outcome::Limit { shown, limit, held } => {
                write!(f, "{shown:>12}{:72}   <= {limit}: {}", "", verdict(*held))
            }
            Outcome::None(words) => write!(f, "   {words}"),
        }
    }
}

fn verdict(held: bool) -> &'static str {
    if held { "held" } else { "missed" }
}

/// A time in milliseconds with three digits that count.
pub fn shown(time: Option<Duration>) -> String {
    let Some(time) = time else { return "-".to_owned() };
    let ms = time.as_secs_f64() * 1e3;
    match ms {
        100.0.. => format!("{ms:.0}ms"),
        10.0.. => format!("{ms:.1}ms"),
        1.0.. => format!("{ms:.2}ms"),
        _ => format!("{ms:.3}ms"),
    }
}
