use image::codecs::png::PngEncoder;
use image::{ImageEncoder as _, Rgb, RgbImage, Rgba};
use jpeg_encoder::{ColorType, Encoder};

use super::*;

const RED: Rgb<u8> = Rgb([200, 30, 30]);
const BLUE: Rgb<u8> = Rgb([30, 30, 200]);

/// Red above blue.
fn two_halves(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |_, y| if y < height / 2 { RED } else { BLUE })
}

fn png(picture: &RgbImage) -> Vec<u8> {
    let mut bytes = Vec::new();
    PngEncoder::new(&mut bytes)
        .write_image(picture, picture.width(), picture.height(), ExtendedColorType::Rgb8)
        .unwrap();
    bytes
}

/// With an orientation of EXIF.
fn photo(picture: &RgbImage, orientation: u8) -> Vec<u8> {
    let mut exif = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
    exif.extend_from_slice(&[orientation, 0, 0, 0, 0, 0, 0]);
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 90);
    encoder.add_app_segment(1, exif).unwrap();
    let (width, height) = (picture.width().try_into().unwrap(), picture.height().try_into().unwrap());
    encoder.encode(picture, width, height, ColorType::Rgb).unwrap();
    bytes
}

/// A chunk of PNG with its CRC-32.
fn chunk(kind: [u8; 4], content: &[u8]) -> Vec<u8> {
    let named = [&kind, content].concat();
    let step = |crc: u32, _| if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
    let crc = !named.iter().fold(!0_u32, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), step));
    [&u32::try_from(content.len()).unwrap().to_be_bytes(), &*named, &crc.to_be_bytes()].concat()
}

/// A PNG with this head and hardly anything in it.
fn png_head(width: u32, height: u32, bits_and_colors: [u8; 2]) -> Vec<u8> {
    let head = [&width.to_be_bytes(), &height.to_be_bytes(), &bits_and_colors[..], &[0, 0, 0]].concat();
    [b"\x89PNG\r\n\x1a\n".to_vec(), chunk(*b"IHDR", &head), chunk(*b"IDAT", &[0; 64]), chunk(*b"IEND", &[])].concat()
}

fn opened(preview: &[u8]) -> RgbImage {
    image::load_from_memory(preview).unwrap().into_rgb8()
}

fn is_like(found: Rgb<u8>, expected: Rgb<u8>) -> bool {
    found.0.iter().zip(expected.0).all(|(found, expected)| found.abs_diff(expected) < 24)
}

#[test]
fn card_previews_are_cropped_at_the_top_left() {
    let sizes =
        |width, height| render(&png(&two_halves(width, height))).unwrap().map(|bytes| opened(&bytes).dimensions());
    assert_eq!(sizes(4_000, 2_000), [(288, 180), (576, 360), (864, 540), (1_440, 720)]);
    assert_eq!(sizes(1_000, 6_000), [(288, 180), (576, 360), (864, 540), (480, 2_880)]);
    assert_eq!(sizes(400, 100), [(160, 100), (160, 100), (160, 100), (400, 100)]);
    assert_eq!(sizes(1, 1), [(1, 1); 4]);
    let [card, .., whole] = render(&png(&two_halves(1_000, 6_000))).unwrap();
    let (card, whole) = (opened(&card), opened(&whole));
    assert!(is_like(*card.get_pixel(5, 5), RED) && is_like(*card.get_pixel(280, 170), RED));
    assert!(is_like(*whole.get_pixel(5, 5), RED) && is_like(*whole.get_pixel(5, 2_800), BLUE));
}

#[test]
fn photo_is_turned_as_its_camera_was_held() {
    let picture = two_halves(640, 400);
    for (orientation, dimensions, top_left, bottom_right) in
        [(1, (640, 400), RED, BLUE), (3, (640, 400), BLUE, RED), (6, (400, 640), BLUE, RED), (8, (400, 640), RED, BLUE)]
    {
        let [.., whole] = render(&photo(&picture, orientation)).unwrap();
        let whole = opened(&whole);
        assert_eq!(whole.dimensions(), dimensions, "{orientation}");
        let (right, bottom) = (dimensions.0 - 9, dimensions.1 - 9);
        assert!(is_like(*whole.get_pixel(9, 9), top_left), "{orientation}");
        assert!(is_like(*whole.get_pixel(right, bottom), bottom_right), "{orientation}");
    }
}

#[test]
fn what_would_cost_too_much_or_is_damaged_has_none() {
    let photo = photo(&two_halves(640, 400), 1);
    let whole = png(&two_halves(640, 400));
    assert!(render(&photo).is_some() && render(&whole).is_some());
    for (bytes, what) in [
        (png_head(30_000, 30_000, [1, 0]), "900 megapixels"),
        (png_head(16_000, 16_000, [8, 6]), "a gigabyte"),
        (png_head(30_000, 1, [8, 2]), "a long side"),
        (photo[..photo.len() / 2].to_vec(), "half a photo"),
        (photo[..photo.len() - 2].to_vec(), "a photo without its end"),
        (whole[..whole.len() / 2].to_vec(), "half a PNG"),
        (b"GIF89a\xff\xff\xff\xff\0\0\0".to_vec(), "a GIF of 4 gigapixels"),
        (b"RIFF\xff\xff\0\0WEBPVP8 ".to_vec(), "the head of a WebP"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(), "no picture of pixels"),
        (b"%PDF-1.7".to_vec(), "no picture"),
        (Vec::new(), "nothing"),
    ] {
        assert!(render(&bytes).is_none(), "{what}");
    }
}

#[test]
fn card_takes_25_kilobytes_at_most_even_of_noise() {
    let mut state = 1_u32;
    let mut noise = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        u8::try_from(state >> 24).unwrap()
    };
    let picture = RgbImage::from_fn(900, 600, |_, _| Rgb([noise(), noise(), noise()]));
    let previews = render(&png(&picture)).unwrap();
    for (size, preview) in PreviewSize::ALL.into_iter().zip(previews) {
        assert!(preview.len() <= size.most, "{}: {}", size.width, preview.len());
    }
}

#[test]
fn what_is_transparent_stays_so() {
    let logo = RgbaImage::from_fn(300, 200, |x, _| if x < 150 { Rgba([0, 0, 0, 0]) } else { Rgba([200, 30, 30, 255]) });
    let mut bytes = Vec::new();
    PngEncoder::new(&mut bytes).write_image(&logo, 300, 200, ExtendedColorType::Rgba8).unwrap();
    let [card, ..] = render(&bytes).unwrap();
    let card = image::load_from_memory_with_format(&card, ImageFormat::WebP).unwrap().into_rgba8();
    assert_eq!((card.get_pixel(5, 5).0[3], card.get_pixel(250, 100).0[3]), (0, 255));
}
