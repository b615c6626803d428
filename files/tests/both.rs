//! What folders and buckets do alike. The bucket is of the server at `TEST_S3_ENDPOINT`, which `cargo xtask test` starts; without it
//! only the folder is tested.
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::sync::atomic::{AtomicU32, Ordering};

use files::{BLOCK, BucketSettings, Preview, PreviewSize, Previews, Received, Storage, StorageError};
use futures_util::TryStreamExt as _;

const HELLO: &str = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
/// More than two parts of an upload to a bucket.
const LONG: usize = 11 * 1024 * 1024 + 7;

/// A prefix that no other test uses, of the bucket that is there.
fn settings(endpoint: String) -> BucketSettings {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    BucketSettings {
        bucket: "atrio".to_owned(),
        prefix: format!("files-{}/{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed)),
        endpoint,
        region: "eu".to_owned(),
        access_key_id: "tests".to_owned(),
        secret_access_key: "tests-secret".to_owned(),
    }
}

fn endpoint() -> Option<String> {
    std::env::var("TEST_S3_ENDPOINT").ok()
}

/// The same test of an empty folder and an empty bucket.
macro_rules! on_both {
    ($($(#[$meta:meta])* async fn $name:ident($storage:ident: Storage) $body:block)+) => {$(
        mod $name {
            use super::*;

            async fn test($storage: Storage) $body

            #[tokio::test]
            async fn folder() {
                let folder = tempfile::tempdir().unwrap();
                test(Storage::folder(folder.path())).await;
            }

            #[tokio::test]
            async fn bucket() {
                if let Some(endpoint) = endpoint() {
                    test(Storage::bucket(settings(endpoint)).unwrap()).await;
                }
            }
        }
    )+};
}

async fn receive(storage: &Storage, name: &str, bytes: &[u8]) -> Received {
    let mut incoming = storage.receive(name).await.unwrap();
    for piece in bytes.chunks(100_000) {
        incoming.write(piece.to_vec().into()).await.unwrap();
    }
    incoming.finish().await.unwrap()
}

/// Its digest.
async fn store(storage: &Storage, bytes: &[u8]) -> String {
    let received = receive(storage, "one", bytes).await;
    let digest = received.sha256.clone();
    storage.place(received).await.unwrap();
    digest
}

async fn read(storage: &Storage, name: &str, range: std::ops::Range<u64>) -> Vec<u8> {
    let blocks = storage.read(name, range).await.unwrap();
    blocks.map_ok(|block| block.to_vec()).try_collect::<Vec<_>>().await.unwrap().concat()
}

async fn is_there(storage: &Storage, name: &str) -> bool {
    match storage.size(name).await {
        Ok(_) => true,
        Err(StorageError::Missing) => false,
        Err(error) => panic!("{error}"),
    }
}

fn photo() -> Vec<u8> {
    let mut bytes = Vec::new();
    let encoder = jpeg_encoder::Encoder::new(&mut bytes, 90);
    encoder.encode(&vec![120; 640 * 400 * 3], 640, 400, jpeg_encoder::ColorType::Rgb).unwrap();
    bytes
}

on_both! {
    async fn bytes_get_the_name_of_their_digest_when_they_are_whole(storage: Storage) {
        storage.check().await.unwrap();
        assert!(storage.is_empty().await.unwrap());
        let received = receive(&storage, "one", b"hello").await;
        assert_eq!((received.sha256.as_str(), received.size, &*received.head), (HELLO, 5, &b"hello"[..]));
        assert!(is_there(&storage, "tmp/one").await && !is_there(&storage, HELLO).await);
        assert!(storage.is_empty().await.unwrap());
        storage.place(received).await.unwrap();
        let again = receive(&storage, "two", b"hello").await;
        storage.place(again).await.unwrap();
        assert!(!is_there(&storage, "tmp/one").await && !is_there(&storage, "tmp/two").await);
        assert_eq!((read(&storage, HELLO, 0..5).await, storage.is_empty().await.unwrap()), (b"hello".to_vec(), false));
    }

    async fn bytes_that_become_no_file_are_removed(storage: Storage) {
        let mut incoming = storage.receive("one").await.unwrap();
        incoming.write(vec![0; 3 * BLOCK].into()).await.unwrap();
        drop(incoming);
        drop(receive(&storage, "two", b"hello").await);
        // In a bucket they are removed beside.
        for name in ["tmp/one", "tmp/two"] {
            for _ in 0..500 {
                if !is_there(&storage, name).await {
                    break;
                }
                tokio::time::sleep(std::time::Duration::from_millis(10)).await;
            }
            assert!(!is_there(&storage, name).await, "{name}");
        }
        let kept = receive(&storage, "three", b"hello").await;
        assert_eq!(kept.keep(), "three");
        drop(kept);
        assert!(is_there(&storage, "tmp/three").await);
        let kept = receive(&storage, "four", b"hello").await;
        assert_eq!(kept.keep(), "four");
        storage.place(kept).await.unwrap();
        assert!(is_there(&storage, "tmp/four").await && is_there(&storage, HELLO).await);
        storage.remove_incoming("three").await.unwrap();
        storage.remove_incoming("three").await.unwrap();
        assert!(!is_there(&storage, "tmp/three").await);
    }

    async fn any_part_is_read(storage: Storage) {
        let bytes: Vec<u8> = (0..=250).cycle().take(LONG).collect();
        let (digest, end) = (store(&storage, &bytes).await, LONG as u64);
        assert_eq!(storage.size(&digest).await.unwrap(), end);
        assert!(read(&storage, &digest, 0..end).await == bytes);
        for range in [end - 5..end, 1..2, 5_242_879..5_242_882] {
            let part = usize::try_from(range.start).unwrap()..usize::try_from(range.end).unwrap();
            assert_eq!(read(&storage, &digest, range).await, bytes[part]);
        }
        storage.remove(&digest).await.unwrap();
        storage.remove(&digest).await.unwrap();
        assert!(!is_there(&storage, &digest).await);
        assert!(matches!(storage.read(&digest, 0..1).await, Err(StorageError::Missing)));
    }

    async fn folder_is_read_in_blocks_and_bucket_as_it_answers(storage: Storage) {
        let digest = store(&storage, &vec![7; 9 * BLOCK + 10]).await;
        let blocks = storage.read(&digest, 0..9 * BLOCK as u64 + 10).await.unwrap();
        let lengths: Vec<_> = blocks.map_ok(|block| block.len()).try_collect().await.unwrap();
        assert_eq!(lengths.iter().sum::<usize>(), 9 * BLOCK + 10);
        assert!(storage.path().is_none() || lengths == [4 * BLOCK, 4 * BLOCK, BLOCK + 10]);
    }

    async fn parts_are_joined_in_their_order(storage: Storage) {
        let mut parts = Vec::new();
        for (name, bytes) in [("u.0", "hel"), ("u.1", ""), ("u.2", "lo")] {
            parts.push(receive(&storage, name, bytes.as_bytes()).await.keep());
        }
        let joined = storage.join("u", &parts).await.unwrap();
        assert_eq!((joined.sha256.as_str(), joined.size), (HELLO, 5));
        storage.place(joined).await.unwrap();
        assert_eq!(read(&storage, HELLO, 0..5).await, b"hello");
    }

    async fn previews_are_made_once_and_go_with_their_file(storage: Storage) {
        let (previews, photo) = (Previews::new(storage.clone()), photo());
        let (digest, size) = (store(&storage, &photo).await, photo.len() as u64);
        for width in PreviewSize::ALL {
            let made = previews.get(&digest, size, width).await.unwrap();
            assert!(matches!(made, Preview::Picture(bytes) if bytes.starts_with(&[0xFF, 0xD8])));
            assert!(is_there(&storage, &format!("previews/{digest}-{}", width.width)).await);
        }
        storage.remove(&digest).await.unwrap();
        assert!(!is_there(&storage, &format!("previews/{digest}-{}", PreviewSize::ALL[0].width)).await);
        assert!(matches!(previews.get(&digest, size, PreviewSize::ALL[0]).await, Err(StorageError::Missing)));
        let other = store(&storage, b"%PDF-1.7").await;
        assert_eq!(previews.get(&other, 8, PreviewSize::ALL[0]).await.unwrap(), Preview::None);
    }
}

#[tokio::test]
async fn bucket_that_refuses_is_away() {
    let Some(endpoint) = endpoint() else { return };
    let wrong_secret = BucketSettings { secret_access_key: "wrong".to_owned(), ..settings(endpoint.clone()) };
    let storage = Storage::bucket(wrong_secret).unwrap();
    assert!(matches!(storage.check().await, Err(StorageError::Away(cause)) if !cause.contains("wrong")));
    assert!(matches!(storage.size(HELLO).await, Err(StorageError::Away(_))));
    let mut incoming = storage.receive("one").await;
    assert!(matches!(incoming.as_mut().map(|_| ()), Err(StorageError::Away(_))));
}
