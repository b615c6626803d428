//! The e-mail about a notice, as text and as HTML.

mod content;
mod html;
mod plain;

use domain::notifications::Notice;

use content::Content;

/// What an e-mail says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Email {
    pub subject: String,
    pub text: String,
    pub html: String,
}

/// `base_url` is that of the settings, without a trailing slash.
pub fn render(notice: &Notice, base_url: &str) -> Email {
    let content = Content::of(notice, base_url);
    Email {
        subject: notice.subject(),
        text: plain::render(&content),
        html: html::render(&content, &notice.agency, notice.language),
    }
}

#[cfg(test)]
mod tests;
