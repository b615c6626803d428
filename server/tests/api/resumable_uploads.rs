//! Files that the pages upload by tus before their form (docs/REFERENCE.md#tus), and the forms that send their ids.

use futures_util::StreamExt as _;
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::admin_browser::admin;
use crate::browser::Browser;
use crate::files::{PDF, PNG};
use crate::support::{ANNA, BRUNO, TestResponse, TestServer, on_both_databases, on_sqlite};

on_both_databases![form_sends_what_was_uploaded_before];

on_sqlite![
    form_sends_no_upload_of_others,
    form_of_the_agency_names_a_document_after_its_upload,
    concurrent_head_does_not_corrupt_upload,
    new_patch_ends_previous_patch,
    upload_in_one_part_is_completed_after_a_fault,
];

const PATCH: (&str, &str) = ("content-type", "application/offset+octet-stream");

async fn tus(browser: &mut Browser, method: Method, path: &str, headers: &[(&str, &str)], body: &[u8]) -> TestResponse {
    let request = browser.request(method, path).header("tus-resumable", "1.0.0");
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    browser.send(request.body(body.to_vec())).await
}

/// Begins an upload; its address. `dW5vLnBkZg==` is `uno.pdf`.
async fn begin(browser: &mut Browser, length: usize) -> String {
    let about = [("upload-length", &*length.to_string()), ("upload-metadata", "filename dW5vLnBkZg==")];
    let created = tus(browser, Method::POST, "/files/upload", &about, b"").await;
    assert_eq!(created.status, 201, "{}", created.text);
    created.header("location").to_owned()
}

/// Uploads the bytes in two parts; the address of the upload, and the id of the file.
async fn upload(browser: &mut Browser, bytes: &[u8]) -> (String, String) {
    let (length, location) = (bytes.len().to_string(), begin(browser, bytes.len()).await);
    let (first, second) = bytes.split_at(3);
    for (offset, part) in [("0", first), ("3", second)] {
        assert_eq!(tus(browser, Method::PATCH, &location, &[PATCH, ("upload-offset", offset)], part).await.status, 204);
        let answer = tus(browser, Method::HEAD, &location, &[], b"").await;
        assert_eq!(answer.header("upload-offset"), if offset == "0" { "3" } else { &*length });
    }
    let file = tus(browser, Method::HEAD, &location, &[], b"").await.header("upload-file-id").to_owned();
    (location, file)
}

async fn anna(atrio: &TestServer) -> (Browser, String) {
    let mut browser = Browser::new(atrio);
    assert_eq!(browser.get(&format!("/c/{ANNA}?project=sito")).await.status, 200);
    (browser, atrio.credential(ANNA).await)
}

fn message(pass: &str, text: &'static str) -> Form {
    let form = Form::new().text("key", "anna-verdi-x7k2").text("pass", pass.to_owned());
    form.text("project", "sito").text("channel", "design").text("text", text)
}

async fn send(browser: &mut Browser, path: &str, form: Form) -> String {
    let request = browser.request(Method::POST, path).header("accept", "text/html").multipart(form);
    browser.send(request).await.header("location").to_owned()
}

async fn record(atrio: &TestServer, list: &str, field: &str, value: &str) -> Value {
    atrio.records(list).await.into_iter().find(|one| one[field] == value).expect("the record")
}

async fn form_sends_what_was_uploaded_before(atrio: TestServer) {
    let (mut browser, pass) = anna(&atrio).await;
    let (location, first) = upload(&mut browser, PDF).await;
    let (_, second) = upload(&mut browser, PNG).await;
    let form = message(&pass, "Tre").text("upload", first.clone()).text("upload", second.clone());
    let form = form.part("file", Part::bytes(PDF).file_name("tre.pdf"));
    assert!(!send(&mut browser, "/rpc/comment", form).await.contains("error"));
    let sent = record(&atrio, "comments", "text", "Tre").await;
    assert_eq!(
        (&sent["files"][0], &sent["files"][1], sent["files"].as_array().unwrap().len()),
        (&json!(first), &json!(second), 3)
    );
    // A page that comes back after it was sent is not offered it again.
    assert_eq!(tus(&mut browser, Method::HEAD, &location, &[], b"").await.status, 404);
    let again = send(&mut browser, "/rpc/comment", message(&pass, "Ancora").text("upload", first)).await;
    assert!(again.contains("error=missing"), "{again}");

    let request =
        json!({ "material_requests": [{ "id": "logo", "project_id": "sito", "title": "Logo", "kind": "file" }] });
    atrio.import(&request).await;
    let (_, first) = upload(&mut browser, PDF).await;
    let (_, second) = upload(&mut browser, PNG).await;
    let form = Form::new().text("pass", pass).text("key", "anna-verdi-x7k2").text("project", "sito");
    let form = form.text("request", "logo").text("upload", first.clone()).text("upload", second.clone());
    assert!(send(&mut browser, "/rpc/upload/material", form).await.contains("done=sent"));
    assert_eq!(record(&atrio, "material_requests", "id", "logo").await["files"], json!([first, second]));
}

async fn form_sends_no_upload_of_others(atrio: TestServer) {
    let mut bruno = Browser::new(&atrio);
    assert_eq!(bruno.get(&format!("/c/{BRUNO}")).await.status, 200);
    let (location, foreign) = upload(&mut bruno, PDF).await;
    let (mut browser, pass) = anna(&atrio).await;
    let sent = send(&mut browser, "/rpc/comment", message(&pass, "Di Bruno").text("upload", foreign)).await;
    assert!(sent.contains("error=missing"), "{sent}");
    assert_eq!(tus(&mut browser, Method::HEAD, &location, &[], b"").await.status, 404);
    let mut eleven = message(&pass, "Undici");
    for _ in 0..11 {
        eleven = eleven.text("upload", "x");
    }
    assert!(send(&mut browser, "/rpc/comment", eleven).await.contains("error=too-many-files"));
}

async fn form_of_the_agency_names_a_document_after_its_upload(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let (_, file) = upload(&mut admin, PDF).await;
    let form = || Form::new().text("form[id]", "documento").text("form[name]", "");
    let sent = send(&mut admin, "/rpc/admin/upload/document/sito", form().text("upload", file.clone())).await;
    assert!(sent.contains("done="), "{sent}");
    assert_eq!(record(&atrio, "documents", "name", "uno.pdf").await["file_id"], json!(file));
    let none = send(&mut admin, "/rpc/admin/upload/document/sito", form().text("upload", "nessuno")).await;
    assert!(!none.contains("done="), "{none}");
}

// Two requests that put the parts together wrote into one file.
async fn concurrent_head_does_not_corrupt_upload(atrio: TestServer) {
    const PART: usize = 65_536;
    const PARTS: usize = 40;
    let (browser, _) = anna(&atrio).await;
    let bytes: Vec<u8> = (0..PARTS * PART).map(|at| u8::try_from(at % 251).expect("a byte")).collect();
    for _ in 0..3 {
        let location = begin(&mut browser.clone(), bytes.len()).await;
        let send = async |number: usize| {
            let (offset, part) = ((number * PART).to_string(), &bytes[number * PART..][..PART]);
            let headers = [PATCH, ("upload-offset", &*offset)];
            let answer = tus(&mut browser.clone(), Method::PATCH, &location, &headers, part).await;
            assert_eq!(answer.status, 204, "{}", answer.text);
        };
        for number in 0..PARTS - 1 {
            send(number).await;
        }
        let mut asking = tokio::task::JoinSet::new();
        for _ in 0..8 {
            let (mut browser, location) = (browser.clone(), location.clone());
            asking.spawn(async move {
                for _ in 0..10 {
                    let status = tus(&mut browser, Method::HEAD, &location, &[], b"").await.status;
                    assert_eq!(status, 200);
                }
            });
        }
        send(PARTS - 1).await;
        asking.join_all().await;
        let files = std::fs::read_dir(atrio.folder()).expect("the folder").map(|entry| entry.expect("an entry").path());
        let stored: Vec<_> = files.filter(|path| path.is_file()).collect();
        assert_eq!(stored.len(), 1, "the same bytes are stored once");
        assert!(std::fs::read(&stored[0]).expect("the file") == bytes);
        assert!(
            !tus(&mut browser.clone(), Method::HEAD, &location, &[], b"").await.header("upload-file-id").is_empty()
        );
    }
}

// Else one upload could fill the disk with bodies that are as long as its space.
async fn new_patch_ends_previous_patch(atrio: TestServer) {
    let (browser, _) = anna(&atrio).await;
    let location = begin(&mut browser.clone(), 6).await;
    let endless = futures_util::stream::iter([Ok::<_, std::io::Error>("abc")]).chain(futures_util::stream::pending());
    let request = browser.request(Method::PATCH, &location).header("tus-resumable", "1.0.0");
    let request = request.header(PATCH.0, PATCH.1).header("upload-offset", "0");
    let first = tokio::spawn(request.body(reqwest::Body::wrap_stream(endless)).send());
    while atrio.stored().1 == 0 {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    let headers = [PATCH, ("upload-offset", "0")];
    let second = tus(&mut browser.clone(), Method::PATCH, &location, &headers, b"abcdef").await;
    assert_eq!(second.status, 204, "{}", second.text);
    // At once, not when the server has waited long enough for the next bytes.
    let first = tokio::time::timeout(std::time::Duration::from_secs(10), first).await.expect("the end of the first");
    assert_eq!(first.expect("the task").expect("an answer").status(), 409);
}

async fn upload_in_one_part_is_completed_after_a_fault(atrio: TestServer) {
    let (mut browser, _) = anna(&atrio).await;
    let location = begin(&mut browser, PDF.len()).await;
    atrio.sql("CREATE TRIGGER refuse BEFORE INSERT ON file BEGIN SELECT RAISE(ABORT, 'refused'); END").await;
    let request = browser.request(Method::PATCH, &location).header("tus-resumable", "1.0.0");
    let request = request.header(PATCH.0, PATCH.1).header("upload-offset", "0");
    assert_eq!(request.body(PDF).send().await.expect("an answer").status(), 500);
    atrio.sql("DROP TRIGGER refuse").await;
    let answer = tus(&mut browser, Method::HEAD, &location, &[], b"").await;
    assert_eq!((answer.status.as_u16(), answer.header("upload-offset")), (200, &*PDF.len().to_string()));
    assert!(!answer.header("upload-file-id").is_empty(), "it is a file");
    let left = std::fs::read_dir(atrio.folder().join("tmp")).expect("the folder of parts").count();
    assert_eq!(left, 0);
}
