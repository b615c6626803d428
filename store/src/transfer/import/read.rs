//! From bytes to records, or to one line that says what is wrong and where.

use serde_json::Deserializer;
use serde_json::error::Category;

use super::ImportError;
use super::records::Records;
use crate::tables::Object;

/// How deep the JSON may be nested: a payload of an activity can be read back at the usual limit of
/// `serde_json`, 127, and lies three levels down. Deeper input would use up the stack.
const DEEPEST: usize = 127 + 3;
/// How much of a problem is told: a file can hold anything.
const LONGEST_MESSAGE: usize = 300;

/// Reads the file.
pub(super) fn records(json: &[u8]) -> Result<Records, ImportError> {
    let json = json.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(json);
    check_depth(json)?;
    let mut deserializer = Deserializer::from_slice(json);
    // Checked above, deeper than the built-in limit would let a payload be.
    deserializer.disable_recursion_limit();
    let Object(records): Object<Records> = serde_path_to_error::deserialize(&mut deserializer)
        .map_err(|error| told(&error.path().to_string(), error.inner()))?;
    deserializer.end().map_err(|error| told(".", &error))?;
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
        if depth > DEEPEST {
            return Err(ImportError::Invalid(format!("the JSON is nested more than {DEEPEST} deep")));
        }
    }
    Ok(())
}

/// The error in one line: the place in the records where the JSON is good, in the text where not.
fn told(path: &str, error: &serde_json::Error) -> ImportError {
    let place = format!(" at line {} column {}", error.line(), error.column());
    let text = error.to_string();
    let problem = text.strip_suffix(&place).unwrap_or(&text);
    let problem: String = problem
        .chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .take(LONGEST_MESSAGE)
        .collect();
    ImportError::Invalid(match error.classify() {
        Category::Data if path == "." => problem,
        Category::Data => format!("{path}: {problem}"),
        _ => format!("line {}, column {}: {problem}", error.line(), error.column()),
    })
}
