//! Files in a bucket of the S3 server at `TEST_S3_ENDPOINT`, which `cargo xtask test` starts; without it nothing is tested.

use files::{BucketSettings, Previews, Storage, StorageError};
use reqwest::{Method, header};
use serde_json::Value;
use server::jobs;

use crate::admin_browser::admin;
use crate::browser::Browser;
use crate::files::{PDF, send_file, uploaded};
use crate::previews::PNG;
use crate::support::{ANNA, TestResponse, TestServer, on_both_databases};

on_both_databases![
    file_is_uploaded_read_previewed_and_swept_in_a_bucket,
    uploads_of_two_processes_to_a_bucket_are_whole,
];

const PATH: &str = "/api/client/files";

/// A part of the bucket that no other test uses.
fn bucket(atrio: &TestServer) -> Option<Storage> {
    let endpoint = std::env::var("TEST_S3_ENDPOINT").ok()?;
    let name = atrio.url.rsplit(['/', '.']).find(|part| part.len() > 8).unwrap_or_default().to_owned();
    Storage::bucket(BucketSettings {
        bucket: "atrio".to_owned(),
        prefix: format!("server-{}-{name}", atrio.origin.rsplit(':').next().unwrap()),
        endpoint,
        region: "eu".to_owned(),
        access_key_id: "tests".to_owned(),
        secret_access_key: "tests-secret".to_owned(),
    })
    .ok()
}

/// A server whose files are there.
async fn with_bucket(atrio: &TestServer, storage: &Storage) -> TestServer {
    let change = |config: &mut server::config::Config| {
        config.files.storage = storage.clone();
        config.files.previews = Previews::new(storage.clone());
    };
    atrio.with_config(change).await
}

fn address(file: &Value) -> String {
    format!("{PATH}/{}?token={ANNA}", file["id"].as_str().unwrap())
}

async fn file_is_uploaded_read_previewed_and_swept_in_a_bucket(atrio: TestServer) {
    let Some(storage) = bucket(&atrio) else { return };
    let atrio = with_bucket(&atrio, &storage).await;
    let file = uploaded(&atrio, ANNA, "Preventivo è.pdf", PDF).await;
    let again = uploaded(&atrio, ANNA, "Lo stesso.pdf", PDF).await;
    for file in [&file, &again] {
        let read = atrio.get(&address(file)).await;
        assert_eq!((read.status.as_u16(), read.text.as_bytes()), (200, PDF));
    }
    for (range, status, text) in [("bytes=1-3", 206, "PDF"), ("bytes=-10", 206, "preventivo"), ("bytes=99-", 416, "")] {
        let part = TestResponse::to(atrio.request(Method::GET, &address(&file)).header(header::RANGE, range)).await;
        assert_eq!(part.status, status, "{range}");
        assert!(status == 416 || part.text == text, "{range}: {}", part.text);
    }
    let head = TestResponse::to(atrio.request(Method::HEAD, &address(&file))).await;
    assert_eq!((head.status.as_u16(), head.header("content-length")), (200, "22"));

    let mut admin = admin(&atrio).await;
    send_file(&mut admin, "/rpc/admin/upload/version/sito/mockup", &[("id", "v")], "Mockup.png", PNG).await;
    let version = atrio.records("deliverable_versions").await.into_iter().find(|version| version["id"] == "v").unwrap();
    let mut anna = Browser::new(&atrio);
    anna.get(&format!("/c/{ANNA}")).await;
    let page = format!("/files/{}/Mockup.png", version["file_id"].as_str().unwrap());
    assert_eq!(anna.get(&page).await.header("content-type"), "image/png");
    assert_eq!(anna.get(&format!("{page}?w=576")).await.header("content-type"), "image/jpeg");
    assert_eq!(atrio.get("/readyz?verbose").await.json()["files"], "ok");

    let sweep = async || jobs::sweep(&atrio.store, &storage).await.unwrap();
    let digest = |file: &Value| file["sha256"].as_str().unwrap().to_owned();
    let records = atrio.records("files").await;
    let [unused, used] =
        [&file["id"], &version["file_id"]].map(|id| digest(records.iter().find(|record| record["id"] == *id).unwrap()));
    sweep().await;
    for hours in [24, 1] {
        assert!(storage.size(&unused).await.is_ok());
        atrio.clock.advance(hours * 3_600_000);
        sweep().await;
    }
    // The sweep that deletes the file sees that its bytes are unused; the next one but an hour deletes them.
    atrio.clock.advance(3_600_000);
    sweep().await;
    assert!(matches!(storage.size(&unused).await, Err(StorageError::Missing)));
    assert!(storage.size(&used).await.is_ok());
    atrio.get(&address(&file)).await.assert_error(404, "File non trovato");
}

async fn uploads_of_two_processes_to_a_bucket_are_whole(atrio: TestServer) {
    let Some(storage) = bucket(&atrio) else { return };
    let (one, other) =
        (with_bucket(&atrio, &storage).await, with_bucket(&atrio.another_process().await, &storage).await);
    // More than one part.
    let bytes = vec![7; 6_000_000];
    let uploads = (0..8).map(|number| uploaded(if number % 2 == 0 { &one } else { &other }, ANNA, "foto.bin", &bytes));
    for file in futures_util::future::join_all(uploads).await {
        let read = one.request(Method::GET, &address(&file)).send().await.unwrap().bytes().await.unwrap();
        assert!(read == bytes);
    }
}
