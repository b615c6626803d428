//! Which requests bring files: their bodies are written to the store as they arrive, whatever their length, so that other limits
//! hold for them (docs/REFERENCE.md#bodies).

use app::api::files;

/// The forms of the agency's pages that have a file.
pub const AGENCY_FORMS: &str = "/rpc/admin/upload/";
/// Those of portals.
pub const CLIENT_FORMS: &str = "/rpc/upload/";
/// Uploads that may be resumed.
pub const RESUMABLE: &str = "/files/upload";

pub fn is_upload(path: &str) -> bool {
    path == files::PATH || [AGENCY_FORMS, CLIENT_FORMS, RESUMABLE].iter().any(|form| path.starts_with(form))
}
