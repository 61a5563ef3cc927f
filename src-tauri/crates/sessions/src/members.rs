//! Reading objects: the first of two equal keys wins, as in Pixir, where serde_json's maps keep the last.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// The members of one object, values unread; the first of two equal keys wins.
#[derive(Clone, Default)]
pub(crate) struct Members<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'a> Members<'a> {
    /// The members, if `text` is an object.
    pub fn read(text: &'a str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    pub fn raw(&self, key: &str) -> Option<&'a str> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, value)| value.get())
    }

    /// Names and values as they stand, later ones of equal names included.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &'a str)> {
        self.0.iter().map(|(name, value)| (&**name, value.get()))
    }

    pub fn text(&self, key: &str) -> Option<String> {
        serde_json::from_str(self.raw(key)?).ok()
    }

    pub fn whole(&self, key: &str) -> Option<i64> {
        serde_json::from_str(self.raw(key)?).ok()
    }

    pub fn count(&self, key: &str) -> Option<u64> {
        serde_json::from_str(self.raw(key)?).ok()
    }

    pub fn flag(&self, key: &str) -> Option<bool> {
        serde_json::from_str(self.raw(key)?).ok()
    }

    pub fn object(&self, key: &str) -> Option<Self> {
        Self::read(self.raw(key)?)
    }

    /// The texts in a list; an item that is none stands as the JSON it is.
    pub fn texts(&self, key: &str) -> Vec<String> {
        let text = |raw: &&RawValue| serde_json::from_str(raw.get()).unwrap_or_else(|_| raw.get().to_owned());
        self.items(key).iter().map(text).collect()
    }

    fn items(&self, key: &str) -> Vec<&'a RawValue> {
        self.raw(key).and_then(|raw| serde_json::from_str(raw).ok()).unwrap_or_default()
    }

    /// The objects in a list; other items are passed over.
    pub fn objects(&self, key: &str) -> Vec<Self> {
        self.items(key).into_iter().filter_map(|item| Self::read(item.get())).collect()
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Collect;
        impl<'de> Visitor<'de> for Collect {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::with_capacity(8);
                while let Some(Key(key)) = map.next_key::<Key<'de>>()? {
                    members.push((key, map.next_value::<&'de RawValue>()?));
                }
                Ok(Members(members))
            }
        }
        from.deserialize_map(Collect)
    }
}

/// A key that borrows from the line unless it holds an escape.
struct Key<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Key<'de> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Borrow;
        impl<'de> Visitor<'de> for Borrow {
            type Value = Key<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a key")
            }

            fn visit_borrowed_str<E>(self, key: &'de str) -> Result<Self::Value, E> {
                Ok(Key(Cow::Borrowed(key)))
            }

            fn visit_str<E>(self, key: &str) -> Result<Self::Value, E> {
                Ok(Key(Cow::Owned(key.to_owned())))
            }
        }
        from.deserialize_str(Borrow)
    }
}

#[cfg(test)]
mod tests {
    use super::Members;

    #[test]
    fn the_first_of_two_equal_keys_wins() {
        let members = Members::read(r#"{"a":1,"a":2,"b":"x","b":null}"#).expect("an object");
        assert_eq!(members.whole("a"), Some(1));
        assert_eq!(members.text("b").as_deref(), Some("x"));
        assert!(Members::read("[1]").is_none());
    }

    #[test]
    fn a_member_is_read_past_any_depth() {
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        let object = format!("{{\"a\":{deep},\"b\":\"x\"}}");
        assert_eq!(Members::read(&object).and_then(|members| members.text("b")).as_deref(), Some("x"));
    }
}
