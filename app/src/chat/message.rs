//! Who reads a conversation, and how a message looks to them.

use domain::Author;

use super::emoji::is_emoji_only;
use crate::i18n::I18n;

/// The reader of a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Side {
    /// A person of the client.
    Client {
        /// The agency's name, if it is set.
        agency: Option<String>,
        /// Of a contact: their own name and the client's.
        contact: Option<(String, String)>,
    },
    /// The agency, with the client's name.
    Agency(String),
}

impl Side {
    /// The reader, as an author.
    pub fn author(&self) -> Author {
        match self {
            Self::Client { .. } => Author::Client,
            Self::Agency(_) => Author::Admin,
        }
    }

    /// Whether an author is the reader.
    pub fn is_own(&self, author: Author) -> bool {
        author == self.author()
    }

    /// Whether a message stands at the reader's side: their own, or of anybody of the agency. `person` is as of [`Self::person`].
    pub fn is_on_own_side(&self, author: Author, person: Option<&str>) -> bool {
        self.is_own(author) && (person.is_none() || matches!(self, Self::Agency(_)))
    }

    /// Who of a side wrote a message that bears the name `named`, if the side is not enough: it has several people, and it
    /// was not the reader.
    pub fn person<'a>(&'a self, author: Author, named: Option<&'a str>) -> Option<&'a str> {
        match (self, author) {
            (Self::Client { contact: Some((own, client)), .. }, Author::Client) => {
                Some(named.unwrap_or(client)).filter(|name| name != own)
            }
            _ => named,
        }
    }

    /// The name of a side, as the reader sees it.
    pub fn name(&self, author: Author, i18n: I18n) -> &str {
        match (self, author) {
            (Self::Agency(client), Author::Client) => client,
            (Self::Client { agency: Some(agency), .. }, Author::Admin) => agency,
            (Self::Client { agency: None, .. }, Author::Admin) => i18n.agency(),
            (Self::Client { .. }, Author::Client) | (Self::Agency(_), Author::Admin) => i18n.you(),
        }
    }
}

/// The CSS classes of a message.
pub fn text_class(is_own: bool, text: &str) -> String {
    let mut class = String::from(if is_own { "message message--own" } else { "message" });
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
        let studio = Side::Client { agency: Some("Studio & Co".to_owned()), contact: None };
        let client = Side::Agency("Anna".to_owned());
        for (side, author, name) in [
            (&studio, Author::Admin, "Studio & Co"),
            (&Side::Client { agency: None, contact: None }, Author::Admin, "Lo studio"),
            (&studio, Author::Client, "Tu"),
            (&client, Author::Client, "Anna"),
            (&client, Author::Admin, "Tu"),
        ] {
            assert_eq!(side.name(author, WORDS), name);
            assert_eq!(side.person(author, Some("Carla")), Some("Carla"));
            assert_eq!(side.person(author, None), None);
            assert_eq!(side.is_own(author), name == "Tu");
            let is_agency = matches!(side, Side::Agency(_));
            assert_eq!(side.is_on_own_side(author, Some("Carla")), is_agency && name == "Tu");
        }
    }

    #[test]
    fn contact_sees_names_of_other_people_of_the_client() {
        let carla = Side::Client { agency: None, contact: Some(("Carla Neri".to_owned(), "Verdi Srl".to_owned())) };
        for (author, named, expected) in [
            (Author::Client, Some("Carla Neri"), None),
            (Author::Client, Some("Dino"), Some("Dino")),
            (Author::Client, None, Some("Verdi Srl")),
            (Author::Admin, Some("Luca"), Some("Luca")),
            (Author::Admin, None, None),
        ] {
            assert_eq!(carla.person(author, named), expected, "{named:?}");
            let is_beside = author == Author::Client && expected.is_none();
            assert_eq!(carla.is_on_own_side(author, expected), is_beside, "{named:?}");
        }
    }
}
