use serde::Deserialize;
use serde_json::{Value, json};

use super::*;
use crate::id::ClientId;

/// A project with what its client may have to do in it.
#[derive(Deserialize)]
struct Work {
    #[serde(flatten)]
    project: Project,
    phases: Vec<PortalPhase>,
    #[serde(default)]
    material: Vec<MaterialRequest>,
    unread: HashMap<ChannelKey, i64>,
}

/// The open items of several projects.
fn open_items<'a>(projects: impl IntoIterator<Item = &'a Work>) -> OpenItems {
    let (mut works, mut unread) = (Vec::new(), HashMap::new());
    for work in projects {
        works.push(ProjectWork { project: &work.project, phases: &work.phases, material: &work.material });
        unread.extend(work.unread.clone());
    }
    let general = Channel::General(ClientId::parse("rossi").expect("an id")).key();
    OpenItems::of(&works, &general, &unread)
}

fn project(change: impl FnOnce(&mut Value)) -> Work {
    let deliverable = |id: &str, status: &str| {
        let approved_at = (status == "approved").then_some("2026-11-01T10:00:00Z");
        json!({"id": id, "task_id": "t", "title": id, "status": status, "approved_at": approved_at})
    };
    let mut project = json!({
        "id": "site", "client_id": "rossi", "name": "Sito", "created_at": "2026-01-01T00:00:00Z", "status": "active",
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
        "unread": {"rossi": 0, "design": 3},
    });
    change(&mut project);
    serde_json::from_value(project).expect("a project")
}

#[test]
fn pending_items_follow_plan_order() {
    let open_items = open_items([&project(|_| ())]);
    let to_approve: Vec<_> =
        open_items.to_approve.iter().map(|one| (one.id.as_str(), one.phase_name.as_str())).collect();
    assert_eq!(to_approve, [("icona", "Design"), ("home", "Sviluppo")]);
    let unread: Vec<_> = open_items
        .unread
        .iter()
        .map(|channel| (channel.key.as_str(), channel.phase.as_ref().map(|(name, _)| name.as_str()), channel.count))
        .collect();
    assert_eq!(unread, [("design", Some("Design"), 3)]);
}

#[test]
fn project_without_open_items_is_empty() {
    let quiet = project(|project| {
        project["phases"] = json!([]);
        project["unread"] = json!({});
    });
    assert_eq!(open_items([&quiet]), OpenItems::default());
}

#[test]
fn items_of_all_projects_name_their_project() {
    let site = project(|_| ());
    let shop = project(|shop| {
        (shop["id"], shop["name"]) = (json!("shop"), json!("Negozio"));
        shop["phases"][0]["id"] = json!("catalogue");
        shop["unread"] = json!({"rossi": 2, "catalogue": 1});
    });
    let all = open_items([&site, &shop]);
    let to_approve: Vec<_> = all.to_approve.iter().map(|item| (item.project.id.as_str(), item.id.as_str())).collect();
    assert_eq!(to_approve, [("site", "icona"), ("site", "home"), ("shop", "icona"), ("shop", "home")]);
    let unread: Vec<_> = all
        .unread
        .iter()
        .map(|item| (item.key.as_str(), item.phase.as_ref().map(|(_, project)| project.name.as_str()), item.count))
        .collect();
    assert_eq!(unread, [("rossi", None, 2), ("design", Some("Sito"), 3), ("catalogue", Some("Negozio"), 1)]);
}

#[test]
fn material_that_is_missing_is_one_item_for_each_list() {
    let request = |id: &str, project: &str, list: Option<&str>, status: &str| {
        json!({"id": id, "project_id": project, "list": list, "title": id, "kind": "file", "status": status,
            "due_on": "2026-11-25", "created_at": "2026-11-01T10:00:00Z", "reason": (id == "foto").then_some("Sfocata")})
    };
    let work = project(|project| {
        project["material"] = json!([
            request("logo", "site", Some("Chi siamo"), "received"),
            request("foto", "site", Some("Chi siamo"), "open"),
            request("testi", "site", None, "accepted"),
            request("altro", "shop", None, "open"),
        ]);
    });
    let items = open_items([&work]);
    let shown: Vec<_> =
        items.material.iter().map(|one| (one.title.as_str(), one.arrived, one.all, one.is_reopened)).collect();
    assert_eq!(shown, [("Chi siamo", 1, 2, true)]);
    assert_eq!(items.material[0].due_on, "2026-11-25".parse().ok());
    assert!(items.without_material().material.is_empty());
}
