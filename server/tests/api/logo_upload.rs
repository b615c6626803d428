//! `POST /rpc/admin/set_logo`: the form with a file upload.

use domain::settings::logo::LogoProblem;
use reqwest::Method;
use reqwest::multipart::{Form, Part};

use crate::admin_browser::admin;
use crate::branding::PNG;
use crate::browser::Browser;
use crate::support::{TestResponse, TestServer, on_sqlite};

on_sqlite![
    logo_is_uploaded_shown_and_removed,
    dark_logo_is_shown_in_dark_mode,
    invalid_logo_shows_its_error,
    logo_type_is_detected_from_content,
    stale_logo_version_reports_conflict,
    logo_upload_from_another_site_returns_403,
    malformed_upload_changes_nothing,
    oversized_upload_returns_413,
];

const SVG: &[u8] = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><path d=\"M0 0h1\"/></svg>";

async fn send(browser: &mut Browser, version: &str, name: &str, kind: &str, file: &[u8]) -> TestResponse {
    let file = Part::bytes(file.to_vec()).file_name(name.to_owned()).mime_str(kind).expect("a media type");
    let form = Form::new().text("version", version.to_owned()).part("logo", file);
    let request = browser.request(Method::POST, "/rpc/admin/set_logo").header("accept", "text/html");
    browser.send(request.multipart(form)).await
}

async fn version(atrio: &TestServer) -> String {
    atrio.store.agency().await.expect("settings").logo.unwrap_or_default()
}

/// The page that the response redirects to.
async fn follow(browser: &mut Browser, response: &TestResponse) -> String {
    assert_eq!(response.status, 302, "{}", response.text);
    let page = response.header("location").split('#').next().unwrap_or_default().to_owned();
    browser.get(&page).await.text
}

async fn logo_is_uploaded_shown_and_removed(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    assert!(admin.get("/admin/settings/look").await.text.contains("Nessun logo"));
    for (name, kind, file) in [("logo.svg", "image/svg+xml", SVG), ("logo.png", "image/png", PNG)] {
        let seen = version(&atrio).await;
        let sent = send(&mut admin, &seen, name, kind, file).await;
        assert_eq!(
            (sent.status.as_u16(), sent.header("location")),
            (302, "/admin/settings/look?done=saved&about=logo#logo")
        );
        let now = version(&atrio).await;
        let page = follow(&mut admin, &sent).await;
        assert!(page.contains(&format!("<img src=\"/logo?v={now}\"")), "{page}");
        assert!(atrio.get("/c/anna-verdi-x7k2").await.text.contains(&format!("/logo?v={now}")));
        let served = atrio.request(Method::GET, &format!("/logo?v={now}")).send().await.expect("an answer");
        assert_eq!(served.headers()["content-type"], kind);
        assert_eq!(served.headers()["x-content-type-options"], "nosniff");
        let policy = &served.headers()["content-security-policy"];
        assert_eq!(policy, "sandbox; default-src 'none'; style-src 'unsafe-inline'");
        assert_eq!(served.bytes().await.expect("a body"), file);
    }
    assert!(!admin.get("/admin/settings/look").await.text.contains("/rpc/admin/remove_logo"));
    let confirmation = admin.get("/admin/settings/look?remove=light").await.text;
    assert!(
        confirmation.contains("Togliere il logo?") && confirmation.contains("/rpc/admin/remove_logo"),
        "{confirmation}"
    );
    let seen = version(&atrio).await;
    let request = admin.request(Method::POST, "/rpc/admin/remove_logo").header("accept", "text/html");
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    let removed = admin.send(request.body(format!("version={seen}&scheme=light"))).await;
    assert!(follow(&mut admin, &removed).await.contains("Nessun logo"));
    assert_eq!(atrio.get("/logo").await.status, 404);
    let audit_log = admin.get("/admin/audit?action=settings_changed").await.text;
    assert_eq!(audit_log.matches("<strong>logo</strong>").count(), 3, "{audit_log}");
}

async fn dark_logo_is_shown_in_dark_mode(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    send(&mut admin, "", "logo.svg", "image/svg+xml", SVG).await;
    // The only logo stands on a plate, also in the preview.
    let only = format!("/logo?v={}", version(&atrio).await);
    let pages = ["/c/anna-verdi-x7k2", "/", "/nope", "/admin/login"];
    for path in pages {
        let page = Browser::new(&atrio).get(path).await.text;
        assert!(page.contains("brand__logo--plate") && page.contains(&only), "{path}");
    }
    let settings = admin.get("/admin/settings/look").await.text;
    assert_eq!(settings.matches(&only).count(), 3, "in the bar, and the light and dark preview");
    assert!(settings.contains("logo-preview__plate") && atrio.get("/logo/dark").await.status == 404);

    let upload = |seen: &str, file: &[u8]| {
        let file = Part::bytes(file.to_vec()).file_name("dark.png");
        Form::new().text("scheme", "dark").text("version", seen.to_owned()).part("logo", file)
    };
    let request = admin.request(Method::POST, "/rpc/admin/set_logo").multipart(upload("", PNG));
    assert_eq!(admin.send(request).await.header("location"), "/admin/settings/look?done=saved&about=logo#logo");
    let dark = atrio.store.agency().await.expect("settings").logo_dark.expect("a version");
    let source = format!("<source srcset=\"/logo/dark?v={dark}\" media=\"(prefers-color-scheme: dark)\">");
    for path in pages {
        let page = Browser::new(&atrio).get(path).await.text;
        assert!(page.contains(&source) && page.contains(&only), "{path}: {page}");
    }
    let served = atrio.request(Method::GET, &format!("/logo/dark?v={dark}")).send().await.expect("an answer");
    assert_eq!(served.headers()["content-type"], "image/png");
    assert_eq!(served.headers()["cache-control"], "public, max-age=31536000, immutable");
    assert_eq!(served.bytes().await.expect("a body"), PNG);

    let request = admin.request(Method::POST, "/rpc/admin/set_logo").multipart(upload(&dark, b"GIF89a"));
    let refused = admin.send(request).await;
    assert_eq!(refused.header("location"), "/admin/settings/look?logo=not_a_picture&of=dark#logo");
    let request = admin.request(Method::POST, "/rpc/admin/remove_logo").header("accept", "text/html");
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    admin.send(request.body(format!("version={dark}&scheme=dark"))).await;
    assert_eq!(atrio.get("/logo/dark").await.status, 404);
    assert_eq!(atrio.get("/logo").await.status, 200);
}

async fn invalid_logo_shows_its_error(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let before = atrio.export_without_deliveries().await;
    let huge = [SVG, &vec![b' '; 300 * 1024]].concat();
    let photograph = [b"\xff\xd8\xff\xe0".as_slice(), &vec![7; 5 * 1024 * 1024]].concat();
    let mut wide = PNG.to_vec();
    wide[16..20].copy_from_slice(&9_999_u32.to_be_bytes());
    for (file, problem, expected) in [
        (Vec::new(), LogoProblem::Missing, "Scegli prima un file"),
        (huge, LogoProblem::TooLarge, "supera i 256 KB"),
        (photograph, LogoProblem::TooLarge, "supera i 256 KB"),
        (b"GIF89a".to_vec(), LogoProblem::NotAPicture, "né un SVG né un PNG"),
        (b"<html><script>alert(1)</script></html>".to_vec(), LogoProblem::NotAPicture, "né un SVG né un PNG"),
        (wide, LogoProblem::PngTooBig, "supera i 4096 pixel"),
    ] {
        let refused = send(&mut admin, "", "logo.svg", "image/svg+xml", &file).await;
        assert_eq!(refused.header("location"), format!("/admin/settings/look?logo={problem}#logo"));
        let page = follow(&mut admin, &refused).await;
        assert!(page.contains(expected) && page.contains("role=\"alert\""), "{problem}: {page}");
    }
    assert_eq!(atrio.export_without_deliveries().await, before);
}

async fn logo_type_is_detected_from_content(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    // A PNG with the name and type of an SVG is treated as a PNG.
    send(&mut admin, "", "logo.svg", "image/svg+xml", PNG).await;
    assert_eq!(atrio.get("/logo").await.header("content-type"), "image/png");
    let seen = version(&atrio).await;
    send(&mut admin, &seen, "../../logo.png", "text/html", SVG).await;
    assert_eq!(atrio.get("/logo").await.header("content-type"), "image/svg+xml");
}

async fn stale_logo_version_reports_conflict(atrio: TestServer) {
    let (mut anna, mut bruno) = (admin(&atrio).await, admin(&atrio).await);
    send(&mut anna, "", "logo.svg", "image/svg+xml", SVG).await;
    let current = version(&atrio).await;
    for seen in ["", "another", "è\0"] {
        let stale = send(&mut bruno, seen, "logo.png", "image/png", PNG).await;
        assert_eq!(stale.header("location"), "/admin/settings/look?logo=stale#logo", "{seen}");
        assert!(follow(&mut bruno, &stale).await.contains("qualcun altro ha cambiato il logo"));
        assert_eq!(version(&atrio).await, current);
    }
    let request = bruno.request(Method::POST, "/rpc/admin/remove_logo").header("accept", "text/html");
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    let stale = bruno.send(request.body("version=another&scheme=light")).await;
    assert_eq!(stale.header("location"), "/admin/settings/look?error=changed");
    assert_eq!(version(&atrio).await, current);
}

async fn logo_upload_from_another_site_returns_403(atrio: TestServer) {
    // Even with an admin's cookies.
    let mut admin = admin(&atrio).await;
    let form = Form::new().text("version", "").part("logo", Part::bytes(PNG).file_name("logo.png"));
    let foreign = admin.request(Method::POST, "/rpc/admin/set_logo").header("sec-fetch-site", "cross-site");
    assert_eq!(admin.send(foreign.multipart(form)).await.status, 403);
    assert_eq!(version(&atrio).await, "");
}

async fn malformed_upload_changes_nothing(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let before = atrio.export_without_deliveries().await;
    for (kind, body) in [
        ("", &b""[..]),
        ("application/x-www-form-urlencoded", b"version=&logo=x"),
        ("application/json", b"{}"),
        ("multipart/form-data", b"--x"),
        ("multipart/form-data; boundary=x", b""),
        ("multipart/form-data; boundary=x", b"--x\r\n"),
        ("multipart/form-data; boundary=x", b"--x\r\nContent-Disposition: form-data; name=\"logo\"\r\n\r\n\x89PNG"),
        (
            "multipart/form-data; boundary=x",
            b"--x\r\nContent-Disposition: form-data; name=\"version\"\r\n\r\n\xff\r\n--x--",
        ),
        (
            "multipart/form-data; boundary=x",
            b"--x\r\nContent-Disposition: form-data; name=\"version\"\r\n\r\n\r\n--x--",
        ),
    ] {
        let request = admin.request(Method::POST, "/rpc/admin/set_logo").header("accept", "text/html");
        let request = if kind.is_empty() { request } else { request.header("content-type", kind) };
        let response = admin.send(request.body(body)).await;
        assert_eq!(response.header("location"), "/admin/settings/look?error=garbled", "{kind} {body:?}");
        assert!(follow(&mut admin, &response).await.contains("role=\"alert\""), "{kind}");
    }
    assert_eq!(admin.get("/rpc/admin/set_logo").await.status, 404);
    assert_eq!(atrio.export_without_deliveries().await, before);
}

async fn oversized_upload_returns_413(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let cookies = admin.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("; ");
    let head = format!(
        "POST /rpc/admin/set_logo HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nCookie: {cookies}\r\nConnection: close\r\n\
         Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 99999999999\r\n\r\n"
    );
    let response = atrio.send_raw(head.as_bytes()).await;
    assert!(response.starts_with("HTTP/1.1 413") && response.contains("tornare indietro e inviare meno"), "{response}");
    // Other forms have the smaller limit.
    let request = admin.request(Method::POST, "/rpc/admin/save_settings").body(vec![b'x'; 70_000]);
    assert_eq!(admin.send(request).await.status, 413);
}
