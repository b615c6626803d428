//! Who reads a conversation, and how a message looks to them.

use domain::Author;

use super::emoji::is_emoji_only;
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
    /// The reader, as an author.
    pub fn author(&self) -> Author {
        match self {
            Self::Client(_) => Author::Client,
            Self::Agency(_) => Author::Admin,
        }
    }

    /// Whether an author is the reader.
    pub fn is_own(&self, author: Author) -> bool {
        author == self.author()
    }

    /// An author's name, as the reader sees it; `named` is the one that the message bears.
    pub fn name<'a>(&'a self, author: Author, named: Option<&'a str>, i18n: I18n) -> &'a str {
        if let Some(named) = named {
            return named;
        }
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

#[cfg(test)]
mod tests {
    use domain::{FormOfAddress, Language};

    use super::*;

    const WORDS: I18n = I18n(Language::It, FormOfAddress::Tu);

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
            assert_eq!(side.name(author, None, WORDS), name);
            assert_eq!(side.name(author, Some("Carla"), WORDS), "Carla");
            assert_eq!(side.is_own(author), name == "Tu");
        }
    }
}
