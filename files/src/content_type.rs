//! What a file is, by its first bytes. Nobody's word is taken for it.

/// What is none of the known types.
pub const UNKNOWN: &str = "application/octet-stream";

/// The type of a file that begins with `head`.
pub fn sniff(head: &[u8]) -> &'static str {
    infer::get(head).map_or(UNKNOWN, |found| found.mime_type())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn type_is_that_of_the_first_bytes() {
        for (head, content_type) in [
            (&b"\x89PNG\r\n\x1a\n"[..], "image/png"),
            (b"\xff\xd8\xff\xe0\x00\x10JFIF", "image/jpeg"),
            (b"GIF89a", "image/gif"),
            (b"RIFF\0\0\0\0WEBPVP8 ", "image/webp"),
            (b"\0\0\0\x18ftypavif\0\0\0\0avifmif1", "image/avif"),
            (b"%PDF-1.7", "application/pdf"),
            (b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom", "video/mp4"),
            (b"ID3\x03\0\0\0", "audio/mpeg"),
            (b"PK\x03\x04", "application/zip"),
            (b"<!DOCTYPE html><script>alert(1)</script>", "text/html"),
            (b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", UNKNOWN),
            (b"Ciao", UNKNOWN),
            (b"", UNKNOWN),
        ] {
            assert_eq!(sniff(head), content_type, "{}", head.escape_ascii());
        }
    }
}
