//! Files in a folder.
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use files::{BLOCK, Received, Storage, StorageError};

const HELLO: &str = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

async fn receive(storage: &Storage, name: &str, bytes: &[u8]) -> Received {
    let mut incoming = storage.receive(name).await.unwrap();
    for piece in bytes.chunks(1_000) {
        incoming.write(piece.to_vec().into()).await.unwrap();
    }
    incoming.finish().await.unwrap()
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
async fn folder_that_cannot_be_made_is_away() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    let storage = Storage::folder(folder.path().join("file/files"));
    assert!(matches!(storage.check().await, Err(StorageError::Away(_))));
    assert!(matches!(storage.receive("one").await, Err(StorageError::Away(_))));
    assert!(matches!(storage.read(HELLO, 0..1).await, Err(StorageError::Away(_))));
}
