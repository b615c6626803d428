use super::*;

fn rgb(css: &str) -> Rgb {
    Accent::parse(css).expect("a colour").0
}

/// Red, green and blue each in steps of 17.
fn grid() -> impl Iterator<Item = Accent> {
    let steps = || (0..=255u8).step_by(17);
    steps().flat_map(move |r| steps().flat_map(move |g| steps().map(move |b| Accent([r, g, b]))))
}

#[test]
fn every_accent_has_readable_contrast() {
    for scheme in [Scheme::Light, Scheme::Dark] {
        for chosen in grid() {
            let palette = chosen.palette(scheme);
            let (accent, quiet, on_accent) = (rgb(&palette.accent), rgb(&palette.quiet), rgb(&palette.on_accent));
            assert!(contrast(rgb(&palette.fill), rgb(&palette.on_fill)) >= READABLE, "{chosen:?} {palette:?}");
            for background in [scheme.surfaces()[0], scheme.surfaces()[1], quiet, on_accent] {
                assert!(contrast(accent, background) >= READABLE, "{chosen:?} {scheme:?} {background:?} {palette:?}");
            }
        }
    }
}

/// The order of the channels by strength, which darkening and lightening must not turn around.
#[test]
fn palette_keeps_channel_order() {
    for scheme in [Scheme::Light, Scheme::Dark] {
        for chosen in grid() {
            let made = rgb(&chosen.palette(scheme).accent);
            if made == INK {
                continue;
            }
            for (one, other) in [(0, 1), (1, 2), (2, 0)] {
                if chosen.0[one] <= chosen.0[other] {
                    assert!(made[one] <= made[other], "{chosen:?} {made:?}");
                }
            }
        }
    }
}

#[test]
fn readable_accent_is_unchanged() {
    assert_eq!(Accent::parse("#0B5A5E").map(|accent| accent.palette(Scheme::Light).accent), Ok("#0b5a5e".into()));
    assert_eq!(Accent::parse("#7ccfc6").map(|accent| accent.palette(Scheme::Dark).accent), Ok("#7ccfc6".into()));
}

#[test]
fn accent_is_adjusted_as_little_as_needed() {
    for scheme in [Scheme::Light, Scheme::Dark] {
        for chosen in grid() {
            let made = rgb(&chosen.palette(scheme).accent);
            let worst = scheme.surfaces().map(|surface| contrast(made, surface)).into_iter().fold(21.0, f64::min);
            assert!(made == chosen.0 || made == INK || worst < 6.2, "{chosen:?} became {made:?}: {worst}");
        }
    }
}

#[test]
fn filled_shapes_have_the_chosen_colour() {
    let light = |colour| Accent::parse(colour).expect("a colour").palette(Scheme::Light);
    let yellow = light("#ffe600");
    assert_eq!((yellow.fill.as_str(), yellow.on_fill.as_str()), ("#ffe600", "#17191c"));
    assert_eq!(yellow.accent, "#1d2023", "no olive");
    let pink = light("#c2185b");
    assert_eq!((pink.fill.as_str(), pink.on_fill.as_str()), ("#c2185b", "#ffffff"));
    // White would be lost on a white page, and dark blue on a dark one.
    assert_ne!(light("#ffffff").fill, "#ffffff");
    let navy = Accent::parse("#001f5b").expect("a colour").palette(Scheme::Dark);
    assert_eq!(navy.fill, navy.accent);
}

#[test]
fn contrast_matches_wcag() {
    assert!((contrast(BLACK, WHITE) - 21.0).abs() < 1e-9);
    assert!((contrast([0x76, 0x76, 0x76], WHITE) - 4.54).abs() < 0.01);
}

#[test]
fn accent_parses_only_six_digit_hex() {
    for bad in ["", "#", "0b5a5e", "#0b5a5", "#0b5a5e0", "#0b5a5g", "#+b5a5e", " #0b5a5e", "#0b5àe", "red"] {
        assert_eq!(Accent::parse(bad), Err(InvalidAccent), "{bad:?}");
    }
    assert_eq!(String::from(Accent::parse("#ABCDEF").expect("a colour")), "#abcdef");
}
