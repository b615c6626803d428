//! Brotli and gzip beside each file that gains from them.

use std::{io::Write, path::Path};

use anyhow::Result;

/// Kinds of file that are not compressed already.
const COMPRESSIBLE: [&str; 10] =
    ["css", "html", "ico", "js", "json", "svg", "txt", "wasm", "webmanifest", "xml"];

/// Whether a file of this name gains from compression.
pub(crate) fn is_compressible(path: &Path) -> bool {
    path.extension().and_then(|kind| kind.to_str()).is_some_and(|kind| COMPRESSIBLE.contains(&kind))
}

/// Brotli at its best quality.
pub(crate) fn brotli(content: &[u8]) -> Result<Vec<u8>> {
    let options = brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 22, ..Default::default() };
    let mut small = Vec::new();
    brotli::BrotliCompress(&mut &content[..], &mut small, &options)?;
    Ok(small)
}

/// Gzip at its best level, without a date, so that the same content gives the same bytes.
pub(crate) fn gzip(content: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(content)?;
    Ok(encoder.finish()?)
}

#[cfg(test)]
mod tests {
    use std::{io::Read, path::Path};

    use super::{brotli, gzip, is_compressible};

    #[test]
    fn text_is_compressed_and_a_font_is_not() {
        assert!(is_compressible(Path::new("pkg/atrio.css")));
        assert!(!is_compressible(Path::new("fonts/text.woff2")));
        assert!(!is_compressible(Path::new("LICENSE")));
    }

    #[test]
    fn what_was_compressed_is_read_back() {
        let content = b"atrio ".repeat(1000);
        let mut from_brotli = Vec::new();
        brotli::BrotliDecompress(&mut brotli(&content).unwrap().as_slice(), &mut from_brotli).unwrap();
        assert_eq!(from_brotli, content);
        let mut from_gzip = Vec::new();
        flate2::read::GzDecoder::new(gzip(&content).unwrap().as_slice()).read_to_end(&mut from_gzip).unwrap();
        assert_eq!(from_gzip, content);
    }
}
