//! Where files are stored, how much, and what scans them (docs/REFERENCE.md#files).

use axum::http::Uri;
use files::{BucketSettings, Previews, Storage};

use super::{Environment, SettingError};
use crate::scanner::Scanner;

const DEFAULT_FOLDER: &str = "data/files";
const MEGABYTE: i64 = 1_000_000;
const DEFAULT_FILE: i64 = 200 * MEGABYTE;
const LARGEST_FILE: i64 = 10_000 * MEGABYTE;
const DEFAULT_ALL: i64 = 20_000 * MEGABYTE;
const MOST: i64 = 1_000_000_000 * MEGABYTE;

/// `FILES`, `MAX_FILE`, `MAX_FILES` and `CLAMD`.
#[derive(Clone)]
pub struct FilesConfig {
    pub storage: Storage,
    pub previews: Previews,
    /// Of one file, in bytes.
    pub max_file: i64,
    /// Of all together, in bytes.
    pub max_files: i64,
    /// Without it files can be read at once.
    pub scanner: Option<Scanner>,
}

impl FilesConfig {
    /// For commands that need nothing else.
    ///
    /// # Errors
    /// [`SettingError`] for a malformed setting, or half a bucket.
    pub fn read(environment: &Environment) -> Result<Self, SettingError> {
        let size = |name, default, most, what| match environment.get(name)? {
            None => Ok(default),
            Some(text) => bytes(text.trim())
                .filter(|bytes| (MEGABYTE..=most).contains(bytes))
                .ok_or_else(|| SettingError::must_be(name, what)),
        };
        let storage = storage(environment)?;
        let scanner = match environment.get("CLAMD")? {
            None => None,
            Some(address) => Some(
                Scanner::parse(address.trim())
                    .ok_or_else(|| SettingError::must_be("CLAMD", "the address of clamd, such as 127.0.0.1:3310"))?,
            ),
        };
        Ok(Self {
            previews: Previews::new(storage.clone()),
            storage,
            max_file: size("MAX_FILE", DEFAULT_FILE, LARGEST_FILE, "from 1MB to 10GB, such as 200MB")?,
            max_files: size("MAX_FILES", DEFAULT_ALL, MOST, "from 1MB to 1000TB, such as 20GB")?,
            scanner,
        })
    }

    /// In a folder, with the default limits (tests).
    pub fn in_folder(folder: impl Into<std::path::PathBuf>) -> Self {
        let storage = Storage::folder(folder);
        Self {
            previews: Previews::new(storage.clone()),
            storage,
            max_file: DEFAULT_FILE,
            max_files: DEFAULT_ALL,
            scanner: None,
        }
    }
}

/// A whole number with its unit, of powers of ten.
fn bytes(text: &str) -> Option<i64> {
    let (number, unit) = text.split_at_checked(text.len().checked_sub(2)?)?;
    let unit = match unit {
        "MB" => MEGABYTE,
        "GB" => 1_000 * MEGABYTE,
        "TB" => 1_000_000 * MEGABYTE,
        _ => return None,
    };
    let is_number = number.bytes().all(|digit| digit.is_ascii_digit());
    number.parse::<i64>().ok().filter(|_| is_number)?.checked_mul(unit)
}

fn storage(environment: &Environment) -> Result<Storage, SettingError> {
    let place = environment.get("FILES")?.map_or(DEFAULT_FOLDER, str::trim);
    let must_be = || SettingError::must_be("FILES", "a folder, or s3://bucket or s3://bucket/prefix");
    let Some(bucket) = place.strip_prefix("s3://") else {
        return if place.contains("://") { Err(must_be()) } else { Ok(Storage::folder(place)) };
    };
    let (bucket, prefix) = bucket.split_once('/').unwrap_or((bucket, ""));
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
    if bucket.is_empty() || !bucket.bytes().all(is_name) {
        return Err(must_be());
    }
    let needed = |name: &'static str, what: &str| {
        let value = environment.get(name)?.map(|value| value.trim().to_owned());
        value.ok_or_else(|| SettingError::must_be(name, what))
    };
    let what = "the address of the S3 server, such as https://s3.example.com";
    let endpoint = needed("AWS_ENDPOINT", what)?;
    let is_address = |uri: &Uri| matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some();
    if !endpoint.parse().is_ok_and(|uri| is_address(&uri)) {
        return Err(SettingError::must_be("AWS_ENDPOINT", what));
    }
    let settings = BucketSettings {
        bucket: bucket.to_owned(),
        prefix: prefix.trim_matches('/').to_owned(),
        endpoint: endpoint.trim_end_matches('/').to_owned(),
        region: needed("AWS_REGION", "the region of the bucket, such as eu-south-1")?,
        access_key_id: needed("AWS_ACCESS_KEY_ID", "the id of a key that may use the bucket")?,
        secret_access_key: needed("AWS_SECRET_ACCESS_KEY", "the secret of AWS_ACCESS_KEY_ID")?,
    };
    Storage::bucket(settings).map_err(|_| must_be())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(settings: &[(&str, &str)]) -> Result<FilesConfig, String> {
        FilesConfig::read(&Environment::from_pairs(settings.iter().copied())).map_err(|error| error.to_string())
    }

    const BUCKET: [(&str, &str); 5] = [
        ("FILES", "s3://atrio/files"),
        ("AWS_ENDPOINT", "https://s3.example.com"),
        ("AWS_REGION", "eu"),
        ("AWS_ACCESS_KEY_ID", "id"),
        ("AWS_SECRET_ACCESS_KEY", "segreto"),
    ];

    #[test]
    fn sizes_are_whole_numbers_with_a_unit() {
        let config = read(&[]).unwrap();
        assert_eq!((config.max_file, config.max_files), (200_000_000, 20_000_000_000));
        assert_eq!(config.storage.path(), Some(std::path::Path::new("data/files")));
        for (text, bytes) in [("1MB", 1_000_000), ("10GB", 10_000_000_000), (" 2GB ", 2_000_000_000)] {
            assert_eq!(read(&[("MAX_FILE", text)]).unwrap().max_file, bytes, "{text}");
        }
        assert_eq!(read(&[("MAX_FILES", "2TB")]).unwrap().max_files, 2_000_000_000_000);
        for bad in
            ["0MB", "11GB", "1TB", "200", "200mb", "1.5GB", "1 GB", "+1GB", "-1GB", "MB", "è", "99999999999999GB"]
        {
            let error = read(&[("MAX_FILE", bad)]).err();
            assert_eq!(error.as_deref(), Some("MAX_FILE must be from 1MB to 10GB, such as 200MB"), "{bad}");
        }
    }

    #[test]
    fn half_a_bucket_is_refused_and_no_value_is_named() {
        assert!(read(&BUCKET).unwrap().storage.path().is_none());
        for (missing, _) in &BUCKET[1..] {
            let settings: Vec<_> = BUCKET.iter().filter(|(name, _)| name != missing).copied().collect();
            let error = read(&settings).err().unwrap();
            assert!(error.starts_with(&format!("{missing} must be ")) && !error.contains("segreto"), "{error}");
        }
        for bad in ["s3://", "s3:///files", "https://example.com/files", "s3://a b"] {
            assert!(read(&[&[("FILES", bad)], &BUCKET[1..]].concat()).is_err(), "{bad}");
        }
    }
}
