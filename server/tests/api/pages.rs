//! Access to pages, unknown pages, and forms from other sites.

use reqwest::Method;

use crate::admin_browser::admin;
use crate::browser::Browser;
use crate::support::{ANNA, NOBODY, TestResponse, TestServer, on_both_databases, on_sqlite};

on_sqlite![
    portal_opens_by_slug_and_by_token,
    malformed_id_in_an_admin_path_is_a_missing_record,
    only_pages_with_islands_load_scripts,
    every_page_has_its_own_csp_nonce,
    admin_pages_redirect_to_login_with_callback_url,
    login_page_contains_the_csrf_token,
    pages_accept_only_get_and_head,
    cross_origin_server_function_calls_return_403,
];

on_both_databases![unknown_paths_show_the_same_404_page, malformed_server_function_calls_do_not_fail];

fn without_nonce(page: &TestResponse) -> String {
    page.text.replace(&format!("nonce=\"{}\"", nonce(page)), "nonce")
}

/// The nonce in the Content-Security-Policy.
fn nonce(page: &TestResponse) -> &str {
    let policy = page.header("content-security-policy");
    let (_, rest) = policy.split_once("'nonce-").unwrap_or_else(|| panic!("no nonce in {policy}"));
    rest.split_once('\'').expect("the end marker").0
}

fn assert_not_found_page(page: &TestResponse) {
    assert_eq!((page.status.as_u16(), page.header("content-type")), (404, "text/html; charset=utf-8"));
    assert!(page.text.contains("Pagina non trovata"), "{}", page.text);
}

async fn portal_opens_by_slug_and_by_token(atrio: TestServer) {
    let clients = atrio.records("clients").await;
    let anna = clients.iter().find(|client| client["token"] == ANNA).expect("Anna");
    for key in [anna["slug"].as_str().expect("a slug"), ANNA] {
        let page = atrio.get(&format!("/c/{key}")).await;
        assert_eq!((page.status.as_u16(), page.header("content-type")), (200, "text/html; charset=utf-8"));
        assert!(page.text.contains("Generale"), "{}", page.text);
    }
}

async fn unknown_paths_show_the_same_404_page(atrio: TestServer) {
    let unknown_slug = atrio.get("/c/nessuno-0000").await;
    assert_not_found_page(&unknown_slug);
    let unknown_token = atrio.get(&format!("/c/{NOBODY}")).await;
    assert_eq!(without_nonce(&unknown_slug), without_nonce(&unknown_token));
    for part in [
        "Questo link non funziona più",
        "chiedi il link nuovo a chi te l’ha mandato",
        "This link no longer works",
        "lang=\"en\"",
        "href=\"mailto:admin@example.it\"",
    ] {
        assert!(unknown_slug.text.contains(part), "{part}: {}", unknown_slug.text);
    }
    assert!(!atrio.get("/nope").await.text.contains("mailto:"), "only who had a link needs it");
    for path in [
        "/nope", "/c", "/c/", "/c/a/b", "/c/%00", "/c/a%00b", "/c/%FF", "/c/%F0%9F%A6%80", "/c/..%2f..%2fadmin",
        "/administrator", "/index.html", "/pkg/", "/pkg/missing.js", "/pkg/../Cargo.toml", "/pkg/%2e%2e/Cargo.toml",
        "/rpc", "/rpc/unknown", "/healthz/", "/%00", "/%",
    ] {
        assert_not_found_page(&atrio.get(path).await);
    }
    let long = format!("/c/{}", "x".repeat(8000));
    assert_not_found_page(&atrio.get(&long).await);
    for query in ["?project=nope", "?project=%00", "?project=%FF&channel=%00", "?channel=nope", "?project=&&=%"] {
        let page = atrio.get(&format!("/c/{ANNA}{query}")).await;
        assert!([200, 404].contains(&page.status.as_u16()), "{query}: {}", page.status);
    }
    assert_not_found_page(&TestResponse::to(atrio.request(Method::POST, "/nope")).await);
}

async fn malformed_id_in_an_admin_path_is_a_missing_record(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let mut checked = 0;
    for path in pages::routes::admin_paths() {
        let Some((before, rest)) = path.split_once('{') else { continue };
        let (_, after) = rest.split_once('}').expect("the end of a parameter");
        for id in ["nessuno", "a%20b", "%00", "%C3%A8", &"x".repeat(65)] {
            let page = admin.get(&format!("{before}{id}{after}")).await;
            assert_not_found_page(&page);
        }
        checked += 1;
    }
    assert!(checked > 10, "{checked}");
}

async fn only_pages_with_islands_load_scripts(atrio: TestServer) {
    let live = atrio.get("/c/anna-verdi-x7k2").await;
    assert!(live.text.contains("<leptos-island") && live.text.contains(".wasm"), "{}", live.text);
    for path in ["/", "/offline", "/admin/login", "/nope", "/c/nessuno-0000"] {
        let page = atrio.get(path).await;
        for script in ["<script", ".wasm", "modulepreload"] {
            assert!(!page.text.contains(script), "{path}: {script}");
        }
    }
}

async fn every_page_has_its_own_csp_nonce(atrio: TestServer) {
    let (one, other) = (atrio.get("/").await, atrio.get("/").await);
    assert_eq!(one.status, 200);
    assert_ne!(nonce(&one), nonce(&other));
    assert_eq!(without_nonce(&one), without_nonce(&other));
    for path in ["/", "/admin/login", "/nope", &format!("/c/{ANNA}")] {
        let page = atrio.get(path).await;
        let policy = page.header("content-security-policy");
        assert!(policy.contains("'wasm-unsafe-eval'"), "{policy}");
        assert!(!policy.contains("'unsafe-inline'") && !policy.contains("'unsafe-eval'"), "{policy}");
        for script in page.text.split("<script").skip(1) {
            let tag = script.split_once('>').expect("a tag").0;
            assert!(tag.contains(&format!("nonce=\"{}\"", nonce(&page))), "{path}: <script{tag}>");
        }
        assert!(!page.text.contains(" style=\"") && !page.text.contains(" onclick="), "{path}");
    }
}

async fn admin_pages_redirect_to_login_with_callback_url(atrio: TestServer) {
    let mut anna = Browser::new(&atrio);
    for (path, callback) in [
        ("/admin", "%2Fadmin"),
        ("/admin/", "%2Fadmin%2F"),
        ("/admin/clients", "%2Fadmin%2Fclients"),
        ("/admin/leads", "%2Fadmin%2Fleads"),
        ("/admin/settings", "%2Fadmin%2Fsettings"),
        ("/admin/inbox/anna?channel=design", "%2Fadmin%2Finbox%2Fanna%3Fchannel%3Ddesign"),
        ("/admin/nope", "%2Fadmin%2Fnope"),
    ] {
        let response = anna.get(path).await;
        assert_eq!(response.status, 302, "{path}");
        assert_eq!(response.header("location"), format!("/admin/login?callbackUrl={callback}"));
        assert!(response.text.is_empty());
    }
    anna.sign_in().await;
    for path in ["/admin", "/admin/clients", "/admin/leads", "/admin/settings", "/admin/inbox/anna"] {
        let page = anna.get(path).await;
        assert_eq!((page.status.as_u16(), page.header("cache-control")), (200, "no-store"), "{path}");
        assert_eq!(page.header("x-robots-tag"), "noindex");
    }
    for path in ["/admin/nope", "/admin/inbox/nessuno", "/admin/inbox/%00"] {
        assert_not_found_page(&anna.get(path).await);
    }
}

async fn login_page_contains_the_csrf_token(atrio: TestServer) {
    let mut anna = Browser::new(&atrio);
    let page = anna.get("/admin/login?error=CredentialsSignin&callbackUrl=%2Fadmin%2Fleads").await;
    assert_eq!(page.status, 200);
    let token = anna.csrf_token().await;
    assert!(page.text.contains(&token), "the form contains the token of the cookie");
    assert!(anna.set_cookies.is_empty());
    // Pages of clients contain no CSRF token, nor its cookie.
    let portal = anna.request(Method::GET, &format!("/c/{ANNA}"));
    assert!(!anna.send(portal).await.text.contains(&token));
    let mut client = Browser::new(&atrio);
    client.get(&format!("/c/{ANNA}")).await;
    // The only cookie of clients is for their files.
    let [files] = &client.set_cookies[..] else { panic!("{:?}", client.set_cookies) };
    assert!(files.contains("; HttpOnly; SameSite=Lax; Path=/files; "), "{files}");
}

async fn pages_accept_only_get_and_head(atrio: TestServer) {
    for path in ["/", "/admin/login", &format!("/c/{ANNA}")] {
        let head = TestResponse::to(atrio.request(Method::HEAD, path)).await;
        assert_eq!((head.status.as_u16(), head.text.as_str()), (200, ""), "{path}");
        for method in [Method::POST, Method::PUT, Method::DELETE, Method::OPTIONS] {
            let response = TestResponse::to(atrio.request(method, path)).await;
            assert_eq!((response.status.as_u16(), response.header("allow")), (405, "GET,HEAD"), "{path}");
        }
    }
}

async fn cross_origin_server_function_calls_return_403(atrio: TestServer) {
    let before = atrio.export_without_deliveries().await;
    for (name, value) in [
        ("origin", "https://evil.example"),
        ("origin", "null"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ] {
        let request = || atrio.request(Method::POST, "/rpc/comment").header(name, value).body("key=x");
        TestResponse::to(request()).await.assert_error(403, "Accesso non consentito");
        let page = TestResponse::to(request().header("accept", "text/html")).await;
        assert_eq!((page.status.as_u16(), page.header("content-type")), (403, "text/html; charset=utf-8"));
    }
    assert_eq!(atrio.export_without_deliveries().await, before);
}

async fn malformed_server_function_calls_do_not_fail(atrio: TestServer) {
    let before = atrio.export_without_deliveries().await;
    let deep = "[".repeat(10_000);
    let bodies: [&[u8]; 8] =
        [b"", b"\0", &[0xff, 0xfe], b"key", b"key=%FF%00", b"key=a&key=b", b"{\"key\":1}", deep.as_bytes()];
    for path in ["/rpc/comment", "/rpc/approve", "/rpc/request-changes", "/rpc/read", "/rpc/admin/reply"] {
        for body in bodies {
            for kind in ["application/x-www-form-urlencoded", "application/json", "", "multipart/form-data"] {
                // `TestResponse::to` fails on every 5xx.
                let request = atrio.request(Method::POST, path).header("content-type", kind).body(body.to_vec());
                TestResponse::to(request).await;
            }
        }
        let large = TestResponse::to(atrio.request(Method::POST, path).body(vec![b'x'; 3 * 1024 * 1024])).await;
        assert!([404, 413].contains(&large.status.as_u16()), "{path}: {}", large.status);
    }
    assert_eq!(atrio.export_without_deliveries().await, before);
}
