//! `cargo xtask dev`: rebuilds what a changed file belongs to and restarts the server.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant, SystemTime},
};

use anyhow::Result;

use crate::{
    build,
    digest::files_below,
    interrupt, paths,
    run::LocalAtrio,
    step::{in_parallel, note},
};

/// Polled, because a look at the times of a thousand files takes milliseconds.
const POLL_INTERVAL: Duration = Duration::from_millis(300);

/// What the site is made of, below the top of the checkout. Part of it is also compiled into the server.
const SITE_SOURCES: [&str; 5] = ["app", "domain", "frontend", "public", "style"];
/// What the server is not compiled from.
const SITE_ONLY_SOURCES: [&str; 3] = ["frontend", "public", "style"];
/// Folders that are neither compiled nor served.
const IGNORED: [&str; 6] = ["data", "docs", "end2end", "node_modules", "target", "xtask"];

/// Builds and serves, and does so again after every change, until interrupted.
pub(crate) fn dev() -> Result<()> {
    let mut snapshot = Snapshot::take()?;
    let atrio = LocalAtrio::prepare(build::dev()?)?;
    let mut server = Some(atrio.start()?);
    println!("{}", atrio.welcome());
    loop {
        let changed = wait_for_change(&mut snapshot)?;
        let started = Instant::now();
        note(&format!("{} changed", list(&changed)));
        if let Err(error) = rebuild(&changed) {
            interrupt::check()?;
            note(&format!("✗ {error:#}; the server is still the one before"));
            continue;
        }
        // The old one must free its port first.
        drop(server.take());
        match atrio.start() {
            Ok(restarted) => {
                server = Some(restarted);
                note(&format!("reload the page: {:.1} s after the change", started.elapsed().as_secs_f64()));
            }
            Err(error) => {
                interrupt::check()?;
                note(&format!("✗ {error:#}"));
            }
        }
    }
}

fn rebuild(changed: &[PathBuf]) -> Result<()> {
    let affects_site = changed.iter().any(|path| is_site_source(path));
    let affects_server = changed.iter().any(|path| is_server_source(path));
    match (affects_site, affects_server) {
        (true, true) => {
            let (site, server) = in_parallel("site │ ", build::dev_site, build::dev_server);
            site.and(server.map(drop))
        }
        (true, false) => build::dev_site(),
        (false, _) => build::dev_server().map(drop),
    }
}

fn is_site_source(path: &Path) -> bool {
    is_manifest(path) || SITE_SOURCES.iter().any(|folder| path.starts_with(folder))
}

fn is_server_source(path: &Path) -> bool {
    !SITE_ONLY_SOURCES.iter().any(|folder| path.starts_with(folder))
}

/// A manifest or lock file of the workspace, or Cargo's settings.
fn is_manifest(path: &Path) -> bool {
    path.components().count() == 1 || path.starts_with(".cargo")
}

/// Returns the changed files once an editor or `git` has finished writing them.
fn wait_for_change(snapshot: &mut Snapshot) -> Result<Vec<PathBuf>> {
    let mut changed: Vec<PathBuf> = Vec::new();
    loop {
        thread::sleep(POLL_INTERVAL);
        interrupt::check()?;
        let now = Snapshot::take()?;
        let since_last_poll = snapshot.changed(&now);
        let is_complete = since_last_poll.is_empty() && !changed.is_empty();
        changed.extend(since_last_poll);
        *snapshot = now;
        if is_complete {
            changed.sort();
            changed.dedup();
            return Ok(changed);
        }
    }
}

fn list(paths: &[PathBuf]) -> String {
    let names: Vec<_> = paths.iter().take(3).map(|path| path.display().to_string()).collect();
    let rest = if paths.len() > 3 { format!(" and {} more", paths.len() - 3) } else { String::new() };
    names.join(", ") + &rest
}

/// The modification time of every source file, by its path below the top of the checkout.
struct Snapshot(BTreeMap<PathBuf, SystemTime>);

impl Snapshot {
    fn take() -> Result<Self> {
        let root = paths::root();
        let mut times = BTreeMap::new();
        for entry in fs::read_dir(root)? {
            let path = entry?.path();
            if !is_watched(path.strip_prefix(root)?, path.is_dir()) {
                continue;
            }
            for file in files_below(&path)? {
                // A file may vanish between the two calls.
                if let Ok(modified) = fs::metadata(&file).and_then(|metadata| metadata.modified()) {
                    times.insert(file.strip_prefix(root)?.to_owned(), modified);
                }
            }
        }
        Ok(Self(times))
    }

    /// The files that were added, removed or written since.
    fn changed(&self, later: &Self) -> Vec<PathBuf> {
        let written = later.0.iter().filter(|(path, time)| self.0.get(*path) != Some(*time));
        let removed = self.0.iter().filter(|(path, _)| !later.0.contains_key(*path));
        written.chain(removed).map(|(path, _)| path.clone()).collect()
    }
}

/// Of the files at the top only manifests are built from.
fn is_watched(name: &Path, is_folder: bool) -> bool {
    if is_folder {
        let is_hidden = name.to_string_lossy().starts_with('.');
        name == Path::new(".cargo") || !is_hidden && !IGNORED.iter().any(|folder| name == Path::new(folder))
    } else {
        name.extension().is_some_and(|extension| extension == "toml" || extension == "lock")
    }
}

#[cfg(test)]
mod tests {
    use std::{
        collections::BTreeMap,
        path::{Path, PathBuf},
        time::{Duration, SystemTime},
    };

    use super::{Snapshot, is_server_source, is_site_source, is_watched};

    fn snapshot(files: &[(&str, u64)]) -> Snapshot {
        let time = |seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        Snapshot(files.iter().map(|(path, seconds)| (PathBuf::from(path), time(*seconds))).collect::<BTreeMap<_, _>>())
    }

    #[test]
    fn written_added_and_removed_files_have_changed() {
        let before = snapshot(&[("a", 1), ("b", 1), ("c", 1)]);
        let after = snapshot(&[("a", 1), ("b", 2), ("d", 2)]);
        assert_eq!(before.changed(&after), ["b", "d", "c"].map(PathBuf::from));
    }

    #[test]
    fn changed_file_affects_the_sides_it_is_built_into() {
        let sides = |path: &str| (is_site_source(Path::new(path)), is_server_source(Path::new(path)));
        assert_eq!(sides("style/main.css"), (true, false));
        assert_eq!(sides("app/src/lib.rs"), (true, true));
        assert_eq!(sides("store/src/lib.rs"), (false, true));
        assert_eq!(sides("migrations/0001.sql"), (false, true));
        assert_eq!(sides("Cargo.toml"), (true, true));
    }

    #[test]
    fn build_output_and_documents_are_not_watched() {
        assert!(is_watched(Path::new("pages"), true) && is_watched(Path::new("Cargo.lock"), false));
        for folder in ["target", "docs", ".git", "data"] {
            assert!(!is_watched(Path::new(folder), true), "{folder}");
        }
        assert!(!is_watched(Path::new("README.md"), false));
    }
}
