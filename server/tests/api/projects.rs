//! Projects and their boards, as a browser without scripts works with them.

use domain::id::ClientId;
use domain::{Approval, Channel, MessageText};
use reqwest::Method;
use serde_json::{Value, json};

use crate::browser::{Browser, form};
use crate::support::{ANNA, Answer, Atrio, on_both_databases};

on_both_databases![
    a_project_is_made_in_two_steps_and_opens_on_its_board,
    a_project_is_made_from_another_ones_plan,
    a_form_sent_twice_makes_one_project,
    a_wrong_form_comes_back_with_what_was_typed_and_what_is_wrong,
    the_list_is_searched_filtered_and_asked_for_nonsense,
    phases_tasks_and_deliverables_are_added_and_edited_in_place,
    who_saves_second_is_told_and_keeps_what_they_typed,
    what_was_typed_about_something_deleted_is_shown,
    a_long_board_opens_on_what_is_at_work_and_on_what_was_asked_for,
    a_task_is_switched_and_its_phase_follows,
    buttons_and_drops_move_things_and_come_back_in_focus,
    tampered_moves_change_nothing,
    a_deliverable_goes_to_the_client_and_comes_back_with_wishes,
    what_is_approved_has_no_form_and_no_way_back,
    a_deletion_asks_first_and_says_what_goes,
    a_deletion_confirmed_too_late_asks_again,
    what_is_no_project_is_not_found,
    nobody_else_sees_or_changes_projects,
];

const BOARD: &str = "/admin/projects/sito";

async fn admin(atrio: &Atrio) -> Browser {
    let mut admin = Browser::new(atrio);
    admin.sign_in().await;
    admin
}

async fn post(browser: &mut Browser, function: &str, fields: &[(&str, &str)]) -> Answer {
    let request = browser.request(Method::POST, &format!("/rpc/{function}")).header("accept", "text/html");
    browser.send(request.body(form(fields))).await
}

/// Where the answer leads.
#[track_caller]
fn led(answer: &Answer) -> String {
    assert_eq!(answer.status, 302, "{}", answer.text);
    answer.header("location").to_owned()
}

/// Follows the answer to its page.
async fn follow(browser: &mut Browser, answer: &Answer) -> String {
    let address = led(answer);
    let page = browser.get(address.split('#').next().unwrap_or_default()).await;
    assert_eq!(page.status, 200, "{address}");
    page.text
}

/// The part of a page from `from` on.
#[track_caller]
fn from<'a>(page: &'a str, from: &str) -> &'a str {
    let at = page.find(from).unwrap_or_else(|| panic!("{from} is not in {page}"));
    &page[at..]
}

/// The value of the first hidden field `name` after `mark`.
#[track_caller]
fn hidden(page: &str, mark: &str, name: &str) -> String {
    let rest = from(from(page, mark), &format!("name=\"{name}\" value=\""));
    let (_, value) = rest.split_once("value=\"").expect("a value");
    value.split('"').next().expect("its end").to_owned()
}

/// How many things on a page have the focus when it opens; what is closed then has it later.
fn focused(page: &str) -> usize {
    page.split('<').filter(|tag| tag.contains(" autofocus") && !tag.contains(" popover")).count()
}

async fn record(atrio: &Atrio, kind: &str, id: &str) -> Value {
    let records = atrio.records(kind).await;
    records.into_iter().find(|record| record["id"] == id).unwrap_or(Value::Null)
}

/// The tasks of a phase in order.
async fn tasks(atrio: &Atrio, phase: &str) -> Vec<String> {
    let mut tasks = atrio.records("tasks").await;
    tasks.retain(|task| task["phase_id"] == phase);
    tasks.sort_by_key(|task| task["position"].as_i64());
    tasks.iter().map(|task| task["id"].as_str().expect("an id").to_owned()).collect()
}

/// Three tasks in Sviluppo.
async fn with_tasks(atrio: &Atrio) {
    let tasks = json!({"tasks": [
        {"id": "a", "phase_id": "sviluppo", "title": "Alfa"},
        {"id": "b", "phase_id": "sviluppo", "title": "<b>Beta</b>"},
        {"id": "c", "phase_id": "sviluppo", "title": "Gamma", "due_on": "2026-11-01"}
    ]});
    atrio.store.import(tasks.to_string().as_bytes(), &mut |_, _| {}).await.expect("tasks");
}

async fn a_project_is_made_in_two_steps_and_opens_on_its_board(atrio: Atrio) {
    let mut admin = admin(&atrio).await;
    let clients = admin.get("/admin/projects/new").await.text;
    assert!(clients.contains("Per quale cliente?") && clients.contains("Anna Verdi"), "{clients}");
    assert!(clients.contains("/admin/projects/new?client=anna"));
    let page = admin.get("/admin/projects/new?client=anna").await.text;
    let id = hidden(&page, "new-project", "id");
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
    let made = post(&mut admin, "create_project", &fields).await;
    assert_eq!(led(&made), format!("/admin/projects/{id}?done=created"));
    let board = follow(&mut admin, &made).await;
    assert!(board.contains("Rifacimento &lt;b&gt;sito&lt;/b&gt;"), "{board}");
    for words in ["Anna Verdi", "Il piano è vuoto", "dal 1º dicembre 2026 al 28 febbraio 2027", "Pagamenti"]
    {
        assert!(board.contains(words), "{words}");
    }
    let project = record(&atrio, "projects", &id).await;
    assert_eq!(project["description"], "Prima riga\nseconda");
    assert_eq!(
        (&project["client_id"], &project["created_at"]),
        (&json!("anna"), &json!("2026-11-20T10:00:00.000Z"))
    );
}

async fn a_project_is_made_from_another_ones_plan(atrio: Atrio) {
    let mut admin = admin(&atrio).await;
    let page = admin.get("/admin/projects/new?client=bruno&template=logo").await.text;
    assert!(page.contains("<option value=\"logo\" selected"), "{page}");
    let id = hidden(&page, "new-project", "id");
    let fields = [("id", &*id), ("client", "bruno"), ("form[name]", "Copia"), ("form[template]", "sito")];
    let made = post(&mut admin, "create_project", &fields).await;
    let board = follow(&mut admin, &made).await;
    for words in ["Design", "Sviluppo", "Pagina iniziale", "Mockup della home", "Palette"] {
        assert!(board.contains(words), "{words}");
    }
    let deliverables = atrio.records("deliverables").await;
    let copies: Vec<_> = deliverables.iter().filter(|one| one["title"] == "Palette").collect();
    assert_eq!(copies.len(), 2);
    assert_eq!(copies.iter().filter(|one| one["status"] == "pending").count(), 1);
    // What was said stays with whom it was said to.
    assert_eq!(atrio.records("comments").await.len(), 6);
}

async fn a_form_sent_twice_makes_one_project(atrio: Atrio) {
    let mut admin = admin(&atrio).await;
    let fields = [("id", "nuovo"), ("client", "anna"), ("form[name]", "Uno"), ("form[template]", "sito")];
    let first = led(&post(&mut admin, "create_project", &fields).await);
    let before = atrio.everything().await;
    assert_eq!(led(&post(&mut admin, "create_project", &fields).await), first);
    // An id that is taken changes nothing and loses nothing.
    let taken = [("id", "negozio"), ("client", "anna"), ("form[name]", "Preso &amp; perso")];
    let refused = post(&mut admin, "create_project", &taken).await;
    let page = follow(&mut admin, &refused).await;
    assert!(page.contains("Nel frattempo") && page.contains("Preso &amp;amp; perso"), "{page}");
    assert_eq!(atrio.everything().await, before);
}

async fn a_wrong_form_comes_back_with_what_was_typed_and_what_is_wrong(atrio: Atrio) {
    let mut admin = admin(&atrio).await;
    let before = atrio.everything().await;
    let (long, longer) = ("è".repeat(201), "è".repeat(10_001));
    for (field, value, words) in [
        ("form[name]", "", "Qui serve qualcosa."),
        ("form[name]", &*long, "Al massimo 200 caratteri"),
        ("form[name]", "A\0B", "un carattere che non possiamo conservare"),
        ("form[description]", &*longer, "Al massimo 10000 caratteri"),
        ("form[status]", "lost", "Scegli una delle voci."),
        ("form[starts_on]", "domani", "Scrivi una data che esista"),
        ("form[due_on]", "2026-02-30", "Scrivi una data che esista"),
        ("form[due_on]", "2026-01-01", "Viene prima dell’inizio."),
        ("form[template]", "non-esiste", "Non c’è più: scegli di nuovo."),
    ] {
        let fields: Vec<_> = [
            ("id", "nuovo"),
            ("client", "anna"),
            ("form[name]", "Sito & co"),
            ("form[starts_on]", "2026-05-05"),
        ]
        .into_iter()
        .filter(|(name, _)| *name != field)
        .chain([(field, value)])
        .collect();
        let answer = post(&mut admin, "create_project", &fields).await;
        assert!(led(&answer).contains("error=invalid&unsaved="), "{field}: {}", led(&answer));
        assert!(led(&answer).ends_with("#new-project"));
        let page = follow(&mut admin, &answer).await;
        assert!(page.contains(words) && page.contains("aria-invalid=\"true\""), "{field} {words}");
        assert!(field == "form[name]" || page.contains("Sito &amp; co"), "{field}: what was typed is gone");
    }
    for client in ["nessuno", "", "\0", "anna'--"] {
        let fields = [("id", "nuovo"), ("client", client), ("form[name]", "Sito")];
        let answer = post(&mut admin, "create_project", &fields).await;
        assert!(led(&answer).starts_with("/admin/projects/new?"), "{client:?}");
    }
    assert!(
        post(&mut admin, "create_project", &[("id", "nuovo"), ("client", "anna")]).await.status.as_u16()
            < 500
    );
    assert_eq!(atrio.everything().await, before);
}

async fn the_list_is_searched_filtered_and_asked_for_nonsense(atrio: Atrio) {
    let mut admin = admin(&atrio).await;
    let all = admin.get("/admin/projects").await.text;
    for words in ["Sito nuovo", "Logo", "Negozio", "Bruno Neri", "0 attività su 1"] {
        assert!(all.contains(words), "{words}");
    }
    let found = admin.get("/admin/projects?q=verdi+logo").await.text;
    assert!(found.contains("/admin/projects/logo") && !found.contains("/admin/projects/sito"), "{found}");
    let paused = admin.get("/admin/projects?status=paused").await.text;
    assert!(paused.contains("Niente che corrisponda"), "{paused}");
    for odd in [
        "status=lost",
        "after=~",
        "after=%00~%00",
        "after=1~x&after=2",
        "q=%00",
        "q=%25&status=",
        "after=9e99~a",
    ] {
        assert_eq!(admin.get(&format!("/admin/projects?{odd}")).await.status, 200, "{odd}");
    }
    let many: Vec<Value> = (0..60)
        .map(|n| json!({"id": format!("p{n}"), "client_id": "bruno", "name": format!("Progetto {n}")}))
        .collect();
    let many = json!({"projects": many}).to_string();
    atrio.store.import(many.as_bytes(), &mut |_, _| {}).await.expect("projects");
    let first = admin.get("/admin/projects?q=progetto").await.text;
    let more = from(&first, "rel=\"next\"").len();
    let href = first[..first.len() - more]
        .rsplit("href=\"")
        .next()
        .expect("a link")
        .split('"')
        .next()
        .expect("its end");
    let second = admin.get(&href.replace("&amp;", "&")).await.text;
    assert_eq!(
        first.matches("class=\"row project-row\"").count()
            + second.matches("class=\"row project-row\"").count(),
        60
    );
    assert!(!second.contains("rel=\"next\"") && second.contains("Torna all’inizio della lista"));
}

async fn phases_tasks_and_deliverables_are_added_and_edited_in_place(atrio: Atrio) {
    let mut admin = admin(&atrio).await;
    let page = admin.get(BOARD).await.text;
    let phase = hidden(&page, "id=\"add-phase\"", "id");
    let added = [("project", "sito"), ("id", &*phase), ("form[name]", "Lancio")];
    for _ in 0..2 {
        assert_eq!(led(&post(&mut admin, "add_phase", &added).await), format!("{BOARD}?added=phases"));
    }
    let page = admin.get(BOARD).await.text;
    let task = hidden(&page, &format!("id=\"add-task-{phase}\""), "id");
    let added = [("project", "sito"), ("phase", &*phase), ("id", &*task), ("form[title]", "Annuncio")];
    for _ in 0..2 {
        let led = led(&post(&mut admin, "add_task", &added).await);
        assert_eq!(led, format!("{BOARD}?added=phase-{phase}"));
    }
    let page = admin.get(&format!("{BOARD}?added=phase-{phase}")).await.text;
    assert_eq!(focused(&page), 1);
    let page = admin.get(&format!("{BOARD}?add=task-{task}")).await.text;
    let deliverable = hidden(&page, &format!("id=\"add-deliverable-{task}\""), "id");
    let added = [
        ("project", "sito"),
        ("task", &*task),
        ("id", &*deliverable),
        ("form[title]", "Testo"),
        ("form[url]", "https://example.com/testo"),
    ];
    for _ in 0..2 {
        let led = led(&post(&mut admin, "add_deliverable", &added).await);
        assert_eq!(led, format!("{BOARD}?shown=deliverable-{deliverable}#deliverable-{deliverable}"));
    }
    assert_eq!(record(&atrio, "tasks", &task).await["status"], "todo");
    assert_eq!(record(&atrio, "deliverables", &deliverable).await["url"], "https://example.com/testo");
    assert_eq!(record(&atrio, "phases", &phase).await["position"], 2);

    for (kind, id, function, fields) in [
        (
            "phase",
            &phase,
            "save_phase",
            [("form[name]", "Uscita"), ("form[status]", "completed"), ("form[due_on]", "2027-01-01")],
        ),
        (
            "task",
            &task,
            "save_task",
            [("form[title]", "Annunciare"), ("form[description]", "A tutti"), ("form[due_on]", "")],
        ),
        (
            "deliverable",
            &deliverable,
            "save_deliverable",
            [("form[title]", "Testi"), ("form[url]", ""), ("form[description]", "Due")],
        ),
    ] {
        let page = admin.get(&format!("{BOARD}?edit={kind}-{id}")).await.text;
        let version = hidden(&page, &format!("id=\"edit-{kind}-{id}\""), "version");
        let fields: Vec<_> =
            [("project", "sito"), ("id", id), ("version", &*version)].into_iter().chain(fields).collect();
        assert_eq!(
            led(&post(&mut admin, function, &fields).await),
            format!("{BOARD}?shown={kind}-{id}#{kind}-{id}")
        );
    }
    let saved = record(&atrio, "phases", &phase).await;
    // It has a task, which decides.
    assert_eq!(
        (&saved["name"], &saved["status"], &saved["due_on"]),
        (&json!("Uscita"), &json!("pending"), &json!("2027-01-01"))
    );
    assert_eq!(record(&atrio, "tasks", &task).await["title"], "Annunciare");
    assert_eq!(record(&atrio, "deliverables", &deliverable).await["url"], Value::Null);

    // What is wrong is said where it was typed, and nothing is half-done.
    let before = atrio.everything().await;
    for (function, name, fields) in [
        ("add_phase", "add-phase".to_owned(), vec![("id", "x"), ("form[name]", " ")]),
        (
            "add_task",
            "add-task-design".to_owned(),
            vec![("phase", "design"), ("id", "x"), ("form[title]", "")],
        ),
        (
            "add_deliverable",
            "add-deliverable-home".to_owned(),
            vec![("task", "home"), ("id", "x"), ("form[title]", "T"), ("form[url]", "javascript:alert(1)")],
        ),
        (
            "save_task",
            "edit-task-home".to_owned(),
            vec![("id", "home"), ("version", "x"), ("form[title]", "T"), ("form[due_on]", "mai")],
        ),
    ] {
        let fields: Vec<_> = [("project", "sito")].into_iter().chain(fields).collect();
        let answer = post(&mut admin, function, &fields).await;
        assert!(
            led(&answer).contains("error=invalid") && led(&answer).ends_with(&format!("#{name}")),
            "{function}: {}",
            led(&answer)
        );
        let page = follow(&mut admin, &answer).await;
        assert!(from(&page, &format!("id=\"{name}\"")).contains("aria-invalid=\"true\""), "{function}");
    }
    // What belongs to another project is not found.
    for (function, fields) in [
        ("add_task", vec![("phase", "vetrina"), ("id", "x"), ("form[title]", "T")]),
        ("add_deliverable", vec![("task", "foto"), ("id", "x"), ("form[title]", "T")]),
        ("save_phase", vec![("id", "vetrina"), ("version", "x"), ("form[name]", "T")]),
        ("save_task", vec![("id", "foto"), ("version", "x"), ("form[title]", "T")]),
        ("save_deliverable", vec![("id", "scatti"), ("version", "x"), ("form[title]", "T")]),
        ("add_task", vec![("phase", "\0"), ("id", "\0"), ("form[title]", "T")]),
    ] {
        let fields: Vec<_> = [("project", "sito")].into_iter().chain(fields).collect();
        let answer = post(&mut admin, function, &fields).await;
        assert!(led(&answer).contains("error=missing"), "{function}: {}", led(&answer));
        let page = follow(&mut admin, &answer).await;
        assert!(
            page.contains("<blockquote") && page.contains("role=\"alert\""),
            "{function}: what was typed is gone"
        );
    }
    assert_eq!(atrio.everything().await, before);
}

async fn who_saves_second_is_told_and_keeps_what_they_typed(atrio: Atrio) {
    let (mut one, mut two) = (admin(&atrio).await, admin(&atrio).await);
    let version =
        hidden(&two.get(&format!("{BOARD}?edit=project")).await.text, "id=\"edit-project\"", "version");
    let save = |name| {
        [("project", "sito"), ("version", version.as_str()), ("form[name]", name), ("form[status]", "paused")]
    };
    assert_eq!(led(&post(&mut one, "save_project", &save("Primo")).await), format!("{BOARD}?done=saved"));
    let answer = post(&mut two, "save_project", &save("Secondo")).await;
    assert!(
        led(&answer).starts_with(&format!("{BOARD}?edit=project&error=stale&unsaved=")),
        "{}",
        led(&answer)
    );
    let page = follow(&mut two, &answer).await;
    assert!(page.contains("value=\"Secondo\"") && page.contains("Adesso c’è: Primo"), "{page}");
    assert_eq!(record(&atrio, "projects", "sito").await["name"], "Primo");
    // Saved again, now knowing.
    let version = hidden(&page, "id=\"edit-project\"", "version");
    let again =
        [("project", "sito"), ("version", &*version), ("form[name]", "Secondo"), ("form[status]", "active")];
    post(&mut two, "save_project", &again).await;
    assert_eq!(record(&atrio, "projects", "sito").await["name"], "Secondo");
}

async fn what_was_typed_about_something_deleted_is_shown(atrio: Atrio) {
    let (mut one, mut two) = (admin(&atrio).await, admin(&atrio).await);
    let version =
        hidden(&two.get(&format!("{BOARD}?edit=task-home")).await.text, "id=\"edit-task-home\"", "version");
    let asked = one.get(&format!("{BOARD}?delete=task-home")).await.text;
    let confirmed = [
        ("project", "sito"),
        ("item", "task-home"),
        ("version", &*hidden(&asked, "id=\"delete\"", "version")),
    ];
    assert_eq!(led(&post(&mut one, "delete_item", &confirmed).await), format!("{BOARD}?done=deleted"));
    let fields = [
        ("project", "sito"),
        ("id", "home"),
        ("version", &*version),
        ("form[title]", "Tanto lavoro"),
        ("form[description]", "Perduto?"),
    ];
    let answer = post(&mut two, "save_task", &fields).await;
    let page = follow(&mut two, &answer).await;
    assert!(
        page.contains("Tanto lavoro") && page.contains("Perduto?") && page.contains("role=\"alert\""),
        "{page}"
    );
}

async fn a_long_board_opens_on_what_is_at_work_and_on_what_was_asked_for(atrio: Atrio) {
    let mut admin = admin(&atrio).await;
    let open = |page: &str| page.matches("<details open").count();
    assert_eq!(open(&admin.get(BOARD).await.text), 2, "on a short one all that is not done");
    let phases: Vec<Value> = (0..6)
        .map(|n| json!({"id": format!("p{n}"), "project_id": "sito", "name": format!("Fase {n}")}))
        .collect();
    let tasks = json!([
        {"id": "t0", "phase_id": "p0", "title": "Uno", "status": "in_progress"},
        {"id": "t1", "phase_id": "p1", "title": "Due"},
        {"id": "t2", "phase_id": "p2", "title": "Tre", "status": "done"}
    ]);
    let deliverables = json!([{"id": "d2", "task_id": "t2", "title": "Esito"}]);
    let more = json!({"phases": phases, "tasks": tasks, "deliverables": deliverables}).to_string();
    atrio.store.import(more.as_bytes(), &mut |_, _| {}).await.expect("phases");
    let set = [("project", "sito"), ("set", "t2~done~in_progress")];
    post(&mut admin, "set_task_status", &set).await;
    assert_eq!(open(&admin.get(BOARD).await.text), 1, "the one at work");
    let asked = [
        "edit=task-t1",
        "delete=phase-p3",
        "add=task-t1",
        "moved=phase-p4&way=up",
        "shown=task-home",
        "added=phase-p5",
    ];
    for asked in asked {
        assert_eq!(open(&admin.get(&format!("{BOARD}?{asked}")).await.text), 2, "{asked}");
    }
    let refused = [("project", "sito"), ("phase", "p1"), ("id", "x"), ("form[title]", "")];
    let answer = post(&mut admin, "add_task", &refused).await;
    assert_eq!(open(&follow(&mut admin, &answer).await), 2);
}

async fn a_task_is_switched_and_its_phase_follows(atrio: Atrio) {
    let mut admin = admin(&atrio).await;
    let switch = |set| [("project", "sito"), ("set", set)];
    let answer = post(&mut admin, "set_task_status", &switch("home~todo~done")).await;
    assert_eq!(led(&answer), format!("{BOARD}?switched=task-home"));
    let page = follow(&mut admin, &answer).await;
    assert_eq!(focused(&page), 1);
    assert_eq!(record(&atrio, "phases", "design").await["status"], "completed");
    // Sent twice, it is done once; seen otherwise, it is not done.
    assert_eq!(
        led(&post(&mut admin, "set_task_status", &switch("home~todo~done")).await),
        format!("{BOARD}?switched=task-home")
    );
    let answer = post(&mut admin, "set_task_status", &switch("home~todo~in_progress")).await;
    assert_eq!(led(&answer), format!("{BOARD}?error=changed"));
    assert!(follow(&mut admin, &answer).await.contains("Nel frattempo qualcosa è cambiato"));
    for (set, code) in [
        ("home~done~lost", "garbled"),
        ("home", "garbled"),
        ("", "garbled"),
        ("foto~todo~done", "missing"),
        ("non esiste~todo~done", "missing"),
        ("\0~todo~done", "missing"),
    ] {
        assert_eq!(
            led(&post(&mut admin, "set_task_status", &switch(set)).await),
            format!("{BOARD}?error={code}"),
            "{set:?}"
        );
    }
    assert_eq!(record(&atrio, "tasks", "home").await["status"], "done");
    assert_eq!(record(&atrio, "tasks", "foto").await["status"], "todo");
}

async fn buttons_and_drops_move_things_and_come_back_in_focus(atrio: Atrio) {
    with_tasks(&atrio).await;
    let mut admin = admin(&atrio).await;
    let page = admin.get(BOARD).await.text;
    assert!(page.contains("value=\"task-b~phase-sviluppo~task-a~up\""), "{page}");
    assert!(page.contains("aria-label=\"Sposta su &lt;b&gt;Beta&lt;/b&gt;\""), "{page}");
    assert!(page.contains("in ritardo"), "a due date has passed");
    let step = |step| [("project", "sito"), ("id", ""), ("to", ""), ("before", ""), ("step", step)];
    let answer = post(&mut admin, "take_step", &step("task-b~phase-sviluppo~task-a~up")).await;
    assert_eq!(led(&answer), format!("{BOARD}?moved=task-b&way=up"));
    assert_eq!(tasks(&atrio, "sviluppo").await, ["b", "a", "c"]);
    // At the top there is no way up any more: the other button has the focus.
    let page = follow(&mut admin, &answer).await;
    let (before, _) = page.split_once(" autofocus").expect("a button in focus");
    let button = before.rsplit("<button").next().expect("its beginning");
    assert!(button.contains("task-b~phase-sviluppo~task-c~down"), "{button}");

    let drop = [("project", "sito"), ("id", "task-c"), ("to", "phase-design"), ("before", "task-home")];
    assert_eq!(led(&post(&mut admin, "take_step", &drop).await), format!("{BOARD}?moved=task-c"));
    assert_eq!(tasks(&atrio, "design").await, ["c", "home"]);
    let drop = [("project", "sito"), ("id", "phase-sviluppo"), ("to", "phases"), ("before", "phase-design")];
    assert_eq!(led(&post(&mut admin, "take_step", &drop).await), format!("{BOARD}?moved=phase-sviluppo"));
    assert_eq!(record(&atrio, "phases", "design").await["position"], 1);
    // The choice of another phase, in the form of a task.
    let page = admin.get(&format!("{BOARD}?edit=task-a")).await.text;
    let select = from(&page, "id=\"move-to-a\"");
    let (select, _) = select.split_once("</select>").expect("its end");
    assert!(
        select.contains("phase-design") && !select.contains("phase-sviluppo") && !select.contains("vetrina"),
        "{select}"
    );
    post(&mut admin, "take_step", &[("project", "sito"), ("id", "task-a"), ("to", "phase-design")]).await;
    assert_eq!(tasks(&atrio, "design").await, ["c", "home", "a"]);
}

async fn tampered_moves_change_nothing(atrio: Atrio) {
    with_tasks(&atrio).await;
    let mut admin = admin(&atrio).await;
    let before = atrio.everything().await;
    for (id, to, place, code) in [
        ("task-a", "phase-vetrina", "", "missing"),
        ("task-foto", "phase-design", "", "missing"),
        ("task-a", "phase-non-esiste", "", "missing"),
        ("task-a", "phases", "", "missing"),
        ("task-a", "phase-design", "task-b", "changed"),
        ("task-a", "phase-design", "phase-design", "missing"),
        ("phase-design", "phase-sviluppo", "", "missing"),
        ("phase-design", "phases", "phase-vetrina", "changed"),
        ("phase-vetrina", "phases", "", "missing"),
        ("deliverable-mockup", "phase-design", "", "missing"),
        ("\0", "\0", "\0", "missing"),
        ("", "", "", "missing"),
    ] {
        let step = [("project", "sito"), ("id", id), ("to", to), ("before", place)];
        let led = led(&post(&mut admin, "take_step", &step).await);
        assert_eq!(led, format!("{BOARD}?error={code}"), "{id} {to} {place}");
    }
    post(&mut admin, "take_step", &[("project", "negozio"), ("id", "task-a"), ("to", "phase-vetrina")]).await;
    assert_eq!(atrio.everything().await, before);
}

async fn a_deliverable_goes_to_the_client_and_comes_back_with_wishes(atrio: Atrio) {
    let mut admin = admin(&atrio).await;
    let set = |set| [("project", "sito"), ("set", set)];
    let sent = post(&mut admin, "set_deliverable_status", &set("mockup~pending~in_review")).await;
    assert_eq!(led(&sent), format!("{BOARD}?shown=deliverable-mockup#deliverable-mockup"));
    assert_eq!(record(&atrio, "deliverables", "mockup").await["status"], "in_review");
    let anna = atrio.store.client_by_token(ANNA).await.expect("Anna");
    let wish = MessageText::parse("Più <grande>.\nGrazie").expect("a text");
    atrio.store.request_changes(&anna, "mockup", &wish).await.expect("asked");
    // Who has not read it yet does not pass over it.
    let late = post(&mut admin, "set_deliverable_status", &set("mockup~in_review~pending")).await;
    assert_eq!(led(&late), format!("{BOARD}?error=changed"));
    let page = admin.get(BOARD).await.text;
    for words in [
        "Modifiche richieste il 20 novembre 2026, 11:00",
        "Più &lt;grande&gt;.\nGrazie",
        "/admin/inbox/anna?channel=design",
        "Invia di nuovo",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    post(&mut admin, "set_deliverable_status", &set("mockup~changes_requested~in_review")).await;
    assert_eq!(record(&atrio, "deliverables", "mockup").await["status"], "in_review");
    // What only the client does, and what is not there.
    for (odd, code) in [
        ("mockup~in_review~approved", "garbled"),
        ("mockup~in_review~changes_requested", "garbled"),
        ("scatti~pending~in_review", "missing"),
        ("~pending~in_review", "missing"),
    ] {
        let led = led(&post(&mut admin, "set_deliverable_status", &set(odd)).await);
        assert_eq!(led, format!("{BOARD}?error={code}"), "{odd}");
    }
    assert_eq!(record(&atrio, "deliverables", "scatti").await["status"], "pending");
}

async fn what_is_approved_has_no_form_and_no_way_back(atrio: Atrio) {
    let mut admin = admin(&atrio).await;
    let version = hidden(
        &admin.get(&format!("{BOARD}?edit=deliverable-mockup")).await.text,
        "id=\"edit-deliverable-mockup\"",
        "version",
    );
    let anna = atrio.store.client_by_token(ANNA).await.expect("Anna");
    assert!(matches!(atrio.store.approve(&anna, "mockup").await, Ok(Approval::Now(_))));
    let before = atrio.everything().await;
    for set in [
        "mockup~approved~pending",
        "mockup~in_review~pending",
        "mockup~pending~in_review",
        "mockup~approved~in_review",
    ] {
        let led =
            led(&post(&mut admin, "set_deliverable_status", &[("project", "sito"), ("set", set)]).await);
        assert_eq!(led, format!("{BOARD}?error=already-approved"), "{set}");
    }
    let fields =
        [("project", "sito"), ("id", "mockup"), ("version", &*version), ("form[title]", "Altro titolo")];
    let answer = post(&mut admin, "save_deliverable", &fields).await;
    assert!(led(&answer).contains("error=already-approved&unsaved="), "{}", led(&answer));
    let page = follow(&mut admin, &answer).await;
    assert!(page.contains("Altro titolo") && page.contains("Approvata il 20 novembre 2026, 11:00"), "{page}");
    assert!(!page.contains("id=\"edit-deliverable-mockup\""));
    assert_eq!(atrio.everything().await, before);
}

async fn a_deletion_asks_first_and_says_what_goes(atrio: Atrio) {
    let mut admin = admin(&atrio).await;
    let page = admin.get(&format!("{BOARD}?delete=phase-design")).await.text;
    let asked = from(&page, "id=\"delete\"");
    for words in [
        "Eliminare «Design»?",
        "1 attività",
        "2 consegne",
        "1 approvazione del cliente",
        "3 messaggi",
        "Annulla",
    ] {
        assert!(asked.contains(words), "{words}: {asked}");
    }
    let version = hidden(&page, "id=\"delete\"", "version");
    let confirmed = [("project", "sito"), ("item", "phase-design"), ("version", &*version)];
    assert_eq!(led(&post(&mut admin, "delete_item", &confirmed).await), format!("{BOARD}?done=deleted"));
    // Once is enough.
    let again = led(&post(&mut admin, "delete_item", &confirmed).await);
    assert_eq!(again, format!("{BOARD}?delete=phase-design&error=missing"));
    assert_eq!(admin.get(&again).await.status, 200);
    assert_eq!(record(&atrio, "phases", "design").await, Value::Null);
    assert_eq!(record(&atrio, "tasks", "home").await, Value::Null);
    assert_eq!(record(&atrio, "comments", "su-mockup").await, Value::Null);

    let page = admin.get(&format!("{BOARD}?delete=project")).await.text;
    assert!(from(&page, "id=\"delete\"").contains("1 pagamento"), "{page}");
    let version = hidden(&page, "id=\"delete\"", "version");
    for (item, project) in [
        ("project", "negozio"),
        ("phase-vetrina", "sito"),
        ("client-anna", "sito"),
        ("", "sito"),
        ("\0", "sito"),
    ] {
        let odd = [("project", project), ("item", item), ("version", &*version)];
        assert!(led(&post(&mut admin, "delete_item", &odd).await).contains("error="), "{item}");
    }
    let confirmed = [("project", "sito"), ("item", "project"), ("version", &*version)];
    let gone = led(&post(&mut admin, "delete_item", &confirmed).await);
    assert_eq!(gone, "/admin/projects?done=deleted");
    assert!(admin.get(&gone).await.text.contains("Eliminato."));
    assert_eq!(admin.get(BOARD).await.status, 404);
    assert_eq!(atrio.records("projects").await.len(), 2);
}

async fn a_deletion_confirmed_too_late_asks_again(atrio: Atrio) {
    let mut admin = admin(&atrio).await;
    let page = admin.get(&format!("{BOARD}?delete=phase-sviluppo")).await.text;
    let version = hidden(&page, "id=\"delete\"", "version");
    let anna = atrio.store.client_by_token(ANNA).await.expect("Anna");
    let channel = Channel::named("sviluppo", &ClientId::parse("anna").expect("an id")).expect("a channel");
    let text = MessageText::parse("Un’ultima cosa").expect("a text");
    atrio.store.post_message(&anna, &channel, &text, None).await.expect("sent");
    let confirmed = [("project", "sito"), ("item", "phase-sviluppo"), ("version", &*version)];
    let answer = post(&mut admin, "delete_item", &confirmed).await;
    assert_eq!(led(&answer), format!("{BOARD}?delete=phase-sviluppo&error=changed"));
    let page = follow(&mut admin, &answer).await;
    assert!(from(&page, "id=\"delete\"").contains("1 messaggio") && page.contains("Nel frattempo"), "{page}");
    assert_ne!(record(&atrio, "phases", "sviluppo").await, Value::Null);
}

async fn what_is_no_project_is_not_found(atrio: Atrio) {
    let mut admin = admin(&atrio).await;
    for odd in ["non-esiste", "%00", "a%20b", &"x".repeat(200), "anna"] {
        let page = admin.get(&format!("/admin/projects/{odd}")).await;
        assert_eq!(page.status, 404, "{odd}");
        assert!(page.text.contains("Pagina non trovata"), "{odd}");
    }
    assert_eq!(admin.get("/admin/projects/new?client=nessuno").await.status, 404);
    for odd in [
        "edit=task-foto",
        "edit=%00",
        "delete=task-foto",
        "delete=x",
        "add=phase-design",
        "moved=~&way=x",
        "unsaved=x",
    ] {
        let page = admin.get(&format!("{BOARD}?{odd}")).await;
        assert_eq!(page.status, 200, "{odd}");
        assert!(!page.text.contains("Scatti"), "{odd}");
    }
}

async fn nobody_else_sees_or_changes_projects(atrio: Atrio) {
    let before = atrio.everything().await;
    let mut nobody = Browser::new(&atrio);
    for page in ["/admin/projects", "/admin/projects/new", "/admin/projects/new?client=anna", BOARD] {
        let answer = nobody.get(page).await;
        assert!(answer.header("location").starts_with("/admin/login?callbackUrl="), "{page}");
        assert!(!answer.text.contains("Sito nuovo") && !answer.text.contains("Anna"), "{page}");
    }
    for function in [
        "create_project",
        "save_project",
        "add_phase",
        "add_task",
        "add_deliverable",
        "save_phase",
        "save_task",
        "save_deliverable",
        "take_step",
        "set_task_status",
        "set_deliverable_status",
        "delete_item",
        "projects",
        "new_project",
        "board",
    ] {
        let fields = [
            ("project", "sito"),
            ("id", "home"),
            ("client", "anna"),
            ("phase", "design"),
            ("task", "home"),
            ("version", "x"),
            ("item", "project"),
            ("set", "home~todo~done"),
            ("form[name]", "Rubato"),
            ("form[title]", "Rubato"),
        ];
        let answer = post(&mut nobody, function, &fields).await;
        assert!(!answer.text.contains("Sito nuovo"), "{function}");
        // Pages read by the last three, and lead to the sign-in themselves.
        let is_page = ["projects", "new_project", "board"].contains(&function);
        let told = answer.header("location").contains("signed-out");
        assert!(is_page || told, "{function}: {} {}", answer.status, answer.header("location"));
    }
    assert_eq!(atrio.everything().await, before);
}
