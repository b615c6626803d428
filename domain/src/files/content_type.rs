//! What browsers do with a file of a type, which is that of its bytes.

/// Of bytes that look like nothing in particular.
pub const UNKNOWN: &str = "application/octet-stream";

/// The images that browsers show and no script is in.
const IMAGES: [&str; 5] = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"];

pub fn is_image(content_type: &str) -> bool {
    IMAGES.contains(&content_type)
}

/// Whether it is looked at on a page of its own: images, and what is played, which browsers do not play under the policy of files.
pub fn has_page(content_type: &str) -> bool {
    is_image(content_type) || is_played(content_type)
}

/// Whether it is video or audio.
pub fn is_played(content_type: &str) -> bool {
    content_type.starts_with("video/") || content_type.starts_with("audio/")
}

/// Whether previews of it are made: of AVIF none are.
pub fn has_preview(content_type: &str) -> bool {
    is_image(content_type) && content_type != "image/avif"
}

/// Whether a browser may show it in place of saving it: images, PDF, video and audio.
pub fn is_inline(content_type: &str) -> bool {
    has_page(content_type) || content_type == "application/pdf"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_runs_no_script_is_shown() {
        for shown in ["image/png", "image/avif", "application/pdf", "video/mp4", "audio/mpeg"] {
            assert!(is_inline(shown), "{shown}");
        }
        for saved in ["text/html", "text/xml", "image/svg+xml", "application/xhtml+xml", "application/zip", ""] {
            assert!(!is_inline(saved), "{saved}");
        }
    }
}
