//! The agency's colour, adjusted for contrast on Atrio's surfaces.

use serde::{Deserialize, Serialize};

/// The colour chosen by the agency, written `#rrggbb`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Accent(Rgb);

/// The colour of `style/tokens.css`, for an agency without one.
pub const DEFAULT: &str = "#0b5a5e";

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a colour such as #0b5a5e")]
pub struct InvalidAccent;

string_enum! {
    /// Light or dark colour scheme.
    pub enum Scheme {
        /// Dark text on a light background.
        Light = "light",
        /// Light text on a dark background.
        Dark = "dark",
    }
}

/// The colours derived from an accent for one scheme, in CSS notation (`#rrggbb`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Palette {
    /// For text and lines: contrast of at least [`READABLE`] on all surfaces and on `quiet`.
    pub accent: String,
    /// A subtle background tinted with the accent.
    pub quiet: String,
    /// For text on `accent`: contrast of at least [`READABLE`].
    pub on_accent: String,
    /// For buttons and other filled shapes: the chosen colour itself, unless it would not stand out.
    pub fill: String,
    /// For text on `fill`: contrast of at least [`READABLE`].
    pub on_fill: String,
}

/// The minimum contrast of text (WCAG 2.2, 1.4.3).
pub const READABLE: f64 = 4.5;

type Rgb = [u8; 3];

const WHITE: Rgb = [255; 3];
const BLACK: Rgb = [0; 3];

/// Share of the accent in `quiet`, out of 255.
const TINT: u8 = 24;

/// The largest share of black in a text colour, out of 255: with more, yellow would become olive.
const MAX_BLACK: u8 = 102;

/// The text colour of the light scheme and the page of the dark one, as in `style/tokens.css`.
const INK: Rgb = [0x1d, 0x20, 0x23];
const DARK_PAGE: Rgb = [0x17, 0x19, 0x1c];

impl Scheme {
    /// The page and card backgrounds of `style/tokens.css`.
    const fn surfaces(self) -> [Rgb; 2] {
        match self {
            Self::Light => [[0xfb, 0xfa, 0xf7], WHITE],
            Self::Dark => [DARK_PAGE, [0x1f, 0x22, 0x26]],
        }
    }

    /// The colour to mix in until the contrast is sufficient.
    const fn contrast_target(self) -> Rgb {
        match self {
            Self::Light => BLACK,
            Self::Dark => WHITE,
        }
    }

    /// The text colour on the accent: the page background, because the accent has enough contrast to it.
    const fn on_accent(self) -> Rgb {
        match self {
            Self::Light => WHITE,
            Self::Dark => DARK_PAGE,
        }
    }

    /// The least contrast of a filled shape to the page. On a dark page a dark shape would be lost; on a light one its
    /// text is dark.
    const fn least_fill_contrast(self) -> f64 {
        match self {
            Self::Light => 1.15,
            Self::Dark => 3.0,
        }
    }
}

impl Accent {
    /// Parses `#rrggbb` in either case.
    pub fn parse(text: &str) -> Result<Self, InvalidAccent> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6).ok_or(InvalidAccent)?;
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(InvalidAccent);
        }
        let channel = |at| u8::from_str_radix(&digits[at..at + 2], 16).map_err(|_| InvalidAccent);
        Ok(Self([channel(0)?, channel(2)?, channel(4)?]))
    }

    /// The palette for `scheme`. The accent is darkened or lightened only as far as needed, without changing
    /// its hue; where it would have to become another colour, it is the text colour.
    pub fn palette(self, scheme: Scheme) -> Palette {
        let [page, card] = scheme.surfaces();
        let quiet = mix(card, self.0, TINT);
        let is_readable =
            |colour: &Rgb| [page, card, quiet].into_iter().all(|background| contrast(*colour, background) >= READABLE);
        let most = if scheme == Scheme::Light { MAX_BLACK } else { u8::MAX };
        let mixed = |amount| mix(self.0, scheme.contrast_target(), amount);
        let accent = (0..=most).map(mixed).find(is_readable).unwrap_or(INK);
        let stands_out = contrast(self.0, page) >= scheme.least_fill_contrast();
        let fill = if stands_out { self.0 } else { accent };
        Palette {
            accent: css(accent),
            quiet: css(quiet),
            on_accent: css(scheme.on_accent()),
            fill: css(fill),
            on_fill: css(text_on(fill)),
        }
    }
}

/// The text colour on a filled shape: white or dark, whichever can be read. One of them always can.
fn text_on(fill: Rgb) -> Rgb {
    [WHITE, DARK_PAGE].into_iter().find(|text| contrast(*text, fill) >= READABLE).unwrap_or(BLACK)
}

string_value! { Accent, InvalidAccent, |text| Self::parse(&text), |accent| css(accent.0) }

fn css([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Mixes two colours: `amount` of 255 parts `other`, the rest `colour`.
fn mix(colour: Rgb, other: Rgb, amount: u8) -> Rgb {
    let part = |at: usize| {
        let (colour, other, amount) = (u32::from(colour[at]), u32::from(other[at]), u32::from(amount));
        u8::try_from((colour * (255 - amount) + other * amount + 127) / 255).unwrap_or(u8::MAX)
    };
    [part(0), part(1), part(2)]
}

/// Contrast ratio from 1 to 21 (WCAG 2.2).
fn contrast(one: Rgb, other: Rgb) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Relative luminance (WCAG 2.2).
fn luminance(colour: Rgb) -> f64 {
    let [red, green, blue] = colour.map(|channel| {
        let channel = f64::from(channel) / 255.0;
        if channel <= 0.04045 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

#[cfg(test)]
mod tests;
