//! PNG (W3C Recommendation, third edition): the chunks, not the pixels.

use super::{LogoKind, LogoProblem};

pub(super) const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// A chunk: its type, its content and what follows it.
struct Chunk<'a> {
    kind: &'a [u8],
    content: &'a [u8],
    rest: &'a [u8],
}

impl<'a> Chunk<'a> {
    fn first(bytes: &'a [u8]) -> Option<Self> {
        let (length, rest) = bytes.split_first_chunk::<4>()?;
        let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
        let (named, rest) = rest.split_at_checked(length.checked_add(4)?)?;
        let (sum, rest) = rest.split_first_chunk::<4>()?;
        let (kind, content) = named.split_at(4);
        let whole = kind.iter().all(u8::is_ascii_alphabetic) && crc(named) == u32::from_be_bytes(*sum);
        whole.then_some(Self { kind, content, rest })
    }
}

/// Checks what follows the signature: a sane header first, some picture, the end last.
pub(super) fn check(chunks: &[u8]) -> Result<(), LogoProblem> {
    let header = Chunk::first(chunks).filter(|first| first.kind == b"IHDR").ok_or(LogoProblem::PngBroken)?;
    check_header(header.content)?;
    let (mut rest, mut has_picture) = (header.rest, false);
    loop {
        let chunk = Chunk::first(rest).ok_or(LogoProblem::PngBroken)?;
        match chunk.kind {
            b"IHDR" => return Err(LogoProblem::PngBroken),
            b"IDAT" => has_picture = true,
            b"IEND" => {
                let ends = has_picture && chunk.content.is_empty() && chunk.rest.is_empty();
                return if ends { Ok(()) } else { Err(LogoProblem::PngBroken) };
            }
            _ => {}
        }
        rest = chunk.rest;
    }
}

fn check_header(header: &[u8]) -> Result<(), LogoProblem> {
    let [w0, w1, w2, w3, h0, h1, h2, h3, depth, colour, 0, 0, 0 | 1] = *header else {
        return Err(LogoProblem::PngBroken);
    };
    let exists = match colour {
        0 => matches!(depth, 1 | 2 | 4 | 8 | 16),
        3 => matches!(depth, 1 | 2 | 4 | 8),
        2 | 4 | 6 => matches!(depth, 8 | 16),
        _ => false,
    };
    let sides = [u32::from_be_bytes([w0, w1, w2, w3]), u32::from_be_bytes([h0, h1, h2, h3])];
    if !exists || sides.contains(&0) {
        return Err(LogoProblem::PngBroken);
    }
    if sides.iter().any(|side| *side > LogoKind::MAX_SIDE) {
        return Err(LogoProblem::PngTooBig);
    }
    Ok(())
}

/// The check sum of a chunk (PNG, annex D).
pub(super) fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(
            sum ^ u32::from(*byte),
            |sum, _| {
                if sum & 1 == 1 { 0xedb8_8320 ^ (sum >> 1) } else { sum >> 1 }
            },
        )
    })
}
