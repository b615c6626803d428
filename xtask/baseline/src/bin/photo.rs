//! `photo FILE`: writes a JPEG of 12 megapixels, with as much detail as a camera's.

use std::{fs::File, io::BufWriter};

use anyhow::{Context as _, Result};
use image::{RgbImage, codecs::jpeg::JpegEncoder};

fn main() -> Result<()> {
    let path = std::env::args().nth(1).context("usage: photo FILE")?;
    let mut noise = 1_u32;
    let picture = RgbImage::from_fn(4_000, 3_000, |x, y| {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let [.., grain] = (noise >> 3).to_le_bytes();
        image::Rgb([x / 17, y / 13, (x + y) / 29].map(|channel| channel.to_le_bytes()[0].saturating_add(grain)))
    });
    JpegEncoder::new_with_quality(BufWriter::new(File::create(path)?), 90).encode_image(&picture)?;
    Ok(())
}
