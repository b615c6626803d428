//! Writing JPEG, and recognising one that was cut.

use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

/// `pixels` are red, green and blue. `None`: a side is longer than a JPEG has.
pub(super) fn encode(pixels: &[u8], width: u32, height: u32, quality: u8, profile: Option<&[u8]>) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, quality);
    encoder.set_sampling_factor(SamplingFactor::F_2_2);
    if let Some(profile) = profile {
        encoder.add_icc_profile(profile).ok()?;
    }
    let (width, height) = (width.try_into().ok()?, height.try_into().ok()?);
    encoder.encode(pixels, width, height, ColorType::Rgb).ok()?;
    Some(bytes)
}

/// Whether there is an end after the beginning of the picture itself. That of a small picture in its head is before that.
pub(super) fn is_whole(bytes: &[u8]) -> bool {
    const START_OF_SCAN: u8 = 0xDA;
    const END: [u8; 2] = [0xFF, 0xD9];
    let mut rest = bytes.get(2..).unwrap_or_default();
    // Each segment of the head is its marker, its length with these two bytes, and its content.
    while let [0xFF, marker, high, low, ..] = *rest {
        if marker == START_OF_SCAN {
            return rest.windows(2).any(|two| two == END);
        }
        // A marker may have any number of bytes of 255 before it.
        let skipped = if marker == 0xFF { 1 } else { 2 + usize::from(u16::from_be_bytes([high, low])) };
        rest = rest.get(skipped..).unwrap_or_default();
    }
    false
}
