//! Sentences for people: a template in English and what fills its places.
//!
//! [`message!`] makes them. The terminal prints [`Message::text`]; the page looks the template up in its catalogue and
//! fills the translation. The templates are collected from the sources by a test, so a literal is the only way to make
//! one. Facts that a program acts on are enums, not messages.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// A sentence, or a part of one, that the page can say in another language.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Message {
    /// The sentence in English.
    pub text: String,
    /// The sentence with places such as `{path}`; it names the translation.
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub template: Cow<'static, str>,
    /// The values of the places.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<BTreeMap<String, MessageArgument>>"))]
    pub args: BTreeMap<Cow<'static, str>, MessageArgument>,
}

/// What stands at one place of a message.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(untagged)]
pub enum MessageArgument {
    /// A sentence of its own, which is translated as well.
    Message(Box<Message>),
    /// A path, a name, a number or words of another program, which stay as they are.
    Verbatim(#[cfg_attr(feature = "typescript", ts(type = "Foreign"))] String),
}

impl Message {
    /// Returns the message of a template that [`message!`] has checked.
    pub fn of_template(template: &'static str, args: Vec<(&'static str, MessageArgument)>) -> Self {
        let args: BTreeMap<_, _> =
            args.into_iter().map(|(name, value)| (Cow::Borrowed(name), value)).collect();
        Self { text: filled(template, &args), template: Cow::Borrowed(template), args }
    }

    /// Returns the words of an error of another library as a sentence, with a full stop.
    pub fn of_error(error: impl fmt::Display) -> Self {
        let mut words = error.to_string();
        if !words.ends_with(['.', '!', '?', '…']) {
            words.push('.');
        }
        Self::verbatim(words)
    }

    /// Returns several sentences as one message, with a blank between them.
    pub fn in_a_row(messages: impl IntoIterator<Item = Self>) -> Self {
        let joined =
            |first: Self, second: Self| message!("{first} {second}", first => first, second => second);
        messages.into_iter().reduce(joined).unwrap_or_else(|| Self::verbatim(""))
    }

    /// Returns the message with another value at a place, also in messages within it; a place that there is not
    /// changes nothing.
    pub fn with(mut self, place: &str, value: &Self) -> Self {
        for (name, kept) in &mut self.args {
            *kept = match kept {
                _ if name == place => value.clone().into(),
                MessageArgument::Message(inner) => inner.as_ref().clone().with(place, value).into(),
                MessageArgument::Verbatim(_) => continue,
            };
        }
        self.text = filled(&self.template, &self.args);
        self
    }

    /// Returns words of another program, such as the operating system's, which nobody translates.
    pub fn verbatim(words: impl Into<String>) -> Self {
        let words: String = words.into();
        let args = BTreeMap::from([(Cow::Borrowed("words"), MessageArgument::Verbatim(words.clone()))]);
        Self { text: words, template: Cow::Borrowed("{words}"), args }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl AsRef<str> for Message {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

/// Compares the English text.
impl PartialEq<&str> for Message {
    fn eq(&self, other: &&str) -> bool {
        self.text == *other
    }
}

/// Compares the English text.
impl PartialEq<String> for Message {
    fn eq(&self, other: &String) -> bool {
        self.text == *other
    }
}

impl From<Message> for MessageArgument {
    fn from(message: Message) -> Self {
        Self::Message(Box::new(message))
    }
}

impl fmt::Display for MessageArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Message(message) => f.write_str(&message.text),
            Self::Verbatim(words) => f.write_str(words),
        }
    }
}

/// Returns the template with its places filled. Braces that name no place stay as they are.
fn filled(template: &str, args: &BTreeMap<Cow<'static, str>, MessageArgument>) -> String {
    let mut text = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let place = after.split_once('}').and_then(|(name, after)| Some((args.get(name)?, after)));
        match place {
            Some((value, after)) => {
                text.push_str(&value.to_string());
                rest = after;
            }
            None => {
                text.push('{');
                rest = after;
            }
        }
    }
    text + rest
}

/// A message without places, as a table holds it; [`template!`] makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Template(&'static str);

impl Template {
    /// Returns the template of a literal that has no places.
    pub const fn of_literal(text: &'static str) -> Self {
        Self(text)
    }

    /// Returns the text in English.
    pub const fn text(self) -> &'static str {
        self.0
    }

    /// Returns the message.
    pub fn message(self) -> Message {
        Message::of_template(self.0, Vec::new())
    }
}

/// Makes a [`Template`].
#[macro_export]
macro_rules! template {
    ($text:literal) => {
        $crate::Template::of_literal($text)
    };
}

/// Makes a [`Message`] of a literal and of what fills its places: `name` for a variable of that name, `name = value` for
/// anything that can be printed, `name => message` for a message in a message. A place without a value does not compile, and
/// neither does a value without a place.
///
/// ```
/// let path = "/tmp/x";
/// let message = message::message!("`{path}` is not a folder.", path);
/// assert_eq!(message.text, "`/tmp/x` is not a folder.");
/// ```
#[macro_export]
macro_rules! message {
    ($template:literal $(, $name:ident $(= $value:expr)? $(=> $message:expr)?)* $(,)?) => {{
        const _: fn() = || {
            $(let $name = "";)*
            let _ = ::std::format_args!($template, $($name = $name),*);
        };
        $crate::Message::of_template(
            $template,
            ::std::vec![$((
                ::std::stringify!($name),
                $crate::message_argument!($name $(= $value)? $(=> $message)?),
            )),*],
        )
    }};
}

/// Makes one argument of [`message!`].
#[doc(hidden)]
#[macro_export]
macro_rules! message_argument {
    ($name:ident) => {
        $crate::MessageArgument::Verbatim(::std::string::ToString::to_string(&$name))
    };
    ($name:ident = $value:expr) => {
        $crate::MessageArgument::Verbatim(::std::string::ToString::to_string(&$value))
    };
    ($name:ident => $message:expr) => {
        $crate::MessageArgument::from($message)
    };
}

#[cfg(test)]
mod tests {
    use super::Message;

    #[test]
    fn message_places_are_filled() {
        let name = "pdf";
        let inner = message!("{name} is gone", name);
        let said = message!("cannot read {count} files: {why}.", count = 2, why => inner);
        assert_eq!(said.text, "cannot read 2 files: pdf is gone.");
        assert_eq!(message!("nothing to undo.").text, "nothing to undo.");
    }

    #[test]
    fn message_argument_with_braces_is_not_read_as_a_place() {
        let said = message!("{first} and {second}", first = "{second}", second = "{");
        assert_eq!(said.text, "{second} and {");
    }

    #[test]
    fn message_json_leads_back_to_the_message() {
        let why = Message::verbatim("No such device {os error}");
        let said = message!("`{path}`: {why}", path = "/x", why => why);
        let json = serde_json::to_string(&said).unwrap();
        assert_eq!(serde_json::from_str::<Message>(&json).unwrap(), said);
        assert_eq!(
            json,
            r#"{"text":"`/x`: No such device {os error}","template":"`{path}`: {why}","args":{"path":"/x","why":{"text":"No such device {os error}","template":"{words}","args":{"words":"No such device {os error}"}}}}"#
        );
    }
}
