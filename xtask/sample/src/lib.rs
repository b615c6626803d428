//! A made-up workspace of any size, the same whenever it is made, as a file for `atrio import`: pages
//! are measured and looked at with it, and the plans of their queries read.

mod conversations;
mod deliveries;
mod dice;
mod moments;
mod pages;
mod papers;
mod people;
mod projects;
mod words;

use std::io::{self, Write};

use serde_json::Value;

pub use deliveries::source_address;
pub use pages::PAGES;

/// How much of everything; what is not asked for follows from the number of clients.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scale {
    /// How many clients.
    pub clients: u64,
    /// How many messages, over all of them.
    pub comments: u64,
    /// How many leads.
    pub leads: u64,
}

impl Scale {
    /// A workspace with so many clients, and for each 5 projects, 50 tasks, 200 messages, 20 leads and 40 of
    /// their deliveries.
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

/// How one record of a kind is made.
type Make = fn(u64, &Scale) -> Value;

/// Every member of the file, with how many records it has.
fn members(scale: &Scale) -> [(&'static str, u64, Make); 17] {
    let each = scale.clients;
    let channels = conversations::channels(scale);
    let sources = if scale.leads > 0 { deliveries::MOST_SOURCES } else { 0 };
    [
        ("clients", each, people::client),
        ("projects", scale.projects(), projects::project),
        ("phases", scale.phases(), projects::phase),
        ("tasks", scale.tasks(), projects::task),
        ("deliverables", scale.deliverables(), projects::deliverable),
        ("comments", if each > 0 { scale.comments } else { 0 }, conversations::comment),
        ("client_channel_reads", channels, conversations::client_read),
        ("admin_channel_reads", channels, conversations::admin_read),
        ("payments", 10 * each, papers::payment),
        ("documents", 5 * each, papers::document),
        ("notes", 5 * each, papers::note),
        ("time_entries", 30 * each, papers::time_entry),
        ("quote_items", 10 * each, papers::quote_item),
        ("leads", scale.leads, people::lead),
        ("activities", 2 * scale.leads, people::activity),
        ("lead_sources", sources, deliveries::source),
        ("lead_deliveries", 2 * scale.leads, deliveries::delivery),
    ]
}

/// How many records of each kind there are, by the name of the member.
pub fn counts(scale: &Scale) -> impl Iterator<Item = (&'static str, u64)> {
    members(scale).into_iter().map(|(member, count, _)| (member, count))
}

/// Writes one JSON object as CONTRACT §2 has it.
///
/// # Errors
/// Those of `out`.
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
    fn there_is_as_much_of_everything_as_was_asked_for() {
        let workspace = workspace(&Scale { leads: 7, ..Scale::of(3) });
        let counts = ["clients", "projects", "phases", "tasks", "comments", "leads", "activities"]
            .map(|member| ids(&workspace, member).len());
        assert_eq!(counts, [3, 15, 45, 150, 600, 7, 14]);
    }

    #[test]
    fn the_same_workspace_is_made_whenever_it_is_asked_for() {
        let scale = Scale::of(2);
        assert_eq!(workspace(&scale), workspace(&scale));
        assert!(workspace(&Scale::of(0))["comments"].as_array().unwrap().is_empty());
    }

    #[test]
    fn every_reference_is_to_a_record_of_the_file() {
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
            let named =
                workspace[member].as_array().unwrap().iter().filter_map(|record| record[field].as_str());
            let named: Vec<&str> = named.collect();
            assert!(!named.is_empty() && named.iter().all(|id| targets.contains(id)), "{member}.{field}");
        }
    }

    #[test]
    fn deliveries_come_from_everywhere_and_end_in_every_way() {
        let workspace = workspace(&Scale::of(50));
        let deliveries = workspace["lead_deliveries"].as_array().unwrap();
        let of = |field: &str| deliveries.iter().map(|one| one[field].as_str()).collect::<HashSet<_>>();
        assert_eq!(of("source_id").len(), 7, "six sources and the main address");
        assert_eq!(of("outcome").len(), 8);
        for delivery in deliveries {
            let is_taken_in =
                ["created", "updated", "noted"].contains(&delivery["outcome"].as_str().unwrap());
            assert_eq!(delivery["lead_id"].is_string(), is_taken_in, "{delivery}");
        }
    }

    #[test]
    fn phases_have_the_state_that_follows_from_their_tasks() {
        let workspace = workspace(&Scale::of(6));
        let mut states = HashMap::<&str, HashSet<&str>>::new();
        for task in workspace["tasks"].as_array().unwrap() {
            states
                .entry(task["phase_id"].as_str().unwrap())
                .or_default()
                .insert(task["status"].as_str().unwrap());
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
    fn messages_follow_one_another_and_most_is_read() {
        let workspace = workspace(&Scale::of(5));
        let comments = workspace["comments"].as_array().unwrap();
        let moments: Vec<&str> =
            comments.iter().map(|comment| comment["created_at"].as_str().unwrap()).collect();
        assert!(moments.is_sorted_by(|a, b| a < b));
        let reads = workspace["admin_channel_reads"].as_array().unwrap();
        let behind = reads.iter().filter(|read| read["read_at"].as_str().unwrap() < "2026-11-20T09").count();
        assert!(behind < reads.len() / 8, "{behind} of {}", reads.len());
    }
}
