//! What benchmarks need to open the portals of a workspace.

use super::{Scale, conversations, people, projects};

/// An open project of a client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Portal {
    /// The client's id, which is also the key of their General channel.
    pub client: String,
    /// Opens the portal.
    pub token: String,
    /// The project's id.
    pub project: String,
}

/// One for each project; the first projects belong to different clients.
pub fn portals(scale: &Scale) -> impl Iterator<Item = Portal> {
    (0..scale.projects()).map(move |project| {
        let client = projects::client_of_project(project, scale);
        Portal { client: people::id(client), token: people::token(client), project: projects::id(project) }
    })
}

/// When the last comment of the workspace was written.
pub fn newest_comment(scale: &Scale) -> String {
    conversations::created_at(scale.comments.saturating_sub(1), scale)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::{newest_comment, portals};
    use crate::{Scale, write};

    #[test]
    fn portals_are_those_of_the_workspace() {
        let scale = Scale::of(3);
        let mut file = Vec::new();
        write(&mut file, &scale).unwrap();
        let workspace: Value = serde_json::from_slice(&file).unwrap();
        let find = |member: &str, id: &str| {
            let records = workspace[member].as_array().unwrap();
            records.iter().find(|record| record["id"] == id).unwrap().clone()
        };
        for portal in portals(&scale) {
            assert_eq!(find("projects", &portal.project)["client_id"], portal.client.as_str());
            assert_eq!(find("clients", &portal.client)["token"], portal.token.as_str());
        }
        let last = workspace["comments"].as_array().unwrap().last().unwrap();
        assert_eq!(last["created_at"], newest_comment(&scale).as_str());
    }
}
