//! The client pages of the admin, used without JavaScript.

use serde_json::{Value, json};

use crate::admin_browser::{admin, post_form, redirect_location};
use crate::support::{ANNA, TestServer, on_both_databases, on_sqlite};

on_sqlite![
    create_client_opens_a_portal,
    resubmitted_form_creates_one_client,
    client_page_shows_portal_urls_and_projects,
    stale_save_reports_conflict_and_keeps_input,
    delete_client_shows_deletion_impact_and_runs_once,
    client_page_shows_events_and_the_action_for_its_state,
];

on_both_databases![
    malformed_client_list_queries_return_200,
    unknown_client_returns_404,
    invalid_form_redisplays_input_and_errors,
    client_list_is_searchable_and_paginated,
];

/// The value of the first hidden field `name` of the page.
pub(crate) fn hidden_field(page: &str, name: &str) -> String {
    let (_, after) = page.split_once(&format!("name=\"{name}\" value=\"")).unwrap_or_else(|| panic!("{name}: {page}"));
    after.split('"').next().unwrap_or_default().to_owned()
}

async fn client_names(atrio: &TestServer) -> Vec<String> {
    let clients = atrio.records("clients").await;
    clients.iter().map(|client| client["name"].as_str().expect("a name").to_owned()).collect()
}

async fn create_client_opens_a_portal(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let page = admin.get("/admin/clients/new").await.text;
    let id = hidden_field(&page, "client");
    let fields = [
        ("client", &*id),
        ("form[name]", " Caffè «Più» & Figli "),
        ("form[company]", "<b>Più</b>"),
        ("form[email]", " INFO@piu.example.it "),
        ("form[phone]", "+39 02 123456"),
        ("form[language]", "en"),
    ];
    let created = redirect_location(&post_form(&mut admin, "create_client", &fields).await);
    assert_eq!(created, format!("/admin/clients/{id}?done=client-created"));
    let card = admin.get(&created).await.text;
    assert!(card.contains("Caffè «Più» &amp; Figli") && card.contains("info@piu.example.it"), "{card}");
    assert!(card.contains("Cliente creato.") && !card.contains("<b>Più</b>"));

    let clients = atrio.records("clients").await;
    let client = clients.iter().find(|client| client["id"] == *id).expect("the client");
    let slug = client["slug"].as_str().expect("a slug");
    assert!(slug.starts_with("caffe-piu-figli-"), "{slug}");
    assert_eq!((&client["language"], &client["email"]), (&json!("en"), &json!("info@piu.example.it")));
    assert!(card.contains(&format!("{}/c/{slug}", atrio.origin)), "{card}");
    assert_eq!(atrio.get(&format!("/c/{slug}")).await.status, 200);
    let token = client["token"].as_str().expect("a token");
    assert_eq!(atrio.get(&format!("/c/{token}")).await.status, 200);
}

async fn resubmitted_form_creates_one_client(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let id = hidden_field(&admin.get("/admin/clients/new").await.text, "client");
    let fields = [("client", &*id), ("form[name]", "Carla"), ("form[language]", "it")];
    let first = redirect_location(&post_form(&mut admin, "create_client", &fields).await);
    assert_eq!(redirect_location(&post_form(&mut admin, "create_client", &fields).await), first);
    let mut names = client_names(&atrio).await;
    names.sort();
    assert_eq!(names, ["Anna Verdi", "Bruno Neri", "Carla"]);
    // An id that exists already creates no client and changes nothing: the form comes back as it was typed, with another id.
    let before = atrio.export_without_deliveries().await;
    let fields = [("client", &*id), ("form[name]", "Altra")];
    let refused = redirect_location(&post_form(&mut admin, "create_client", &fields).await);
    assert!(refused.starts_with("/admin/clients/new?error=stale&unsaved="), "{refused}");
    assert_eq!(atrio.export_without_deliveries().await, before);
    let page = admin.get(refused.split('#').next().unwrap_or_default()).await.text;
    assert!(page.contains("value=\"Altra\"") && hidden_field(&page, "client") != id, "{page}");
    assert!(page.contains("è già stato inviato con altri dati") && !page.contains("Ora è vuoto"), "{page}");
}

async fn invalid_form_redisplays_input_and_errors(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let before = atrio.export_without_deliveries().await;
    let long = "è".repeat(201);
    for (field, value, expected) in [
        ("form[name]", "", "Compila questo campo."),
        ("form[name]", " \t ", "Compila questo campo."),
        ("form[name]", &*long, "Al massimo 200 caratteri"),
        ("form[name]", "A\0B", "un carattere non ammesso"),
        ("form[company]", &long, "Al massimo 200 caratteri"),
        ("form[email]", "anna", "Scrivi un indirizzo e-mail"),
        ("form[email]", "a@b@c d.it", "Scrivi un indirizzo e-mail"),
        ("form[phone]", &"1".repeat(51), "Al massimo 50 caratteri"),
        ("form[language]", "klingon", "Scegli una delle opzioni."),
    ] {
        let fields: Vec<_> = [("client", "nuovo"), ("form[name]", "Dario"), ("form[company]", "Ditta & Co")]
            .into_iter()
            .filter(|(name, _)| *name != field)
            .chain([(field, value)])
            .collect();
        let page = redirect_location(&post_form(&mut admin, "create_client", &fields).await);
        assert!(page.starts_with("/admin/clients/new?error=invalid&unsaved="), "{field}: {page}");
        let page = admin.get(page.split('#').next().unwrap_or_default()).await.text;
        assert!(page.contains(expected) && page.contains("aria-invalid=\"true\""), "{field} {value}: {page}");
        if field != "form[company]" {
            assert!(page.contains("value=\"Ditta &amp; Co\""), "{field}: the submitted value is shown again");
        }
    }
    for id in ["", "a b", "../x", &"x".repeat(65), "è"] {
        let fields = [("client", id), ("form[name]", "Dario")];
        let page = redirect_location(&post_form(&mut admin, "create_client", &fields).await);
        assert!(page.starts_with("/admin/clients/new?error=missing"), "{id}: {page}");
    }
    for fields in [&[][..], &[("client", "x")], &[("form", "x"), ("client", "y")], &[("form[name][x]", "x")]] {
        post_form(&mut admin, "create_client", fields).await;
    }
    assert_eq!(atrio.export_without_deliveries().await, before);
}

async fn import_many_clients(atrio: &TestServer) {
    let clients: Vec<Value> = (0..60)
        .map(|number| json!({"id": format!("c{number}"), "name": format!("Cliente {number:02}"), "phone": "333 123 4567"}))
        .collect();
    let file = json!({ "clients": clients });
    atrio.import(&file).await;
}

async fn client_list_is_searchable_and_paginated(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    import_many_clients(&atrio).await;
    let first = admin.get("/admin/clients").await.text;
    assert!(first.contains("Anna Verdi") && first.contains("Cliente 47") && !first.contains("Cliente 48"));
    assert!(
        first.contains("data-label=\"Progetti in corso\" class=\"number\">2<")
            && first.contains("1 messaggio non letto"),
        "{first}"
    );
    let (_, more) = first.split_once("rel=\"next\"").map(|(before, after)| (after, before)).expect("Mostra altri");
    let (_, more) = more.rsplit_once("href=\"").expect("a link");
    let more = more.split('"').next().unwrap_or_default().replace("&amp;", "&");
    let second = admin.get(&more).await.text;
    assert!(second.contains("Cliente 48") && second.contains("Cliente 59") && !second.contains("Cliente 47"));
    assert!(!second.contains("rel=\"next\"") && second.contains("Torna all’inizio"));

    let found = admin.get("/admin/clients?q=%20VERD%20ann%C3%A0").await.text;
    assert!(found.contains("Anna Verdi") && !found.contains("Bruno Neri") && found.contains("Togli i filtri"));
    let found = admin.get("/admin/clients?q=3331234567").await.text;
    assert!(found.contains("Cliente 00") && found.contains("q=3331234567&amp;after="), "{found}");
    assert!(admin.get("/admin/clients?q=nessuno").await.text.contains("Nessun risultato."));
}

async fn malformed_client_list_queries_return_200(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    for query in [
        "after=",
        "after=x",
        "after=~",
        "after=%00~x",
        "after=a~b~c",
        "after=%F0%9F%A6%80~%F0%9F%A6%80",
        "after=~~~&q=~",
        "q=%00",
        "q=%25%27%22%3B--",
        "q=%E2%80%AE%F0%9F%A6%80",
        "q=a&q=b&after=1&after=2",
        "q[]=x",
        &format!("q={}", "x%20".repeat(1_000)),
        &format!("after={}~x", "x".repeat(3_000)),
    ] {
        let page = admin.get(&format!("/admin/clients?{query}")).await;
        assert_eq!(page.status, 200, "{query}");
        assert!(page.text.contains("<h1>Clienti</h1>"), "{query}");
    }
}

async fn client_page_shows_portal_urls_and_projects(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let card = admin.get("/admin/clients/anna").await.text;
    for shown in [
        &*format!("value=\"{}/c/anna-verdi-x7k2\"", atrio.origin),
        &format!("value=\"{}/c/{ANNA}\"", atrio.origin),
        &format!("data-copy=\"{}/c/{ANNA}\"", atrio.origin),
        "href=\"/admin/clients/anna/preview\"",
        "href=\"/admin/inbox/anna\"",
        "href=\"/admin/projects/sito\"",
        "href=\"/admin/projects/new?client=anna\"",
        "Apri come lo vede il cliente",
    ] {
        assert!(card.contains(shown), "{shown}: {card}");
    }
    assert!(!card.contains("negozio") && !card.contains("bruno"), "no data of other clients");
    atrio.store.set_setting("language", "en").await.expect("a setting");
    assert!(admin.get("/admin/clients/anna").await.text.contains("Open as the client sees it"));
}

async fn stale_save_reports_conflict_and_keeps_input(atrio: TestServer) {
    let (mut one, mut two) = (admin(&atrio).await, admin(&atrio).await);
    let version = hidden_field(&one.get("/admin/clients/anna?edit=client").await.text, "version");
    assert_eq!(hidden_field(&two.get("/admin/clients/anna?edit=client").await.text, "version"), version);
    let save = |name| [("client", "anna"), ("version", &*version), ("form[name]", name), ("form[language]", "it")];
    assert_eq!(
        redirect_location(&post_form(&mut one, "save_client", &save("Anna Bianchi")).await),
        "/admin/clients/anna?done=saved"
    );
    let refused = redirect_location(&post_form(&mut two, "save_client", &save("Anna Rossi")).await);
    assert!(refused.starts_with("/admin/clients/anna?edit=client&error=stale&unsaved="), "{refused}");
    let page = two.get(refused.split('#').next().unwrap_or_default()).await.text;
    assert!(page.contains("value=\"Anna Rossi\"") && page.contains("Valore attuale: Anna Bianchi"), "{page}");
    assert!(client_names(&atrio).await.contains(&"Anna Bianchi".to_owned()));
    // Saved again from the current version.
    let version = hidden_field(&page, "version");
    let again = [("client", "anna"), ("version", &*version), ("form[name]", "Anna Rossi")];
    assert_eq!(redirect_location(&post_form(&mut two, "save_client", &again).await), "/admin/clients/anna?done=saved");
    assert!(client_names(&atrio).await.contains(&"Anna Rossi".to_owned()));
}

async fn delete_client_shows_deletion_impact_and_runs_once(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let confirmation = admin.get("/admin/clients/anna?delete=client").await.text;
    for counted in
        ["Eliminare Anna Verdi?", "2 progetti", "3 fasi", "1 attività", "2 consegne", "5 messaggi", "1 pagamento"]
    {
        assert!(confirmation.contains(counted), "{counted}: {confirmation}");
    }
    assert!(!confirmation.contains(" not<"), "zero counts are omitted");
    assert_eq!(atrio.records("clients").await.len(), 2, "the confirmation page deletes nothing");

    let location = redirect_location(&post_form(&mut admin, "delete_client", &[("client", "anna")]).await);
    assert_eq!(location, "/admin/clients?done=deleted");
    assert!(admin.get(&location).await.text.contains("Eliminato."));
    let left = atrio.export_without_deliveries().await;
    for (kind, count) in [("clients", 1), ("projects", 1), ("phases", 1), ("comments", 1), ("payments", 0)] {
        assert_eq!(left[kind].as_array().map(Vec::len), Some(count), "{kind}");
    }
    let again = redirect_location(&post_form(&mut admin, "delete_client", &[("client", "anna")]).await);
    assert_eq!(again, "/admin/clients?error=missing");
    // A stale form reports the conflict and keeps its input.
    let fields = [("client", "anna"), ("version", "x"), ("form[name]", "Anna")];
    let lost = redirect_location(&post_form(&mut admin, "save_client", &fields).await);
    assert!(lost.contains("error=missing&unsaved="), "{lost}");
    assert_eq!(admin.get("/admin/clients/anna").await.status, 404);
    assert_eq!(atrio.get(&format!("/c/{ANNA}")).await.status, 404);
    let poll = atrio.get(&format!("/api/client/chat?project_id=sito&token={ANNA}")).await;
    poll.assert_error(403, "Accesso non consentito");
    assert_eq!(atrio.export_without_deliveries().await, left);
}

async fn unknown_client_returns_404(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let before = atrio.export_without_deliveries().await;
    for id in ["nobody", "sito", "design", "%00", "%20", "..%2Fx", "%F0%9F%A6%80", &"x".repeat(65)] {
        for query in ["", "?edit=client", "?delete=client", "?change=token", "?change=x"] {
            assert_eq!(admin.get(&format!("/admin/clients/{id}{query}")).await.status, 404, "{id}{query}");
        }
    }
    for id in ["nobody", "sito", "design", "", "\0", "../x", "🦀"] {
        let fields = [("client", id), ("version", "x"), ("seen", "x"), ("form[name]", "Altro")];
        for function in ["save_client", "delete_client", "rotate_token", "new_slug"] {
            let page = redirect_location(&post_form(&mut admin, function, &fields).await);
            assert!(page.contains("error=missing"), "{function} {id:?}: {page}");
        }
    }
    assert_eq!(atrio.export_without_deliveries().await, before);
}

async fn client_page_shows_events_and_the_action_for_its_state(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let records = r#"{
        "clients": [{"id": "vuoto", "name": "Vuoto", "company": "Vuoto", "email": "a@b.it"}],
        "payments": [{"id": "tardi", "project_id": "sito", "label": "Acconto", "amount_cents": 123400, "due_on": "2026-01-01"}],
        "time_entries": [{"id": "ore", "project_id": "sito", "spent_on": "2026-01-01", "minutes": 90, "description": "Griglia"}],
        "leads": [{"id": "fiera", "name": "Anna", "source": "Fiera", "client_id": "anna"}, {"id": "altro", "name": "Altro", "email": "a@b.it"}]
    }"#;
    atrio.store.import(records.as_bytes(), &mut |_, _| {}).await.expect("records");
    let anna = atrio.store.client_by_token(ANNA).await.expect("Anna");
    let general = domain::Channel::General(anna.id().clone());
    let text = domain::MessageText::parse("Quando partiamo?").expect("a text");
    atrio.store.post_message(&anna, &general, &text, None).await.expect("posted");
    let page = admin.get("/admin/clients/anna").await.text;
    let head = page.split("</header>").nth(1).unwrap_or_default();
    assert!(head.contains(">Rispondi</a>"), "{head}");
    for shown in ["1.234,00\u{a0}€", "Tocca a noi", "Quando partiamo?", "Griglia", "dal lead arrivato da Fiera"] {
        assert!(page.contains(shown), "{shown}: {page}");
    }
    let hours = admin.get("/admin/clients/anna?events=hours").await.text;
    let events = hours.split_once("id=\"events\"").expect("the events").1;
    assert!(events.contains("Griglia") && !events.contains("Quando partiamo?"), "{events}");
    // Nothing unread is left in either channel, and the question is answered.
    for channel in ["anna", "design"] {
        assert_eq!(admin.get(&format!("/admin/inbox/anna?channel={channel}")).await.status, 200);
    }
    atrio.store.reply(anna.id(), "anna", &text).await.expect("replied");
    assert!(admin.get("/admin/clients/anna").await.text.contains(">Scrivi</a>"));
    // Without a project, that is the first thing; the name is not there twice, and the lead with the e-mail is named.
    let empty = admin.get("/admin/clients/vuoto").await.text;
    assert!(
        empty.contains("<a href=\"/admin/projects/new?client=vuoto\" class=\"button\">Nuovo progetto</a>"),
        "{empty}"
    );
    assert!(empty.contains("C’è già un lead con questa e-mail: <a href=\"/admin/leads/altro\">aprilo</a>"), "{empty}");
}
