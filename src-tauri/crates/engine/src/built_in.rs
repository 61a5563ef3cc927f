//! The skills that come with the engine.

mod calculator;
mod filesystem;
mod setting;
mod shell;
mod weather;

use message::{Template, template};

use crate::CodeSkill;

pub use calculator::Calculator;
pub use filesystem::Filesystem;
pub use shell::Shell;
pub use weather::{Forecasts, OpenMeteo, Weather, WeatherNow};

/// Whether a skill is on before anybody said anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AtFirst {
    /// It is.
    On,
    /// Somebody must switch it on, for the reason in the sentence.
    Off(Template),
}

/// Every skill that comes with the engine.
pub fn built_ins() -> Vec<(Box<dyn CodeSkill>, AtFirst)> {
    vec![
        (Box::new(Calculator), AtFirst::On),
        (Box::new(Filesystem), AtFirst::On),
        (Box::new(Shell), AtFirst::On),
        (
            Box::new(Weather::of(OpenMeteo::default())),
            AtFirst::Off(template!("It uses a service on the network, so it is disabled by default.")),
        ),
    ]
}
