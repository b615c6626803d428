//! Reading a request's query.

use std::borrow::Cow;

use axum::http::Uri;

/// The decoded pairs of a query. Decoding never fails: what is no UTF-8 becomes U+FFFD, which no
/// token and no id contains.
pub struct Query<'a>(Vec<(Cow<'a, str>, Cow<'a, str>)>);

impl<'a> Query<'a> {
    /// The query of `uri`; without one there are no pairs.
    pub fn of(uri: &'a Uri) -> Self {
        Self(form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()).collect())
    }

    /// The first value of `name`; an empty one counts as missing (CONTRACT §3).
    pub fn get(&self, name: &str) -> Option<&str> {
        let (_, value) = self.0.iter().find(|(key, _)| key == name)?;
        if value.is_empty() { None } else { Some(value) }
    }
}
