//! `.env`: made once with random secrets, read to say where to go.

use std::{collections::BTreeMap, fs, io::Write, os::unix::fs::OpenOptionsExt, path::Path};

use anyhow::{Context, Result};

/// Letters and digits that nobody mistakes for one another; 32 of them, so that a random byte
/// picks each equally often.
const READABLE: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Makes `.env` for its owner's eyes only, unless there is one. Returns whether it was made.
pub(crate) fn make_if_missing(path: &Path) -> Result<bool> {
    let file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
    let mut file = match file {
        Ok(file) => file,
        Err(fault) if fault.kind() == std::io::ErrorKind::AlreadyExists => return Ok(false),
        Err(fault) => return Err(fault).with_context(|| format!("{} cannot be made", path.display())),
    };
    file.write_all(settings()?.as_bytes())
        .with_context(|| format!("{} cannot be written", path.display()))?;
    Ok(true)
}

/// The text of a new `.env`.
fn settings() -> Result<String> {
    Ok(format!(
        "# Made by `cargo xtask run`. README.md says what each setting means.\n\
         ADMIN_EMAIL=admin@atrio.localhost\n\
         ADMIN_PASSWORD={}\n\
         AUTH_SECRET={}\n\
         LEAD_WEBHOOK_SECRET={}\n\
         INTERNAL_SECRET={}\n",
        readable(random()?),
        hexadecimal(random()?),
        hexadecimal(random()?),
        hexadecimal(random()?),
    ))
}

/// Bytes of the system's randomness.
fn random<const N: usize>() -> Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)
        .map_err(|fault| anyhow::anyhow!("the system gives no random bytes: {fault}"))?;
    Ok(bytes)
}

/// A password of four groups of five: 100 bits that can be read out and typed.
pub(crate) fn readable(bytes: [u8; 20]) -> String {
    let groups: Vec<String> = bytes
        .chunks(5)
        .map(|group| group.iter().map(|byte| char::from(READABLE[usize::from(byte % 32)])).collect())
        .collect();
    groups.join("-")
}

fn hexadecimal(bytes: [u8; 32]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _never_fails = write!(text, "{byte:02x}");
        text
    })
}

/// The settings that the server will see: those of `.env` with the process environment over them.
pub(crate) struct Settings(BTreeMap<String, String>);

impl Settings {
    /// Reads `.env` if there is one.
    pub(crate) fn read(path: &Path) -> Self {
        Self(parse(&fs::read_to_string(path).unwrap_or_default()))
    }

    /// One setting; empty counts as unset.
    pub(crate) fn get(&self, name: &str) -> Option<String> {
        std::env::var(name).ok().or_else(|| self.0.get(name).cloned()).filter(|value| !value.is_empty())
    }
}

/// Lines of `NAME=value`, the value perhaps in quotes; others are passed over.
fn parse(text: &str) -> BTreeMap<String, String> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.strip_prefix("export ").unwrap_or(line).split_once('='))
        .map(|(name, value)| (name.trim().to_owned(), unquoted(value.trim()).to_owned()))
        .collect()
}

fn unquoted(value: &str) -> &str {
    ['"', '\''].into_iter().find_map(|quote| value.strip_prefix(quote)?.strip_suffix(quote)).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::{make_if_missing, parse, readable, settings};

    #[test]
    fn a_password_is_four_groups_of_five_readable_characters() {
        let password = readable([0, 1, 2, 3, 4, 31, 32, 63, 64, 255, 0, 0, 0, 0, 0, 7, 7, 7, 7, 7]);
        assert_eq!(password, "abcde-9a9a9-aaaaa-hhhhh");
    }

    #[test]
    fn a_new_environment_names_an_admin_and_three_different_secrets() {
        let settings = parse(&settings().unwrap());
        assert_eq!(settings["ADMIN_EMAIL"], "admin@atrio.localhost");
        assert_eq!(settings["ADMIN_PASSWORD"].len(), 23);
        let secrets = ["AUTH_SECRET", "LEAD_WEBHOOK_SECRET", "INTERNAL_SECRET"].map(|name| &settings[name]);
        assert!(secrets.iter().all(|secret| secret.len() == 64));
        assert!(secrets[0] != secrets[1] && secrets[1] != secrets[2] && secrets[0] != secrets[2]);
    }

    #[test]
    fn an_environment_is_made_once_and_for_its_owner_only() {
        let folder = std::env::temp_dir().join(format!("atrio-xtask-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join(".env");
        assert!(make_if_missing(&path).unwrap());
        let first = std::fs::read_to_string(&path).unwrap();
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        assert!(!make_if_missing(&path).unwrap());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), first);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn quotes_and_comments_are_not_part_of_a_setting() {
        let settings = parse("# A=1\nB = \"two words\"\nexport C='3'\nnonsense\nD=a=b\n");
        assert_eq!(
            settings.into_iter().collect::<Vec<_>>(),
            [("B".into(), "two words".into()), ("C".into(), "3".into()), ("D".into(), "a=b".into())]
        );
    }
}
