//! Messages with files, of the JSON API and of the forms of both sides.

use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::admin_browser::admin;
use crate::browser::Browser;
use crate::contacts::{CARLA, with_contacts};
use crate::files::{PDF, PNG, uploaded};
use crate::support::{ANNA, BRUNO, TestResponse, TestServer, on_both_databases, on_sqlite};

on_both_databases![message_carries_files_to_all_people_of_the_client];

on_sqlite![
    message_with_files_is_checked_in_order,
    message_may_point_at_an_image,
    repeated_message_answers_as_first_written,
    form_of_the_portal_sends_files,
    form_of_the_agency_sends_files,
    rejected_message_form_keeps_its_text_and_files,
    form_with_files_stores_nothing_of_strangers,
    files_of_forms_count_as_uploads,
];

async fn comment(atrio: &TestServer, token: &str, more: Value) -> TestResponse {
    let mut body = json!({ "token": token, "entity_type": "general", "entity_id": "anna" });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    atrio.post("/api/client/comment", body.to_string()).await
}

fn id(file: &Value) -> String {
    file["id"].as_str().unwrap().to_owned()
}

/// A form in parts: the fields, then files by name.
fn parts(fields: &[(&'static str, &str)], files: &[(&str, &'static [u8])]) -> Form {
    let form = fields.iter().fold(Form::new(), |form, (name, value)| form.text(*name, (*value).to_owned()));
    files.iter().fold(form, |form, (name, bytes)| form.part("file", Part::bytes(*bytes).file_name((*name).to_owned())))
}

async fn send(browser: &mut Browser, path: &str, form: Form) -> TestResponse {
    let request = browser.request(Method::POST, path).header("accept", "text/html");
    browser.send(request.multipart(form)).await
}

async fn message_carries_files_to_all_people_of_the_client(atrio: TestServer) {
    with_contacts(&atrio).await;
    let first = uploaded(&atrio, CARLA, "è.pdf", PDF).await;
    let second = uploaded(&atrio, CARLA, "b.png", PNG).await;
    let response = comment(&atrio, CARLA, json!({ "files": [id(&second), id(&first)] })).await;
    assert_eq!(response.status, 201, "{}", response.text);
    let written = response.json()["comment"].clone();
    assert_eq!((&written["text"], &written["files"]), (&json!(""), &json!([second, first])));
    assert_eq!(written.get("pin"), None);
    for path in ["/api/client/chat?project_id=sito", "/api/client/history?channel_key=anna&before=2027-01-01"] {
        let read = atrio.get(&format!("{path}&token={ANNA}")).await.json();
        let list = read["comments"].as_array().unwrap().clone();
        assert!(list.contains(&written), "{path}: {list:?}");
        assert!(list.iter().any(|one| one.get("files").is_none()), "{path}: {list:?}");
    }
    let path = format!("/api/client/files/{}?token=", id(&first));
    assert_eq!(atrio.get(&format!("{path}{ANNA}")).await.status, 200);
    atrio.get(&format!("{path}{BRUNO}")).await.assert_error(404, "File non trovato");
    let files = [id(&uploaded(&atrio, BRUNO, "b.png", PNG).await), id(&uploaded(&atrio, BRUNO, "è.pdf", PDF).await)];
    comment(&atrio, BRUNO, json!({ "entity_id": "bruno", "files": files })).await;
    let inbox = admin(&atrio).await.get("/admin").await.text;
    assert!(inbox.contains("«b.png, è.pdf»"), "names stand for the text");
}

async fn message_with_files_is_checked_in_order(atrio: TestServer) {
    let file = id(&uploaded(&atrio, ANNA, "a.pdf", PDF).await);
    let eleven: Vec<String> = (0..11).map(|number| format!("f{number}")).collect();
    for wrong in [
        json!({ "files": [] }),
        json!({ "files": eleven }),
        json!({ "files": [1] }),
        json!({ "files": "a" }),
        json!({ "files": [file, file] }),
        json!({ "text": " " }),
        json!({}),
        json!({ "files": null }),
        json!({ "text": "Ciao", "files": [] }),
        json!({ "text": "x".repeat(2001), "files": [file] }),
        json!({ "text": "Ciao", "pin": { "deliverable_id": "mockup", "version": 1, "x": 0, "y": 1001 } }),
        json!({ "text": "Ciao", "pin": { "deliverable_id": "mockup", "version": 0, "x": 0, "y": 0 } }),
        json!({ "text": "Ciao", "pin": { "deliverable_id": "mockup", "version": 1, "x": 0.5, "y": 0 } }),
        json!({ "text": "Ciao", "pin": { "deliverable_id": "mockup", "version": 1, "x": 0, "y": 0 } }),
    ] {
        let response = comment(&atrio, ANNA, wrong.clone()).await;
        assert_eq!((response.status.as_u16(), response.text.contains("Dati non validi")), (400, true), "{wrong}");
    }
    comment(&atrio, "nessuno-0000", json!({ "files": ["x"] })).await.assert_error(404, "Token non valido");
    let foreign = uploaded(&atrio, BRUNO, "b.pdf", PDF).await;
    for unknown in ["nessuno", "../x", "", &id(&foreign)] {
        let refused = comment(&atrio, ANNA, json!({ "text": "Ecco", "files": [file, unknown] })).await;
        refused.assert_error(404, "File non trovato");
    }
    let sent = comment(&atrio, ANNA, json!({ "text": " \n", "files": [file] })).await;
    assert_eq!((sent.status.as_u16(), &sent.json()["comment"]["text"]), (201, &json!("")), "nothing has used it up");
    comment(&atrio, ANNA, json!({ "files": [file] })).await.assert_error(404, "File non trovato");
}

async fn message_may_point_at_an_image(atrio: TestServer) {
    let digest = "a".repeat(64);
    let file = json!({ "id": "foto", "sha256": digest, "size": 1, "name": "a.png", "content_type": "image/png" });
    let version = json!({ "id": "due", "deliverable_id": "mockup", "number": 2, "file_id": "foto" });
    let import = json!({ "files": [file], "deliverable_versions": [version] });
    atrio.import(&import).await;
    atrio.sql("UPDATE deliverable SET status = 'in_review' WHERE id = 'mockup'").await;
    let pin = json!({ "deliverable_id": "mockup", "version": 2, "x": 1000, "y": 0 });
    let body = json!({ "text": "Qui", "entity_type": "phase", "entity_id": "design", "pin": pin });
    let sent = comment(&atrio, ANNA, body.clone()).await;
    assert_eq!((sent.status.as_u16(), &sent.json()["comment"]["pin"]), (201, &pin), "{}", sent.text);
    let exported = atrio.records("comments").await;
    assert_eq!(exported.iter().filter(|one| one.get("pin") == Some(&pin)).count(), 1);
    comment(&atrio, ANNA, json!({ "text": "Qui", "pin": pin })).await.assert_error(400, "Dati non validi");
}

async fn repeated_message_answers_as_first_written(atrio: TestServer) {
    let file = id(&uploaded(&atrio, ANNA, "a.pdf", PDF).await);
    let send = async |files: Value| {
        let body =
            json!({ "token": ANNA, "entity_type": "general", "entity_id": "anna", "text": "Ecco", "files": files });
        let request = atrio
            .request(Method::POST, "/api/client/comment")
            .header("idempotency-key", "0198c0de-0000-7000-8000-000000000001");
        TestResponse::to(request.body(body.to_string())).await
    };
    let first = send(json!([file])).await;
    for files in [json!([file]), json!(["nessuno"])] {
        let again = send(files).await;
        assert_eq!((again.status.as_u16(), again.json()), (201, first.json()));
    }
    send(json!([])).await.assert_error(400, "Dati non validi");
}

async fn form_of_the_portal_sends_files(atrio: TestServer) {
    let mut anna = Browser::new(&atrio);
    let page = anna.get(&format!("/c/{ANNA}")).await.text;
    assert!(page.contains("enctype=\"multipart/form-data\"") && page.contains("name=\"file\" type=\"file\" multiple"));
    let pass = atrio.credential(ANNA).await;
    let fields = [
        ("key", "anna-verdi-x7k2"),
        ("pass", &*pass),
        ("project", "sito"),
        ("channel", "design"),
        ("text", "Ecco\r\nil logo"),
    ];
    let sent = send(&mut anna, "/rpc/comment", parts(&fields, &[("logo è.png", PNG), ("testi.pdf", PDF)])).await;
    assert_eq!(sent.status, 302, "{}", sent.text);
    assert!(sent.header("location").ends_with("#conversation") && !sent.header("location").contains("error"));
    let records = atrio.records("comments").await;
    let written = records.iter().find(|one| one["text"] == "Ecco\nil logo").expect("the message");
    assert_eq!(written["files"].as_array().unwrap().len(), 2);
    let page = anna.get(&format!("/c/{ANNA}?project=sito&channel=design")).await.text;
    assert!(page.contains("alt=\"logo è.png\"") && page.contains("testi.pdf · 22 byte"), "{page}");
    // Browsers send an empty part when no file was chosen.
    let fields =
        [("key", "anna-verdi-x7k2"), ("pass", &*pass), ("project", "sito"), ("channel", "design"), ("text", "Senza")];
    let sent = send(&mut anna, "/rpc/comment", parts(&fields, &[("", b"")])).await;
    assert!(!sent.header("location").contains("error"), "{}", sent.header("location"));
    let records = atrio.records("comments").await;
    assert!(records.iter().any(|one| one["text"] == "Senza" && one.get("files").is_none()));
}

async fn form_of_the_agency_sends_files(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let fields = [("client", "anna"), ("channel", "design"), ("form[text]", ""), ("form[id]", "risposta-1")];
    for _ in 0..2 {
        let sent = send(&mut admin, "/rpc/admin/reply", parts(&fields, &[("a.pdf", PDF)])).await;
        assert!(!sent.header("location").contains("error"), "{}", sent.header("location"));
    }
    let with_files = |records: Vec<Value>| records.into_iter().filter(|one| one.get("files").is_some()).count();
    assert_eq!(with_files(atrio.records("comments").await), 1, "a form sent twice");
    let read = atrio.get(&format!("/api/client/chat?token={ANNA}&project_id=sito")).await.json();
    let files: Vec<_> = read["comments"].as_array().unwrap().iter().filter_map(|one| one.get("files")).collect();
    let file = id(&files[0][0]);
    assert_eq!(atrio.get(&format!("/api/client/files/{file}?token={ANNA}")).await.status, 200);
    assert!(admin.get("/admin/inbox/anna?channel=design").await.text.contains("a.pdf · 22 byte"));
}

async fn rejected_message_form_keeps_its_text_and_files(atrio: TestServer) {
    let mut anna = Browser::new(&atrio);
    let (pass, long) = (atrio.credential(ANNA).await, "x".repeat(2001));
    let fields = |text| {
        [("key", "anna-verdi-x7k2"), ("pass", &*pass), ("project", "sito"), ("channel", "design"), ("text", text)]
    };
    let sent = send(&mut anna, "/rpc/comment", parts(&fields(&long), &[("a.pdf", PDF)])).await;
    assert!(sent.header("location").contains("error=too-long"), "{}", sent.header("location"));
    let page = anna.get(sent.header("location")).await.text;
    let (_, kept) = page.split_once("form=\"composer\" name=\"files\" value=\"").expect("what was kept");
    let kept = kept.split_once('"').unwrap().0;
    let mut again = fields("Breve").to_vec();
    again.push(("files", kept));
    send(&mut anna, "/rpc/comment", parts(&again, &[("b.png", PNG)])).await;
    let records = atrio.records("comments").await;
    let written = records.iter().find(|one| one["text"] == "Breve").expect("the message");
    assert_eq!((written["files"].as_array().unwrap().len(), &written["files"][0]), (2, &json!(kept)));

    let eleven = [("a.pdf", PDF); 11];
    let sent = send(&mut anna, "/rpc/comment", parts(&fields("Undici"), &eleven)).await;
    assert!(sent.header("location").contains("error=too-many-files"), "{}", sent.header("location"));
    let small = atrio.with_config(|config| config.files.max_file = 10).await;
    let mut anna = Browser::new(&small);
    let sent = send(&mut anna, "/rpc/comment", parts(&fields("Grande"), &[("a.pdf", PDF)])).await;
    assert!(sent.header("location").contains("error=file-too-large"), "{}", sent.header("location"));
    assert!(anna.get(sent.header("location")).await.text.contains("Grande"), "the text is kept");
    // The limit is that of each file.
    let several = parts(&fields("Due"), &[("a.txt", &b"primo"[..]), ("b.txt", b"secondo")]);
    let sent = send(&mut anna, "/rpc/comment", several).await;
    assert!(!sent.header("location").contains("error="), "{}", sent.header("location"));
    assert!(!atrio.records("comments").await.iter().any(|one| one["text"] == "Undici" || one["text"] == "Grande"));
}

async fn form_with_files_stores_nothing_of_strangers(atrio: TestServer) {
    let mut stranger = Browser::new(&atrio);
    let fields =
        [("key", "anna-verdi-x7k2"), ("pass", "nessuno"), ("project", "sito"), ("channel", "design"), ("text", "Ecco")];
    let sent = send(&mut stranger, "/rpc/comment", parts(&fields, &[("a.pdf", PDF)])).await;
    assert!(sent.header("location").contains("error=missing"), "{}", sent.header("location"));
    let reply = [("client", "anna"), ("channel", "design"), ("form[text]", "Ecco")];
    let sent = send(&mut stranger, "/rpc/admin/reply", parts(&reply, &[("a.pdf", PDF)])).await;
    assert!(sent.status == 302 || sent.status == 401, "{}", sent.status);
    // A credential after the file comes too late.
    let form = parts(&[], &[("a.pdf", PDF)]).text("pass", atrio.credential(ANNA).await);
    send(&mut stranger, "/rpc/comment", form).await;
    assert!(atrio.records("files").await.is_empty());
    // The fields together are no longer than those of another form.
    let half = "x".repeat(40 * 1024);
    let long = send(&mut stranger, "/rpc/comment", parts(&[("text", &*half), ("more", &*half)], &[])).await;
    assert_eq!(long.status, 400);
    let broken = stranger.request(Method::POST, "/rpc/comment").header("accept", "text/html");
    let broken = broken.header("content-type", "multipart/form-data; boundary=B").body("--B\r\nx");
    assert_eq!(stranger.send(broken).await.status, 400);
}

async fn files_of_forms_count_as_uploads(atrio: TestServer) {
    let pass = atrio.credential(ANNA).await;
    let fields =
        [("key", "anna-verdi-x7k2"), ("pass", &*pass), ("project", "sito"), ("channel", "design"), ("text", "Dieci")];
    for status in [302, 302, 429] {
        let request = atrio.request_from("203.0.113.9", Method::POST, "/rpc/comment").header("accept", "text/html");
        let sent = TestResponse::to(request.multipart(parts(&fields, &[("a.pdf", PDF); 10]))).await;
        assert_eq!(sent.status, status);
    }
}
