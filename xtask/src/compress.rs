//! Brotli and gzip at their best levels.

use std::{io::Write, path::Path};

use anyhow::Result;

/// Extensions of formats that are not compressed themselves.
const COMPRESSIBLE: [&str; 10] = ["css", "html", "ico", "js", "json", "svg", "txt", "wasm", "webmanifest", "xml"];

pub(crate) fn is_compressible(path: &Path) -> bool {
    path.extension().and_then(|extension| extension.to_str()).is_some_and(|extension| COMPRESSIBLE.contains(&extension))
}

pub(crate) fn brotli(content: &[u8]) -> Result<Vec<u8>> {
    let options = brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 22, ..Default::default() };
    let mut compressed = Vec::new();
    brotli::BrotliCompress(&mut &content[..], &mut compressed, &options)?;
    Ok(compressed)
}

/// Without a timestamp, so that the same content gives the same bytes.
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
    fn text_is_compressible_and_a_font_is_not() {
        assert!(is_compressible(Path::new("pkg/atrio.css")));
        assert!(!is_compressible(Path::new("fonts/text.woff2")));
        assert!(!is_compressible(Path::new("LICENSE")));
    }

    #[test]
    fn decompression_restores_the_content() {
        let content = b"atrio ".repeat(1000);
        let mut from_brotli = Vec::new();
        brotli::BrotliDecompress(&mut brotli(&content).unwrap().as_slice(), &mut from_brotli).unwrap();
        assert_eq!(from_brotli, content);
        let mut from_gzip = Vec::new();
        flate2::read::GzDecoder::new(gzip(&content).unwrap().as_slice()).read_to_end(&mut from_gzip).unwrap();
        assert_eq!(from_gzip, content);
    }
}
