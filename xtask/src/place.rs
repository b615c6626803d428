//! Where things stand in the checkout.

use std::path::{Path, PathBuf};

/// The top of the checkout.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask stands inside the workspace")
}

/// Cargo's target folder. The site and the binary have fixed places in it, so it is not moved.
pub(crate) fn target() -> PathBuf {
    root().join("target")
}

/// The browser's files, as the server embeds them.
pub(crate) fn site() -> PathBuf {
    target().join("site")
}

/// Half-made browser files.
pub(crate) fn workshop() -> PathBuf {
    target().join("front")
}

/// The release binary.
pub(crate) fn binary() -> PathBuf {
    target().join("release").join("atrio")
}
