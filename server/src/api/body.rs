//! The JSON bodies of the client endpoints.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// The JSON object in `bytes` as a `T`. Content-Type is not asked for; members `T` does not know
/// are ignored, of a repeated member the last counts (CONTRACT §3, §5). `None`: it is not JSON,
/// not an object, nested too deeply, or not a `T`.
pub fn object<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    let object: Map<String, Value> = serde_json::from_slice(bytes).ok()?;
    serde_json::from_value(Value::Object(object)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_is_read_leniently_and_anything_else_not_at_all() {
        #[derive(serde::Deserialize, PartialEq, Debug)]
        struct Name {
            name: String,
        }
        let read = object::<Name>;
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
