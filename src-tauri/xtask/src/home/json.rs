//! JSON by hand: values are texts that are JSON already.

use std::fmt::Write as _;

/// Returns an object with these members, in this order.
pub fn object(members: &[(&str, String)]) -> String {
    let members = members.iter().map(|(name, value)| format!("{}:{value}", text(name)));
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}

/// Returns an array of these values.
pub fn array(values: &[String]) -> String {
    format!("[{}]", values.join(","))
}

/// Returns an array of texts.
pub fn texts(values: &[&str]) -> String {
    array(&values.iter().copied().map(text).collect::<Vec<_>>())
}

/// Returns a text in quotes, with everything escaped that JSON wants escaped.
pub fn text(value: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in value.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\u{0}'..='\u{1f}' => {
                write!(quoted, "\\u{:04x}", u32::from(letter)).expect("a string takes every letter");
            }
            _ => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_escapes_quotes_line_breaks_and_control_characters() {
        assert_eq!(text("a \"b\"\n\\\u{1b}é"), r#""a \"b\"\n\\\u001bé""#);
    }

    #[test]
    fn object_keeps_the_order_of_its_members() {
        let value = object(&[("b", text("x")), ("a", texts(&["y"])), ("c", "1".to_owned())]);
        assert_eq!(value, r#"{"b":"x","a":["y"],"c":1}"#);
    }
}
