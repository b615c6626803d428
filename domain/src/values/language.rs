//! The languages of the interface.

string_enum! {
    /// A language of the interface. Italian is the default (docs/REFERENCE.md#pages).
    #[derive(Default)]
    pub enum Language {
        #[default]
        It = "it",
        En = "en",
    }
}

impl Language {
    /// The other one: what nobody can tell the language of is written in both.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::It => Self::En,
            Self::En => Self::It,
        }
    }

    /// The one of `Accept-Language` (RFC 9110) that is preferred, if it has any; of equal ones the first.
    pub fn preferred(accepted: &str) -> Option<Self> {
        let mut preferred: Option<(f32, Self)> = None;
        for range in accepted.split(',') {
            let (tag, parameter) = range.split_once(';').unwrap_or((range, "q=1"));
            let primary = tag.trim().split('-').next().unwrap_or_default().to_ascii_lowercase();
            let weight = parameter.trim().strip_prefix("q=").and_then(|weight| weight.trim().parse::<f32>().ok());
            let (Ok(language), Some(weight)) = (primary.parse(), weight) else { continue };
            if weight > preferred.map_or(0.0, |(most, _)| most) {
                preferred = Some((weight, language));
            }
        }
        preferred.map(|(_, language)| language)
    }
}

#[cfg(test)]
mod tests {
    use super::Language::{self, En, It};

    #[test]
    fn preferred_language_is_the_one_with_the_greatest_weight() {
        for (accepted, expected) in [
            ("it-IT,it;q=0.9,en-US;q=0.8,en;q=0.7", Some(It)),
            ("en-GB, it;q=0.5", Some(En)),
            ("de, it;q=0.3, en;q=0.8", Some(En)),
            ("IT", Some(It)),
            ("it;q=0.5,en;q=0.5", Some(It)),
            ("it;q=0, en;q=0.1", Some(En)),
            ("it;q=0", None),
            ("de-AT,fr", None),
            ("*", None),
            ("", None),
            ("italiano", None),
            ("it;q=NaN", None),
            ("it;q=x, ;;q=, en;level=1", None),
        ] {
            assert_eq!(Language::preferred(accepted), expected, "{accepted}");
        }
    }
}
