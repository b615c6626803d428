//! Parses `multipart/form-data` bodies.

use std::convert::Infallible;

use futures_util::{FutureExt as _, stream};
use multer::Multipart;

/// The longest boundary (RFC 2046), in bytes.
const MAX_BOUNDARY_BYTES: usize = 70;

/// The parts as pairs; the value of a file is its file name. `None` if the body is not multipart or is
/// malformed.
pub(super) fn pairs(body: &[u8]) -> Option<Vec<(String, String)>> {
    let boundary = boundary(body)?;
    let stream = stream::iter([Ok::<_, Infallible>(body.to_vec())]);
    // The whole body is in memory, so the future never waits.
    read(Multipart::new(stream, boundary)).now_or_never()?.ok()
}

async fn read(mut parts: Multipart<'_>) -> multer::Result<Vec<(String, String)>> {
    let mut pairs = Vec::new();
    while let Some(part) = parts.next_field().await? {
        let name = part.name().unwrap_or_default().to_owned();
        let value = match part.file_name() {
            Some(file) => file.to_owned(),
            None => part.text().await?,
        };
        pairs.push((name, value));
    }
    Ok(pairs)
}

/// The boundary: the first line, if a part header follows it.
fn boundary(body: &[u8]) -> Option<&str> {
    let line_end = body.windows(2).take(MAX_BOUNDARY_BYTES + 3).position(|pair| pair == b"\r\n")?;
    let (line, rest) = body.split_at(line_end);
    let header = rest.get(2..)?.get(..HEADER.len())?;
    let boundary = std::str::from_utf8(line.strip_prefix(b"--")?).ok()?;
    (header.eq_ignore_ascii_case(HEADER) && !boundary.is_empty()).then_some(boundary)
}

const HEADER: &[u8] = b"content-disposition:";

/// Closes a truncated multipart body after its last part, or after the last complete part if the last one
/// cannot be parsed.
pub(crate) fn closed(beginning: &str) -> Option<String> {
    let boundary = boundary(beginning.as_bytes())?;
    let close = |parts: &str| format!("{parts}\r\n--{boundary}--\r\n");
    let has_text = |closed: &String| pairs(closed.as_bytes()).is_some();
    let without_last = || beginning.rsplit_once(&format!("\r\n--{boundary}")).map(|(parts, _)| close(parts));
    Some(close(beginning)).filter(has_text).or_else(without_last)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &str = "--x-1\r\nContent-Disposition: form-data; name=\"nome\"\r\n\r\nAnna\r\n--x-1\r\n\
        content-disposition: form-data; name=\"cv\"; filename=\"cv.pdf\"\r\n\
        Content-Type: application/pdf\r\n\r\n%PDF\r\n--x-1--\r\n";

    fn read(body: &[u8]) -> Option<Vec<(String, String)>> {
        pairs(body)
    }

    #[test]
    fn parts_are_pairs_and_files_are_their_names() {
        let expected = [("nome", "Anna"), ("cv", "cv.pdf")];
        let expected = expected.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        assert_eq!(read(BODY.as_bytes()), Some(expected.clone()));
        let binary: Vec<u8> =
            BODY.bytes().flat_map(|byte| if byte == b'%' { vec![0xff, 0] } else { vec![byte] }).collect();
        assert_eq!(read(&binary), Some(expected));
        let latin = b"--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\
            Content-Type: text/plain; charset=iso-8859-1\r\n\r\nCitt\xe0\r\n--x--";
        assert_eq!(read(latin), Some(vec![("a".to_owned(), "Città".to_owned())]));
    }

    #[test]
    fn other_and_broken_bodies_have_no_parts() {
        for body in ["", "--", "--\r\n", "--x\r\n", "--x\r\nNome: Anna", "a=1", &BODY[..80]] {
            assert_eq!(read(body.as_bytes()), None, "{body}");
        }
        assert_eq!(read(BODY.replace("x-1", &"x".repeat(71)).as_bytes()), None);
    }

    #[test]
    fn truncated_multipart_body_is_closed() {
        for (end, _) in BODY.char_indices().skip(58) {
            let closed = closed(&BODY[..end]).expect("a body");
            let pairs = pairs(closed.as_bytes()).unwrap_or_default();
            assert!(pairs[0].0 == "nome" && pairs[0].1.starts_with("Anna"), "{closed}");
        }
    }
}
