//! Previews of files.

use reqwest::Method;
use reqwest::header;
use server::download::address;
use server::jobs;

use crate::admin_browser::{admin, get_page};
use crate::browser::Browser;
use crate::files::{send_file, uploaded};
use crate::support::{ANNA, BRUNO, TestResponse, TestServer, files_folder, on_both_databases, on_sqlite};

on_both_databases![previews_are_swept_with_their_file];

on_sqlite![preview_is_read_by_who_reads_the_file, what_has_no_preview_is_not_found, portal_shows_previews_of_versions];

/// Two by two pixels.
pub(crate) const PNG: &[u8] =
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x02\0\0\0\x02\x08\x02\0\0\0\xfd\xd4\x9as\0\0\0\x10IDATx\x9cc8!'\
    \x07D\x0c\x10\n\0\x1f&\x04\x11\xa2\x8f\x22\xaf\0\0\0\0IEND\xaeB`\x82";

async fn preview_is_read_by_who_reads_the_file(atrio: TestServer) {
    let (atrio, state) = atrio.with_state(|_| ()).await;
    let file = uploaded(&atrio, ANNA, "Logo è.png", PNG).await;
    let stored = atrio.store.file(file["id"].as_str().unwrap()).await.unwrap();
    let preview = format!("{}?w=576", address::of_file(&stored.id, &stored.name));
    atrio.get(&preview).await.assert_error(404, "File non trovato");
    let mut browser = Browser::new(&atrio);
    browser.get(&format!("/c/{BRUNO}")).await;
    assert_eq!(browser.get(&preview).await.status, 404);
    browser.get(&format!("/c/{ANNA}")).await;
    let read = browser.get(&preview).await;
    let etag = format!("\"{}-576\"", stored.sha256);
    assert_eq!(read.status, 200, "{}", read.text);
    for (name, value) in [
        ("content-type", "image/jpeg"),
        ("content-disposition", "inline; filename=\"Logo _.png\"; filename*=UTF-8''Logo%20%C3%A8.png"),
        ("etag", &etag),
        ("last-modified", "Fri, 20 Nov 2026 10:00:00 GMT"),
        ("cache-control", "private, max-age=86400"),
        ("content-security-policy", "sandbox; default-src 'none'"),
        ("x-content-type-options", "nosniff"),
    ] {
        assert_eq!(read.header(name), value, "{name}");
    }
    let again = browser.request(Method::GET, &preview).header(header::IF_NONE_MATCH, &etag);
    assert_eq!(browser.send(again).await.status, 304);
    let head = browser.request(Method::HEAD, &preview);
    let head = browser.send(head).await;
    assert_eq!((head.header("content-length"), head.text.as_str()), (read.header("content-length"), ""));
    assert_eq!(admin(&atrio).await.get(&preview).await.status, 200);
    let signed = address::signed(&state.keys, &stored.id, &stored.name, atrio.store.clock().now());
    assert_eq!(atrio.get(&format!("{signed}&w=576")).await.status, 404, "every byte is signed");
}

async fn what_has_no_preview_is_not_found(atrio: TestServer) {
    let mut browser = Browser::new(&atrio);
    browser.get(&format!("/c/{ANNA}")).await;
    for (name, bytes) in [("a.png", &PNG[..40]), ("b.pdf", b"%PDF-1.7"), ("c.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF")] {
        let file = uploaded(&atrio, ANNA, name, bytes).await;
        let address = format!("/files/{}/{name}", file["id"].as_str().unwrap());
        for width in ["576", "1440", "577", "", "-1", "576.0"] {
            let refused = browser.get(&format!("{address}?w={width}")).await;
            refused.assert_error(404, "Anteprima non disponibile");
        }
        assert_eq!(browser.get(&address).await.status, 200, "{name}");
    }
}

async fn portal_shows_previews_of_versions(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let path = "/rpc/admin/upload/version/sito/mockup";
    send_file(&mut admin, path, &[("id", "v"), ("form[note]", "")], "Mockup.png", PNG).await;
    let page = get_page(&mut admin, "/admin/projects/sito/deliverables/mockup").await;
    assert!(page.contains("/Mockup.png?w=288 288w, /files/"), "{page}");
    let portal = Browser::new(&atrio).get(&format!("/c/{ANNA}?project=sito")).await.text;
    assert!(
        portal.contains("/Mockup.png?w=288 288w, /files/") && portal.contains("/Mockup.png?w=864 864w\""),
        "{portal}"
    );
}

async fn previews_are_swept_with_their_file(atrio: TestServer) {
    let folder = files_folder(&atrio.url);
    let count = || std::fs::read_dir(folder.join("previews")).map_or(0, Iterator::count);
    let file = uploaded(&atrio, ANNA, "a.png", PNG).await;
    let mut browser = Browser::new(&atrio);
    browser.get(&format!("/c/{ANNA}")).await;
    let preview = format!("/files/{}/a.png?w=288", file["id"].as_str().unwrap());
    let read: TestResponse = browser.get(&preview).await;
    assert_eq!((read.status.as_u16(), count()), (200, files::PreviewSize::ALL.len()));
    let storage = files::Storage::folder(&folder);
    for _ in 0..3 {
        jobs::sweep(&atrio.store, &storage).await.unwrap();
        atrio.clock.advance(25 * 60 * 60_000);
    }
    assert_eq!((count(), storage.is_empty().await.unwrap()), (0, true));
}
