//! Environment variables: those of the process override `.env` (docs/REFERENCE.md#configuration).

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::Path;

/// A missing or malformed setting. The message is one line with the variable and what it must be, never
/// its value, which may be a secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SettingError(pub(super) String);

impl SettingError {
    pub(super) fn must_be(variable: &str, what: &str) -> Self {
        Self(format!("{variable} must be {what}"))
    }

    pub(crate) fn invalid_rust_log() -> Self {
        Self::must_be("RUST_LOG", "directives such as info or server=debug,sqlx=warn")
    }
}

#[derive(Clone, Default)]
pub struct Environment {
    process: HashMap<String, OsString>,
    file: HashMap<String, String>,
}

impl Environment {
    /// # Errors
    /// [`SettingError`] when `.env` exists and cannot be read or parsed.
    pub fn load() -> Result<Self, SettingError> {
        Ok(Self { process: process_variables(), file: read_file(Path::new(".env"))? })
    }

    /// Exactly these variables (tests).
    pub fn from_pairs<'a>(variables: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let file = variables.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        Self { process: HashMap::new(), file }
    }

    /// `None` when absent or blank.
    ///
    /// # Errors
    /// [`SettingError`] when the value is not UTF-8.
    pub fn get(&self, name: &str) -> Result<Option<&str>, SettingError> {
        let value = match self.process.get(name) {
            Some(value) => Some(value.to_str().ok_or_else(|| SettingError::must_be(name, "text in UTF-8"))?),
            None => self.file.get(name).map(String::as_str),
        };
        Ok(value.filter(|value| !value.trim().is_empty()))
    }
}

fn process_variables() -> HashMap<String, OsString> {
    std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value))).collect()
}

/// The error of the library quotes the line, which may contain a secret: only its number is reported.
fn read_file(path: &Path) -> Result<HashMap<String, String>, SettingError> {
    let entries = match dotenvy::from_path_iter(path) {
        Ok(entries) => entries,
        Err(error) if error.not_found() => return Ok(HashMap::new()),
        Err(_) => return Err(SettingError(".env is there but cannot be opened".into())),
    };
    let mut variables = HashMap::new();
    for (index, entry) in entries.enumerate() {
        let (name, value) = entry.map_err(|error| match error {
            dotenvy::Error::LineParse(..) => SettingError(format!(
                ".env: entry {} must be NAME=value, with '…' around a value that has spaces or $",
                index + 1
            )),
            _ => SettingError(".env must be a text file in UTF-8".into()),
        })?;
        // The first wins, as in other readers of .env.
        variables.entry(name).or_insert(value);
    }
    Ok(variables)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_file_error_has_entry_number_and_no_value() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(".env");
        std::fs::write(&path, "A=1\nAUTH_SECRET=\"hush hush\n").unwrap();
        let error = read_file(&path).unwrap_err().to_string();
        assert!(error.contains("entry 2"), "{error}");
        assert!(!error.contains("hush"), "{error}");
        std::fs::write(&path, [b'A', b'=', 0xff, b'\n']).unwrap();
        assert_eq!(read_file(&path).unwrap_err().to_string(), ".env must be a text file in UTF-8");
    }

    #[test]
    fn missing_file_yields_no_variables() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read_file(&folder.path().join(".env")), Ok(HashMap::new()));
    }

    #[test]
    fn blank_variable_counts_as_unset() {
        let environment = Environment::from_pairs([("A", "  "), ("B", "b")]);
        assert_eq!(environment.get("A"), Ok(None));
        assert_eq!(environment.get("B"), Ok(Some("b")));
        assert_eq!(environment.get("C"), Ok(None));
    }
}
