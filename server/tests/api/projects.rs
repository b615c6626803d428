//! Project pages and their boards, used without JavaScript.

mod access;
mod approvals;
mod deletions;
mod editing;
mod moves;
mod timeline;

use serde_json::{Value, json};

use crate::admin_browser::{admin, post_form, redirect_location};
use crate::browser::Browser;
use crate::support::{TestResponse, TestServer, on_both_databases, on_sqlite};
on_sqlite![
    create_project_asks_client_then_opens_board,
    create_project_from_template_copies_plan,
    resubmitted_form_creates_one_project,
];

on_both_databases![project_list_is_searched_filtered_and_paginated, invalid_form_redisplays_input_and_errors];

const BOARD: &str = "/admin/projects/sito";

/// Follows the redirect of a response.
async fn follow(browser: &mut Browser, response: &TestResponse) -> String {
    let address = redirect_location(response);
    let page = browser.get(address.split('#').next().unwrap_or_default()).await;
    assert_eq!(page.status, 200, "{address}");
    page.text
}

/// The part of a page from `from` on.
#[track_caller]
fn page_from<'a>(page: &'a str, from: &str) -> &'a str {
    let at = page.find(from).unwrap_or_else(|| panic!("{from} is not in {page}"));
    &page[at..]
}

/// The value of the first hidden field `name` after `mark`.
#[track_caller]
fn hidden_field(page: &str, mark: &str, name: &str) -> String {
    let rest = page_from(page_from(page, mark), &format!("name=\"{name}\" value=\""));
    let (_, value) = rest.split_once("value=\"").expect("a value");
    value.split('"').next().expect("the end marker").to_owned()
}

/// How many elements on a page have `autofocus`.
fn count_autofocus(page: &str) -> usize {
    page.split('<').filter(|tag| tag.contains(" autofocus") && !tag.contains(" popover")).count()
}

/// The tasks of a phase in order.
async fn tasks(atrio: &TestServer, phase: &str) -> Vec<String> {
    let mut tasks = atrio.records("tasks").await;
    tasks.retain(|task| task["phase_id"] == phase);
    tasks.sort_by_key(|task| task["position"].as_i64());
    tasks.iter().map(|task| task["id"].as_str().expect("an id").to_owned()).collect()
}

/// Three tasks in Sviluppo.
async fn import_tasks(atrio: &TestServer) {
    let tasks = json!({"tasks": [
        {"id": "a", "phase_id": "sviluppo", "title": "Alfa"},
        {"id": "b", "phase_id": "sviluppo", "title": "<b>Beta</b>"},
        {"id": "c", "phase_id": "sviluppo", "title": "Gamma", "due_on": "2026-11-01"}
    ]});
    atrio.import(&tasks).await;
}

async fn create_project_asks_client_then_opens_board(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let clients = admin.get("/admin/projects/new").await.text;
    assert!(clients.contains("Per quale cliente?") && clients.contains("Anna Verdi"), "{clients}");
    assert!(clients.contains("/admin/projects/new?client=anna"));
    let page = admin.get("/admin/projects/new?client=anna").await.text;
    let id = hidden_field(&page, "new-project", "id");
    let fields = [
        ("id", &*id),
        ("client", "anna"),
        ("form[name]", " Rifacimento <b>sito</b> "),
        ("form[description]", "Prima riga\r\nseconda"),
        ("form[status]", "active"),
        ("form[starts_on]", "2026-12-01"),
        ("form[due_on]", "2027-02-28"),
        ("form[template]", ""),
    ];
    let made = post_form(&mut admin, "create_project", &fields).await;
    assert_eq!(redirect_location(&made), format!("/admin/projects/{id}?done=project-created"));
    let board = follow(&mut admin, &made).await;
    assert!(board.contains("Rifacimento &lt;b&gt;sito&lt;/b&gt;"), "{board}");
    for expected in ["Anna Verdi", "Comincia da una fase", "dal 1º dicembre 2026 al 28 febbraio 2027", "Pagamenti"] {
        assert!(board.contains(expected), "{expected}");
    }
    let project = atrio.record("projects", &id).await;
    assert_eq!(project["description"], "Prima riga\nseconda");
    assert_eq!((&project["client_id"], &project["created_at"]), (&json!("anna"), &json!("2026-11-20T10:00:00.000Z")));
}

async fn create_project_from_template_copies_plan(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let page = admin.get("/admin/projects/new?client=bruno&template=logo").await.text;
    assert!(page.contains("<option value=\"logo\" selected"), "{page}");
    let id = hidden_field(&page, "new-project", "id");
    let fields = [("id", &*id), ("client", "bruno"), ("form[name]", "Copia"), ("form[template]", "sito")];
    let made = post_form(&mut admin, "create_project", &fields).await;
    let board = follow(&mut admin, &made).await;
    for expected in ["Design", "Sviluppo", "Pagina iniziale", "Mockup della home", "Palette"] {
        assert!(board.contains(expected), "{expected}");
    }
    let deliverables = atrio.records("deliverables").await;
    let copies: Vec<_> = deliverables.iter().filter(|one| one["title"] == "Palette").collect();
    assert_eq!(copies.len(), 2);
    assert_eq!(copies.iter().filter(|one| one["status"] == "pending").count(), 1);
    // Messages stay with the original client.
    assert_eq!(atrio.records("comments").await.len(), 6);
}

async fn resubmitted_form_creates_one_project(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let fields = [("id", "nuovo"), ("client", "anna"), ("form[name]", "Uno"), ("form[template]", "sito")];
    let first = redirect_location(&post_form(&mut admin, "create_project", &fields).await);
    let before = atrio.export_without_deliveries().await;
    assert_eq!(redirect_location(&post_form(&mut admin, "create_project", &fields).await), first);
    // An existing id changes nothing and loses nothing.
    let taken = [("id", "negozio"), ("client", "anna"), ("form[name]", "Preso &amp; perso")];
    let refused = post_form(&mut admin, "create_project", &taken).await;
    let page = follow(&mut admin, &refused).await;
    assert!(page.contains("Nel frattempo") && page.contains("Preso &amp;amp; perso"), "{page}");
    assert_eq!(atrio.export_without_deliveries().await, before);
}

async fn invalid_form_redisplays_input_and_errors(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let before = atrio.export_without_deliveries().await;
    let (long, longer) = ("è".repeat(201), "è".repeat(10_001));
    for (field, value, expected) in [
        ("form[name]", "", "Compila questo campo."),
        ("form[name]", &*long, "Al massimo 200 caratteri"),
        ("form[name]", "A\0B", "un carattere non ammesso"),
        ("form[description]", &*longer, "Al massimo 10000 caratteri"),
        ("form[status]", "lost", "Scegli una delle opzioni."),
        ("form[starts_on]", "domani", "Scrivi una data valida"),
        ("form[due_on]", "2026-02-30", "Scrivi una data valida"),
        ("form[due_on]", "2026-01-01", "È prima della data di inizio."),
        ("form[template]", "non-esiste", "Non esiste più: scegli di nuovo."),
    ] {
        let fields: Vec<_> =
            [("id", "nuovo"), ("client", "anna"), ("form[name]", "Sito & co"), ("form[starts_on]", "2026-05-05")]
                .into_iter()
                .filter(|(name, _)| *name != field)
                .chain([(field, value)])
                .collect();
        let response = post_form(&mut admin, "create_project", &fields).await;
        assert!(
            redirect_location(&response).contains("error=invalid&unsaved="),
            "{field}: {}",
            redirect_location(&response)
        );
        assert!(redirect_location(&response).contains("#new-project-"));
        let page = follow(&mut admin, &response).await;
        assert!(page.contains(expected) && page.contains("aria-invalid=\"true\""), "{field} {expected}");
        assert!(field == "form[name]" || page.contains("Sito &amp; co"), "{field}: the submitted value is shown again");
    }
    for client in ["nessuno", "", "\0", "anna'--"] {
        let fields = [("id", "nuovo"), ("client", client), ("form[name]", "Sito")];
        let response = post_form(&mut admin, "create_project", &fields).await;
        assert!(redirect_location(&response).starts_with("/admin/projects/new?"), "{client:?}");
    }
    assert!(
        post_form(&mut admin, "create_project", &[("id", "nuovo"), ("client", "anna")]).await.status.as_u16() < 500
    );
    assert_eq!(atrio.export_without_deliveries().await, before);
}

async fn project_list_is_searched_filtered_and_paginated(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let all = admin.get("/admin/projects").await.text;
    for expected in ["Sito nuovo", "Logo", "Negozio", "Bruno Neri", "0 attività su 1"] {
        assert!(all.contains(expected), "{expected}");
    }
    let found = admin.get("/admin/projects?q=verdi+logo").await.text;
    assert!(found.contains("/admin/projects/logo") && !found.contains("/admin/projects/sito"), "{found}");
    let paused = admin.get("/admin/projects?status=paused").await.text;
    assert!(paused.contains("Nessun risultato"), "{paused}");
    for invalid in
        ["status=lost", "after=~", "after=%00~%00", "after=1~x&after=2", "q=%00", "q=%25&status=", "after=9e99~a"]
    {
        assert_eq!(admin.get(&format!("/admin/projects?{invalid}")).await.status, 200, "{invalid}");
    }
    let many: Vec<Value> = (0..60)
        .map(|n| json!({"id": format!("p{n}"), "client_id": "bruno", "name": format!("Progetto {n}")}))
        .collect();
    let many = json!({"projects": many});
    atrio.import(&many).await;
    let first = admin.get("/admin/projects?q=progetto").await.text;
    let more = page_from(&first, "rel=\"next\"").len();
    let href = first[..first.len() - more]
        .rsplit("href=\"")
        .next()
        .expect("a link")
        .split('"')
        .next()
        .expect("the end marker");
    let second = admin.get(&href.replace("&amp;", "&")).await.text;
    assert_eq!(first.matches("table__name").count() + second.matches("table__name").count(), 60);
    assert!(!second.contains("rel=\"next\"") && second.contains("Torna all’inizio dell’elenco"));
}
