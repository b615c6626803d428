//! Pages and exports of a workspace with amounts that no form and no import accepts.

use serde_json::json;

use crate::admin_browser::admin;
use crate::support::{ANNA, TestServer, on_both_databases};

on_both_databases![pages_and_exports_open_whatever_amounts_are_stored];

const PATHS: [&str; 19] = [
    "/admin/today",
    "/admin/agenda",
    "/admin/clients",
    "/admin/clients/anna",
    "/admin/projects",
    "/admin/projects/sito",
    "/admin/projects/sito/payments",
    "/admin/projects/sito/times",
    "/admin/projects/sito/quote",
    "/admin/projects/sito/quote/sheet",
    "/admin/payments",
    "/admin/payments?show=all&sort=-amount",
    "/admin/payments?show=overdue",
    "/admin/hours",
    "/admin/hours?month=2026-10",
    "/admin/export/atrio.json",
    "/admin/export/payments.csv",
    "/admin/export/time-entries.csv?for=spreadsheet",
    "/admin/export/time-entries.csv",
];

async fn pages_and_exports_open_whatever_amounts_are_stored(atrio: TestServer) {
    let payment = |id: &str, due_on: &str, paid_at: Option<&str>| json!({ "id": id, "project_id": "sito", "label": id, "amount_cents": 1, "due_on": due_on, "paid_at": paid_at });
    let item = |id: &str| json!({ "id": id, "project_id": "sito", "description": id, "quantity": "999999999999.999999", "unit_price_cents": 1 });
    let time = |id: &str, project: &str, spent_on: &str| json!({ "id": id, "project_id": project, "spent_on": spent_on, "minutes": 1 });
    let records = json!({
        "payments": [
            payment("p1", "2026-11-10", None),
            payment("p2", "2026-11-11", None),
            payment("p3", "2026-11-12", Some("2026-11-12")),
            payment("p4", "2026-11-12", Some("2026-11-12")),
            payment("p5", "2026-11-12", Some("2026-11-13")),
        ],
        "quote_items": [item("q1"), item("q2"), item("q3")],
        "time_entries": [
            time("t1", "sito", "2026-11-10"),
            time("t2", "sito", "2026-11-11"),
            time("t3", "sito", "2026-10-11"),
            time("t4", "negozio", "2026-11-11"),
        ],
    });
    atrio.import(&records).await;
    let mut admin = admin(&atrio).await;
    for extreme in [i64::MAX, i64::MIN] {
        atrio.sql(&format!("UPDATE payment SET amount_cents = {extreme}")).await;
        atrio.sql(&format!("UPDATE quote_item SET unit_price_cents = {extreme}")).await;
        atrio.sql(&format!("UPDATE time_entry SET minutes = {}", extreme.max(0))).await;
        for path in PATHS {
            assert_eq!(admin.get(path).await.status, 200, "{path} with {extreme}");
        }
        assert_eq!(atrio.get(&format!("/c/{ANNA}?project=sito")).await.status, 200);
    }
}
