//! JSON request bodies.

use axum::body::Body;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::body::{self, LIMIT};
use crate::response::ApiError;

/// Reads a JSON object. `invalid` is the error for a body that cannot be read or is not a `T`.
///
/// The Content-Type is ignored, so are unknown members; of a repeated member the last counts
/// (docs/REFERENCE.md#json-api).
pub async fn read<T: DeserializeOwned>(body: Body, invalid: ApiError) -> Result<T, ApiError> {
    let bytes = body::read(body, LIMIT).await.map_err(|error| ApiError::from_body(error, invalid))?;
    parse(&bytes).ok_or(invalid)
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    let object: Map<String, Value> = serde_json::from_slice(bytes).ok()?;
    serde_json::from_value(Value::Object(object)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn object_is_parsed_leniently_and_other_json_refused() {
        #[derive(serde::Deserialize, PartialEq, Debug)]
        struct Name {
            name: String,
        }
        let read = parse::<Name>;
        assert_eq!(read(br#"{"name":"a","x":[1],"name":"b"}"#), Some(Name { name: "b".into() }));
        let nested = format!(r#"{{"name":"a","x":{}{}}}"#, "[".repeat(10_000), "]".repeat(10_000));
        for bad in [
            &b"[]"[..],
            b"",
            b"null",
            br#"{"name":1}"#,
            br#"{"name":null}"#,
            b"{\"name\":\"\xff\"}",
            br#"{"name":"\ud800"}"#,
            nested.as_bytes(),
        ] {
            assert_eq!(read(bad), None);
        }
    }
}
