//! Files in a folder.
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use files::{BLOCK, Received, Storage, StorageError};
use futures_util::TryStreamExt as _;

const HELLO: &str = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

async fn receive(storage: &Storage, name: &str, bytes: &[u8]) -> Received {
    let mut incoming = storage.receive(name).await.unwrap();
    for piece in bytes.chunks(1_000) {
        incoming.write(piece.to_vec().into()).await.unwrap();
    }
    incoming.finish().await.unwrap()
}

async fn read(storage: &Storage, digest: &str, range: std::ops::Range<u64>) -> Vec<Vec<u8>> {
    let blocks = storage.read(digest, range).await.unwrap();
    blocks.map_ok(|block| block.to_vec()).try_collect().await.unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[tokio::test]
async fn bytes_get_the_name_of_their_digest_when_they_are_whole() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("data/files");
    let storage = Storage::folder(&root);
    storage.check().await.unwrap();
    assert!(storage.is_empty().await.unwrap());
    let received = receive(&storage, "one", b"hello").await;
    assert_eq!((received.sha256.as_str(), received.size, &*received.head), (HELLO, 5, &b"hello"[..]));
    assert_eq!((names(&root), names(&root.join("tmp"))), (vec!["tmp".to_owned()], vec!["one".to_owned()]));
    storage.place(received).await.unwrap();
    let again = receive(&storage, "two", b"hello").await;
    storage.place(again).await.unwrap();
    assert_eq!((names(&root), names(&root.join("tmp"))), (vec![HELLO.to_owned(), "tmp".to_owned()], Vec::new()));
    assert_eq!(fs::read(root.join(HELLO)).unwrap(), b"hello");
    assert!(!storage.is_empty().await.unwrap());
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&root), mode(&root.join(HELLO))), (0o700, 0o600));
}

#[tokio::test]
async fn bytes_that_become_no_file_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::folder(folder.path());
    let mut incoming = storage.receive("one").await.unwrap();
    incoming.write(vec![0; 3 * BLOCK].into()).await.unwrap();
    drop(incoming);
    drop(receive(&storage, "two", b"hello").await);
    assert_eq!(names(&folder.path().join("tmp")), Vec::<String>::new());
    let kept = receive(&storage, "three", b"hello").await;
    assert_eq!(kept.keep(), "three");
    drop(kept);
    assert_eq!(names(&folder.path().join("tmp")), ["three"]);
}

#[tokio::test]
async fn any_part_is_read_block_by_block() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::folder(folder.path());
    let bytes: Vec<u8> = (0..=250).cycle().take(2 * BLOCK + 10).collect();
    let received = receive(&storage, "one", &bytes).await;
    let digest = received.sha256.clone();
    storage.place(received).await.unwrap();
    let end = bytes.len() as u64;
    assert_eq!(storage.size(&digest).await.unwrap(), end);
    let blocks = read(&storage, &digest, 0..end).await;
    assert_eq!(blocks.iter().map(Vec::len).collect::<Vec<_>>(), [BLOCK, BLOCK, 10]);
    assert_eq!(blocks.concat(), bytes);
    assert_eq!(read(&storage, &digest, end - 5..end).await.concat(), bytes[bytes.len() - 5..]);
    assert_eq!(read(&storage, &digest, 1..2).await.concat(), bytes[1..2]);
    storage.remove(&digest).await.unwrap();
    storage.remove(&digest).await.unwrap();
    assert!(matches!(storage.size(&digest).await, Err(StorageError::Missing)));
    assert!(matches!(storage.read(&digest, 0..1).await, Err(StorageError::Missing)));
}

#[tokio::test]
async fn parts_are_joined_in_their_order() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::folder(folder.path());
    let mut parts = Vec::new();
    for (name, bytes) in [("u.0", "hel"), ("u.1", ""), ("u.2", "lo")] {
        parts.push(receive(&storage, name, bytes.as_bytes()).await.keep());
    }
    let joined = storage.join("u", &parts).await.unwrap();
    assert_eq!((joined.sha256.as_str(), joined.size), (HELLO, 5));
}

#[tokio::test]
async fn folder_that_cannot_be_made_is_away() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    let storage = Storage::folder(folder.path().join("file/files"));
    assert!(matches!(storage.check().await, Err(StorageError::Away(_))));
    assert!(matches!(storage.receive("one").await, Err(StorageError::Away(_))));
    assert!(matches!(storage.read(HELLO, 0..1).await, Err(StorageError::Away(_))));
}
