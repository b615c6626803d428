//! Uploads, by clients and by forms of the agency.

use std::path::PathBuf;

use reqwest::multipart::{Form, Part};
use reqwest::{Method, RequestBuilder, header};
use serde_json::{Value, json};
use server::jobs;

use crate::admin_browser::{admin, get_page};
use crate::browser::Browser;
use crate::contacts::{CARLA, DINO, with_contacts};
use crate::support::{ANNA, BRUNO, NOBODY, TestResponse, TestServer, files_folder, on_both_databases, on_sqlite};

on_both_databases![
    upload_is_stored_once_per_digest_and_read_again,
    uploads_of_the_same_bytes_at_once_are_all_whole,
    upload_over_the_quota_is_refused_and_leaves_nothing,
];

on_sqlite![
    upload_errors_come_in_their_order,
    refused_upload_leaves_no_byte,
    refusal_reaches_a_client_that_is_still_sending,
    cut_upload_leaves_nothing,
    agency_uploads_a_document,
    client_approves_an_uploaded_version,
    store_that_is_away_is_named,
    uploads_and_readings_are_limited,
];

pub(crate) const PATH: &str = "/api/client/files";
pub(crate) const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";
pub(crate) const PDF: &[u8] = b"%PDF-1.7 un preventivo";

impl TestServer {
    pub(crate) fn folder(&self) -> PathBuf {
        files_folder(&self.url)
    }

    /// The digests that are stored, and what is left of uploads.
    pub(crate) fn stored(&self) -> (usize, usize) {
        let names = |folder: PathBuf| std::fs::read_dir(folder).map_or(0, Iterator::count);
        let is_there = |name| usize::from(self.folder().join(name).exists());
        let all = names(self.folder());
        (all.saturating_sub(is_there("tmp") + is_there("previews")), names(self.folder().join("tmp")))
    }
}

pub(crate) fn form(token: &str, name: &str, bytes: &[u8]) -> Form {
    Form::new().text("token", token.to_owned()).part("file", Part::bytes(bytes.to_vec()).file_name(name.to_owned()))
}

fn upload(atrio: &TestServer, form: Form) -> RequestBuilder {
    atrio.request(Method::POST, PATH).multipart(form)
}

pub(crate) async fn uploaded(atrio: &TestServer, token: &str, name: &str, bytes: &[u8]) -> Value {
    let response = TestResponse::to(upload(atrio, form(token, name, bytes))).await;
    assert_eq!(response.status, 201, "{}", response.text);
    response.json()["file"].clone()
}

/// A body as it is written, with a boundary `B`.
fn raw(atrio: &TestServer, body: impl Into<reqwest::Body>) -> RequestBuilder {
    let request = atrio.request(Method::POST, PATH);
    request.header(header::CONTENT_TYPE, "multipart/form-data; boundary=B").body(body)
}

fn part(name: &str, filename: Option<&str>, content: &str) -> String {
    let filename = filename.map(|filename| format!("; filename=\"{filename}\"")).unwrap_or_default();
    format!("--B\r\nContent-Disposition: form-data; name=\"{name}\"{filename}\r\n\r\n{content}\r\n")
}

async fn upload_is_stored_once_per_digest_and_read_again(atrio: TestServer) {
    let file = uploaded(&atrio, ANNA, "Preventivo è.pdf", PDF).await;
    let id = file["id"].as_str().unwrap();
    let expected =
        json!({ "id": id, "name": "Preventivo è.pdf", "size": PDF.len(), "content_type": "application/pdf" });
    assert_eq!(file, expected);
    let again = uploaded(&atrio, BRUNO, "x.pdf", PDF).await;
    assert_ne!(again["id"], file["id"]);
    assert_eq!(atrio.stored(), (1, 0));
    let address = format!("{PATH}/{id}?token={ANNA}");
    let read = atrio.get(&address).await;
    assert_eq!((read.status.as_u16(), read.text.as_bytes()), (200, PDF));
    let record = atrio.records("files").await.into_iter().find(|record| record["id"] == file["id"]).unwrap();
    let etag = format!("\"{}\"", record["sha256"].as_str().unwrap());
    for (name, value) in [
        ("content-type", "application/pdf"),
        ("content-length", "22"),
        ("content-disposition", "inline; filename=\"Preventivo _.pdf\"; filename*=UTF-8''Preventivo%20%C3%A8.pdf"),
        ("etag", &etag),
        ("last-modified", "Fri, 20 Nov 2026 10:00:00 GMT"),
        ("accept-ranges", "bytes"),
        ("cache-control", "private"),
        ("content-security-policy", "sandbox; default-src 'none'"),
        ("x-content-type-options", "nosniff"),
    ] {
        assert_eq!(read.header(name), value, "{name}");
    }
    let head = TestResponse::to(atrio.request(Method::HEAD, &address)).await;
    assert_eq!((head.status.as_u16(), head.text.as_str(), head.header("content-length")), (200, "", "22"));
    for foreign in [BRUNO, NOBODY] {
        let refused = atrio.get(&format!("{PATH}/{id}?token={foreign}")).await;
        refused.assert_error(404, if foreign == NOBODY { "Token non valido" } else { "File non trovato" });
    }
    atrio.get(&format!("{PATH}/{id}")).await.assert_error(400, "Dati non validi");
    for id in ["nessuno", "%FF", "..%2Fx"] {
        atrio.get(&format!("{PATH}/{id}?token={ANNA}")).await.assert_error(404, "File non trovato");
    }
}

async fn uploads_of_the_same_bytes_at_once_are_all_whole(atrio: TestServer) {
    let bytes = vec![7; 300_000];
    let other = atrio.another_process().await;
    let uploads = (0..16).map(|number| {
        let atrio = if number % 2 == 0 { &atrio } else { &other };
        uploaded(atrio, ANNA, "foto.bin", &bytes)
    });
    let files = futures_util::future::join_all(uploads).await;
    assert_eq!(atrio.stored(), (1, 0));
    for file in files {
        let read = atrio.request(Method::GET, &format!("{PATH}/{}?token={ANNA}", file["id"].as_str().unwrap()));
        assert_eq!(read.send().await.unwrap().bytes().await.unwrap(), bytes);
    }
}

async fn upload_errors_come_in_their_order(atrio: TestServer) {
    with_contacts(&atrio).await;
    let token = |token| part("token", None, token);
    let file = part("file", Some("a.pdf"), "x");
    let end = "--B--\r\n";
    for (body, status, error) in [
        (String::new(), 400, "Dati non validi"),
        (format!("{file}{}{end}", token(ANNA)), 400, "Dati non validi"),
        (format!("{}{file}{end}", token("")), 400, "Dati non validi"),
        (format!("{}{file}{end}", token(NOBODY)), 404, "Token non valido"),
        (format!("{}{file}{end}", token(DINO)), 403, "Operazione non consentita"),
        (format!("{}{end}", token(ANNA)), 400, "Dati non validi"),
        (format!("{}{}{end}", token(ANNA), part("file", None, "x")), 400, "Dati non validi"),
        (format!("{}{}{end}", token(ANNA), part("file", Some(""), "x")), 400, "Dati non validi"),
        (format!("{}{}{end}", token(ANNA), part("other", Some("a.pdf"), "x")), 400, "Dati non validi"),
        (format!("{}{}{end}", token(ANNA), part("file", Some("a.pdf"), "")), 400, "Dati non validi"),
        (format!("{}{file}{file}{end}", token(ANNA)), 400, "Dati non validi"),
        (format!("{}{file}", token(ANNA)), 400, "Dati non validi"),
        (format!("{}{file}{}", token(ANNA), &end[..4]), 400, "Dati non validi"),
    ] {
        TestResponse::to(raw(&atrio, body)).await.assert_error(status, error);
    }
    let body = format!("{}{file}{end}", token(ANNA));
    let json = atrio.request(Method::POST, PATH).header(header::CONTENT_TYPE, "application/json").body(body.clone());
    TestResponse::to(json).await.assert_error(400, "Dati non validi");
    assert_eq!((atrio.stored(), atrio.records("files").await), ((0, 0), Vec::new()));
    assert_eq!(TestResponse::to(raw(&atrio, body.clone())).await.status, 201);
    let contacts = body.replace(ANNA, CARLA);
    assert_eq!(TestResponse::to(raw(&atrio, contacts)).await.json()["file"]["name"], "a.pdf");
    let records = atrio.records("files").await;
    let of_carla = records.iter().find(|record| record["contact_id"] == "carla").unwrap();
    assert_eq!((&of_carla["client_id"], &of_carla["author_name"]), (&json!("anna"), &json!("Carla Neri")));
    let name = format!("{}{}{end}", token(ANNA), part("file", Some("..\\a%22/b%0A\u{85}.pdf"), "x"));
    assert_eq!(TestResponse::to(raw(&atrio, name)).await.json()["file"]["name"], ".._a\"_b__.pdf");
}

async fn refused_upload_leaves_no_byte(atrio: TestServer) {
    let (small, _) = atrio.with_state(|config| config.files.max_file = 1_000_000).await;
    let too_large = TestResponse::to(upload(&small, form(ANNA, "a.bin", &vec![1; 1_000_001]))).await;
    too_large.assert_error(413, "File troppo grande");
    // Before what is wrong with the file.
    let other = format!("{}{}", part("token", None, ANNA), part("other", None, &"x".repeat(1_000_100)));
    TestResponse::to(raw(&small, other)).await.assert_error(413, "File troppo grande");
    // Of unknown length.
    let pieces = (0..20).map(|_| Ok::<_, std::io::Error>(vec![1; 100_000]));
    let head = format!(
        "{}--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n",
        part("token", None, ANNA)
    );
    let stream = std::iter::once(Ok(head.into_bytes())).chain(pieces);
    let chunked = raw(&small, reqwest::Body::wrap_stream(futures_util::stream::iter(stream)));
    TestResponse::to(chunked).await.assert_error(413, "File troppo grande");
    assert_eq!((small.stored(), small.store.used_file_bytes().await.unwrap()), ((0, 0), 0));
    uploaded(&small, ANNA, "a.bin", &vec![1; 1_000_000]).await;
}

async fn upload_over_the_quota_is_refused_and_leaves_nothing(atrio: TestServer) {
    let (atrio, _) = atrio.with_state(|config| config.files.max_files = 1_000_000).await;
    let mut bytes = vec![1; 600_000];
    uploaded(&atrio, ANNA, "a.bin", &bytes).await;
    bytes[0] = 2;
    let refused = upload(&atrio, form(ANNA, "b.bin", &bytes)).send().await.unwrap();
    assert_eq!(refused.status(), 507);
    assert_eq!(refused.text().await.unwrap(), r#"{"error":"Spazio esaurito"}"#);
    assert_eq!((atrio.stored(), atrio.store.used_file_bytes().await.unwrap()), ((1, 0), 600_000));
    let two = [300_001, 300_002].map(|size| upload(&atrio, form(ANNA, "c.bin", &vec![3; size])).send());
    let statuses: Vec<_> = futures_util::future::join_all(two)
        .await
        .into_iter()
        .map(|response| response.unwrap().status().as_u16())
        .collect();
    assert!(statuses.contains(&201) && statuses.contains(&507), "{statuses:?}");
}

async fn refusal_reaches_a_client_that_is_still_sending(atrio: TestServer) {
    let (small, _) = atrio.with_state(|config| config.files.max_file = 1_000_000).await;
    let bytes = vec![1; 30_000_000];
    for (token, status) in [(ANNA, 413), (NOBODY, 404)] {
        let response = upload(&small, form(token, "a.bin", &bytes)).send().await.expect("a response");
        assert_eq!(response.status(), status);
    }
}

async fn cut_upload_leaves_nothing(atrio: TestServer) {
    let head = format!("{}{}", part("token", None, ANNA), part("file", Some("a.bin"), &"x".repeat(200_000)));
    let request = format!(
        "POST {PATH} HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=B\r\ncontent-length: 1000000\r\n\r\n{head}"
    );
    let mut stream = tokio::net::TcpStream::connect(atrio.origin.trim_start_matches("http://")).await.unwrap();
    tokio::io::AsyncWriteExt::write_all(&mut stream, request.as_bytes()).await.unwrap();
    for _ in 0..500 {
        if atrio.stored().1 == 1 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    assert_eq!(atrio.stored().1, 1, "it is being received");
    drop(stream);
    for _ in 0..500 {
        if atrio.stored().1 == 0 && atrio.store.used_file_bytes().await.unwrap() == 0 {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("{:?} is left", atrio.stored());
}

/// The form `action` of a page of the agency, with a file.
pub(crate) async fn send_file(
    admin: &mut Browser,
    path: &str,
    fields: &[(&str, &str)],
    name: &str,
    bytes: &[u8],
) -> TestResponse {
    let part = Part::bytes(bytes.to_vec()).file_name(name.to_owned());
    let form =
        fields.iter().fold(Form::new(), |form, (name, value)| form.text((*name).to_owned(), (*value).to_owned()));
    let origin = admin.atrio.origin.clone();
    let request = admin.request(Method::POST, path).header(header::ORIGIN, origin).multipart(form.part("file", part));
    admin.send(request).await
}

async fn agency_uploads_a_document(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let path = "/rpc/admin/upload/document/sito";
    let sent = send_file(&mut admin, path, &[("id", "d"), ("form[name]", "")], "Preventivo è.pdf", PDF).await;
    assert_eq!(
        (sent.status.as_u16(), sent.header("location")),
        (302, "/admin/projects/sito/documents?done=document-created")
    );
    let document = atrio.records("documents").await.into_iter().find(|document| document["id"] == "d").unwrap();
    assert_eq!((&document["name"], &document["url"]), (&json!("Preventivo è.pdf"), &json!(null)));
    let address = format!("/files/{}/Preventivo%20%C3%A8.pdf", document["file_id"].as_str().unwrap());
    assert!(get_page(&mut admin, "/admin/projects/sito/documents").await.contains(&address));

    let without = send_file(&mut admin, path, &[("id", "e")], "", b"").await;
    assert!(without.header("location").contains("error=invalid"), "{}", without.header("location"));
    let foreign = send_file(&mut admin, "/rpc/admin/upload/document/nessuno", &[("id", "e")], "a.pdf", PDF).await;
    assert!(foreign.header("location").contains("error=missing"), "{}", foreign.header("location"));

    let mut anna = Browser::new(&atrio);
    assert!(anna.get(&format!("/c/{ANNA}?project=sito")).await.text.contains(&address));
    assert_eq!(anna.get(&address).await.status, 200);
}

async fn client_approves_an_uploaded_version(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let path = "/rpc/admin/upload/version/sito/mockup";
    let sent = send_file(&mut admin, path, &[("id", "v"), ("form[note]", "Più blu")], "Mockup.png", PNG).await;
    assert!(sent.header("location").contains("done=saved"), "{}", sent.header("location"));
    let version = atrio.records("deliverable_versions").await.into_iter().find(|version| version["id"] == "v").unwrap();
    let mut anna = Browser::new(&atrio);
    let portal = anna.get(&format!("/c/{ANNA}?project=sito")).await.text;
    let address = format!("/files/{}/Mockup.png", version["file_id"].as_str().unwrap());
    assert!(portal.contains(&address), "{portal}");
    assert_eq!(anna.get(&address).await.status, 200);
    let body = json!({ "token": ANNA, "deliverableId": "mockup", "version": version["number"] });
    let approved = atrio.request(Method::POST, "/api/client/approve").json(&body);
    assert_eq!(TestResponse::to(approved).await.status, 200);
    let receipt = atrio.get(&format!("/api/client/receipts?token={ANNA}&deliverable_id=mockup")).await.json();
    let files = atrio.records("files").await;
    let file = files.iter().find(|file| file["id"] == version["file_id"]).unwrap();
    assert_eq!((&receipt["receipt"]["sha256"], &receipt["receipt"]["url"]), (&file["sha256"], &json!(null)));
    let late = send_file(&mut admin, path, &[("id", "w")], "Mockup.png", PNG).await;
    assert!(late.header("location").contains("error=already-approved"), "{}", late.header("location"));
}

async fn store_that_is_away_is_named(atrio: TestServer) {
    let file = uploaded(&atrio, ANNA, "a.pdf", PDF).await;
    let gone = atrio.folder().with_file_name("gone");
    std::fs::rename(atrio.folder(), &gone).unwrap();
    std::fs::write(atrio.folder(), "").unwrap();
    let request = upload(&atrio, form(ANNA, "b.pdf", b"%PDF-1.4")).send().await.unwrap();
    assert_eq!((request.status().as_u16(), request.headers().contains_key("retry-after")), (503, true));
    assert_eq!(request.text().await.unwrap(), r#"{"error":"Archivio dei file non raggiungibile"}"#);
    let read = atrio.request(Method::GET, &format!("{PATH}/{}?token={ANNA}", file["id"].as_str().unwrap()));
    assert_eq!(read.send().await.unwrap().status(), 503);
    assert_eq!(atrio.get("/readyz?verbose").await.json()["files"], "unreachable");
    std::fs::remove_file(atrio.folder()).unwrap();
    std::fs::rename(gone, atrio.folder()).unwrap();
    assert_eq!(atrio.get("/readyz?verbose").await.json()["files"], "unreachable", "asked just before");
    atrio.clock.advance(2_000);
    assert_eq!(atrio.get("/readyz?verbose").await.json()["files"], "ok");
    assert_eq!(atrio.store.used_file_bytes().await.unwrap(), i64::try_from(PDF.len()).unwrap());
}

async fn uploads_and_readings_are_limited(atrio: TestServer) {
    let ip = "203.0.113.9";
    for number in 0..21 {
        let response =
            atrio.request_from(ip, Method::POST, PATH).multipart(form(NOBODY, "a", b"x")).send().await.unwrap();
        assert_eq!(response.status(), if number < 20 { 404 } else { 429 });
    }
    for number in 0..301 {
        let response = atrio.request_from(ip, Method::GET, &format!("{PATH}/x?token={NOBODY}")).send().await.unwrap();
        assert_eq!(response.status(), if number < 300 { 404 } else { 429 });
    }
    jobs::sweep(&atrio.store, &files::Storage::folder(atrio.folder())).await.unwrap();
}
