//! What the agency's pages show, in parts: an open page is fetched again when one of its topics has changed.

string_enum! {
    /// A part of the workspace. Each commit names the one that it changes, each page those that it shows.
    pub enum Topic {
        /// Messages, read receipts, approvals and requests of clients, and what the agency has snoozed.
        Conversation = "conversation",
        Client = "client",
        /// Leads, their sources and deliveries.
        Lead = "lead",
        /// Projects with their plans and records, and the running timer.
        Project = "project",
        /// What was sent to clients and the agency, or is about to be.
        Notification = "notification",
        /// Who of the agency is typing in a thread.
        Typing = "typing",
    }
}

impl Topic {
    /// The topics of a comma-separated list. A list with other words stands for all of them.
    pub fn parse_list(list: &str) -> Vec<Self> {
        list.split(',').map(str::parse).collect::<Result<_, _>>().unwrap_or_else(|_| Self::ALL.to_vec())
    }

    pub fn join(topics: &[Self]) -> String {
        topics.iter().map(|topic| topic.as_str()).collect::<Vec<_>>().join(",")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn list_of_topics_is_parsed_as_it_was_joined() {
        let topics = [Topic::Lead, Topic::Conversation];
        assert_eq!(Topic::join(&topics), "lead,conversation");
        assert_eq!(Topic::parse_list("lead,conversation"), topics);
        assert_eq!(Topic::parse_list("lead,other"), Topic::ALL);
        assert_eq!(Topic::parse_list(""), Topic::ALL);
    }
}
