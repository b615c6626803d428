//! Small pictures of pictures: what pages show in place of files of many megabytes. Bytes of strangers are decoded here, so what
//! they may cost is bounded before it is spent.

mod jpeg;

use std::io::Cursor;

use image::codecs::webp::WebPEncoder;
use image::imageops::{self, FilterType};
use image::metadata::Orientation;
use image::{
    DynamicImage, ExtendedColorType, GenericImageView as _, ImageDecoder as _, ImageFormat, ImageReader, Limits,
    RgbaImage,
};

/// The longest side of a picture that has previews, in pixels.
const MAX_SIDE: u32 = 16_384;
/// The most that a picture takes decoded, in bytes: 25 megapixels of a photo.
const MAX_DECODED: u64 = 77 * 1_000_000;
/// The most that a decoder may need besides, in bytes, as for what is compressed in the head.
const MAX_WORK: u64 = 32 * 1_000_000;
/// Of a picture that is larger, the shorter side is first brought to this many pixels.
const ENOUGH: u32 = 1_440;
/// The largest file that has previews, in bytes.
pub(crate) const MAX_FILE: u64 = 30 * 1_000_000;
/// The largest colour profile that a preview keeps, in bytes: those of cameras and displays.
const MAX_PROFILE: usize = 4_096;

/// How wide and high the detail around a point is, in pixels.
const DETAIL: u32 = 192;
/// It is as wide as this part of the shorter side.
const DETAIL_SHARE: u32 = 3;

/// A preview is one of these, named by its width.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PreviewSize {
    /// In pixels; a smaller picture is not made larger.
    pub width: u32,
    pub height: u32,
    /// Whether it is cut to the shape of a card, 16 to 10, from its top left corner; else it is whole and within the size.
    pub is_card: bool,
    /// The most it takes, in bytes.
    most: usize,
}

impl PreviewSize {
    /// The one that shows the whole picture.
    pub const WHOLE: Self = Self { width: 1_440, height: 2_880, is_card: false, most: 600_000 };
    pub const ALL: [Self; 4] = [Self::card(288, 180), Self::card(576, 360), Self::card(864, 540), Self::WHOLE];

    /// What the first picture of a phone may cost.
    const fn card(width: u32, height: u32) -> Self {
        Self { width, height, is_card: true, most: 25_000 }
    }

    /// The size of this width.
    pub fn of_width(width: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|size| size.width.to_string() == width)
    }
}

/// All previews of a picture, in the order of [`PreviewSize::ALL`]. `None`: it is none, is damaged, or is too large.
pub(crate) fn render(bytes: &[u8]) -> Option<[Vec<u8>; PreviewSize::ALL.len()]> {
    let (picture, profile) = decode(bytes)?;
    let profile = profile.as_deref();
    let card = card_of(&picture);
    Some(PreviewSize::ALL.map(|size| {
        let scaled = if size.is_card { shrunk(&card, size.width, size.height) } else { fitted(&picture, size) };
        encode(&scaled, size.most, profile)
    }))
}

/// Width and height of a preview, in pixels.
pub(crate) fn dimensions(preview: &[u8]) -> Option<(u32, u32)> {
    ImageReader::new(Cursor::new(preview)).with_guessed_format().ok()?.into_dimensions().ok()
}

/// The part of a preview around a point, in thousandths of its width and height, as JPEG.
pub(crate) fn detail(preview: &[u8], (x, y): (u32, u32)) -> Option<Vec<u8>> {
    let picture = ImageReader::new(Cursor::new(preview)).with_guessed_format().ok()?.decode().ok()?;
    let (width, height) = picture.dimensions();
    let side = (width.min(height) / DETAIL_SHARE).max(1);
    let start = |at: u32, all: u32| (all * at.min(1_000) / 1_000).saturating_sub(side / 2).min(all - side);
    let part = picture.view(start(x, width), start(y, height), side, side).to_image();
    Some(encode(&shrunk(&part, DETAIL, DETAIL), 25_000, None))
}

/// The picture as it is to be seen, with its colour profile.
fn decode(bytes: &[u8]) -> Option<(DynamicImage, Option<Vec<u8>>)> {
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
    let format = reader.format()?;
    // A decoder of JPEG takes the half of one, and fills the rest with grey.
    let is_whole = match format {
        ImageFormat::Jpeg => jpeg::is_whole(bytes),
        ImageFormat::Png | ImageFormat::Gif | ImageFormat::WebP => true,
        _ => false,
    };
    if !is_whole {
        return None;
    }
    let mut limits = Limits::no_limits();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_WORK);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().ok()?;
    if decoder.total_bytes() > MAX_DECODED {
        return None;
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let profile = decoder.icc_profile().ok().flatten().filter(|profile| is_kept(profile));
    let mut picture = reduced(DynamicImage::from_decoder(decoder).ok()?);
    picture.apply_orientation(orientation);
    Some((picture, profile))
}

/// Turning a picture takes as much again, so that it is made smaller before.
fn reduced(picture: DynamicImage) -> DynamicImage {
    let (width, height) = (u64::from(picture.width()), u64::from(picture.height()));
    let (shorter, enough) = (width.min(height), u64::from(ENOUGH));
    if shorter <= enough {
        return picture;
    }
    let scaled = |side: u64| u32::try_from(side * enough / shorter).unwrap_or(ENOUGH);
    picture.thumbnail_exact(scaled(width), scaled(height))
}

/// Pixels are decoded to red, green and blue, so a profile of other colours is of none of them.
fn is_kept(profile: &[u8]) -> bool {
    profile.len() <= MAX_PROFILE && profile.get(16..20) == Some(b"RGB ")
}

/// The part of a picture that a card shows, not much larger than the largest card.
fn card_of(picture: &DynamicImage) -> RgbaImage {
    let (width, height) = picture.dimensions();
    let shown = width.min(height.saturating_mul(16) / 10).max(1);
    let part = picture.view(0, 0, shown, height.min((shown * 10).div_ceil(16)));
    let [most_wide, most_high] = [1_152, 720];
    if shown <= most_wide { part.to_image() } else { imageops::thumbnail(&*part, most_wide, most_high) }
}

/// At most so large.
fn shrunk(picture: &RgbaImage, width: u32, height: u32) -> RgbaImage {
    if picture.width() <= width {
        picture.clone()
    } else {
        imageops::resize(picture, width, height, FilterType::CatmullRom)
    }
}

/// The whole picture within the size.
fn fitted(picture: &DynamicImage, size: PreviewSize) -> RgbaImage {
    let is_small = picture.width() <= size.width && picture.height() <= size.height;
    if is_small { picture.to_rgba8() } else { picture.thumbnail(size.width, size.height).into_rgba8() }
}

/// As JPEG, in a quality with which it takes no more than `most` bytes; as WebP without loss if something shines through it.
fn encode(picture: &RgbaImage, most: usize, profile: Option<&[u8]>) -> Vec<u8> {
    let (width, height) = picture.dimensions();
    if picture.pixels().any(|pixel| pixel.0[3] < u8::MAX) {
        let mut lossless = Vec::new();
        let encoded = WebPEncoder::new_lossless(&mut lossless).encode(picture, width, height, ExtendedColorType::Rgba8);
        if encoded.is_ok() && lossless.len() <= most {
            return lossless;
        }
    }
    let opaque = on_white(picture);
    for quality in [82, 70, 58, 46, 34] {
        match jpeg::encode(&opaque, width, height, quality, profile) {
            Some(encoded) if encoded.len() <= most => return encoded,
            _ => {}
        }
    }
    // Noise alone needs more.
    let (width, height) = ((width / 2).max(1), (height / 2).max(1));
    encode(&imageops::thumbnail(picture, width, height), most.max(1_000), profile)
}

/// Red, green and blue of each pixel.
fn on_white(picture: &RgbaImage) -> Vec<u8> {
    let mix = |value: u8, alpha: u8| {
        let (value, alpha) = (u32::from(value), u32::from(alpha));
        u8::try_from((value * alpha + 255 * (255 - alpha)) / 255).unwrap_or(u8::MAX)
    };
    picture.pixels().flat_map(|pixel| [0, 1, 2].map(|channel| mix(pixel.0[channel], pixel.0[3]))).collect()
}

#[cfg(test)]
mod tests;
