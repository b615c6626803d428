use super::*;

/// A small site: a script with its copies, and a picture without.
#[derive(Embed)]
#[folder = "tests/site"]
struct Small;

const SCRIPT: &str = "/pkg/atrio-0123456789abcdef.js";

fn get(path: &str, headers: &[(header::HeaderName, &str)]) -> Option<Response> {
    let headers = headers.iter().map(|(name, value)| (name.clone(), HeaderValue::from_str(value).unwrap()));
    find_in::<Small>(&Method::GET, &path.parse().unwrap(), &headers.collect())
}

async fn body(response: Response) -> String {
    let bytes = axum::body::to_bytes(response.into_body(), 1000).await.unwrap();
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[tokio::test]
async fn smallest_accepted_encoding_is_sent() {
    for (accepted, encoding, bytes) in [
        ("gzip, deflate, br, zstd", Some("br"), "brotli"),
        ("gzip", Some("gzip"), "gzipped"),
        ("br;q=0, gzip;q=0.5", Some("gzip"), "gzipped"),
        ("identity", None, "plain"),
        ("", None, "plain"),
    ] {
        let response = get(SCRIPT, &[(header::ACCEPT_ENCODING, accepted)]).unwrap();
        let headers = response.headers();
        let sent = headers.get(header::CONTENT_ENCODING).map(|value| value.to_str().unwrap());
        assert_eq!(sent, encoding, "{accepted}");
        assert_eq!(headers[header::VARY], "accept-encoding");
        assert_eq!(headers[header::CONTENT_TYPE], "text/javascript; charset=utf-8");
        assert_eq!(body(response).await, bytes, "{accepted}");
    }
}

#[tokio::test]
async fn fingerprinted_files_cache_a_year_and_others_an_hour() {
    for (path, caching) in [(SCRIPT, "public, max-age=31536000, immutable"), ("/favicon.svg", "public, max-age=3600")] {
        let response = get(path, &[]).unwrap();
        assert_eq!(response.headers()[header::CACHE_CONTROL], caching, "{path}");
        let tag = response.headers()[header::ETAG].to_str().unwrap().to_owned();
        for tags in [tag.clone(), format!("W/{tag}"), format!("\"x\", {tag}"), "*".to_owned()] {
            let again = get(path, &[(header::IF_NONE_MATCH, &tags)]).unwrap();
            assert_eq!(again.status(), StatusCode::NOT_MODIFIED, "{tags}");
            assert_eq!(again.headers()[header::CACHE_CONTROL], caching);
            assert_eq!(body(again).await, "");
        }
        assert_eq!(get(path, &[(header::IF_NONE_MATCH, "\"x\"")]).unwrap().status(), StatusCode::OK);
    }
}

#[test]
fn service_worker_is_not_cached_and_has_strict_csp() {
    let response = get("/sw.js", &[]).unwrap();
    assert_eq!(response.headers()[header::CACHE_CONTROL], "no-cache");
    assert_eq!(response.headers()[header::CONTENT_TYPE], "text/javascript; charset=utf-8");
    let policy = response.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
    assert!(policy.starts_with("default-src 'none'; connect-src 'self';"), "{policy}");
    let script = get(SCRIPT, &[]).unwrap();
    assert!(!script.headers().contains_key(header::CONTENT_SECURITY_POLICY));
}

#[test]
fn unknown_files_are_not_found() {
    for path in ["/", "/pkg", "/pkg/", "/nope", "/pkg/atrio-0123456789abcdef.js.br", "/../Cargo.toml", "/pkg/../../x"] {
        assert!(get(path, &[]).is_none(), "{path}");
    }
    let uri = SCRIPT.parse().unwrap();
    assert!(find_in::<Small>(&Method::POST, &uri, &HeaderMap::new()).is_none());
    assert!(find_in::<Small>(&Method::HEAD, &uri, &HeaderMap::new()).is_some());
}

#[test]
fn encoding_is_used_only_when_accepted() {
    for (header, brotli, gzip) in [
        ("gzip, deflate, br", true, true),
        ("gzip", false, true),
        ("*", true, true),
        ("*;q=0", false, false),
        ("*;q=0, br", true, false),
        ("br;q=nope", false, false),
        ("identity", false, false),
    ] {
        let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(header))]);
        assert_eq!(accepts(&headers, "br"), brotli, "{header}");
        assert_eq!(accepts(&headers, "gzip"), gzip, "{header}");
    }
}

#[test]
fn only_names_with_a_hash_are_fingerprinted() {
    let hash = "0123456789abcdef";
    for name in ["atrio-0123456789abcdef.css", "atrio-portal-0123456789abcdef.wasm.br"] {
        assert_eq!(fingerprint(&format!("pkg/{name}")), Some(hash), "{name}");
    }
    for path in
        ["pkg/atrio.js", "pkg/atrio-0123456789abcdeg.js", "pkg/other-0123456789abcdef.js", "atrio-0123456789abcdef.js"]
    {
        assert_eq!(fingerprint(path), None, "{path}");
    }
}

#[test]
fn text_content_types_have_a_charset() {
    assert_eq!(content_type("pkg/atrio.css"), "text/css; charset=utf-8");
    assert_eq!(content_type("pkg/atrio.wasm"), "application/wasm");
    assert_eq!(content_type("pkg/atrio.js"), "text/javascript; charset=utf-8");
    assert_eq!(content_type("fonts/a.woff2"), "font/woff2");
}
