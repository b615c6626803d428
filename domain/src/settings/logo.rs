//! Validates logo files. The type is detected from the content, never from the file name.
//!
//! An SVG is not inspected further. It is shown only in `<img>`, where browsers run no script and load
//! nothing, and is served with a policy that holds when it is opened on its own.

string_enum! {
    /// Why a logo file is rejected.
    pub enum LogoProblem {
        /// No file, or an empty one.
        Missing = "missing",
        /// More than [`LogoKind::MAX_BYTES`].
        TooLarge = "too_large",
        /// Neither PNG nor SVG.
        NotAPicture = "not_a_picture",
        /// A PNG with a side of more than [`LogoKind::MAX_SIDE`].
        PngTooBig = "png_too_big",
    }
}

/// The image types of a logo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogoKind {
    Png,
    Svg,
}

impl LogoKind {
    /// The largest file, in bytes.
    pub const MAX_BYTES: usize = 256 * 1024;
    /// The longest side of a PNG, in pixels. A small file can decompress to a very large image.
    pub const MAX_SIDE: u32 = 4_096;

    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Svg => "image/svg+xml",
        }
    }

    /// Detects the type of a logo file.
    ///
    /// # Errors
    /// Why the file is rejected.
    pub fn of(file: &[u8]) -> Result<Self, LogoProblem> {
        if file.is_empty() {
            return Err(LogoProblem::Missing);
        }
        if file.len() > Self::MAX_BYTES {
            return Err(LogoProblem::TooLarge);
        }
        if let Some(chunks) = file.strip_prefix(PNG_SIGNATURE) {
            return check_png(chunks).map(|()| Self::Png);
        }
        if is_svg(file) { Ok(Self::Svg) } else { Err(LogoProblem::NotAPicture) }
    }
}

const PNG_SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Checks the size in the first chunk: its length, `IHDR`, width and height.
fn check_png(chunks: &[u8]) -> Result<(), LogoProblem> {
    let [_, _, _, _, b'I', b'H', b'D', b'R', w0, w1, w2, w3, h0, h1, h2, h3, ..] = *chunks else {
        return Err(LogoProblem::NotAPicture);
    };
    match u32::from_be_bytes([w0, w1, w2, w3]).max(u32::from_be_bytes([h0, h1, h2, h3])) {
        ..=LogoKind::MAX_SIDE => Ok(()),
        _ => Err(LogoProblem::PngTooBig),
    }
}

/// Whether a file is text whose first element, after prolog and comments, is `<svg>`.
fn is_svg(file: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(file) else { return false };
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    loop {
        let end = if rest.starts_with("<!--") {
            "-->"
        } else if rest.starts_with("<!") && rest.find(['[', '>']).is_some_and(|at| rest[at..].starts_with('[')) {
            // With declarations inside, as drawing programs write them.
            "]>"
        } else if rest.starts_with("<?") || rest.starts_with("<!") {
            ">"
        } else {
            let root = rest.strip_prefix("<svg").unwrap_or_default();
            return root.starts_with(|next: char| next.is_ascii_whitespace() || matches!(next, '>' | '/'));
        };
        let Some((_, after)) = rest.split_once(end) else { return false };
        rest = after.trim_start();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        [PNG_SIGNATURE, b"\0\0\0\x0dIHDR", &width.to_be_bytes(), &height.to_be_bytes(), b"rest"].concat()
    }

    #[test]
    fn png_is_recognised_by_signature_and_header() {
        assert_eq!(LogoKind::of(&png(16, 4_096)), Ok(LogoKind::Png));
        assert_eq!(LogoKind::of(PNG_SIGNATURE), Err(LogoProblem::NotAPicture));
    }

    #[test]
    fn png_with_long_side_is_refused() {
        for (width, height) in [(4_097, 1), (1, u32::MAX)] {
            assert_eq!(LogoKind::of(&png(width, height)), Err(LogoProblem::PngTooBig));
        }
    }

    #[test]
    fn svg_is_recognised_by_its_root_element() {
        for svg in [
            "<svg/>",
            "\u{feff}<?xml version=\"1.0\"?>\n<!-- a > b -->\n<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\">\n\
             <svg xmlns=\"http://www.w3.org/2000/svg\"></svg>",
            "<!DOCTYPE svg PUBLIC \"a\" \"b\" [\n<!ENTITY ns \"http://example.com/\">\n]>\n<svg xmlns:i=\"&ns;\"/>",
        ] {
            assert_eq!(LogoKind::of(svg.as_bytes()), Ok(LogoKind::Svg), "{svg}");
        }
    }

    #[test]
    fn other_files_are_refused() {
        for other in [&b"GIF89a"[..], b"<html><svg/></html>", b"<svgx>", b"<!-- <svg>", b"\xff\xd8\xff", b"svg"] {
            assert_eq!(LogoKind::of(other), Err(LogoProblem::NotAPicture));
        }
        assert_eq!(LogoKind::of(b""), Err(LogoProblem::Missing));
        assert_eq!(LogoKind::of(&vec![b' '; LogoKind::MAX_BYTES + 1]), Err(LogoProblem::TooLarge));
    }
}
