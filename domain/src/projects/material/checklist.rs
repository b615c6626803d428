//! The requests of a project as its pages show them: those of one list together.

use serde::{Deserialize, Serialize};

use super::ShownMaterial;
use crate::Date;
use crate::id::MaterialId;

/// One request, or those with the same list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checklist {
    /// That of the list; `None`: one request on its own.
    pub name: Option<String>,
    /// At least one, the oldest first.
    pub items: Vec<ShownMaterial>,
}

impl Checklist {
    /// The checklists of `all`, in the order of the first request of each.
    pub fn of(all: Vec<ShownMaterial>) -> Vec<Self> {
        let mut lists: Vec<Self> = Vec::new();
        for item in all {
            let name = item.request.list.clone();
            match lists.iter_mut().find(|list| list.name.is_some() && list.name == name) {
                Some(list) => list.items.push(item),
                None => lists.push(Self { name, items: vec![item] }),
            }
        }
        lists
    }

    /// Its name, or what its only request is called.
    pub fn title(&self) -> &str {
        let first = self.items.first().map(|item| item.request.title.as_str());
        self.name.as_deref().or(first).unwrap_or_default()
    }

    /// The request that stands for it in addresses.
    pub fn id(&self) -> Option<&MaterialId> {
        self.items.first().map(|item| &item.request.id)
    }

    pub fn has(&self, id: &str) -> bool {
        self.items.iter().any(|item| item.request.id.as_str() == id)
    }

    pub fn is_open(&self) -> bool {
        self.items.iter().any(ShownMaterial::is_open)
    }

    /// How many requests are answered.
    pub fn arrived(&self) -> usize {
        self.items.iter().filter(|item| !item.is_open()).count()
    }

    /// The first day on which something is due that has not arrived.
    pub fn due_on(&self) -> Option<Date> {
        self.items.iter().filter(|item| item.is_open()).filter_map(|item| item.request.due_on).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::projects::material::{MaterialDraft, MaterialKind, MaterialStatus};
    use crate::{Timestamp, id::ProjectId};

    fn item(id: &str, list: Option<&str>, due_on: Option<&str>, status: MaterialStatus) -> ShownMaterial {
        let draft = MaterialDraft {
            list: list.map(ToOwned::to_owned),
            title: id.to_uppercase(),
            description: None,
            due_on: due_on.and_then(|day| day.parse().ok()),
            kind: MaterialKind::File,
        };
        let id = MaterialId::parse(id).expect("an id");
        let project = ProjectId::parse("sito").expect("an id");
        let mut request = draft.request(id, project, Timestamp::from_millis(0));
        request.status = status;
        ShownMaterial { request, files: Vec::new() }
    }

    #[test]
    fn requests_of_a_list_are_one_checklist() {
        let all = vec![
            item("a", Some("Chi siamo"), Some("2026-11-20"), MaterialStatus::Received),
            item("b", None, None, MaterialStatus::Open),
            item("c", Some("Chi siamo"), Some("2026-11-27"), MaterialStatus::Open),
            item("d", None, None, MaterialStatus::Accepted),
        ];
        let lists = Checklist::of(all);
        let titles: Vec<_> = lists.iter().map(|list| (list.title(), list.items.len(), list.is_open())).collect();
        assert_eq!(titles, [("Chi siamo", 2, true), ("B", 1, true), ("D", 1, false)]);
        assert_eq!(lists[0].arrived(), 1);
        assert_eq!(lists[0].due_on(), "2026-11-27".parse().ok());
        assert!(lists[0].has("c") && !lists[0].has("b"));
    }
}
