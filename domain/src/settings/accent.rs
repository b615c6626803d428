//! The agency's colour, made readable on the papers of Atrio.

use serde::{Deserialize, Serialize};

/// A colour the agency chose, written `#rrggbb`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Accent(Rgb);

/// Why a string is not a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a colour such as #0b5a5e")]
pub struct InvalidAccent;

/// Light or dark: what the reader's device asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// Ink on paper.
    Light,
    /// Light on graphite.
    Dark,
}

/// The colours made of an accent for one scheme, as CSS writes them (`#rrggbb`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Palette {
    /// For text and for loud grounds: at least [`READABLE`] to one on paper, on sheets and on `quiet`.
    pub accent: String,
    /// A quiet ground with a breath of the accent.
    pub quiet: String,
    /// For text on a ground of `accent`: at least [`READABLE`] to one.
    pub on_accent: String,
}

/// The contrast below which text is hard to read (WCAG 2.2, 1.4.3).
pub const READABLE: f64 = 4.5;

type Rgb = [u8; 3];

const WHITE: Rgb = [255; 3];
const BLACK: Rgb = [0; 3];

/// How much of the accent a quiet ground has, of 255.
const BREATH: u8 = 24;

impl Scheme {
    /// Paper and sheet, as `style/tokens.css` has them.
    const fn project_records(self) -> [Rgb; 2] {
        match self {
            Self::Light => [[0xfb, 0xfa, 0xf7], WHITE],
            Self::Dark => [[0x17, 0x19, 0x1c], [0x1f, 0x22, 0x26]],
        }
    }

    /// Where a colour goes that cannot be read.
    const fn way_out(self) -> Rgb {
        match self {
            Self::Light => BLACK,
            Self::Dark => WHITE,
        }
    }

    /// What is written on the accent: the paper that the accent is readable on, and so is readable on
    /// the accent.
    const fn on_accent(self) -> Rgb {
        match self {
            Self::Light => WHITE,
            Self::Dark => [0x17, 0x19, 0x1c],
        }
    }
}

impl Accent {
    /// Reads `#rrggbb`, in either case.
    ///
    /// # Errors
    /// [`InvalidAccent`] for anything else.
    pub fn parse(text: &str) -> Result<Self, InvalidAccent> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6).ok_or(InvalidAccent)?;
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(InvalidAccent);
        }
        let channel = |at| u8::from_str_radix(&digits[at..at + 2], 16).map_err(|_| InvalidAccent);
        Ok(Self([channel(0)?, channel(2)?, channel(4)?]))
    }

    /// The accent for `scheme`: darkened or lightened no more than it must be, its hue kept.
    pub fn palette(self, scheme: Scheme) -> Palette {
        let [paper, sheet] = scheme.project_records();
        let mut palette = (scheme.way_out(), paper);
        for amount in 0..=u8::MAX {
            let accent = mix(self.0, scheme.way_out(), amount);
            let quiet = mix(sheet, accent, BREATH);
            palette = (accent, quiet);
            if [paper, sheet, quiet].into_iter().all(|ground| contrast(accent, ground) >= READABLE) {
                break;
            }
        }
        let (accent, quiet) = palette;
        Palette { accent: css(accent), quiet: css(quiet), on_accent: css(scheme.on_accent()) }
    }
}

impl TryFrom<String> for Accent {
    type Error = InvalidAccent;
    fn try_from(text: String) -> Result<Self, InvalidAccent> {
        Self::parse(&text)
    }
}

impl From<Accent> for String {
    fn from(accent: Accent) -> Self {
        css(accent.0)
    }
}

fn css([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// `amount` of 255 parts `other`, the rest `colour`.
fn mix(colour: Rgb, other: Rgb, amount: u8) -> Rgb {
    let part = |at: usize| {
        let (colour, other, amount) = (u32::from(colour[at]), u32::from(other[at]), u32::from(amount));
        u8::try_from((colour * (255 - amount) + other * amount + 127) / 255).unwrap_or(u8::MAX)
    };
    [part(0), part(1), part(2)]
}

/// How well one colour reads on the other, from 1 to 21 (WCAG 2.2: contrast ratio).
fn contrast(one: Rgb, other: Rgb) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// WCAG 2.2: relative luminance.
fn luminance(colour: Rgb) -> f64 {
    let [red, green, blue] = colour.map(|channel| {
        let channel = f64::from(channel) / 255.0;
        if channel <= 0.04045 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

#[cfg(test)]
mod tests;
