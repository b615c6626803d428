//! The e-mail about a notice, as text and as HTML.

mod content;
mod html;
mod plain;

use domain::line::one_line;
use domain::notifications::Notice;
use domain::{Agency, Language};

use crate::i18n::I18n;
use content::Content;

/// What an e-mail says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Email {
    pub subject: String,
    pub text: String,
    pub html: String,
}

/// The picture of the agency's logo, which is part of the e-mail: as `cid:` names it.
pub const LOGO_ID: &str = "logo";

/// `base_url` is that of the settings, without a trailing slash. Without the logo the agency's name stands in its place.
pub fn render(notice: &Notice, base_url: &str, has_logo: bool) -> Email {
    let content = Content::of(notice, base_url);
    Email {
        subject: notice.subject(),
        text: plain::render(&content),
        html: html::render(&content, &notice.agency, notice.language, has_logo),
    }
}

/// Subject and text of the e-mail that shows the agency that sending works.
pub fn trial(agency: &Agency, language: Language) -> (String, String) {
    let (i18n, agency) = (I18n::from(language), one_line(agency.name_or_default()));
    (i18n.mail_trial_subject(&agency), i18n.mail_trial(&agency))
}

#[cfg(test)]
mod tests;
