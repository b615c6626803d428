use super::LogoProblem::*;
use super::*;

fn chunk(kind: [u8; 4], content: &[u8]) -> Vec<u8> {
    let named = [&kind, content].concat();
    let length = u32::try_from(content.len()).expect("a short chunk").to_be_bytes();
    [&length, named.as_slice(), &png::crc(&named).to_be_bytes()].concat()
}

fn header(width: u32, height: u32, rest: [u8; 5]) -> Vec<u8> {
    chunk(*b"IHDR", &[&width.to_be_bytes()[..], &height.to_be_bytes(), &rest].concat())
}

fn png(chunks: &[Vec<u8>]) -> Vec<u8> {
    [png::SIGNATURE, &chunks.concat()].concat()
}

/// Eight bits of red, green, blue and opacity.
const RGBA: [u8; 5] = [8, 6, 0, 0, 0];

fn picture() -> Vec<Vec<u8>> {
    vec![
        header(16, 16, RGBA),
        chunk(*b"tEXt", b"Title\0Logo"),
        chunk(*b"IDAT", b"pixels"),
        chunk(*b"IEND", b""),
    ]
}

fn svg(inside: &str) -> Result<LogoKind, LogoProblem> {
    LogoKind::of(format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{inside}</svg>").as_bytes())
}

#[test]
fn a_png_is_known_by_its_chunks() {
    assert_eq!(LogoKind::of(&png(&picture())), Ok(LogoKind::Png));
    // The check sum of every PNG's end, as the standard has it.
    assert_eq!(png::crc(b"IEND"), 0xae42_6082);
}

#[test]
fn a_png_that_is_cut_off_or_damaged_is_refused() {
    let whole = png(&picture());
    for end in png::SIGNATURE.len()..whole.len() {
        assert_eq!(LogoKind::of(&whole[..end]), Err(PngBroken), "cut at {end}");
    }
    for at in png::SIGNATURE.len()..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x20;
        assert!(LogoKind::of(&damaged).is_err(), "damaged at {at}");
    }
    assert_eq!(LogoKind::of(&[whole.as_slice(), b"<script>"].concat()), Err(PngBroken));
    let [header, _, data, end] = picture().try_into().expect("four chunks");
    for odd in [
        vec![header.clone(), end.clone()],
        vec![data.clone(), end.clone()],
        vec![header.clone(), header, data, end],
    ] {
        assert_eq!(LogoKind::of(&png(&odd)), Err(PngBroken));
    }
}

#[test]
fn a_png_has_sane_sides_and_colours() {
    let of = |width, height, rest| {
        LogoKind::of(&png(&[header(width, height, rest), chunk(*b"IDAT", b"x"), chunk(*b"IEND", b"")]))
    };
    assert_eq!(of(4_096, 4_096, RGBA), Ok(LogoKind::Png));
    assert_eq!(of(4_097, 1, RGBA), Err(PngTooBig));
    assert_eq!(of(1, u32::MAX, RGBA), Err(PngTooBig));
    assert_eq!(of(0, 1, RGBA), Err(PngBroken));
    for odd in [[16, 3, 0, 0, 0], [4, 6, 0, 0, 0], [8, 7, 0, 0, 0], [8, 6, 1, 0, 0], [8, 6, 0, 0, 2]] {
        assert_eq!(of(1, 1, odd), Err(PngBroken), "{odd:?}");
    }
}

#[test]
fn drawings_as_programs_write_them_are_taken() {
    for good in [
        "",
        "<path d=\"M0 0h1\" fill=\"#0b5a5e\"/>",
        "<title>Studio &amp; Co</title><g id='a'><circle r=\"1\"/></g><use href=\"#a\"/><use xlink:href='#a'/>",
        "<style>.a{fill:url(#g);font-family:Figtree}</style><g class=\"a\"/>",
        "<style type=\"text/css\"><![CDATA[.st0{fill:#FFF;} a > b {}]]></style>",
        "<linearGradient id=\"g\"><stop offset=\"0\"/></linearGradient><rect fill=\"url('#g')\"/>",
        "<image href=\"data:image/png;base64,iVBORw0KGgo=\" width=\"1\"/>",
        "<metadata><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"/></metadata>",
        "<?xpacket begin='' id='x'?><!-- <script>no</script> -->",
        "<animate attributeName=\"opacity\" to=\"0\" dur=\"1s\"/>",
    ] {
        assert_eq!(svg(good), Ok(LogoKind::Svg), "{good}");
    }
    let around = "\u{feff}<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!-- Generator: a > b -->\n\
        <!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\">\n\
        <svg xmlns='http://www.w3.org/2000/svg' viewBox=\"0 0 1 1\" />\n<!-- end -->\n";
    assert_eq!(LogoKind::of(around.as_bytes()), Ok(LogoKind::Svg));
}

#[test]
fn a_drawing_runs_nothing() {
    for bad in [
        "<script>alert(1)</script>",
        "<SCRIPT/>",
        "<x:script xmlns:x=\"http://www.w3.org/2000/svg\"/>",
        "<g><g><script href=\"#a\"/></g></g>",
        "<rect onload=\"alert(1)\"/>",
        "<rect OnClick='alert(1)'/>",
        "<a href=\"javascript:alert(1)\"/>",
        "<a href=\" java&#10;script:alert(1)\"/>",
        "<a xlink:href=\"&#106;&#x61;vascript:alert(1)\"/>",
        "<set attributeName=\"onclick\" to=\"alert(1)\"/>",
        "<animate attributeName=\"xlink:href\" values=\"javascript:alert(1)\"/>",
        "<rect style=\"width:expression(alert(1))\"/>",
    ] {
        assert_eq!(svg(bad), Err(SvgScript), "{bad}");
    }
}

#[test]
fn a_drawing_holds_no_page() {
    for bad in [
        "<foreignObject><p/></foreignObject>",
        "<ForeignObject/>",
        "<iframe src=\"#\"/>",
        "<p xmlns=\"http://www.w3.org/1999/xhtml\"/>",
        "<g xmlns:h=\"http://www.w3.org/1999/xhtml\"/>",
        "<video/>",
    ] {
        assert_eq!(svg(bad), Err(SvgForeign), "{bad}");
    }
}

#[test]
fn a_drawing_loads_nothing_from_elsewhere() {
    for bad in [
        "<image href=\"https://evil.example/a.png\"/>",
        "<image xlink:href=\"//evil.example/a.png\"/>",
        "<use href=\"other.svg#a\"/>",
        "<image href=\"data:image/svg+xml;base64,PHN2Zy8+\"/>",
        "<image href=\"data:text/html,x\"/>",
        "<rect fill=\"url(https://evil.example/#a)\"/>",
        "<rect fill=\"URL( 'https://evil.example/#a' )\"/>",
        "<rect style=\"fill:url(//evil.example)\"/>",
        "<rect style=\"fill:\\75rl(//evil.example)\"/>",
        "<style>@import 'https://evil.example/a.css';</style>",
        "<style>@imp&#111;rt 'a.css';</style>",
        "<style>@im<![CDATA[port 'a.css']]></style>",
        "<style>a{b:u/**/rl(//evil.example)}</style>",
        "<style>a{background:image-set('a.png' 1x)}</style>",
        "<g xml:base=\"https://evil.example/\"/>",
        "<?xml-stylesheet href=\"a.css\"?>",
    ] {
        assert_eq!(svg(bad), Err(SvgExternal), "{bad}");
    }
    let before = "<?xml-stylesheet href=\"a.css\"?><svg xmlns=\"http://www.w3.org/2000/svg\"/>";
    assert_eq!(LogoKind::of(before.as_bytes()), Err(SvgExternal));
}

#[test]
fn a_drawing_does_not_unfold_without_end() {
    let laughs = "<!DOCTYPE svg [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\">]><svg>&b;</svg>";
    assert_eq!(LogoKind::of(laughs.as_bytes()), Err(SvgEntities));
    assert_eq!(svg("<text>&a;</text>"), Err(SvgBroken));

    let uses = |levels: usize, links: [&str; 2]| {
        let level = |level: usize| {
            let inner = format!("{}#l{}{}", links[0], level + 1, links[1]).repeat(10);
            format!("<g id=\"l{level}\">{inner}</g>")
        };
        let levels: String = (0..levels).map(level).collect();
        svg(&format!("{levels}<g id=\"l{}\"/>", levels.matches("<g id").count()))
    };
    for links in [["<use href=\"", "\"/>"], ["<use xlink:href='", "'/>"], ["<g mask=\"url(", ")\"/>"]] {
        assert_eq!(uses(3, links), Ok(LogoKind::Svg));
        assert_eq!(uses(6, links), Err(SvgTooComplex));
        assert_eq!(uses(60, links), Err(SvgTooComplex));
    }
    assert_eq!(svg("<g id=\"a\"><use href=\"#a\"/></g>"), Err(SvgTooComplex));
    assert_eq!(svg("<use id=\"a\" href=\"#b\"/><use id=\"b\" href=\"#a\"/>"), Err(SvgTooComplex));
    assert_eq!(svg(&format!("{}{}", "<g>".repeat(199), "</g>".repeat(199))), Ok(LogoKind::Svg));
    assert_eq!(svg(&format!("{}{}", "<g>".repeat(30_000), "</g>".repeat(30_000))), Err(SvgTooComplex));
}

#[test]
fn a_drawing_is_well_formed() {
    for bad in [
        "<g>",
        "</g>",
        "<g></h>",
        "<g a=1/>",
        "<g a=\"1/>",
        "<g a=\"<\"/>",
        "<g a=\"1\"b=\"2\"/>",
        "<1/>",
        "<>",
        "<!-- ",
        "<![CDATA[",
        "<style><g/></style>",
        "<g a=\"&nbsp;\"/>",
        "<g a=\"&#xD800;\"/>",
    ] {
        assert_eq!(svg(bad), Err(SvgBroken), "{bad}");
    }
    for (bad, why) in [
        ("<svg/>", SvgBroken),
        ("<svg xmlns=\"http://www.w3.org/1999/xhtml\"/>", SvgBroken),
        ("<svg xmlns=\"http://www.w3.org/2000/svg\"/><script/>", SvgBroken),
        ("<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>text", SvgBroken),
        ("<svg xmlns=\"http://www.w3.org/2000/svg\"", SvgBroken),
        ("<html><svg/></html>", NotAPicture),
        ("<svgx/>", NotAPicture),
        ("<SVG/>", NotAPicture),
        ("<!-- <svg/>", NotAPicture),
        ("GIF89a", NotAPicture),
        (" ", NotAPicture),
        ("", Missing),
    ] {
        assert_eq!(LogoKind::of(bad.as_bytes()), Err(why), "{bad}");
    }
    assert_eq!(LogoKind::of(b"<svg>\xff</svg>"), Err(NotAPicture));
    assert_eq!(LogoKind::of(b"\xff\xd8\xff\xe0 JFIF"), Err(NotAPicture));
}

#[test]
fn a_file_has_at_most_256_kb() {
    let of = |size: usize| {
        let (start, end) = ("<svg xmlns=\"http://www.w3.org/2000/svg\">", "</svg>");
        let middle = " ".repeat(size - start.len() - end.len());
        LogoKind::of(format!("{start}{middle}{end}").as_bytes())
    };
    assert_eq!(of(LogoKind::MAX_BYTES), Ok(LogoKind::Svg));
    assert_eq!(of(LogoKind::MAX_BYTES + 1), Err(TooLarge));
}
