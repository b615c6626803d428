//! What a file is, by its first bytes. Nobody's word is taken for it.

/// What is none of the known types.
pub const UNKNOWN: &str = "application/octet-stream";

/// The images that browsers show and no script is in.
const IMAGES: [&str; 5] = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"];

/// The type of a file that begins with `head`.
pub fn sniff(head: &[u8]) -> &'static str {
    infer::get(head).map_or(UNKNOWN, |found| found.mime_type())
}

/// Whether a browser may show it in place of saving it: images, PDF, video and audio.
pub fn is_inline(content_type: &str) -> bool {
    IMAGES.contains(&content_type)
        || content_type == "application/pdf"
        || content_type.starts_with("video/")
        || content_type.starts_with("audio/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn type_is_that_of_the_first_bytes() {
        for (head, content_type, is_shown) in [
            (&b"\x89PNG\r\n\x1a\n"[..], "image/png", true),
            (b"\xff\xd8\xff\xe0\x00\x10JFIF", "image/jpeg", true),
            (b"GIF89a", "image/gif", true),
            (b"RIFF\0\0\0\0WEBPVP8 ", "image/webp", true),
            (b"\0\0\0\x18ftypavif\0\0\0\0avifmif1", "image/avif", true),
            (b"%PDF-1.7", "application/pdf", true),
            (b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom", "video/mp4", true),
            (b"ID3\x03\0\0\0", "audio/mpeg", true),
            (b"PK\x03\x04", "application/zip", false),
            (b"<!DOCTYPE html><script>alert(1)</script>", "text/html", false),
            (b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", UNKNOWN, false),
            (b"Ciao", UNKNOWN, false),
            (b"", UNKNOWN, false),
        ] {
            assert_eq!(sniff(head), content_type, "{}", head.escape_ascii());
            assert_eq!(is_inline(content_type), is_shown, "{content_type}");
        }
        for attachment in ["text/html", "text/xml", "application/xml", "image/svg+xml", "application/xhtml+xml"] {
            assert!(!is_inline(attachment), "{attachment}");
        }
    }
}
