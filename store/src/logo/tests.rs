use super::*;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01";

fn url(kind: &str, bytes: &[u8]) -> String {
    format!("data:{kind};base64,{}", STANDARD.encode(bytes))
}

fn svg(text: &str) -> Option<Logo> {
    Logo::parse(&url("image/svg+xml", text.as_bytes()))
}

#[test]
fn a_png_and_an_svg_are_recognised() {
    let png = Logo::parse(&url("image/png", PNG)).expect("a PNG");
    assert_eq!((png.kind, png.bytes.as_slice(), png.kind.content_type()), (LogoKind::Png, PNG, "image/png"));
    let one = svg("<svg xmlns=\"http://www.w3.org/2000/svg\"/>").expect("an SVG");
    assert_eq!((one.kind, one.kind.content_type()), (LogoKind::Svg, "image/svg+xml"));
    assert_eq!(one.version(), svg("<svg xmlns=\"http://www.w3.org/2000/svg\"/>").expect("an SVG").version());
    assert_ne!(one.version(), png.version());
    assert_eq!(one.version().len(), 12);
}

#[test]
fn an_svg_is_known_by_its_root() {
    for good in [
        "<svg/>",
        "<svg>",
        "\u{feff}<svg\n>",
        " \n<?xml version=\"1.0\"?>\n<!-- a > comment -->\n<svg></svg>",
        "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"svg11.dtd\"><svg/>",
    ] {
        assert!(svg(good).is_some(), "{good}");
    }
    for bad in [
        "",
        " ",
        "<html><svg/></html>",
        "<svgx/>",
        "<svg",
        "<SVG/>",
        "svg",
        "<!-- <svg/>",
        "<?xml <svg/>",
        "<!-- <svg/> --><p/>",
        "<!DOCTYPE svg [<!ENTITY a \"b\">]><svg/>",
        "<!DOCTYPE svg",
        "{\"svg\":1}",
    ] {
        assert_eq!(svg(bad), None, "{bad}");
    }
    assert_eq!(Logo::parse(&url("image/svg+xml", b"<svg>\xff</svg>")), None);
}

#[test]
fn a_picture_is_what_it_says_it_is() {
    assert_eq!(Logo::parse(&url("image/png", b"<svg/>")), None);
    assert_eq!(Logo::parse(&url("image/svg+xml", PNG)), None);
    assert_eq!(Logo::parse(&url("image/png", &PNG[..12])), None);
    assert_eq!(Logo::parse(&url("image/png", b"\x89PNG\r\n\x1a\n\0\0\0\rIDAT")), None);
    assert_eq!(Logo::parse(&url("image/jpeg", b"\xff\xd8\xff")), None);
}

#[test]
fn only_base64_data_urls_are_read() {
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
fn a_picture_has_at_most_256_kb() {
    let picture = |size: usize| [PNG, &vec![0; size - PNG.len()]].concat();
    assert!(Logo::parse(&url("image/png", &picture(256 * 1024))).is_some());
    assert_eq!(Logo::parse(&url("image/png", &picture(256 * 1024 + 1))), None);
    assert_eq!(Logo::parse(&url("image/png", &picture(10 * 1024 * 1024))), None);
}
