//! Renders one message: its author, its text and, on an old comment, the badge of the task or
//! deliverable it was written on.

use domain::{Author, Badge};

use super::emoji::is_emoji_only;
use super::links::{Piece, pieces};
use super::markup::Markup;
use crate::browser::outbox::SendState;
use crate::i18n::I18n;

/// The reader of a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Side {
    /// The client, with the agency's name if it is set.
    Client(Option<String>),
    /// The agency, with the client's name.
    Agency(String),
}

impl Side {
    /// Whether an author is the reader.
    pub fn is_own(&self, author: Author) -> bool {
        (author == Author::Client) == matches!(self, Self::Client(_))
    }

    /// An author's name, as the reader sees it.
    pub fn name(&self, author: Author, i18n: I18n) -> &str {
        match (self, author) {
            (Self::Agency(client), Author::Client) => client,
            (Self::Client(Some(agency)), Author::Admin) => agency,
            (Self::Client(None), Author::Admin) => i18n.agency(),
            (Self::Client(_), Author::Client) | (Self::Agency(_), Author::Admin) => i18n.you(),
        }
    }
}

/// The CSS classes of a message.
pub fn text_class(side: &Side, author: Author, text: &str) -> String {
    let mut class = String::from(if side.is_own(author) { "message message--own" } else { "message" });
    if is_emoji_only(text) {
        class.push_str(" message--gesture");
    }
    class
}

pub fn author_html(side: &Side, author: Author, i18n: I18n) -> Markup {
    let mut html = Markup::default();
    html.raw("<span class=\"message__author\" dir=\"auto\">").text(side.name(author, i18n)).raw("</span> ");
    html
}

/// A message's text with its links, and the badge of an old comment.
pub fn text_html(text: &str, badge: Option<&Badge>, i18n: I18n) -> Markup {
    let mut html = Markup::default();
    if let Some(badge) = badge {
        html.raw("<p class=\"message__badge\" dir=\"auto\">").text(i18n.badge(badge.kind)).raw(": ");
        html.text(&badge.name).raw("</p>");
    }
    add_text(&mut html, text);
    html
}

fn add_text(html: &mut Markup, text: &str) {
    html.raw("<p class=\"message__text\" dir=\"auto\">");
    for piece in pieces(text) {
        match piece {
            Piece::Text(plain) => html.text(plain),
            Piece::Link { shown, scheme } => html
                .raw("<a target=\"_blank\" rel=\"noopener noreferrer\" href=\"")
                .raw(scheme)
                .text(shown)
                .raw("\">")
                .text(shown)
                .raw("</a>"),
        };
    }
    html.raw("</p>");
}

/// The state of an unsent message, with the buttons that retry or discard it.
pub fn send_state_html(state: SendState, i18n: I18n) -> Markup {
    let mut html = Markup::default();
    match state {
        SendState::Sending => html.text(i18n.sending()),
        SendState::Waiting => html.text(i18n.waiting_to_send()),
        SendState::Failed => html
            .text(i18n.unsent())
            .raw(" <button type=\"button\" class=\"link-button\" data-act=\"retry\">")
            .text(i18n.retry())
            .raw("</button> <button type=\"button\" class=\"link-button\" data-act=\"discard\">")
            .text(i18n.discard())
            .raw("</button>"),
    };
    html
}

#[cfg(test)]
mod tests {
    use domain::{EntityType, FormOfAddress, Language};

    use super::*;

    const WORDS: I18n = I18n(Language::It, FormOfAddress::Tu);

    #[test]
    fn message_text_is_escaped_and_linked() {
        let html = text_html("<img onerror=x>\n\"a\" & www.a.it/?b=1&c=\"d", None, WORDS);
        assert_eq!(
            html.as_str(),
            "<p class=\"message__text\" dir=\"auto\">&lt;img onerror=x&gt;\n&quot;a&quot; &amp; \
             <a target=\"_blank\" rel=\"noopener noreferrer\" href=\"https://www.a.it/?b=1&amp;c=\">\
             www.a.it/?b=1&amp;c=</a>&quot;d</p>"
        );
    }

    #[test]
    fn old_comment_shows_its_badge() {
        let badge = Badge { kind: EntityType::Task, name: "Logo <b>".to_owned() };
        let html = text_html("ok", Some(&badge), WORDS);
        assert!(
            html.as_str()
                .starts_with("<p class=\"message__badge\" dir=\"auto\">Attività: Logo &lt;b&gt;</p>")
        );
    }

    #[test]
    fn author_name_depends_on_side() {
        let studio = Side::Client(Some("Studio & Co".to_owned()));
        let client = Side::Agency("Anna".to_owned());
        for (side, author, name) in [
            (&studio, Author::Admin, "Studio & Co"),
            (&Side::Client(None), Author::Admin, "Lo studio"),
            (&studio, Author::Client, "Tu"),
            (&client, Author::Client, "Anna"),
            (&client, Author::Admin, "Tu"),
        ] {
            assert_eq!(side.name(author, WORDS), name);
            assert_eq!(side.is_own(author), name == "Tu");
        }
    }
}
