//! What a notification says: an e-mail as text and as HTML, and the title on a device.

mod content;
mod html;
mod plain;

use domain::clients::AccessCode;
use domain::line::one_line;
use domain::notifications::Notification;
use domain::{Agency, Language, MemberKey};

use crate::i18n::I18n;
use crate::notification_kinds::{Words, clean};
use content::Content;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Email {
    pub subject: String,
    pub text: String,
    pub html: String,
}

/// The picture of the agency's logo, which is part of the e-mail: as `cid:` names it.
pub const LOGO_ID: &str = "logo";

/// `base_url` is that of the settings, without a trailing slash; `stop` is the address that ends the e-mails. Without the
/// logo the agency's name stands in its place.
pub fn render(notification: &Notification, base_url: &str, stop: &str, has_logo: bool) -> Email {
    let content = Content::of(notification, base_url, stop);
    Email {
        text: plain::render(&content),
        html: html::render(&content, &notification.agency, notification.language, has_logo),
        subject: subject(notification),
    }
}

/// One line that says what happened, and in which project; the most pressing event names it.
pub fn subject(notification: &Notification) -> String {
    let project = notification.project_name.as_deref().map(|name| format!(" · {}", clean(name)));
    heading(notification) + &project.unwrap_or_default()
}

fn heading(notification: &Notification) -> String {
    words(notification).map_or_else(String::new, |words| words.subject)
}

/// What happened, for a device: it may be seen by others.
pub fn push_title(notification: &Notification) -> String {
    words(notification).map_or_else(String::new, |words| words.push_title)
}

fn words(notification: &Notification) -> Option<Words> {
    let event = notification.most_pressing()?;
    Some(I18n::of(notification).words(event, notification))
}

/// The e-mail with an address that sets a password.
pub fn password_email(kind: MemberKey, agency: &Agency, language: Language, link: String, has_logo: bool) -> Email {
    let content = Content::of_key(kind, one_line(agency.name_or_default()), link, language.into());
    Email {
        text: plain::render(&content),
        html: html::render(&content, agency, language, has_logo),
        subject: content.heading,
    }
}

/// The e-mail with a code for a portal.
pub fn code_email(code: &AccessCode, agency: &Agency, language: Language, has_logo: bool) -> Email {
    let i18n = I18n(language, agency.form_of_address);
    let content = Content::of_code(code.reveal(), one_line(agency.name_or_default()), i18n);
    Email {
        text: plain::render(&content),
        html: html::render(&content, agency, language, has_logo),
        subject: content.heading,
    }
}

/// Subject and text of the e-mail that shows the agency that sending works.
pub fn test_email(agency: &Agency, language: Language) -> (String, String) {
    let (i18n, agency) = (I18n::from(language), one_line(agency.name_or_default()));
    (i18n.test_email_subject(&agency), i18n.test_email(&agency))
}

#[cfg(test)]
mod tests;
