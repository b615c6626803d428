//! Where things are in the checkout.

use std::path::{Path, PathBuf};

/// The top of the checkout.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the workspace")
}

pub(crate) fn target() -> PathBuf {
    root().join("target")
}

/// The browser's files, as the server serves or embeds them.
pub(crate) fn site() -> PathBuf {
    target().join("site")
}

/// Intermediate files of the site.
pub(crate) fn bundle() -> PathBuf {
    target().join("bundle")
}

/// The binary to deploy, with the site inside.
pub(crate) fn release_binary() -> PathBuf {
    target().join("release/atrio")
}

/// The binary of `run`, `dev` and the tests, which reads the site from the disk.
pub(crate) fn dev_binary() -> PathBuf {
    target().join("debug/atrio")
}

/// What is released.
pub(crate) fn dist() -> PathBuf {
    target().join("dist")
}
