//! The dates of a project that are to come, or have passed with something unfinished.

use super::PortalProject;
use crate::{Date, PhaseStatus, ProjectStatus};

/// How many dates a project shows.
const MAX_DATES: usize = 5;

/// A date of a project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upcoming<'a> {
    pub on: Date,
    pub what: UpcomingKind<'a>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum UpcomingKind<'a> {
    /// The end of the phase with this name.
    Phase(&'a str),
    /// What the agency needs, by the title of the checklist.
    Material(&'a str),
    /// The payment with this label.
    Payment(&'a str),
    /// The end of the project.
    Project,
}

impl PortalProject {
    /// The next dates: unfinished phases, material that has not arrived, unpaid payments and, unless a phase ends with it, the
    /// project itself, earliest first. Of a project that has ended, payments only.
    pub fn upcoming(&self) -> Vec<Upcoming<'_>> {
        let has_ended = matches!(self.status, ProjectStatus::Completed | ProjectStatus::Archived);
        let phases = self.phases.iter().filter(|phase| !has_ended && phase.status != PhaseStatus::Completed);
        let phases = phases.filter_map(|phase| Some((phase.due_on?, UpcomingKind::Phase(&phase.name))));
        let material = self.material.iter().filter(|_| !has_ended);
        let material = material.filter_map(|list| Some((list.due_on()?, UpcomingKind::Material(list.title()))));
        let payments = self.payments.iter().filter(|payment| !payment.paid);
        let payments = payments.filter_map(|payment| Some((payment.due_on?, UpcomingKind::Payment(&payment.label))));
        let ends_with_phase = phases.clone().any(|(on, _)| Some(on) == self.due_on);
        let end = self.due_on.filter(|_| !has_ended && !ends_with_phase).map(|on| (on, UpcomingKind::Project));
        let mut dates: Vec<_> =
            phases.chain(material).chain(payments).chain(end).map(|(on, what)| Upcoming { on, what }).collect();
        dates.sort_by(|a, b| (a.on, &a.what).cmp(&(b.on, &b.what)));
        dates.truncate(MAX_DATES);
        dates
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn dates(change: impl FnOnce(&mut Value)) -> Vec<String> {
        let mut project = json!({
            "id": "site", "name": "Sito", "status": "active", "due_on": "2026-12-20", "documents": [],
            "phases": [
                {"id": "design", "name": "Design", "status": "completed", "due_on": "2026-10-01", "tasks": []},
                {"id": "lancio", "name": "Lancio", "status": "pending", "due_on": "2026-12-20", "tasks": []},
                {"id": "build", "name": "Sviluppo", "status": "in_progress", "due_on": "2026-12-01", "tasks": []},
            ],
            "payments": [
                {"label": "Acconto", "due_on": "2026-09-01", "paid": true},
                {"label": "Saldo", "due_on": "2026-12-01", "paid": false},
                {"label": "Metà", "due_on": "2026-11-19", "paid": false},
                {"label": "Extra", "paid": false},
            ],
        });
        change(&mut project);
        let project: PortalProject = serde_json::from_value(project).expect("a project");
        project.upcoming().iter().map(|one| format!("{} {:?}", one.on, one.what)).collect()
    }

    #[test]
    fn unfinished_dates_are_sorted() {
        assert_eq!(
            dates(|_| ()),
            [
                "2026-11-19 Payment(\"Metà\")",
                "2026-12-01 Phase(\"Sviluppo\")",
                "2026-12-01 Payment(\"Saldo\")",
                "2026-12-20 Phase(\"Lancio\")",
            ]
        );
        let later = dates(|project| {
            project["due_on"] = json!("2026-12-22");
            project["phases"][2]["status"] = json!("completed");
        });
        assert_eq!(later.last().map(String::as_str), Some("2026-12-22 Project"));
        let request = |id: &str, due_on: &str, status: &str| {
            json!({ "request": { "id": id, "project_id": "site", "list": "Testi", "title": id, "due_on": due_on, "kind": "text",
                    "status": status, "created_at": "2026-01-01T00:00:00.000Z" }, "files": [] })
        };
        let needed = dates(|project| {
            let items = [request("home", "2026-11-01", "received"), request("blog", "2026-11-20", "open")];
            project["material"] = json!([{ "name": "Testi", "items": items }]);
        });
        assert_eq!(needed[..2], ["2026-11-19 Payment(\"Metà\")", "2026-11-20 Material(\"Testi\")"]);
    }

    #[test]
    fn ended_project_has_payments_only() {
        let of_ended = dates(|project| project["status"] = json!("completed"));
        assert_eq!(of_ended, ["2026-11-19 Payment(\"Metà\")", "2026-12-01 Payment(\"Saldo\")"]);
    }
}
