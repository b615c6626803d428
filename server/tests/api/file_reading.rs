//! Files are read: parts of them, by whom, and how a browser may show them.

use reqwest::Method;
use server::download::address;

use crate::admin_browser::{admin, field_value, get_page, submit_form};
use crate::browser::Browser;
use crate::contacts::{CARLA, with_contacts};
use crate::files::{PATH, PDF, uploaded};
use crate::support::{ANNA, BRUNO, TestResponse, TestServer, on_sqlite};

on_sqlite![
    ranges_are_parts_of_the_bytes,
    file_with_a_script_is_saved_and_never_shown,
    file_without_its_bytes_is_not_found,
    pages_read_files_by_session_portal_cookie_or_signed_address,
];

async fn ranges_are_parts_of_the_bytes(atrio: TestServer) {
    let file = uploaded(&atrio, ANNA, "a.bin", b"0123456789").await;
    let address = format!("{PATH}/{}?token={ANNA}", file["id"].as_str().unwrap());
    let etag = atrio.get(&address).await.header("etag").to_owned();
    let get = |lines: &[(&str, &str)]| {
        let request =
            lines.iter().fold(atrio.request(Method::GET, &address), |all, (name, value)| all.header(*name, *value));
        TestResponse::to(request.header("accept-encoding", "gzip, br"))
    };
    for (range, status, content_range, bytes) in [
        ("bytes=0-0", 206, "bytes 0-0/10", "0"),
        ("bytes=5-", 206, "bytes 5-9/10", "56789"),
        ("bytes=-3", 206, "bytes 7-9/10", "789"),
        ("bytes=8-100", 206, "bytes 8-9/10", "89"),
        ("bytes=0-1,3-4", 200, "", "0123456789"),
        ("lines=0-1", 200, "", "0123456789"),
    ] {
        let part = get(&[("range", range)]).await;
        assert_eq!((part.status.as_u16(), part.text.as_str()), (status, bytes), "{range}");
        assert_eq!(part.headers.get("content-range").map_or("", |value| value.to_str().unwrap()), content_range);
        assert_eq!(part.header("content-length"), bytes.len().to_string());
        assert!(!part.headers.contains_key("content-encoding"));
    }
    let beyond = get(&[("range", "bytes=10-")]).await;
    beyond.assert_error(416, "Intervallo non valido");
    assert_eq!(beyond.header("content-range"), "bytes */10");
    assert_eq!(get(&[("range", "bytes=0-0"), ("if-range", &etag)]).await.status, 206);
    assert_eq!(get(&[("range", "bytes=0-0"), ("if-range", "\"other\"")]).await.status, 200);
    let known = get(&[("if-none-match", &etag)]).await;
    assert_eq!((known.status.as_u16(), known.text.as_str(), known.header("etag")), (304, "", etag.as_str()));
    assert_eq!(get(&[("if-match", "\"other\"")]).await.status, 412);
}

async fn file_with_a_script_is_saved_and_never_shown(atrio: TestServer) {
    for (name, bytes) in [
        ("a.html", "<!DOCTYPE html><script>alert(1)</script>"),
        ("a.svg", "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"),
        ("a.xml", "<?xml version=\"1.0\"?><html xmlns='http://www.w3.org/1999/xhtml'><script/></html>"),
        ("a.png", "<script>alert(1)</script>"),
    ] {
        let file = uploaded(&atrio, ANNA, name, bytes.as_bytes()).await;
        let read = atrio.get(&format!("{PATH}/{}?token={ANNA}", file["id"].as_str().unwrap())).await;
        assert!(read.header("content-disposition").starts_with("attachment; "), "{name}");
        assert_eq!(read.header("content-security-policy"), "sandbox; default-src 'none'", "{name}");
        assert_eq!(read.header("cache-control"), "private", "{name}");
    }
}

async fn file_without_its_bytes_is_not_found(atrio: TestServer) {
    let file = uploaded(&atrio, ANNA, "a.bin", b"presto via").await;
    let address = format!("{PATH}/{}?token={ANNA}", file["id"].as_str().unwrap());
    let digest = atrio.records("files").await[0]["sha256"].as_str().unwrap().to_owned();
    std::fs::write(atrio.folder().join(&digest), "presto").unwrap();
    atrio.get(&address).await.assert_error(404, "File non trovato");
    std::fs::remove_file(atrio.folder().join(&digest)).unwrap();
    atrio.get(&address).await.assert_error(404, "File non trovato");
    uploaded(&atrio, ANNA, "b.bin", b"presto via").await;
    assert_eq!(atrio.get(&address).await.text, "presto via", "the same bytes heal it");
}

async fn pages_read_files_by_session_portal_cookie_or_signed_address(atrio: TestServer) {
    let (atrio, state) = atrio.with_state(|_| ()).await;
    let file = uploaded(&atrio, ANNA, "a.pdf", PDF).await;
    let stored = atrio.store.file(file["id"].as_str().unwrap()).await.unwrap();
    let address = address::of_file(&stored.id, &stored.name);
    atrio.get(&address).await.assert_error(404, "File non trovato");
    let mut browser = Browser::new(&atrio);
    browser.get(&format!("/c/{BRUNO}")).await;
    assert_eq!(browser.get(&address).await.status, 404);
    browser.get(&format!("/c/{ANNA}")).await;
    assert_eq!(browser.get(&address).await.status, 200, "portals are open side by side");
    let mut admin = admin(&atrio).await;
    assert_eq!(admin.get(&address).await.text.as_bytes(), PDF);
    let signed = address::signed(&state.keys, &stored.id, &stored.name, atrio.store.clock().now());
    assert_eq!(atrio.get(&signed).await.status, 200);
    assert_eq!(atrio.get(&signed.replace("a.pdf", "b.pdf")).await.status, 404);
    atrio.clock.advance(600_000);
    assert_eq!(atrio.get(&signed).await.status, 404);
    with_contacts(&atrio).await;
    let file = uploaded(&atrio, CARLA, "b.pdf", PDF).await;
    let address = format!("/files/{}/b", file["id"].as_str().unwrap());
    browser.get(&format!("/c/{CARLA}")).await;
    assert_eq!(browser.get(&address).await.status, 200);
    let version =
        field_value(&get_page(&mut admin, "/admin/clients/anna?contact=carla").await, "renew_contact", "version");
    submit_form(&mut admin, "renew_contact", &[("client", "anna"), ("contact", "carla"), ("version", &version)]).await;
    assert_eq!(browser.get(&address).await.status, 404, "the cookie ends with the address");
}
