//! Which requests bring files: their bodies are written to the store as they arrive, whatever their length, so that other limits
//! hold for them (docs/REFERENCE.md#bodies).

use app::api::files;
use axum::http::{HeaderMap, header};

/// The forms of the agency's pages that have a file.
pub const AGENCY_FORMS: &str = "/rpc/admin/upload/";
/// Those of portals.
pub const CLIENT_FORMS: &str = "/rpc/upload/";
/// Uploads that may be resumed.
pub const RESUMABLE: &str = "/files/upload";
/// Forms that may have files: messages of both sides.
const FORMS_WITH_FILES: [&str; 4] = ["/rpc/comment", "/rpc/pin", "/rpc/admin/reply", "/rpc/admin/reply_at_pin"];

pub fn is_upload(path: &str, headers: &HeaderMap) -> bool {
    path == files::PATH
        || [AGENCY_FORMS, CLIENT_FORMS, RESUMABLE].iter().any(|form| path.starts_with(form))
        || is_form_with_files(path, headers)
}

/// Whether it is such a form, sent in parts.
pub fn is_form_with_files(path: &str, headers: &HeaderMap) -> bool {
    let is_in_parts = |content_type: &[u8]| content_type.starts_with(b"multipart/form-data");
    FORMS_WITH_FILES.contains(&path)
        && headers.get(header::CONTENT_TYPE).is_some_and(|content_type| is_in_parts(content_type.as_bytes()))
}
