//! What the live page says.

use app::i18n::I18n;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Notice {
    /// There is no network, or no server.
    Down,
    RateLimited,
    /// The page does not exist any more.
    Gone,
    SignedOut,
    Copied,
}

impl Notice {
    pub(crate) fn text(self, i18n: I18n) -> &'static str {
        match self {
            Self::Down => i18n.live_down(),
            Self::RateLimited => i18n.live_slow(),
            Self::Gone => i18n.live_gone(),
            Self::SignedOut => i18n.live_signed_out(),
            Self::Copied => i18n.copied(),
        }
    }
}
