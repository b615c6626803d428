//! Parsing an import file, with errors of one line that name the position.

use serde::Deserialize as _;
use serde::de::IgnoredAny;
use serde_json::Deserializer;
use serde_json::error::Category;

use super::ImportError;
use super::records::Records;
use crate::tables::Object;

/// The maximum nesting. The payload of an activity, three levels down, may use `serde_json`'s default limit
/// of 127. Deeper input could overflow the stack.
const MAX_DEPTH: usize = 127 + 3;
/// The maximum length of an error in characters: it can quote the file.
const MAX_MESSAGE: usize = 300;

/// Parses the file.
pub(super) fn records(json: &[u8]) -> Result<Records, ImportError> {
    let json = json.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(json);
    check_depth(json)?;
    let mut deserializer = Deserializer::from_slice(json);
    // `check_depth` replaces the built-in limit, which is too small for a payload.
    deserializer.disable_recursion_limit();
    let Object(records): Object<Records> = serde_path_to_error::deserialize(&mut deserializer)
        .map_err(|error| import_error(json, &error.path().to_string(), error.inner()))?;
    deserializer.end().map_err(|error| import_error(json, ".", &error))?;
    Ok(records)
}

fn check_depth(json: &[u8]) -> Result<(), ImportError> {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for byte in json {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            return Err(ImportError::Invalid(format!("the JSON is nested more than {MAX_DEPTH} deep")));
        }
    }
    Ok(())
}

/// The error in one line: the path of a record for invalid data, line and column for malformed JSON.
fn import_error(json: &[u8], path: &str, error: &serde_json::Error) -> ImportError {
    let position = format!(" at line {} column {}", error.line(), error.column());
    let text = error.to_string();
    let problem = text.strip_suffix(&position).unwrap_or(&text);
    let problem: String =
        problem.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).take(MAX_MESSAGE).collect();
    ImportError::Invalid(match error.classify() {
        Category::Data if path == "." => problem,
        Category::Data => format!("{path}: {problem}"),
        // What is no text in the place of a word is broken JSON to serde_json.
        Category::Syntax if path != "." && is_json(json) => format!("{path}: expected a word"),
        _ => format!("line {}, column {}: {problem}", error.line(), error.column()),
    })
}

fn is_json(json: &[u8]) -> bool {
    let mut deserializer = Deserializer::from_slice(json);
    deserializer.disable_recursion_limit();
    IgnoredAny::deserialize(&mut deserializer).is_ok() && deserializer.end().is_ok()
}
