//! Pictures that may be the agency's logo: what they are is read from their content, never from what
//! somebody calls them.

mod png;
mod svg;

string_enum! {
    /// Why a file is not taken as a logo.
    pub enum LogoProblem {
        /// There is no file, or nothing in it.
        Missing = "missing",
        /// More than [`LogoKind::MAX_BYTES`].
        TooLarge = "too_large",
        /// Neither PNG nor SVG.
        NotAPicture = "not_a_picture",
        /// A PNG that is damaged or cut off.
        PngBroken = "png_broken",
        /// A PNG with a side of more than [`LogoKind::MAX_SIDE`].
        PngTooBig = "png_too_big",
        /// An SVG that is not well-formed, or not declared to be one.
        SvgBroken = "svg_broken",
        /// An SVG that would run something: a script, an event handler.
        SvgScript = "svg_script",
        /// An SVG with a piece of a page or a film in it.
        SvgForeign = "svg_foreign",
        /// An SVG that would load something from elsewhere.
        SvgExternal = "svg_external",
        /// An SVG with definitions of entities, which can unfold without end.
        SvgEntities = "svg_entities",
        /// An SVG that would unfold into more than anybody can draw.
        SvgTooComplex = "svg_too_complex",
    }
}

/// The kinds of picture a logo may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogoKind {
    /// PNG.
    Png,
    /// SVG.
    Svg,
}

impl LogoKind {
    /// The largest file, in bytes.
    pub const MAX_BYTES: usize = 256 * 1024;
    /// The longest side of a PNG, in pixels: a small file may unfold into a very large picture.
    pub const MAX_SIDE: u32 = 4_096;

    /// Its media type.
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Svg => "image/svg+xml",
        }
    }

    /// What a file is, when it can be a logo.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn of(file: &[u8]) -> Result<Self, LogoProblem> {
        if file.is_empty() {
            return Err(LogoProblem::Missing);
        }
        if file.len() > Self::MAX_BYTES {
            return Err(LogoProblem::TooLarge);
        }
        if let Some(chunks) = file.strip_prefix(png::SIGNATURE) {
            return png::check(chunks).map(|()| Self::Png);
        }
        let text = std::str::from_utf8(file).map_err(|_| LogoProblem::NotAPicture)?;
        svg::check(text).map(|()| Self::Svg)
    }
}

#[cfg(test)]
mod tests;
