//! `/f/{key}` and `POST /rpc/form/{key}`: contact forms of Atrio.

mod limits;

use reqwest::{Method, RequestBuilder, header};
use serde_json::{Value, json};

use crate::admin_browser::{admin, get_page, post_form, submit_form};
use crate::browser::form;
use crate::source_webhooks::{create_source, stored_deliveries};
use crate::support::{NOW, TestResponse, TestServer, on_both_databases, on_sqlite};

on_sqlite![
    form_and_webhook_create_one_lead,
    form_sent_twice_is_one_delivery,
    changed_text_of_the_same_page_is_another_delivery,
    consent_is_required_and_stored_with_the_delivery,
    filled_honeypot_gets_the_thanks_and_is_stored_as_spam,
    form_key_opens_no_webhook_and_webhook_key_no_form,
    form_of_another_site_is_refused,
    refused_form_is_in_the_cookie_of_its_page_only,
    refused_form_too_long_for_a_cookie_is_shown_at_once,
    page_is_in_the_language_of_the_form_or_of_the_browser,
    page_follows_the_settings_and_needs_no_script,
    source_page_shows_address_and_qr_code,
    source_stays_a_form_or_a_webhook,
];

on_both_databases![refused_form_keeps_input_and_stores_nothing, unknown_and_inactive_forms_take_nothing];

const ANNA: [(&str, &str); 3] =
    [("form[name]", "Anna Verdi"), ("form[email]", "anna@example.it"), ("form[message]", "Vorrei un sito.\r\nGrazie")];

/// Creates a form; returns its key.
async fn create_form(atrio: &TestServer, id: &str, settings: Value) -> String {
    let address = create_source(atrio, id, json!({ "kind": "atrio_form", "form": settings })).await;
    address.rsplit('/').next().expect("a key").to_owned()
}

/// Sends the form as a browser does.
async fn send(atrio: &TestServer, key: &str, id: &str, fields: &[(&str, &str)]) -> TestResponse {
    let request = atrio.request(Method::POST, &format!("/rpc/form/{key}"));
    submit(request.header("accept", "text/html,*/*;q=0.8"), id, fields).await
}

/// Sends the form as a program does, unless the request accepts HTML.
async fn submit(request: RequestBuilder, id: &str, fields: &[(&str, &str)]) -> TestResponse {
    let fields = [&[("id", id)], fields].concat();
    TestResponse::to(request.header("sec-fetch-site", "same-origin").body(form(&fields))).await
}

/// Checks that the form was accepted; returns the page that follows.
async fn thanks(atrio: &TestServer, key: &str, response: &TestResponse) -> String {
    assert_eq!((response.status.as_u16(), response.header("location")), (302, &*format!("/f/{key}?sent=1")));
    let page = atrio.get(&format!("/f/{key}?sent=1")).await;
    assert!(page.status == 200 && page.text.contains("Grazie, messaggio inviato"), "{}", page.text);
    page.text
}

/// Checks that the form was refused; returns the page that the browser opens then.
async fn refused(atrio: &TestServer, key: &str, response: &TestResponse) -> TestResponse {
    let location = response.header("location");
    assert_eq!(response.status, 302, "{}", response.text);
    assert!(location.starts_with(&format!("/f/{key}?refused=")), "{location}");
    let cookie = response.header("set-cookie").split(';').next().expect("a cookie").to_owned();
    let page = TestResponse::to(atrio.request(Method::GET, location).header("cookie", cookie)).await;
    assert_eq!((page.status.as_u16(), page.header("cache-control")), (200, "no-store"));
    page
}

#[track_caller]
fn assert_outcomes(deliveries: &[Value], outcomes: &[&str]) {
    let stored: Vec<_> = deliveries.iter().map(|delivery| delivery["outcome"].as_str().expect("a word")).collect();
    assert_eq!(stored, outcomes);
}

async fn form_and_webhook_create_one_lead(atrio: TestServer) {
    let key = create_form(&atrio, "modulo", Value::Null).await;
    let webhook = create_source(&atrio, "altro", json!({})).await;
    thanks(&atrio, &key, &send(&atrio, &key, "1", &ANNA).await).await;
    atrio.clock.advance(1_000);
    assert_eq!(atrio.post(&webhook, "email=ANNA@example.it&telefono=333 1234567").await.status, 200);
    let leads = atrio.records("leads").await;
    assert_eq!(leads.len(), 1);
    for (field, value) in [("name", "Anna Verdi"), ("source", "Fonte modulo"), ("phone", "333 1234567")] {
        assert_eq!(leads[0][field], value, "{field}");
    }
    let delivered = stored_deliveries(&atrio).await;
    assert_outcomes(&delivered, &["created", "updated"]);
    assert_eq!((&delivered[0]["headers"], &delivered[0]["content_type"]), (&json!({}), &json!("application/json")));
    let texts: Vec<_> = atrio.records("activities").await.into_iter().map(|one| one["text"].clone()).collect();
    assert!(texts.contains(&json!("Vorrei un sito.\nGrazie")), "{texts:?}");
    let line = atrio.store.lead_source(&crate::support::to_id("modulo")).await.expect("a source").line;
    assert_eq!((line.received, line.taken_in, line.trouble), (1, 1, None));
}

async fn form_sent_twice_is_one_delivery(atrio: TestServer) {
    let key = create_form(&atrio, "modulo", json!({ "consent": "Va bene" })).await;
    let fields = [&ANNA[..], &[("form[consent]", "Va bene")]].concat();
    let [one, two] = [send(&atrio, &key, "pagina", &fields), send(&atrio, &key, "pagina", &fields)];
    let (one, two) = tokio::join!(one, two);
    // Longer than an equal body counts as a repetition.
    atrio.clock.advance(3_600_000);
    for response in [one, two, send(&atrio, &key, "pagina", &fields).await] {
        thanks(&atrio, &key, &response).await;
    }
    let delivered = stored_deliveries(&atrio).await;
    assert_eq!((delivered.len(), &delivered[0]["repeats"]), (1, &json!(2)));
    assert_eq!(atrio.records("activities").await.len(), 1);
}

async fn changed_text_of_the_same_page_is_another_delivery(atrio: TestServer) {
    let key = create_form(&atrio, "modulo", Value::Null).await;
    send(&atrio, &key, "pagina", &ANNA).await;
    atrio.clock.advance(1_000);
    let other = [ANNA[0], ANNA[1], ("form[message]", "Anzi, un logo")];
    thanks(&atrio, &key, &send(&atrio, &key, "pagina", &other).await).await;
    assert_outcomes(&stored_deliveries(&atrio).await, &["created", "updated"]);
}

async fn refused_form_keeps_input_and_stores_nothing(atrio: TestServer) {
    let key = create_form(&atrio, "modulo", Value::Null).await;
    let long = "è".repeat(4_001);
    for (field, value, problem) in [
        ("name", "  ", "Compila questo campo."),
        ("name", &*"x".repeat(201), "Al massimo 200 caratteri"),
        ("email", "anna@casa", "Scrivi un indirizzo e-mail"),
        ("email", "a@x.it,evil@x.it", "Scrivi un indirizzo e-mail"),
        ("email", "", "Compila questo campo."),
        ("phone", "333\0", "Contiene un carattere non ammesso."),
        ("message", &long, "Al massimo 4000 caratteri"),
    ] {
        let name = format!("form[{field}]");
        let others = ANNA.iter().copied().filter(|(other, _)| *other != name);
        let fields: Vec<_> = others.chain([(&*name, value), ("form[company]", "<Verdi & figli>")]).collect();
        let page = &refused(&atrio, &key, &send(&atrio, &key, "pagina", &fields).await).await.text;
        assert!(page.contains("controlla i campi segnalati") && page.contains(problem), "{name}: {page}");
        assert!(page.contains("&lt;Verdi &amp; figli&gt;"), "{name}: {page}");
        assert!(page.contains(r#"name="id" value="pagina""#), "{name}: {page}");
        assert!(value.trim().is_empty() || page.contains(value), "{name} as typed: {page}");
        let (_, input) = page.split_once(&format!("id=\"contact-{field}\"")).expect("the field");
        let input = input.split('>').next().expect("its end");
        assert!(input.contains(" autofocus") && input.contains(r#"aria-invalid="true""#), "{input}");
        assert_eq!(page.matches(" autofocus").count(), 1, "{name}: {page}");
    }
    assert_eq!(stored_deliveries(&atrio).await.len(), 0);
    for body in ["", "%FF=%FF&id=%00", "form[name]", "form[=1&form[]=2&form[name]=%00"] {
        let request = atrio.request(Method::POST, &format!("/rpc/form/{key}")).body(body);
        assert_eq!(TestResponse::to(request).await.status, 422, "a program gets a status: {body}");
    }
    let huge = send(&atrio, &key, "1", &[("form[message]", &"x".repeat(70_000))]).await;
    assert_eq!(huge.status, 413);
    assert_eq!(atrio.get(&format!("/rpc/form/{key}")).await.header("location"), format!("/f/{key}"));
}

async fn consent_is_required_and_stored_with_the_delivery(atrio: TestServer) {
    const TEXT: &str = "Ho letto l’informativa\ne la accetto.";
    let settings = json!({ "consent": TEXT, "privacy_url": "https://example.it/privacy" });
    let key = create_form(&atrio, "modulo", settings).await;
    for consent in ["", "on", "Un testo di prima"] {
        let fields = [&ANNA[..], &[("form[consent]", consent)]].concat();
        let refused = refused(&atrio, &key, &send(&atrio, &key, "pagina", &fields).await).await;
        assert!(refused.text.contains("serve questo consenso"), "{}", refused.text);
        assert!(refused.text.contains("href=\"https://example.it/privacy\""), "{}", refused.text);
    }
    assert_eq!(stored_deliveries(&atrio).await.len(), 0);
    let typed = TEXT.replace('\n', "\r\n");
    let fields = [&ANNA[..], &[("form[consent]", &typed)]].concat();
    thanks(&atrio, &key, &send(&atrio, &key, "pagina", &fields).await).await;
    let body: Value =
        serde_json::from_str(stored_deliveries(&atrio).await[0]["body"].as_str().expect("text")).expect("JSON");
    assert_eq!(body["consent"], json!({ "text": TEXT, "link": "https://example.it/privacy", "given_at": NOW }));
    let activity = &atrio.records("activities").await[0];
    let text = activity["text"].as_str().expect("a text");
    assert!(text.starts_with("Vorrei un sito.\nGrazie\n\n✓ Ho letto l’informativa") && !text.contains(NOW), "{text}");
}

async fn filled_honeypot_gets_the_thanks_and_is_stored_as_spam(atrio: TestServer) {
    let key = create_form(&atrio, "modulo", json!({ "consent": "Va bene" })).await;
    let fields = [("form[website]", "https://spam.example"), ("form[name]", "Bot"), ("form[email]", "no")];
    thanks(&atrio, &key, &send(&atrio, &key, "1", &fields).await).await;
    assert_outcomes(&stored_deliveries(&atrio).await, &["spam"]);
    assert_eq!(atrio.records("leads").await.len(), 0);
}

async fn unknown_and_inactive_forms_take_nothing(atrio: TestServer) {
    let key = create_form(&atrio, "modulo", Value::Null).await;
    for unknown in [&"k".repeat(43), "a%00b", "%FF", &"k".repeat(5_000)] {
        for response in [atrio.get(&format!("/f/{unknown}")).await, send(&atrio, unknown, "1", &ANNA).await] {
            assert_eq!(response.status, 404, "{unknown}");
            assert!(
                response.text.contains("Pagina non trovata") || response.text.contains("non esiste"),
                "{}",
                response.text
            );
        }
    }
    let mut admin = admin(&atrio).await;
    let version = atrio.store.lead_source(&crate::support::to_id("modulo")).await.expect("a source").version;
    submit_form(&mut admin, "switch_source", &[("id", "modulo"), ("version", &version), ("to", "off")]).await;
    let closed = atrio.get(&format!("/f/{key}")).await;
    assert!(closed.status == 404 && closed.text.contains("Questo modulo è chiuso"), "{}", closed.text);
    assert!(!closed.text.contains("<form"), "{}", closed.text);
    assert_eq!(send(&atrio, &key, "1", &ANNA).await.header("location"), format!("/f/{key}"));
    assert_eq!(stored_deliveries(&atrio).await.len(), 0);
    submit_form(&mut admin, "delete_source", &[("id", "modulo")]).await;
    assert_eq!(send(&atrio, &key, "1", &ANNA).await.status, 404);
}

async fn form_key_opens_no_webhook_and_webhook_key_no_form(atrio: TestServer) {
    let key = create_form(&atrio, "modulo", json!({ "consent": "Va bene" })).await;
    let webhook = create_source(&atrio, "altro", json!({})).await;
    let refused = atrio.post(&format!("/api/webhooks/lead/{key}"), r#"{"name":"Anna","email":"a@b.it"}"#).await;
    refused.assert_error(403, "Non autorizzato");
    let other = webhook.rsplit('/').next().expect("a key");
    assert_eq!(atrio.get(&format!("/f/{other}")).await.status, 404);
    assert_eq!(send(&atrio, other, "1", &ANNA).await.status, 404);
    assert_eq!(stored_deliveries(&atrio).await.len(), 0);
}

async fn form_of_another_site_is_refused(atrio: TestServer) {
    let key = create_form(&atrio, "modulo", Value::Null).await;
    let request = atrio.request(Method::POST, &format!("/rpc/form/{key}")).header("sec-fetch-site", "cross-site");
    assert_eq!(TestResponse::to(request.body(form(&ANNA))).await.status, 403);
    // No visitor needs a cookie.
    let page = atrio.get(&format!("/f/{key}")).await;
    assert!(!page.headers.contains_key(header::SET_COOKIE));
}

async fn refused_form_is_in_the_cookie_of_its_page_only(atrio: TestServer) {
    let key = create_form(&atrio, "modulo", Value::Null).await;
    let fields = [("form[name]", "Anna Verdi"), ("form[email]", "anna@casa")];
    let response = send(&atrio, &key, "pagina", &fields).await;
    let cookie = response.header("set-cookie");
    for part in [&*format!("; Path=/f/{key}; Max-Age=600; HttpOnly; SameSite=Lax"), "atrio.form="] {
        assert!(cookie.contains(part), "{part}: {cookie}");
    }
    assert!(!response.header("location").contains("Anna") && !cookie.contains("Anna"), "{cookie}");
    let value = cookie.split(';').next().expect("a cookie").to_owned();
    let open = async |path: &str, cookie: &str| {
        let request = atrio.request(Method::GET, &format!("/f/{key}{path}")).header("cookie", cookie);
        TestResponse::to(request).await
    };
    // A reload, and the way back from the next page.
    for _ in 0..2 {
        assert!(open("?refused=pagina", &value).await.text.contains("anna@casa"));
    }
    for (path, cookie) in [
        ("", &*value),
        ("?refused=", &value),
        ("?refused=altra", &value),
        ("?refused=pagina", ""),
        ("?refused=pagina", &value[..value.len() - 9]),
        ("?refused=pagina", "atrio.form=%00; atrio.form="),
    ] {
        let page = open(path, cookie).await;
        assert!(page.status == 200 && page.text.contains("<form") && !page.text.contains("casa"), "{path} {cookie}");
    }
    let thanks = open("?sent=1", &value).await;
    assert!(thanks.header("set-cookie").starts_with("atrio.form=; Path=/f/"), "{:?}", thanks.headers);
    for (id, expected) in [("a/b?c", None), (&"9".repeat(60_000), None), ("0198-c0de", Some("?refused=0198-c0de"))] {
        let location = send(&atrio, &key, id, &fields).await.header("location").to_owned();
        assert!(location.len() < 120 && !location.contains("a/b"), "{location}");
        assert!(expected.is_none_or(|expected| location.ends_with(expected)), "{location}");
    }
}

async fn refused_form_too_long_for_a_cookie_is_shown_at_once(atrio: TestServer) {
    let key = create_form(&atrio, "modulo", Value::Null).await;
    // Compression does not make it much shorter.
    let digits = |number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_string();
    let text = (1..220).map(digits).collect::<Vec<_>>().join("è");
    let fields = [("form[name]", " "), ("form[email]", "anna@example.it"), ("form[message]", &*text)];
    let response = send(&atrio, &key, "pagina", &fields).await;
    assert_eq!(response.status, 422);
    assert!(!response.headers.contains_key(header::SET_COOKIE) && response.text.contains(&text), "{}", response.text);
}

async fn page_is_in_the_language_of_the_form_or_of_the_browser(atrio: TestServer) {
    let free = create_form(&atrio, "libero", Value::Null).await;
    let fixed = create_form(&atrio, "fisso", json!({ "language": "it" })).await;
    for (key, accepted, expected) in [
        (&free, "en-GB,en;q=0.9,it;q=0.5", "Tell us what you have in mind"),
        (&free, "it-IT", "Raccontaci cosa hai in mente"),
        (&free, "de", "Raccontaci cosa hai in mente"),
        (&fixed, "en", "Raccontaci cosa hai in mente"),
    ] {
        let request = atrio.request(Method::GET, &format!("/f/{key}")).header("accept-language", accepted);
        let page = TestResponse::to(request).await.text;
        assert!(page.contains(expected), "{accepted}: {page}");
    }
    let post = atrio.request(Method::POST, &format!("/rpc/form/{free}")).header("accept-language", "en");
    let location = submit(post, "page", &ANNA).await.header("location").to_owned();
    let thanks = atrio.request(Method::GET, &location).header("accept-language", "en");
    assert!(TestResponse::to(thanks).await.text.contains("Thank you"));
}

async fn page_follows_the_settings_and_needs_no_script(atrio: TestServer) {
    let key = create_form(&atrio, "modulo", Value::Null).await;
    let page = atrio.get(&format!("/f/{key}")).await;
    assert_eq!(page.header("x-robots-tag"), "noindex");
    assert_eq!(page.header("cache-control"), "no-store");
    assert!(!page.text.contains("<script") && !page.text.contains("wasm"), "{}", page.text);
    for part in [
        "<h1>Raccontaci cosa hai in mente</h1>",
        "Di cosa hai bisogno?",
        r#"action="/rpc/form/"#,
        r#"autocomplete="name""#,
        r#"autocomplete="email""#,
        r#"autocomplete="tel""#,
        r#"autocomplete="organization""#,
        r#"aria-hidden="true" class="sr-only""#,
    ] {
        assert!(page.text.contains(part), "{part}: {}", page.text);
    }
    assert!(!page.text.contains("type=\"checkbox\""), "{}", page.text);

    let mut admin = admin(&atrio).await;
    let version = atrio.store.lead_source(&crate::support::to_id("modulo")).await.expect("a source").form_version;
    let fields = [
        ("id", "modulo"),
        ("version", &*version),
        ("form[intro]", "Rispondiamo <subito>."),
        ("form[consent]", "Va bene"),
        ("form[company]", "on"),
    ];
    let wrong = [&fields[..], &[("form[privacy_url]", "javascript:alert(1)")]].concat();
    let location = submit_form(&mut admin, "save_contact_form", &wrong).await;
    let shown = get_page(&mut admin, location.split('#').next().expect("a page")).await;
    assert!(shown.contains("javascript:alert(1)") && shown.contains("inizi con https://"), "{shown}");
    submit_form(&mut admin, "save_contact_form", &fields).await;
    let stale =
        post_form(&mut admin, "save_contact_form", &[("id", "modulo"), ("version", &version), ("form[intro]", "")])
            .await;
    assert!(stale.header("location").contains("error=stale"), "{}", stale.header("location"));
    atrio.store.set_setting("language", "en").await.expect("a setting");
    let page = atrio.get(&format!("/f/{key}")).await.text;
    for part in [
        "Tell us what you have in mind",
        "Rispondiamo &lt;subito&gt;.",
        r#"value="Va bene""#,
        r#"id="contact-company""#,
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(!page.contains("contact-phone"), "{page}");
}

async fn source_page_shows_address_and_qr_code(atrio: TestServer) {
    let key = create_form(&atrio, "modulo", Value::Null).await;
    let page = get_page(&mut admin(&atrio).await, "/admin/leads/sources/modulo").await;
    let address = format!("{}/f/{key}", atrio.origin);
    for part in [
        &*format!("value=\"{address}\""),
        &format!("href=\"{address}\""),
        r#"aria-label="Codice QR del modulo" class="qr__code"><svg"#,
        r#"download="qr-code.svg""#,
        "Testi e campi",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(!page.contains("/api/webhooks/lead/") && !page.contains("La firma"), "{page}");
}

async fn source_stays_a_form_or_a_webhook(atrio: TestServer) {
    create_form(&atrio, "modulo", Value::Null).await;
    create_source(&atrio, "altro", json!({})).await;
    let mut admin = admin(&atrio).await;
    for (id, kind) in [("modulo", "generic"), ("altro", "atrio_form")] {
        let version = atrio.store.lead_source(&crate::support::to_id(id)).await.expect("a source").version;
        let fields =
            [("id", id), ("version", &*version), ("form[name]", "X"), ("form[kind]", kind), ("form[active]", "on")];
        let location = submit_form(&mut admin, "save_source", &fields).await;
        assert!(location.contains("error=invalid"), "{location}");
        assert_ne!(
            atrio.store.lead_source(&crate::support::to_id(id)).await.expect("a source").line.source.kind.as_str(),
            kind
        );
    }
    let edit = get_page(&mut admin, "/admin/leads/sources/altro?edit=1").await;
    assert!(!edit.contains(r#"value="atrio_form""#), "{edit}");
}
