//! Where settings come from: the process environment over `.env` (CONTRACT §1).

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::Path;

/// A setting that is missing or malformed; its text is one line that names the variable and says
/// what it must be, never what it was: it may be a secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SettingError(pub(super) String);

impl SettingError {
    /// `variable` must be `what`.
    pub(super) fn must_be(variable: &str, what: &str) -> Self {
        Self(format!("{variable} must be {what}"))
    }

    /// `RUST_LOG` is malformed.
    pub(crate) fn of_rust_log() -> Self {
        Self::must_be("RUST_LOG", "directives such as info or server=debug,sqlx=warn")
    }
}

/// The variables settings are read from; an empty one counts as absent.
#[derive(Clone, Default)]
pub struct Environment {
    process: HashMap<String, OsString>,
    file: HashMap<String, String>,
}

impl Environment {
    /// The process environment over `.env` in the working directory, if there is one.
    ///
    /// # Errors
    /// [`SettingError`] when `.env` is there and cannot be read or understood.
    pub fn load() -> Result<Self, SettingError> {
        Ok(Self { process: process_variables(), file: read_file(Path::new(".env"))? })
    }

    /// Exactly these variables (tests).
    pub fn of<'a>(variables: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let file = variables.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        Self { process: HashMap::new(), file }
    }

    /// The value of `name`, `None` when absent or blank.
    ///
    /// # Errors
    /// [`SettingError`] when it is not UTF-8.
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

/// The library's own error quotes the line, which may hold a secret: only its number is told.
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
        // The first wins, as everywhere else .env is read.
        variables.entry(name).or_insert(value);
    }
    Ok(variables)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_malformed_file_is_told_by_number_and_not_quoted() {
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
    fn no_file_is_no_error() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read_file(&folder.path().join(".env")), Ok(HashMap::new()));
    }

    #[test]
    fn a_blank_variable_is_absent() {
        let environment = Environment::of([("A", "  "), ("B", "b")]);
        assert_eq!(environment.get("A"), Ok(None));
        assert_eq!(environment.get("B"), Ok(Some("b")));
        assert_eq!(environment.get("C"), Ok(None));
    }
}
