//! A notification, composed when it is due.

use super::{LinkTarget, NotificationEvent, NotificationTopic, Recipient};
use crate::id::NotificationId;
use crate::{Agency, Language};

/// The unseen events of one topic. No field can hold an amount, a quote, a note or hours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notification {
    /// The id of the row, so that a repeated e-mail has the same `Message-ID`.
    pub id: NotificationId,
    pub recipient: Recipient,
    /// The recipient's language.
    pub language: Language,
    /// Name, colour and form of address.
    pub agency: Agency,
    pub topic: NotificationTopic,
    /// The name of the project that it belongs to.
    pub project_name: Option<String>,
    /// The name of the phase or source that it is about; `None` for General.
    pub topic_name: Option<String>,
    /// What the button of an e-mail and a click on a push message open.
    pub target: LinkTarget,
    /// At least one, ordered by time.
    pub events: Vec<NotificationEvent>,
    /// The setting `mail_texts`: without it an e-mail only says that there are messages.
    pub with_texts: bool,
}

impl Notification {
    /// The event that names the whole notification.
    pub fn most_pressing(&self) -> Option<&NotificationEvent> {
        self.events.iter().min_by_key(|event| event.rank())
    }

    /// How many messages there are, listed or not.
    pub fn message_count(&self) -> i64 {
        let count = |event: &NotificationEvent| match event {
            NotificationEvent::Message { .. } => 1,
            NotificationEvent::Unlisted { messages, .. } => *messages,
            _ => 0,
        };
        self.events.iter().map(count).sum()
    }

    /// `Message-ID`, the same at every attempt. `host` is that of `BASE_URL`.
    pub fn message_id(&self, host: &str) -> String {
        format!("<{}@{host}>", self.id)
    }

    /// The page on which the recipient chooses their e-mails.
    pub fn preferences_path(&self) -> String {
        match self.recipient {
            Recipient::Member(_) => "/admin/account#notifications".to_owned(),
            Recipient::Admin | Recipient::Client(_) => self.target.preferences_path(),
        }
    }

    /// The `Message-ID` that all e-mails of a topic to one recipient refer to. No e-mail has it: mail programs
    /// group by it all the same. Ids contain no colon and no dot.
    pub fn thread_root(&self, host: &str) -> String {
        let topic = self.topic.in_mail_programs().to_string().replace(':', ".");
        format!("<{topic}.{}@{host}>", self.recipient.role())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::ClientId;

    fn to_client(events: Vec<NotificationEvent>) -> Notification {
        Notification {
            id: NotificationId::parse("n-1").expect("an id"),
            recipient: Recipient::Client(ClientId::parse("rossi").expect("an id").into()),
            language: Language::It,
            agency: Agency::default(),
            topic: "reminder:rossi:design".parse().expect("a topic"),
            project_name: None,
            topic_name: None,
            target: LinkTarget::Today,
            events,
            with_texts: true,
        }
    }

    #[test]
    fn message_ids_are_of_row_and_of_topic() {
        let host = "portal.example.com";
        let to_client = to_client(Vec::new());
        assert_eq!(to_client.message_id(host), "<n-1@portal.example.com>");
        assert_eq!(to_client.thread_root(host), "<channel.rossi.design.client@portal.example.com>");
        let to_agency = Notification { recipient: Recipient::Admin, ..to_client };
        assert_eq!(to_agency.thread_root(host), "<channel.rossi.design.admin@portal.example.com>");
    }

    #[test]
    fn first_of_the_most_pressing_events_names_the_notification() {
        let message = NotificationEvent::Message { from: "Anna".to_owned(), by: None, text: "Ciao".to_owned() };
        let to_approve = |title: &str| NotificationEvent::ToApprove { title: title.to_owned(), description: None };
        let unlisted = NotificationEvent::Unlisted { messages: 3, deliverables: 1 };
        let notification = to_client(vec![message, to_approve("B"), to_approve("A"), unlisted]);
        assert_eq!(notification.most_pressing(), Some(&to_approve("B")));
        assert_eq!(notification.message_count(), 4);
        assert_eq!(to_client(Vec::new()).most_pressing(), None);
    }
}
