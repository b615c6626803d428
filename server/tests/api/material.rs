//! Material: what the agency asks for, what the client sends from the portal's pages, and who may do what.

use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::admin_browser::{admin, field_value, get_page, submit_form};
use crate::browser::form;
use crate::contacts::{CARLA, DINO, with_contacts};
use crate::support::{ANNA, BRUNO, TestResponse, TestServer, on_both_databases, on_sqlite};

on_both_databases![client_sends_files_and_a_text_that_the_agency_looks_at];

on_sqlite![form_with_files_checks_who_sends_before_a_file_is_stored, agency_asks_with_a_template];

const UPLOAD: &str = "/rpc/upload/material";
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";
const MATERIALS: &str = "/admin/projects/sito/materials";

async fn ask(atrio: &TestServer) {
    let request = |id: &str, title: &str, kind: &str, list: Option<&str>| json!({ "id": id, "project_id": "sito", "title": title, "kind": kind, "list": list, "due_on": "2026-11-25" });
    let requests = json!({ "material_requests": [
        request("logo", "Logo in vettoriale", "file", Some("Chi siamo")),
        request("testi", "Testi della pagina", "text", Some("Chi siamo")),
    ] });
    atrio.import(&requests).await;
}

async fn fields(atrio: &TestServer, token: &str, request: &str) -> Form {
    let pass = atrio.credential(token).await;
    let form = Form::new().text("pass", pass).text("key", "anna-verdi-x7k2").text("project", "sito");
    form.text("request", request.to_owned())
}

fn file(name: &str) -> Part {
    Part::bytes(PNG.to_vec()).file_name(name.to_owned())
}

/// Where the form leads.
async fn send(atrio: &TestServer, form: Form) -> String {
    TestResponse::to(atrio.request(Method::POST, UPLOAD).multipart(form)).await.header("location").to_owned()
}

async fn request(atrio: &TestServer, id: &str) -> Value {
    atrio.records("material_requests").await.into_iter().find(|one| one["id"] == id).unwrap()
}

async fn client_sends_files_and_a_text_that_the_agency_looks_at(atrio: TestServer) {
    ask(&atrio).await;
    let home = atrio.get(&format!("/c/{ANNA}?project=sito")).await.text;
    assert!(home.contains("Chi siamo") && home.contains("Ancora niente è arrivato"), "{home}");
    let page = atrio.get(&format!("/c/{ANNA}?project=sito&material=testi")).await.text;
    assert!(page.contains("Logo in vettoriale") && page.contains("mercoledì 25 novembre"), "{page}");
    assert!(page.contains("capture=\"environment\"") && page.contains("multiple"), "{page}");

    let chosen = fields(&atrio, ANNA, "logo").await.part("file", file("uno.png")).part("file", file("due.png"));
    let sent = send(&atrio, chosen).await;
    assert_eq!(sent, "/c/anna-verdi-x7k2?project=sito&material=logo&about=logo&done=sent");
    let stored = request(&atrio, "logo").await;
    assert_eq!((&stored["status"], stored["files"].as_array().unwrap().len()), (&json!("received"), 2));
    assert_eq!(stored["answered_by"], "Anna Verdi");
    let page = atrio.get(&sent).await.text;
    assert!(page.contains("uno.png") && page.contains("Uno su due è arrivato"), "{page}");

    let pass = atrio.credential(ANNA).await;
    let text = |text: &'static str| {
        let fields =
            [("key", "anna-verdi-x7k2"), ("pass", &*pass), ("project", "sito"), ("request", "testi"), ("text", text)];
        let request = atrio.request(Method::POST, "/rpc/send-text").header("accept", "text/html").body(form(&fields));
        TestResponse::to(request.header("content-type", "application/x-www-form-urlencoded"))
    };
    let refused = text(" ").await.header("location").to_owned();
    assert!(refused.contains("error=empty"), "{refused}");
    assert!(text("Nati nel 1950.").await.header("location").contains("done=sent"));

    let mut admin = admin(&atrio).await;
    let today = get_page(&mut admin, "/admin/today").await;
    assert!(today.contains("2 risposte"), "{today}");
    let page = get_page(&mut admin, MATERIALS).await;
    assert!(page.contains("Nati nel 1950.") && page.contains("due.png"), "{page}");
    let version = field_value(&page, "id=\"material-testi\"", "version");
    atrio.clock.advance(1_000);
    assert!(text("Nati nel 1951.").await.header("location").contains("done=sent"));
    let accept = [("project", "sito"), ("id", "testi"), ("version", &*version)];
    assert_eq!(submit_form(&mut admin, "accept_material", &accept).await, format!("{MATERIALS}?error=changed"));
    let reopen = [&accept[..], &[("form[reason]", "Manca il 1952")]].concat();
    let refused = submit_form(&mut admin, "reopen_material", &reopen).await;
    assert!(refused.starts_with(&format!("{MATERIALS}?error=stale&unsaved=")), "{refused}");
    let page = get_page(&mut admin, refused.split('#').next().unwrap_or_default()).await;
    assert!(page.contains("Nati nel 1951.") && page.contains("Manca il 1952"), "{page}");
    assert_ne!(field_value(&page, "id=\"material-testi\"", "version"), version);
    assert_eq!(request(&atrio, "testi").await["status"], "received");
    submit_form(&mut admin, "accept_material", &[("project", "sito"), ("id", "testi")]).await;
    let reopen = [("project", "sito"), ("id", "logo"), ("form[reason]", "Serve in SVG")];
    submit_form(&mut admin, "reopen_material", &reopen).await;
    assert_eq!(request(&atrio, "testi").await["status"], "accepted");
    let page = atrio.get(&format!("/c/{ANNA}?project=sito&material=logo")).await.text;
    assert!(page.contains("Serve in SVG") && page.contains("uno.png") && page.contains("Va bene così"), "{page}");
}

async fn form_with_files_checks_who_sends_before_a_file_is_stored(atrio: TestServer) {
    with_contacts(&atrio).await;
    ask(&atrio).await;
    let form = async |token: &str, request: &str| fields(&atrio, token, request).await.part("file", file("uno.png"));
    for (form, error) in [
        (Form::new().part("file", file("uno.png")), "missing"),
        (form(DINO, "logo").await, "not-allowed"),
        (form(BRUNO, "logo").await, "missing"),
        (form(ANNA, "nessuna").await, "missing"),
        (form(ANNA, "testi").await, "missing"),
        (fields(&atrio, ANNA, "logo").await, "no-file"),
        (fields(&atrio, ANNA, "logo").await.part("file", Part::bytes(Vec::new()).file_name("")), "no-file"),
        (fields(&atrio, ANNA, "logo").await.part("file", Part::bytes(Vec::new()).file_name("uno.png")), "no-file"),
        (fields(&atrio, ANNA, "logo").await.part("other", file("uno.png")), "garbled"),
    ] {
        let location = send(&atrio, form).await;
        assert!(
            location.ends_with(&format!("&error={error}")) || location.ends_with(&format!("?error={error}")),
            "{location}: {error}"
        );
    }
    assert_eq!(atrio.records("files").await, Vec::<Value>::new());
    let eleven = (0..11).map(|n| n.to_string()).collect::<Vec<_>>().join(",");
    let many = send(&atrio, fields(&atrio, ANNA, "logo").await.text("upload", eleven)).await;
    assert!(many.ends_with("error=too-many-files"), "{many}");
    let page = atrio.get(&format!("/c/{DINO}?project=sito")).await.text;
    assert!(page.contains("has left sending it") && !page.contains(UPLOAD), "{page}");
    let page = atrio.get(&format!("/c/{DINO}?project=sito&material=logo")).await.text;
    assert!(page.contains("Logo in vettoriale") && !page.contains(UPLOAD), "{page}");

    assert!(send(&atrio, form(CARLA, "logo").await).await.ends_with("done=sent"));
    assert_eq!(request(&atrio, "logo").await["answered_by"], "Carla Neri");
    atrio.sql("UPDATE material_request SET status = 'accepted'").await;
    assert!(send(&atrio, form(ANNA, "logo").await).await.ends_with("error=changed"));
    assert_eq!(atrio.records("files").await.len(), 1);
}

async fn agency_asks_with_a_template(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let template = [
        ("id", "base"),
        ("version", ""),
        ("form[title]", "Base"),
        ("form[title-0]", "Logo"),
        ("form[kind-0]", "file"),
        ("form[title-2]", "Testi"),
        ("form[kind-2]", "text"),
    ];
    let saved = submit_form(&mut admin, "save_material_template", &template).await;
    assert!(saved.contains("done=saved"), "{saved}");
    let page = get_page(&mut admin, MATERIALS).await;
    assert!(page.contains("Base"), "{page}");
    let ask = [
        ("project", "sito"),
        ("id", "r"),
        ("form[template]", "base"),
        ("form[list]", ""),
        ("form[due_on]", "2026-12-01"),
    ];
    for _ in 0..2 {
        submit_form(&mut admin, "ask_template", &ask).await;
    }
    let requests = atrio.records("material_requests").await;
    let asked: Vec<_> = requests
        .iter()
        .map(|one| (one["id"].as_str().unwrap(), one["list"].as_str(), one["kind"].as_str().unwrap()))
        .collect();
    assert_eq!(asked, [("r-00", Some("Base"), "file"), ("r-01", Some("Base"), "text")]);
    let one = [("project", "sito"), ("id", "una"), ("form[title]", ""), ("form[kind]", "file")];
    let refused = submit_form(&mut admin, "ask_material", &one).await;
    assert!(refused.contains("error=invalid"), "{refused}");
    let foreign = [("project", "nessuno"), ("id", "una"), ("form[title]", "Logo"), ("form[kind]", "file")];
    assert!(submit_form(&mut admin, "ask_material", &foreign).await.contains("error=missing"));
    let delete = [("project", "sito"), ("id", "r-00")];
    submit_form(&mut admin, "delete_material", &delete).await;
    assert_eq!(atrio.records("material_requests").await.len(), 1);
}
