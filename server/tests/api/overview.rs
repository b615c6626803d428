//! The page of today, the lists over all projects, and the charts.

use domain::id::{DeliverableId, ProjectId};
use domain::{DeliverableStatus, MessageText};
use serde_json::json;

use crate::admin_browser::{admin, get_page, submit_form};
use crate::browser::{Browser, SIGN_IN};
use crate::support::{ADMIN_EMAIL, ADMIN_PASSWORD, ANNA, TestServer, on_both_databases, on_sqlite};

on_sqlite![
    sign_in_form_leads_to_today,
    today_sentence_leads_to_the_parts_it_counts,
    late_rows_are_settled_where_they_are,
    today_shows_what_is_due_and_what_came,
    first_steps_are_done_by_doing_them,
    snooze_form_moves_a_client_and_keeps_the_note,
    portal_visit_is_shown_in_the_client_list,
    table_rows_have_labels_for_phones,
    charts_have_their_figures_in_a_table,
    live_parts_are_the_same_in_every_response,
];

on_both_databases![client_list_keeps_filter_and_order_in_the_url];

/// The heading of the checklist.
const STEPS_HEADING: &str = "Per cominciare";

async fn write_as_anna(atrio: &TestServer, text: &str) {
    let scope = atrio.store.client_by_token(ANNA).await.expect("Anna");
    let channel = domain::Channel::General(scope.id().clone());
    let text = MessageText::parse(text).expect("a text");
    atrio.store.post_message(&scope, &channel, &text, None).await.expect("a message");
}

/// The rows of the body of the first table.
fn rows(page: &str) -> Vec<&str> {
    let (_, body) = page.split_once("<tbody").unwrap_or_default();
    let (body, _) = body.split_once("</tbody>").unwrap_or_default();
    body.split("<tr").skip(1).filter(|row| !row.starts_with(" class=\"table__group\"")).collect()
}

/// The `<div>` that is updated under this name.
fn live_part<'a>(page: &'a str, name: &str) -> &'a str {
    let (_, part) = page.split_once(&format!("data-live=\"{name}\"")).unwrap_or_else(|| panic!("{name}: {page}"));
    let mut open = 1;
    let end = part.match_indices('<').map(|(at, _)| at).find(|at| {
        let tag = &part[*at..];
        open += i32::from(tag.starts_with("<div")) - i32::from(tag.starts_with("</div"));
        open == 0
    });
    &part[..end.unwrap_or(part.len())]
}

async fn sign_in_form_leads_to_today(atrio: TestServer) {
    let mut anna = Browser::new(&atrio);
    let page = anna.get("/admin/login").await.text;
    assert!(page.contains("value=\"/admin/today\""), "{page}");
    let page = anna.get("/admin/login?callbackUrl=%2Fadmin%2Fleads").await.text;
    assert!(page.contains("value=\"/admin/leads\"") && !page.contains("/admin/today"), "{page}");
    let fields = |password| [("email", ADMIN_EMAIL), ("password", password), ("callbackUrl", "/admin/today")];
    let refused = anna.post(SIGN_IN, &fields("sbagliata")).await;
    assert_eq!(refused.header("location"), "/admin/login?error=CredentialsSignin");
    let signed_in = anna.post(SIGN_IN, &fields(ADMIN_PASSWORD)).await;
    assert_eq!(signed_in.header("location"), "/admin/today");
    let page = anna.get("/admin/today").await.text;
    let (_, navigation) = page.split_once("<nav").expect("a navigation");
    let first = navigation.split("href=\"/admin").nth(1).expect("a link");
    assert!(first.starts_with("/today\" aria-current=\"page\""), "{first}");
}

async fn today_sentence_leads_to_the_parts_it_counts(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    write_as_anna(&atrio, "Quando ci sentiamo?").await;
    let (project, id) = (ProjectId::parse("sito").expect("an id"), DeliverableId::parse("mockup").expect("an id"));
    atrio.store.send_for_approval(&project, &id, DeliverableStatus::Pending).await.expect("sent");
    atrio.import(&json!({
        "phases": [{"id": "scaduta", "project_id": "sito", "name": "Fase scaduta", "due_on": "2026-11-10"}],
        "payments": [
            {"id": "rata", "project_id": "sito", "label": "Rata scaduta", "amount_cents": 50_000, "due_on": "2026-11-07"},
            {"id": "fine", "project_id": "sito", "label": "Rata di novembre", "amount_cents": 12_345, "due_on": "2026-11-30"}
        ]
    }))
    .await;
    let page = get_page(&mut admin, "/admin/today").await;
    for (place, number, rest) in [
        ("#waiting", "1 cliente", "aspetta una risposta"),
        ("#overdue", "2 cose", "sono in ritardo"),
        ("#billing", "123,45\u{a0}€", "da fatturare questo mese"),
        ("/admin/deliverables?status=in_review", "1 consegna", "aspetta il cliente"),
    ] {
        let (_, after) =
            page.split_once(&format!("href=\"{place}\">{number}</a>")).unwrap_or_else(|| panic!("{place}: {page}"));
        assert!(after.trim_start_matches("<!>").trim_start().starts_with(rest), "{place}: {}", &after[..80]);
        if let Some(id) = place.strip_prefix('#') {
            assert!(page.contains(&format!("id=\"{id}\"")), "{place} has no part");
        }
    }
    let (_, waiting) = page.split_once("id=\"waiting\"").expect("those who wait");
    let (waiting, _) = waiting.split_once("</section>").expect("its end");
    assert!(waiting.contains("Anna Verdi") && !waiting.contains("Bruno Neri"), "{waiting}");
    let payments = get_page(&mut admin, "/admin/payments").await;
    assert!(payments.contains("<strong>123,45\u{a0}€</strong>"), "the same sum: {payments}");
}

async fn late_rows_are_settled_where_they_are(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    atrio.import(&json!({
        "phases": [{"id": "fase", "project_id": "sito", "name": "Fase scaduta", "due_on": "2026-11-10"}],
        "tasks": [{"id": "bozza", "phase_id": "fase", "title": "Bozza", "due_on": "2026-11-10"}],
        "payments": [{"id": "rata", "project_id": "sito", "label": "Rata", "amount_cents": 50_000, "due_on": "2026-11-07"}],
        "material_requests": [{"id": "foto", "project_id": "sito", "title": "Foto", "kind": "file", "due_on": "2026-11-10"}]
    }))
    .await;
    let page = get_page(&mut admin, "/admin/agenda?show=overdue").await;
    assert!(page.contains("href=\"/admin/projects/sito/materials#material-foto\""), "{page}");
    for text in
        ["Pagamenti<!> <!>1", "aria-label=\"Segna come pagato: Rata\"", "aria-label=\"Segna come fatta: Bozza\""]
    {
        let plain = |html: &str| html.replace("<!>", "");
        assert!(plain(&page).contains(&plain(text)), "{text}: {page}");
    }
    let only = get_page(&mut admin, "/admin/agenda?show=overdue&kind=task").await;
    let (_, main) = only.split_once("data-live=\"agenda\"").expect("the list");
    assert!(main.contains("Bozza") && !main.contains("Rata"), "{main}");
    let fields = [("project", "sito"), ("id", "rata"), ("back", "overdue"), ("form[paid_on]", "2026-11-20")];
    assert_eq!(submit_form(&mut admin, "mark_paid", &fields).await, "/admin/agenda?show=overdue&done=saved");
    let fields = [("project", "sito"), ("set", "bozza~todo~done"), ("back", "today")];
    assert!(submit_form(&mut admin, "set_task_status", &fields).await.starts_with("/admin/today"));
    let page = get_page(&mut admin, "/admin/agenda?show=overdue").await;
    assert!(!page.contains(">Rata<") && !page.contains(">Bozza<"), "{page}");
    let fields = [("kind", "payment"), ("id", "rata"), ("back", "https://evil.example")];
    assert!(submit_form(&mut admin, "remind_client", &fields).await.starts_with("/admin/today?error="));
}

async fn today_shows_what_is_due_and_what_came(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let page = get_page(&mut admin, "/admin/today").await;
    assert!(page.contains("venerdì 20 novembre 2026") && page.contains("Niente di nuovo da ieri."), "{page}");
    write_as_anna(&atrio, "Non si legge qui").await;
    let anna = atrio.store.client_by_token(ANNA).await.expect("Anna");
    let (project, id) = (ProjectId::parse("sito").expect("an id"), DeliverableId::parse("mockup").expect("an id"));
    atrio.store.send_for_approval(&project, &id, DeliverableStatus::Pending).await.expect("sent");
    atrio.store.approve(&anna, "mockup", None).await.expect("approved");
    atrio.import(&json!({
        "tasks": [{"id": "bozza", "phase_id": "design", "title": "Bozza da consegnare", "due_on": "2026-11-25"}],
        "leads": [
            {"id": "carla", "name": "Carla", "source": "fiera", "created_at": "2026-11-20T09:00:00Z", "call_date": "2026-11-21T09:30:00Z"},
            {"id": "vecchio", "name": "Vecchio Lead", "created_at": "2026-11-18T09:00:00Z"}
        ]
    }))
    .await;
    let page = get_page(&mut admin, "/admin/today").await;
    for expected in [
        "1 messaggio di Anna Verdi",
        "Anna Verdi ha approvato «Mockup della home»",
        "Nuovo lead · fiera",
        "href=\"/admin/projects/sito#task-bozza\"",
        "tra 5 g",
        "21 novembre 2026, 10:30",
    ] {
        assert!(page.contains(expected), "{expected}: {page}");
    }
    assert!(!page.contains("Non si legge qui") && !page.contains("Vecchio Lead"), "{page}");
}

async fn first_steps_are_done_by_doing_them(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    assert!(!get_page(&mut admin, "/admin/today").await.contains(STEPS_HEADING), "there are two clients");
    submit_form(&mut admin, "delete_client", &[("client", "bruno")]).await;
    let page = get_page(&mut admin, "/admin/today").await;
    assert!(page.contains(STEPS_HEADING) && page.contains("href=\"/admin/clients/anna#portal\""), "{page}");
    assert_eq!(page.matches("status--completed").count(), 2, "client and project are there: {page}");
    atrio.get(&format!("/c/{ANNA}")).await;
    atrio.store.write_visits().await.expect("a database");
    assert!(!get_page(&mut admin, "/admin/today").await.contains(STEPS_HEADING), "Anna has opened the portal");
}

async fn client_list_keeps_filter_and_order_in_the_url(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let names = |page: &str| {
        let of = |row: &&str| if row.contains("Anna Verdi") { "anna" } else { "bruno" };
        rows(page).iter().map(of).collect::<Vec<_>>()
    };
    let page = get_page(&mut admin, "/admin/clients?sort=-name").await;
    assert_eq!(names(&page), ["bruno", "anna"]);
    assert!(page.contains("aria-sort=\"descending\""), "{page}");
    assert!(page.contains("href=\"/admin/clients?show=unanswered&amp;sort=-name\""), "a filter keeps the order");
    let page = get_page(&mut admin, "/admin/clients?show=unanswered&sort=waiting").await;
    assert_eq!(names(&page), ["bruno"], "Anna waits herself");
    assert!(page.contains("href=\"/admin/clients?show=unanswered&amp;sort=-waiting\""), "a click turns it around");
    assert_eq!(names(&get_page(&mut admin, "/admin/clients?sort=niente&show=x").await), ["anna", "bruno"]);
}

async fn snooze_form_moves_a_client_and_keeps_the_note(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let form = get_page(&mut admin, "/admin/clients?show=unanswered&snooze=bruno").await;
    assert!(form.contains("id=\"snooze\""), "{form}");
    let fields = [
        ("client", "bruno"),
        ("shown", "unanswered"),
        ("form[until]", "2026-11-31"),
        ("form[note]", "Sente <il> socio"),
    ];
    let refused = submit_form(&mut admin, "snooze", &fields).await;
    assert!(refused.starts_with("/admin/clients?show=unanswered&snooze=bruno&error=invalid"), "{refused}");
    assert!(get_page(&mut admin, &refused).await.contains("Sente &lt;il"), "what was typed stays");
    let fields = [fields[0], fields[1], ("form[until]", "2026-11-25"), fields[3]];
    assert_eq!(submit_form(&mut admin, "snooze", &fields).await, "/admin/clients?show=unanswered&done=saved");
    assert!(rows(&get_page(&mut admin, "/admin/clients?show=unanswered").await).is_empty());
    let page = get_page(&mut admin, "/admin/clients?show=snoozed").await;
    assert!(page.contains("fino al 25 novembre 2026") && page.contains("Sente &lt;il"), "{page}");
    submit_form(&mut admin, "resume", &[("client", "bruno"), ("shown", "snoozed")]).await;
    assert!(rows(&get_page(&mut admin, "/admin/clients?show=snoozed").await).is_empty());
}

async fn portal_visit_is_shown_in_the_client_list(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let visit = |page: &str| {
        let row = rows(page).into_iter().find(|row| row.contains("Anna Verdi")).expect("Anna").to_owned();
        row.split_once("data-label=\"Ultima visita\">").expect("a cell").1.to_owned()
    };
    let page = get_page(&mut admin, "/admin/clients").await;
    assert!(visit(&page).contains(">mai<"), "{page}");
    atrio.get("/c/anna-verdi-x7k2").await;
    atrio.store.write_visits().await.expect("a database");
    atrio.clock.advance(3 * 86_400_000);
    let page = get_page(&mut admin, "/admin/clients").await;
    assert!(visit(&page).contains(">3 g fa<"), "{page}");
}

async fn table_rows_have_labels_for_phones(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    atrio.import(&json!({
        "time_entries": [{"id": "ora", "project_id": "sito", "spent_on": "2026-11-02", "minutes": 150}],
        "quote_items": [{"id": "voce", "project_id": "sito", "description": "Sito", "quantity": "1", "unit_price_cents": 100_000}],
    })).await;
    let payment = ["Scadenza", "Stato", "Importo"];
    for (path, labels) in [
        ("/admin/projects/sito/payments", &payment[..]),
        ("/admin/payments", &["Scadenza", "Importo"]),
        ("/admin/projects/sito/times", &["Data", "Tempo"]),
        ("/admin/projects/sito/quote", &["Quantità", "Prezzo unitario", "IVA", "Totale"]),
    ] {
        let page = get_page(&mut admin, path).await;
        assert!(page.contains("table--folds"), "{path}");
        for label in labels {
            assert!(page.contains(&format!("data-label=\"{label}\"")), "{path}: {label}");
        }
    }
}

async fn charts_have_their_figures_in_a_table(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    atrio.import(&json!({
        "time_entries": [{"id": "ora", "project_id": "sito", "spent_on": "2026-11-02", "minutes": 750}],
        "quote_items": [{"id": "voce", "project_id": "sito", "description": "Sito", "quantity": "1", "unit_price_cents": 100_000}],
        "payments": [{"id": "pagato", "project_id": "sito", "label": "Saldo", "amount_cents": 7_000, "paid_at": "2026-10-02T10:00:00Z"}],
        "leads": [
            {"id": "uno", "name": "Uno", "source": "fiera", "status": "won", "created_at": "2026-11-10T09:00:00Z"},
            {"id": "due", "name": "Due", "source": "fiera", "created_at": "2026-11-11T09:00:00Z"}
        ]
    }))
    .await;
    for (path, figures) in [
        ("/admin/hours", ["novembre 2026", "12:30", "80,00\u{a0}€"]),
        ("/admin/projects/sito/times", ["novembre 2026", "12:30", "80,00\u{a0}€"]),
        ("/admin/payments", ["ottobre 2026", "70,00\u{a0}€", "Incassato"]),
        ("/admin/leads/trends", ["fiera", "50\u{a0}%", "Diventati clienti"]),
    ] {
        let page = get_page(&mut admin, path).await;
        assert!(page.contains("class=\"chart__bars\"") && page.contains("aria-hidden=\"true\""), "{path}");
        let (_, tables) = page.split_once("<table").expect("a table");
        for figure in figures {
            assert!(tables.contains(figure), "{path}: {figure}: {tables}");
        }
    }
}

/// Else an open page replaces them each time it is fetched, with what is open or focused in them.
async fn live_parts_are_the_same_in_every_response(atrio: TestServer) {
    let request = json!({"id": "foto", "project_id": "sito", "title": "Foto", "kind": "file", "list": "Chi siamo"});
    atrio.import(&json!({ "material_requests": [request] })).await;
    let mut admin = admin(&atrio).await;
    for (path, name, form) in [
        ("/admin/today", "billing", "/rpc/admin/start_timer"),
        ("/admin/projects/sito/materials", "materials", "/rpc/admin/save_list_as_template"),
    ] {
        let (one, other) = (get_page(&mut admin, path).await, get_page(&mut admin, path).await);
        assert!(one.contains(form), "{one}");
        assert_eq!(live_part(&one, name), live_part(&other, name), "{path}");
    }
}
