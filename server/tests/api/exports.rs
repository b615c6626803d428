//! Downloads of the admin's exports.

use serde_json::json;

use crate::admin_browser::admin;
use crate::browser::Browser;
use crate::support::{TestResponse, TestServer, on_both_databases, on_sqlite};

on_sqlite![spreadsheet_formulas_are_escaped, csv_for_a_spreadsheet_follows_the_language, exports_are_in_the_audit_log];

on_both_databases![
    csv_exports_follow_rfc_4180,
    csv_has_decimal_amounts_and_related_names,
    json_export_equals_cli_export,
    export_of_20000_leads_takes_under_20_seconds,
];

const EXPORTS: [&str; 4] = ["leads.csv", "time-entries.csv", "payments.csv", "atrio.json"];

async fn download(browser: &mut Browser, file: &str) -> TestResponse {
    let response = browser.get(&format!("/admin/export/{file}")).await;
    assert_eq!((response.status.as_u16(), response.header("cache-control")), (200, "no-store"), "{file}");
    response
}

/// Parses a CSV file (RFC 4180).
fn parse_csv(response: &TestResponse) -> Vec<Vec<String>> {
    let text = response.text.strip_prefix('\u{feff}').expect("a byte order mark");
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' if cell.is_empty() => loop {
                match characters.next().expect("a closing quote") {
                    '"' if characters.peek() == Some(&'"') => cell.extend(characters.next()),
                    '"' => break,
                    other => cell.push(other),
                }
            },
            ',' => row.push(std::mem::take(&mut cell)),
            '\r' => {
                assert_eq!(characters.next(), Some('\n'));
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            '\n' => panic!("a line break outside quotes"),
            other => cell.push(other),
        }
    }
    assert!(row.is_empty() && cell.is_empty(), "the file ends with a line break");
    rows
}

async fn csv_exports_follow_rfc_4180(atrio: TestServer) {
    let records = json!({"leads": [
        {"id": "l1", "name": "Anna \"la Rossa\", Verdi", "company": "Riga uno\r\nriga due\nriga tre", "source": "sito", "email": "anna@example.it",
         "last_contact_date": "2026-11-20T10:00:00.000Z", "call_date": "2026-11-21T09:30:00.000Z", "created_at": "2026-11-19T10:00:00.000Z"},
        {"id": "l2", "name": "Zoë 🦀 ערבה", "source": "a;b", "last_contact_date": "2026-11-20T10:00:00.000Z", "created_at": "2026-11-19T10:00:00.000Z"},
    ]});
    atrio.import(&records).await;
    let leads = download(&mut admin(&atrio).await, "leads.csv").await;
    assert_eq!(leads.header("content-type"), "text/csv; charset=utf-8; header=present");
    assert_eq!(leads.header("content-disposition"), "attachment; filename=\"atrio-leads-2026-11-20.csv\"");
    assert_eq!(
        parse_csv(&leads),
        [
            vec![
                "id", "name", "email", "phone", "company", "source", "status", "last_contact_date", "call_date",
                "client_id", "created_at"
            ],
            vec![
                "l1",
                "Anna \"la Rossa\", Verdi",
                "anna@example.it",
                "",
                "Riga uno\r\nriga due\nriga tre",
                "sito",
                "new",
                "2026-11-20T10:00:00.000Z",
                "2026-11-21T09:30:00.000Z",
                "",
                "2026-11-19T10:00:00.000Z"
            ],
            vec![
                "l2",
                "Zoë 🦀 ערבה",
                "",
                "",
                "",
                "a;b",
                "new",
                "2026-11-20T10:00:00.000Z",
                "",
                "",
                "2026-11-19T10:00:00.000Z"
            ],
        ]
    );
    // A table without rows still has its header.
    let times = download(&mut admin(&atrio).await, "time-entries.csv").await;
    assert_eq!(times.text, "\u{feff}id,spent_on,client,project_id,project,task_id,task,minutes,description\r\n");
}

async fn spreadsheet_formulas_are_escaped(atrio: TestServer) {
    let names = ["=HYPERLINK(\"http://x\")", "+39 010", "-2+3", "@SUM(1)", "\t=1", "\r=1", "a;=1", "a\n=1"];
    let leads: Vec<_> =
        names.iter().enumerate().map(|(n, name)| json!({"id": format!("l{n}"), "name": name})).collect();
    atrio.import(&json!({ "leads": leads })).await;
    let response = download(&mut admin(&atrio).await, "leads.csv").await;
    let read: Vec<_> = parse_csv(&response).into_iter().skip(1).map(|row| row[1].clone()).collect();
    assert_eq!(
        read,
        ["'=HYPERLINK(\"http://x\")", "'+39 010", "'-2+3", "'@SUM(1)", "'\t'=1", "'\r'=1", "a;'=1", "a\n'=1"]
    );
}

async fn csv_has_decimal_amounts_and_related_names(atrio: TestServer) {
    let records = json!({
        "payments": [
            {"id": "nota", "project_id": "negozio", "label": "=Nota di credito", "amount_cents": -7, "currency": "CHF", "due_on": "2026-12-01"},
            {"id": "tanto", "project_id": "sito", "label": "Tanto", "amount_cents": 100_000_000_000_i64, "paid_at": "2026-05-05T05:05:05.000Z"},
        ],
        "time_entries": [{"id": "t", "project_id": "sito", "task_id": "home", "spent_on": "2026-03-01", "minutes": 90, "description": "Bozze"}],
    });
    atrio.import(&records).await;
    let mut admin = admin(&atrio).await;
    assert_eq!(
        parse_csv(&download(&mut admin, "payments.csv").await)[1..],
        [
            vec!["acconto", "Anna Verdi", "sito", "Sito nuovo", "Acconto", "1234.56", "EUR", "", ""],
            vec!["nota", "Bruno Neri", "negozio", "Negozio", "'=Nota di credito", "-0.07", "CHF", "2026-12-01", ""],
            vec![
                "tanto",
                "Anna Verdi",
                "sito",
                "Sito nuovo",
                "Tanto",
                "1000000000.00",
                "EUR",
                "",
                "2026-05-05T05:05:05.000Z"
            ],
        ]
    );
    assert_eq!(
        parse_csv(&download(&mut admin, "time-entries.csv").await)[1..],
        [vec!["t", "2026-03-01", "Anna Verdi", "sito", "Sito nuovo", "home", "Pagina iniziale", "90", "Bozze"]]
    );
}

async fn csv_for_a_spreadsheet_follows_the_language(atrio: TestServer) {
    let records = json!({
        "leads": [{"id": "l", "name": "=1+1", "phone": "+39 010 123", "source": "sito", "status": "won",
                   "last_contact_date": "2026-11-20T10:00:00.000Z", "created_at": "2026-11-19T23:30:00.000Z"}],
    });
    atrio.import(&records).await;
    let mut admin = admin(&atrio).await;
    let leads = download(&mut admin, "leads.csv?for=spreadsheet").await.text;
    let head = "\u{feff}Identificativo;Nome e cognome;E-mail;Telefono;";
    assert!(leads.starts_with(head), "{leads}");
    let row = "\r\nl;'=1+1;;+39 010 123;;sito;Acquisito;2026-11-20 11:00;;;2026-11-20 00:30\r\n";
    assert!(leads.contains(row), "{leads}");
    let payments = download(&mut admin, "payments.csv?for=spreadsheet").await.text;
    assert!(payments.contains(";Acconto;1234,56;EUR;"), "{payments}");

    atrio.import(&json!({"settings": [{"key": "language", "value": "en"}]})).await;
    let payments = download(&mut admin, "payments.csv?for=spreadsheet").await.text;
    assert!(payments.starts_with("\u{feff}ID,Client,Project ID,Project,Label,Amount,Currency"), "{payments}");
    assert!(payments.contains(",Acconto,1234.56,EUR,"), "{payments}");
}

async fn json_export_equals_cli_export(atrio: TestServer) {
    let response = download(&mut admin(&atrio).await, "atrio.json").await;
    assert_eq!(response.header("content-type"), "application/json; charset=utf-8");
    assert_eq!(response.header("content-disposition"), "attachment; filename=\"atrio-workspace-2026-11-20.json\"");
    assert_eq!(response.text.as_bytes(), atrio.store.export().await.expect("an export"));
}

async fn exports_are_in_the_audit_log(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    for file in EXPORTS {
        download(&mut admin, file).await;
    }
    let audit_log = admin.get("/admin/audit").await.text;
    for expected in ["ha esportato i lead", "ha esportato le ore", "ha esportato i pagamenti"] {
        assert!(audit_log.contains(expected), "{expected}: {audit_log}");
    }
}

async fn export_of_20000_leads_takes_under_20_seconds(atrio: TestServer) {
    let leads: Vec<_> =
        (0..20_000).map(|n| json!({"id": format!("lead-{n:05}"), "name": format!("Lead {n}")})).collect();
    atrio.import(&json!({ "leads": leads })).await;
    let mut admin = admin(&atrio).await;
    let started = std::time::Instant::now();
    let response = download(&mut admin, "leads.csv").await;
    let duration = started.elapsed();
    let rows = parse_csv(&response);
    assert_eq!(rows.len(), 20_001);
    assert!(rows[1..].is_sorted_by(|a, b| a[0] < b[0]));
    // A generous bound, for an unoptimised build with other tests running.
    assert!(duration.as_secs() < 20, "{duration:?}");
}
