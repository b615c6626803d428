//! Generates a deterministic workspace of any size as a file for `atrio import`. Benchmarks, screenshots
//! and the tests of query plans use it.

mod conversations;
mod deliveries;
mod pages;
mod people;
mod portals;
mod project_records;
mod projects;
mod seeded_rng;
mod timestamps;
mod word_lists;

use std::io::{self, Write};

use serde_json::Value;

pub use deliveries::source_address;
pub use pages::{BROAD_PAGES, PAGES};
pub use portals::{Portal, newest_comment, portals};

/// The size of a workspace. Counts without a field follow from the number of clients.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scale {
    /// Number of clients.
    pub clients: u64,
    /// Number of comments over all clients.
    pub comments: u64,
    /// Number of leads.
    pub leads: u64,
}

impl Scale {
    /// The default size: 5 projects, 50 tasks, 200 comments, 20 leads and 40 deliveries per client.
    pub const fn of(clients: u64) -> Self {
        Self { clients, comments: 200 * clients, leads: 20 * clients }
    }

    const fn projects(&self) -> u64 {
        5 * self.clients
    }

    const fn phases(&self) -> u64 {
        15 * self.clients
    }

    const fn tasks(&self) -> u64 {
        50 * self.clients
    }

    const fn deliverables(&self) -> u64 {
        15 * self.clients
    }
}

/// Makes the record of this index.
type MakeRecord = fn(u64, &Scale) -> Value;

/// Name, number of records and generator of every member of the file.
fn members(scale: &Scale) -> [(&'static str, u64, MakeRecord); 17] {
    let each = scale.clients;
    let channels = conversations::channels(scale);
    let sources = if scale.leads > 0 { deliveries::SOURCE_COUNT } else { 0 };
    [
        ("clients", each, people::client),
        ("projects", scale.projects(), projects::project),
        ("phases", scale.phases(), projects::phase),
        ("tasks", scale.tasks(), projects::task),
        ("deliverables", scale.deliverables(), projects::deliverable),
        ("comments", if each > 0 { scale.comments } else { 0 }, conversations::comment),
        ("client_channel_reads", channels, conversations::client_read),
        ("admin_channel_reads", channels, conversations::admin_read),
        ("payments", 10 * each, project_records::payment),
        ("documents", 5 * each, project_records::document),
        ("notes", 5 * each, project_records::note),
        ("time_entries", 30 * each, project_records::time_entry),
        ("quote_items", 10 * each, project_records::quote_item),
        ("leads", scale.leads, people::lead),
        ("activities", 2 * scale.leads, people::activity),
        ("lead_sources", sources, deliveries::source),
        ("lead_deliveries", 2 * scale.leads, deliveries::delivery),
    ]
}

/// Number of records by member.
pub fn counts(scale: &Scale) -> impl Iterator<Item = (&'static str, u64)> {
    members(scale).into_iter().map(|(member, count, _)| (member, count))
}

/// Writes the JSON object that `atrio import` reads.
pub fn write(out: &mut impl Write, scale: &Scale) -> io::Result<()> {
    for (number, (member, count, make)) in members(scale).into_iter().enumerate() {
        write!(out, "{}\"{member}\": [", if number == 0 { "{\n" } else { ",\n" })?;
        for index in 0..count {
            write!(out, "{}", if index == 0 { "\n" } else { ",\n" })?;
            serde_json::to_writer(&mut *out, &make(index, scale))?;
        }
        write!(out, "]")?;
    }
    writeln!(out, "\n}}")?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use serde_json::Value;

    use super::{Scale, write};

    fn workspace(scale: &Scale) -> Value {
        let mut file = Vec::new();
        write(&mut file, scale).unwrap();
        serde_json::from_slice(&file).unwrap()
    }

    fn ids<'a>(workspace: &'a Value, member: &str) -> HashSet<&'a str> {
        workspace[member].as_array().unwrap().iter().map(|record| record["id"].as_str().unwrap()).collect()
    }

    #[test]
    fn record_counts_follow_from_scale() {
        let workspace = workspace(&Scale { leads: 7, ..Scale::of(3) });
        let counts = ["clients", "projects", "phases", "tasks", "comments", "leads", "activities"]
            .map(|member| ids(&workspace, member).len());
        assert_eq!(counts, [3, 15, 45, 150, 600, 7, 14]);
    }

    #[test]
    fn same_scale_generates_same_workspace() {
        let scale = Scale::of(2);
        assert_eq!(workspace(&scale), workspace(&scale));
        assert!(workspace(&Scale::of(0))["comments"].as_array().unwrap().is_empty());
    }

    #[test]
    fn references_point_to_existing_records() {
        let workspace = workspace(&Scale::of(4));
        let references = [
            ("projects", "client_id", "clients"),
            ("phases", "project_id", "projects"),
            ("tasks", "phase_id", "phases"),
            ("deliverables", "task_id", "tasks"),
            ("payments", "project_id", "projects"),
            ("time_entries", "task_id", "tasks"),
            ("leads", "client_id", "clients"),
            ("activities", "lead_id", "leads"),
            ("lead_deliveries", "source_id", "lead_sources"),
            ("lead_deliveries", "lead_id", "leads"),
            ("lead_deliveries", "activity_id", "activities"),
        ];
        for (member, field, target) in references {
            let targets = ids(&workspace, target);
            let named = workspace[member].as_array().unwrap().iter().filter_map(|record| record[field].as_str());
            let named: Vec<&str> = named.collect();
            assert!(!named.is_empty() && named.iter().all(|id| targets.contains(id)), "{member}.{field}");
        }
    }

    #[test]
    fn deliveries_cover_every_source_and_outcome() {
        let workspace = workspace(&Scale::of(50));
        let deliveries = workspace["lead_deliveries"].as_array().unwrap();
        let of = |field: &str| deliveries.iter().map(|one| one[field].as_str()).collect::<HashSet<_>>();
        assert_eq!(of("source_id").len(), 7, "six sources and the main address");
        assert_eq!(of("outcome").len(), 8);
        for delivery in deliveries {
            let is_accepted = ["created", "updated", "noted"].contains(&delivery["outcome"].as_str().unwrap());
            assert_eq!(delivery["lead_id"].is_string(), is_accepted, "{delivery}");
        }
    }

    #[test]
    fn phase_status_matches_task_statuses() {
        let workspace = workspace(&Scale::of(6));
        let mut states = HashMap::<&str, HashSet<&str>>::new();
        for task in workspace["tasks"].as_array().unwrap() {
            states.entry(task["phase_id"].as_str().unwrap()).or_default().insert(task["status"].as_str().unwrap());
        }
        for phase in workspace["phases"].as_array().unwrap() {
            let of_tasks = &states[phase["id"].as_str().unwrap()];
            let follows = match (of_tasks.len(), of_tasks.contains("todo"), of_tasks.contains("done")) {
                (1, true, _) => "pending",
                (1, _, true) => "completed",
                _ => "in_progress",
            };
            assert_eq!(phase["status"], follows, "{phase}: {of_tasks:?}");
        }
    }

    #[test]
    fn comments_are_ordered_and_mostly_read() {
        let workspace = workspace(&Scale::of(5));
        let comments = workspace["comments"].as_array().unwrap();
        let moments: Vec<&str> = comments.iter().map(|comment| comment["created_at"].as_str().unwrap()).collect();
        assert!(moments.is_sorted_by(|a, b| a < b));
        let reads = workspace["admin_channel_reads"].as_array().unwrap();
        let behind = reads.iter().filter(|read| read["read_at"].as_str().unwrap() < "2026-11-20T09").count();
        assert!(behind < reads.len() / 8, "{behind} of {}", reads.len());
    }
}
