//! Whom something concerns.

use super::NotificationTopic;
use crate::id::{ClientId, PersonId};

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Audience {
    /// One person of a client.
    Person(PersonId),
    /// All people of a client.
    Client(ClientId),
    /// Those of the agency who look after the client; everybody of the agency while nobody does.
    Team(ClientId),
    /// Everybody of the agency.
    Agency,
    Owners,
}

impl Audience {
    /// Those of the agency whom `topic` concerns.
    pub fn of_agency(topic: &NotificationTopic) -> Self {
        match (topic, topic.client()) {
            (NotificationTopic::Source(_), _) => Self::Owners,
            (_, Some(client)) => Self::Team(client.clone()),
            (_, None) => Self::Agency,
        }
    }
}
