use super::*;

/// One pixel.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\
    \x00\x00\x00\x0d\x49\x48\x44\x52\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89\
    \x00\x00\x00\x0d\x49\x44\x41\x54\x78\x9c\x63\xe0\x8e\x8a\xfb\x0f\x00\x02\xfa\x01\xc3\xc7\x6e\xd1\x39\
    \x00\x00\x00\x00\x49\x45\x4e\x44\xae\x42\x60\x82";
const SVG: &[u8] = b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>";

fn url(kind: &str, bytes: &[u8]) -> String {
    format!("data:{kind};base64,{}", STANDARD.encode(bytes))
}

#[test]
fn png_and_svg_round_trip() {
    for (kind, media_type, bytes) in [(LogoKind::Png, "image/png", PNG), (LogoKind::Svg, "image/svg+xml", SVG)] {
        let logo = Logo::parse(&url(media_type, bytes)).expect("a logo");
        assert_eq!((logo.kind, &*logo.bytes), (kind, bytes));
        assert_eq!(logo.to_data_url(), url(media_type, bytes));
        assert_eq!(Logo::of(bytes.to_vec()), Ok(logo.clone()));
        assert_eq!(logo.version.len(), 12);
    }
    assert_ne!(Logo::of(PNG.to_vec()).map(|logo| logo.version), Logo::of(SVG.to_vec()).map(|logo| logo.version));
}

#[test]
fn media_type_must_match_content() {
    assert_eq!(Logo::parse(&url("image/png", SVG)), None);
    assert_eq!(Logo::parse(&url("image/svg+xml", PNG)), None);
    assert_eq!(Logo::parse(&url("image/png", &PNG[..12])), None);
    assert_eq!(Logo::parse(&url("image/jpeg", b"\xff\xd8\xff")), None);
    assert_eq!(Logo::of(b"GIF89a".to_vec()), Err(LogoProblem::NotAPicture));
}

#[test]
fn only_base64_data_urls_are_parsed() {
    let good = url("image/png", PNG);
    assert!(Logo::parse(&format!(" {good}\n")).is_some());
    let base64 = STANDARD.encode(PNG);
    for bad in [
        String::new(),
        "data:".to_owned(),
        base64.clone(),
        format!("data:image/png,{base64}"),
        format!("data:image/png;charset=utf-8;base64,{base64}"),
        good.replace("data:", "DATA:"),
        format!("data:image/png;base64,{base64}!"),
        format!("data:image/png;base64,{} {}", &base64[..8], &base64[8..]),
        format!("data:image/png;base64,{}", &base64[1..]),
        "https://example.com/logo.png".to_owned(),
        "javascript:alert(1)".to_owned(),
    ] {
        assert_eq!(Logo::parse(&bad), None, "{bad}");
    }
}

#[test]
fn logo_over_256_kb_is_rejected() {
    let picture = |size: usize| [SVG, &vec![b' '; size - SVG.len()]].concat();
    assert!(Logo::parse(&url("image/svg+xml", &picture(256 * 1024))).is_some());
    assert_eq!(Logo::parse(&url("image/svg+xml", &picture(256 * 1024 + 1))), None);
    assert_eq!(Logo::parse(&url("image/svg+xml", &picture(10 * 1024 * 1024))), None);
}
