//! `weather`: the weather of a place now, asked of a public service (S4-08). It is the one skill here that needs the
//! network, so it is off until somebody switches it on, and each question is decided on as the mode says.

use std::path::PathBuf;

use execution::{Decision, Get, Mode, Stop};
use hydration::Ground;
use serde_json::{Value, json};

use crate::code_skill::wrong;
use crate::script::search;
use crate::{CodeSkill, CodeTool, Done, Parameter, ParameterKind, Plan, Reach, Refusal, ToolCall, Unable};

/// The skill `weather`.
#[derive(Debug, Clone, Copy)]
pub struct Weather<F> {
    forecasts: F,
}

/// Who knows the weather.
pub trait Forecasts: Send + Sync {
    /// The addresses that would be asked about a place, each in a line, for the person who decides.
    fn asks(&self, place: &str) -> String;

    /// The weather there now. The error is a sentence.
    ///
    /// # Errors
    ///
    /// When the place is not found, the network or the answer fails, or `stop` says so; a sentence.
    fn now(&self, place: &str, ground: &Ground, stop: &Stop) -> Result<WeatherNow, String>;
}

/// The weather of a place.
#[derive(Debug, Clone, PartialEq)]
pub struct WeatherNow {
    /// The place as the service names it.
    pub place: String,
    /// Degrees Celsius.
    pub temperature_c: f64,
    /// Kilometres an hour.
    pub wind_kmh: f64,
    /// The weather code of the WMO (table 4677).
    pub code: u64,
    /// When it was observed, as the service writes it.
    pub at: String,
}

/// open-meteo.com, which needs no key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenMeteo {
    /// The address that finds a place.
    pub places: String,
    /// The address that knows its weather.
    pub forecasts: String,
}

/// Characters of a place's name.
const PLACE: usize = 80;
/// Bytes of an answer of the service.
const ANSWER: u64 = 64 << 10;

const TOOLS: &[CodeTool] = &[CodeTool {
    name: "get_weather",
    description: "Gives the weather of a place now. The place's name is sent to a public service.",
    reach: Reach::Network,
    parameters: &[Parameter::required("place", ParameterKind::Text, "A town or region, such as Berlin")],
}];

impl<F: Forecasts> Weather<F> {
    /// The skill on top of somebody who knows.
    pub fn of(forecasts: F) -> Self {
        Self { forecasts }
    }
}

impl<F: Forecasts> CodeSkill for Weather<F> {
    fn name(&self) -> &str {
        "weather"
    }

    fn description(&self) -> &str {
        "Gives the weather of a place now. Needs the network."
    }

    fn tools(&self) -> &[CodeTool] {
        TOOLS
    }

    fn plan<'a>(&'a self, call: &ToolCall<'_>) -> Result<Plan<'a>, Refusal> {
        let place = call.text("place").unwrap_or_default().trim().to_owned();
        let is_name = |c: char| c.is_alphabetic() || " -'.,’".contains(c);
        if place.is_empty() || place.chars().count() > PLACE || !place.chars().all(is_name) {
            return Err(wrong(
                call.tool,
                "place",
                "is not a place name: letters, blanks and hyphens, at most 80",
            ));
        }
        let text = self.forecasts.asks(&place);
        let verdict = match call.mode() {
            Mode::Auto => (Decision::Allow, "it asks a public service and changes nothing"),
            Mode::Ask | Mode::ReadOnly => (Decision::Ask, "the user decides what is sent over the network"),
        };
        let rule = format!("Mode {}: {}.", call.mode().word(), verdict.1);
        let bound = call.bound(self, &text);
        let ground = call.ground.clone();
        Ok(Plan::new(call.tool, text, (verdict.0, rule), bound, move |by, stop| {
            let now =
                self.forecasts.now(&place, &ground, stop).map_err(|words| Unable::new("not_run", words))?;
            Ok(done(&now, by))
        }))
    }
}

fn done(now: &WeatherNow, by: &str) -> Done {
    let facts = json!({
        "place": now.place,
        "temperature_c": now.temperature_c,
        "wind_kmh": now.wind_kmh,
        "weather": described(now.code),
        "code": now.code,
        "at": now.at,
        "by": by,
    });
    let text = format!(
        "{}: {}, {} °C, wind {} km/h, observed {}.",
        now.place,
        described(now.code),
        now.temperature_c,
        now.wind_kmh,
        now.at
    );
    Done { text, evidence: Some(facts.clone()), facts }
}

impl Default for OpenMeteo {
    fn default() -> Self {
        Self {
            places: "https://geocoding-api.open-meteo.com/v1/search".to_owned(),
            forecasts: "https://api.open-meteo.com/v1/forecast".to_owned(),
        }
    }
}

impl Forecasts for OpenMeteo {
    fn asks(&self, place: &str) -> String {
        format!("GET {}\nGET {}?latitude=…&longitude=… (of that place)", self.search(place), self.forecasts)
    }

    fn now(&self, place: &str, ground: &Ground, stop: &Stop) -> Result<WeatherNow, String> {
        let found = asked(&self.search(place), ground, stop)?;
        let found = &found["results"][0];
        let (Some(latitude), Some(longitude)) = (found["latitude"].as_f64(), found["longitude"].as_f64())
        else {
            return Err(format!("The service knows no place {place:?}."));
        };
        let address = format!(
            "{}?latitude={latitude:.4}&longitude={longitude:.4}&current=temperature_2m,wind_speed_10m,weather_code",
            self.forecasts
        );
        let answer = asked(&address, ground, stop)?;
        let current = &answer["current"];
        let number = |name: &str| {
            current[name]
                .as_f64()
                .ok_or_else(|| format!("The service’s answer has no {name} that is a number."))
        };
        Ok(WeatherNow {
            place: named(found).unwrap_or_else(|| place.to_owned()),
            temperature_c: number("temperature_2m")?,
            wind_kmh: number("wind_speed_10m")?,
            code: current["weather_code"].as_u64().unwrap_or(u64::MAX),
            at: plain(current["time"].as_str().unwrap_or("at an unknown time")),
        })
    }
}

impl OpenMeteo {
    fn search(&self, place: &str) -> String {
        format!("{}?count=1&name={}", self.places, encoded(place))
    }
}

fn named(found: &Value) -> Option<String> {
    let name = plain(found["name"].as_str()?);
    match found["country"].as_str() {
        Some(country) => Some(format!("{name}, {}", plain(country))),
        None => Some(name),
    }
}

// What a stranger's machine says is text like any other: short, and nothing in it draws or opens anything.
fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric() || " -'.,:’".contains(*c)).take(PLACE).collect()
}

fn encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut found, byte| {
        if byte.is_ascii_alphanumeric() {
            found.push(char::from(byte));
        } else {
            found.push_str(&format!("%{byte:02X}"));
        }
        found
    })
}

fn asked(address: &str, ground: &Ground, stop: &Stop) -> Result<Value, String> {
    let search: Vec<PathBuf> = search(ground);
    let get = Get {
        address,
        search: &search,
        environment: &ground.environment,
        helper: &ground.helper,
        most: ANSWER,
    };
    let bytes =
        execution::get(get, stop).map_err(|why| format!("The weather cannot be asked for: {why}."))?;
    serde_json::from_slice(&bytes).map_err(|error| format!("The service’s answer cannot be read: {error}."))
}

/// A code of the WMO in a word.
fn described(code: u64) -> &'static str {
    match code {
        0 => "clear",
        1 => "mainly clear",
        2 => "partly cloudy",
        3 => "overcast",
        45 | 48 => "fog",
        51..=57 => "drizzle",
        61..=67 => "rain",
        71..=77 => "snow",
        80..=82 => "showers",
        85 | 86 => "snow showers",
        95..=99 => "thunderstorm",
        _ => "unknown weather",
    }
}

#[cfg(test)]
mod tests {
    use super::described;

    #[test]
    fn codes_of_the_weather_are_words() {
        for (codes, word) in [
            (0..=0, "clear"),
            (1..=1, "mainly clear"),
            (2..=2, "partly cloudy"),
            (3..=3, "overcast"),
            (4..=44, "unknown weather"),
            (45..=45, "fog"),
            (46..=47, "unknown weather"),
            (48..=48, "fog"),
            (51..=57, "drizzle"),
            (61..=67, "rain"),
            (71..=77, "snow"),
            (80..=82, "showers"),
            (85..=86, "snow showers"),
            (95..=99, "thunderstorm"),
            (100..=101, "unknown weather"),
        ] {
            for code in codes {
                assert_eq!(described(code), word, "{code}");
            }
        }
    }
}
