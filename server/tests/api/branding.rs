//! Branding of the agency: accent colour, logo, and the manifest of a portal.

use std::io::Read as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::Method;
use serde_json::Value;

use crate::support::{ANNA, TestResponse, TestServer, on_sqlite};

on_sqlite![
    accent_style_carries_the_csp_nonce,
    invalid_accent_adds_no_style,
    public_pages_carry_the_agency_name,
    yellow_accent_stays_yellow,
    versioned_logo_is_cached_for_a_year,
    svg_logo_is_served_with_sandbox_csp,
    svg_logo_is_sent_in_gzip,
    invalid_logo_setting_returns_404,
    portal_manifest_starts_at_its_address,
    manifest_with_invalid_at_is_the_site_manifest,
    every_page_links_manifest_and_icons,
];

/// A PNG of one pixel.
pub(crate) const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\
    \x00\x00\x00\x0d\x49\x48\x44\x52\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89\
    \x00\x00\x00\x0d\x49\x44\x41\x54\x78\x9c\x63\xe0\x8e\x8a\xfb\x0f\x00\x02\xfa\x01\xc3\xc7\x6e\xd1\x39\
    \x00\x00\x00\x00\x49\x45\x4e\x44\xae\x42\x60\x82";
const SVG: &[u8] = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><style>a{fill:#0b5a5e}</style></svg>";

fn data_url(kind: &str, bytes: &[u8]) -> String {
    format!("data:{kind};base64,{}", STANDARD.encode(bytes))
}

async fn set_setting(atrio: &TestServer, key: &str, value: &str) {
    atrio.store.set_setting(key, value).await.expect("a setting");
}

async fn accent_style_carries_the_csp_nonce(atrio: TestServer) {
    let portal = format!("/c/{ANNA}");
    let pages = ["/", &*portal, "/c/anna-verdi-x7k2", "/nope", "/offline", "/admin/login"];
    for path in pages {
        assert!(!atrio.get(path).await.text.contains("<style"), "{path}");
    }
    set_setting(&atrio, "accent", "#C2185B").await;
    for path in pages {
        let page = atrio.get(path).await;
        let (_, style) = page.text.split_once("<style").unwrap_or_else(|| panic!("{path}: {}", page.text));
        let (style, _) = style.split_once("</style>").expect("the end marker");
        let (attributes, css) = style.split_once('>').expect("a tag");
        let nonce = attributes.trim().strip_prefix("nonce=\"").and_then(|rest| rest.strip_suffix('"'));
        let policy = page.header("content-security-policy");
        assert!(policy.contains(&format!("'nonce-{}'", nonce.expect("a nonce"))), "{path}: {policy}");
        assert!(css.starts_with(":root{--color-accent:light-dark(#c2185b,"), "{path}: {css}");
        assert!(
            page.text.find("<style") > page.text.find("rel=\"stylesheet\""),
            "the inline style follows the style sheet"
        );
    }
}

async fn public_pages_carry_the_agency_name(atrio: TestServer) {
    for (path, heading) in [("/", "Atrio"), ("/nope", "Pagina non trovata"), ("/admin/login", "Area riservata")] {
        let page = atrio.get(path).await.text;
        assert!(page.contains(&format!(">{heading}</h1>")) && page.contains("Atrio"), "{path}: {page}");
    }
    set_setting(&atrio, "agency_name", "Studio Calanchi").await;
    for path in ["/", "/nope", "/c/nessuno-0000", "/admin/login"] {
        let page = atrio.get(path).await.text;
        assert!(page.contains(">Studio Calanchi<") && !page.contains("Atrio"), "{path}: {page}");
        assert!(page.contains("Studio Calanchi</title>") || page.contains("<title>Studio Calanchi"), "{path}");
    }
}

async fn yellow_accent_stays_yellow(atrio: TestServer) {
    set_setting(&atrio, "accent", "#FFE600").await;
    let page = atrio.get("/c/anna-verdi-x7k2").await.text;
    assert!(page.contains("--color-fill:light-dark(#ffe600,#ffe600);"), "{page}");
    assert!(page.contains("--color-on-fill:light-dark(#17191c,#17191c);"), "{page}");
}

async fn invalid_accent_adds_no_style(atrio: TestServer) {
    for invalid in ["", "red", "#12", "#gggggg", "</style><script>alert(1)</script>", "#0b5a5e;}body{"] {
        set_setting(&atrio, "accent", invalid).await;
        let page = atrio.get("/").await;
        assert_eq!(page.status, 200);
        assert!(!page.text.contains("<style") && !page.text.contains("alert(1)"), "{invalid}");
    }
}

async fn versioned_logo_is_cached_for_a_year(atrio: TestServer) {
    assert_eq!(atrio.get("/logo").await.status, 404);
    set_setting(&atrio, "logo", &data_url("image/png", PNG)).await;
    let version = atrio.store.agency().await.expect("an agency").logo.expect("a version");
    let logo = atrio.request(Method::GET, &format!("/logo?v={version}")).send().await.expect("an answer");
    assert_eq!(logo.status(), 200);
    assert_eq!(logo.headers()["content-type"], "image/png");
    assert_eq!(logo.headers()["cache-control"], "public, max-age=31536000, immutable");
    assert_eq!(logo.headers()["x-content-type-options"], "nosniff");
    let tag = logo.headers()["etag"].to_str().expect("ASCII").to_owned();
    assert_eq!(logo.bytes().await.expect("a body"), PNG);

    for path in ["/logo", "/logo?v=", "/logo?v=another"] {
        let logo = atrio.request(Method::GET, path).send().await.expect("an answer");
        assert_eq!(logo.status(), 200);
        assert_eq!(logo.headers()["cache-control"], "no-cache");
    }
    let again = TestResponse::to(atrio.request(Method::GET, "/logo").header("if-none-match", tag)).await;
    assert_eq!((again.status.as_u16(), again.text.as_str()), (304, ""));
    assert_eq!(
        TestResponse::to(atrio.request(Method::HEAD, "/logo")).await.header("content-length"),
        PNG.len().to_string()
    );
    assert_eq!(TestResponse::to(atrio.request(Method::POST, "/logo")).await.status, 405);
}

async fn svg_logo_is_served_with_sandbox_csp(atrio: TestServer) {
    set_setting(&atrio, "logo", &data_url("image/svg+xml", SVG)).await;
    let logo = atrio.get("/logo").await;
    assert_eq!((logo.status.as_u16(), logo.header("content-type")), (200, "image/svg+xml"));
    let policy = "sandbox; default-src 'none'; style-src 'unsafe-inline'";
    assert_eq!(logo.header("content-security-policy"), policy);
    assert_eq!((logo.header("x-content-type-options"), logo.header("x-frame-options")), ("nosniff", "DENY"));
    assert!(!logo.header("permissions-policy").contains("hid=()"), "no more than for data");
    assert_eq!(logo.text.as_bytes(), SVG);
}

async fn svg_logo_is_sent_in_gzip(atrio: TestServer) {
    for content in ["uno", "due"] {
        let svg = String::from_utf8_lossy(SVG).replace("a{", &format!("{content}{{"));
        set_setting(&atrio, "logo", &data_url("image/svg+xml", svg.as_bytes())).await;
        for (accepted, coding) in [("gzip, br", Some("gzip")), ("gzip", Some("gzip")), ("br", None)] {
            let request = atrio.request(Method::GET, "/logo").header("accept-encoding", accepted);
            let response = request.send().await.expect("an answer");
            assert_eq!(response.headers()["vary"], "accept-encoding");
            let encoding = response.headers().get("content-encoding").map(|value| value.as_bytes().to_vec());
            assert_eq!(encoding.as_deref(), coding.map(str::as_bytes), "{accepted}");
            let bytes = response.bytes().await.expect("a body");
            let mut text = String::new();
            match coding {
                Some(_) => flate2::read::GzDecoder::new(&*bytes).read_to_string(&mut text).expect("gzip"),
                None => (&*bytes).read_to_string(&mut text).expect("text"),
            };
            assert_eq!(text, svg, "{accepted}");
        }
    }
}

async fn invalid_logo_setting_returns_404(atrio: TestServer) {
    for invalid in ["", "https://evil.example/logo.png", "data:text/html;base64,PGI+", "data:image/png;base64,%%%"] {
        set_setting(&atrio, "logo", invalid).await;
        assert_eq!(atrio.get("/logo").await.status, 404, "{invalid}");
        assert!(!atrio.get("/c/anna-verdi-x7k2").await.text.contains("/logo?v="), "{invalid}");
    }
    for (kind, bytes) in [("image/png", SVG), ("image/svg+xml", PNG), ("image/svg+xml", b"<html>")] {
        set_setting(&atrio, "logo", &data_url(kind, bytes)).await;
        assert_eq!(atrio.get("/logo").await.status, 404, "{kind}");
    }
}

async fn manifest(atrio: &TestServer, query: &str) -> Value {
    let response = atrio.get(&format!("/manifest.webmanifest{query}")).await;
    assert_eq!(response.status, 200, "{query}");
    assert_eq!(response.header("content-type"), "application/manifest+json; charset=utf-8");
    assert_eq!(response.header("cache-control"), "no-store");
    serde_json::from_str(&response.text).expect("JSON")
}

async fn portal_manifest_starts_at_its_address(atrio: TestServer) {
    let site = manifest(&atrio, "").await;
    assert_eq!((&site["name"], &site["lang"]), (&"Atrio".into(), &"it".into()));
    assert_eq!(
        (&site["start_url"], &site["scope"], &site["display"]),
        (&"/".into(), &"/".into(), &"standalone".into())
    );

    set_setting(&atrio, "agency_name", "Studio \"Ponte\" & Figli").await;
    set_setting(&atrio, "language", "en").await;
    for key in ["anna-verdi-x7k2", ANNA, "nessuno-0000"] {
        let portal = manifest(&atrio, &format!("?at={key}")).await;
        let address = Value::from(format!("/c/{key}"));
        for member in ["start_url", "scope", "id"] {
            assert_eq!(portal[member], address, "{member}");
        }
        assert_eq!((&portal["name"], &portal["lang"]), (&"Studio \"Ponte\" & Figli".into(), &"en".into()));
        let purposes: Vec<_> = portal["icons"].as_array().expect("icons").iter().map(|icon| &icon["purpose"]).collect();
        assert!(purposes.contains(&&"any".into()) && purposes.contains(&&"maskable".into()), "{purposes:?}");
    }
}

async fn manifest_with_invalid_at_is_the_site_manifest(atrio: TestServer) {
    let site = manifest(&atrio, "").await;
    let long = "x".repeat(129);
    for at in [
        "",
        "%00",
        "%FF",
        "..%2Fadmin",
        "%2F%2Fevil.example",
        "https%3A%2F%2Fevil.example",
        "a%2Fb",
        "a%3Fb",
        "a%22%7D",
        "javascript%3A1",
        "%F0%9F%A6%80",
        "a%0D%0Ab",
        &long,
    ] {
        assert_eq!(manifest(&atrio, &format!("?at={at}")).await, site, "{at}");
    }
    // A thousand manifests look up no key, so the guess budget is unchanged.
    for number in 0..350 {
        manifest(&atrio, &format!("?at=anna-verdi-{number:04}")).await;
    }
    assert_eq!(atrio.get("/c/anna-verdi-x7k2").await.status, 200);
}

async fn every_page_links_manifest_and_icons(atrio: TestServer) {
    for (path, manifest) in [
        ("/", "/manifest.webmanifest"),
        ("/offline", "/manifest.webmanifest"),
        ("/c/anna-verdi-x7k2", "/manifest.webmanifest?at=anna-verdi-x7k2"),
        ("/c/anna-verdi-0000", "/manifest.webmanifest"),
    ] {
        let page = atrio.get(path).await;
        assert!(page.text.contains(&format!("rel=\"manifest\" href=\"{manifest}\"")), "{path}: {}", page.text);
        assert!(page.text.contains("rel=\"apple-touch-icon\" href=\"/icons/apple-touch-icon-180.png\""), "{path}");
        assert!(page.text.contains("interactive-widget=resizes-content"), "{path}");
    }
    let offline = atrio.get("/offline").await;
    assert_eq!((offline.status.as_u16(), offline.header("cache-control")), (200, "no-store"));
    assert!(offline.text.contains("Nessuna connessione") && offline.text.contains("Riprova"));
    // The service worker finds the files of the page by these links (public/sw.js).
    for (folder, ending) in [("pkg", ".css\""), ("fonts", ".woff2\"")] {
        let (_, named) = offline.text.split_once(&format!(" href=\"/{folder}/")).expect(folder);
        assert!(named.split_inclusive('"').next().is_some_and(|name| name.ends_with(ending)), "{folder}: {named}");
    }
    set_setting(&atrio, "language", "en").await;
    assert!(atrio.get("/offline").await.text.contains("You are offline"));
}
