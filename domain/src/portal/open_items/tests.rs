use serde::Deserialize;
use serde_json::{Value, json};

use super::*;
use crate::id::ClientId;

const TODAY: &str = "2026-11-20";

fn day(text: &str) -> Date {
    text.parse().expect("a day")
}

/// A project with what its client may have to do in it.
#[derive(Deserialize)]
struct Work {
    #[serde(flatten)]
    project: Project,
    phases: Vec<PortalPhase>,
    payments: Vec<PortalPayment>,
    unread: HashMap<ChannelKey, i64>,
}

impl Work {
    fn open_items(&self, today: Date) -> OpenItems {
        open_items([self], today)
    }
}

/// The open items of several projects.
fn open_items<'a>(projects: impl IntoIterator<Item = &'a Work>, today: Date) -> OpenItems {
    let (mut works, mut unread) = (Vec::new(), HashMap::new());
    for work in projects {
        works.push(ProjectWork { project: &work.project, phases: &work.phases, payments: &work.payments });
        unread.extend(work.unread.clone());
    }
    let general = Channel::General(ClientId::parse("rossi").expect("an id")).key();
    OpenItems::of(&works, &general, &unread, today)
}

fn project(change: impl FnOnce(&mut Value)) -> Work {
    let deliverable = |id: &str, status: &str| {
        let approved_at = (status == "approved").then_some("2026-11-01T10:00:00Z");
        json!({"id": id, "task_id": "t", "title": id, "status": status, "approved_at": approved_at})
    };
    let mut project = json!({
        "id": "site", "client_id": "rossi", "name": "Sito", "created_at": "2026-01-01T00:00:00Z", "status": "active", "due_on": "2026-12-20",
        "phases": [
            {"id": "design", "name": "Design", "status": "completed", "due_on": "2026-10-01", "tasks": [
                {"id": "a", "title": "Bozze", "status": "done", "due_on": "2026-09-20",
                 "deliverables": [deliverable("logo", "approved"), deliverable("icona", "in_review")]},
            ]},
            {"id": "build", "name": "Sviluppo", "status": "in_progress", "due_on": "2026-12-01", "tasks": [
                {"id": "b", "title": "Pagine", "status": "todo", "due_on": "2026-12-01",
                 "deliverables": [deliverable("bozza", "pending"), deliverable("home", "in_review")]},
            ]},
        ],
        "payments": [
            {"label": "Acconto", "due_on": "2026-09-01", "paid": true},
            {"label": "Saldo", "due_on": "2026-12-31", "paid": false},
            {"label": "Metà", "due_on": "2026-11-19", "paid": false},
            {"label": "Extra", "paid": false},
        ],
        "unread": {"rossi": 0, "design": 3},
    });
    change(&mut project);
    serde_json::from_value(project).expect("a project")
}

#[test]
fn pending_items_follow_plan_order() {
    let open_items = project(|_| ()).open_items(day(TODAY));
    let to_approve: Vec<_> =
        open_items.to_approve.iter().map(|one| (one.id.as_str(), one.phase_name.as_str())).collect();
    assert_eq!(to_approve, [("icona", "Design"), ("home", "Sviluppo")]);
    let unread: Vec<_> = open_items
        .unread
        .iter()
        .map(|channel| (channel.key.as_str(), channel.phase.as_ref().map(|(name, _)| name.as_str()), channel.count))
        .collect();
    assert_eq!(unread, [("design", Some("Design"), 3)]);
    assert!(!open_items.is_empty());
}

#[test]
fn next_due_is_earliest_upcoming_date() {
    let next = |today, change: fn(&mut Value)| {
        let open_items = project(change).open_items(day(today));
        (open_items.next_due.map(|due| (due.name, due.on.to_string())), open_items.overdue)
    };
    let due = |name: &str, on: &str| Some((name.to_owned(), on.to_owned()));
    let same = |_: &mut Value| ();
    // The phase before its task of the same day; the finished phase and task are not late.
    assert_eq!(next(TODAY, same), (due("Sviluppo", "2026-12-01"), false));
    assert_eq!(next("2026-12-01", same), (due("Sviluppo", "2026-12-01"), false));
    assert_eq!(next("2026-12-02", same), (due("Sito", "2026-12-20"), true));
    assert_eq!(next("2026-12-21", same), (None, true));
    let task_first = |project: &mut Value| project["phases"][1]["tasks"][0]["due_on"] = json!("2026-11-25");
    assert_eq!(next(TODAY, task_first), (due("Pagine", "2026-11-25"), false));
    for ended in [
        |project: &mut Value| project["status"] = json!("completed"),
        |project: &mut Value| {
            project["status"] = json!("archived");
        },
    ] {
        assert_eq!(next("2026-12-02", ended), (None, false));
    }
    let paused = |project: &mut Value| project["status"] = json!("paused");
    assert_eq!(next(TODAY, paused).0, due("Sviluppo", "2026-12-01"));
}

#[test]
fn next_payment_is_first_due_and_others_counted() {
    let payment = |today| {
        let open_items = project(|_| ()).open_items(day(today));
        let next = open_items.next_payment.expect("a payment");
        (next.label, next.due_on.to_string(), next.overdue, open_items.other_payments)
    };
    assert_eq!(payment("2026-11-19"), ("Metà".to_owned(), "2026-11-19".to_owned(), false, 1));
    assert_eq!(payment("2026-11-20"), ("Metà".to_owned(), "2026-11-19".to_owned(), true, 1));
}

#[test]
fn project_without_open_items_is_empty() {
    let quiet = project(|project| {
        project["phases"] = json!([]);
        project["payments"] = json!([{"label": "Extra", "paid": false}]);
        project["unread"] = json!({});
    });
    let open_items = quiet.open_items(day(TODAY));
    assert!(open_items.is_empty());
    assert_eq!((open_items.next_payment, open_items.other_payments), (None, 0));
    assert_eq!(open_items.next_due.map(|due| due.name).as_deref(), Some("Sito"));
}

#[test]
fn items_of_all_projects_name_their_project() {
    let site = project(|_| ());
    let shop = project(|shop| {
        (shop["id"], shop["name"]) = (json!("shop"), json!("Negozio"));
        shop["phases"][0]["id"] = json!("catalogue");
        shop["phases"][1]["due_on"] = json!("2026-11-21");
        shop["payments"][2]["due_on"] = json!("2026-11-18");
        shop["unread"] = json!({"rossi": 2, "catalogue": 1});
    });
    let all = open_items([&site, &shop], day(TODAY));
    let to_approve: Vec<_> = all.to_approve.iter().map(|item| (item.project.id.as_str(), item.id.as_str())).collect();
    assert_eq!(to_approve, [("site", "icona"), ("site", "home"), ("shop", "icona"), ("shop", "home")]);
    let unread: Vec<_> = all
        .unread
        .iter()
        .map(|item| (item.key.as_str(), item.phase.as_ref().map(|(_, project)| project.name.as_str()), item.count))
        .collect();
    assert_eq!(unread, [("rossi", None, 2), ("design", Some("Sito"), 3), ("catalogue", Some("Negozio"), 1)]);
    assert_eq!(all.next_due.map(|due| due.project.name).as_deref(), Some("Negozio"));
    assert_eq!(all.next_payment.map(|due| due.project.name).as_deref(), Some("Negozio"));
    assert_eq!(all.other_payments, 3);
}
