//! Query parameters.

use std::borrow::Cow;

use axum::http::Uri;

/// Decoding never fails: invalid UTF-8 becomes U+FFFD, which no token and no id contains.
pub struct Query<'a>(Vec<(Cow<'a, str>, Cow<'a, str>)>);

impl<'a> Query<'a> {
    pub fn of(uri: &'a Uri) -> Self {
        Self(form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()).collect())
    }

    /// Whether `name` is there, with or without a value.
    pub fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(key, _)| key == name)
    }

    /// The first value of `name`; an empty value counts as missing (docs/REFERENCE.md#json-api).
    pub fn get(&self, name: &str) -> Option<&str> {
        let (_, value) = self.0.iter().find(|(key, _)| key == name)?;
        Some(&**value).filter(|value| !value.is_empty())
    }

    /// The query string without `name`.
    pub fn without(&self, name: &str) -> String {
        let others = self.0.iter().filter(|(key, _)| key != name);
        form_urlencoded::Serializer::new(String::new()).extend_pairs(others).finish()
    }
}
