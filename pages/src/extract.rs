//! Extractors for the path and the query. An invalid query never fails a page: it counts as empty.

use std::collections::BTreeMap;
use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::PageError;

#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(PageError))]
pub struct Path<T>(pub T);

/// The query. The last value of a repeated name counts; a query that does not deserialize is the default.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned + Default> Query<T> {
    fn parse(query: &str) -> Self {
        let pairs: BTreeMap<_, _> = form_urlencoded::parse(query.as_bytes()).collect();
        let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
        Self(serde_urlencoded::from_str(&query).unwrap_or_default())
    }
}

impl<S: Sync, T: DeserializeOwned + Default> FromRequestParts<S> for Query<T> {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::parse(parts.uri.query().unwrap_or_default()))
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Default, PartialEq, Eq, Deserialize)]
    #[serde(default)]
    struct Search {
        q: String,
        after: Option<String>,
    }

    #[test]
    fn last_value_of_a_name_counts() {
        let Query(search) = Query::<Search>::parse("q=a&x=%FF&q=b+c&after=");
        assert_eq!(search, Search { q: "b c".to_owned(), after: Some(String::new()) });
        assert_eq!(Query::<Search>::parse("%").0, Search::default());
    }
}
