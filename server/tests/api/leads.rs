//! The leads on the agency's side, as a browser without scripts uses them.

use reqwest::Method;
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::desk::{admin, page, post, sent};
use crate::support::{Answer, Atrio, WEBHOOK_SECRET, on_both_databases};

on_both_databases![
    an_empty_list_teaches_how_leads_arrive,
    the_list_is_narrowed_and_read_page_by_page,
    odd_addresses_find_nothing_and_break_nothing,
    a_lead_typed_in_twice_is_one,
    what_is_wrong_is_told_beside_its_field_and_nothing_typed_is_lost,
    an_email_that_is_taken_is_told_beside_its_field,
    the_second_save_of_an_old_version_is_told_so,
    a_lead_is_moved_and_the_page_comes_back_to_it,
    what_was_received_is_read_as_questions_and_answers,
    notes_calls_and_emails_join_the_history,
    a_lead_is_deleted_with_its_counts_told_before,
    a_lead_becomes_a_client_and_leads_to_them,
    ten_conversions_at_once_make_one_client,
    what_belongs_to_another_lead_is_not_there,
    without_a_session_nothing_happens,
];

const GOOD: [(&str, &str); 7] = [
    ("form[name]", "Carla Bruni"),
    ("form[email]", "Carla@Example.it"),
    ("form[phone]", "333 1234567"),
    ("form[company]", ""),
    ("form[source]", "Fiera"),
    ("form[status]", "contacted"),
    ("form[call_date]", "2026-12-01T10:30"),
];

/// The value of the hidden field `name` in the form that posts to `function`.
#[track_caller]
fn hidden(page: &str, function: &str, name: &str) -> String {
    let (_, form) = page.split_once(&format!("action=\"/rpc/{function}\"")).expect("the form");
    let (form, _) = form.split_once("</form>").expect("its end");
    let tag = form.split("<input").find(|tag| tag.contains(&format!("name=\"{name}\""))).expect("the field");
    let (_, value) = tag.split_once("value=\"").expect("a value");
    value.split('"').next().expect("its end").to_owned()
}

async fn import(atrio: &Atrio, records: &Value) {
    atrio.store.import(records.to_string().as_bytes(), &mut |_, _| {}).await.expect("an import");
}

async fn with_leads(atrio: &Atrio) {
    let records = json!({
        "leads": [
            {"id": "dora", "name": "Dora Riva", "email": "dora@example.it", "source": "Fiera", "company": "Orto & Figli",
             "phone": "+39 333 7654321", "last_contact_date": "2026-11-02T10:00:00Z", "created_at": "2026-11-01T10:00:00Z"},
            {"id": "ezio", "name": "Ezio Ponti", "source": "Sito", "status": "qualified",
             "last_contact_date": "2026-11-03T10:00:00Z", "created_at": "2026-11-01T10:00:00Z"},
        ],
        "activities": [
            {"id": "prima", "lead_id": "dora", "kind": "message", "text": "Vorrei un sito", "created_at": "2026-11-01T10:00:00Z"},
            {"id": "seconda", "lead_id": "ezio", "kind": "note", "text": "Nota su Ezio", "created_at": "2026-11-01T10:00:00Z"},
        ],
    });
    import(atrio, &records).await;
}

/// The record of a lead, as an export has it.
async fn lead(atrio: &Atrio, id: &str) -> Value {
    let leads = atrio.records("leads").await;
    leads.into_iter().find(|lead| lead["id"] == id).unwrap_or(Value::Null)
}

async fn an_empty_list_teaches_how_leads_arrive(atrio: Atrio) {
    let mut admin = admin(&atrio).await;
    let list = page(&mut admin, "/admin/leads").await;
    assert!(
        list.contains("Qui arriva chi ti cerca") && list.contains("href=\"/admin/leads/sources\""),
        "{list}"
    );
    let board = page(&mut admin, "/admin/leads/board").await;
    assert_eq!(board.matches("Nessuno, per ora.").count(), 5);
}

async fn the_list_is_narrowed_and_read_page_by_page(atrio: Atrio) {
    with_leads(&atrio).await;
    let mut admin = admin(&atrio).await;
    for (query, dora, ezio) in [
        ("", true, true),
        ("?status=qualified", false, true),
        ("?source=Fiera", true, false),
        ("?q=riv", true, false),
        ("?q=7654321", true, false),
        ("?q=ponti&status=qualified&source=Sito", false, true),
        ("?q=ponti&status=new", false, false),
    ] {
        let list = page(&mut admin, &format!("/admin/leads{query}")).await;
        assert_eq!((list.contains("Dora Riva"), list.contains("Ezio Ponti")), (dora, ezio), "{query}");
        assert_eq!(list.contains("Niente che corrisponda"), !dora && !ezio, "{query}");
        assert!(list.contains("href=\"/admin/export/leads.csv\""));
    }
    let many: Vec<_> = (0..60)
        .map(|n| json!({"id": format!("n{n}"), "name": format!("Numero {n}"), "source": "a&b"}))
        .collect();
    import(&atrio, &json!({ "leads": many })).await;
    let first = page(&mut admin, "/admin/leads?source=a%26b&q=numero").await;
    assert_eq!(first.matches("row__link").count(), 50);
    let (_, more) =
        first.split_once("/admin/leads?q=numero&amp;source=a%26b&amp;after=").expect("the next page");
    let after = more.split('"').next().expect("its end");
    let second = page(&mut admin, &format!("/admin/leads?q=numero&source=a%26b&after={after}")).await;
    assert_eq!(second.matches("row__link").count(), 10);
    assert!(!second.contains("rel=\"next\""));
}

async fn odd_addresses_find_nothing_and_break_nothing(atrio: Atrio) {
    with_leads(&atrio).await;
    let mut admin = admin(&atrio).await;
    let long = format!("?q={}", "x".repeat(5_000));
    for query in [
        "?status=nessuno",
        "?source=%00",
        "?q=%00",
        "?q=%25",
        "?q=%27%3B--",
        "?after=x",
        "?after=%00~%00",
        "?after=9~9",
        "?status=new&status=won",
        "?q=%FF",
        "?unsaved=x&error=invalid",
        &long,
    ] {
        page(&mut admin, &format!("/admin/leads{query}")).await;
    }
    for path in ["/admin/leads/nessuno", "/admin/leads/%00", "/admin/leads/a%2Fb", "/admin/leads/è"] {
        assert_eq!(admin.get(path).await.status, 404, "{path}");
    }
    for query in
        ["?before=x", "?before=%00~", "?delete=activity-nessuna", "?edit=1&convert=1&delete=1", "?moved=x"]
    {
        page(&mut admin, &format!("/admin/leads/dora{query}")).await;
    }
}

async fn a_lead_typed_in_twice_is_one(atrio: Atrio) {
    let mut admin = admin(&atrio).await;
    let new = page(&mut admin, "/admin/leads/new").await;
    let id = hidden(&new, "create_lead", "id");
    let fields: Vec<_> = [("id", &*id)].into_iter().chain(GOOD).collect();
    for _ in 0..2 {
        let address = sent(&mut admin, "create_lead", &fields).await;
        assert_eq!(address, format!("/admin/leads/{id}?done=created"));
    }
    assert_eq!(atrio.records("leads").await.len(), 1);
    let lead = lead(&atrio, &id).await;
    assert_eq!((&lead["name"], &lead["email"]), (&"Carla Bruni".into(), &"carla@example.it".into()));
    assert_eq!((&lead["status"], &lead["company"]), (&"contacted".into(), &Value::Null));
    assert_eq!(lead["call_date"], "2026-12-01T09:30:00.000Z", "half past ten in Rome");
    let card = page(&mut admin, &format!("/admin/leads/{id}")).await;
    for shown in
        ["Carla Bruni", "mailto:carla@example.it", "tel:3331234567", "1º dicembre 2026, 10:30", "Contattato"]
    {
        assert!(card.contains(shown), "{shown}: {card}");
    }
}

async fn what_is_wrong_is_told_beside_its_field_and_nothing_typed_is_lost(atrio: Atrio) {
    let mut admin = admin(&atrio).await;
    let before = atrio.everything().await;
    let long = |most: usize| "è".repeat(most + 1);
    let (name, phone, source) = (long(200), long(50), long(100));
    for (field, value, words) in [
        ("name", "  ", "Qui serve qualcosa."),
        ("name", &*name, "Al massimo 200 caratteri"),
        ("name", "Carla\0", "un carattere che non possiamo conservare"),
        ("email", "carla", "Scrivi un indirizzo e-mail"),
        ("phone", &*phone, "Al massimo 50 caratteri"),
        ("company", &*name, "Al massimo 200 caratteri"),
        ("source", "", "Qui serve qualcosa."),
        ("source", &*source, "Al massimo 100 caratteri"),
        ("status", "inventato", "Scegli una delle voci."),
        ("call_date", "domani", "Scrivi data e ora"),
        ("call_date", "2026-02-30T10:00", "Scrivi data e ora"),
    ] {
        let changed = format!("form[{field}]");
        let fields: Vec<_> = GOOD
            .into_iter()
            .filter(|(name, _)| *name != changed)
            .chain([(&*changed, value), ("id", "nuovo")])
            .collect();
        let address = sent(&mut admin, "create_lead", &fields).await;
        assert!(address.starts_with("/admin/leads/new?error=invalid&unsaved="), "{address}");
        let again = page(&mut admin, address.split('#').next().expect("an address")).await;
        assert!(again.contains(words), "{field} {value}: {again}");
        assert!(again.contains("value=\"333 1234567\"") || field == "phone", "what was typed is there");
        assert_eq!(again.matches("aria-invalid=\"true\"").count(), 1, "{field}");
        assert_eq!(again.matches("field__problem").count(), 1, "{field}");
    }
    for odd in
        [vec![], vec![("id", "nuovo")], vec![("form[name]", "A"), ("form[source]", "B"), ("id", "non un id")]]
    {
        let answer = post(&mut admin, "create_lead", &odd).await;
        assert!(answer.status.is_redirection() || answer.status.is_client_error(), "{}", answer.status);
    }
    assert_eq!(atrio.everything().await, before);
}

async fn an_email_that_is_taken_is_told_beside_its_field(atrio: Atrio) {
    with_leads(&atrio).await;
    let mut admin = admin(&atrio).await;
    let before = atrio.everything().await;
    let fields: Vec<_> = GOOD
        .into_iter()
        .filter(|(name, _)| *name != "form[email]")
        .chain([("form[email]", "DORA@example.it"), ("id", "nuovo")])
        .collect();
    let address = sent(&mut admin, "create_lead", &fields).await;
    let again = page(&mut admin, address.split('#').next().expect("an address")).await;
    assert!(again.contains("id=\"lead-email-problem\"") && again.contains("DORA@example.it"), "{again}");

    let edit = page(&mut admin, "/admin/leads/ezio?edit=1").await;
    let version = hidden(&edit, "save_lead", "version");
    let fields: Vec<_> = fields
        .iter()
        .copied()
        .filter(|(name, _)| *name != "id")
        .chain([("id", "ezio"), ("version", &*version)])
        .collect();
    let address = sent(&mut admin, "save_lead", &fields).await;
    assert!(address.starts_with("/admin/leads/ezio?edit=1&error=invalid"), "{address}");
    assert_eq!(atrio.everything().await, before);
}

async fn the_second_save_of_an_old_version_is_told_so(atrio: Atrio) {
    with_leads(&atrio).await;
    let (mut one, mut other) = (admin(&atrio).await, admin(&atrio).await);
    let seen = page(&mut one, "/admin/leads/dora?edit=1").await;
    assert!(seen.contains("value=\"Orto &amp; Figli\"") && seen.contains("value=\"Dora Riva\""), "{seen}");
    let version = hidden(&seen, "save_lead", "version");
    let save = |name: &'static str| {
        let rest = GOOD.into_iter().filter(|(field, _)| *field != "form[name]");
        let fields: Vec<_> = rest.chain([("form[name]", name), ("id", "dora")]).collect();
        fields
    };
    let with = |mut fields: Vec<(&'static str, &'static str)>, version: &str| {
        fields.push(("version", version.to_owned().leak()));
        fields
    };
    let address = sent(&mut one, "save_lead", &with(save("Dora Uno"), &version)).await;
    assert_eq!(address, "/admin/leads/dora?done=saved");
    let refused = sent(&mut other, "save_lead", &with(save("Dora Due"), &version)).await;
    assert!(refused.starts_with("/admin/leads/dora?edit=1&error=stale&unsaved="), "{refused}");
    assert_eq!(lead(&atrio, "dora").await["name"], "Dora Uno");
    let again = page(&mut other, refused.split('#').next().expect("an address")).await;
    assert!(again.contains("Nel frattempo qualcun altro"), "{again}");
    assert!(again.contains("value=\"Dora Due\"") && again.contains("Adesso c’è: Dora Uno"), "{again}");
    let version = hidden(&again, "save_lead", "version");
    sent(&mut other, "save_lead", &with(save("Dora Due"), &version)).await;
    assert_eq!(lead(&atrio, "dora").await["name"], "Dora Due");
}

async fn a_lead_is_moved_and_the_page_comes_back_to_it(atrio: Atrio) {
    with_leads(&atrio).await;
    let mut admin = admin(&atrio).await;
    let board = page(&mut admin, "/admin/leads/board").await;
    for markup in ["id=\"move-form\"", "data-drag=\"dora.new\"", "data-drop=\"won\"", "Sposta Dora Riva"] {
        assert!(board.contains(markup), "{markup}: {board}");
    }
    let step =
        |id: &'static str, to: &'static str| [("id", id), ("to", to), ("before", ""), ("page", "board")];
    for _ in 0..2 {
        let address = sent(&mut admin, "move_lead", &step("dora.new", "won")).await;
        assert_eq!(address, "/admin/leads/board?moved=dora");
    }
    let board = page(&mut admin, "/admin/leads/board?moved=dora").await;
    let focused = |tag: &&str| tag.split('>').next().is_some_and(|tag| tag.contains("autofocus"));
    let focused: Vec<_> = board.split("<summary").skip(1).filter(focused).collect();
    assert!(focused.len() == 1 && focused[0].contains("Sposta Dora Riva"), "{focused:?}");
    assert!(board.contains("data-drag=\"dora.won\""));

    let stale = sent(&mut admin, "move_lead", &step("dora.new", "lost")).await;
    assert_eq!(stale, "/admin/leads/board?moved=dora&error=changed");
    for (id, to) in [
        ("dora", "lost"),
        ("dora.won", "altrove"),
        ("dora.boh", "lost"),
        ("nessuno.new", "lost"),
        (".", ""),
        ("è.new", "won"),
    ] {
        let refused = sent(&mut admin, "move_lead", &step(id, to)).await;
        assert!(refused.contains("error="), "{id} {to}: {refused}");
    }
    assert_eq!(lead(&atrio, "dora").await["status"], "won");
    let on_card = [("id", "dora.won"), ("to", "contacted"), ("before", ""), ("page", "lead")];
    assert_eq!(sent(&mut admin, "move_lead", &on_card).await, "/admin/leads/dora?done=saved");
}

async fn what_was_received_is_read_as_questions_and_answers(atrio: Atrio) {
    let body = json!({
        "nome": "Franca", "email": "franca@example.it", "messaggio": "Buongiorno,\nvorrei un sito.",
        "Budget?": "<script>alert(1)</script>", "contatti": {"orari": ["mattina", "sera"]}, "note": null,
    });
    let request =
        atrio.request(Method::POST, "/api/webhooks/lead").header("x-webhook-secret", WEBHOOK_SECRET);
    let taken = Answer::to(request.body(body.to_string())).await.json();
    let id = taken["leadId"].as_str().expect("an id").to_owned();
    let mut admin = admin(&atrio).await;
    let card = page(&mut admin, &format!("/admin/leads/{id}")).await;
    for shown in [
        "Buongiorno,\nvorrei un sito.",
        "Contatti › Orari",
        "mattina, sera",
        "Budget?",
        "senza risposta",
        "&lt;script&gt;alert(1)",
    ] {
        assert!(card.contains(shown), "{shown}: {card}");
    }
    assert!(!card.contains("<script>alert(1)"));
    let found = page(&mut admin, "/admin/leads?q=franca").await;
    assert!(found.contains(&format!("/admin/leads/{id}")), "a delivered lead is found at once");
}

async fn notes_calls_and_emails_join_the_history(atrio: Atrio) {
    with_leads(&atrio).await;
    let mut admin = admin(&atrio).await;
    let card = page(&mut admin, "/admin/leads/dora").await;
    let id = hidden(&card, "add_activity", "id");
    let call = [
        ("lead", "dora"),
        ("id", &*id),
        ("form[kind]", "call"),
        ("form[text]", "Sentita:\r\nrichiamare <b>lunedì</b>"),
    ];
    for _ in 0..2 {
        assert_eq!(sent(&mut admin, "add_activity", &call).await, "/admin/leads/dora#activity");
    }
    let activities = atrio.records("activities").await;
    assert_eq!(activities.len(), 3, "sent twice, added once");
    let added = activities.iter().find(|one| one["id"] == *id).expect("the call");
    assert_eq!(
        (&added["kind"], &added["text"]),
        (&"call".into(), &"Sentita:\nrichiamare <b>lunedì</b>".into())
    );
    let card = page(&mut admin, "/admin/leads/dora").await;
    assert!(
        card.contains("&lt;b&gt;lunedì&lt;/b&gt;") && card.find("Vorrei un sito") < card.find("Sentita:"),
        "{card}"
    );

    let long = "è".repeat(10_001);
    for (kind, text, words) in [
        ("note", " ", "Qui serve qualcosa."),
        ("note", &*long, "Al massimo 10000 caratteri"),
        ("note", "a\0b", "un carattere che non possiamo conservare"),
        ("message", "Falso", "Scegli una delle voci."),
        ("meeting", "Falso", "Scegli una delle voci."),
    ] {
        let fields = [("lead", "dora"), ("id", "nuova"), ("form[kind]", kind), ("form[text]", text)];
        let address = sent(&mut admin, "add_activity", &fields).await;
        assert!(address.starts_with("/admin/leads/dora?error=invalid&unsaved="), "{address}");
        let again = page(&mut admin, address.split('#').next().expect("an address")).await;
        assert!(again.contains(words), "{kind}: {again}");
    }
    assert_eq!(atrio.records("activities").await.len(), 3);

    let asked = page(&mut admin, "/admin/leads/dora?delete=activity-prima").await;
    assert!(asked.contains("Eliminare questa attività?"), "{asked}");
    let going = [("lead", "dora"), ("id", "prima")];
    assert_eq!(sent(&mut admin, "delete_activity", &going).await, "/admin/leads/dora?done=deleted");
    assert_eq!(sent(&mut admin, "delete_activity", &going).await, "/admin/leads/dora?error=missing");
    assert_eq!(atrio.records("activities").await.len(), 2);
}

async fn a_lead_is_deleted_with_its_counts_told_before(atrio: Atrio) {
    with_leads(&atrio).await;
    let mut admin = admin(&atrio).await;
    let asked = page(&mut admin, "/admin/leads/dora?delete=1").await;
    assert!(asked.contains("Eliminare il lead Dora Riva?") && asked.contains("1 attività"), "{asked}");
    assert_eq!(sent(&mut admin, "delete_lead", &[("id", "dora")]).await, "/admin/leads?done=deleted");
    assert_eq!(sent(&mut admin, "delete_lead", &[("id", "dora")]).await, "/admin/leads?error=missing");
    assert!(page(&mut admin, "/admin/leads?error=missing").await.contains("Non c’è più"));
    assert_eq!((atrio.records("leads").await.len(), atrio.records("activities").await.len()), (1, 1));
    // Whoever had the card open is told, and nothing comes back to life.
    let note = [("lead", "dora"), ("id", "x"), ("form[kind]", "note"), ("form[text]", "Tardi")];
    assert!(sent(&mut admin, "add_activity", &note).await.contains("error=missing"));
    assert_eq!(atrio.records("activities").await.len(), 1);
    assert_eq!(admin.get("/admin/leads/dora").await.status, 404);
}

const CONVERSION: [(&str, &str); 6] = [
    ("form[name]", "Dora Riva"),
    ("form[company]", "Orto & Figli"),
    ("form[email]", "dora@example.it"),
    ("form[phone]", "+39 333 7654321"),
    ("form[language]", "en"),
    ("form[project]", "Sito dell’orto"),
];

async fn a_lead_becomes_a_client_and_leads_to_them(atrio: Atrio) {
    with_leads(&atrio).await;
    let mut admin = admin(&atrio).await;
    let asked = page(&mut admin, "/admin/leads/dora?convert=1").await;
    for filled in [
        "value=\"Dora Riva\"",
        "value=\"Orto &amp; Figli\"",
        "value=\"dora@example.it\"",
        "value=\"+39 333 7654321\"",
    ] {
        assert!(asked.contains(filled), "{filled}: {asked}");
    }
    let client = hidden(&asked, "convert_lead", "client");
    let wrong: Vec<_> = CONVERSION
        .into_iter()
        .filter(|(name, _)| *name != "form[name]")
        .chain([("lead", "dora"), ("client", &*client)])
        .collect();
    let refused = sent(&mut admin, "convert_lead", &wrong).await;
    assert!(refused.starts_with("/admin/leads/dora?convert=1&error=invalid&unsaved="), "{refused}");
    assert_eq!(atrio.records("clients").await.len(), 2);

    let fields: Vec<_> = CONVERSION.into_iter().chain([("lead", "dora"), ("client", &*client)]).collect();
    for _ in 0..2 {
        let address = sent(&mut admin, "convert_lead", &fields).await;
        assert_eq!(address, format!("/admin/clients/{client}?done=created"));
    }
    let clients = atrio.records("clients").await;
    let made = clients.iter().find(|one| one["id"] == *client).expect("the client");
    assert_eq!(
        (clients.len(), &made["language"], &made["company"]),
        (3, &"en".into(), &"Orto & Figli".into())
    );
    let projects = atrio.records("projects").await;
    assert_eq!(
        projects.iter().filter(|one| one["client_id"] == *client && one["name"] == "Sito dell’orto").count(),
        1
    );
    let lead = lead(&atrio, "dora").await;
    assert_eq!((&lead["status"], &lead["client_id"]), (&"won".into(), &client.clone().into()));
    let card = page(&mut admin, "/admin/leads/dora?convert=1").await;
    assert!(
        card.contains(&format!("href=\"/admin/clients/{client}\"")) && card.contains("Vorrei un sito"),
        "{card}"
    );
    assert!(!card.contains("/rpc/convert_lead"), "a client is not made twice");
    // The portal opens with the slug they were given.
    let slug = made["slug"].as_str().expect("a slug");
    assert_eq!(atrio.get(&format!("/c/{slug}")).await.status, 200);
}

async fn ten_conversions_at_once_make_one_client(atrio: Atrio) {
    with_leads(&atrio).await;
    let admin = admin(&atrio).await;
    let sendings = (0..10).map(|number| {
        let mut browser = admin.clone();
        tokio::spawn(async move {
            let client = format!("cliente-{number}");
            let fields: Vec<_> =
                CONVERSION.into_iter().chain([("lead", "dora"), ("client", &*client)]).collect();
            sent(&mut browser, "convert_lead", &fields).await
        })
    });
    let mut addresses = Vec::new();
    for sending in sendings.collect::<Vec<_>>() {
        addresses.push(sending.await.expect("an answer"));
    }
    assert!(addresses.iter().all(|address| *address == addresses[0]), "{addresses:?}");
    assert_eq!(atrio.records("clients").await.len(), 3);
}

async fn what_belongs_to_another_lead_is_not_there(atrio: Atrio) {
    with_leads(&atrio).await;
    let mut admin = admin(&atrio).await;
    let before = atrio.everything().await;
    let foreign = [("lead", "dora"), ("id", "seconda")];
    assert_eq!(sent(&mut admin, "delete_activity", &foreign).await, "/admin/leads/dora?error=missing");
    let over = [("lead", "dora"), ("id", "seconda"), ("form[kind]", "note"), ("form[text]", "Sopra")];
    assert!(sent(&mut admin, "add_activity", &over).await.contains("error=missing"));
    // The id of a client there is: Anna does not become Dora.
    let taken: Vec<_> = CONVERSION.into_iter().chain([("lead", "dora"), ("client", "anna")]).collect();
    assert!(sent(&mut admin, "convert_lead", &taken).await.contains("error=missing"));
    // The id of a lead there is: Ezio stays who he is.
    let fields: Vec<_> = GOOD.into_iter().chain([("id", "ezio")]).collect();
    sent(&mut admin, "create_lead", &fields).await;
    let stolen: Vec<_> = GOOD.into_iter().chain([("id", "ezio"), ("version", "0000000000000000")]).collect();
    assert!(sent(&mut admin, "save_lead", &stolen).await.contains("error=stale"));
    assert_eq!(atrio.everything().await, before);
}

async fn without_a_session_nothing_happens(atrio: Atrio) {
    with_leads(&atrio).await;
    let before = atrio.everything().await;
    let mut nobody = Browser::new(&atrio);
    let create: Vec<_> = GOOD.into_iter().chain([("id", "nuovo")]).collect();
    let save: Vec<_> = GOOD.into_iter().chain([("id", "dora"), ("version", "x")]).collect();
    let convert: Vec<_> = CONVERSION.into_iter().chain([("lead", "dora"), ("client", "nuovo")]).collect();
    for (function, fields) in [
        ("create_lead", &*create),
        ("save_lead", &*save),
        ("move_lead", &[("id", "dora.new"), ("to", "won"), ("before", ""), ("page", "board")]),
        ("delete_lead", &[("id", "dora")]),
        ("add_activity", &[("lead", "dora"), ("id", "x"), ("form[kind]", "note"), ("form[text]", "x")]),
        ("delete_activity", &[("lead", "dora"), ("id", "prima")]),
        ("convert_lead", &*convert),
    ] {
        let address = sent(&mut nobody, function, fields).await;
        assert!(address.contains("error=signed-out"), "{function}: {address}");
    }
    for function in ["leads", "lead_board", "new_lead", "lead"] {
        let answer =
            Answer::to(nobody.request(Method::POST, &format!("/rpc/{function}")).body("id=dora")).await;
        assert!(
            answer.status.is_client_error() && !answer.text.contains("Dora"),
            "{function}: {}",
            answer.text
        );
    }
    assert_eq!(atrio.everything().await, before);
}
