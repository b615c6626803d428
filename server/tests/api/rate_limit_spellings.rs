//! A limited path written in another way.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::json;
use server::middleware::rate_limit::{LIMITED_ROUTES, LimitedRoute};

use crate::mail::unsubscribe_path;
use crate::source_webhooks::create_source;
use crate::support::{TestResponse, TestServer, on_sqlite};

on_sqlite![other_spellings_share_the_quota_or_reach_nothing];

async fn other_spellings_share_the_quota_or_reach_nothing(atrio: TestServer) {
    for (number, route) in LIMITED_ROUTES.iter().enumerate() {
        let (path, ip) = (valid_path(&atrio, route, number).await, format!("192.0.2.{number}"));
        let send = async |method: &str, path: &str| {
            let method = Method::from_bytes(method.as_bytes()).expect("a method");
            TestResponse::to(atrio.request_from(&ip, method, path)).await.status.as_u16()
        };
        let status = async |path: &str| send(route.method, path).await;
        let quota = route.operation.limits().0[0].0;
        let mut count = 0;
        while status(&path).await != 429 {
            count += 1;
            assert!(count <= quota, "{route:?}");
        }
        assert_eq!(count, quota, "{route:?}");
        let before = atrio.export().await;
        assert!(route.method != "GET" || send("HEAD", &path).await == 429, "{route:?}");
        for spelling in spellings(&path) {
            let status = status(&spelling).await;
            // To an unknown key of a source, the answer is 403; to any action of the agency without a session, 401.
            let is_nothing = matches!(status, 404 | 405)
                || status == 403 && route.path.ends_with("{key}")
                || status == 401 && route.path.starts_with("/rpc/admin/");
            assert!(status == 429 || is_nothing, "{status}: {} {spelling}", route.method);
        }
        assert_eq!(atrio.export().await, before, "{route:?}");
    }
}

/// The path with a key that opens something.
async fn valid_path(atrio: &TestServer, route: &LimitedRoute, number: usize) -> String {
    let (id, form) = (format!("s{number}"), json!({ "kind": "atrio_form" }));
    match route.path {
        "/api/webhooks/lead/{key}" => create_source(atrio, &id, json!({})).await,
        "/rpc/form/{key}" => create_source(atrio, &id, form).await.replace("/api/webhooks/lead/", "/rpc/form/"),
        "/n/{key}" => unsubscribe_path(Some("anna")).await,
        path => path.to_owned(),
    }
}

/// Each character percent-encoded, in the other case and, if it is a slash, doubled; and with something at the end.
fn spellings(path: &str) -> BTreeSet<String> {
    let at_the_end = ["/", "//", "?", "?x=1", ";x", "%00", "%20", "/."].map(|end| format!("{path}{end}"));
    let mut spellings = BTreeSet::from(at_the_end);
    spellings.insert(format!("/{path}"));
    for (index, letter) in path.char_indices().skip(1) {
        let (before, after) = (&path[..index], &path[index + 1..]);
        let code = u32::from(letter);
        let other_case = if letter.is_lowercase() { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
        let in_place = [format!("%{code:02x}"), format!("%{code:02X}"), format!("%25{code:02x}"), other_case.into()];
        spellings.extend(in_place.map(|spelling| format!("{before}{spelling}{after}")));
        if letter == '/' {
            spellings.insert(format!("{before}//{after}"));
        }
    }
    let (route, last) = path.rsplit_once('/').expect("a slash");
    spellings.insert(format!("{route}/{}", percent_encoded(last)));
    let segments: Vec<_> = path.split('/').map(percent_encoded).collect();
    spellings.insert(segments.join("/"));
    spellings.remove(path);
    spellings
}

/// Every character.
pub(crate) fn percent_encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect::<Vec<_>>().concat()
}
