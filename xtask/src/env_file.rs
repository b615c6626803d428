//! `.env`: created once with random secrets.

use std::{collections::BTreeMap, fs, io::Write, os::unix::fs::OpenOptionsExt, path::Path};

use anyhow::{Context, Result};

use crate::digest::hexadecimal;

/// 32 letters and digits that are hard to confuse; 32, so that each is equally likely for a random byte.
const READABLE: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Creates `.env`, readable only by its owner, unless it exists. Returns whether it was created.
pub(crate) fn create_if_missing(path: &Path) -> Result<bool> {
    let file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
    let mut file = match file {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => return Ok(false),
        Err(error) => return Err(error).with_context(|| format!("{} cannot be created", path.display())),
    };
    file.write_all(initial_settings()?.as_bytes()).with_context(|| format!("{} cannot be written", path.display()))?;
    Ok(true)
}

fn initial_settings() -> Result<String> {
    Ok(format!(
        "# Created by `cargo xtask run`. README.md explains each setting.\n\
         ADMIN_EMAIL=admin@atrio.localhost\n\
         ADMIN_PASSWORD={}\n\
         AUTH_SECRET={}\n\
         LEAD_WEBHOOK_SECRET={}\n\
         INTERNAL_SECRET={}\n",
        readable_password(random_bytes()?),
        hexadecimal(&random_bytes::<32>()?),
        hexadecimal(&random_bytes::<32>()?),
        hexadecimal(&random_bytes::<32>()?),
    ))
}

fn random_bytes<const N: usize>() -> Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| anyhow::anyhow!("the system returns no random bytes: {error}"))?;
    Ok(bytes)
}

/// Four groups of five characters: 100 bits that can be read aloud and typed.
fn readable_password(bytes: [u8; 20]) -> String {
    let groups: Vec<String> = bytes
        .chunks(5)
        .map(|group| group.iter().map(|byte| char::from(READABLE[usize::from(byte % 32)])).collect())
        .collect();
    groups.join("-")
}

/// The settings as the server reads them: `.env`, overridden by the process environment.
pub(crate) struct Settings(BTreeMap<String, String>);

impl Settings {
    /// A missing file has no settings.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        if !path.exists() {
            return Ok(Self(BTreeMap::new()));
        }
        let variables = dotenvy::from_path_iter(path).and_then(Iterator::collect);
        variables.map(Self).with_context(|| format!("{} cannot be read", path.display()))
    }

    /// One setting; empty counts as unset.
    pub(crate) fn get(&self, name: &str) -> Option<String> {
        std::env::var(name).ok().or_else(|| self.0.get(name).cloned()).filter(|value| !value.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use std::{
        fs,
        os::unix::fs::PermissionsExt,
        path::{Path, PathBuf},
    };

    use super::{Settings, create_if_missing, readable_password};

    /// Runs `test` with the path of a `.env` in a folder of its own.
    fn with_env_path(name: &str, test: impl FnOnce(&Path)) {
        let folder = std::env::temp_dir().join(format!("atrio-xtask-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        test(&PathBuf::from(&folder).join(".env"));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn password_has_four_groups_of_readable_characters() {
        let bytes = [0, 1, 2, 3, 4, 31, 32, 63, 64, 255, 0, 0, 0, 0, 0, 7, 7, 7, 7, 7];
        assert_eq!(readable_password(bytes), "abcde-9a9a9-aaaaa-hhhhh");
    }

    #[test]
    fn created_file_has_an_admin_and_three_different_secrets() {
        with_env_path("secrets", |path| {
            create_if_missing(path).unwrap();
            let Settings(settings) = Settings::read(path).unwrap();
            assert_eq!(settings["ADMIN_EMAIL"], "admin@atrio.localhost");
            assert_eq!(settings["ADMIN_PASSWORD"].len(), 23);
            let secrets = ["AUTH_SECRET", "LEAD_WEBHOOK_SECRET", "INTERNAL_SECRET"].map(|name| &settings[name]);
            assert!(secrets.iter().all(|secret| secret.len() == 64));
            assert!(secrets[0] != secrets[1] && secrets[1] != secrets[2] && secrets[0] != secrets[2]);
        });
    }

    #[test]
    fn existing_file_is_kept_and_only_its_owner_reads_it() {
        with_env_path("existing", |path| {
            assert!(create_if_missing(path).unwrap());
            let first = fs::read_to_string(path).unwrap();
            assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
            assert!(!create_if_missing(path).unwrap());
            assert_eq!(fs::read_to_string(path).unwrap(), first);
        });
    }

    #[test]
    fn missing_file_has_no_settings() {
        with_env_path("missing", |path| assert!(Settings::read(path).unwrap().0.is_empty()));
    }
}
